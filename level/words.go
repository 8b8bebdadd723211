package level

import (
	"bytes"
	"strconv"
	"unicode"
)

// Text that isn't a board may still consist of letters, and every letter is a
// colour of a floor.

// prose reports whether a line is several words rather than a row of cells:
// letters in groups, two of them of two letters or more, or one of three.
func prose(line []byte) bool {
	words := bytes.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' })
	long := 0
	for _, w := range words {
		for _, c := range w {
			if !unicode.IsLetter(rune(c)) {
				return false // a hole, or what is an error in any case
			}
		}
		if len(w) >= 2 {
			long++
		}
		if len(w) >= 3 {
			long++
		}
	}
	return len(words) >= 2 && long >= 2
}

// title returns a warning if the first row may be meant as a title: a word of
// three letters or more, not all the same, none of which the rows below have.
// Many real boards look like that, so it is no error.
func (t *textRows) title(file string) *Error {
	if t.entry.Puzzle != Floor || t.rows < 2 || t.cols < 3 || len(bytes.Fields([]byte(t.first))) != 1 {
		return nil
	}
	first, rest := t.cells[:t.cols], t.cells[t.cols:]
	for _, c := range first {
		if int(c) >= Letters.Colours() || bytes.IndexByte(rest, c) >= 0 {
			return nil
		}
	}
	if bytes.Count(first, first[:1]) == t.cols {
		return nil
	}
	return &Error{
		File: file, Line: t.entry.Line, Column: 1,
		Found: strconv.Quote(t.first) + ", letters that no other row has", Expected: "a row of tiles, and so it is read",
		Hint: "if it is the board's name, write \"; name: " + t.first + "\"",
	}
}
