package anneal

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func grid(rows, cols int) [][2]int32 {
	var edges [][2]int32
	for v := range rows * cols {
		if v%cols+1 < cols {
			edges = append(edges, [2]int32{int32(v), int32(v + 1)})
		}
		if v+cols < rows*cols {
			edges = append(edges, [2]int32{int32(v), int32(v + cols)})
		}
	}
	return edges
}

func colours(random *rand.Rand, cells, most int) []uint8 {
	c := make([]uint8, cells)
	for i := range c {
		c[i] = uint8(random.IntN(most))
	}
	return c
}

// replay makes the swaps of a plan, or of all timed swaps in order.
func replay(colours []uint8, edges [][2]int32, plan []int32) []uint8 {
	now := slices.Clone(colours)
	for _, e := range plan {
		a, b := edges[e][0], edges[e][1]
		now[a], now[b] = now[b], now[a]
	}
	return now
}

func conflicts(colours []uint8, edges [][2]int32) int {
	n := 0
	for _, e := range edges {
		if colours[e[0]] == colours[e[1]] {
			n++
		}
	}
	return n
}

// TestWord puts in and takes out swaps at random; after each the final colours,
// the conflicts and their change must be those of a replay.
func TestWord(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 50 {
		rows, cols := 1+random.IntN(5), 2+random.IntN(4)
		edges, first := grid(rows, cols), colours(random, rows*cols, 4)
		w := newWord(first, edges)
		var in []int32
		for range 200 {
			before := conflicts(w.final, edges)
			var change int
			if len(in) > 0 && random.IntN(2) == 0 {
				i := random.IntN(len(in))
				p, q := w.endsOf(in[i])
				change = w.change(p, q)
				w.take(in[i], p, q)
				in = slices.Delete(in, i, i+1)
			} else {
				e, time := int32(random.IntN(len(edges))), random.Uint64()
				p, q := w.ends(e, time)
				change = w.change(p, q)
				in = append(in, w.put(e, time, p, q))
			}
			if want := replay(first, edges, w.plan()); !slices.Equal(w.final, want) {
				t.Fatalf("%d x %d: final %v, replay %v", rows, cols, w.final, want)
			}
			after := conflicts(w.final, edges)
			if len(w.conflicts.members) != after || before+change != after || w.length != len(in) {
				t.Fatalf("%d conflicts in the set, %d + %d before, %d now; length %d, %d in", len(w.conflicts.members), before, change, after, w.length, len(in))
			}
		}
	}
}

func TestImprove(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for range 10 {
		edges, first := grid(9, 7), colours(random, 63, 5)
		lengths := []int{math.MaxInt}
		options := Options{Seed: random.Uint64(), Steps: 100_000, Report: func(plan []int32) {
			if n := conflicts(replay(first, edges, plan), edges); n > 0 {
				t.Fatalf("a plan reported leaves %d conflicts", n)
			}
			if last := lengths[len(lengths)-1]; len(plan) > last {
				t.Errorf("a plan of %d after one of %d", len(plan), last)
			}
			lengths = append(lengths, len(plan))
		}}
		plan := Improve(t.Context(), first, edges, options)
		if plan == nil || len(plan) != lengths[len(lengths)-1] || 6*len(plan) < conflicts(first, edges) {
			t.Fatalf("plan %v after %v", plan, lengths)
		}
		options.Report = nil
		if again := Improve(t.Context(), first, edges, options); !slices.Equal(again, plan) {
			t.Error("another plan the second time")
		}
		options.Start, options.Enough = plan, len(plan)
		if again := Improve(t.Context(), first, edges, options); !slices.Equal(again, plan) {
			t.Error("a plan that was good enough was changed")
		}
	}
}

func TestImproveEnds(t *testing.T) {
	edges := grid(30, 30)
	first := colours(rand.New(rand.NewPCG(3, 0)), 900, 6)
	ctx, cancel := context.WithCancel(t.Context())
	Improve(ctx, first, edges, Options{Report: func([]int32) { cancel() }}) // no other end
	one := []uint8{0, 0}
	if plan := Improve(t.Context(), one, [][2]int32{{0, 1}}, Options{Steps: 1000}); plan != nil {
		t.Errorf("%v for a board that can't be done", plan)
	}
	if plan := Improve(t.Context(), []uint8{0, 1}, [][2]int32{{0, 1}}, Options{}); plan == nil || len(plan) > 0 {
		t.Errorf("%v for a done board", plan)
	}
}

func TestArrange(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	for range 20 {
		rows, cols := 2+random.IntN(8), 2+random.IntN(8)
		edges := grid(rows, cols)
		done := make([]uint8, rows*cols) // a checkerboard in many colours
		for v := range done {
			if (v/cols+v%cols)%2 == 1 {
				done[v] = uint8(1 + random.IntN(3))
			}
		}
		first := slices.Clone(done)
		random.Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
		plan := Arrange(t.Context(), first, edges, cols, done, 1)
		if plan == nil || conflicts(replay(first, edges, plan), edges) > 0 {
			t.Fatalf("%d x %d, %v: plan %v", rows, cols, first, plan)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	edges := grid(15, 15)
	first := colours(rand.New(rand.NewPCG(5, 0)), 225, 6)
	for b.Loop() {
		Improve(b.Context(), first, edges, Options{Steps: 1})
	}
	b.ReportMetric(float64(stepsPerEdge*len(edges))*1.1*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msteps/s")
}
