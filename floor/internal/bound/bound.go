// Package bound proves how many swaps a connected floor needs at least, quickly
// and without a search.
package bound

import (
	"context"

	"fewest/floor/internal/assign"
	"fewest/floor/internal/graph"
)

// unit is what one swap can pay towards the conflicts it touches, in the
// fractions of Packing: a number with many divisors.
const unit = 60

// Packing returns a lower bound on the swaps that a piece needs. A conflict
// goes away only if a swap moves one of its two tiles along another edge. Give
// conflicts weights such that those a swap touches add up to at most 1: the sum
// of all weights, rounded up, is a lower bound. It is at least conflicts/6.
func Packing(g *graph.Graph, colours []uint8) int {
	conflicts := g.Conflicts(colours)
	touched := make([]int, len(g.Edges)) // conflicts that a swap touches
	eachSwap := func(conflict int32, visit func(swap int32)) {
		for _, v := range g.Edges[conflict] {
			for _, s := range g.At[v] {
				if s != conflict {
					visit(s)
				}
			}
		}
	}
	for _, c := range conflicts {
		eachSwap(c, func(s int32) { touched[s]++ })
	}
	slack := make([]int, len(g.Edges))
	for i := range slack {
		slack[i] = unit
	}
	// First an even unit, then what is left to whoever comes first, those
	// that unit with few before those that unit with many.
	sum := 0
	give := func(c int32, weight int) {
		sum += weight
		eachSwap(c, func(s int32) { slack[s] -= weight })
	}
	crowd := make([]int, len(conflicts))
	for i, c := range conflicts {
		eachSwap(c, func(s int32) { crowd[i] = max(crowd[i], touched[s]) })
		if crowd[i] > 0 {
			give(c, unit/crowd[i])
		}
	}
	for most := 1; most <= 6; most++ {
		for i, c := range conflicts {
			if crowd[i] == most {
				spare := unit
				eachSwap(c, func(s int32) { spare = min(spare, slack[s]) })
				give(c, spare)
			}
		}
	}
	return (sum + unit - 1) / unit
}

// Travel returns a lower bound for floors whose tiles must go far. Cut the cells
// into pairs of neighbours: in the end no pair holds two tiles of one colour, so
// the tiles of a colour together walk at least as far as a cheapest transport to
// different pairs. A swap moves two tiles of different colours by one cell each.
// Colours that the context leaves no time for count 0.
func Travel(ctx context.Context, g *graph.Graph, colours []uint8) int {
	best := 0
	var counts [256]int
	for _, c := range colours {
		counts[c]++
	}
	size := len(colours)
	for _, byColumns := range []bool{false, true} {
		pair, pairs := pairs(g, byColumns)
		edges := make([]assign.Edge, 0, len(g.Edges)+size)
		for _, e := range g.Edges {
			edges = append(edges, assign.Edge{A: e[0], B: e[1]})
		}
		// A further node for each pair is the sink of its two cells. Every
		// tile takes one step more to get there.
		for v, i := range pair {
			edges = append(edges, assign.Edge{A: int32(v), B: int32(size) + i})
		}
		sum := 0
		for c, n := range counts {
			if n < 2 || ctx.Err() != nil {
				continue
			}
			supply := make([]int, size+pairs)
			for v, colour := range colours {
				if int(colour) == c {
					supply[v] = 1
				}
			}
			for i := range pairs {
				supply[size+i] = -1
			}
			transport, err := assign.Transport(ctx, edges, supply)
			if err != nil {
				continue
			}
			walk := assign.Bound(edges, supply, transport.Price) - n
			best = max(best, walk)
			sum += walk
		}
		best = max(best, (sum+1)/2)
	}
	return best
}

// pairs cuts the cells into pairs of neighbours, along rows or along columns
// first, and some single cells. It returns the pair of each cell.
func pairs(g *graph.Graph, byColumns bool) (pair []int32, pairs int) {
	pair = make([]int32, len(g.At))
	for v := range pair {
		pair[v] = -1
	}
	for _, across := range []bool{byColumns, !byColumns} {
		for _, e := range g.Edges {
			// Neighbours in one row have successive numbers.
			if (e[1]-e[0] != 1) == across && pair[e[0]] < 0 && pair[e[1]] < 0 {
				pair[e[0]], pair[e[1]] = int32(pairs), int32(pairs)
				pairs++
			}
		}
	}
	for v := range pair {
		if pair[v] < 0 {
			pair[v] = int32(pairs)
			pairs++
		}
	}
	return pair, pairs
}
