package exact

import (
	"context"
	"slices"

	"fewest/floor/internal/pace"
)

// clusterSearch is what a search through a cluster's arrangements found.
type clusterSearch struct {
	cluster    cluster
	swaps      []int32   // a shortest sequence; nil when none was found
	cost       int       // its length, or more than the cluster's cost
	ends       []uint8   // the colours that it leaves
	asModelled bool      // those are the model's
	modelled   []uint8   // the model's
	around     []uint8   // the colour that each cell of the graph has in the model
	reachable  [][]uint8 // the arrangements within the cluster's cost
	complete   bool      // reachable has them all
	possible   bool      // one of them is done beside the model's other clusters
}

func (f *clusterSearch) isModelled(r []uint8) bool { return slices.Equal(r, f.modelled) }

// shortest looks breadth-first for the fewest swaps of the cluster's own edges
// after which its cells clash neither with each other nor with those around,
// whose colours ends gives. Within the cluster's cost it prefers what the
// model says.
func (s *solve) shortest(ctx context.Context, c cluster, ends []uint8) *clusterSearch {
	p := s.model
	found := &clusterSearch{cluster: c, cost: c.cost + 1, around: p.finalColours()}
	place := c.places()
	start := make([]uint8, len(c.cells))
	found.modelled = make([]uint8, len(c.cells))
	for i, v := range c.cells {
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
			found.complete = true
			if best >= 0 {
				break
			}
		}
		if !found.complete {
			found.reachable = append(found.reachable, n.state)
			found.possible = found.possible || c.fits(place, n.state, found.around)
		}
		if c.fits(place, n.state, ends) {
			if slices.Equal(n.state, found.modelled) {
				best = i
				break
			}
			if best < 0 {
				best = i
			}
		}
		if len(queue) > s.limits.search || i%1024 == 0 && ctx.Err() != nil {
			break
		}
		pace.Work(ctx, stateCost*int64(len(c.edges)))
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
		found.swaps = []int32{}
		for j := best; queue[j].back >= 0; j = queue[j].back {
			found.swaps = append(found.swaps, int32(c.edges[queue[j].edge]))
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
func (c cluster) fits(place map[int]int, state, ends []uint8) bool {
	g := c.of.graph
	for i, v := range c.cells {
		for _, t := range g.TouchAt[v] {
			far := int(g.Touching(t, int32(v)))
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
