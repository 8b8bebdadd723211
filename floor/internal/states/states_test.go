package states

import (
	"math/rand/v2"
	"testing"

	"fewest/floor/internal/graph"
	"fewest/space"
)

// grid is a rectangle.
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

// TestEstimates: estimates never exceed the truth, and all searches agree.
func TestEstimates(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 0))
	tight := 0
	for range 300 {
		g := grid(1+random.IntN(3), 2+random.IntN(2))
		colours := make([]uint8, len(g.At))
		for v := range colours {
			colours[v] = uint8(random.IntN(4))
		}
		colours = dense(colours)
		truth, err := Search(t.Context(), g, colours, BreadthFirst, space.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if truth.Stop != space.Found {
			continue // and the deepening searches never end
		}
		for m := DepthFirst; m <= IDAStar; m++ {
			r, err := Search(t.Context(), g, colours, m, space.Options{})
			if err != nil || r.Stop != truth.Stop || len(r.Path) != len(truth.Path) {
				t.Fatalf("%v: search %d: %+v, %v, want %+v", colours, m, r, err, truth)
			}
		}
		tiles := newTiles[[1]uint64](t.Context(), g, colours)
		estimate := tiles.Estimate(tiles.Start())
		if estimate > len(truth.Path) {
			t.Fatalf("%v: estimate %d, truth %d", colours, estimate, len(truth.Path))
		}
		if estimate > 0 && estimate == len(truth.Path) {
			tight++
		}
	}
	if tight < 30 {
		t.Errorf("the estimate is tight for %d boards only", tight)
	}
	if _, err := Search(t.Context(), grid(1, 2), []uint8{0, 1}, IDAStar+1, space.Options{}); err == nil {
		t.Error("an unknown search is no error")
	}
}

// dense renames the colours to 0, 1, ... without gaps.
func dense(colours []uint8) []uint8 {
	names := map[uint8]uint8{}
	for v, c := range colours {
		if _, ok := names[c]; !ok {
			names[c] = uint8(len(names))
		}
		colours[v] = names[c]
	}
	return colours
}
