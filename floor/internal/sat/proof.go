package sat

// Proof is told what the solver learns and forgets. Every clause that it learns
// follows from those before it by reverse unit propagation (Goldberg & Novikov
// 2003); a refutation under assumptions ends with the clause that forbids its
// core. What the caller adds isn't told. The slices are the solver's.
type Proof interface {
	Learned(clause []Lit)
	Forgotten(clause []Lit)
}

// Log makes the solver tell a proof what it does. Call it before the first
// Solve.
func (s *Solver) Log(p Proof) { s.proof = p }

func (s *Solver) tellLearned(clause []Lit) {
	if s.proof != nil {
		s.proof.Learned(clause)
	}
}

func (s *Solver) tellForgotten(words []uint32) {
	if s.proof == nil {
		return
	}
	clause := make([]Lit, len(words))
	for i, w := range words {
		clause[i] = Lit(w)
	}
	s.proof.Forgotten(clause)
}
