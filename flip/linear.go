package flip

import (
	"context"
	"slices"

	"fewest/board"
	"fewest/internal/modular"
)

// A system's unknowns are how often each button is pressed; its equations say
// that each cell ends at 0. Most unknowns are substituted away before anything
// is eliminated: every unknown becomes an affine form in a few parameters, and
// a few constraints on the parameters are left over. On a 1000 x 1000 board
// with the mask Plus the parameters are the 1000 presses of the first row.
type system interface {
	// parameters returns how many parameters there are.
	parameters() int
	// run evaluates the affine forms in vectors of the given space, whose last
	// entry is the constant, for a board's states (nil for all 0). param adds
	// parameter i, times a, to dst. unknown receives the form of each unknown,
	// constraint each form that must vanish; the vectors are only lent. unknown
	// or constraint may be nil.
	run(ctx context.Context, states []uint8, s modular.Space,
		param func(dst []byte, i, a int), unknown, constraint func(i int, form []byte)) error
}

// linear is what elimination tells about a board.
type linear struct {
	times   []uint8   // presses of each button in one solution; nil if there is none
	orders  []int     // of the kernel's generators
	columns [][]uint8 // of each button: how often it is pressed in each generator
}

// maxColumns bounds the memory for the kernel, buttons times generators.
const maxColumns = 1 << 30

// system returns the system of the puzzle's boards.
func (p *Puzzle) system() system {
	if p.Mask == Cross {
		return newCrossSystem(p)
	}
	return newSubstitution(p.Colours, p.buttons(), p.isButton, p.order(), p.causes)
}

