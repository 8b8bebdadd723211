package exact

import (
	"fmt"
	"slices"

	"fewest/floor/internal/sat"
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

// nobodys is a colour that no tile has.
const nobodys = 255

func clusterKey(edges []int) string { return fmt.Sprint(edges) }

// cutCluster says that the cluster's edges, swapped as cheaply as the model
// does and with no other edge at its cells, leave its cells in one of the
// reachable arrangements, all of which clash with each other or with the cells
// around: so one more move is due, unless a cell around ends with another
// colour than in the model. Few of those are named.
func (s *solve) cutCluster(found *clusterSearch) {
	p, c := s.model, found.cluster
	place := map[int]int{}
	for i, v := range c.cells {
		place[v] = i
	}
	type clash struct{ at, far int } // a cluster's cell by place, a cell around
	var clashes []clash
	for i, v := range c.cells {
		for _, t := range p.graph.TouchAt[v] {
			far := int(p.graph.Touching(t, int32(v)))
			if _, inside := place[far]; !inside {
				clashes = append(clashes, clash{i, far})
			}
		}
	}
	nobody := make([]uint8, len(p.cells))
	for v := range nobody {
		nobody[v] = nobodys
	}
	var open [][]uint8
	for _, r := range found.reachable {
		if p.fits(c, place, r, nobody) {
			open = append(open, r)
		}
	}
	var others []int
	for _, k := range clashes {
		if !slices.Contains(others, k.far) {
			others = append(others, k.far)
		}
	}
	cells := cover(others, open, func(far int, r []uint8) bool {
		return slices.ContainsFunc(clashes, func(k clash) bool { return k.far == far && r[k.at] == found.around[far] })
	})
	s.cut(c, cells, found.around)
}

// cutEnds says that the cluster's edges, swapped as cheaply as the model does,
// don't leave its cells with the model's colours: one more move is due, unless
// some of them end with another.
func (s *solve) cutEnds(found *clusterSearch) {
	places := make([]int, len(found.cluster.cells))
	for i := range places {
		places[i] = i
	}
	chosen := cover(places, found.reachable, func(i int, r []uint8) bool { return r[i] != found.modelled[i] })
	for k, i := range chosen {
		chosen[k] = found.cluster.cells[i]
	}
	s.cut(found.cluster, chosen, found.around)
}

// cover chooses, greedily, few of the candidates that together hit every
// arrangement.
func cover(candidates []int, arrangements [][]uint8, hits func(candidate int, r []uint8) bool) []int {
	var chosen []int
	open := slices.Clone(arrangements)
	for len(open) > 0 {
		best, most := -1, 0
		for _, k := range candidates {
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
		if best < 0 {
			panic("exact: an arrangement that should be excluded is not")
		}
		chosen = append(chosen, best)
		open = slices.DeleteFunc(open, func(r []uint8) bool { return hits(best, r) })
	}
	return chosen
}

// cut makes the cluster cost one more move than the model pays for it, unless
// an edge of it isn't swapped, one of its edges is swapped again, another edge
// at its cells is swapped, or one of the given cells doesn't end with the
// colour given.
func (s *solve) cut(c cluster, cells []int, ends []uint8) {
	p := s.model
	var clause []sat.Lit
	for _, e := range c.edges {
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
	for _, v := range c.cells {
		for _, q := range p.cells[v].edges {
			if !slices.Contains(c.edges, q.edge) {
				clause = append(clause, sat.Pos(p.edges[q.edge].s))
			}
		}
	}
	for _, v := range cells {
		clause = append(clause, sat.Neg(p.cells[v].x[ends[v]]))
	}
	// One variable for each cluster and cost: two cuts that both say "more than
	// t moves" must not be paid for twice.
	key := clusterKey(c.edges)
	if s.cuts[key] == nil {
		s.cuts[key] = map[int]int{}
	}
	z, ok := s.cuts[key][c.cost]
	if !ok {
		z = p.solver.NewVar()
		s.cuts[key][c.cost] = z
		p.search.AddSoft(sat.Neg(z))
	}
	p.solver.AddClause(append(clause, sat.Pos(z))...)
	s.stats.cuts++
}
