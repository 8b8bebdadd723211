// Package level reads and writes boards in files: text and JSON, their names,
// their pars, what else a file says of them, and the place of every error.
//
// # The idea
//
// A file is read one board at a time ([Reader]), and never fails as a whole: what
// is wrong with a board stands in its [Entry], with line, column, what was found,
// what was expected and what may help, and the boards after it are read all the
// same. The package knows the characters that the boards of each puzzle are
// written in ([Alphabet]) and none of the rules; what a file says of them it hands
// on as plain values ([Fields]).
//
// # What is promised
//
// What Entry writes, as text or JSON, a Reader reads back as the same board. No
// input makes it panic or hold more than a board's worth of memory.
package level

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"fewest/board"
)

// Options say what a Reader reads.
type Options struct {
	File    string // what to call the input in names and errors
	Puzzle  Puzzle // the puzzle whose boards are wanted
	Colours int    // flips: the number of colours whatever the file says; 0 leaves it to the file
}

const (
	// maxLine is how much of a line is kept. A million cells as JSON numbers
	// with blanks between them take a tenth of it.
	maxLine = 64 << 20
	// patience is how many bytes may be read without a board coming of it.
	patience = 128 << 20
)

// Reader reads boards one at a time: rows of text, or one JSON object a line,
// told apart by their first character. A board is handed out as soon as its
// last line has been read.
type Reader struct {
	opt     Options
	in      *bufio.Reader
	buffer  []byte // the current line
	number  int    // of the current line, from 1
	again   bool   // hand the current line out once more
	rest    bool   // of the current line, more than maxLine, is still to be read
	unused  int    // bytes read since the last board
	most    int    // of them before giving up
	entries int    // handed out so far
	broken  bool   // the rest of a board that had an error is to be skipped
	end     error  // why there is nothing more, once that's so

	name     string // the next board's, given by a directive
	declared Puzzle // what a directive says the boards are, or ""
	fields   Fields // what a directive says about them
	bad      *Error // a directive that can't be read, blamed on every board below it
}

// NewReader returns a Reader of the boards in r.
func NewReader(r io.Reader, opt Options) *Reader {
	return &Reader{opt: opt, in: bufio.NewReaderSize(r, 64<<10), most: patience}
}

// ReadAll returns all boards of r. The error is one of reading r; what is
// wrong with a board stands in its entry.
func ReadAll(r io.Reader, opt Options) ([]*Entry, error) {
	var entries []*Entry
	reader := NewReader(r, opt)
	for {
		e, err := reader.Next()
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return entries, err
		}
		entries = append(entries, e)
	}
}

// Next returns the next board, or io.EOF after the last one, or what went
// wrong reading. A board that can't be made sense of is an entry with Err set;
// the boards after it are still read. Input without a board is one such entry.
func (r *Reader) Next() (*Entry, error) {
	var rows *textRows // the board being read
	for {
		line, err := r.line()
		if err != nil {
			if err != io.EOF {
				return nil, err
			}
			if rows != nil {
				rows.entry.Warning = rows.title(r.opt.File)
				return r.finish(rows)
			}
			if r.entries == 0 {
				return r.hand(&Entry{Line: 1, Err: &Error{
					Found: "no board", Expected: "rows of cells or lines of JSON",
					Hint: "a board is one line a row, for example RGB and below it GBR",
				}})
			}
			return nil, io.EOF
		}
		if r.number == 1 && isUTF16(line) {
			r.end = io.EOF
			return r.hand(&Entry{Line: 1, Err: &Error{
				Line: 1, Column: 1, Found: "UTF-16 text", Expected: "UTF-8", Hint: "save the file as UTF-8",
			}})
		}
		text := bytes.TrimLeft(line, " \t")
		directive := isDirective(text)
		object := bytes.HasPrefix(text, []byte("{"))
		blank := len(text) == 0

		if rows != nil && (blank || directive || object) {
			r.again = !blank
			rows.entry.Warning = rows.title(r.opt.File)
			return r.finish(rows)
		}
		switch {
		case blank:
			r.broken = false
		case directive:
			r.broken = false
			r.direct(string(text))
		case text[0] == ';':
		case object:
			r.broken = false
			return r.json(line)
		case r.broken:
		default:
			if rows == nil {
				rows = r.begin()
				if rows.entry.Err != nil {
					return r.fail(rows.entry, rows.entry.Err)
				}
			}
			if err := rows.add(line, r.number); err != nil {
				return r.fail(rows.entry, err)
			}
			if r.rest {
				return r.fail(rows.entry, &Error{
					Line: r.number, Found: "a line of more than 64 MiB", Expected: "a row of a board",
				})
			}
		}
	}
}

