package pdhg

import (
	"math"
	"math/rand/v2"
	"testing"

	"fewest/floor/internal/flow/relax"
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

// TestProject compares projections with what makes a point the nearest one.
func TestProject(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		k := 1 + random.IntN(7)
		v, w, allowed := make([]float64, k), make([]float64, k), make([]bool, k)
		for c := range v {
			v[c] = 4 * random.NormFloat64()
			allowed[c] = random.IntN(3) > 0
		}
		allowed[random.IntN(k)] = true
		copy(w, v)
		project(w, allowed)
		sum, level := 0.0, math.Inf(-1)
		for c := range w {
			sum += w[c]
			if w[c] < 0 || !allowed[c] && w[c] != 0 {
				t.Fatalf("%v to %v", v, w)
			}
			if w[c] > 0 { // all that stays was lowered by the same
				if level > math.Inf(-1) && math.Abs(v[c]-w[c]-level) > 1e-9 {
					t.Fatalf("%v to %v", v, w)
				}
				level = v[c] - w[c]
			}
		}
		for c := range w { // and all that is 0 was no higher than that
			if allowed[c] && w[c] == 0 && v[c] > level+1e-9 {
				t.Fatalf("%v to %v", v, w)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%v adds up to %v", w, sum)
		}
	}
}

// TestRun checks that bound and value meet, that integers prove what floating
// point says, and that a run from a solved point ends at once.
func TestRun(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for i := range 30 {
		g := grid(3+random.IntN(4), 3+random.IntN(4))
		start := make([]uint8, len(g.At))
		for v := range start {
			start[v] = uint8(v * 4 / len(start)) // sorted
			if i%2 == 0 {
				start[v] = uint8(random.IntN(4))
			}
		}
		m := relax.New(g, start)
		s, d := New(m), m.Domain()
		rows := relax.Rows{}
		if i%3 == 0 {
			rows.Most = make([]int32, len(g.Edges))
			for e := range rows.Most {
				rows.Most[e] = int32(random.IntN(3))
			}
			rows.Probe, rows.Least = int32(random.IntN(len(g.Edges))), int32(random.IntN(3))
		}
		s.Set(start, d, rows)
		r := s.Run(t.Context(), Limits{Iterations: 50_000, Target: 1e9, Gap: 0.005})
		if !r.Done || math.Abs(r.Value-r.Bound) > 0.05 {
			t.Errorf("board %d: %+v", i, r)
		}
		if bound := s.Prices().Bound(m, d, rows); bound != int(math.Ceil(r.Bound-1e-6)) && bound != int(math.Ceil(r.Bound+1e-3)) {
			t.Errorf("board %d: %d in integers, %v", i, bound, r.Bound)
		}
		again := New(m)
		again.Load(s.Save())
		again.Set(start, d, rows)
		if q := again.Run(t.Context(), Limits{Iterations: 50_000, Target: 1e9, Gap: 0.02}); q.Iterations > 2*checkEvery {
			t.Errorf("board %d: %d iterations from a solved point", i, q.Iterations)
		}
	}
}

func BenchmarkStep(b *testing.B) {
	g := grid(15, 15)
	start := make([]uint8, 225)
	for v := range start {
		start[v] = uint8(v * 6 / 225)
	}
	m := relax.New(g, start)
	s := New(m)
	s.Set(start, m.Domain(), relax.Rows{})
	for b.Loop() {
		s.step()
		s.mix(1)
	}
}

// TestProjectEnds projects numbers too large to have 1 in their last place, or
// none at all: the result means nothing, but there must be one.
func TestProjectEnds(t *testing.T) {
	for _, v := range []float64{1e17, -1e17, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()} {
		project([]float64{v, v, v}, []bool{true, true, true})
		project([]float64{0, v, 1}, []bool{true, true, true})
	}
}
