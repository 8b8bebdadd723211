package exact

import (
	"fmt"

	"fewest/internal/sat"
)

// cutCircle forbids orders at cells that go round in a circle, given by their
// matches; -1 stands for "the first swap of an edge comes before the second".
func (s *solve) cutCircle(ms []int) {
	var clause []sat.Lit
	for _, m := range ms {
		if m >= 0 {
			clause = append(clause, sat.Neg(m))
		}
	}
	s.model.solver.AddClause(clause...)
	s.stats.circles++
}

func clusterKey(edges []int) string { return fmt.Sprint(edges) }

// cutCluster says that the cluster's edges, swapped as cheaply as the model
// does and with no other edge at its cells, leave its cells in one of the
// reachable arrangements, all of which clash with each other or with the cells
// around: so one more move is due. Any of the other ways out makes the clause
// true: an edge of it not swapped, another swapped, one more of its edges
// swapped again, a cell around that ends with another colour.
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
		// Every move that the model can pay for in another way must be there
		// before the first cut is, or it would be paid for twice.
		p.addSecondSwap(e)
		for _, more := range [2]int{p.edges[e].wild, p.edges[e].third} {
			if w := sat.Pos(more); !p.solver.Value(w) {
				clause = append(clause, w)
			}
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
