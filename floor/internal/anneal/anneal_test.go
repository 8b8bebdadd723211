package anneal

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fewest/floor/internal/graph"
)

func grid(rows, cols int) *graph.Graph {
	var edges [][2]int32
	for v := range rows * cols {
		if v%cols+1 < cols {
			edges = append(edges, [2]int32{int32(v), int32(v + 1)})
		}
		if v+cols < rows*cols {
			edges = append(edges, [2]int32{int32(v), int32(v + cols)})
		}
	}
	return graph.New(rows*cols, edges)
}

func colours(random *rand.Rand, cells, most int) []uint8 {
	c := make([]uint8, cells)
	for i := range c {
		c[i] = uint8(random.IntN(most))
	}
	return c
}

// TestWord puts in and takes out swaps at random; after each the final colours,
// the conflicts and their change must be those of a replay.
func TestWord(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 50 {
		rows, cols := 1+random.IntN(5), 2+random.IntN(4)
		g, first := grid(rows, cols), colours(random, rows*cols, 4)
		w := newWord(g, first)
		var in []int32
		for range 200 {
			before := len(g.Conflicts(w.final))
			var change int
			if len(in) > 0 && random.IntN(2) == 0 {
				i := random.IntN(len(in))
				p, q := w.endsOf(in[i])
				change = w.change(p, q)
				w.take(in[i], p, q)
				in = slices.Delete(in, i, i+1)
			} else {
				e, time := int32(random.IntN(len(g.Edges))), random.Uint64()
				p, q := w.ends(e, time)
				change = w.change(p, q)
				in = append(in, w.put(e, time, p, q))
			}
			if want := g.Replay(first, w.plan()); !slices.Equal(w.final, want) {
				t.Fatalf("%d x %d: final %v, replay %v", rows, cols, w.final, want)
			}
			after := len(g.Conflicts(w.final))
			if len(w.conflicts.members) != after || before+change != after || w.length != len(in) {
				t.Fatalf("%d conflicts in the set, %d + %d before, %d now; length %d, %d in", len(w.conflicts.members), before, change, after, w.length, len(in))
			}
		}
	}
}

func TestImprove(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for range 10 {
		g, first := grid(9, 7), colours(random, 63, 5)
		lengths := []int{math.MaxInt}
		options := Options{Seed: random.Uint64(), Steps: 100_000, Report: func(plan []int32) {
			if n := len(g.Conflicts(g.Replay(first, plan))); n > 0 {
				t.Fatalf("a plan reported leaves %d conflicts", n)
			}
			if last := lengths[len(lengths)-1]; len(plan) > last {
				t.Errorf("a plan of %d after one of %d", len(plan), last)
			}
			lengths = append(lengths, len(plan))
		}}
		plan := Improve(t.Context(), g, first, options)
		if plan == nil || len(plan) != lengths[len(lengths)-1] || 6*len(plan) < len(g.Conflicts(first)) {
			t.Fatalf("plan %v after %v", plan, lengths)
		}
		options.Report = nil
		if again := Improve(t.Context(), g, first, options); !slices.Equal(again, plan) {
			t.Error("another plan the second time")
		}
		options.Start, options.Enough = plan, len(plan)
		if again := Improve(t.Context(), g, first, options); !slices.Equal(again, plan) {
			t.Error("a plan that was good enough was changed")
		}
	}
}

func TestImproveEnds(t *testing.T) {
	g := grid(30, 30)
	first := colours(rand.New(rand.NewPCG(3, 0)), 900, 6)
	ctx, cancel := context.WithCancel(t.Context())
	Improve(ctx, g, first, Options{Report: func([]int32) { cancel() }}) // no other end
	one := []uint8{0, 0}
	if plan := Improve(t.Context(), graph.New(2, [][2]int32{{0, 1}}), one, Options{Steps: 1000}); plan != nil {
		t.Errorf("%v for a board that can't be done", plan)
	}
	if plan := Improve(t.Context(), graph.New(2, [][2]int32{{0, 1}}), []uint8{0, 1}, Options{}); plan == nil || len(plan) > 0 {
		t.Errorf("%v for a done board", plan)
	}
}

func TestArrange(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	for range 20 {
		rows, cols := 2+random.IntN(8), 2+random.IntN(8)
		g := grid(rows, cols)
		done := make([]uint8, rows*cols) // a checkerboard in many colours
		for v := range done {
			if (v/cols+v%cols)%2 == 1 {
				done[v] = uint8(1 + random.IntN(3))
			}
		}
		first := slices.Clone(done)
		random.Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
		plan := Arrange(t.Context(), g, first, cols, done, 1)
		if plan == nil || len(g.Conflicts(g.Replay(first, plan))) > 0 {
			t.Fatalf("%d x %d, %v: plan %v", rows, cols, first, plan)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	g := grid(15, 15)
	first := colours(rand.New(rand.NewPCG(5, 0)), 225, 6)
	for b.Loop() {
		Improve(b.Context(), g, first, Options{Steps: 1})
	}
	b.ReportMetric(float64(stepsPerEdge*len(g.Edges))*1.1*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msteps/s")
}
