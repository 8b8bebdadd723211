package level

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fewest/board"
)

// value is a part of a JSON line and where in the line it begins, in bytes.
type value struct {
	raw json.RawMessage
	at  int
}

// wrong is an error at a value. Its column counts bytes, from 0; Reader.json,
// which has the line, turns it into characters.
func (v value) wrong(found, expected string) *Error {
	return &Error{Column: v.at, Found: found, Expected: expected}
}

// json reads a board written as a JSON object on one line.
func (r *Reader) json(line []byte) (*Entry, error) {
	rows := r.begin()
	e := rows.entry
	if e.Err != nil {
		return r.fail(e, e.Err)
	}
	if err := r.readObject(rows, line); err != nil {
		err.Line = r.number
		err.Column = utf8.RuneCount(line[:min(err.Column, len(line))]) + 1
		defer func() { r.broken = !json.Valid(line) }() // what follows may be the rest of it
		return r.fail(e, err)
	}
	return r.finish(rows)
}

// readObject reads the fields and the cells of a board.
func (r *Reader) readObject(t *textRows, line []byte) *Error {
	if r.rest {
		return &Error{Found: "a line of more than 64 MiB", Expected: "a board of at most 1,000,000 cells"}
	}
	fields, err := splitObject(line)
	if err != nil {
		return err
	}
	if err := t.entry.readFields(fields); err != nil {
		return err
	}
	if r.opt.Colours == 0 && t.entry.Colours != 0 {
		t.colours = t.entry.Colours
	}
	rows, hasRows := fields["rows"]
	cells, hasCells := fields["cells"]
	switch {
	case hasRows && hasCells:
		return cells.wrong("both rows and cells", "one of them")
	case hasRows:
		return t.addStrings(rows, r.number)
	case hasCells:
		return t.addNumbers(cells)
	}
	return value{}.wrong("an object without rows and without cells", `"rows": ["RG", "GR"] or "cells": [[0, 1], [1, 0]]`)
}

// splitObject takes a JSON object apart.
func splitObject(line []byte) (map[string]value, *Error) {
	if err := json.Unmarshal(line, new(json.RawMessage)); err != nil {
		bad := &Error{Found: "broken JSON (" + err.Error() + ")", Expected: "one object on one line"}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			bad.Column = max(0, int(syntax.Offset)-1)
		}
		if strings.Contains(err.Error(), "unexpected end") {
			bad.Column = len(line)
			bad.Hint = "an object may not go on over several lines"
		}
		return nil, bad
	}
	fields := map[string]value{}
	d := json.NewDecoder(bytes.NewReader(line))
	_, _ = d.Token() // the brace; the line is valid, so there are no errors from here on
	for d.More() {
		key, _ := d.Token()
		var v value
		_ = d.Decode(&v.raw)
		v.at = int(d.InputOffset()) - len(v.raw)
		fields[key.(string)] = v
	}
	return fields, nil
}

// elements iterates over an array, which v must be.
func (v value) elements() iter.Seq[value] {
	return func(yield func(value) bool) {
		d := json.NewDecoder(bytes.NewReader(v.raw))
		_, _ = d.Token() // the bracket
		for d.More() {
			var e value
			_ = d.Decode(&e.raw)
			e.at = v.at + int(d.InputOffset()) - len(e.raw)
			if !yield(e) {
				return
			}
		}
	}
}

// scalars iterates over an array of numbers and nulls, which v must be. It
// cuts at every comma, so of any other element it may yield the beginning only.
func (v value) scalars() iter.Seq[value] {
	return func(yield func(value) bool) {
		rest, at := v.raw[1:len(v.raw)-1], v.at+1
		for more := len(bytes.TrimSpace(rest)) > 0; more; {
			var part []byte
			part, rest, more = bytes.Cut(rest, []byte(","))
			raw := bytes.TrimLeft(part, " \t\r\n")
			if !yield(value{bytes.TrimSpace(raw), at + len(part) - len(raw)}) {
				return
			}
			at += len(part) + 1
		}
	}
}

