package floor

import (
	"context"
	"sync"

	"fewest/answer"
	"fewest/floor/internal/anneal"
	"fewest/floor/internal/exact"
	"fewest/floor/internal/flow"
	"fewest/floor/internal/pace"
)

// Work in units of pace, about nanoseconds.
const (
	// aloneFirst, and alonePerCell for each cell, is how long the cores are
	// looked for before anything else is: most random boards are done by then.
	aloneFirst, alonePerCell = 100e6, 300e3
	// dismissAfter is when the core-guided search must be about as good as the
	// flow bound, or stop.
	dismissAfter = 1e9
	// besideRate is how much slower plans are annealed than cores looked for,
	// where only cores can close the gap.
	besideRate = 3
)

const (
	// flowMemory is the part of the memory for the flow bound.
	flowMemory = 4
	// besideRounds is how often plans are annealed beside the cores, and
	// besideSteps how long at least, in steps by edge.
	besideRounds, besideSteps = 40, 2000
	// What each step of the flow bound gets at first, and up to how many times
	// as much the plans.
	flowIterations, flowSteps, flowNodes, flowPlans = 10_000, 2000, 32, 8
)

// race lets two workers close the gap.
type race struct {
	*solver
	begun  known // before
	mutex  sync.Mutex
	clock  *pace.Clock[known] // of the flows' worker
	stop   answer.Stop        // what ended the cores
	work   []map[string]int64
	proofs []proven
}

// met reports whether two workers together have found all there is.
func met(a, b known) bool {
	a.learn(b)
	return a.impossible || a.optimal()
}

// sideBySide runs the core-guided search, and beside it the flow bound and the
// annealing of plans.
func (s *solver) sideBySide(ctx context.Context, cores, flows bool) {
	r := &race{solver: s, begun: *s.known}
	said := pace.Run(ctx, met, func(ctx context.Context, c *pace.Clock[known]) {
		if cores {
			r.cores(ctx, c)
		}
	}, func(ctx context.Context, c *pace.Clock[known]) {
		if cores {
			c.Wait(aloneFirst + alonePerCell*int64(s.size()))
		}
		r.beside(ctx, c, cores, flows)
	})
	*s.known = r.begun
	for _, k := range said {
		s.learn(k.What)
	}
	for _, w := range r.work {
		s.count(w)
	}
	s.proofs = r.proofs
	if !s.optimal() && !s.impossible {
		s.known.stop = r.stop
	}
}

// say tells the other worker, and whoever follows the progress, what a worker
// knows now.
func (r *race) say(c *pace.Clock[known], mine *known, phase string) {
	c.Say(*mine)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.known.learn(*mine)
	r.report(phase)
}

// cores is the worker that looks for cores.
func (r *race) cores(ctx context.Context, c *pace.Clock[known]) {
	mine := r.begun
	found := exact.Solve(ctx, r.Graph, r.colours, exact.Options{
		Upper: len(mine.plan), Prove: r.opt.Proof != nil, Memory: r.opt.MemoryLimit * (flowMemory - 1) / flowMemory,
		Report: func(lower int, plan []int32) {
			for _, news := range c.News() {
				mine.improve(news.plan, news.method)
			}
			mine.raise(lower, ProofCores)
			mine.improve(plan, Exact)
			r.say(c, &mine, "proving")
		},
	})
	mine.raise(found.Lower, ProofCores)
	mine.improve(found.Plan, Exact)
	if found.Impossible {
		mine.impossible, mine.proof, mine.reason = true, ProofCores, r.excluded()
	}
	if ctx.Err() == nil && !met(mine, known{}) {
		r.stop = answer.Stop{Cause: answer.MemoryLimit}
	}
	r.say(c, &mine, "proving")
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.work = append(r.work, found.Work)
	if found.Proof != nil {
		r.proofs = append(r.proofs, proven{found.Proof, found.Refutation})
	}
}

// beside is the worker that bounds how far tiles must travel and looks for
// plans. It works on the bound as long as that is no worse than the one by
// cores; else it only anneals, and slowly, for then the proof is up to the cores.
func (r *race) beside(ctx context.Context, c *pace.Clock[known], cores, flows bool) {
	mine, theirs := r.begun, 0
	say := func() { r.say(c, &mine, "looking for plans") }
	f := flow.New(r.Graph, r.colours, flow.Options{
		Seed: r.opt.Seed, MemoryLimit: r.opt.MemoryLimit / flowMemory,
		Report: func(lower int, plan []int32) {
			mine.raise(lower, ProofFlow)
			mine.improve(plan, Flow)
			r.say(c, &mine, "following the flows")
		},
	})
	hear := func() {
		for _, news := range c.News() {
			theirs = max(theirs, news.lower)
			mine.learn(news)
		}
		f.Learn(mine.lower, mine.plan)
	}
	if hear(); flows {
		f.Relax(ctx)
	}
	defer func() {
		if proof := f.Result().Proof; proof != nil && r.opt.Proof != nil {
			r.mutex.Lock()
			defer r.mutex.Unlock()
			r.proofs = append(r.proofs, proven{part: flowPart(proof)})
		}
	}()
	steps := r.flowSteps(f, ctx)
	for round := int64(0); round < besideRounds && ctx.Err() == nil; {
		hear()
		own := 0
		if proof := f.Result().Proof; proof != nil {
			own = proof.Bound
		}
		if leads := flows && own >= theirs && len(steps) > 0; leads {
			if c.Slow(1); own > theirs+theirs/10+1 && c.Now() > dismissAfter {
				c.Dismiss()
			}
			step, before := steps[0], f.Result().Iterations
			if steps = steps[1:]; step() && f.Result().Iterations > before {
				steps = append(steps, step)
			}
			continue
		}
		if cores {
			c.Slow(besideRate)
		}
		r.anneal(ctx, round, &mine, say)
		round++
	}
}

// flowSteps are the steps of the flow bound, to be taken in turn; those that
// return true can be taken again, and do more then.
func (r *race) flowSteps(f *flow.Search, ctx context.Context) []func() bool {
	var turns [4]int64
	twice := func(i int) int64 { turns[i]++; return 1 << min(turns[i]-1, 30) }
	steps := flowSteps * int64(len(r.Edges))
	return []func() bool{
		func() bool { n := twice(0); f.Dive(ctx, n*flowIterations); return n < flowPlans },
		func() bool { n := twice(1); f.Improve(ctx, n*steps); f.Improve(ctx, n*steps); return n < flowPlans },
		func() bool { return f.Branch(ctx, int(twice(2)*flowNodes)) },
		func() bool { return f.Order(ctx, int(twice(3)*flowNodes)) },
	}
}

// anneal improves the plan in turns from the best one on and from scratch,
// because where a search ends depends on where it begins.
func (r *race) anneal(ctx context.Context, round int64, mine *known, say func()) {
	o := anneal.Options{
		Seed: r.opt.Seed + uint64(round) + 1, Steps: besideSteps * (1 + round/4) * int64(len(r.Edges)), Enough: mine.lower,
		Report: func(plan []int32) {
			if mine.plan == nil || len(plan) < len(mine.plan) {
				mine.improve(plan, Annealing)
				say()
			}
		},
	}
	if o.Start, o.Whole = mine.plan, mine.method != Annealing; round%2 == 1 {
		o.Start, o.Whole = nil, true
	}
	anneal.Improve(ctx, r.Graph, r.colours, o)
}
