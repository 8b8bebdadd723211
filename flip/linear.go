package flip

import (
	"context"
	"fmt"
	"slices"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/modular"
)

// term is a cell that a button changes, or a button that changes a cell.
type term = modular.Term

// linear is what elimination tells about a board.
type linear struct {
	times   []uint8   // presses of each button in one solution; nil if there is none
	orders  []int     // of the kernel's generators
	columns [][]uint8 // of each button: how often it is pressed in each generator
}

// maxColumns bounds the memory for the kernel, buttons times generators.
const maxColumns = 1 << 28

// system returns the system of the puzzle's boards: the unknowns are how often
// each button is pressed, an equation says that a cell ends at 0. On a 1000 x
// 1000 board with the mask Plus the parameters are the presses of the first row.
func (p *Puzzle) system(ctx context.Context) modular.System {
	if p.Mask == Cross {
		return newCrossSystem(p)
	}
	return modular.NewSubstitution(ctx, p.Colours, p.buttons(), p.isButton, p.order(), p.causes)
}

// dual returns the transposed system: its solutions for the all-0 board weigh
// the cells so that no press changes the weighted sum.
func (p *Puzzle) dual(ctx context.Context) modular.System {
	if p.Mask == Cross {
		return newCrossSystem(p) // symmetric
	}
	order := p.order()
	if p.Mask == Buttons {
		order = nil
		for b := range p.names {
			order = append(order, int32(b))
		}
	}
	present := func(cell int) bool { return !p.hole(cell) }
	return modular.NewSubstitution(ctx, p.Colours, p.Rows*p.Cols, present, order, p.effects)
}

// order returns the cells in the order of substitution: along the longer side,
// so that the shorter side gives the parameters.
func (p *Puzzle) order() []int32 {
	var order []int32
	add := func(cell int) {
		if !p.hole(cell) {
			order = append(order, int32(cell))
		}
	}
	if p.Rows >= p.Cols {
		for cell := range p.Rows * p.Cols {
			add(cell)
		}
		return order
	}
	for col := range p.Cols {
		for row := range p.Rows {
			add(row*p.Cols + col)
		}
	}
	return order
}

// solveLinear eliminates for a board, or for the kernel alone if b is nil.
// Columns are left out if not wanted, or too large. An error is that of the
// context, or that elimination needs more memory than there is.
func (p *Puzzle) solveLinear(ctx context.Context, b *board.Board, memory int64, wantColumns bool) (linear, error) {
	sys := p.system(ctx)
	if p.eliminationBytes(sys) > memory {
		return linear{}, p.tooLarge(sys)
	}
	states := p.states(b)
	sol, err := modular.Reduce(ctx, sys, p.Colours, states)
	if err != nil || sol.Particular == nil {
		return linear{orders: sol.Orders}, err
	}
	l := linear{times: make([]uint8, p.buttons()), orders: sol.Orders}
	generators := sol.Kernel
	if !wantColumns || len(generators)*p.buttons() > maxColumns {
		generators = nil
	}
	m := len(generators)
	if m > 0 || len(sol.Kernel) == 0 {
		l.columns = make([][]uint8, p.buttons())
	}
	flat := make([]uint8, m*p.buttons())
	err = modular.Expand(ctx, sys, p.Colours, states, sol.Particular, generators, func(i int, column []uint8, value uint8) {
		l.times[i] = value
		if l.columns != nil {
			l.columns[i] = flat[i*m : (i+1)*m : (i+1)*m]
			copy(l.columns[i], column)
		}
	})
	return l, err
}

// eliminationBytes estimates the memory for eliminating a system's parameters:
// the constraints, and a square matrix with another beside it.
func (p *Puzzle) eliminationBytes(sys modular.System) int64 {
	n := int64(sys.Parameters())
	if p.Colours == 2 {
		return n * n * 3 / 8
	}
	return n * n * 3
}

func (p *Puzzle) tooLarge(sys modular.System) error {
	return answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("a system with %d unknowns", sys.Parameters()), Needed: p.eliminationBytes(sys)}
}

// largeKernel says that columns were left out.
func (p *Puzzle) largeKernel(l linear) answer.Stop {
	return answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("a kernel of %d dimensions on %d buttons is too large to search", len(l.orders), p.buttons())}
}

// states returns a board's states with holes as 0, or nil for no board.
func (p *Puzzle) states(b *board.Board) []uint8 {
	if b == nil {
		return make([]uint8, p.Rows*p.Cols)
	}
	states := slices.Clone(b.Cells)
	for i, s := range states {
		if s == board.Hole {
			states[i] = 0
		}
	}
	return states
}

// crossSystem is the system of the mask Cross, holes and any k included. With X
// the presses, E the board, and R and C the row and column sums of X, cell
// (i, j) ends at E + R_i + C_j - X, so X = E + R_i + C_j. The parameters are R
// and C; the constraints say that they are the sums of X.
type crossSystem struct{ p *Puzzle }

func newCrossSystem(p *Puzzle) crossSystem { return crossSystem{p} }

func (c crossSystem) Parameters() int { return c.p.Rows + c.p.Cols }

func (c crossSystem) Run(ctx context.Context, states []uint8, space modular.Space,
	param func(dst []byte, i, a int), unknown, constraint func(i int, form []byte)) error {
	rows, cols, k := c.p.Rows, c.p.Cols, c.p.Colours
	line := func(number, length int, cell func(i int) int, other int) {
		form := space.New()
		own := k - 1 // the sum of X over the line, minus the line's own parameter
		for i := range length {
			at := cell(i)
			if c.p.hole(at) {
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
		if !c.p.hole(at) {
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
