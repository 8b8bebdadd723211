// Package row solves floors that are a path: one row, one column, or any line of
// cells without branches. It fills a table over how many tiles of each colour
// are placed.
package row

import (
	"context"
	"math"

	"fewest/floor/internal/graph"
)

// Path returns the cells of a connected graph in the order of walking along it,
// or nil if it isn't a path.
func Path(g *graph.Graph) []int32 {
	if len(g.Edges) != len(g.At)-1 {
		return nil
	}
	start := int32(0)
	for v, edges := range g.At {
		if len(edges) > 2 {
			return nil
		}
		if len(edges) < 2 {
			start = int32(v)
		}
	}
	order := []int32{start}
	from := int32(-1)
	for v := start; len(order) < len(g.At); {
		for _, e := range g.At[v] {
			if u := g.Other(e, v); u != from {
				from, v = v, u
				break
			}
		}
		order = append(order, v)
	}
	return order
}

// entry is the memory per entry of the table.
const entry = 9

// Bytes returns the memory that the table for so many tiles of each colour
// takes, or MaxInt64.
func Bytes(counts []int) int64 {
	bytes := int64(entry)
	for _, n := range counts {
		if bytes > math.MaxInt64/int64(n+1) {
			return math.MaxInt64
		}
		bytes *= int64(n + 1)
	}
	return bytes
}

// far stands for no way in the table; sums of it don't overflow.
const far = math.MaxInt32 / 2

// Solve finds the fewest swaps on a path. Tiles of one colour need never pass
// each other, so the tiles can be placed from one end on, and all that matters
// is how many of each colour are placed and which colour came last. Placing a
// tile costs the unplaced tiles before it. For every tally the table holds the
// least cost of the rest and the colour it begins with, and the least cost of
// the rest if that colour came last; so it needs no entry per last colour. It
// has the product of (tiles + 1) over the colours as entries. The plan is nil
// where the floor can't be done; not ok means that the context ended.
func Solve(ctx context.Context, g *graph.Graph, colours []uint8, path []int32) (plan []int32, ok bool) {
	counts := graph.Counts(colours)
	k, size := len(counts), Bytes(counts)/entry
	place := make([][]int, k)    // where on the path the tiles of each colour lie
	before := make([][][]int, k) // before[c][i][d]: tiles of colour d before tile i of colour c
	seen := make([]int, k)
	for i, v := range path {
		c := colours[v]
		place[c] = append(place[c], i)
		before[c] = append(before[c], append([]int(nil), seen...))
		seen[c]++
	}
	stride := make([]int64, k)
	for c, s := 0, int64(1); c < k; c++ {
		stride[c] = s
		s *= int64(counts[c] + 1)
	}
	cost := func(c int, placed []int) int32 {
		sum := 0
		for d, n := range before[c][placed[c]] {
			sum += max(0, n-placed[d])
		}
		return int32(sum) // its own colour counts 0: those before it are placed
	}

	least, second, begin := make([]int32, size), make([]int32, size), make([]uint8, size)
	rest := func(at int64, last int) int32 {
		if int(begin[at]) == last {
			return second[at]
		}
		return least[at]
	}
	placed := append([]int(nil), counts...)
	begin[size-1] = 255
	for at := size - 2; at >= 0; at-- {
		if at&0x3fff == 0 && ctx.Err() != nil {
			return nil, false
		}
		for c := 0; ; c++ { // count down by one
			if placed[c] > 0 {
				placed[c]--
				break
			}
			placed[c] = counts[c]
		}
		best, next, first := int32(far), int32(far), uint8(255)
		for c := range k {
			if placed[c] == counts[c] {
				continue
			}
			if w := cost(c, placed) + rest(at+stride[c], c); w < best {
				best, next, first = w, best, uint8(c)
			} else if w < next {
				next = w
			}
		}
		least[at], second[at], begin[at] = min(best, far), min(next, far), first
	}
	if least[0] >= far {
		return nil, true // no arrangement without neighbours of one colour
	}

	// Walk through the table; tiles holds what is still to be placed, in order.
	edge := make(map[[2]int32]int32, len(g.Edges))
	for i, e := range g.Edges {
		edge[e] = int32(i)
	}
	tiles := make([]uint8, len(path))
	for i, v := range path {
		tiles[i] = colours[v]
	}
	clear(placed)
	plan = []int32{}
	last := -1
	for i, at := 0, int64(0); i < len(path); i++ {
		for c := range k {
			if c != last && placed[c] < counts[c] &&
				cost(c, placed)+rest(at+stride[c], c) == rest(at, last) {
				last = c
				break
			}
		}
		at += stride[last]
		placed[last]++
		j := i
		for int(tiles[j]) != last {
			j++
		}
		for ; j > i; j-- {
			tiles[j], tiles[j-1] = tiles[j-1], tiles[j]
			plan = append(plan, edge[[2]int32{min(path[j], path[j-1]), max(path[j], path[j-1])}])
		}
	}
	return plan, true
}
