package exact

import (
	"context"
	"slices"

	"fewest/board"
	"fewest/internal/sat"
)

// cluster is a connected set of swapped edges in a model: moves that have
// nothing to do with those elsewhere.
type cluster struct {
	edges []int // rising
	again int   // how many swaps more than one an edge the model pays for
	cells []int // rising
	cost  int   // what the model pays for it, cuts included
}

// outcome is what can be said of one cluster.
type outcome struct {
	plan      []int // edges in the order of the swaps; nil when none was found
	reachable [][]uint8
	complete  bool // reachable holds every arrangement within the cost
}

const largestSearch = 200_000 // arrangements that a cluster's search may hold

// realise turns the model's clusters into swaps. It returns the plan, perhaps
// longer than the model's cost, or nil where a cluster could not be realised,
// and whether a cut was added that the model breaks.
func (s *solve) realise(ctx context.Context) (plan []board.Edge, changed bool) {
	final := s.model.finalColours()
	whole := true
	for _, c := range s.clusters() {
		if ctx.Err() != nil {
			return nil, false
		}
		swaps, cut := s.realiseCluster(c, final)
		changed = changed || cut
		if swaps == nil {
			s.stats.unrealised++
			whole = false
			continue
		}
		for _, e := range swaps {
			a, b := s.model.cells[s.model.edges[e].a].index, s.model.cells[s.model.edges[e].b].index
			plan = append(plan, board.Edge{A: int32(a), B: int32(b)})
		}
	}
	if !whole {
		return nil, changed
	}
	return plan, changed
}

// realiseCluster returns a sequence of swaps for the cluster, or nil if none
// was found, and whether it added to the formula because the model's cost is
// too low for the cluster.
func (s *solve) realiseCluster(c cluster, final []uint8) (swaps []int, changed bool) {
	order, circle := s.model.sorted(c)
	if order != nil {
		return order, false
	}
	found := s.model.shortest(c, final)
	if found.plan != nil && len(found.plan) <= c.cost {
		return found.plan, false
	}
	changed = s.refine(c)
	if circle != nil {
		s.cutCircle(circle)
		changed = true
	}
	if !changed && found.complete {
		s.cutCluster(c, final, found.reachable)
		changed = true
	}
	return found.plan, changed
}

// finalColours returns the colour that each cell ends with in the model.
func (p *model) finalColours() []uint8 {
	final := make([]uint8, len(p.cells))
	for v := range p.cells {
		for k, x := range p.cells[v].x {
			if p.solver.Value(sat.Pos(x)) {
				final[v] = uint8(k)
			}
		}
	}
	return final
}

// clusters returns the connected sets of swapped edges of the model.
func (s *solve) clusters() []cluster {
	p := s.model
	seen := make([]bool, len(p.edges))
	used := func(e int) bool { return p.solver.Value(sat.Pos(p.edges[e].s)) }
	var all []cluster
	for e := range p.edges {
		if seen[e] || !used(e) {
			continue
		}
		seen[e] = true
		c := cluster{edges: []int{e}}
		for i := 0; i < len(c.edges); i++ {
			at := &p.edges[c.edges[i]]
			for _, v := range [2]int{at.a, at.b} {
				if slices.Contains(c.cells, v) {
					continue
				}
				c.cells = append(c.cells, v)
				for _, q := range p.cells[v].edges {
					if !seen[q.edge] && used(q.edge) {
						seen[q.edge] = true
						c.edges = append(c.edges, q.edge)
					}
				}
			}
		}
		slices.Sort(c.edges)
		slices.Sort(c.cells)
		for _, e := range c.edges {
			for _, more := range [2]int{p.edges[e].wild, p.edges[e].third} {
				if more >= 0 && p.solver.Value(sat.Pos(more)) {
					c.again++
				}
			}
		}
		// Each cut "more than t moves" that the model pays for is one move more.
		c.cost = len(c.edges) + c.again
		for cuts := s.cuts[clusterKey(c.edges)]; ; c.cost++ {
			if z, ok := cuts[c.cost]; !ok || !p.solver.Value(sat.Pos(z)) {
				break
			}
		}
		all = append(all, c)
	}
	return all
}

