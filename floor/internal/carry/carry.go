// Package carry makes plans for connected floors in the simplest way, tile by
// tile, and knows a done arrangement for every full board that has one. Its
// plans are quick to make and rarely short.
package carry

import (
	"slices"

	"fewest/floor/internal/graph"
)

// carrier moves tiles one by one to cells that are then left alone, always such
// that the rest stays connected.
type carrier struct {
	*graph.Graph
	now   []uint8
	order []int32 // the cells in the order in which they are settled
	open  []bool  // not settled yet
	via   []int32 // search: the edge that a cell was reached by
	mark  []int32 // search: the number of the search that reached it
	tour  int32
	queue []int32
	plan  []int32
}

func newCarrier(g *graph.Graph, colours []uint8) *carrier {
	n := len(colours)
	c := &carrier{
		Graph: g, now: slices.Clone(colours), open: make([]bool, n),
		via: make([]int32, n), mark: make([]int32, n), plan: []int32{},
	}
	for v := range c.open {
		c.open[v] = true
	}
	// Breadth-first order, read backwards: every cell but the last then has a
	// neighbour that is settled later.
	c.search(int32(n-1), func(int32) bool { return false })
	c.order = slices.Clone(c.queue)
	slices.Reverse(c.order)
	return c
}

// search goes through the open cells by their distance from v until one will
// do, and returns it, or -1.
func (c *carrier) search(v int32, found func(v int32) bool) int32 {
	c.tour++
	c.queue = append(c.queue[:0], v)
	c.mark[v] = c.tour
	for i := 0; i < len(c.queue); i++ {
		v := c.queue[i]
		if found(v) {
			return v
		}
		for _, e := range c.At[v] {
			if u := c.Other(e, v); c.open[u] && c.mark[u] != c.tour {
				c.mark[u], c.via[u] = c.tour, e
				c.queue = append(c.queue, u)
			}
		}
	}
	return -1
}

// bring moves the tile of the cell that the last search found to its start.
func (c *carrier) bring(from, to int32) {
	for v := from; v != to; {
		e := c.via[v]
		u := c.Other(e, v)
		if c.now[u] != c.now[v] {
			c.now[u], c.now[v] = c.now[v], c.now[u]
			c.plan = append(c.plan, e)
		}
		v = u
	}
}

// To returns a plan that leads to the given arrangement of the same tiles,
// unless stop says to give up: then nil.
func To(g *graph.Graph, colours, target []uint8, stop func() bool) []int32 {
	c := newCarrier(g, colours)
	for i, v := range c.order {
		if i&63 == 0 && stop() {
			return nil
		}
		c.bring(c.search(v, func(u int32) bool { return c.now[u] == target[v] }), v)
		c.open[v] = false
	}
	return c.plan
}

// Sweep returns a plan that settles cell after cell with the nearest tile that
// touches none of its colour among the settled ones. Towards the end conflicts
// may be left. It is short where colours are well mixed, and often where they
// aren't, because tiles go no further than they must. It returns nil if stop
// says to give up.
func Sweep(g *graph.Graph, colours []uint8, stop func() bool) []int32 {
	c := newCarrier(g, colours)
	var left [256]int
	for _, colour := range colours {
		left[colour]++
	}
	for i, v := range c.order {
		if i&63 == 0 && stop() {
			return nil
		}
		var banned [256]bool
		for _, e := range c.At[v] {
			if u := c.Other(e, v); !c.open[u] {
				banned[c.now[u]] = true
			}
		}
		// A colour that has half of what is left must not wait.
		rest := len(colours) - i
		urgent := -1
		for colour, n := range left {
			if 2*n >= rest && !banned[colour] {
				urgent = colour
			}
		}
		if u := c.search(v, func(u int32) bool {
			return !banned[c.now[u]] && (urgent < 0 || int(c.now[u]) == urgent)
		}); u >= 0 {
			c.bring(u, v)
		}
		c.open[v] = false
		left[c.now[v]]--
	}
	return c.plan
}
