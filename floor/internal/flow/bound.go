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
	s.Dive(ctx, false)
	s.Dive(ctx, true)
	branch, order := true, true
	for nodes := firstNodes; (branch || order) && !s.Closed() && ctx.Err() == nil; nodes *= 2 {
		branch = branch && s.Branch(ctx, nodes)
		order = order && s.Order(ctx, nodes)
	}
	return s.Result()
}

// firstNodes is how many nodes branching gets at first.
const firstNodes = 64