// dual returns the transposed system: its solutions for the all-0 board weigh
// the cells so that no press changes the weighted sum.
func (p *Puzzle) dual() system {
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
	return newSubstitution(p.Colours, p.Rows*p.Cols, present, order, p.effects)
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

// reduce runs a system's forms with all parameters and solves the constraints.
func reduce(ctx context.Context, sys system, k int, states []uint8) (modular.Solution, error) {
	n := sys.parameters()
	s := modular.Space{K: k, Len: n + 1}
	var rows [][]byte
	err := sys.run(ctx, states, s,
		func(dst []byte, i, a int) { s.AddAt(dst, i, a) },
		nil,
		func(_ int, form []byte) {
			if slices.ContainsFunc(form, func(x byte) bool { return x != 0 }) {
				rows = append(rows, slices.Clone(form))
			}
		})
	if err != nil {
		return modular.Solution{}, err
	}
	return modular.Solve(k, n, rows), ctx.Err()
}

// expand turns solutions of the constraints into values of the unknowns: for
// each unknown its column of the generators and its value in the particular
// solution (0 if particular is nil).
func expand(ctx context.Context, sys system, k int, states, particular []uint8, generators [][]uint8,
	unknown func(i int, column []uint8, value uint8)) error {
	m := len(generators)
	s := modular.Space{K: k, Len: m + 1}
	params := make([][]byte, sys.parameters())
	for i := range params {
		params[i] = s.New()
		for j, g := range generators {
			s.AddAt(params[i], j, int(g[i]))
		}
		if particular != nil {
			s.AddAt(params[i], m, int(particular[i]))
		}
	}
	column := make([]uint8, m+1)
	return sys.run(ctx, states, s,
		func(dst []byte, i, a int) { s.AddMul(dst, params[i], a) },
		func(i int, form []byte) {
			s.Unpack(column, form)
			unknown(i, column[:m], column[m])
		},
		nil)
}

// solveLinear eliminates for a board, or for the kernel alone if b is nil.
// Columns are left out if not wanted, or too large.
func (p *Puzzle) solveLinear(ctx context.Context, b *board.Board, wantColumns bool) (linear, error) {
	sys := p.system()
	states := p.states(b)
	sol, err := reduce(ctx, sys, p.Colours, states)
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
	err = expand(ctx, sys, p.Colours, states, sol.Particular, generators, func(i int, column []uint8, value uint8) {
		l.times[i] = value
		if l.columns != nil {
			l.columns[i] = flat[i*m : (i+1)*m : (i+1)*m]
			copy(l.columns[i], column)
		}
	})
	return l, err
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

// substitution is a system solved for one unknown an equation, in order, as far
// as that goes: an equation with unknowns not met before determines the last
// one that has an invertible coefficient, and makes parameters of the others.
type substitution struct {
	k         int
	equations []int32
	terms     func(buf []term, equation int) []term
	params    []int32 // of each unknown: its parameter, or -1 if an equation determines it
	solves    []int32 // of each equation by place: the unknown it determines, or -1
	last      []int32 // of each unknown: the place of the last equation that mentions it
	count     int     // of parameters
}

// newSubstitution plans the substitution. Where unknowns are cells, like the
// equations, "last" means last in the order of the equations. Numbers that
// aren't present stand for no unknown.
func newSubstitution(k, unknowns int, present func(i int) bool, equations []int32, terms func([]term, int) []term) *substitution {
	s := &substitution{k: k, equations: equations, terms: terms,
		params: make([]int32, unknowns), solves: make([]int32, len(equations)), last: make([]int32, unknowns)}
	const unseen = -2
	rank := make([]int32, unknowns) // by first and last mention, the latest last
	for i := range s.params {
		s.params[i] = unseen
		s.last[i] = -1
	}
	var buf []term
	for at, e := range equations {
		buf = terms(buf[:0], int(e))
		for _, t := range buf {
			s.last[t.index] = int32(at)
		}
		if int(e) < unknowns {
			rank[e] = int32(at)
		}
	}
	for at, e := range equations {
		s.solves[at] = -1
		buf = terms(buf[:0], int(e))
		best := int32(-1)
		for _, t := range buf {
			if s.params[t.index] != unseen || modular.Inverse(int(t.amount), k) == 0 {
				continue
			}
			if best < 0 || rank[t.index] > rank[best] {
				best = t.index
			}
		}
		for _, t := range buf {
			switch {
			case s.params[t.index] != unseen:
			case t.index == best:
				s.solves[at], s.params[best] = best, -1
			default:
				s.params[t.index] = int32(s.count)
				s.count++
			}
		}
	}
	for i, at := range s.params {
		if at == unseen && !present(i) {
			s.params[i] = -1
		} else if at == unseen { // a button that changes nothing
			s.params[i] = int32(s.count)
			s.count++
		}
	}
	return s
}

func (s *substitution) parameters() int { return s.count }

func (s *substitution) run(ctx context.Context, states []uint8, space modular.Space,
	param func(dst []byte, i, a int), unknown, constraint func(i int, form []byte)) error {
	forms := make([][]byte, len(s.params)) // of the unknowns determined and still needed
	var free [][]byte
	fresh := func() []byte {
		if n := len(free); n > 0 {
			form := free[n-1]
			free = free[:n-1]
			clear(form)
			return form
		}
		return space.New()
	}
	for i, at := range s.params {
		if at >= 0 {
			form := fresh()
			param(form, int(at), 1)
			if unknown != nil {
				unknown(i, form)
			}
			free = append(free, form)
		}
	}
	var buf []term
	for at, e := range s.equations {
		if at&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		buf = s.terms(buf[:0], int(e))
		solved := s.solves[at]
		scale := 1 // the equation is multiplied so that the solved unknown has -1
		if solved >= 0 {
			for _, t := range buf {
				if t.index == solved {
					scale = s.k - modular.Inverse(int(t.amount), s.k)
				}
			}
		}
		form := fresh()
		if states != nil {
			space.AddAt(form, space.Len-1, int(states[e])*scale%s.k)
		}
		for _, t := range buf {
			a := int(t.amount) * scale % s.k
			switch {
			case t.index == solved:
			case s.params[t.index] >= 0:
				param(form, int(s.params[t.index]), a)
			default:
				space.AddMul(form, forms[t.index], a)
			}
		}
		switch {
		case solved >= 0:
			forms[solved] = form
			if unknown != nil {
				unknown(int(solved), form)
			}
		default:
			if constraint != nil {
				constraint(int(e), form)
			}
			free = append(free, form)
		}
		for _, t := range buf {
			if f := forms[t.index]; f != nil && int(s.last[t.index]) == at {
				free = append(free, f)
				forms[t.index] = nil
			}
		}
	}
	return nil
}

// crossSystem is the system of the mask Cross, holes and any k included. With X
// the presses, E the board, and R and C the row and column sums of X, cell
// (i, j) ends at E + R_i + C_j - X, so X = E + R_i + C_j. The parameters are R
// and C; the constraints say that they are the sums of X.
type crossSystem struct{ p *Puzzle }

func newCrossSystem(p *Puzzle) crossSystem { return crossSystem{p} }

func (c crossSystem) parameters() int { return c.p.Rows + c.p.Cols }

func (c crossSystem) run(ctx context.Context, states []uint8, space modular.Space,
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
