package flow

import (
	"context"

	"fewest/floor/internal/anneal"
)

// finish mends what a plan leaves, and makes it shorter where that is easy.
func (s *Search) finish(ctx context.Context, plan []int32) {
	s.improve(plan)
	if s.Closed() || ctx.Err() != nil {
		return
	}
	if s.result.Plan != nil {
		plan = s.result.Plan
	}
	s.improve(anneal.Improve(ctx, s.model.Graph, s.model.Start, anneal.Options{
		Seed: s.options.Seed, Start: plan, Steps: int64(finishSteps * len(s.model.Edges)),
		Enough: s.result.Lower, Report: s.improve,
	}))
}

// finishSteps is how long a plan from a dive is annealed, by edge.
const finishSteps = 1000