// line returns the next line without its end, at most maxLine bytes of it. The
// rest of a longer one is passed over by the next call.
func (r *Reader) line() ([]byte, error) {
	if r.again {
		r.again = false
		return r.buffer, nil
	}
	for r.end == nil && r.rest {
		_, err := r.chunk()
		r.rest = err == bufio.ErrBufferFull
	}
	if r.end != nil {
		return nil, r.end
	}
	r.buffer = r.buffer[:0]
	r.number++
	for {
		part, err := r.chunk()
		r.buffer = append(r.buffer, part...)
		switch {
		case err == bufio.ErrBufferFull && len(r.buffer) >= maxLine:
			r.rest = true
		case err == bufio.ErrBufferFull:
			continue
		case r.end == io.EOF && len(r.buffer) == 0:
			return nil, io.EOF
		case r.end != nil && r.end != io.EOF:
			return nil, r.end
		}
		if r.number == 1 {
			r.buffer = bytes.TrimPrefix(r.buffer, []byte("\xEF\xBB\xBF"))
		}
		r.buffer = bytes.TrimSuffix(r.buffer, []byte("\n"))
		r.buffer = bytes.TrimRight(r.buffer, " \t\r")
		return r.buffer, nil
	}
}

// chunk reads up to the end of the line or of the buffer. The end of the
// input, an error, and the end of the Reader's patience go to r.end.
func (r *Reader) chunk() ([]byte, error) {
	part, err := r.in.ReadSlice('\n')
	r.unused += len(part)
	if err != nil && err != bufio.ErrBufferFull {
		r.end = err
	} else if r.unused > r.most {
		r.end = fmt.Errorf("%s:%d: gave up: no end of a board in %d MiB", r.opt.File, r.number, r.most>>20)
		err = r.end
	}
	return part, err
}

// begin starts a board of text rows at the current line.
func (r *Reader) begin() *textRows {
	e := &Entry{Name: r.name, Line: r.number, Puzzle: r.opt.Puzzle, Fields: r.fields}
	r.name = ""
	if e.Wrap != nil { // a line of JSON may say otherwise
		wrap := *e.Wrap
		e.Wrap = &wrap
	}
	colours := r.opt.Colours
	if colours == 0 {
		colours = r.fields.Colours
	}
	if colours == 0 {
		colours = 2
	}
	switch {
	case r.bad != nil:
		e.Err = r.bad
	case r.declared != "" && r.declared != r.opt.Puzzle:
		e.Err = otherPuzzle(r.declared, r.opt.Puzzle, r.number, 1)
	}
	return &textRows{entry: e, colours: colours}
}

// otherPuzzle is the error of a board that says it belongs to another puzzle.
func otherPuzzle(found, wanted Puzzle, line, column int) *Error {
	return &Error{
		Line: line, Column: column,
		Found: fmt.Sprintf("a %s board", found), Expected: fmt.Sprintf("a %s board", wanted),
		Hint: fmt.Sprintf("give it to a command of %q", "fewest "+string(found)),
	}
}

// fail hands out an entry with an error and skips what is left of the board.
func (r *Reader) fail(e *Entry, err *Error) (*Entry, error) {
	e.Board, e.Err = nil, err
	r.broken = true
	return r.hand(e)
}

// finish hands out a board of text rows.
func (r *Reader) finish(rows *textRows) (*Entry, error) {
	rows.entry.Alphabet = rows.alphabet(rows.entry.Puzzle)
	rows.entry.Board = &board.Board{Rows: rows.rows, Cols: rows.cols, Cells: rows.cells}
	return r.hand(rows.entry)
}

