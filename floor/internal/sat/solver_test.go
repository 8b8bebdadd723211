package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

type formula struct {
	vars    int
	clauses [][]Lit
}

func randomFormula(r *rand.Rand, vars, clauses, maxLen int) formula {
	f := formula{vars: vars}
	for range clauses {
		c := make([]Lit, 1+r.IntN(maxLen))
		if r.IntN(4) > 0 {
			c = make([]Lit, maxLen)
		}
		for i := range c {
			c[i] = Lit(r.IntN(2 * vars))
		}
		f.clauses = append(f.clauses, c)
	}
	return f
}

func (f formula) load(s *Solver) {
	for s.Vars() < f.vars {
		s.NewVar()
	}
	for _, c := range f.clauses {
		s.AddClause(c...)
	}
}

func satisfied(c []Lit, holds func(Lit) bool) bool {
	for _, l := range c {
		if holds(l) {
			return true
		}
	}
	return false
}

// satisfiable tries every assignment.
func (f formula) satisfiable(assumptions []Lit) bool {
	for bits := uint64(0); bits < 1<<f.vars; bits++ {
		holds := func(l Lit) bool { return bits>>l.Var()&1 == uint64(l&1)^1 }
		ok := true
		for _, c := range f.clauses {
			ok = ok && satisfied(c, holds)
		}
		for _, a := range assumptions {
			ok = ok && holds(a)
		}
		if ok {
			return true
		}
	}
	return false
}

func randomAssumptions(r *rand.Rand, vars int) []Lit {
	var as []Lit
	for v := range vars {
		if r.IntN(3) == 0 {
			as = append(as, Lit(2*v+r.IntN(2)))
		}
	}
	r.Shuffle(len(as), func(i, j int) { as[i], as[j] = as[j], as[i] })
	return as
}

// Every answer of a solver that is asked many questions about a growing
// formula agrees with trying all assignments; its proof is checked too.
func TestAgainstAllAssignments(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		vars := 3 + r.IntN(9)
		f := formula{vars: vars}
		s := New()
		var proof drat
		s.Log(&proof)
		for range 1 + r.IntN(5) {
			more := randomFormula(r, vars, 1+r.IntN(3*vars/2+1), 3)
			f.clauses = append(f.clauses, more.clauses...)
			more.load(s)
			for range 4 {
				as := randomAssumptions(r, vars)
				limits := Limits{}
				if r.IntN(3) == 0 {
					for v := range vars {
						if r.IntN(2) == 0 {
							limits.Scope = append(limits.Scope, v)
						}
					}
					if limits.Scope == nil {
						limits.Scope = []int{}
					}
				}
				status := s.Solve(ctx, as, limits)
				want := f.satisfiable(as)
				switch status {
				case Satisfiable:
					for _, c := range append(f.clauses, unitClauses(as)...) {
						if !satisfied(c, s.Value) {
							t.Fatalf("seed %d: model breaks %v", seed, c)
						}
					}
				case Unsatisfiable:
					if want {
						t.Fatalf("seed %d: satisfiable, got %v", seed, status)
					}
					if f.satisfiable(s.Core()) {
						t.Fatalf("seed %d: core %v of %v can hold", seed, s.Core(), as)
					}
					for _, l := range s.Core() {
						if !contains(as, l) {
							t.Fatalf("seed %d: core literal %v isn't an assumption", seed, l)
						}
					}
				case Consistent:
					if limits.Scope == nil {
						t.Fatalf("seed %d: consistent without a scope", seed)
					}
				default:
					t.Fatalf("seed %d: %v", seed, status)
				}
			}
		}
		if err := checkProof(f, proof.String()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func unitClauses(as []Lit) [][]Lit {
	var cs [][]Lit
	for _, a := range as {
		cs = append(cs, []Lit{a})
	}
	return cs
}

func contains(ls []Lit, l Lit) bool {
	for _, x := range ls {
		if x == l {
			return true
		}
	}
	return false
}

// pigeons says that n+1 pigeons fit into n holes.
func pigeons(n int) formula {
	f := formula{vars: n * (n + 1)}
	for p := range n + 1 {
		var c []Lit
		for h := range n {
			c = append(c, Pos(p*n+h))
		}
		f.clauses = append(f.clauses, c)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				f.clauses = append(f.clauses, []Lit{Neg(p*n + h), Neg(q*n + h)})
			}
		}
	}
	return f
}

