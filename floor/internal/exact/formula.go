package exact

import (
	"slices"

	"fewest/floor/internal/maxsat"
	"fewest/floor/internal/sat"
)

// formula is what is said: clauses in the solver, each of a kind, and what
// breaking a soft literal costs in the search.
type formula struct {
	solver *sat.Solver
	search *maxsat.Search
	about  [][]int // by soft literal: the cells that it is about
	costs  []int   // by soft literal: the variable that costs a move when true
	notes
}

// notes are taken of a formula, each if it isn't nil.
type notes struct {
	record func(k kind, clause []sat.Lit) // sees every clause
	proof  *proof                         // the names of variables, and the lemmas
}

// kind says what a clause is, and so which lemma it rests on. Beside these the
// solver has the counters of the core-guided search, and what it learns.
type kind string

const (
	modelClauses kind = "model"
	refinements  kind = "refinement"
	circles      kind = "circle"
	regions      kind = "closed region"
	cuts         kind = "cut"
)

// clause adds a clause of a kind.
func (f *formula) clause(k kind, lits ...sat.Lit) {
	if f.record != nil {
		f.record(k, slices.Clone(lits))
	}
	f.solver.AddClause(lits...)
}

func (f *formula) base(lits ...sat.Lit) { f.clause(modelClauses, lits...) }

func (f *formula) refinement(lits ...sat.Lit) { f.clause(refinements, lits...) }

// newVars makes variables.
func (f *formula) newVars(n int) []int {
	vs := make([]int, n)
	for i := range vs {
		vs[i] = f.solver.NewVar()
	}
	return vs
}

// addSoft lets a variable about some cells cost one move when true.
func (f *formula) addSoft(v int, cells ...int) int {
	f.about = append(f.about, cells)
	f.costs = append(f.costs, v)
	return f.search.AddSoft(sat.Neg(v))
}

// holds reports whether a variable is true in the last model. One made since is
// not.
func (f *formula) holds(v int) bool { return v >= 0 && f.solver.Value(sat.Pos(v)) }

// which returns the place of the first of some variables that is true in the
// last model, or -1.
func (f *formula) which(vs []int) int { return slices.IndexFunc(vs, f.holds) }