// hand completes an entry's name and its error's file, and counts it.
func (r *Reader) hand(e *Entry) (*Entry, error) {
	r.unused = 0
	r.entries++
	e.Number = r.entries
	e.Puzzle = r.opt.Puzzle
	e.Named = e.Name != ""
	if !e.Named {
		e.Name = fmt.Sprintf("%s#%d", r.opt.File, e.Number)
	}
	if e.Err != nil {
		err := *e.Err
		err.File = r.opt.File
		e.Err = &err
	}
	return e, nil
}

// textRows gathers the rows of a board written as text.
type textRows struct {
	entry   *Entry
	colours int // flips: how many there are

	rows, cols int
	cells      []uint8
	used       Alphabet
	decided    bool   // whether used is known
	first      string // the first row as written, if short
}

// alphabet returns the alphabet the rows were written in.
func (t *textRows) alphabet(p Puzzle) Alphabet {
	switch {
	case p == Floor:
		return Letters
	case !t.decided:
		return Digits
	}
	return t.used
}

// add reads one row.
func (t *textRows) add(line []byte, number int) *Error {
	if t.rows == 0 && len(line) <= 40 {
		t.first = strings.TrimSpace(string(line))
	}
	if t.entry.Puzzle == Floor && prose(line) {
		return &Error{
			Line: number, Column: 1, Found: "words", Expected: "a letter a cell, written together or all apart",
			Hint: "a board's name is written \"; name: kitchen\" above it, any other text behind a ';'",
		}
	}
	start, column := len(t.cells), 0
	for rest := line; len(rest) > 0; {
		char, size := utf8.DecodeRune(rest)
		column++
		if char != ' ' && char != '\t' {
			if err := t.cell(char, rest[:size]); err != nil {
				err.Line, err.Column = number, column
				return err
			}
			if t.rows > 0 && len(t.cells)-start > t.cols {
				return t.ragged(number, column, "a longer row")
			}
		}
		rest = rest[size:]
	}
	width := len(t.cells) - start
	if t.rows > 0 && width != t.cols {
		return t.ragged(number, column+1, fmt.Sprintf("a row of %d", width))
	}
	t.cols = width
	t.rows++
	return nil
}

// ragged is the error of a row whose length isn't that of the first.
func (t *textRows) ragged(line, column int, found string) *Error {
	err := &Error{
		Line: line, Column: column, Found: found,
		Expected: fmt.Sprintf("%d cells as in the first row", t.cols),
		Hint:     "boards are separated by a blank line; a cell that isn't there is written '_'",
	}
	if t.entry.Puzzle == Floor {
		err.Hint = strings.Replace(err.Hint, "'_'", "'.'", 1)
	}
	if t.rows == 1 && sizeLine.MatchString(t.first) {
		err.Hint = sizeHint(t.first)
	}
	return err
}

// cell reads one character.
func (t *textRows) cell(char rune, raw []byte) *Error {
	if len(t.cells) >= board.MaxCells {
		return &Error{Found: "a board of more than 1,000,000 cells", Expected: "at most 1,000,000"}
	}
	puzzle := t.entry.Puzzle
	alphabet, colour, anyAlphabet, ok := puzzle.read(char)
	if !ok {
		return &Error{Found: quote(char, raw), Expected: puzzle.expects(), Hint: t.strangerHint(char)}
	}
	if !anyAlphabet {
		if t.decided && alphabet != t.used {
			return &Error{
				Found:    fmt.Sprintf("%s in a board of %s", quote(char, raw), t.used.describe()),
				Expected: "one alphabet a board", Hint: "a hole is written '_'",
			}
		}
		t.used, t.decided = alphabet, true
	}
	if puzzle == Flip && colour != board.Hole && int(colour) >= t.colours {
		err := &Error{
			Found: quote(char, raw), Expected: fmt.Sprintf("a state below %d, the number of colours", t.colours),
			Hint: fmt.Sprintf("say how many colours there are, for example \"; fewest: flip colours=%d\" above the board", colour+1),
		}
		if t.rows == 0 && sizeLine.MatchString(t.first) {
			err.Hint = sizeHint(t.first)
		}
		return err
	}
	t.cells = append(t.cells, colour)
	return nil
}

