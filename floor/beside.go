package floor

import (
	"context"

	"fewest/floor/internal/anneal"
	"fewest/floor/internal/flow"
	"fewest/floor/internal/pace"
)

const (
	// dismissAfter is when the core-guided search must be about as good as the
	// flow bound, or stop, in units of pace.
	dismissAfter = 1e9
	// besideRate is how much slower plans are annealed than cores looked for,
	// where only cores can close the gap.
	besideRate = 3
	// besideRounds is how often plans are annealed beside the cores, and
	// besideSteps how long at least, in steps by edge.
	besideRounds, besideSteps = 40, 2000
	// What each step of the flow bound gets at first, and up to how many times
	// as much the plans.
	flowIterations, flowSteps, flowNodes, flowPlans = 10_000, 2000, 32, 8
)

// beside is the worker that bounds how far tiles must travel and looks for
// plans.
type beside struct {
	*race
	clock  *pace.Clock[known]
	mine   known        // what it knows
	theirs int          // the lower bound of the cores
	flow   *flow.Search // nil if there is none
	cores  bool         // the other worker looks for cores
}

// run works on the bound and on plans in turn. Where the bound leads it gets all
// the time; where it doesn't, this worker is slow, for then the proof is more
// likely up to the cores.
func (b *beside) run(ctx context.Context, flows bool) {
	b.hear()
	var steps []func() bool
	if flows && flow.Bytes(b.Graph, b.colours) <= b.opt.MemoryLimit/flowMemory {
		b.flow = flow.New(b.Graph, b.colours, flow.Options{
			Seed: b.opt.Seed, MemoryLimit: b.opt.MemoryLimit / flowMemory, Report: b.flowed,
		})
		defer b.certify()
		b.hear()
		b.flow.Relax(ctx)
		steps = b.steps(ctx)
	}
	for round, behind := int64(0), false; round < besideRounds && ctx.Err() == nil; {
		b.hear()
		own := b.bound()
		leads := len(steps) > 0 && own >= b.theirs
		if b.clock.Slow(1); b.cores && !leads {
			b.clock.Slow(besideRate)
		}
		if behind = !behind && !leads; behind || len(steps) == 0 {
			b.anneal(ctx, round)
			round++
			continue
		}
		if own > b.theirs+b.theirs/10+1 && b.clock.Now() > dismissAfter {
			b.clock.Dismiss()
		}
		step, before := steps[0], b.flow.Result().Iterations
		if steps = steps[1:]; step() && b.flow.Result().Iterations > before {
			steps = append(steps, step)
		}
	}
}

// bound is what the flows prove.
func (b *beside) bound() int {
	if b.flow == nil {
		return 0
	}
	if proof := b.flow.Result().Proof; proof != nil {
		return proof.Bound
	}
	return 0
}

// hear takes over what the cores have found.
func (b *beside) hear() {
	for _, news := range b.clock.News() {
		b.theirs = max(b.theirs, news.lower)
		b.mine.learn(news)
	}
	if b.flow != nil {
		b.flow.Learn(b.mine.lower, b.mine.plan)
	}
}

// flowed takes over what the flow bound has found.
func (b *beside) flowed(lower int, plan []int32) {
	if lower > b.mine.lower {
		b.mine.raise(lower, ProofFlow)
	}
	b.mine.improve(plan, Flow)
	b.say(b.clock, &b.mine, "following the flows")
}

// certify keeps the proof for a certificate.
func (b *beside) certify() {
	if proof := b.flow.Result().Proof; proof != nil && b.opt.Proof != nil {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.proofs = append(b.proofs, proven{part: flowPart(proof)})
	}
}

// steps are those of the flow bound, to be taken in turn; those that return true
// can be taken again, and do more then.
func (b *beside) steps(ctx context.Context) []func() bool {
	var turns [4]int64
	twice := func(i int) int64 { turns[i]++; return 1 << min(turns[i]-1, 30) }
	steps, f := flowSteps*int64(len(b.Edges)), b.flow
	return []func() bool{
		func() bool { n := twice(0); f.Dive(ctx, n*flowIterations); return n < flowPlans },
		func() bool { n := twice(1); f.Improve(ctx, n*steps); f.Improve(ctx, n*steps); return n < flowPlans },
		func() bool { return f.Branch(ctx, int(twice(2)*flowNodes)) },
		func() bool { return f.Order(ctx, int(twice(3)*flowNodes)) },
	}
}

// anneal improves the plan in turns from the best one on and from scratch,
// because where a search ends depends on where it begins.
func (b *beside) anneal(ctx context.Context, round int64) {
	o := anneal.Options{
		Seed: b.opt.Seed + uint64(round) + 1, Steps: besideSteps * (1 + round/4) * int64(len(b.Edges)), Enough: b.mine.lower,
		Report: func(plan []int32) {
			if b.mine.plan == nil || len(plan) < len(b.mine.plan) {
				b.mine.improve(plan, Annealing)
				b.say(b.clock, &b.mine, "looking for plans")
			}
		},
	}
	if o.Start, o.Whole = b.mine.plan, b.mine.method != Annealing; round%2 == 1 {
		o.Start, o.Whole = nil, true
	}
	anneal.Improve(ctx, b.Graph, b.colours, o)
}
