package exact

import (
	"context"
	"slices"
)

// realise turns the model's clusters into swaps. It returns the plan, perhaps
// longer than the model's cost, or nil where a cluster could not be realised,
// and whether it added to the formula what the model breaks.
func (s *solve) realise(ctx context.Context) (plan []int32, changed bool) {
	ends := s.model.finalColours() // kept up to date as clusters are realised
	plan = []int32{}
	var detours []*clusterSearch
	whole, cost := true, 0
	for _, c := range s.clusters() {
		if ctx.Err() != nil {
			return nil, false
		}
		cost += c.cost
		swaps := s.play(ctx, c)
		if swaps == nil {
			found := s.shortest(ctx, c, ends)
			if found.cost > c.cost {
				s.explain(func() Step { return Cluster{Edges: c.edges, Cost: c.cost} })
				changed = s.correct(ctx, found) || changed
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
		s.explain(func() Step { return Cluster{c.edges, c.cost, swaps} })
		plan = append(plan, swaps...)
	}
	// Where clusters stand in each other's way because one ended with other
	// colours than in the model, tell the model why.
	if !changed && !(whole && len(plan) <= cost) {
		for _, d := range detours {
			if d.complete && d.cost <= d.cluster.cost && !slices.ContainsFunc(d.reachable, d.isModelled) {
				if !s.countThirds(d.cluster) {
					s.cutEnds(d)
				}
				changed = true
			}
		}
	}
	if !whole {
		plan = nil
	}
	return plan, changed
}

// correct adds to the formula why a cluster costs more than the model says,
// and reports whether it found anything to say.
func (s *solve) correct(ctx context.Context, found *clusterSearch) bool {
	c := found.cluster
	if s.closed(ctx, c, found.around) {
		return true
	}
	changed := s.refine(c)
	if circle := c.findCircle(); circle != nil {
		s.model.forbid(circle)
		s.stats.circles++
		changed = true
	}
	if changed || s.countThirds(c) {
		return true
	}
	if found.complete && !found.possible {
		s.cutCluster(found)
		return true
	}
	return false
}

// countThirds lets third swaps of a cluster's edges cost a move, and reports
// whether the model has one that did not.
func (s *solve) countThirds(c cluster) bool {
	dearer := false
	for _, e := range c.edges {
		used := s.model.holds(s.model.edges[e].third)
		dearer = s.model.countThird(e) && used || dearer
	}
	return dearer
}
