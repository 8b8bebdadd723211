package flow

import (
	"context"

	"fewest/floor/internal/anneal"
)

// Constants of the annealing, found by experiment.
const (
	finishPerEdge = 1500 // steps on a plan from a dive
	failuresMost  = 2    // improvements of the whole board that may fail
)

// Improve looks for a shorter plan for so many steps: by annealing the whole
// floor, guided by the prices of the linear programme, and then region by region.
// The next call goes on from the best plan, and so on in turn. Each call takes
// another seed.
func (s *Search) Improve(ctx context.Context, steps int64) {
	if s.Relax(ctx); s.root == nil || s.Closed() || ctx.Err() != nil {
		return
	}
	start := s.result.Plan
	if s.improvements%2 == 0 && s.failures < failuresMost {
		start = nil
	}
	if s.anneal(ctx, start, steps) == nil && start == nil {
		s.failures++
	}
}

// anneal mends the conflicts that a plan leaves and makes it shorter, region by
// region; without one it anneals the whole floor first. It returns what it ends
// with.
func (s *Search) anneal(ctx context.Context, plan []int32, steps int64) []int32 {
	s.improvements++
	best := anneal.Improve(ctx, s.model.Graph, s.model.Start, anneal.Options{
		Seed: s.options.Seed + s.improvements/2, Start: plan, Steps: steps, Enough: s.result.Lower,
		Guide: &anneal.Guide{Prices: s.guide, Colours: s.model.Colours}, Report: s.improve,
	})
	s.improve(best)
	return best
}
