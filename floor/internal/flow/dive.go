package flow

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fewest/floor/internal/flow/pdhg"
	"fewest/floor/internal/flow/relax"
)

// Constants of the dives, found by experiment.
const (
	diveIterations = 1200
	diveGap        = 0.03
	diveClear      = 0.6 // a swap with so much flow is taken
	diveNear       = 0.9 // or one with so much of the most
	diveSlack      = 0.1 // the bound may rise by so much
	diveFailures   = 8   // before it may rise by more
	diveNoise      = 0.01
	diveMore       = 0.5  // by how much more the bound may rise at first
	diveLeaves     = 4    // one of so many leaves is dived from
	diveLeast      = 0.01 // flow below this is none
)

// Dive looks for a plan that follows the flows: it swaps where most flows, takes
// these flows off, solves again, and goes back where the bound of what is left
// rises by more than the swaps. Annealing mends what conflicts are left where it
// gets stuck, and makes the plan shorter region by region. After that it dives
// again, in turn from within the best plan and with the final colours of leaves
// that branching finds cheap, until so many iterations of the solver are used up;
// once only where there are no branches yet.
func (s *Search) Dive(ctx context.Context, iterations int64) {
	if s.Relax(ctx); s.root == nil {
		return
	}
	until := s.result.Iterations + iterations
	for more := true; more && s.result.Iterations < until && !s.Closed() && ctx.Err() == nil; {
		d := &dive{
			Search: s, domain: s.domain, banned: make([]bool, len(s.model.Edges)),
			random: rand.New(rand.NewPCG(s.options.Seed, s.dives)),
		}
		s.solver.Load(s.root)
		leaf, best := s.leaf(d.random), s.result.Plan
		more = leaf != nil
		switch {
		case s.dives%4 == 1 && best != nil:
			d.plan = slices.Clone(best[:d.random.IntN(len(best))])
		case s.dives%4 >= 2 && leaf != nil:
			d.domain = leaf.domain
			s.solver.Load(leaf.point)
		}
		s.dives++
		kept := len(d.plan)
		d.now = s.model.Replay(s.model.Start, d.plan)
		d.run(ctx, until)
		if len(d.plan) > kept && (kept == 0 || len(s.model.Conflicts(d.now)) == 0) {
			s.anneal(ctx, d.plan, int64(finishPerEdge*len(s.model.Edges)))
		}
	}
}

// leaf returns one of the cheapest leaves with order rows or, while there are
// none, without; nil if there is no branch yet.
func (s *Search) leaf(random *rand.Rand) *node {
	for _, t := range []*tree{s.orderTree(), s.plain} {
		if t == nil || t.root.is == nil || len(t.leaves) == 0 {
			continue
		}
		if n := t.leaves[random.IntN(min(len(t.leaves), diveLeaves))]; n.point != nil {
			return n
		}
	}
	return nil
}

// dive is a plan that grows.
type dive struct {
	*Search
	domain *relax.Domain // what colours cells may end with
	now    []uint8       // the colours after plan
	plan   []int32
	banned []bool // edges that were tried and failed, since the last that didn't
	random *rand.Rand
}

// candidate is a swap, and how much flows over its edge.
type candidate struct {
	edge  int32
	score float64
}

func (d *dive) run(ctx context.Context, until int64) {
	left, ok := d.solve(ctx, math.Inf(1))
	failures, extra := 0, 0.0
	for ok && len(d.model.Conflicts(d.now)) > 0 && d.result.Iterations < until {
		if d.result.Plan != nil && float64(len(d.plan))+left > float64(len(d.result.Plan)-1)+diveSlack {
			return // it won't be shorter
		}
		swaps := d.choose()
		if len(swaps) == 0 && failures == 0 {
			return
		}
		if failures >= diveFailures || len(swaps) == 0 {
			extra, failures = max(diveMore, extra+1), 0
			clear(d.banned)
			continue
		}
		before := d.solver.Save()
		for {
			d.apply(swaps)
			most := left - float64(len(swaps)) + diveSlack + extra
			var after float64
			if after, ok = d.solve(ctx, most); ok && after <= most {
				left, failures, extra = after, 0, 0
				d.plan = append(d.plan, swaps...)
				clear(d.banned)
				break
			}
			d.swap(swaps) // disjoint, so any order takes them back
			d.solver.Load(before)
			failures++
			if len(swaps) == 1 {
				d.banned[swaps[0]] = true
				break
			}
			swaps = swaps[:(len(swaps)+3)/4]
		}
	}
}

// solve solves the linear programme of what is left and returns its bound, which
// may be any that is above most.
func (d *dive) solve(ctx context.Context, most float64) (float64, bool) {
	d.solver.Set(d.now, d.domain, relax.Rows{})
	r := d.Search.run(ctx, pdhg.Limits{Iterations: diveIterations, Target: most, Gap: diveGap})
	return r.Bound, ctx.Err() == nil
}

// choose returns disjoint swaps over which much flows both ways, or if there are
// none, one way; the most first.
func (d *dive) choose() []int32 {
	var all, half []candidate
	for e, cells := range d.model.Edges {
		a, b := d.now[cells[0]], d.now[cells[1]]
		if a == b || d.banned[e] {
			continue
		}
		there, back := d.solver.Flow(int32(e))
		noise := diveNoise * d.random.Float64()
		if both := min(there[a], back[b]); both > diveLeast {
			all = append(all, candidate{int32(e), both + noise})
		} else if one := max(there[a], back[b]); one > diveLeast {
			half = append(half, candidate{int32(e), one + noise})
		}
	}
	if len(all) == 0 {
		all = half
	}
	slices.SortFunc(all, func(a, b candidate) int { return -cmp.Compare(a.score, b.score) })
	var swaps []int32
	taken := map[int32]bool{}
	for _, c := range all {
		if c.score < min(diveClear, diveNear*all[0].score) {
			break
		}
		cells := d.model.Edges[c.edge]
		if !taken[cells[0]] && !taken[cells[1]] {
			taken[cells[0]], taken[cells[1]] = true, true
			swaps = append(swaps, c.edge)
		}
	}
	return swaps
}

// apply makes swaps and takes their flows off.
func (d *dive) apply(swaps []int32) {
	for _, e := range swaps {
		cells := d.model.Edges[e]
		a, b := d.now[cells[0]], d.now[cells[1]]
		there, back := d.solver.Flow(e)
		there[a] = max(0, there[a]-1)
		back[b] = max(0, back[b]-1)
	}
	d.swap(swaps)
}

func (d *dive) swap(swaps []int32) {
	for _, e := range swaps {
		cells := d.model.Edges[e]
		d.now[cells[0]], d.now[cells[1]] = d.now[cells[1]], d.now[cells[0]]
	}
}