// sorted puts the cluster's swaps in an order that agrees with the orders at
// its cells. If those go round in a circle, it returns the matches that make
// the circle; if a cell has no order that the model keeps to, nothing.
func (p *model) sorted(c cluster) (order []int, circle []int) {
	type node struct{ edge, use int }
	type step struct{ to, m int } // the next swap at a cell, and why
	number := map[node]int{}
	var nodes []node
	var next [][]step
	var before []int
	add := func(n node) {
		number[n] = len(nodes)
		nodes = append(nodes, n)
		next = append(next, nil)
		before = append(before, 0)
	}
	link := func(from, to, m int) {
		next[from] = append(next[from], step{to, m})
		before[to]++
	}
	for _, e := range c.edges {
		add(node{e, 0})
		if p.solver.Value(sat.Pos(p.edges[e].wild)) {
			add(node{e, 1})
			link(len(nodes)-2, len(nodes)-1, -1)
		}
	}
	for _, v := range c.cells {
		at := p.activeOrder(v)
		if at == nil {
			return nil, nil
		}
		for i, from := range at.swaps {
			for o, to := range at.swaps {
				if m := at.m[i+1][o+1]; m >= 0 && p.solver.Value(sat.Pos(m)) {
					link(number[node{from.edge, from.use}], number[node{to.edge, to.use}], m)
				}
			}
		}
	}
	ready := make([]int, 0, len(nodes))
	for n := range nodes {
		if before[n] == 0 {
			ready = append(ready, n)
		}
	}
	for i := 0; i < len(ready); i++ {
		order = append(order, nodes[ready[i]].edge)
		for _, n := range next[ready[i]] {
			if before[n.to]--; before[n.to] == 0 {
				ready = append(ready, n.to)
			}
		}
	}
	if len(order) == len(nodes) {
		return order, nil
	}
	// Find a shortest circle among what is left.
	for start := range nodes {
		if before[start] == 0 {
			continue
		}
		type visit struct{ node, m, back int }
		queue := []visit{{start, -1, -1}}
		seen := make([]bool, len(nodes))
		for i := 0; i < len(queue); i++ {
			for _, n := range next[queue[i].node] {
				if n.to == start {
					found := []int{n.m}
					for j := i; queue[j].back >= 0; j = queue[j].back {
						found = append(found, queue[j].m)
					}
					if circle == nil || len(found) < len(circle) {
						circle = found
					}
				} else if !seen[n.to] {
					seen[n.to] = true
					queue = append(queue, visit{n.to, n.m, i})
				}
			}
		}
	}
	return nil, circle
}

// shortest looks breadth-first for the fewest swaps of the cluster's own edges
// after which its cells clash neither with each other nor with those around.
func (p *model) shortest(c cluster, final []uint8) outcome {
	place := map[int]int{}
	for i, v := range c.cells {
		place[v] = i
	}
	var swaps, inner [][2]int
	type clash struct {
		at     int
		colour uint8
	}
	var outer []clash
	for _, e := range c.edges {
		swaps = append(swaps, [2]int{place[p.edges[e].a], place[p.edges[e].b]})
	}
	for i, v := range c.cells {
		for _, q := range p.cells[v].edges {
			if j, in := place[q.far]; !in {
				outer = append(outer, clash{i, final[q.far]})
			} else if i < j {
				inner = append(inner, [2]int{i, j})
			}
		}
	}
	done := func(state []uint8) bool {
		for _, e := range inner {
			if state[e[0]] == state[e[1]] {
				return false
			}
		}
		for _, o := range outer {
			if state[o.at] == o.colour {
				return false
			}
		}
		return true
	}
	type node struct {
		state []uint8
		back  int
		edge  int
		depth int
	}
	start := make([]uint8, len(c.cells))
	for i, v := range c.cells {
		start[i] = uint8(p.cells[v].tile)
	}
	seen := map[string]bool{string(start): true}
	queue := []node{{start, -1, -1, 0}}
	var out outcome
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n.depth > c.cost && !out.complete {
			out.complete = true
			for _, r := range queue[:i] {
				out.reachable = append(out.reachable, r.state)
			}
		}
		if done(n.state) {
			out.plan = []int{}
			for j := i; queue[j].back >= 0; j = queue[j].back {
				out.plan = append(out.plan, c.edges[queue[j].edge])
			}
			slices.Reverse(out.plan)
			return out
		}
		if len(queue) > largestSearch {
			return out
		}
		for k, e := range swaps {
			if n.state[e[0]] == n.state[e[1]] {
				continue
			}
			state := slices.Clone(n.state)
			state[e[0]], state[e[1]] = state[e[1]], state[e[0]]
			if !seen[string(state)] {
				seen[string(state)] = true
				queue = append(queue, node{state, i, k, n.depth + 1})
			}
		}
	}
	if !out.complete { // every arrangement lies within the cost
		out.complete = true
		for _, r := range queue {
			out.reachable = append(out.reachable, r.state)
		}
	}
	return out
}
