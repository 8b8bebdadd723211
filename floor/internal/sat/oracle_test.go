package sat

import (
	"context"
	"fmt"
	"testing"

	"github.com/crillab/gophersat/solver"
)

// gophersat answers a formula as another program sees it.
func gophersat(f formula) solver.Status {
	var clauses [][]int
	for _, c := range f.clauses {
		var ints []int
		for _, l := range c {
			x := l.Var() + 1
			if l&1 != 0 {
				x = -x
			}
			ints = append(ints, x)
		}
		clauses = append(clauses, ints)
	}
	return solver.New(solver.ParseSlice(clauses)).Solve()
}

// mutilated asks for dominoes that cover an n x n board without two opposite
// corners.
func mutilated(n int) formula {
	var f formula
	at := map[[2]int][]Lit{}
	inside := func(r, c int) bool {
		return r < n && c < n && r+c > 0 && r+c < 2*n-2
	}
	for r := range n {
		for c := range n {
			for _, to := range [][2]int{{r, c + 1}, {r + 1, c}} {
				if inside(r, c) && inside(to[0], to[1]) {
					l := Pos(f.vars)
					f.vars++
					at[[2]int{r, c}] = append(at[[2]int{r, c}], l)
					at[to] = append(at[to], l)
				}
			}
		}
	}
	for r := range n {
		for c := range n {
			if lits := at[[2]int{r, c}]; inside(r, c) {
				f.clauses = append(f.clauses, lits)
				for i, l := range lits {
					for _, k := range lits[:i] {
						f.clauses = append(f.clauses, []Lit{l.Not(), k.Not()})
					}
				}
			}
		}
	}
	return f
}

func TestAgainstGophersat(t *testing.T) {
	formulas := map[string]formula{"pigeons": pigeons(6), "mutilated": mutilated(6)}
	for seed := range uint64(60) {
		formulas[fmt.Sprintf("random 3-SAT %d", seed)] = uniform3SAT(seed, 100, 4.26)
	}
	for name, f := range formulas {
		s := New()
		f.load(s)
		got := s.Solve(context.Background(), nil, Limits{})
		if want := gophersat(f); (got == Satisfiable) != (want == solver.Sat) {
			t.Errorf("%s: %v, gophersat says %v", name, got, want)
		}
		if got == Satisfiable {
			for _, c := range f.clauses {
				if !satisfied(c, s.Value) {
					t.Errorf("%s: the model breaks %v", name, c)
				}
			}
		}
	}
}
