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
	wild  int   // how many of them are wild
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

// realiseCluster returns a shortest sequence of swaps for the cluster, or nil,
// and whether it added a cut because that is longer than the cluster's cost.
func (s *solve) realiseCluster(c cluster, final []uint8) (swaps []int, cut bool) {
	if c.wild == 0 {
		order, cycle := s.model.sorted(c)
		if cycle == nil {
			return order, false
		}
		defer func() {
			if swaps == nil || len(swaps) > c.cost {
				s.cutCycle(cycle)
				cut = true
			}
		}()
	}
	found := s.model.shortest(c, final)
	if found.plan != nil && len(found.plan) <= c.cost {
		return found.plan, false
	}
	if found.complete {
		s.cutCluster(c, final, found.reachable)
		cut = true
	}
	return found.plan, cut || s.conserve(c)
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
			if p.solver.Value(sat.Pos(p.edges[e].wild)) {
				c.wild++
			}
		}
		// Each cut "more than t moves" that the model pays for is one move more.
		c.cost = len(c.edges) + c.wild
		for cuts := s.cuts[clusterKey(c.edges)]; ; c.cost++ {
			if z, ok := cuts[c.cost]; !ok || !p.solver.Value(sat.Pos(z)) {
				break
			}
		}
		all = append(all, c)
	}
	return all
}

// sorted puts the cluster's edges in an order that agrees with the local
// orders of the model, or returns the variables m of a cycle among them.
func (p *model) sorted(c cluster) (order []int, cycle []int) {
	type step struct{ to, m int } // the next edge at a cell, and why
	next := map[int][]step{}
	before := map[int]int{}
	for _, v := range c.cells {
		at := &p.cells[v]
		for i, from := range at.edges {
			for o, to := range at.edges {
				if m := at.m[i+1][o+1]; m >= 0 && p.solver.Value(sat.Pos(m)) {
					next[from.edge] = append(next[from.edge], step{to.edge, m})
					before[to.edge]++
				}
			}
		}
	}
	for _, e := range c.edges {
		if before[e] == 0 {
			order = append(order, e)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, n := range next[order[i]] {
			if before[n.to]--; before[n.to] == 0 {
				order = append(order, n.to)
			}
		}
	}
	if len(order) == len(c.edges) {
		return order, nil
	}
	// Every edge left has one left before it or after it: find a shortest cycle.
	for _, start := range c.edges {
		if before[start] == 0 {
			continue
		}
		type visit struct {
			edge, m, back int
		}
		queue := []visit{{start, -1, -1}}
		seen := map[int]bool{}
		for i := 0; i < len(queue); i++ {
			for _, n := range next[queue[i].edge] {
				if n.to == start {
					found := []int{n.m}
					for j := i; queue[j].back >= 0; j = queue[j].back {
						found = append(found, queue[j].m)
					}
					if cycle == nil || len(found) < len(cycle) {
						cycle = found
					}
				} else if !seen[n.to] {
					seen[n.to] = true
					queue = append(queue, visit{n.to, n.m, i})
				}
			}
		}
	}
	return nil, cycle
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
