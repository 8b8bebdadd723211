package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"fewest/board"
	"fewest/flip"
	"fewest/level"
)

// Board is a board as JSON, with the fields of a line of a JSON Lines file.
// Package board reads and writes it.
type Board struct{ json.RawMessage }

// Schema describes a board.
func (Board) Schema(r huma.Registry) *huma.Schema {
	return named(r, "Board", &huma.Schema{
		Type: huma.TypeObject, Nullable: true,
		Description: "A board, as in a JSON Lines file: rows as text or cells as numbers.",
		Properties: map[string]*huma.Schema{
			"name":    {Type: huma.TypeString},
			"rows":    {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}, Description: "Floors: a letter a colour, '.' a hole. Flips: digits, or '.' and '#', or 'w' and 'b'; '_' a hole."},
			"cells":   {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger, Nullable: true}}, Description: "Instead of rows: colours or states as numbers, null a hole."},
			"mask":    {Type: huma.TypeString, Description: "Flips: the cells that a button changes."},
			"wrap":    {Type: huma.TypeBoolean, Description: "Flips: the board is a torus."},
			"colours": {Type: huma.TypeInteger, Description: "Flips: the number of colours."},
			"pattern": {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}, Description: "Flips: a mask drawn by rows, X or x the pressed cell."},
			"buttons": {Type: huma.TypeObject, Description: "Flips: buttons by name, each a list of [row, col, amount].",
				AdditionalProperties: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger}}}},
			"par": {Type: huma.TypeInteger, Description: "The fewest moves that the board's author states."},
		},
		AdditionalProperties: true,
	})
}

// named puts a schema among the components and returns a reference to it.
func named(r huma.Registry, name string, s *huma.Schema) *huma.Schema {
	if r.Map()[name] == nil {
		s.PrecomputeMessages()
		r.Map()[name] = s
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// given reports whether there is a board.
func (b Board) given() bool { return len(b.RawMessage) > 0 && string(b.RawMessage) != "null" }

// entry reads the board.
func (b Board) entry(puzzle level.Puzzle, maxCells int) (*level.Entry, error) {
	var line bytes.Buffer
	if !b.given() {
		return nil, huma.Error422UnprocessableEntity("a board is needed")
	}
	if err := json.Compact(&line, b.RawMessage); err != nil {
		return nil, huma.Error422UnprocessableEntity("the board: " + err.Error())
	}
	e, err := level.NewReader(&line, level.Options{File: "board", Puzzle: puzzle}).Next()
	switch {
	case err != nil:
		return nil, huma.Error422UnprocessableEntity("the board: " + err.Error())
	case e.Err != nil:
		return nil, huma.Error422UnprocessableEntity("the board: "+message(e.Err), hints(e.Err)...)
	case len(e.Board.Cells) > maxCells:
		return nil, tooLarge(e.Board.Rows, e.Board.Cols, maxCells)
	case len(e.Name) > maxName:
		return nil, huma.Error422UnprocessableEntity("the board: " + longName)
	}
	return e, nil
}

// maxName is how long the name of a board may be, in bytes.
const maxName = 200

var longName = fmt.Sprintf("its name is too long: %d bytes are the most", maxName)

// message says what is wrong with a board, without the place.
func message(e *level.Error) string {
	text := "found " + e.Found
	if e.Expected != "" {
		text += ", expected " + e.Expected
	}
	return text
}

func hints(e *level.Error) []error {
	if e.Hint == "" {
		return nil
	}
	return []error{&huma.ErrorDetail{Message: e.Hint, Location: "body.board"}}
}

func tooLarge(rows, cols, maxCells int) error {
	return huma.Error422UnprocessableEntity(fmt.Sprintf("a board of %d x %d cells: this server takes at most %d cells", rows, cols, maxCells))
}

// written returns an entry as JSON, with its name even if that was given to it.
func written(e *level.Entry) (Board, error) {
	named := *e
	named.Named = true
	text, err := json.Marshal(named)
	return Board{text}, err
}

// flipPuzzle returns the flip puzzle that an entry's board belongs to.
func flipPuzzle(e *level.Entry) (*flip.Puzzle, error) {
	spec, err := flip.Described(e.Mask, e.Wrap != nil && *e.Wrap, e.Colours, e.Pattern, e.Buttons)
	if err != nil {
		return nil, unfit(err)
	}
	p, err := flip.ForBoard(spec, e.Board)
	return p, unfit(err)
}

// unfit turns what a package says of its arguments into a refusal.
func unfit(err error) error {
	if err == nil {
		return nil
	}
	return huma.Error422UnprocessableEntity(err.Error())
}

// parseSize reads "4x4".
func parseSize(text string, maxCells int) (rows, cols int, err error) {
	if rows, cols, err = board.ParseSize(text); err != nil {
		return 0, 0, unfit(err)
	}
	if rows*cols > maxCells {
		return 0, 0, tooLarge(rows, cols, maxCells)
	}
	return rows, cols, nil
}

// choose reports an unknown name among some.
func choose[T ~string](what, name string, of []T) error {
	names := make([]string, len(of))
	for i, other := range of {
		if name == "" || name == string(other) {
			return nil
		}
		names[i] = string(other)
	}
	return huma.Error422UnprocessableEntity(fmt.Sprintf("no %s %q; there are %s", what, name, strings.Join(names, ", ")))
}
