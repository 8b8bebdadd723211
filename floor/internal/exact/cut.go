package exact

import (
	"context"
	"slices"

	"fewest/floor/certificate"
	"fewest/floor/internal/pace"
	"fewest/floor/internal/sat"
)

// largestCover is how many arrangements are looked at to name few cells around.
const largestCover = 10_000

// closed forbids that nothing leaves or enters the cells of a cluster while some
// cells around end with the colours that the model gives them, and reports
// whether that is a fault of the model.
//
// Lemma. If no edge between the cells and others is swapped, the cells keep
// their tiles among themselves. If each arrangement of these tiles has two cells
// of one colour that touch, or one that touches a cell around of its colour, the
// plan doesn't end in a done arrangement.
func (s *solve) closed(ctx context.Context, c cluster, around []uint8) bool {
	fits := false
	if !s.arrangements(ctx, c, around, func([]uint8) bool { fits = true; return false }) && !fits {
		s.limits.close *= 2 // too many to try, this time
		return false
	}
	if fits {
		return false
	}
	var proper [][]uint8
	all := s.arrangements(ctx, c, nil, func(r []uint8) bool {
		proper = append(proper, slices.Clone(r))
		return len(proper) < largestCover
	})
	names := c.around()
	if all {
		names = c.clashing(proper, around)
	}
	clause := c.boundary()
	for _, v := range names {
		clause = append(clause, sat.Neg(s.model.cells[v].x[around[v]]))
	}
	s.model.proof.lemma(certificate.Lemma{Kind: certificate.Closed, Cells: c.cells, Ends: ends(names, around)})
	s.model.clause(regions, clause...)
	s.stats.regions++
	return true
}

// boundary returns the literals of the swaps between a cluster's cells and
// others.
func (c cluster) boundary() []sat.Lit {
	var lits []sat.Lit
	for _, v := range c.cells {
		for _, q := range c.of.cells[v].edges {
			if !c.has(q.far) {
				lits = append(lits, sat.Pos(c.of.edges[q.edge].s))
			}
		}
	}
	return lits
}

// arrangements visits the arrangements of the tiles of a cluster's cells that
// don't clash with each other nor, unless around is nil, with the cells around,
// until visit returns false. It reports whether it came to the end, within the
// limit.
func (s *solve) arrangements(ctx context.Context, c cluster, around []uint8, visit func(r []uint8) bool) bool {
	p := s.model
	place := c.places()
	left := make([]int, p.colours)
	for _, v := range c.cells {
		left[p.cells[v].tile]++
	}
	r := make([]uint8, len(c.cells))
	steps := 0
	var fill func(i int) bool
	fill = func(i int) bool {
		if steps++; steps > s.limits.close || steps%1024 == 0 && ctx.Err() != nil {
			return false
		}
		if steps%64 == 0 {
			pace.Work(ctx, 64*stateCost)
		}
		if i == len(r) {
			return visit(r)
		}
	colours:
		for k := range left {
			if left[k] == 0 {
				continue
			}
			for _, t := range p.graph.TouchAt[c.cells[i]] {
				far := int(p.graph.Touching(t, int32(c.cells[i])))
				j, inside := place[far]
				if inside && j < i && r[j] == uint8(k) || !inside && around != nil && around[far] == uint8(k) {
					continue colours
				}
			}
			left[k]--
			r[i] = uint8(k)
			if !fill(i + 1) {
				return false
			}
			left[k]++
		}
		return true
	}
	return fill(0)
}

// around returns the cells that touch a cluster's.
func (c cluster) around() []int {
	var others []int
	for _, v := range c.cells {
		for _, t := range c.of.graph.TouchAt[v] {
			far := int(c.of.graph.Touching(t, int32(v)))
			if !c.has(far) && !slices.Contains(others, far) {
				others = append(others, far)
			}
		}
	}
	return others
}

