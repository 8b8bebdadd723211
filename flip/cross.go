package flip

import (
	"context"
	"fmt"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/switching"
)

// plainCross reports whether the closed forms of the mask Cross hold: the kernel
// is trivial if both sides are even. With an odd number of rows and an even
// number of columns it consists of the even sets of full columns; with both odd,
// of even sets of rows plus even sets of columns.
func (p *Puzzle) plainCross() bool {
	return p.Mask == Cross && p.Colours == 2 && p.Holes == nil
}

// solveCross makes a solution of a plain cross board the lightest.
func (p *Puzzle) solveCross(ctx context.Context, a Answer, b *board.Board, times []uint8, opt Options) (Answer, error) {
	grid := make([][]uint8, p.Rows)
	for r := range grid {
		grid[r] = times[r*p.Cols : (r+1)*p.Cols]
	}
	form := switching.Lightest(ctx, grid, func(lower, upper int) {
		if opt.Progress != nil {
			opt.Progress(answer.Progress{Phase: "sets of rows", Lower: max(lower, a.LowerBound), Upper: upper})
		}
	})
	lightest := make([]uint8, 0, len(times))
	for _, line := range form.Grid {
		lightest = append(lightest, line...)
	}
	if a.Stop = answer.Ended(ctx); a.Stop == (answer.Stop{}) {
		a.Stop = answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("the sets of rows of %d x %d cells are too many to search", p.Rows, p.Cols)}
	}
	if form.Nodes > 0 {
		a.Work["nodes"] = form.Nodes
	}
	bound, proof := form.Bound, form.Proof
	if bound < a.LowerBound {
		bound, proof = a.LowerBound, a.Proof
	}
	return p.finish(a, b, lightest, bound, form.Method, proof)
}

// countCross counts the boards of a plain cross puzzle.
func (p *Puzzle) countCross(ctx context.Context) (counts, error) {
	census, err := switching.Count(ctx, p.Rows, p.Cols)
	if err != nil {
		return counts{}, err
	}
	return counts{method: "formula", perDistance: census.Counts, states: census.States, boards: p.undoneAll(census.Far)}, nil
}

// undoneAll visits the boards that the plans visited bring to all zeros.
func (p *Puzzle) undoneAll(plans func(visit func([]uint8) bool)) func(visit func(*board.Board) bool) {
	return func(visit func(*board.Board) bool) {
		plans(func(times []uint8) bool { return visit(p.undone(times)) })
	}
}
