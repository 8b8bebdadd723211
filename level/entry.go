package level

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"fewest/board"
)

// Entry is one board of a file, with what the file says about it.
type Entry struct {
	Name     string       // as the file names it, else FILE#N
	Named    bool         // whether the file names it
	Number   int          // its position in the file, from 1
	Line     int          // the line it begins on, from 1
	Puzzle   Puzzle       // which puzzle's characters it was read with
	Alphabet Alphabet     // the characters its rows were written in
	Board    *board.Board // nil when Err is set
	Fields                // what else the file says
	Err      *Error       // what is wrong with it, or nil
	Warning  *Error       // what may not be meant as it was read, or nil
}

// Fields is what a file may say about a board beside its cells. This package
// carries them along unread; what isn't said is left at its zero value.
type Fields struct {
	Mask    string          `json:"mask,omitempty"`    // flips: name of the mask
	Wrap    *bool           `json:"wrap,omitempty"`    // flips: whether the board is a torus
	Colours int             `json:"colours,omitempty"` // flips: number of colours, 2 or more
	Buttons json.RawMessage `json:"buttons,omitempty"` // flips: {"name": [[row, col, amount], ...], ...}
	Pattern []string        `json:"pattern,omitempty"` // flips: the mask drawn, "X" or "x" the pressed cell
	Par     *int            `json:"par,omitempty"`     // the fewest moves the file states; -1 not possible
}

// Error says what is wrong with a file, where, and what would be right.
type Error struct {
	File         string
	Line, Column int    // from 1, in characters; 0 when the whole file is meant
	Found        string // what is there
	Expected     string // what should be there; may be empty
	Hint         string // what may help; may be empty
}

// Error gives the place, what was found and what was expected, without the hint.
func (e *Error) Error() string {
	var s strings.Builder
	s.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&s, ":%d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&s, ":%d", e.Column)
		}
	}
	s.WriteString(": found " + e.Found)
	if e.Expected != "" {
		s.WriteString(", expected " + e.Expected)
	}
	return s.String()
}

// MarshalJSON writes the entry as one JSON object that a Reader reads back:
// the name if it has one, rows as text or, where a colour has no character,
// cells as numbers, and the fields.
func (e Entry) MarshalJSON() ([]byte, error) {
	var line struct {
		Name  string   `json:"name,omitempty"`
		Rows  []string `json:"rows,omitempty"`
		Cells [][]*int `json:"cells,omitempty"`
		Fields
	}
	if e.Named {
		line.Name = e.Name
	}
	line.Fields = e.Fields
	if rows, err := e.Alphabet.Lines(e.Board); err == nil {
		line.Rows = rows
	} else {
		line.Cells = numbers(e.Board)
	}
	return json.Marshal(line)
}

// numbers returns the colours row by row, nil for a hole.
func numbers(b *board.Board) [][]*int {
	rows := make([][]*int, b.Rows)
	for r := range rows {
		rows[r] = make([]*int, b.Cols)
		for c := range rows[r] {
			if colour := b.At(r, c); colour != board.Hole {
				number := int(colour)
				rows[r][c] = &number
			}
		}
	}
	return rows
}

// Text writes the board as text that a Reader reads back: a name directive if
// it has a name, then its rows, each ending with a newline. It fails where a
// colour has no character. Fields aren't written.
func (e *Entry) Text() (string, error) {
	rows, err := e.Alphabet.Lines(e.Board)
	if err != nil {
		return "", err
	}
	var s strings.Builder
	if e.Named {
		fmt.Fprintf(&s, "; name: %s\n", Printable(e.Name))
	}
	for _, row := range rows {
		s.WriteString(row + "\n")
	}
	return s.String(), nil
}

// Printable replaces what a terminal could take for a command, or a file for
// a new line, by '?'.
func Printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, name)
}
