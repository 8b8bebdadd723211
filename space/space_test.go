package space_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fewest/answer"
	"fewest/space"
)

// TestEightPuzzle visits the whole space: 181,440 states, 31 moves at most.
func TestEightPuzzle(t *testing.T) {
	unreachable := uint64(0x786543210) // two tiles exchanged: wrong parity
	r := space.BreadthFirst(t.Context(), sliding{unreachable}, space.Options{})
	if !r.Impossible() || r.Stored != 181440 || r.Expanded != 181440 || r.Lower != 32 {
		t.Errorf("wrong half: %+v", r)
	}
	r = space.Bidirectional(t.Context(), sliding{unreachable}, space.Options{})
	if !r.Impossible() {
		t.Errorf("bidirectional, wrong half: %+v", r)
	}
	r = space.AStar(t.Context(), sliding{unreachable}, space.Options{})
	if !r.Impossible() || r.Stored != 181440 {
		t.Errorf("A*, wrong half: %+v", r)
	}
	// One of the two farthest states (Reinefeld 1993, with the blank first).
	for name, r := range searches(t.Context(), sliding{0x123450678}, space.Options{}) {
		if name == "DepthFirst" {
			continue
		}
		check(t, name, sliding{0x123450678}, r, r.Lower)
	}
}

// searches runs every search that suits the space.
func searches[S comparable](ctx context.Context, p space.Space[S], o space.Options) map[string]space.Result {
	results := map[string]space.Result{"BreadthFirst": space.BreadthFirst(ctx, p, o)}
	if p, ok := p.(space.Targeted[S]); ok {
		results["Bidirectional"] = space.Bidirectional(ctx, p, o)
	}
	if p, ok := p.(space.Guided[S]); ok {
		results["AStar"] = space.AStar(ctx, p, o)
		results["IDAStar"] = space.IDAStar(ctx, p, o)
	}
	if o.MaxDepth > 0 && o.MaxDepth < 12 {
		results["DepthFirst"] = space.DepthFirst(ctx, p, o)
	}
	return results
}

// check fails the test unless r is a proven path of so many moves that leads to
// a goal.
func check[S comparable](t *testing.T, name string, p space.Space[S], r space.Result, want int) {
	t.Helper()
	s, ok := follow(p, r.Path)
	if !ok || r.Stop != space.Found || !r.Optimal() || len(r.Path) != want || !p.Goal(s) {
		t.Errorf("%s: %+v, want %d moves, path possible: %v", name, r, want, ok)
	}
}

// TestRandomGraphs compares every search with the textbook's on random graphs,
// directed or not, with every kind of state.
func TestRandomGraphs(t *testing.T) {
	type padded struct {
		a uint8
		b uint32
	}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := r.IntN(60) + 1
		degree := r.Float64() * 2
		both := r.IntN(2) == 0
		testGraph(t, seed, newGraph(r, n, degree, both, func(i int) uint64 { return uint64(i) }), both)
		testGraph(t, seed, newGraph(r, n, degree, both, func(i int) string { return fmt.Sprint(i) }), both)
		testGraph(t, seed, newGraph(r, n, degree, both, func(i int) [2]uint64 { return [2]uint64{uint64(i) >> 3, uint64(i) & 7} }), both)
		testGraph(t, seed, newGraph(r, n, degree, both, func(i int) padded { return padded{uint8(i), uint32(i)} }), both)
		testGraph(t, seed, newGraph(r, n, degree, both, func(i int) int8 { return int8(i) }), both)
	}
}

func testGraph[S comparable](t *testing.T, seed uint64, g *graph[S], both bool) {
	t.Helper()
	want := g.distance(g.start)
	var p space.Space[S] = g
	if !both {
		p = directed[S]{g}
	}
	o := space.Options{MaxDepth: 9}
	if want < 0 {
		if r := space.BreadthFirst(t.Context(), p, space.Options{}); !r.Impossible() {
			t.Errorf("seed %d: unreachable, but %+v", seed, r)
		}
		if r := space.Bidirectional(t.Context(), p.(space.Targeted[S]), space.Options{}); !r.Impossible() {
			t.Errorf("seed %d: unreachable, but bidirectional %+v", seed, r)
		}
		if r := space.AStar(t.Context(), p.(space.Guided[S]), space.Options{}); !r.Impossible() {
			t.Errorf("seed %d: unreachable, but A* %+v", seed, r)
		}
		return
	}
	for name, r := range searches(t.Context(), p, o) {
		name = fmt.Sprintf("seed %d, %s, undirected %v", seed, name, both)
		if want <= 9 {
			check(t, name, p, r, want)
		} else if r.Stop != space.DepthLimit || r.Lower < 10 || r.Lower > want || r.Path != nil {
			t.Errorf("%s: %+v, want the limit of depth", name, r)
		}
	}
}