func uniform3SAT(seed uint64, vars int, ratio float64) formula {
	r := rand.New(rand.NewPCG(seed, 3))
	f := formula{vars: vars}
	for range int(ratio * float64(vars)) {
		p := r.Perm(vars)[:3]
		f.clauses = append(f.clauses, []Lit{
			Lit(2*p[0] + r.IntN(2)), Lit(2*p[1] + r.IntN(2)), Lit(2*p[2] + r.IntN(2)),
		})
	}
	return f
}

func TestRefutationsHaveProofs(t *testing.T) {
	formulas := map[string]formula{"pigeons": pigeons(7)}
	for seed := range uint64(3) {
		formulas[fmt.Sprintf("random %d", seed)] = uniform3SAT(seed, 110, 5.5)
	}
	for name, f := range formulas {
		s := New()
		var proof drat
		s.Log(&proof)
		f.load(s)
		if got := s.Solve(context.Background(), nil, Limits{}); got != Unsatisfiable {
			t.Errorf("%s: %v", name, got)
			continue
		}
		if err := checkProof(f, proof.String()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLimitsAndCancellation(t *testing.T) {
	s := New()
	pigeons(11).load(s)
	if got := s.Solve(context.Background(), nil, Limits{Conflicts: 100}); got != Unknown {
		t.Errorf("100 conflicts: %v", got)
	}
	if c := s.Stats().Conflicts; c > 101 {
		t.Errorf("%d conflicts under a limit of 100", c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := s.Solve(ctx, nil, Limits{}); got != Unknown {
		t.Errorf("cancelled: %v", got)
	}
}

func TestSameCallsSameWork(t *testing.T) {
	run := func() Stats {
		s := New()
		uniform3SAT(7, 120, 4.26).load(s)
		s.Solve(context.Background(), nil, Limits{})
		return s.Stats()
	}
	if a, b := run(), run(); a != b {
		t.Errorf("two runs differ: %+v, %+v", a, b)
	}
}

func BenchmarkRefute(b *testing.B) {
	for _, bench := range []struct {
		name string
		f    formula
	}{
		{"pigeons-8", pigeons(8)},
		{"random-200", uniform3SAT(1, 200, 4.6)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				s := New()
				bench.f.load(s)
				if s.Solve(context.Background(), nil, Limits{}) != Unsatisfiable {
					b.Fatal("not refuted")
				}
			}
		})
	}
}

// Where a clause has no room, whether for the references or for the limit, the
// solver says that it doesn't know; what it refutes is refuted.
func TestOutOfMemory(t *testing.T) {
	var outcomes [4]int
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 21))
		f := uniform3SAT(seed, 40, 4.3)
		want := New()
		f.load(want)
		status := want.Solve(context.Background(), nil, Limits{})
		s := New()
		s.maxWords = 600 + r.IntN(1200)
		f.load(s)
		for range 3 {
			got := s.Solve(context.Background(), nil, Limits{})
			outcomes[got]++
			if got != status && (got != Unknown || !s.OutOfMemory()) {
				t.Fatalf("seed %d with %d words: %v, want %v", seed, s.maxWords, got, status)
			}
		}
	}
	if outcomes[Unknown] < 100 || outcomes[Satisfiable] < 100 || outcomes[Unsatisfiable] < 100 {
		t.Errorf("outcomes %v: too few of a kind", outcomes)
	}
	s := New()
	s.LimitMemory(100_000)
	pigeons(9).load(s)
	if got := s.Solve(context.Background(), nil, Limits{}); got != Unknown || !s.OutOfMemory() {
		t.Errorf("%v at %d bytes", got, s.Bytes())
	}
}
