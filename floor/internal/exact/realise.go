package exact

import (
	"context"
	"slices"

	"fewest/floor/internal/sat"
)

// cluster is a connected set of swapped edges in a model: moves that have
// nothing to do with those elsewhere.
type cluster struct {
	edges []int // rising
	again int   // how many swaps more than one an edge the model pays for
	cells []int // rising
	cost  int   // what the model pays for it, cuts included
}

const largestSearch = 200_000 // arrangements that a cluster's search may hold

// realise turns the model's clusters into swaps. It returns the plan, perhaps
// longer than the model's cost, or nil where a cluster could not be realised,
// and whether it added to the formula what the model breaks.
func (s *solve) realise(ctx context.Context) (plan []int32, changed bool) {
	ends := s.model.finalColours() // kept up to date as clusters are realised
	var detours []*clusterSearch
	whole := true
	for _, c := range s.clusters() {
		if ctx.Err() != nil {
			return nil, false
		}
		swaps, circle := s.model.sorted(c)
		if swaps == nil {
			found := s.model.shortest(ctx, c, ends)
			if found.cost > c.cost {
				changed = s.correct(found, circle) || changed
			}
			if found.swaps == nil {
				whole = false
				continue
			}
			for i, v := range c.cells {
				ends[v] = found.ends[i]
			}
			if !found.asModelled {
				detours = append(detours, found)
			}
			swaps = found.swaps
		}
		for _, e := range swaps {
			plan = append(plan, int32(e))
		}
	}
	if whole {
		return plan, changed
	}
	// Where clusters stand in each other's way because one ended with other
	// colours than in the model, tell the model why.
	for _, d := range detours {
		if !changed && d.cost <= d.cluster.cost {
			s.cutEnds(d)
			changed = true
		}
	}
	return nil, changed
}

// correct adds to the formula why a cluster costs more than the model says,
// and reports whether it found anything to say.
func (s *solve) correct(found *clusterSearch, circle []int) bool {
	changed := s.refine(found.cluster)
	if circle != nil {
		s.cutCircle(circle)
		changed = true
	}
	if !changed && found.complete && !found.possible {
		s.cutCluster(found)
		changed = true
	}
	return changed
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

// clusterSearch is what a search through a cluster's arrangements found.
type clusterSearch struct {
	cluster    cluster
	swaps      []int     // a shortest sequence, as edges; nil when none was found
	cost       int       // its length, or more than the cluster's cost
	ends       []uint8   // the colours that it leaves
	asModelled bool      // those are the model's
	modelled   []uint8   // the model's
	around     []uint8   // the colour that each cell of the board has in the model
	reachable  [][]uint8 // the arrangements within the cluster's cost
	complete   bool      // reachable has them all
	possible   bool      // one of them is done beside the model's other clusters
}

// shortest looks breadth-first for the fewest swaps of the cluster's own edges
// after which its cells clash neither with each other nor with those around,
// whose colours ends gives. Within the cluster's cost it prefers what the
// model says.
func (p *model) shortest(ctx context.Context, c cluster, ends []uint8) *clusterSearch {
	found := &clusterSearch{cluster: c, cost: c.cost + 1, around: p.finalColours()}
	place := map[int]int{}
	start := make([]uint8, len(c.cells))
	found.modelled = make([]uint8, len(c.cells))
	for i, v := range c.cells {
		place[v] = i
		start[i] = uint8(p.cells[v].tile)
		found.modelled[i] = found.around[v]
	}
	type node struct {
		state             []uint8
		back, edge, depth int
	}
	seen := map[string]bool{string(start): true}
	queue := []node{{start, -1, -1, 0}}
	best := -1
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n.depth > c.cost {
			if !found.complete {
				found.complete = true
			}
			if best >= 0 {
				break
			}
		}
		if !found.complete {
			found.reachable = append(found.reachable, n.state)
			found.possible = found.possible || p.fits(c, place, n.state, found.around)
		}
		if p.fits(c, place, n.state, ends) {
			if slices.Equal(n.state, found.modelled) {
				best = i
				break
			}
			if best < 0 {
				best = i
			}
		}
		if len(queue) > largestSearch || i%1024 == 0 && ctx.Err() != nil {
			break
		}
		for k, e := range c.edges {
			a, b := place[p.edges[e].a], place[p.edges[e].b]
			if n.state[a] == n.state[b] {
				continue
			}
			state := slices.Clone(n.state)
			state[a], state[b] = state[b], state[a]
			if !seen[string(state)] {
				seen[string(state)] = true
				queue = append(queue, node{state, i, k, n.depth + 1})
			}
		}
		if i == len(queue)-1 {
			found.complete = true // every arrangement lies within the cost
		}
	}
	if best >= 0 {
		found.swaps = []int{}
		for j := best; queue[j].back >= 0; j = queue[j].back {
			found.swaps = append(found.swaps, c.edges[queue[j].edge])
		}
		slices.Reverse(found.swaps)
		found.cost = len(found.swaps)
		found.ends = queue[best].state
		found.asModelled = slices.Equal(found.ends, found.modelled)
	}
	return found
}

// fits reports whether an arrangement of the cluster's cells clashes neither
// with itself nor with the cells around, whose colours ends gives.
func (p *model) fits(c cluster, place map[int]int, state, ends []uint8) bool {
	for i, v := range c.cells {
		for _, t := range p.graph.TouchAt[v] {
			far := int(p.graph.Touching(t, int32(v)))
			colour := ends[far]
			if j, inside := place[far]; inside {
				colour = state[j]
			}
			if colour == state[i] {
				return false
			}
		}
	}
	return true
}
