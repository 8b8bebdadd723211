package floor

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fewest/board"
	"fewest/floor/internal/bound"
)

func TestVerify(t *testing.T) {
	b := parse("RRG/G.B")
	swap := func(r, c, s, d int) Swap { return Swap{board.Cell{Row: r, Col: c}, board.Cell{Row: s, Col: d}} }
	good := swap(0, 1, 0, 2)
	for _, c := range []struct {
		plan []Swap
		want string
	}{
		{[]Swap{good}, ""},
		{nil, "not done after 0 swaps: row 1, column 1 and row 1, column 2 have the same colour (1 such pair)"},
		{[]Swap{good, swap(0, 0, 0, 2)}, "swap 2: row 1, column 1 and row 1, column 3 do not share a side"},
		{[]Swap{swap(0, 0, 0, 0)}, "swap 1: row 1, column 1 and row 1, column 1 do not share a side"},
		{[]Swap{good, swap(0, 0, 1, 1)}, "swap 2: row 2, column 2 is a hole"},
		{[]Swap{good, swap(0, 0, 1, 0), swap(1, 2, 2, 2)}, "swap 3: row 3, column 3 is not on the board of 2 x 3"},
		{[]Swap{swap(0, -1, 0, 0)}, "swap 1: row 1, column 0 is not on the board of 2 x 3"},
	} {
		err := Verify(b, c.plan)
		if got := text(err); got != c.want {
			t.Errorf("%v: %q, want %q", c.plan, got, c.want)
		}
	}
	if before := unparse(b); before != "RRG/G.B" {
		t.Errorf("the board is now %s", before)
	}
	after, err := Replay(b, []Swap{good})
	if err != nil || unparse(after) != "RGR/G.B" || Verify(after, nil) != nil || conflicts(t, b) != 1 {
		t.Errorf("%v, %v", unparse(after), err)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// conflicts counts those of a board.
func conflicts(t *testing.T, b *board.Board) int {
	t.Helper()
	all, err := Conflicts(b)
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

func TestSwapJSON(t *testing.T) {
	s := Swap{board.Cell{Row: 1, Col: 2}, board.Cell{Row: 1, Col: 3}}
	data, err := json.Marshal(s)
	if err != nil || string(data) != "[1,2,1,3]" {
		t.Fatalf("%s, %v", data, err)
	}
	var back Swap
	if err := json.Unmarshal(data, &back); err != nil || back != s {
		t.Fatalf("%v, %v", back, err)
	}
	for _, bad := range []string{"[1,2,1]", "[1,2,1,3,4]", `"x"`, "[1,2,1,0.5]"} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
}

func TestRandomPossible(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {1, 9}, {2, 2}, {3, 3}, {6, 6}, {5, 13}} {
		for colours := 2; colours <= 5; colours++ {
			for seed := range uint64(100) {
				plain, err := Random(size[0], size[1], colours, seed)
				if err != nil {
					t.Fatal(err)
				}
				b, err := RandomPossible(size[0], size[1], colours, seed)
				if err != nil {
					t.Fatal(err)
				}
				if !decide(t, b).Possible {
					t.Fatalf("%v, %d colours, seed %d can't be done", size, colours, seed)
				}
				if decide(t, plain).Possible && !slices.Equal(plain.Cells, b.Cells) {
					t.Fatalf("%v, %d colours, seed %d: another board than Random's, which can be done", size, colours, seed)
				}
			}
		}
	}
	if b, err := RandomPossible(1, 1, 1, 1); err != nil || len(b.Cells) != 1 {
		t.Errorf("one tile: %v", err)
	}
	if _, err := RandomPossible(1, 2, 1, 1); err == nil {
		t.Error("two tiles of one colour: no error")
	}
	// Of 3 x 3 boards of two colours all 252 that can be done come equally often:
	// chi squared has 251 degrees of freedom, a mean of 251 and a deviation of 22.
	const draws = 252 * 40
	seen := map[string]int{}
	for seed := range uint64(draws) {
		b, err := RandomPossible(3, 3, 2, seed)
		if err != nil {
			t.Fatal(err)
		}
		seen[string(b.Cells)]++
	}
	chi := 0.0
	for _, n := range seen {
		chi += float64((n-40)*(n-40)) / 40
	}
	if chi += float64(252-len(seen)) * 40; len(seen) > 252 || chi > 251+6*22 {
		t.Errorf("%d boards, chi squared %.0f", len(seen), chi)
	}
}

func TestRandom(t *testing.T) {
	// Fixed for ever: published boards are named by their seeds.
	b, err := Random(3, 8, 6, 1)
	if err != nil || unparse(b) != "CRPRPCPC/GRBRYRYG/PBYRYCGR" {
		t.Errorf("%s, %v", unparse(b), err)
	}
	seen := map[uint8]bool{}
	b, err = Random(30, 30, 26, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range b.Cells {
		seen[c] = true
	}
	if len(seen) != 26 || slices.Max(b.Cells) != 25 {
		t.Errorf("%d colours up to %d", len(seen), slices.Max(b.Cells))
	}
	for _, bad := range [][3]int{{0, 1, 2}, {1, -1, 2}, {1001, 1000, 2}, {2, 2, 0}, {2, 2, 27}} {
		if _, err := Random(bad[0], bad[1], bad[2], 1); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}

func TestPossibleAgreesWithPlainSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	impossible, searched, excluded := 0, 0, 0
	for i := range 3000 {
		b := small(random)
		if i%5 == 0 { // two colours and one odd tile: counting often can't tell
			b = board.New(3, 5)
			for i := range b.Cells {
				b.Cells[i] = uint8(random.IntN(2))
				if random.IntN(3) == 0 {
					b.Cells[i] = board.Hole
				}
			}
			b.Cells[random.IntN(15)] = 2
		}
		v := decide(t, b)
		if want := reference(b) >= 0; !v.Decided || v.Possible != want || v.Proof == "" {
			t.Fatalf("%s: %+v, want %v", unparse(b), v, want)
		}
		if v.Proof == ProofColouring && !v.Possible {
			excluded++
		}
		if !v.Possible {
			impossible++
			if v.Reason == "" {
				t.Fatalf("%s: no reason", unparse(b))
			}
		}
		if v.Witness != nil {
			searched++
			before, after := slices.Clone(b.Cells), slices.Clone(v.Witness.Cells)
			slices.Sort(before)
			slices.Sort(after)
			if Verify(v.Witness, nil) != nil || !slices.Equal(before, after) {
				t.Fatalf("%s: witness %s", unparse(b), unparse(v.Witness))
			}
		}
	}
	if impossible < 300 || searched < 50 || excluded < 1 {
		t.Errorf("%d impossible, %d found and %d excluded by search: too few to mean anything", impossible, searched, excluded)
	}
}

// decide asks whether a board can be done.
func decide(t *testing.T, b *board.Board) Verdict {
	t.Helper()
	v, err := Possible(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestReasons(t *testing.T) {
	for rows, want := range map[string]string{
		"RRR/RRG":           "colour R has 5 tiles, and at most 3 fit without two sharing a side",
		"R.R/RGR":           "colour R has 4 tiles, and at most 3 fit without two sharing a side",
		"G.RRR/G.RRG":       "colour G has 2 tiles, and at most 1 fit without two sharing a side, in the piece at row 1, column 1",
		"RRR.G/.GRB./RGGGG": "the piece at row 1, column 1: every colouring excluded",
		".R./RGG/.R.":       "colours R and G have 3 and 2 tiles, and two colours must fill the classes of a checkerboard, 4 and 1 cells",
	} {
		if v := decide(t, parse(rows)); v.Possible || !v.Decided || v.Reason != want {
			t.Errorf("%s: %+v, want %q", rows, v, want)
		}
	}
}

// TestPossibleLargeWithHoles: large boards with holes are decided, too.
func TestPossibleLargeWithHoles(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	b := board.New(40, 40)
	for i := range b.Cells {
		b.Cells[i] = uint8(random.IntN(4))
		if random.IntN(5) == 0 {
			b.Cells[i] = board.Hole
		}
	}
	for _, p := range pieces(b) { // make every small piece possible
		if p.size() < 20 {
			for v := range p.cells {
				b.Cells[p.cells[v]] = uint8(v % 200)
			}
		}
	}
	if v := decide(t, b); !v.Decided || !v.Possible || v.Witness == nil || Verify(v.Witness, nil) != nil {
		t.Errorf("%+v", v)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if v, err := Possible(ctx, b); err != nil || v.Decided && !v.Possible {
		t.Error("impossible because time was up")
	}
}

// TestBounds: the quick bounds never exceed the truth, for every arrangement
// within reach of some boards.
func TestBounds(t *testing.T) {
	for _, rows := range []string{"RGB/BGR", "RRG/.GB/BBG", "RRGGB", "RGRG/BBRG", "RRR/GGB/GBB"} {
		b := parse(rows)
		tight := 0
		for s := range arrangements(b.Cells) {
			at := &board.Board{Rows: b.Rows, Cols: b.Cols, Cells: []uint8(s)}
			truth := reference(at)
			if truth < 0 {
				continue
			}
			sum := 0
			for _, p := range pieces(at) {
				packing, travel := bound.Packing(p.Graph, p.colours), bound.Travel(t.Context(), p.Graph, p.colours)
				if sum += max(packing, travel); max(packing, travel) > truth {
					t.Fatalf("%s: packing %d, travel %d, truth %d", unparse(at), packing, travel, truth)
				}
			}
			if sum == truth {
				tight++
			}
		}
		if tight == 0 {
			t.Errorf("%s: the bound is never tight", rows)
		}
	}
}

// arrangements returns some hundred different orders of the cells that leave
// holes where they are.
func arrangements(cells []uint8) map[string]bool {
	random := rand.New(rand.NewPCG(8, 0))
	all := map[string]bool{}
	for range 150 {
		c := slices.Clone(cells)
		random.Shuffle(len(c), func(i, j int) {
			if c[i] != board.Hole && c[j] != board.Hole {
				c[i], c[j] = c[j], c[i]
			}
		})
		all[string(c)] = true
	}
	return all
}
