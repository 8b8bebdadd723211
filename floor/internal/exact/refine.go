package exact

import (
	"slices"

	"fewest/floor/internal/sat"
)

// refine gives the cells of a cluster orders in which just those of their
// edges that are wild in the model are swapped twice, and reports whether one
// was new.
func (s *solve) refine(c cluster) bool {
	p := s.model
	added := false
	for _, v := range c.cells {
		if p.activeOrder(v) != nil {
			continue
		}
		var twice []int
		for _, q := range p.cells[v].edges {
			if e := &p.edges[q.edge]; p.solver.Value(sat.Pos(e.wild)) {
				twice = append(twice, q.edge)
			}
		}
		added = p.refineCell(v, twice) || added
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
		swaps = append(swaps, swap{q, 0})
		e := &p.edges[q.edge]
		if !slices.Contains(twice, q.edge) {
			unless = append(unless, sat.Pos(e.wild))
			continue
		}
		p.addSecondSwap(q.edge)
		swaps = append(swaps, swap{q, 1})
		unless = append(unless, sat.Neg(e.wild), sat.Pos(e.third))
	}
	for _, o := range c.orders {
		if slices.Equal(o.swaps, swaps) {
			return false
		}
	}
	o := p.newOrder(swaps)
	c.orders = append(c.orders, o)
	p.constrainOrder(c, o, unless)
	return true
}

// addSecondSwap gives an edge colours for its second swap, and a literal for a
// third, once.
func (p *model) addSecondSwap(e int) {
	at := &p.edges[e]
	if at.third >= 0 {
		return
	}
	at.third = p.solver.NewVar()
	at.softs = append(at.softs, p.search.AddSoft(sat.Neg(at.third)))
	p.solver.AddClause(sat.Neg(at.third), sat.Pos(at.wild))
	at.g[1] = colour{p.newVars(p.colours), p.newVars(p.colours)}
	p.constrainColours(at.g[1], sat.Pos(at.wild))
}
