package flip

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"fewest/answer"
	"fewest/flip/internal/radius"
	"fewest/flip/internal/switching"
)

// censusCase is a line of testdata/flip_census.jsonl.
type censusCase struct {
	Mask     Mask
	Wrap     bool
	Rows     int
	Cols     int
	Colours  int
	Diameter int
	Nullity  *int
	Counts   []*big.Int `json:"boards_per_distance"`
	Farthest *big.Int
}

func (c censusCase) String() string {
	return fmt.Sprintf("%s-%dx%d-k%d-wrap=%v", c.Mask, c.Rows, c.Cols, c.Colours, c.Wrap)
}

func (c censusCase) puzzle(t testing.TB) *Puzzle {
	p, err := New(Spec{Rows: c.Rows, Cols: c.Cols, Mask: c.Mask, Wrap: c.Wrap, Colours: c.Colours})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCensusCases takes the census, or the diameter where that is all that is
// known, of every case.
func TestCensusCases(t *testing.T) {
	for _, c := range readLines[censusCase](t, "testdata/flip_census.jsonl") {
		t.Run(c.String(), func(t *testing.T) {
			if testing.Short() && c.Wrap && c.Rows*c.Cols == 36 {
				t.Skip("a table of 2^28 boards")
			}
			p := c.puzzle(t)
			measure := Census
			if c.Counts == nil {
				measure = Farthest
			}
			d, err := measure(t.Context(), p, CensusOptions{Max: 3})
			if err != nil {
				t.Fatal(err)
			}
			t.Log(d.Method, d.Seconds)
			if d.Lower != c.Diameter || d.Upper != c.Diameter {
				t.Errorf("diameter %d..%d, want %d", d.Lower, d.Upper, c.Diameter)
			}
			if c.Counts != nil && !equalCounts(d.Counts, c.Counts) {
				t.Errorf("boards per distance %v, want %v", d.Counts, c.Counts)
			}
			if c.Farthest != nil && (d.Farthest() == nil || d.Farthest().Cmp(c.Farthest) != 0) {
				t.Errorf("%v farthest boards, want %v", d.Farthest(), c.Farthest)
			}
			if c.Nullity != nil && d.Fact("nullity") != *c.Nullity {
				t.Errorf("nullity %v, want %d", d.Fact("nullity"), *c.Nullity)
			}
			checkFarthest(t, p, d)
		})
	}
}

// testKernel returns the kernel of a puzzle.
func testKernel(t *testing.T, p *Puzzle) *kernel {
	t.Helper()
	sol, err := newSystem(t.Context(), p).solve(t.Context(), nil, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	k, err := sol.kernel(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func equalCounts(a, b []*big.Int) bool {
	return slices.EqualFunc(a, b, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
}

// checkFarthest solves the boards said to be farthest.
func checkFarthest(t *testing.T, p *Puzzle, d Distances) {
	t.Helper()
	if len(d.Boards) == 0 {
		t.Error("no farthest board")
	}
	for i, far := range d.Boards {
		b := far.Board
		for _, other := range d.Boards[:i] {
			if slices.Equal(b.Cells, other.Board.Cells) {
				t.Errorf("a farthest board is listed twice")
			}
		}
		a, err := Solve(t.Context(), p, b, Options{})
		if err != nil || a.Moves != d.Lower || a.LowerBound != d.Lower {
			t.Errorf("farthest board %v needs %s presses, not %d: %v", b.Cells, a.Short(), d.Lower, err)
		}
	}
}

// TestCensusMethodsAgree compares all methods with the search from the goal, on
// random puzzles: counts, and all the farthest boards.
func TestCensusMethodsAgree(t *testing.T) {
	puzzles, limit := 150, 3000
	if os.Getenv("FEWEST_SWEEP") != "" {
		puzzles, limit = 1500, 100_000
	}
	rng := rand.New(rand.NewPCG(11, 4))
	compared := map[Method]int{}
	for range puzzles {
		spec := randomSpec(rng, limit)
		if rng.IntN(4) == 0 {
			spec = Spec{Rows: 1 + rng.IntN(4), Cols: 1 + rng.IntN(3)}
		}
		p, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		all := CensusOptions{Method: BFS, Max: limit}
		want, err := Census(t.Context(), p, all)
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range CensusMethods {
			if method == Naive && (p.Cells() > 8 || p.Colours > 2) {
				continue
			}
			all.Method = method
			got, err := Census(t.Context(), p, all)
			if err != nil || !got.Exact() {
				if method == Auto || method == Coset && p.Colours != 4 && p.Colours != 6 {
					t.Errorf("%+v: %s: %v", p.Spec, method, err)
				}
				continue
			}
			compared[method]++
			if !equalCounts(got.Counts, want.Counts) {
				t.Fatalf("%+v: %s counts %v, bfs %v", p.Spec, method, got.Counts, want.Counts)
			}
			if a, b := boardSet(got), boardSet(want); !slices.Equal(a, b) {
				t.Fatalf("%+v: %s finds %d farthest boards, bfs %d (of %v)", p.Spec, method, len(a), len(b), want.Farthest())
			}
		}
		if s, err := radius.New(t.Context(), &testKernel(t, p).Code, 1<<30); err == nil {
			r := s.Run(t.Context(), 0, nil)
			compared["radius"]++
			if r.Lower != want.Lower || r.Upper != want.Lower {
				t.Fatalf("%+v: covering radius %d..%d, want %d", p.Spec, r.Lower, r.Upper, want.Lower)
			}
		}
	}
	t.Log(compared)
}

// TestFarthestAgrees finds the diameters of puzzles with few boards by each way
// that farthest has, as if counting were out of reach.
func TestFarthestAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	ways := map[string]func(m *measurement) bool{
		"columns": func(m *measurement) bool { return m.p.plainCross() && !m.p.crossEven() && m.columns(t.Context()) },
		"types": func(m *measurement) bool {
			search, err := radius.New(t.Context(), &m.kernel.Code, m.opt.MemoryLimit)
			if err != nil {
				return false
			}
			m.search(t.Context(), search, 1)
			m.anneal(t.Context(), search)
			m.search(t.Context(), search, 0)
			return true
		},
	}
	done := map[string]int{}
	for range 60 {
		spec := randomSpec(rng, 1<<12)
		if rng.IntN(2) == 0 {
			spec = Spec{Rows: 3 + 2*rng.IntN(2), Cols: 3 + 2*rng.IntN(2)}
		}
		p, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Census(t.Context(), p, CensusOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for name, way := range ways {
			m := newMeasurement(p, CensusOptions{Method: Auto, MemoryLimit: 1 << 30, Max: 1})
			if err := m.eliminate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := m.expand(t.Context()); err != nil {
				t.Fatal(err)
			}
			if m.d.Lower > want.Lower || m.d.Upper < want.Lower {
				t.Fatalf("%+v: bounds %d..%d, not %d", spec, m.d.Lower, m.d.Upper, want.Lower)
			}
			if !way(m) {
				continue
			}
			done[name]++
			if m.d.Status != answer.Optimal || m.d.Lower != want.Lower || m.d.Upper != want.Lower {
				t.Fatalf("%+v: %s says %d..%d, not %d", spec, name, m.d.Lower, m.d.Upper, want.Lower)
			}
			checkFarthest(t, p, m.d)
		}
	}
	t.Log(done)
}

func TestCrossDiameter(t *testing.T) {
	for rows := 1; rows <= 7; rows++ {
		for cols := 1; cols <= 8; cols++ {
			if rows%2 == 1 && cols%2 == 1 {
				continue
			}
			p, err := New(Spec{Rows: rows, Cols: cols})
			if err != nil {
				t.Fatal(err)
			}
			d, err := Farthest(t.Context(), p, CensusOptions{Method: Formula, Max: 1})
			if err != nil || switching.Radius(rows, cols) != d.Lower {
				t.Errorf("%d x %d: diameter %d, counted %d: %v", rows, cols, switching.Radius(rows, cols), d.Lower, err)
			}
			checkFarthest(t, p, d)
		}
	}
	p, err := New(Spec{Rows: 151, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Farthest(t.Context(), p, CensusOptions{Max: 1})
	if err != nil || d.Lower != 200*75+1 {
		t.Errorf("diameter %d: %v", d.Lower, err)
	}
	checkFarthest(t, p, d)
}

func boardSet(d Distances) []string {
	var set []string
	for _, far := range d.Boards {
		set = append(set, string(far.Board.Cells))
	}
	slices.Sort(set)
	return set
}
