package floor

import (
	"context"
	"sync/atomic"
	"time"

	"fewest/floor/internal/anneal"
	"fewest/floor/internal/carry"
)

const (
	// firstShare is the part of the time left that the search for a first plan
	// may take.
	firstShare = 0.5
	// proofAlone is how long the proof is left alone before plans are improved
	// beside it, besideRounds how often, and besideSteps how long at least, in
	// steps of annealing per edge.
	proofAlone                = time.Second
	besideRounds, besideSteps = 40, 2000
	// lastTime is how long a first plan is looked for when time is up and there
	// is none.
	lastTime = 50 * time.Millisecond
)

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
	found := func(plan []int32, method Method) {
		s.improve(plan, method)
		s.report("looking for plans")
	}
	sweep := carry.Sweep(s.Graph, s.colours, func() bool { return inner.Err() != nil })
	if sweep != nil && s.leaves(sweep) == 0 {
		found(sweep, Carrying)
	}
	o := anneal.Options{
		Seed: s.opt.Seed, Start: sweep, Whole: true, Steps: 1, Enough: s.lower,
		Report: func(plan []int32) { found(plan, Annealing) },
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
		found(carry.To(s.Graph, s.colours, s.done, func() bool { return ctx.Err() != nil }), Carrying)
	}
}

// leaves returns how many conflicts a plan leaves.
func (s *solver) leaves(plan []int32) int { return len(s.Conflicts(s.Replay(s.colours, plan))) }

// anyPlan looks for a plan where a method made none. When the time is up it
// takes a moment more.
func (s *solver) anyPlan(ctx context.Context) {
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), lastTime)
		defer cancel()
	}
	s.report = func(string) {}
	s.firstPlan(ctx)
}

// improveBeside improves a plan while the proof runs, in turns from the best one
// on and from scratch, because where a search ends depends on where it begins.
// When the proof is over it ends with the turn it is at.
func (s *solver) improveBeside(ctx context.Context, o anneal.Options, over *atomic.Bool, found func(plan []int32)) {
	select {
	case <-ctx.Done():
	case <-time.After(proofAlone):
	}
	best := o.Start
	o.Report = func(plan []int32) {
		if len(plan) < len(best) {
			best = plan
			found(plan)
		}
	}
	for round := int64(0); round < besideRounds && ctx.Err() == nil && !(over.Load() && round > 0); round++ {
		o.Steps = besideSteps * (1 + round/4) * int64(len(s.Edges))
		anneal.Improve(ctx, s.Graph, s.colours, o)
		o.Seed++
		if o.Start, o.Whole = best, false; round%2 == 0 {
			o.Start, o.Whole = nil, true
		}
	}
}