// readFields reads everything but the cells; null is as good as not there.
func (e *Entry) readFields(fields map[string]value) *Error {
	var puzzle Puzzle
	var buttons map[string]json.RawMessage
	var pattern []*string
	anything := func() bool { return true }
	for _, f := range []struct {
		name     string
		flips    bool // a field that only flips have
		to       any
		ok       func() bool
		expected string
	}{
		{"name", false, &e.Name, anything, "a string"},
		{"puzzle", false, &puzzle, func() bool { return puzzle == Floor || puzzle == Flip }, `"floor" or "flip"`},
		{"par", false, &e.Par, func() bool { return *e.Par >= -1 }, "a whole number of moves, or -1 for not possible"},
		{"mask", true, &e.Mask, anything, "the name of a mask"},
		{"wrap", true, &e.Wrap, anything, "true or false"},
		{"pattern", true, &pattern, func() bool { return len(pattern) > 0 && !slices.Contains(pattern, nil) }, "an array of strings, one a row"},
		{"buttons", true, &buttons, anything, `an object such as {"a": [[row, col, amount]]}`},
	} {
		v, given := fields[f.name]
		switch {
		case !given || string(v.raw) == "null":
		case f.flips && e.Puzzle == Floor:
			return otherPuzzle(Flip, Floor, 0, v.at)
		case json.Unmarshal(v.raw, f.to) != nil || !f.ok():
			return v.wrong(fmt.Sprintf("%s as %q", v.kind(), f.name), f.expected)
		}
	}
	if puzzle != "" && puzzle != e.Puzzle {
		return otherPuzzle(puzzle, e.Puzzle, 0, fields["puzzle"].at)
	}
	for _, row := range pattern {
		e.Pattern = append(e.Pattern, *row)
	}
	if buttons != nil {
		e.Buttons = fields["buttons"].raw
	}
	if v, given := fields["colours"]; given && e.Puzzle == Flip && string(v.raw) != "null" {
		if json.Unmarshal(v.raw, &e.Colours) != nil || e.Colours < 2 || e.Colours > board.MaxColour+1 {
			return v.wrong(v.kind()+` as "colours"`, "a whole number from 2 to 255")
		}
	}
	return nil
}

// addStrings reads rows written as strings.
func (t *textRows) addStrings(rows value, number int) *Error {
	if rows.raw[0] != '[' {
		return rows.wrong(rows.kind(), "an array of strings, one a row")
	}
	for row := range rows.elements() {
		var text string
		if row.raw[0] != '"' || json.Unmarshal(row.raw, &text) != nil {
			return row.wrong(row.kind(), "a row as a string")
		}
		if err := t.add([]byte(text), number); err != nil {
			place := row.at
			if len(text)+2 == len(row.raw) { // no escapes: bytes in the string are bytes in the line
				place += 1 + len(string([]rune(text)[:err.Column-1]))
			}
			err.Column = place
			return err
		}
		if t.cols == 0 {
			return row.wrong("an empty row", "at least one cell")
		}
	}
	if t.rows == 0 {
		return rows.wrong("no rows", "at least one")
	}
	return nil
}

// addNumbers reads rows written as arrays of numbers, null for a hole.
func (t *textRows) addNumbers(cells value) *Error {
	if cells.raw[0] != '[' {
		return cells.wrong(cells.kind(), "an array of rows")
	}
	most := board.MaxColour
	if t.entry.Puzzle == Flip {
		most = t.colours - 1
	}
	for row := range cells.elements() {
		if row.raw[0] != '[' {
			return row.wrong(row.kind(), "a row as an array of numbers")
		}
		start := len(t.cells)
		for cell := range row.scalars() {
			colour := board.Hole
			if string(cell.raw) != "null" {
				n, err := strconv.Atoi(string(cell.raw))
				if err != nil || n < 0 || n > most {
					return cell.wrong(cell.kind()+" as a cell",
						fmt.Sprintf("a whole number from 0 to %d, or null for a hole", most))
				}
				colour = n
			}
			if len(t.cells) >= board.MaxCells {
				return cell.wrong("a board of more than 1,000,000 cells", "at most 1,000,000")
			}
			t.cells = append(t.cells, uint8(colour))
		}
		width := len(t.cells) - start
		switch {
		case width == 0:
			return row.wrong("an empty row", "at least one cell")
		case t.rows > 0 && width != t.cols:
			return row.wrong(fmt.Sprintf("a row of %d", width), fmt.Sprintf("%d cells as in the first row", t.cols))
		}
		t.cols = width
		t.rows++
	}
	if t.rows == 0 {
		return cells.wrong("no rows", "at least one")
	}
	return nil
}

// kind says in words what the value is.
func (v value) kind() string {
	switch v.raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	if len(v.raw) > 24 {
		return string(bytes.ToValidUTF8(v.raw[:20], nil)) + "..."
	}
	return string(v.raw)
}
