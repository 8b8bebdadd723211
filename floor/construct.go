package floor

import (
	"cmp"
	"slices"
)

// arrangement returns a done arrangement of the piece, if one is known or can be
// constructed.
func (p *piece) arrangement() []uint8 {
	if p.done == nil && p.full() {
		p.done = p.construct()
	}
	return p.done
}

// construct returns a done arrangement of the tiles of a full piece, or nil if
// it finds none. The colours are laid out one after another, the largest first,
// on the first class of the checkerboard in reading order and then on the
// second. Only the colour that spills over from one class to the other can
// touch itself, so each is tried in that place, and both classes and both
// reading orders. This has found an arrangement for every tally it was tried
// on that counting doesn't exclude.
func (p *piece) construct() []uint8 {
	bySize := make([]int, len(p.counts))
	for c := range bySize {
		bySize[c] = c
	}
	slices.SortStableFunc(bySize, func(a, b int) int { return cmp.Compare(p.counts[b], p.counts[a]) })
	cells := p.classOrders()
	for spill := range bySize {
		// The largest first, then as many whole colours as fit into the first
		// class, then the one that spills over, then the rest.
		order := []int{bySize[0]}
		room := (p.size()+1)/2 - p.counts[bySize[0]]
		var later []int
		for i, c := range bySize[1:] {
			switch {
			case i+1 == spill:
			case p.counts[c] <= room:
				order = append(order, c)
				room -= p.counts[c]
			default:
				later = append(later, c)
			}
		}
		if spill > 0 {
			order = append(order, bySize[spill])
		}
		order = append(order, later...)
		for _, at := range cells {
			colours := make([]uint8, p.size())
			i := 0
			for _, c := range order {
				for range p.counts[c] {
					colours[at[i]] = uint8(c)
					i++
				}
			}
			if len(conflictsOf(p.edges, colours)) == 0 {
				return colours
			}
		}
	}
	return nil
}

// classOrders returns the cells of a full piece, one class of the checkerboard
// after the other, each in reading order, and the same read by columns and with
// the second class read backwards.
func (p *piece) classOrders() [][]int32 {
	var orders [][]int32
	classes := p.classes()
	for _, byColumns := range []bool{false, true} {
		for _, first := range []int{0, 1} {
			var halves [2][]int32
			for i := range p.size() {
				v := int32(i)
				if byColumns {
					v = int32(i%p.rows*p.cols + i/p.rows)
				}
				halves[classes[v]] = append(halves[classes[v]], v)
			}
			orders = append(orders, slices.Concat(halves[first], halves[1-first]))
			slices.Reverse(halves[1-first])
			orders = append(orders, slices.Concat(halves[first], halves[1-first]))
		}
	}
	return orders
}

// carrier moves tiles one by one to cells that are then left alone, always such
// that the rest stays connected.
type carrier struct {
	*piece
	now   []uint8
	order []int32 // the cells in the order in which they are settled
	open  []bool  // not settled yet
	via   []int32 // search: the edge that a cell was reached by
	mark  []int32 // search: the number of the search that reached it
	tour  int32
	queue []int32
	plan  []int32
}

func newCarrier(p *piece) *carrier {
	p.incident()
	c := &carrier{
		piece: p, now: slices.Clone(p.colours), open: make([]bool, p.size()),
		via: make([]int32, p.size()), mark: make([]int32, p.size()), plan: []int32{},
	}
	for v := range c.open {
		c.open[v] = true
	}
	// Breadth-first order, read backwards: every cell but the last then has a
	// neighbour that is settled later.
	c.search(int32(p.size()-1), func(int32) bool { return false })
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
		for _, e := range c.at[v] {
			if u := c.other(e, v); c.open[u] && c.mark[u] != c.tour {
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
		u := c.other(e, v)
		if c.now[u] != c.now[v] {
			c.now[u], c.now[v] = c.now[v], c.now[u]
			c.plan = append(c.plan, e)
		}
		v = u
	}
}

// carry returns a plan that leads to the given arrangement of the same tiles,
// unless stop says to give up: then nil.
func (p *piece) carry(target []uint8, stop func() bool) []int32 {
	c := newCarrier(p)
	for i, v := range c.order {
		if i&63 == 0 && stop() {
			return nil
		}
		c.bring(c.search(v, func(u int32) bool { return c.now[u] == target[v] }), v)
		c.open[v] = false
	}
	return c.plan
}

// sweep returns a plan that settles cell after cell with the nearest tile that
// touches none of its colour among the settled ones. Towards the end conflicts
// may be left. It is short where colours are well mixed, and often where they
// aren't, because tiles go no further than they must. It returns nil if stop
// says to give up.
func (p *piece) sweep(stop func() bool) []int32 {
	c := newCarrier(p)
	left := slices.Clone(p.counts)
	for i, v := range c.order {
		if i&63 == 0 && stop() {
			return nil
		}
		var banned [256]bool
		for _, e := range c.at[v] {
			if u := c.other(e, v); !c.open[u] {
				banned[c.now[u]] = true
			}
		}
		// A colour that has half of what is left must not wait.
		rest := p.size() - i
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
