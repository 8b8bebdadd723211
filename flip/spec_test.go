package flip

import (
	"strings"
	"testing"

	"fewest/board"
)

// A cell without an amount is added to once; a cell of any other shape is an
// error that names the button.
func TestParseButtons(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": [[0,0],[0,1]]}`:        "",
		`{"a": [[0,0,1],[0,1,1]]}`:    "",
		`{"a": [[]]}`:                 `button "a": a cell of 0 numbers`,
		`{"a": [[0,0],[0]]}`:          `button "a": a cell of 1 numbers`,
		`{"a": [[0,0,1,7]]}`:          `button "a": a cell of 4 numbers`,
		`{"a": [[0,0,"x"]]}`:          "the list of buttons",
		`{"a": [[0,0,null]]}`:         `button "a": null`,
		`{"a": null}`:                 `button "a": null`,
		`{"a": [0,0]}`:                "the list of buttons",
		`[[0,0]]`:                     "the list of buttons",
		`{"a": [[0,0]], "b": [[0]]} `: `button "b"`,
	} {
		spec, err := Described("", false, 0, nil, []byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err != nil {
			continue
		}
		lit := &board.Board{Rows: 1, Cols: 2, Cells: []uint8{1, 1}}
		p, err := ForBoard(spec, lit)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := Solve(t.Context(), p, lit, Options{}); err != nil || a.Moves != 1 {
			t.Errorf("%s: %d presses, want 1: %v", text, a.Moves, err)
		}
	}
}
