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
	diveLeast      = 0.01 // flow below this is none
)

// Dive looks for a plan that follows the flows: it swaps where most flows, takes
// these flows off, solves again, and goes back where the bound of what is left
// rises by more than the swaps. With ordered, the linear programme has all order
// rows as if no edge were swapped twice. If it gets stuck, annealing mends the
// rest.
func (s *Search) Dive(ctx context.Context, ordered bool) {
	if s.Relax(ctx); s.root == nil || s.Closed() || ctx.Err() != nil {
		return
	}
	d := &dive{
		Search: s, now: slices.Clone(s.model.Start), banned: make([]bool, len(s.model.Edges)),
		random: rand.New(rand.NewPCG(s.options.Seed, 1)),
	}
	if ordered {
		d.rows.Most = make([]int32, len(s.model.Edges))
		for e := range d.rows.Most {
			d.rows.Most[e] = 1
		}
	}
	s.solver.Load(s.root)
	d.run(ctx)
	s.finish(ctx, d.plan)
}

// dive is a plan that grows.
type dive struct {
	*Search
	rows   relax.Rows
	now    []uint8 // the colours after plan
	plan   []int32
	banned []bool // edges that were tried and failed, since the last that didn't
	random *rand.Rand
}

// candidate is a swap, and how much flows over its edge.
type candidate struct {
	edge  int32
	score float64
}

func (d *dive) run(ctx context.Context) {
	left, ok := d.solve(ctx, math.Inf(1))
	failures, extra := 0, 0.0
	for ok && ctx.Err() == nil && len(d.model.Conflicts(d.now)) > 0 {
		if d.result.Plan != nil && float64(len(d.plan))+left > float64(len(d.result.Plan)-1)+diveSlack {
			return // it won't be shorter
		}
		swaps := d.choose()
		if len(swaps) == 0 {
			return
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
			slices.Reverse(swaps) // disjoint, so any order takes them back
			d.swap(swaps)
			slices.Reverse(swaps)
			d.solver.Load(before)
			if failures++; len(swaps) == 1 || ctx.Err() != nil {
				d.banned[swaps[0]] = true
				ok = true
				break
			}
			swaps = swaps[:(len(swaps)+3)/4]
		}
		if failures >= diveFailures {
			failures = 0
			extra += 1
			if extra == 1 {
				extra = 0.5
			}
			clear(d.banned)
		}
	}
}

// solve solves the linear programme of what is left and returns its bound, which
// may be any that is above most.
func (d *dive) solve(ctx context.Context, most float64) (float64, bool) {
	d.solver.Set(d.now, d.domain, d.rows)
	r := d.Search.run(ctx, pdhg.Limits{Iterations: diveIterations, Target: most, Gap: diveGap})
	return r.Bound, ctx.Err() == nil
}

// choose returns disjoint swaps over which much flows, the most first.
func (d *dive) choose() []int32 {
	var all []candidate
	for e, cells := range d.model.Edges {
		a, b := d.now[cells[0]], d.now[cells[1]]
		if a == b || d.banned[e] {
			continue
		}
		there, back := d.solver.Flow(int32(e))
		if score := min(there[a], back[b]); score > diveLeast {
			all = append(all, candidate{int32(e), score + diveNoise*d.random.Float64()})
		}
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
