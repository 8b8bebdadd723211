// Package half solves floors where some colour must fill one class of the
// checkerboard, by transporting its tiles there at the least cost.
package half

import (
	"context"
	"math"

	"fewest/floor/internal/assign"
	"fewest/floor/internal/graph"
)

// Colour returns a colour that must fill one class of the checkerboard, or -1.
// On a connected floor with two colours in all both must: the class of a cell
// says which of them it has. On a full rectangle of two or more rows and columns
// a colour with half the tiles, rounded up, must: a Hamiltonian cycle or path
// leaves it no other way. Classes are those of the cells, nil if there are none.
func Colour(colours, classes []uint8, rows, cols int) int {
	counts := graph.Counts(colours)
	c := graph.Largest(counts)
	full := rows*cols == len(colours) && rows > 1 && cols > 1 && counts[c] == (len(colours)+1)/2
	if classes == nil || len(counts) != 2 && !full {
		return -1
	}
	return c
}

// Solve finds the fewest swaps where a colour must fill one of the classes:
// its misplaced tiles travel to the free cells of the class along a cheapest
// transport. Every swap moves one of them by one cell, so no plan is shorter,
// and the other colours don't matter. The bound is the one that the prices of
// the transport prove. Not ok means that the context ended, or that no class has
// as many cells as the colour tiles.
func Solve(ctx context.Context, g *graph.Graph, colours, classes []uint8, colour int) (plan []int32, lower int, ok bool) {
	lower = math.MaxInt
	for class, n := range graph.Counts(classes) {
		if n != graph.Counts(colours)[colour] {
			continue
		}
		edges, supply := problem(g, colours, classes, colour, class)
		transport, err := assign.Transport(ctx, edges, supply)
		if err != nil { // the floor is connected and the numbers agree
			return nil, 0, false
		}
		lower = min(lower, assign.Bound(edges, supply, transport.Price))
		if plan == nil || transport.Cost < len(plan) {
			plan = carry(g, colours, uint8(colour), supply, transport.Flow)
		}
	}
	return plan, lower, plan != nil
}

// Prices returns prices of the cells that prove how much it takes at least to
// bring the tiles of a colour to one of the classes: they differ by 1 at most
// across an edge, and their sum over the class less that over the colour's tiles
// is the bound.
func Prices(ctx context.Context, g *graph.Graph, colours, classes []uint8, colour, class int) ([]int, error) {
	edges, supply := problem(g, colours, classes, colour, class)
	transport, err := assign.Transport(ctx, edges, supply)
	return transport.Price, err
}

// problem is the transport of a colour's tiles to a class.
func problem(g *graph.Graph, colours, classes []uint8, colour, class int) (edges []assign.Edge, supply []int) {
	edges, supply = make([]assign.Edge, len(g.Edges)), make([]int, len(colours))
	for i, e := range g.Edges {
		edges[i] = assign.Edge{A: e[0], B: e[1]}
	}
	for v := range supply {
		if int(colours[v]) == colour {
			supply[v]++
		}
		if int(classes[v]) == class {
			supply[v]--
		}
	}
	return edges, supply
}

// carry turns a transport of the tiles of one colour into swaps, as many
// as it costs. Where a tile is in the way of another of its colour, it goes on
// in its stead.
func carry(g *graph.Graph, colours []uint8, colour uint8, supply, flow []int) []int32 {
	owed := append([]int(nil), supply...)
	flow = append([]int(nil), flow...)
	now := append([]uint8(nil), colours...)
	plan := []int32{}
	for source := range owed {
		for ; owed[source] > 0; owed[source]-- {
			var way []int32 // edges from the source to a cell that wants a tile
			cells := []int32{int32(source)}
			for v := int32(source); owed[v] >= 0; {
				for _, e := range g.At[v] {
					out := 1 // the sign of flow away from v
					if g.Edges[e][1] == v {
						out = -1
					}
					if flow[e]*out > 0 {
						flow[e] -= out
						v = g.Other(e, v)
						way = append(way, e)
						cells = append(cells, v)
						break
					}
				}
			}
			owed[cells[len(cells)-1]]++
			// The last tile of the colour on the way goes to the end, the one
			// before it takes its place, and so on.
			free := len(way)
			for i := len(way) - 1; i >= 0; i-- {
				if now[cells[i]] != colour {
					continue
				}
				for j := i; j < free; j++ {
					plan = append(plan, way[j])
					now[cells[j]], now[cells[j+1]] = now[cells[j+1]], now[cells[j]]
				}
				free = i
			}
		}
	}
	return plan
}