// TestLimitsProveWhatTheyCan stops searches at every number of states and looks
// whether the bounds hold.
func TestLimitsProveWhatTheyCan(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 2))
		g := newGraph(r, 50, 1.2, true, func(i int) uint64 { return uint64(i) })
		want := g.distance(g.start)
		for limit := int64(1); limit < 60; limit++ {
			for name, r := range searches[uint64](t.Context(), g, space.Options{MaxStates: limit, MaxDepth: 11}) {
				if want >= 0 && r.Lower > want {
					t.Errorf("seed %d, %s, %d states: lower bound %d, truth %d", seed, name, limit, r.Lower, want)
				}
				switch r.Stop {
				case space.Found:
					check(t, name, g, r, want)
				case space.Exhausted:
					if want >= 0 {
						t.Errorf("seed %d, %s, %d states: exhausted, truth %d", seed, name, limit, want)
					}
				}
				if r.Stored > limit+50 {
					t.Errorf("%s stored %d, limit %d", name, r.Stored, limit)
				}
			}
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	p := sliding{0x786543210} // no goal
	for _, limit := range []int64{1, 10_000, 100_000, 1_000_000} {
		for name, r := range map[string]space.Result{
			"BreadthFirst":  space.BreadthFirst(t.Context(), p, space.Options{MaxBytes: limit}),
			"Bidirectional": space.Bidirectional(t.Context(), p, space.Options{MaxBytes: limit}),
			"AStar":         space.AStar(t.Context(), p, space.Options{MaxBytes: limit}),
		} {
			if r.Stop != space.MemoryLimit || r.Bytes > limit+(1<<18) {
				t.Errorf("%s, limit %d: %+v", name, limit, r)
			}
		}
	}
	// The whole space needs little more than 8 bytes a state.
	r := space.BreadthFirst(t.Context(), p, space.Options{})
	if perState := float64(r.Bytes) / float64(r.Stored); perState > 15 {
		t.Errorf("%.1f bytes a state", perState)
	}
}

func TestTooManyGoals(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(1, 1)), 50, 2, true, func(i int) uint64 { return uint64(i) })
	for v := range 50 {
		g.goals[v] = v != g.start
	}
	r := space.Bidirectional(t.Context(), g, space.Options{MaxGoals: 48})
	if r.Stop != space.TooManyGoals || r.Lower != 1 {
		t.Errorf("49 goals, 48 allowed: %+v", r)
	}
	r = space.Bidirectional(t.Context(), g, space.Options{MaxGoals: 49})
	check(t, "49 goals, 49 allowed", g, r, 1)
}

// TestCancel ends the context in the middle and at once.
func TestCancel(t *testing.T) {
	p := switches{62, 0} // no search will see its end
	for _, after := range []time.Duration{0, 30 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		for name, search := range map[string]func() space.Result{
			"BreadthFirst": func() space.Result { return space.BreadthFirst(ctx, p, space.Options{}) },
			"AStar":        func() space.Result { return space.AStar(ctx, p, space.Options{}) },
			"IDAStar":      func() space.Result { return space.IDAStar(ctx, p, space.Options{}) },
			"DepthFirst":   func() space.Result { return space.DepthFirst(ctx, p, space.Options{}) },
		} {
			if r := search(); r.Stop != space.Cancelled || r.Path != nil || r.Lower > 62 {
				t.Errorf("%s after %v: %+v", name, after, r)
			}
		}
		cancel()
	}
}

func TestProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	space.BreadthFirst(ctx, switches{62, 0}, space.Options{Progress: func(p answer.Progress) {
		calls++
		if p.Lower < 1 || p.Upper != answer.Unknown || p.Done < 1 {
			t.Errorf("%+v", p)
		}
		if calls == 2 {
			cancel()
		}
	}})
	if calls != 2 {
		t.Errorf("progress came %d times", calls)
	}
}

// TestCommute counts what is left to do when the order of moves doesn't matter:
// one line for each set of at most d lamps.
func TestCommute(t *testing.T) {
	r := space.DepthFirst(t.Context(), switches{12, 0}, space.Options{})
	check(t, "DepthFirst", switches{12, 0}, r, 12)
	if r.Expanded > 30_000 { // billions without
		t.Errorf("%d states expanded", r.Expanded)
	}
	r = space.IDAStar(t.Context(), switches{12, 0b101}, space.Options{})
	check(t, "IDAStar", switches{12, 0b101}, r, 10)
}

// TestCarelessDepthFirst: whoever begins with a high limit gets a long path,
// and no claim that it is short.
func TestCarelessDepthFirst(t *testing.T) {
	p := sliding{0x876543201}
	r := space.DepthFirst(t.Context(), p, space.Options{FirstLimit: 15})
	if s, ok := follow(p, r.Path); !ok || !p.Goal(s) || len(r.Path) <= r.Lower || r.Optimal() {
		t.Errorf("%+v", r)
	}
	r = space.DepthFirst(t.Context(), p, space.Options{})
	check(t, "careful", p, r, 1)
}

// TestSame: the same question gets the same answer, counters and all.
func TestSame(t *testing.T) {
	p := sliding{0x123456780}
	for name, first := range searches(t.Context(), p, space.Options{}) {
		again := searches(t.Context(), p, space.Options{})[name]
		if !slices.Equal(first.Path, again.Path) || first.Expanded != again.Expanded || first.Bytes != again.Bytes {
			t.Errorf("%s: %+v, then %+v", name, first, again)
		}
	}
}

func BenchmarkBreadthFirst(b *testing.B) {
	states := int64(0)
	for b.Loop() {
		states += space.BreadthFirst(b.Context(), sliding{0x786543210}, space.Options{}).Expanded
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkPlainMap is the textbook's search with a Go map, to compare.
func BenchmarkPlainMap(b *testing.B) {
	states := 0
	for b.Loop() {
		p := sliding{0x786543210}
		seen := map[uint64]bool{p.start: true}
		queue := []uint64{p.start}
		for ; len(queue) > 0; queue = queue[1:] {
			for _, step := range p.Neighbours(queue[0], nil) {
				if !seen[step.To] {
					seen[step.To] = true
					queue = append(queue, step.To)
				}
			}
			states++
		}
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

func BenchmarkBreadthFirstLarge(b *testing.B) {
	states := int64(0)
	for b.Loop() {
		r := space.BreadthFirst(b.Context(), switches{23, 0}, space.Options{})
		states += r.Expanded
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

func BenchmarkBidirectional(b *testing.B) { benchmark(b, space.Bidirectional[uint64]) }
func BenchmarkAStar(b *testing.B)         { benchmarkGuided(b, space.AStar[uint64]) }
func BenchmarkIDAStar(b *testing.B)       { benchmarkGuided(b, space.IDAStar[uint64]) }

func benchmark(b *testing.B, search func(context.Context, space.Targeted[uint64], space.Options) space.Result) {
	states := int64(0)
	for b.Loop() {
		states += search(b.Context(), sliding{0x123450678}, space.Options{}).Expanded
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

func benchmarkGuided(b *testing.B, search func(context.Context, space.Guided[uint64], space.Options) space.Result) {
	states := int64(0)
	for b.Loop() {
		states += search(b.Context(), sliding{0x123450678}, space.Options{}).Expanded
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// orderly says that no lamp need be turned after one with a higher number, or
// twice.
type orderly struct{ switches }

func (orderly) Redundant(a, b int) bool { return b <= a }

func TestRedundant(t *testing.T) {
	r := space.DepthFirst(t.Context(), orderly{switches{12, 0b100}}, space.Options{})
	check(t, "DepthFirst", orderly{switches{12, 0b100}}, r, 11)
	if r.Expanded > 12<<12 { // each set of lamps at most once for each limit
		t.Errorf("%d states expanded", r.Expanded)
	}
}
