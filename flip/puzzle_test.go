package flip

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fewest/board"
)

// TestMasks presses one button on an empty board.
func TestMasks(t *testing.T) {
	for _, c := range []struct {
		name string
		spec Spec
		row  int
		col  int
		want string
	}{
		{"cross", Spec{Rows: 3, Cols: 4}, 1, 2, "0010 1111 0010"},
		{"cross behind holes", Spec{Rows: 3, Cols: 3, Holes: []bool{false, false, false, false, true, false, false, false, false}}, 0, 1, "111 0_0 010"},
		{"plus", Spec{Rows: 3, Cols: 4, Mask: Plus}, 0, 0, "1100 1000 0000"},
		{"plus torus", Spec{Rows: 3, Cols: 4, Mask: Plus, Wrap: true}, 0, 0, "1101 1000 1000"},
		{"plus torus, 2 rows cancel", Spec{Rows: 2, Cols: 4, Mask: Plus, Wrap: true}, 0, 1, "1110 0000"},
		{"plus torus, 2 rows add", Spec{Rows: 2, Cols: 4, Mask: Plus, Wrap: true, Colours: 3}, 0, 1, "1110 0200"},
		{"king", Spec{Rows: 3, Cols: 4, Mask: King}, 1, 1, "1110 1110 1110"},
		{"diagonal", Spec{Rows: 3, Cols: 4, Mask: Diagonal}, 1, 1, "1010 0100 1010"},
		{"neighbours", Spec{Rows: 3, Cols: 4, Mask: Neighbours}, 2, 3, "0000 0001 0010"},
		{"pattern", Spec{Rows: 3, Cols: 4, Colours: 5, Pattern: []string{"x2", "30"}}, 1, 1, "0000 0020 0300"},
		{"pattern torus", Spec{Rows: 2, Cols: 2, Colours: 5, Wrap: true, Pattern: []string{"X23"}}, 0, 0, "42 00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := New(c.spec)
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.Replay(p.Board(), []Press{{Row: c.row, Col: c.col, Times: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if want := parse(strings.Fields(c.want)...); !slices.Equal(b.Cells, want.Cells) {
				t.Errorf("%v, want %v", b.Cells, want.Cells)
			}
		})
	}
}

// TestCauses checks that causes is the transpose of effects.
func TestCauses(t *testing.T) {
	for _, spec := range []Spec{
		{Rows: 4, Cols: 5, Mask: Plus, Wrap: true, Colours: 3},
		{Rows: 2, Cols: 3, Mask: King, Wrap: true, Colours: 4},
		{Rows: 4, Cols: 4, Pattern: []string{"12x", "003"}, Colours: 5},
		{Rows: 1, Cols: 2, Pattern: []string{"12X", "003"}, Colours: 5, Wrap: true},
		{Rows: 2, Cols: 2, Buttons: map[string][][3]int{"a": {{0, 0, 1}, {1, 1, 2}, {0, 0, 1}}, "b": {{1, 1, 9}}}, Colours: 3},
	} {
		p, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		var there, back []string
		say := func(b, cell, amount int32) string {
			return board.Cell{Row: int(b), Col: int(cell)}.String() + string('0'+amount)
		}
		for b := range p.moves.count() {
			for _, e := range p.moves.effects(nil, b) {
				there = append(there, say(int32(b), e.Index, e.Amount))
			}
		}
		for cell := range p.Rows * p.Cols {
			for _, e := range p.moves.causes(nil, cell) {
				back = append(back, say(e.Index, int32(cell), e.Amount))
			}
		}
		slices.Sort(there)
		slices.Sort(back)
		if !slices.Equal(there, back) || len(there) == 0 {
			t.Errorf("%+v: %v and %v", spec, there, back)
		}
	}
}

// TestLargePatterns places patterns that are larger than their boards. However
// large, no more steps are left than the board has cells.
func TestLargePatterns(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		spec := Spec{Rows: 1 + rng.IntN(4), Cols: 1 + rng.IntN(4), Colours: 2 + rng.IntN(4), Wrap: rng.IntN(2) == 0}
		height, width := 1+rng.IntN(12), 1+rng.IntN(12)
		row, col := rng.IntN(height), rng.IntN(width)
		for r := range height {
			line := make([]byte, width)
			for c := range line {
				line[c] = byte('0' + rng.IntN(4))
			}
			if r == row {
				line[col] = 'x'
			}
			spec.Pattern = append(spec.Pattern, string(line))
		}
		p, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		reach := (2*spec.Rows - 1) * (2*spec.Cols - 1) // of a mask that covers the board from every cell
		if spec.Wrap {
			reach = spec.Rows * spec.Cols
		}
		if n := p.moves.most(); n > reach {
			t.Fatalf("%+v: %d steps on a board of %d x %d", spec, n, spec.Rows, spec.Cols)
		}
		for button := range spec.Rows * spec.Cols {
			want := make([]int, spec.Rows*spec.Cols)
			for r, line := range spec.Pattern {
				for c, ch := range []byte(line) {
					y, x := button/spec.Cols+r-row, button%spec.Cols+c-col
					if spec.Wrap {
						y, x = mod(y, spec.Rows), mod(x, spec.Cols)
					}
					if ch != 'x' && y >= 0 && y < spec.Rows && x >= 0 && x < spec.Cols {
						want[y*spec.Cols+x] += int(ch - '0')
					}
				}
			}
			b, err := p.Replay(p.Board(), []Press{p.moves.press(button, 1)})
			if err != nil {
				t.Fatal(err)
			}
			for i, state := range b.Cells {
				if int(state) != want[i]%spec.Colours {
					t.Fatalf("%+v, button %d: %v, want %v", spec, button, b.Cells, want)
				}
			}
		}
	}
}

func TestBadSpecs(t *testing.T) {
	for want, spec := range map[string]Spec{
		"no cells":             {Rows: 0, Cols: 4},
		"too large":            {Rows: 1001, Cols: 1000},
		"1 colours":            {Rows: 2, Cols: 2, Colours: 1},
		"256 colours":          {Rows: 2, Cols: 2, Colours: 256},
		"no mask \"star\"":     {Rows: 2, Cols: 2, Mask: "star"},
		"no X or x":            {Rows: 2, Cols: 2, Pattern: []string{"010"}},
		"a second 'x'":         {Rows: 2, Cols: 2, Pattern: []string{"X1", "0x"}},
		"row 2, column 1: '?'": {Rows: 2, Cols: 2, Pattern: []string{"X1", "?0"}},
		"needs a list":         {Rows: 2, Cols: 2, Mask: Buttons},
		"no row 2, column 0":   {Rows: 2, Cols: 2, Buttons: map[string][][3]int{"a": {{2, 0, 1}}}},
		"holes for 3 cells":    {Rows: 2, Cols: 2, Holes: make([]bool, 3)},
	} {
		if _, err := New(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", spec, err, want)
		}
	}
	p, err := New(Spec{Rows: 2, Cols: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*board.Board{parse("111", "111"), parse("12", "00"), parse("1_", "00")} {
		if _, err := Solve(t.Context(), p, b, Options{}); err == nil {
			t.Errorf("solved %v", b.Cells)
		}
	}
	for _, plan := range [][]Press{{{Row: 2, Times: 1}}, {{Col: -1, Times: 1}}, {{Times: 0}}, {{Times: -3}}, {{Button: "a", Times: 1}}} {
		if _, err := p.Replay(p.Board(), plan); err == nil {
			t.Errorf("replayed %v", plan)
		}
	}
}

// FuzzPress reads presses as they stand in answers: what is read is written and
// read again the same.
func FuzzPress(f *testing.F) {
	for _, text := range []string{`[0,1,2]`, `["a",3]`, `[]`, `["a"]`, `[1,2]`, `[0.5,1,2]`, `["",1]`, `[1,"a"]`, `{}`, `null`, `[1e300,1,1]`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var press, again Press
		if json.Unmarshal([]byte(text), &press) != nil {
			return
		}
		line, err := json.Marshal(press)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(line, &again); err != nil || again != press {
			t.Errorf("%s: %+v, then %s: %+v, %v", text, press, line, again, err)
		}
	})
}

// FuzzPattern places masks of all kinds.
func FuzzPattern(f *testing.F) {
	f.Add("010/1X1/010", 3, 4, 2, true)
	f.Add("x9", 1, 1, 7, true)
	f.Add("X", 2, 2, 255, false)
	f.Fuzz(func(t *testing.T, pattern string, rows, cols, colours int, wrap bool) {
		if rows > 5 || cols > 5 || colours > 6 || len(pattern) > 100 {
			return
		}
		p, err := New(Spec{Rows: rows, Cols: cols, Colours: colours, Wrap: wrap, Pattern: strings.Split(pattern, "/"), Mask: Pattern})
		if err != nil {
			return
		}
		b, err := Random(p, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Solve(t.Context(), p, b, Options{})
		if err != nil || a.Status == "impossible" {
			t.Errorf("%v %v: %v %v", p.Spec, b.Cells, a.Status, err)
		}
	})
}
