package floor

import (
	"context"
	"sync"

	"fewest/answer"
	"fewest/floor/internal/exact"
	"fewest/floor/internal/pace"
)

// alone returns how long cores are looked for before anything else is, in units
// of pace: most random boards are done by then. Where tiles must travel that is a
// moment.
func (s *solver) alone() pace.Unit {
	const first, perCell = 100e6, 2e6
	if s.proof == ProofTravel {
		return first
	}
	n := int64(s.size())
	return first + n*min(1000*n, perCell)
}

// flowMemory is the part of the memory for the flow bound.
const flowMemory = 4

// race lets two workers close the gap.
type race struct {
	*solver
	begun  known // before
	mutex  sync.Mutex
	stop   answer.Stop // what ended the cores
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
	alone := s.alone() // while nobody else changes what is known
	said := pace.Run(ctx, met, func(ctx context.Context, c *pace.Clock[known]) {
		if cores {
			r.cores(ctx, c)
		}
	}, func(ctx context.Context, c *pace.Clock[known]) {
		if cores {
			c.Wait(alone)
		}
		b := beside{race: r, clock: c, mine: r.begun, cores: cores}
		b.run(ctx, flows)
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