func (a Alphabet) describe() string {
	switch a {
	case Lights:
		return "'.' and '#'"
	case BlackWhite:
		return "'w' and 'b'"
	case Letters:
		return "letters"
	}
	return "digits"
}

var (
	sizeLine  = regexp.MustCompile(`^[0-9]+([ \t]+|[ \t]*[x,][ \t]*)[0-9]+$`)
	flipLine  = regexp.MustCompile(`^[01 \t_]+$|^[#._ \t]*#[#._ \t]*$`)
	directive = regexp.MustCompile(`^;[ \t]*(name|fewest):[ \t]*(.*)$`)
)

func sizeHint(line string) string {
	return fmt.Sprintf("%q looks like the size of the board: leave it out, the rows say it", line)
}

// strangerHint says what may help against a character that isn't a cell.
func (t *textRows) strangerHint(char rune) string {
	floor := t.entry.Puzzle == Floor
	digit := '0' <= char && char <= '9'
	switch {
	case t.rows == 0 && sizeLine.MatchString(t.first):
		return sizeHint(t.first)
	case floor && t.rows == 0 && flipLine.MatchString(t.first):
		return "this looks like a flip board, of the other puzzle"
	case floor && digit:
		return "colours are letters; colours as numbers go into JSON: {\"cells\": [[0, 1], [1, 0]]}"
	case floor && (char == '#' || char == '_'):
		return "a hole in a floor is written '.'"
	case !floor && ('A' <= char && char <= 'Z' || 'a' <= char && char <= 'z'):
		return "letters are colours of floors, the other puzzle"
	case char == ';':
		return "a comment has a line of its own"
	case char == '[' && len(t.cells) == 0:
		return "JSON is read as one object a line: {\"rows\": [\"RG\", \"GR\"]}"
	case char == '\r':
		return "lines end with LF or CRLF"
	}
	return ""
}

// quote names a character so that it's seen.
func quote(char rune, raw []byte) string {
	switch {
	case char == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf("the byte 0x%02X", raw[0])
	case strconv.IsPrint(char):
		return "'" + string(char) + "'"
	}
	return fmt.Sprintf("%U", char)
}

// isUTF16 reports whether a file's first line begins as UTF-16 does.
func isUTF16(line []byte) bool {
	return bytes.HasPrefix(line, []byte("\xFF\xFE")) || bytes.HasPrefix(line, []byte("\xFE\xFF"))
}

func isDirective(text []byte) bool {
	return len(text) > 0 && text[0] == ';' && directive.Match(text)
}

// direct follows a directive: it names the next board, or says what the
// boards below are.
func (r *Reader) direct(text string) {
	match := directive.FindStringSubmatch(text)
	if match[1] == "name" {
		r.name = strings.TrimSpace(match[2])
		return
	}
	r.declared, r.fields, r.bad = "", Fields{}, nil
	bad := func(found, expected string) {
		if r.bad == nil {
			r.bad = &Error{
				Line: r.number, Column: 1, Found: found + " in a directive", Expected: expected,
				Hint: "for example \"; fewest: flip mask=plus colours=3 wrap\" or \"; fewest: floor\"",
			}
		}
	}
	for i, word := range strings.Fields(match[2]) {
		key, value, given := strings.Cut(word, "=")
		switch {
		case i == 0 && (word == string(Floor) || word == string(Flip)):
			r.declared = Puzzle(word)
		case i == 0:
			bad(strconv.Quote(word), "floor or flip")
		case r.declared == Floor:
			bad(strconv.Quote(word), "nothing after floor")
		case key == "mask" && value != "":
			r.fields.Mask = value
		case key == "colours":
			n, err := strconv.Atoi(value)
			if err != nil || n < 2 || n > board.MaxColour+1 {
				bad(strconv.Quote(word), "colours=2 to colours=255")
			}
			r.fields.Colours = n
		case key == "wrap" && (!given || value == "true" || value == "false"):
			wrap := value != "false"
			r.fields.Wrap = &wrap
		default:
			bad(strconv.Quote(word), "mask=NAME, colours=NUMBER or wrap")
		}
	}
	if r.declared == "" {
		bad("no puzzle", "floor or flip")
	}
}
