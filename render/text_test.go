package render

import (
	"regexp"
	"strings"
	"testing"

	"fewest/board"
	"fewest/floor"
	"fewest/level"
)

// example is a floor with a hole and a plan of four swaps, two over one edge.
func example(t *testing.T) (*board.Board, []floor.Swap) {
	entries, err := level.ReadAll(strings.NewReader("RRG\nGBB\n.RG\n"), level.Options{Puzzle: level.Floor})
	if err != nil || entries[0].Err != nil {
		t.Fatal(err, entries)
	}
	swap := func(r, c, r2, c2 int) floor.Swap {
		return floor.Swap{A: board.Cell{Row: r, Col: c}, B: board.Cell{Row: r2, Col: c2}}
	}
	return entries[0].Board, []floor.Swap{swap(0, 1, 0, 2), swap(1, 0, 1, 1), swap(1, 0, 1, 1), swap(1, 1, 2, 1)}
}

func TestText(t *testing.T) {
	b, plan := example(t)
	for _, test := range []struct {
		what  string
		width int
		plan  []floor.Swap
		want  string
	}{
		{"numbered, side by side", 80, plan, `
  1   2   3        1   2   3
1 R   R─1─G      1 R   G   R

2 G─2+B   B      2 G   R   B
      4
3 .   R   G      3 .   B   G
`},
		{"narrow, side by side", 20, plan, `
  1 2 3      1 2 3
1 R R─G    1 R G R

2 G─B B    2 G R B
    │
3 . R G    3 . B G
`},
		{"one below the other", 10, plan, `
  1 2 3
1 R R─G

2 G─B B
    │
3 . R G

  1 2 3
1 R G R

2 G R B

3 . B G
`},
		{"no plan", 80, nil, `
  1 2 3
1 R R G
2 G B B
3 . R G
`},
		{"no swap between rows", 20, plan[:3], `
  1 2 3      1 2 3
1 R R─G    1 R G R
2 G─B B    2 G B B
3 . R G    3 . R G
`},
	} {
		if got := (Text{Width: test.width}).Floor(b, test.plan); got != test.want[1:] {
			t.Errorf("%s:\n%s\nwant:\n%s", test.what, got, test.want[1:])
		}
	}
}

var escapeCode = regexp.MustCompile("\x1b\\[[0-9;]*m")

// In colour the tiles are wider, and all else is plain.
func TestTextInColour(t *testing.T) {
	b, plan := example(t)
	got := Text{Colour: true, Width: 80}.Floor(b, plan)
	if n := len(escapeCode.FindAllString(got, -1)); n != 2*2*b.Tiles() {
		t.Errorf("%d escape codes for twice %d tiles: %q", n, b.Tiles(), got)
	}
	want := `
   1     2     3          1     2     3
1  R     R ─1─ G       1  R     G     R

2  G ─2+ B     B       2  G     R     B
         4
3  .     R     G       3  .     B     G
`
	plain := ""
	for line := range strings.Lines(escapeCode.ReplaceAllString(got, "")) {
		plain += strings.TrimRight(line, " \n") + "\n"
	}
	if plain != want[1:] {
		t.Errorf("got:\n%s\nwant:\n%s", plain, want[1:])
	}
}

func TestTextOfOneColumn(t *testing.T) {
	b := &board.Board{Rows: 3, Cols: 1, Cells: []uint8{0, 0, 1}}
	plan := []floor.Swap{{A: board.Cell{Row: 2}, B: board.Cell{Row: 1}}}
	want := `
  1        1
1 A      1 A

2 A      2 B
  1
3 B      3 A
`
	if got := (Text{Width: 80}).Floor(b, plan); got != want[1:] {
		t.Errorf("got:\n%s\nwant:\n%s", got, want[1:])
	}
}

// The letter on a tile must be readable: a contrast of 4.5 (WCAG AA).
func TestContrast(t *testing.T) {
	for colour := range uint8(26) {
		tile, ink := paintOf(colour)
		if c := contrast(tile, ink); c < 4.5 {
			t.Errorf("%s: contrast %.1f", board.Letter(colour), c)
		}
	}
	seen := map[paint]bool{}
	for _, p := range paints {
		if seen[p] {
			t.Errorf("%s twice", p)
		}
		seen[p] = true
	}
}
