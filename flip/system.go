package flip

import (
	"context"
	"fmt"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/code"
	"fewest/flip/internal/modular"
)

// system is the linear system of a puzzle's boards: the unknowns are how often
// each button is pressed, an equation says that a cell ends at 0. On a 1000 x
// 1000 board with the mask Plus the parameters are the presses of the first row.
type system struct {
	modular.System
	p *Puzzle
}

func newSystem(ctx context.Context, p *Puzzle) system {
	if c, ok := p.moves.(*cross); ok {
		return system{crossSystem{c}, p}
	}
	return system{modular.NewSubstitution(ctx, p.grid.colours, p.moves.count(), p.moves.is, p.grid.order(), p.moves.causes), p}
}

// newDual returns the transposed system: its solutions for the all-0 board weigh
// the cells so that no press changes the weighted sum.
func newDual(ctx context.Context, p *Puzzle) system {
	order := p.grid.order()
	switch m := p.moves.(type) {
	case *cross:
		return system{crossSystem{m}, p} // symmetric
	case *listed:
		order = nil
		for b := range m.names {
			order = append(order, int32(b))
		}
	}
	present := func(cell int) bool { return !p.grid.hole(cell) }
	return system{modular.NewSubstitution(ctx, p.grid.colours, p.grid.rows*p.grid.cols, present, order, p.moves.effects), p}
}

// bytes estimates the memory that eliminating the parameters takes: the
// constraints, and a square matrix with another beside it.
func (s system) bytes() int64 {
	n := int64(s.Parameters())
	if s.p.grid.colours == 2 {
		return n * n * 3 / 8
	}
	return n * n * 3
}

// solve eliminates for a board, or for the kernel alone if b is nil. An error is
// that of the context, or an answer.Stop that says how much memory it needs.
func (s system) solve(ctx context.Context, b *board.Board, memory int64) (*solutions, error) {
	if s.bytes() > memory {
		return nil, answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("a system with %d unknowns", s.Parameters()), Needed: s.bytes()}
	}
	var states []uint8 // nil stands for all 0
	if b != nil {
		states = s.p.grid.states(b)
	}
	sol, err := modular.Reduce(ctx, s, s.p.grid.colours, states)
	return &solutions{s, states, sol, min(memory, maxColumns)}, err
}

// solutions are the solutions for one board, given by the parameters'.
type solutions struct {
	system
	states []uint8
	modular.Solution
	most int64 // bytes for the kernel, buttons times generators
}

// maxColumns bounds that memory even where more is allowed.
const maxColumns = 1 << 28

// large says why the kernel isn't expanded; the zero Stop if it can be.
func (s *solutions) large() answer.Stop {
	n, buttons := len(s.Kernel), s.p.moves.count()
	if int64(n)*int64(buttons) <= s.most {
		return answer.Stop{}
	}
	return answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("a kernel of %d dimensions on %d buttons is too large to search", n, buttons)}
}

// expand returns how often each button is pressed in one solution and, if
// wanted, in each generator of the kernel.
func (s *solutions) expand(ctx context.Context, wantColumns bool) (times []uint8, columns [][]uint8, err error) {
	buttons := s.p.moves.count()
	times = make([]uint8, buttons)
	var generators [][]uint8
	if wantColumns {
		generators = s.Kernel
		columns = make([][]uint8, buttons)
	}
	m := len(generators)
	flat := make([]uint8, m*buttons)
	err = modular.Expand(ctx, s, s.p.grid.colours, s.states, s.Particular, generators, func(i int, column []uint8, value uint8) {
		times[i] = value
		if wantColumns {
			columns[i] = flat[i*m : (i+1)*m : (i+1)*m]
			copy(columns[i], column)
		}
	})
	return times, columns, err
}

// kernel is the kernel as a code, and the buttons that are its positions.
type kernel struct {
	code.Code
	p       *Puzzle
	buttons []int
}

// kernel expands the kernel.
func (s *solutions) kernel(ctx context.Context) (*kernel, error) {
	if large := s.large(); large != (answer.Stop{}) {
		return nil, large
	}
	_, columns, err := s.expand(ctx, true)
	if err != nil {
		return nil, err
	}
	k := &kernel{code.Code{K: s.p.grid.colours, Orders: s.Orders}, s.p, s.p.buttons()}
	for _, b := range k.buttons {
		k.Columns = append(k.Columns, columns[b])
	}
	return k, nil
}

// board returns the board that a word of presses brings to all zeros.
func (k *kernel) board(word []uint8) *board.Board {
	times := make([]uint8, k.p.moves.count())
	for i, b := range k.buttons {
		times[b] = word[i]
	}
	return k.p.undone(times)
}

// crossSystem is the system of the mask Cross, holes and any k included. With X
// the presses, E the board, and R and C the row and column sums of X, cell
// (i, j) ends at E + R_i + C_j - X, so X = E + R_i + C_j. The parameters are R
// and C; the constraints say that they are the sums of X.
type crossSystem struct{ *cross }

func (c crossSystem) Parameters() int { return c.rows + c.cols }

func (c crossSystem) Run(ctx context.Context, states []uint8, space modular.Space,
	param func(dst []byte, i, a int), unknown, constraint func(i int, form []byte)) error {
	rows, cols, k := c.rows, c.cols, c.colours
	line := func(number, length int, cell func(i int) int, other int) {
		form := space.New()
		own := k - 1 // the sum of X over the line, minus the line's own parameter
		for i := range length {
			at := cell(i)
			if c.hole(at) {
				continue
			}
			if states != nil {
				space.AddAt(form, space.Len-1, int(states[at]))
			}
			param(form, other+i, 1)
			own++
		}
		param(form, number, own%k)
		constraint(number, form)
	}
	for i := 0; constraint != nil && i < rows; i++ {
		line(i, cols, func(j int) int { return i*cols + j }, rows)
	}
	for j := 0; constraint != nil && j < cols; j++ {
		line(rows+j, rows, func(i int) int { return i*cols + j }, 0)
	}
	if unknown == nil {
		return ctx.Err()
	}
	form := space.New()
	for at := range rows * cols {
		if at&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		clear(form)
		if !c.hole(at) {
			if states != nil {
				space.AddAt(form, space.Len-1, int(states[at]))
			}
			param(form, at/cols, 1)
			param(form, rows+at%cols, 1)
		}
		unknown(at, form)
	}
	return nil
}