// clashing chooses few of the cells around, one of which clashes with each of
// the arrangements.
func (c cluster) clashing(arrangements [][]uint8, around []uint8) []int {
	place := c.places()
	return cover(c.around(), arrangements, func(far int, r []uint8) bool {
		return slices.ContainsFunc(c.of.graph.TouchAt[far], func(t int32) bool {
			i, inside := place[int(c.of.graph.Touching(t, int32(far)))]
			return inside && r[i] == around[far]
		})
	})
}

// proper returns the arrangements that don't clash with themselves.
func (c cluster) proper(arrangements [][]uint8) [][]uint8 {
	place := c.places()
	nobody := make([]uint8, len(c.of.cells))
	for v := range nobody {
		nobody[v] = nobodys
	}
	return slices.DeleteFunc(slices.Clone(arrangements), func(r []uint8) bool { return !c.fits(place, r, nobody) })
}

// nobodys is a colour that no tile has.
const nobodys = 255

// cutCluster makes a cluster dearer that can't be realised as cheaply as the
// model does beside the cells around as the model has them.
func (s *solve) cutCluster(found *clusterSearch) {
	c := found.cluster
	s.cut(c, c.clashing(c.proper(found.reachable), found.around), found.around)
}

// cutEnds makes a cluster dearer that can't end as cheaply as in the model with
// the colours that it has there.
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

// cut makes a cluster cost more than the model pays for it, unless an edge of it
// isn't swapped, one of its edges is swapped again more often than in the model,
// another edge at its cells is swapped, or one of the given cells doesn't end
// with the colour given.
//
// Condition: no arrangement that cost swaps of the cluster's edges, or fewer,
// reach, agrees with the ends given: those of its own cells it must have, those
// of cells around it must not clash with. The third swap of each of its edges
// is counted.
//
// Lemma. Let a plan break none of the clause's conditions. It swaps the
// cluster's edges and no other at its cells, and leaves an arrangement that
// agrees with the ends; so it swaps them more than cost times. For every set of
// edges there is one variable more[t] for each t, shared by all cuts. Let it be
// true when the plan swaps just these edges at their cells and
// paid(plan) <= t < its swaps of these edges, where paid(plan) counts the edges
// and those that it swaps twice and three times. Then all that the plan pays for
// these edges and variables is its swaps of them, and another connected set of
// edges has no edge of these and all its variables false where it overlaps them.
// An active clause asks for more[t] with t from the paid of the model up to cost;
// the plan swaps again at most where the model does, so paid(plan) <= paid <= t,
// and t <= cost < its swaps: what is asked for is true.
func (s *solve) cut(c cluster, cells []int, final []uint8) {
	p := s.model
	clause := c.boundary()
	for _, v := range c.cells {
		for _, q := range p.cells[v].edges {
			if q.out == 0 && c.has(q.far) && !slices.Contains(c.edges, q.edge) {
				clause = append(clause, sat.Pos(p.edges[q.edge].s))
			}
		}
	}
	for _, e := range c.edges {
		clause = append(clause, sat.Neg(p.edges[e].s))
		for _, again := range [2]int{p.edges[e].wild, p.edges[e].third} {
			if !p.holds(again) {
				clause = append(clause, sat.Pos(again))
			}
		}
	}
	for _, v := range cells {
		clause = append(clause, sat.Neg(p.cells[v].x[final[v]]))
	}
	p.proof.cut(p, c, ends(cells, final))
	key := c.key()
	if s.more[key] == nil {
		s.more[key] = counter{}
	}
	for t := c.paid; t <= c.cost; t++ {
		if s.more[key].at(t) < 0 {
			s.more[key][t] = p.solver.NewVar()
			p.proof.more(c, t, s.more[key][t])
			p.addSoft(s.more[key][t], c.cells...)
		}
		p.clause(cuts, append(clause[:len(clause):len(clause)], sat.Pos(s.more[key][t]))...)
	}
	s.stats.cuts++
}
