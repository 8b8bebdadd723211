package floor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"fewest/answer"
	"fewest/floor/internal/anneal"
	"fewest/floor/internal/bound"
	"fewest/floor/internal/carry"
	"fewest/floor/internal/exact"
	"fewest/internal/parallel"
	"fewest/space"
)

const (
	// smallPiece is the number of cells up to which auto takes A* rather than
	// the exact method.
	smallPiece = 16
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

// solve solves a piece that has conflicts. What it learns goes into k at once;
// report tells about it.
func (p *piece) solve(ctx context.Context, opt Options, k *known, report func(phase string)) error {
	method := opt.Method
	path := p.path()
	if method == "auto" {
		switch {
		case path != nil && p.tableSize() <= opt.MemoryLimit/tableEntry:
			method = "row"
		case p.halved():
			method = "assignment"
		case p.size() <= smallPiece:
			method = "astar"
		default:
			method = "exact"
		}
	}
	switch method {
	case "row":
		if path == nil {
			return errors.New("method row takes one row, one column or another path of cells, and this board is none; auto takes any")
		}
		if size := p.tableSize(); size > opt.MemoryLimit/tableEntry {
			k.stop = answer.Stop{Cause: answer.MemoryLimit, Needed: size * tableEntry}
			if size == math.MaxInt64/tableEntry {
				k.stop.Needed = 0 // more than can be said
			}
		} else if plan, ok := p.solveRow(ctx, path); !ok {
			k.stop = answer.Ended(ctx)
		} else if plan == nil {
			k.impossible, k.proof, k.reason = true, "table", p.excluded()
		} else {
			k.improve(plan, method)
			k.raise(len(plan), "table")
			k.count(map[string]int64{"states": size})
		}
	case "assignment":
		if !p.halved() {
			return errors.New("method assignment takes full boards of two or more rows and columns where a colour has exactly half the tiles, rounded up; auto takes any")
		}
		if plan, lower, ok := p.solveHalf(ctx); ok {
			k.improve(plan, method)
			k.raise(lower, "assignment")
		} else {
			k.stop = answer.Ended(ctx)
		}
	case "exact":
		p.solveExact(ctx, opt, k, report)
	default:
		if err := p.solveSearch(ctx, method, opt, k, report); err != nil {
			return err
		}
	}
	if k.plan == nil && !k.impossible {
		p.anyPlan(ctx, opt, k)
	}
	return nil
}

// solveSearch is one of the methods that search the state space.
func (p *piece) solveSearch(ctx context.Context, method string, opt Options, k *known, report func(string)) error {
	o := space.Options{MaxBytes: opt.MemoryLimit, Progress: func(s answer.Progress) {
		k.raise(s.Lower, "exhaustion")
		report("searching")
	}}
	r, err := p.search(ctx, method, o)
	if err != nil {
		return err
	}
	k.count(map[string]int64{"states": r.Expanded, "generated": r.Generated, "peak": r.Peak, "stored": r.Stored, "bytes": r.Bytes})
	if r.Impossible() {
		k.impossible, k.proof, k.reason = true, "exhaustion", p.excluded()
		return nil
	}
	k.raise(r.Lower, "exhaustion")
	if r.Stop != space.Found {
		switch r.Stop {
		case space.Cancelled:
			k.stop = answer.Ended(ctx)
		case space.MemoryLimit:
			k.stop = answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("%d states", r.Stored)}
		default:
			k.stop = answer.Stop{Cause: answer.OwnLimit, What: method + " gave up: " + r.Stop.String()}
		}
		return nil
	}
	plan := make([]int32, len(r.Path))
	for i, move := range r.Path {
		plan[i] = int32(move)
	}
	k.improve(plan, method)
	return nil
}

