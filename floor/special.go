package floor

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fewest/answer"
	"fewest/floor/internal/half"
	"fewest/floor/internal/row"
	"fewest/floor/internal/states"
	"fewest/space"
)

// solveRow fills the table for a path if it isn't too large.
func (s *solver) solveRow(ctx context.Context) error {
	path := row.Path(s.Graph)
	if path == nil {
		return errors.New("method row takes one row, one column or another path of cells, and this board is none; auto takes any")
	}
	bytes := row.Bytes(s.counts)
	if bytes > s.opt.MemoryLimit {
		if s.stop = (answer.Stop{Cause: answer.MemoryLimit, Needed: bytes}); bytes == math.MaxInt64 {
			s.stop.Needed = 0 // more than can be said
		}
		return nil
	}
	plan, ok := row.Solve(ctx, s.Graph, s.colours, path)
	switch {
	case !ok:
		s.stop = answer.Ended(ctx)
	case plan == nil:
		s.excludes(ProofTable)
	default:
		s.improve(plan, Row)
		s.raise(len(plan), ProofTable)
		s.count(map[string]int64{"bytes": bytes})
	}
	return nil
}

// solveHalf transports the tiles of a colour that must fill a class of the
// checkerboard.
func (s *solver) solveHalf(ctx context.Context) error {
	classes := s.Classes()
	colour := half.Colour(s.colours, classes, s.rows, s.cols)
	if colour < 0 {
		return errors.New("method assignment takes pieces of two colours, and full boards of two or more rows and columns where a colour has exactly half the tiles, rounded up; auto takes any")
	}
	plan, lower, ok := half.Solve(ctx, s.Graph, s.colours, classes, colour)
	if !ok {
		s.stop = answer.Ended(ctx)
		return nil
	}
	s.improve(plan, Assignment)
	s.raise(lower, ProofAssignment)
	return nil
}

// searches are the methods that search the state space.
var searches = map[Method]states.Method{
	DFS: states.DepthFirst, BFS: states.BreadthFirst, Bidirectional: states.Bidirectional, AStar: states.AStar, IDAStar: states.IDAStar,
}

// search searches the state space, and gives up after so many states if most
// isn't 0.
func (s *solver) search(ctx context.Context, method Method, most int64) error {
	m, ok := searches[method]
	if !ok {
		return fmt.Errorf("method %s searches no states", method)
	}
	r, err := states.Search(ctx, s.Graph, s.colours, m, space.Options{MaxBytes: s.opt.MemoryLimit, MaxStates: most, Progress: func(at answer.Progress) {
		s.raise(at.Lower, ProofExhaustion)
		s.report("searching")
	}})
	if err != nil {
		return fmt.Errorf("method %s: %w", method, err)
	}
	s.count(map[string]int64{"states": r.Expanded, "generated": r.Generated, "peak": r.Peak, "stored": r.Stored, "bytes": r.Bytes})
	if r.Impossible() {
		s.excludes(ProofExhaustion)
		return nil
	}
	s.raise(r.Lower, ProofExhaustion)
	switch r.Stop {
	case space.Found:
	case space.Cancelled:
		s.stop = answer.Ended(ctx)
		return nil
	case space.MemoryLimit:
		s.stop = answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("%d states", r.Stored)}
		return nil
	default:
		s.stop = answer.Stop{Cause: answer.OwnLimit, What: string(method) + " gave up: " + r.Stop.String()}
		return nil
	}
	plan := make([]int32, len(r.Path))
	for i, move := range r.Path {
		plan[i] = int32(move)
	}
	s.improve(plan, method)
	return nil
}
