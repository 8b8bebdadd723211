package flip

import (
	"context"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/berlekamp"
	"fewest/flip/internal/switching"
)

// plainCross reports whether the closed forms of the mask Cross hold: the kernel
// is trivial if both sides are even. With an odd number of rows and an even
// number of columns it consists of the even sets of full columns; with both odd,
// of even sets of rows plus even sets of columns.
func (p *Puzzle) plainCross() bool {
	return p.Mask == Cross && p.grid.colours == 2 && p.grid.holes == nil
}

// crossEven reports whether a side of a plain cross puzzle is even.
func (p *Puzzle) crossEven() bool { return p.grid.rows%2 == 0 || p.grid.cols%2 == 0 }

// crossCountable reports whether closed forms are the fastest way to count.
func (p *Puzzle) crossCountable() bool {
	return p.crossEven() || switching.OddWork(p.grid.rows, p.grid.cols) < 2e11
}

// countCross counts the boards of a plain cross puzzle.
func countCross(ctx context.Context, p *Puzzle) (*counts, error) {
	census, err := switching.Count(ctx, p.grid.rows, p.grid.cols)
	if err != nil {
		return nil, err
	}
	return &counts{method: Formula, perDistance: census.Counts, states: census.States, boards: p.undoneAll(census.Far)}, nil
}

// crossDiameter finds the diameter of a plain cross puzzle with an even side.
func (m *measurement) crossDiameter() {
	rows, cols := m.p.grid.rows, m.p.grid.cols
	far := switching.Radius(rows, cols)
	m.d.Lower, m.d.Upper, m.d.Method, m.d.Status = far, far, string(Formula), answer.Optimal
	m.list(m.p.undoneAll(switching.Farthest(rows, cols)), min(m.opt.Max, 1))
}

// gridBoard returns the board of a plain cross puzzle whose plans are a grid of
// columns along the shorter side, or one of them filled up the other way, so that
// they have the parity given: a column of odd length changes it.
func (p *Puzzle) gridBoard(grid berlekamp.Grid, parity int) *board.Board {
	rows, cols := p.grid.rows, p.grid.cols
	times := make([]uint8, rows*cols)
	for j, column := range grid {
		for i := range min(rows, cols) {
			at := i*cols + j
			if rows > cols {
				at = j*cols + i
			}
			times[at] = uint8(column >> i & 1)
			parity ^= int(times[at])
		}
	}
	for i := 0; parity&1 != 0 && i < min(rows, cols); i++ {
		at := i * cols
		if rows > cols {
			at = i
		}
		times[at] ^= 1
	}
	return p.undone(times)
}

// undoneAll visits the boards that the plans visited bring to all zeros.
func (p *Puzzle) undoneAll(plans func(visit func([]uint8) bool)) func(visit func(*board.Board) bool) {
	return func(visit func(*board.Board) bool) {
		plans(func(times []uint8) bool { return visit(p.undone(times)) })
	}
}
