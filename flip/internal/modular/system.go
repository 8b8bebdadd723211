package modular

import (
	"context"
	"slices"
)

// Term is an unknown with its coefficient, 1 to k-1.
type Term struct {
	Index  int32
	Amount int32
}

// System is a linear system modulo k: the unknowns as affine forms in a few
// parameters, and constraints on the parameters. Large systems whose equations
// mention few unknowns each come down to few parameters.
type System interface {
	// Parameters returns how many parameters there are.
	Parameters() int
	// Run evaluates the forms in vectors of the given space, whose last entry is
	// the constant, for the constants of the equations (nil for all 0). param
	// adds parameter i, times a, to dst. unknown receives the form of each
	// unknown, constraint each form that must vanish; the vectors are only lent.
	// unknown or constraint may be nil.
	Run(ctx context.Context, constants []uint8, s Space,
		param func(dst []byte, i, a int), unknown, constraint func(i int, form []byte)) error
}

// Substitution is a system solved for one unknown an equation, in order, as far
// as that goes: an equation with unknowns not met before determines the last
// one that has an invertible coefficient, and makes parameters of the others.
type Substitution struct {
	k         int
	equations []int32
	terms     func(buf []Term, equation int) []Term
	params    []int32 // of each unknown: its parameter, or -1 if an equation determines it
	solves    []int32 // of each equation by place: the unknown it determines, or -1
	last      []int32 // of each unknown: the place of the last equation that mentions it
	count     int     // of parameters
}

// NewSubstitution plans the substitution. Where unknowns are cells, like the
// equations, "last" means last in the order of the equations. Numbers that
// aren't present stand for no unknown. If the context ends, the plan is left
// unfinished, and Run will return the context's error.
func NewSubstitution(ctx context.Context, k, unknowns int, present func(i int) bool, equations []int32, terms func([]Term, int) []Term) *Substitution {
	s := &Substitution{k: k, equations: equations, terms: terms,
		params: make([]int32, unknowns), solves: make([]int32, len(equations)), last: make([]int32, unknowns)}
	const unseen = -2
	rank := make([]int32, unknowns) // by first and last mention, the latest last
	for i := range s.params {
		s.params[i] = unseen
		s.last[i] = -1
	}
	var buf []Term
	look := lookout{ctx: ctx}
	for at, e := range equations {
		if look.over(len(buf)) {
			return s
		}
		buf = terms(buf[:0], int(e))
		for _, t := range buf {
			s.last[t.Index] = int32(at)
		}
		if int(e) < unknowns {
			rank[e] = int32(at)
		}
	}
	for at, e := range equations {
		if look.over(len(buf)) {
			return s
		}
		s.solves[at] = -1
		buf = terms(buf[:0], int(e))
		best := int32(-1)
		for _, t := range buf {
			if s.params[t.Index] != unseen || Inverse(int(t.Amount), k) == 0 {
				continue
			}
			if best < 0 || rank[t.Index] > rank[best] {
				best = t.Index
			}
		}
		for _, t := range buf {
			switch {
			case s.params[t.Index] != unseen:
			case t.Index == best:
				s.solves[at], s.params[best] = best, -1
			default:
				s.params[t.Index] = int32(s.count)
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

// lookout looks at a context every millisecond or so of work.
type lookout struct {
	ctx  context.Context
	work int
}

// over reports whether the context has ended, after so much more work, in
// dozens of nanoseconds.
func (l *lookout) over(work int) bool {
	if l.work += work + 1; l.work < 1<<16 {
		return false
	}
	l.work = 0
	return l.ctx.Err() != nil
}

// Parameters returns how many parameters there are.
func (s *Substitution) Parameters() int { return s.count }

// Run evaluates the forms: see System.
func (s *Substitution) Run(ctx context.Context, constants []uint8, space Space,
	param func(dst []byte, i, a int), unknown, constraint func(i int, form []byte)) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
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
	var buf []Term
	look := lookout{ctx: ctx}
	for at, e := range s.equations {
		if look.over(len(buf) * (8 + space.Bytes()/64)) {
			return ctx.Err()
		}
		buf = s.terms(buf[:0], int(e))
		solved := s.solves[at]
		scale := 1 // the equation is multiplied so that the solved unknown has -1
		if solved >= 0 {
			for _, t := range buf {
				if t.Index == solved {
					scale = s.k - Inverse(int(t.Amount), s.k)
				}
			}
		}
		form := fresh()
		if constants != nil {
			space.AddAt(form, space.Len-1, int(constants[e])*scale%s.k)
		}
		for _, t := range buf {
			a := int(t.Amount) * scale % s.k
			switch {
			case t.Index == solved:
			case s.params[t.Index] >= 0:
				param(form, int(s.params[t.Index]), a)
			default:
				space.AddMul(form, forms[t.Index], a)
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
			if f := forms[t.Index]; f != nil && int(s.last[t.Index]) == at {
				free = append(free, f)
				forms[t.Index] = nil
			}
		}
	}
	return nil
}

// Reduce solves a system for its parameters.
func Reduce(ctx context.Context, sys System, k int, constants []uint8) (Solution, error) {
	n := sys.Parameters()
	s := Space{K: k, Len: n + 1}
	var rows [][]byte
	err := sys.Run(ctx, constants, s,
		func(dst []byte, i, a int) { s.AddAt(dst, i, a) },
		nil,
		func(_ int, form []byte) {
			if slices.ContainsFunc(form, func(x byte) bool { return x != 0 }) {
				rows = append(rows, slices.Clone(form))
			}
		})
	if err != nil {
		return Solution{}, err
	}
	return Solve(ctx, k, n, rows)
}

// Expand turns solutions for the parameters into values of the unknowns: for
// each unknown its column of the generators and its value in the particular
// solution (0 if particular is nil).
func Expand(ctx context.Context, sys System, k int, constants, particular []uint8, generators [][]uint8,
	unknown func(i int, column []uint8, value uint8)) error {
	m := len(generators)
	s := Space{K: k, Len: m + 1}
	params := make([][]byte, sys.Parameters())
	look := lookout{ctx: ctx}
	for i := range params {
		if look.over(m) {
			return ctx.Err()
		}
		params[i] = s.New()
		for j, g := range generators {
			s.AddAt(params[i], j, int(g[i]))
		}
		if particular != nil {
			s.AddAt(params[i], m, int(particular[i]))
		}
	}
	column := make([]uint8, m+1)
	return sys.Run(ctx, constants, s,
		func(dst []byte, i, a int) { s.AddMul(dst, params[i], a) },
		func(i int, form []byte) {
			s.Unpack(column, form)
			unknown(i, column[:m], column[m])
		},
		nil)
}
