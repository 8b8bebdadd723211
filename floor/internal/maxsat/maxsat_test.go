package maxsat

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"fewest/floor/internal/sat"
)

type problem struct {
	vars int
	hard [][]sat.Lit
	soft []sat.Lit
}

func randomProblem(r *rand.Rand) problem {
	p := problem{vars: 4 + r.IntN(8)}
	for range r.IntN(4 * p.vars) {
		clause := make([]sat.Lit, 2+r.IntN(2))
		for i := range clause {
			clause[i] = sat.Lit(r.IntN(2 * p.vars))
		}
		p.hard = append(p.hard, clause)
	}
	for range 1 + r.IntN(2*p.vars) {
		p.soft = append(p.soft, sat.Lit(r.IntN(2*p.vars)))
	}
	return p
}

// cost tries every assignment; -1 when the hard clauses have no model.
func (p problem) cost() int {
	best := -1
	for a := uint64(0); a < 1<<p.vars; a++ {
		holds := func(l sat.Lit) bool { return a>>l.Var()&1 == uint64(l&1)^1 }
		ok := true
		for _, c := range p.hard {
			some := false
			for _, l := range c {
				some = some || holds(l)
			}
			ok = ok && some
		}
		if !ok {
			continue
		}
		n := 0
		for _, l := range p.soft {
			if !holds(l) {
				n++
			}
		}
		if best < 0 || n < best {
			best = n
		}
	}
	return best
}

// Random problems, each soft literal in a variable of its own so that it may
// occur twice, agree with trying all assignments: with and without windows,
// scopes, dividing, and soft literals that come late.
func TestAgainstAllAssignments(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := randomProblem(r)
		s := sat.New()
		for range p.vars {
			s.NewVar()
		}
		for _, c := range p.hard {
			s.AddClause(c...)
		}
		var lowers []int
		options := Options{Stop: func(lower int) bool { lowers = append(lowers, lower); return false }}
		if r.IntN(2) == 0 {
			options.Near = func(soft int) []int { return []int{p.soft[soft].Var(), 0, 1, 2} }
		}
		m := New(s, options)
		late := r.IntN(len(p.soft) + 1)
		divide := func() {
			if r.IntN(2) == 0 && m.place == nil {
				m.Divide(ctx, func(soft int) [2]float64 { return [2]float64{float64(p.soft[soft].Var()), float64(soft)} })
			}
		}
		for i, l := range p.soft {
			own := sat.Pos(s.NewVar())
			s.AddClause(own.Not(), l)
			if i == late && r.IntN(2) == 0 {
				divide()
				m.Minimise(ctx, sat.Limits{})
			}
			m.AddSoft(own)
		}
		if r.IntN(2) == 0 && m.place == nil {
			for range 5 {
				var w Window
				for i := range p.soft {
					if r.IntN(3) == 0 {
						w.Softs = append(w.Softs, i)
					}
				}
				w.Scope = []int{}
				for v := range p.vars {
					if r.IntN(2) == 0 {
						w.Scope = append(w.Scope, v)
					}
				}
				m.Tighten(ctx, w, sat.Limits{Conflicts: 50})
			}
		}
		divide()
		status := m.Minimise(ctx, sat.Limits{})
		want := p.cost()
		if want < 0 {
			if status != sat.Unsatisfiable {
				t.Fatalf("seed %d: %v, want unsatisfiable", seed, status)
			}
			continue
		}
		if status != sat.Satisfiable || m.Lower() != want {
			t.Fatalf("seed %d: %v, cost %d, want %d", seed, status, m.Lower(), want)
		}
		broken := 0
		for _, l := range p.soft {
			if !s.Value(l) {
				broken++
			}
		}
		if broken != want {
			t.Fatalf("seed %d: the model breaks %d, the bound is %d", seed, broken, want)
		}
		for i := 1; i < len(lowers); i++ {
			if lowers[i] <= lowers[i-1] {
				t.Fatalf("seed %d: bounds %v don't rise", seed, lowers)
			}
		}
	}
}

// A counter's output j is forced exactly when j inputs are true.
func TestTotaliser(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for most := 1; most <= n; most++ {
			s := sat.New()
			inputs := make([]sat.Lit, n)
			for i := range inputs {
				inputs[i] = sat.Pos(s.NewVar())
			}
			counter := (&Search{}).newTotaliser(inputs)
			for j := 1; j <= most; j++ { // in steps, as the search does
				counter.extend(s, j)
			}
			for set := range uint64(1) << n {
				assumptions := make([]sat.Lit, n)
				for i, l := range inputs {
					assumptions[i] = l
					if set>>i&1 == 0 {
						assumptions[i] = l.Not()
					}
				}
				for j := 1; j <= most; j++ {
					status := s.Solve(context.Background(), append(assumptions, counter.outputs[j-1].Not()), sat.Limits{})
					if forced := bits.OnesCount64(set) >= j; forced != (status == sat.Unsatisfiable) {
						t.Fatalf("%d inputs, %b set, output %d: %v", n, set, j, status)
					}
				}
			}
		}
	}
}

// Wherever dividing ends, the whole has the excess that was found in its parts:
// proofs of bounds begin there.
func TestDividingStopped(t *testing.T) {
	stopped := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 6))
		p := randomProblem(r)
		s := sat.New()
		for range p.vars {
			s.NewVar()
		}
		for _, c := range p.hard {
			s.AddClause(c...)
		}
		stop := 1 + r.IntN(3)
		m := New(s, Options{Stop: func(lower int) bool { return lower >= stop }})
		for _, l := range p.soft {
			own := sat.Pos(s.NewVar())
			s.AddClause(own.Not(), l)
			m.AddSoft(own)
		}
		if !m.Divide(t.Context(), func(soft int) [2]float64 { return [2]float64{float64(soft), 0} }) && !m.Refuted() {
			stopped++
		}
		if m.whole.low != m.Lower() {
			t.Fatalf("seed %d: the parts have %d, the bound is %d", seed, m.whole.low, m.Lower())
		}
	}
	if stopped < 100 {
		t.Errorf("%d stopped: too few", stopped)
	}
}
