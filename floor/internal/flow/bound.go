package flow

import (
	"context"

	"fewest/floor/internal/graph"
)

// Bound takes all steps in turn until the bounds meet, the steps can do no more,
// or the context ends. Without a context that ends, it stops when branching does.
func Bound(ctx context.Context, g *graph.Graph, colours []uint8, o Options) Result {
	s := New(g, colours, o)
	s.Relax(ctx)
	branch, order := true, true
	for round := int64(1); !s.Closed() && ctx.Err() == nil; round *= 2 {
		s.Dive(ctx, round*roundIterations)
		s.Improve(ctx, round*roundSteps*int64(len(g.Edges)))
		branch = branch && s.Branch(ctx, int(round*roundNodes))
		order = order && s.Order(ctx, int(round*roundNodes))
		if !branch && !order && round >= lastRound {
			break
		}
	}
	return s.Result()
}

// What each step gets in the first round, and the round after which plans are
// looked for only while branching goes on.
const (
	roundIterations = 10_000
	roundSteps      = 2000 // by edge
	roundNodes      = 32
	lastRound       = 4
)
