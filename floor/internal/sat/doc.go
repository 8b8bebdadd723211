// Package sat decides satisfiability of propositional formulas in conjunctive
// normal form by conflict-driven clause learning (Marques-Silva & Sakallah
// 1996; Een & Sorensson 2003).
//
// It is made for many related questions about one growing formula. Clauses and
// variables may be added at any time. A call of Solve takes assumptions; they
// become the first decisions, in the order given, and the assignment they led
// to is kept for the next call as far as the two lists of assumptions begin
// alike. A call may also be confined to a scope, a set of variables to decide
// on: it ends as soon as those have values and nothing contradicts them, which
// makes a question about a small part of a large formula as cheap as the part.
//
// The solver is deterministic: the same calls give the same answers.
package sat

// Lit is a literal: a variable or its negation. Variable v, counted from 0,
// has the literals 2v (true) and 2v+1 (false).
type Lit uint32

// Pos returns the literal that is true when variable v is.
func Pos(v int) Lit { return Lit(v << 1) }

// Neg returns the literal that is true when variable v is false.
func Neg(v int) Lit { return Lit(v<<1 | 1) }

// Not returns the opposite literal.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the literal's variable.
func (l Lit) Var() int { return int(l >> 1) }

// Status is the outcome of Solve.
type Status int

const (
	// Unknown: a limit or the context ended the search.
	Unknown Status = iota
	// Satisfiable: Value gives a model.
	Satisfiable
	// Unsatisfiable: Core gives the assumptions that can't hold together;
	// an empty core means that the formula itself has no model.
	Unsatisfiable
	// Consistent: every variable of the scope has a value and propagation finds
	// no contradiction; whether the whole formula has such a model is open.
	Consistent
)

// String gives the status as a word.
func (s Status) String() string {
	return [...]string{"unknown", "satisfiable", "unsatisfiable", "consistent"}[s]
}

// Limits bound one call of Solve. The zero value has no limits.
type Limits struct {
	Conflicts    int64 // give up after that many conflicts; 0: never
	Propagations int64 // give up after about that many assignments; 0: never
	Scope        []int // decide on these variables only; nil: on all
}

// Stats counts the work done since the solver was made.
type Stats struct {
	Solves, Decisions, Propagations, Conflicts, Restarts, Learned, Deleted int64
}
