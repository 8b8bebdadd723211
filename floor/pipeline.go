package floor

import (
	"context"

	"fewest/answer"
	"fewest/floor/internal/bound"
	"fewest/floor/internal/graph"
	"fewest/floor/internal/half"
	"fewest/floor/internal/row"
)

// solve is the pipeline. Special shapes and small pieces have methods of their
// own that always end soon. All others get a plan, then two workers side by
// side: the core-guided search goes through windows of the board and then the
// whole, and where that takes longer than a moment the other bounds how far the
// tiles must travel and looks for better plans. They tell each other what they
// find; whose bound is the better decides who goes on (race.go).
func (s *solver) solve(ctx context.Context) error {
	switch s.opt.Method {
	case Auto:
		switch {
		case row.Path(s.Graph) != nil && row.Bytes(s.counts) <= s.opt.MemoryLimit:
			return s.solveRow(ctx)
		case half.Colour(s.colours, s.Classes(), s.rows, s.cols) >= 0:
			return s.solveHalf(ctx)
		case s.small() > 0:
			if err := s.search(ctx, AStar, s.small()); err != nil || s.optimal() || s.impossible || ctx.Err() != nil {
				return err
			}
		}
		return s.race(ctx, true, true)
	case Row:
		return s.solveRow(ctx)
	case Assignment:
		return s.solveHalf(ctx)
	case Exact:
		return s.race(ctx, true, false)
	case Flow:
		return s.race(ctx, false, true)
	}
	return s.search(ctx, s.opt.Method, 0)
}

// small says how many states a search may look at: all, where there are few; some,
// where there are few cells, for most need far fewer; else 0.
func (s *solver) small() int64 {
	const few, some, cells = 1 << 20, 1 << 17, 20
	if n, ok := graph.Arrangements(s.counts); ok && n <= few {
		return few
	}
	if s.size() <= cells {
		return some
	}
	return 0
}

// race is the part of the pipeline for pieces of any size: quick bounds, a plan,
// and the two workers where these leave a gap.
func (s *solver) race(ctx context.Context, cores, flows bool) error {
	if lower := bound.Travel(ctx, s.Graph, s.colours); lower > s.lower {
		s.raise(lower, ProofTravel)
	}
	s.firstPlan(ctx)
	if !s.optimal() {
		s.sideBySide(ctx, cores, flows)
	}
	switch ended := answer.Ended(ctx); {
	case s.optimal() || s.impossible:
		s.stop = answer.Stop{}
	case ended != answer.Stop{}:
		s.stop = ended
	case s.stop == answer.Stop{}:
		s.stop = answer.Stop{Cause: answer.OwnLimit, What: "neither bound could be bettered"}
	}
	return nil
}
