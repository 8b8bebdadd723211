package carry

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fewest/floor/internal/graph"
)

func rectangle(rows, cols int) *graph.Graph {
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

// TestDone: on full boards a done arrangement is constructed for every
// tally in which no colour has more than half the cells, rounded up.
func TestDone(t *testing.T) {
	built := 0
	try := func(rows, cols int, counts []int) {
		done := Done(rows, cols, counts)
		if done == nil || len(rectangle(rows, cols).Conflicts(done)) > 0 {
			t.Fatalf("%d x %d, counts %v: %v", rows, cols, counts, done)
		}
		got := make([]int, len(counts))
		for _, c := range done {
			got[c]++
		}
		if !slices.Equal(got, counts) {
			t.Fatalf("%d x %d: counts %v, want %v", rows, cols, got, counts)
		}
		built++
	}
	var tallies func(rows, cols, left, most int, counts []int)
	tallies = func(rows, cols, left, most int, counts []int) {
		if left == 0 {
			try(rows, cols, counts)
			return
		}
		if len(counts) < 6 {
			for n := min(left, most); n > 0; n-- {
				tallies(rows, cols, left-n, n, append(slices.Clone(counts), n))
			}
		}
	}
	for rows := 1; rows <= 5; rows++ {
		for cols := 1; cols <= 5; cols++ {
			if n := rows * cols; n <= 16 {
				tallies(rows, cols, n, (n+1)/2, nil)
			}
		}
	}
	random := rand.New(rand.NewPCG(6, 0))
	for range 3000 {
		rows, cols := 1+random.IntN(15), 1+random.IntN(15)
		n := rows * cols
		var counts []int
		for left := n; left > 0; {
			c := 1 + random.IntN(min(left, (n+1)/2))
			counts = append(counts, c)
			left -= c
		}
		if len(counts) <= 200 {
			try(rows, cols, counts)
		}
	}
	if built < 3000 {
		t.Errorf("only %d", built)
	}
}

// TestPlans: To leads to its target, and Sweep leaves few conflicts.
func TestPlans(t *testing.T) {
	never := func() bool { return false }
	random := rand.New(rand.NewPCG(7, 0))
	for range 300 {
		rows, cols := 2+random.IntN(9), 2+random.IntN(9)
		g, colours := rectangle(rows, cols), make([]uint8, rows*cols)
		for v := range colours {
			colours[v] = uint8(random.IntN(4))
		}
		target := slices.Clone(colours)
		random.Shuffle(len(target), func(i, j int) { target[i], target[j] = target[j], target[i] })
		if got := g.Replay(colours, To(g, colours, target, never)); !slices.Equal(got, target) {
			t.Fatalf("%d x %d, %v: carried to %v, not %v", rows, cols, colours, got, target)
		}
		after := g.Replay(colours, Sweep(g, colours, never))
		if left := len(g.Conflicts(after)); left > 2+len(colours)/4 {
			t.Errorf("%d x %d, %v: sweep leaves %d conflicts", rows, cols, colours, left)
		}
		if To(g, colours, target, func() bool { return true }) != nil || Sweep(g, colours, func() bool { return true }) != nil {
			t.Error("stopped, but a plan came")
		}
	}
}
