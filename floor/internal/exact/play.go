package exact

import (
	"context"

	"fewest/floor/internal/pace"
)

// label is a swap of the model with the colours that it exchanges.
type label struct {
	edge  int
	from  [2]uint8 // what lies at the edge's two cells before
	after int      // the label of the edge's first swap, -1 if this is it
}

// labels returns the swaps of a cluster with the colours that the model gives
// them, or nil where it doesn't give them all: it does for an edge swapped once,
// and for one swapped twice that has been refined.
func (c cluster) labels() []label {
	p := c.of
	var all []label
	add := func(e int, g colour, after int) {
		all = append(all, label{e, [2]uint8{uint8(p.which(g[0])), uint8(p.which(g[1]))}, after})
	}
	for _, i := range c.edges {
		switch e := &p.edges[i]; {
		case !p.holds(e.wild):
			add(i, e.n, -1)
		case p.holds(e.third) || e.g[0][0] == nil || p.which(e.g[0][0]) < 0:
			return nil
		default:
			add(i, e.g[0], -1)
			add(i, e.g[1], len(all)-1)
		}
	}
	return all
}

// play puts the swaps of a cluster into an order in which each finds the colours
// that the model says it exchanges, depth first. Which swaps have been made
// determines what lies where, so a set of them is tried once. It returns nil if
// there is no such order, or none is found within the limit.
func (s *solve) play(ctx context.Context, c cluster) []int32 {
	p := s.model
	labels := c.labels()
	if labels == nil || len(labels) > 64 {
		return nil
	}
	lies := map[int]uint8{}
	for _, v := range c.cells {
		lies[v] = uint8(p.cells[v].tile)
	}
	failed := map[uint64]bool{}
	var order []int32
	var extend func(made uint64) bool
	extend = func(made uint64) bool {
		if len(order) == len(labels) {
			// The light form relaxes balance: check where this ends.
			for v, colour := range lies {
				if !p.holds(p.cells[v].x[colour]) {
					return false
				}
			}
			return true
		}
		if failed[made] || len(failed) > s.limits.play || len(failed)%1024 == 1023 && ctx.Err() != nil {
			return false
		}
		for i, l := range labels {
			e := &p.edges[l.edge]
			if made>>i&1 != 0 || l.after >= 0 && made>>l.after&1 == 0 ||
				lies[e.a] != l.from[0] || lies[e.b] != l.from[1] {
				continue
			}
			lies[e.a], lies[e.b] = lies[e.b], lies[e.a]
			order = append(order, int32(l.edge))
			if extend(made | 1<<i) {
				return true
			}
			lies[e.a], lies[e.b] = lies[e.b], lies[e.a]
			order = order[:len(order)-1]
		}
		failed[made] = true
		pace.Work(ctx, stateCost*int64(len(labels)))
		return false
	}
	if extend(0) {
		return order
	}
	return nil
}
