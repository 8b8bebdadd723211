package floor

import (
	"context"
	"time"

	"fewest/floor/internal/anneal"
	"fewest/floor/internal/carry"
)

const (
	// firstShare is the part of the time left that the search for a first plan
	// may take.
	firstShare = 0.5
	// quickCells is the size up to which carrying all tiles takes seconds at most,
	// and one in quickParts of the time it may take.
	quickCells, quickParts = 100_000, 2
	// lastTime is how long plans are looked for when time is up and a piece has
	// none, for all pieces together.
	lastTime = 50 * time.Millisecond
)

// quickPlan makes a plan in the quickest way, to begin with and to fall back on.
func (s *solver) quickPlan(ctx context.Context) {
	ended := func() bool { return ctx.Err() != nil }
	s.sweep = carry.Sweep(s.Graph, s.colours, ended)
	if s.quick = s.sweep; s.sweep == nil || len(s.Conflicts(s.Replay(s.colours, s.sweep))) > 0 {
		if s.quick = nil; s.done != nil && s.size() <= quickCells {
			s.quick = carry.To(s.Graph, s.colours, s.done, ended)
		}
	}
}

// fallBack takes the quick plan.
func (s *solver) fallBack() {
	if s.quick != nil {
		s.improve(s.quick, Carrying)
		s.report("looking for plans")
	}
}

// firstPlan looks for a plan by local search, and improves it until it leaves
// no conflict and has been annealed once. A board of which a done arrangement
// is known gets a plan in any case.
func (s *solver) firstPlan(ctx context.Context) {
	inner := ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeout(ctx, time.Duration(firstShare*float64(time.Until(deadline))))
		defer cancel()
	}
	s.fallBack()
	o := anneal.Options{
		Seed: s.opt.Seed, Start: s.sweep, Whole: true, Steps: 1, Enough: s.lower,
		Report: func(plan []int32) {
			s.improve(plan, Annealing)
			s.report("looking for plans")
		},
	}
	if s.full() {
		o.Fallback = func() []int32 {
			if s.done == nil {
				return nil
			}
			return anneal.Arrange(inner, s.Graph, s.colours, s.cols, s.done, s.opt.Seed)
		}
	}
	anneal.Improve(inner, s.Graph, s.colours, o)
	if s.plan == nil && s.done != nil {
		s.improve(carry.To(s.Graph, s.colours, s.done, func() bool { return ctx.Err() != nil }), Carrying)
		s.report("looking for plans")
	}
}