// solveExact looks for a first plan, then for the proof, or a better plan.
// Where the proof takes long, plans are improved beside it; whichever of the two
// closes the gap ends the work.
func (p *piece) solveExact(ctx context.Context, opt Options, k *known, report func(phase string)) {
	if lower := bound.Travel(ctx, p.Graph, p.colours); lower > k.lower {
		k.raise(lower, "travel")
	}
	p.firstPlan(ctx, opt.Seed, k, report)
	if k.optimal() {
		return
	}
	inner, stop := context.WithCancel(ctx)
	var mutex sync.Mutex
	var over atomic.Bool // the proof is
	learn := func(lower int, plan []int32, method string) {
		mutex.Lock()
		defer mutex.Unlock()
		k.raise(lower, "core-guided search")
		k.improve(plan, method)
		report("proving")
		if k.optimal() {
			stop()
		}
	}
	beside := parallel.Group{Panicked: stop}
	upper := len(k.plan)
	if o := (anneal.Options{Seed: opt.Seed + 1, Start: k.plan, Whole: k.method != "annealing"}); k.plan != nil {
		beside.Go(func() {
			p.improveBeside(inner, o, &over, func(plan []int32) { learn(0, plan, "annealing") })
		})
	}
	r := exact.Solve(inner, p.Graph, p.colours, exact.Options{
		Upper:  upper,
		Memory: opt.MemoryLimit,
		Report: func(lower int, plan []int32) { learn(lower, plan, "exact") },
	})
	if r.Optimal || r.Impossible {
		stop()
	}
	over.Store(true)
	beside.Wait() // out of memory for the proof, there is still time for plans
	stop()
	k.count(r.Work)
	if r.Impossible {
		k.impossible, k.proof, k.reason = true, "core-guided search", p.excluded()
		return
	}
	k.raise(r.Lower, "core-guided search")
	k.improve(r.Plan, "exact")
	if !k.optimal() {
		k.reason = "the memory limit was reached"
		if ctx.Err() != nil {
			k.stop = answer.Ended(ctx)
		}
	}
}

// improveBeside improves a plan while the proof runs, in turns from the best one
// on and from scratch, because where a search ends depends on where it begins.
// When the proof is over it ends with the turn it is at.
func (p *piece) improveBeside(ctx context.Context, o anneal.Options, over *atomic.Bool, report func(plan []int32)) {
	select {
	case <-ctx.Done():
	case <-time.After(proofAlone):
	}
	best := o.Start
	o.Report = func(plan []int32) {
		if len(plan) < len(best) {
			best = plan
			report(plan)
		}
	}
	for round := int64(0); round < besideRounds && ctx.Err() == nil && !(over.Load() && round > 0); round++ {
		o.Steps = besideSteps * (1 + round/4) * int64(len(p.Edges))
		anneal.Improve(ctx, p.Graph, p.colours, o)
		o.Seed++
		if o.Start, o.Whole = best, false; round%2 == 0 {
			o.Start, o.Whole = nil, true
		}
	}
}

// firstPlan looks for a plan by local search, and improves it until it leaves
// no conflict and has been annealed once. A board of which a done arrangement
// is known gets a plan in any case.
func (p *piece) firstPlan(ctx context.Context, seed uint64, k *known, report func(phase string)) {
	inner := ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeout(ctx, time.Duration(firstShare*float64(time.Until(deadline))))
		defer cancel()
	}
	sweep := carry.Sweep(p.Graph, p.colours, func() bool { return inner.Err() != nil })
	if sweep != nil && p.leaves(sweep) == 0 {
		k.improve(sweep, "carrying")
		report("looking for plans")
	}
	o := anneal.Options{
		Seed: seed, Start: sweep, Whole: true, Steps: 1, Enough: k.lower,
		Report: func(plan []int32) {
			k.improve(plan, "annealing")
			report("looking for plans")
		},
	}
	if p.full() {
		o.Fallback = func() []int32 {
			if done := p.arrangement(); done != nil {
				return anneal.Arrange(inner, p.Graph, p.colours, p.cols, done, seed)
			}
			return nil
		}
	}
	anneal.Improve(inner, p.Graph, p.colours, o)
	if k.plan == nil {
		if done := p.arrangement(); done != nil {
			k.improve(carry.To(p.Graph, p.colours, done, func() bool { return ctx.Err() != nil }), "carrying")
			report("looking for plans")
		}
	}
}

// anyPlan looks for a plan where a method made none. When the time is up it
// takes a moment more.
func (p *piece) anyPlan(ctx context.Context, opt Options, k *known) {
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), lastTime)
		defer cancel()
	}
	p.firstPlan(ctx, opt.Seed, k, func(string) {})
}
