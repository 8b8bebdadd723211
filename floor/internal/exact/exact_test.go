package exact

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"fewest/board"
	"fewest/floor/internal/graph"
)

func randomBoard(r *rand.Rand, rows, cols, colours int, holes bool) *board.Board {
	b := board.New(rows, cols)
	for i := range b.Cells {
		b.Cells[i] = uint8(r.IntN(colours))
		if holes && r.IntN(5) == 0 {
			b.Cells[i] = board.Hole
		}
	}
	return b
}

// asGraph returns the board's cells with tiles as a graph with places, and their
// colours as 0, 1, ... without gaps.
func asGraph(b *board.Board) (*graph.Graph, []uint8) {
	number := make([]int32, len(b.Cells))
	var colours []uint8
	var xy [][2]float64
	code := map[uint8]uint8{}
	for i, c := range b.Cells {
		if c == board.Hole {
			continue
		}
		if _, ok := code[c]; !ok {
			code[c] = uint8(len(code))
		}
		number[i] = int32(len(colours))
		colours = append(colours, code[c])
		xy = append(xy, [2]float64{float64(i % b.Cols), float64(i / b.Cols)})
	}
	var edges [][2]int32
	for _, e := range b.Edges() {
		edges = append(edges, [2]int32{number[e.A], number[e.B]})
	}
	g := graph.New(len(colours), edges)
	g.XY = xy
	return g, colours
}

// fewest is plain breadth-first search over arrangements packed in words, three
// bits a cell; -1 when no done arrangement is reached.
func fewest(g *graph.Graph, colours []uint8) int {
	var start uint64
	for v, c := range colours {
		start |= uint64(c) << (3 * v)
	}
	done := func(state uint64) bool {
		for _, t := range g.Touch {
			if (state>>(3*t[0])^state>>(3*t[1]))&7 == 0 {
				return false
			}
		}
		return true
	}
	seen := map[uint64]bool{start: true}
	for layer, depth := []uint64{start}, 0; len(layer) > 0; depth++ {
		var next []uint64
		for _, state := range layer {
			if done(state) {
				return depth
			}
			for _, e := range g.Edges {
				d := (state>>(3*e[0]) ^ state>>(3*e[1])) & 7
				if to := state ^ d<<(3*e[0]) ^ d<<(3*e[1]); d != 0 && !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return -1
}

func replay(g *graph.Graph, colours []uint8, plan []int32) bool {
	return len(g.Conflicts(g.Replay(colours, plan))) == 0
}

// check solves a floor with given settings and compares the answer, and every
// bound on the way, with breadth-first search.
func check(t *testing.T, g *graph.Graph, tiles []uint8, set func(s *solve)) *solve {
	t.Helper()
	want := fewest(g, tiles)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	s := newSolve(tiles, Options{Report: func(lower int, plan []int32) {
		if want >= 0 && lower > want {
			t.Fatalf("%v with edges %v: a bound of %d, want %d", tiles, g.Edges, lower, want)
		}
		if plan != nil && (len(plan) < want || !replay(g, tiles, plan)) {
			t.Fatalf("%v with edges %v: plan %v, want %d moves", tiles, g.Edges, plan, want)
		}
	}})
	set(s)
	if want < 0 {
		s.limits.close = clusterLimits.close // only regions prove that
	}
	got := s.solve(ctx, g, tiles)
	if want < 0 {
		if !got.Impossible {
			t.Fatalf("%v with edges %v: %d..%d, want impossible", tiles, g.Edges, got.Lower, len(got.Plan))
		}
	} else if !got.Optimal || got.Lower != want || len(got.Plan) != want || !replay(g, tiles, got.Plan) {
		t.Fatalf("%v with edges %v: got %d, plan %v, want %d", tiles, g.Edges, got.Lower, got.Plan, want)
	}
	return s
}

// vary chooses a form of the model and a way to find bounds at random, not only
// those that are best for so many colours, and now and then limits that are in
// the way. Where regions can't be closed, cuts must do.
func vary(r *rand.Rand) func(s *solve) {
	return func(s *solve) {
		s.form.full, s.tree = r.IntN(2) == 0, r.IntN(2) == 0
		if r.IntN(4) == 0 {
			s.limits = limits{play: 1 + r.IntN(3), search: 1 + r.IntN(8), close: 1 + r.IntN(8)}
		}
		if r.IntN(2) == 0 {
			s.limits.close = never
		}
	}
}

const never = -1

// long multiplies the boards of a test where FEWEST_LONG is set.
func long(boards int) int {
	if os.Getenv("FEWEST_LONG") != "" {
		return 20 * boards
	}
	return boards
}

func TestAgainstBreadthFirst(t *testing.T) {
	for seed := range uint64(long(2000)) {
		r := rand.New(rand.NewPCG(seed, 11))
		b := randomBoard(r, 1+r.IntN(3), 1+r.IntN(4), 2+r.IntN(5), seed%3 == 0)
		if g, tiles := asGraph(b); len(tiles) <= 10 {
			check(t, g, tiles, vary(r))
		}
	}
}

// Two colours of nearly equal count and a few tiles of a third have plans that
// swap edges again and again: such boards need refinements, regions and cuts.
func TestNearHalf(t *testing.T) {
	var work struct{ refined, regions, cuts int64 }
	for seed := range uint64(long(600)) {
		r := rand.New(rand.NewPCG(seed, 12))
		g, tiles := asGraph(nearHalf(r))
		if r.IntN(4) > 0 {
			slices.Sort(tiles) // far to go
		}
		s := check(t, g, tiles, vary(r))
		work.refined += s.stats.refined
		work.regions += s.stats.regions
		work.cuts += s.stats.cuts
	}
	if work.refined < 100 || work.regions < 100 || work.cuts < 100 {
		t.Errorf("%+v: too few of a kind", work)
	}
}

// nearHalf returns a connected board of at most 15 tiles, two colours of nearly
// equal count and one to three tiles of a third.
func nearHalf(r *rand.Rand) *board.Board {
	for {
		b := board.New(2+r.IntN(4), 2+r.IntN(4))
		var free []int
		for i := range b.Cells {
			b.Cells[i] = board.Hole
			if r.IntN(6) > 0 {
				b.Cells[i] = 0
				free = append(free, i)
			}
		}
		if len(free) < 5 || len(free) > 15 || len(b.Pieces()) != 1 {
			continue
		}
		r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		third := 1 + r.IntN(3)
		for k, i := range free {
			switch {
			case k < third:
				b.Cells[i] = 2
			case k < third+(len(free)-third+r.IntN(2))/2:
				b.Cells[i] = 1
			}
		}
		return b
	}
}

// What touches and what may be exchanged can differ.
func TestTwoGraphs(t *testing.T) {
	for seed := range uint64(long(300)) {
		r := rand.New(rand.NewPCG(seed, 13))
		cells := 4 + r.IntN(5)
		var swap, touch [][2]int32
		for b := range int32(cells) {
			for a := range b {
				// A path joins all cells.
				if b == a+1 || r.IntN(6) == 0 {
					swap = append(swap, [2]int32{a, b})
				}
				if r.IntN(3) == 0 {
					touch = append(touch, [2]int32{a, b})
				}
			}
		}
		g := graph.New(cells, swap)
		g.SetTouch(touch)
		tiles := make([]uint8, cells)
		for v := range tiles {
			tiles[v] = uint8(r.IntN(3))
		}
		check(t, g, tiles, vary(r))
	}
}
