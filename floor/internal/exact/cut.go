package exact

import (
	"fmt"

	"fewest/internal/sat"
)

// cutCycle forbids local orders that go round in a circle.
func (s *solve) cutCycle(ms []int) {
	clause := make([]sat.Lit, len(ms))
	for i, m := range ms {
		clause[i] = sat.Neg(m)
	}
	s.model.solver.AddClause(clause...)
	s.stats.cycles++
}

func clusterKey(edges []int) string { return fmt.Sprint(edges) }

// cutCluster says that the cluster's edges, swapped as cheaply as the model
// does and with no other edge at its cells, leave its cells in one of the
// reachable arrangements, all of which clash with each other or with the cells
// around: so one more move is due. Any of the other ways out makes the clause
// true: an edge of it not swapped, another swapped, one more of its edges
// wild, a cell around that ends with another colour.
func (s *solve) cutCluster(c cluster, final []uint8, reachable [][]uint8) {
	p := s.model
	in := map[int]bool{}
	inside := map[int]int{}
	for i, v := range c.cells {
		inside[v] = i
	}
	var clause []sat.Lit
	for _, e := range c.edges {
		in[e] = true
		clause = append(clause, sat.Neg(p.edges[e].s))
		if w := sat.Pos(p.edges[e].wild); !p.solver.Value(w) {
			clause = append(clause, w)
		}
	}
	type clash struct {
		cell   int // around the cluster
		colour uint8
	}
	var around []clash
	touches := map[clash][]int{} // the cluster's cells beside it
	for i, v := range c.cells {
		for _, q := range p.cells[v].edges {
			if in[q.edge] {
				continue
			}
			in[q.edge] = true
			clause = append(clause, sat.Pos(p.edges[q.edge].s))
			if _, ok := inside[q.far]; !ok {
				k := clash{q.far, final[q.far]}
				if touches[k] == nil {
					around = append(around, k)
				}
				touches[k] = append(touches[k], i)
			}
		}
	}
	// Of the cells around, name few that together exclude every arrangement.
	var open [][]uint8
	for _, r := range reachable {
		if !p.clashesInside(c, inside, r) {
			open = append(open, r)
		}
	}
	hits := func(k clash, r []uint8) bool {
		for _, i := range touches[k] {
			if r[i] == k.colour {
				return true
			}
		}
		return false
	}
	for len(open) > 0 {
		var best clash
		most := 0
		for _, k := range around {
			n := 0
			for _, r := range open {
				if hits(k, r) {
					n++
				}
			}
			if n > most {
				best, most = k, n
			}
		}
		if most == 0 {
			panic("exact: a reachable arrangement clashes with nothing")
		}
		clause = append(clause, sat.Neg(p.cells[best.cell].x[best.colour]))
		kept := open[:0]
		for _, r := range open {
			if !hits(best, r) {
				kept = append(kept, r)
			}
		}
		open = kept
	}
	key := clusterKey(c.edges)
	if s.cuts[key] == nil {
		s.cuts[key] = map[int]int{}
	}
	// One variable for each cluster and cost: two cuts that both say "more than
	// t moves" must not be paid for twice.
	z, ok := s.cuts[key][c.cost]
	if !ok {
		z = p.solver.NewVar()
		s.cuts[key][c.cost] = z
		p.search.AddSoft(sat.Neg(z))
	}
	p.solver.AddClause(append(clause, sat.Pos(z))...)
	s.stats.cuts++
}

func (p *model) clashesInside(c cluster, inside map[int]int, state []uint8) bool {
	for i, v := range c.cells {
		for _, q := range p.cells[v].edges {
			if j, ok := inside[q.far]; ok && state[i] == state[j] {
				return true
			}
		}
	}
	return false
}

// conserve says for every wild edge of the cluster, once, that its two cells
// together neither make nor lose a colour, and reports whether it said
// anything new. It holds where no other edge at the cells is wild.
func (s *solve) conserve(c cluster) bool {
	added := false
	for _, e := range c.edges {
		if at := &s.model.edges[e]; s.model.solver.Value(sat.Pos(at.wild)) && !at.conserved {
			at.conserved = true
			s.model.conservePair(e)
			s.stats.conservations++
			added = true
		}
	}
	return added
}

// conservePair adds a one-to-one, colour-keeping matching of what the two
// cells of an edge have and get to what they give and keep.
func (p *model) conservePair(e int) {
	type end struct {
		used   sat.Lit // true when the end takes part; always for tiles
		always bool
		tile   int   // initial colour, or -1
		colour []int // colour variables, or nil
		edge   int   // the edge, or -1
	}
	var sources, sinks []end
	pair := &p.edges[e]
	otherwise := []sat.Lit{sat.Neg(pair.wild)}
	for _, v := range [2]int{pair.a, pair.b} {
		at := &p.cells[v]
		sources = append(sources, end{always: true, tile: at.tile, edge: -1})
		sinks = append(sinks, end{always: true, tile: -1, colour: at.x, edge: -1})
		for _, q := range at.edges {
			if q.edge == e {
				continue
			}
			f := &p.edges[q.edge]
			otherwise = append(otherwise, sat.Pos(f.wild))
			sources = append(sources, end{used: sat.Pos(f.s), tile: -1, colour: f.g[1-q.out], edge: q.edge})
			sinks = append(sinks, end{used: sat.Pos(f.s), tile: -1, colour: f.g[q.out], edge: q.edge})
		}
	}
	add := p.solver.AddClause
	matched := make([][]sat.Lit, len(sources)+len(sinks))
	for i, from := range sources {
		for o, to := range sinks {
			if from.edge >= 0 && from.edge == to.edge {
				continue
			}
			n := sat.Pos(p.solver.NewVar())
			matched[i] = append(matched[i], n)
			matched[len(sources)+o] = append(matched[len(sources)+o], n)
			for k := range p.colours {
				if from.tile >= 0 {
					if k == from.tile {
						add(n.Not(), sat.Pos(to.colour[k]))
					}
					continue
				}
				add(n.Not(), sat.Neg(from.colour[k]), sat.Pos(to.colour[k]))
				add(n.Not(), sat.Pos(from.colour[k]), sat.Neg(to.colour[k]))
			}
		}
	}
	for i, lits := range matched {
		at := append(append([]end(nil), sources...), sinks...)[i]
		clause := append(append([]sat.Lit(nil), otherwise...), lits...)
		if !at.always {
			clause = append(clause, at.used.Not())
		}
		add(clause...)
		for j, l := range lits {
			if !at.always {
				add(l.Not(), at.used)
			}
			for _, k := range lits[:j] {
				add(l.Not(), k.Not())
			}
		}
	}
}
