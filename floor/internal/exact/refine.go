package exact

import (
	"slices"

	"fewest/floor/internal/sat"
)

// refine gives the cells of a cluster at which the model swaps edges twice
// orders for just that case, and reports whether one was new. With more than
// three colours, where balance doesn't say it all, it gives all cells orders.
func (s *solve) refine(c cluster) bool {
	p := s.model
	added := false
	for _, v := range c.cells {
		if p.activeOrder(v) != nil {
			continue
		}
		var twice []int
		for _, q := range p.cells[v].edges {
			if p.holds(p.edges[q.edge].wild) {
				twice = append(twice, q.edge)
			}
		}
		if len(twice) > 0 || p.colours > 3 {
			if p.refineCell(v, twice) {
				s.stats.refined++
				added = true
			}
		}
	}
	return added
}

// activeOrder returns the order at a cell that the model keeps to, nil if none.
func (p *model) activeOrder(v int) *order {
	for _, o := range p.cells[v].orders {
		if !slices.ContainsFunc(o.unless, p.solver.Value) {
			return o
		}
	}
	return nil
}

// refineCell adds the order at a cell for the case that just the given edges
// are swapped twice and the others at most once. It returns false when the
// cell has that order already.
func (p *model) refineCell(v int, twice []int) bool {
	c := &p.cells[v]
	var swaps []swap
	var unless []sat.Lit
	for _, q := range c.edges {
		e := &p.edges[q.edge]
		if !slices.Contains(twice, q.edge) {
			swaps = append(swaps, swap{q, only})
			unless = append(unless, sat.Pos(e.wild))
			continue
		}
		p.addSecondSwap(q.edge)
		swaps = append(swaps, swap{q, first}, swap{q, second})
		unless = append(unless, sat.Neg(e.wild), sat.Pos(e.third))
	}
	for _, o := range c.orders {
		if slices.Equal(o.swaps, swaps) {
			return false
		}
	}
	o := p.newOrder(c, swaps, unless)
	c.orders = append(c.orders, o)
	p.proof.order(v, twice, o)
	o.constrain()
	return true
}

// countThird makes a third swap of an edge cost a move, too, and reports whether
// it did not before.
func (p *model) countThird(i int) bool {
	e := &p.edges[i]
	if e.counted {
		return false
	}
	e.counted = true
	if e.third < 0 {
		e.third = p.solver.NewVar()
		p.proof.name(e.third, "h_%d", i)
		p.refinement(sat.Neg(e.third), sat.Pos(e.wild))
	}
	e.softs = append(e.softs, p.addSoft(e.third, e.a, e.b))
	return true
}

// addSecondSwap gives an edge colours for its first and its second swap, once.
//
// Lemma. Let a plan swap the edge twice or more, and let g[0] and g[1] be what
// its first two swaps carry. Unless there is a third, the net flow of a colour
// is their sum: 2 one way if both carry it that way, 1 if one does and the other
// doesn't carry it back, else 0 or less. If the edge isn't swapped twice, all of
// g are false. In the light form two[d] is set, too, where both first swaps carry
// a colour in direction d; it occurs only in clauses that allow more then.
func (p *model) addSecondSwap(i int) {
	p.countThird(i)
	add := p.refinement
	e := &p.edges[i]
	if e.g[0][0] != nil {
		return
	}
	wild, third := sat.Neg(e.wild), sat.Pos(e.third)
	for use := range e.g {
		e.g[use] = colour{p.newVars(p.colours), p.newVars(p.colours)}
		p.proof.colour(e.g[use], "g_%d_%d", i, use)
		p.constrainColours(e.g[use], sat.Pos(e.wild))
	}
	for d := range 2 {
		for c, n := range e.n[d] {
			one, other := e.g[0], e.g[1]
			for range 2 {
				add(third, sat.Neg(one[d][c]), sat.Pos(other[1-d][c]), sat.Pos(n))
				add(third, sat.Neg(n), sat.Neg(one[1-d][c]))
				one, other = other, one
			}
			add(third, wild, sat.Neg(n), sat.Pos(one[d][c]), sat.Pos(other[d][c]))
			if !p.full {
				add(sat.Neg(one[d][c]), sat.Neg(other[d][c]), sat.Pos(e.two[d]))
				continue
			}
			add(third, sat.Neg(one[d][c]), sat.Neg(other[d][c]), sat.Pos(e.t[d][c]))
			add(third, sat.Neg(e.t[d][c]), sat.Pos(one[d][c]))
			add(third, sat.Neg(e.t[d][c]), sat.Pos(other[d][c]))
		}
	}
}

// constrainColours says that a swap carries one colour either way, and not the
// same, if it happens, and none if it doesn't.
func (p *model) constrainColours(g colour, happens sat.Lit) {
	add := p.refinement
	for d := range g {
		add(or([]sat.Lit{happens.Not()}, g[d])...)
		for c, v := range g[d] {
			add(sat.Neg(v), happens)
			for _, w := range g[d][:c] {
				add(sat.Neg(v), sat.Neg(w))
			}
		}
	}
	for c := range p.colours {
		add(sat.Neg(g[0][c]), sat.Neg(g[1][c]))
	}
}
