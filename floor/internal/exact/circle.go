package exact

import "fewest/floor/internal/sat"

// circle is a list of matches of orders at cells, each from a swap to the next
// one at that cell, that lead from a swap back to itself; on the way they may
// pass from the first swap of an edge to its second.
//
// Lemma. In a plan a swap comes before the next one at its cell, and the first
// swap of an edge before the second. Nothing comes before itself, so not all
// matches of a circle hold.
type circle []int

// forbid adds a circle's clause.
func (p *model) forbid(c circle) {
	clause := make([]sat.Lit, len(c))
	for i, m := range c {
		clause[i] = sat.Neg(m)
	}
	p.proof.circle(c)
	p.clause(circles, clause...)
}

// findCircle returns a shortest circle among the matches of the model at a
// cluster's cells, nil if there is none.
func (c cluster) findCircle() circle {
	p := c.of
	type node struct{ edge, use int }
	type step struct {
		to node
		m  int // -1: from the first swap of an edge to its second
	}
	next := map[node][]step{}
	var nodes []node
	link := func(from, to node, m int) {
		if next[from] == nil {
			nodes = append(nodes, from)
		}
		next[from] = append(next[from], step{to, m})
	}
	for _, e := range c.edges {
		if p.holds(p.edges[e].wild) {
			link(node{e, first}, node{e, second}, -1)
		}
	}
	for _, v := range c.cells {
		at := p.activeOrder(v)
		if at == nil {
			continue
		}
		for i, from := range at.swaps {
			for o, to := range at.swaps {
				if m := at.m[i+1][o+1]; p.holds(m) {
					link(node{from.edge, from.use}, node{to.edge, to.use}, m)
				}
			}
		}
	}
	var shortest circle
	for _, start := range nodes {
		type visit struct {
			node
			m, back int
		}
		queue := []visit{{start, -1, -1}}
		seen := map[node]bool{}
		for i := 0; i < len(queue); i++ {
			for _, n := range next[queue[i].node] {
				if n.to == start {
					var found circle
					for at, m := i, n.m; ; at, m = queue[at].back, queue[at].m {
						if m >= 0 {
							found = append(found, m)
						}
						if queue[at].back < 0 {
							break
						}
					}
					if shortest == nil || len(found) < len(shortest) {
						shortest = found
					}
				} else if !seen[n.to] {
					seen[n.to] = true
					queue = append(queue, visit{n.to, n.m, i})
				}
			}
		}
	}
	return shortest
}
