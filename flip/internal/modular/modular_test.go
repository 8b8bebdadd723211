package modular

import (
	"math/rand/v2"
	"testing"
)

// TestSolve compares Solve with trying everything.
func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	solvable, unsolvable := 0, 0
	for range 3000 {
		k := 2 + rng.IntN(11)
		unknowns := 1 + rng.IntN(4)
		for pow(k, unknowns) > 3000 {
			unknowns--
		}
		s := Space{k, unknowns + 1}
		equations := make([][]byte, rng.IntN(5))
		for i := range equations {
			equations[i] = s.New()
			for j := range s.Len {
				if rng.IntN(3) > 0 {
					s.AddAt(equations[i], j, rng.IntN(k))
				}
			}
		}
		sol, err := Solve(t.Context(), k, unknowns, equations)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{}
		for n := range pow(k, unknowns) {
			x := make([]uint8, unknowns)
			for j := range x {
				x[j] = uint8(n % k)
				n /= k
			}
			if solves(s, equations, x) {
				want[string(x)] = true
			}
		}
		if (sol.Particular != nil) != (len(want) > 0) {
			t.Fatalf("k=%d %v: particular %v, %d solutions", k, equations, sol.Particular, len(want))
		}
		if len(want) == 0 {
			unsolvable++
			continue
		}
		solvable++
		got := map[string]bool{}
		count := 1
		for _, o := range sol.Orders {
			count *= o
		}
		for n := range count {
			x := append([]uint8(nil), sol.Particular...)
			for i, o := range sol.Orders {
				for j, g := range sol.Kernel[i] {
					x[j] = uint8((int(x[j]) + n%o*int(g)) % k)
				}
				n /= o
			}
			if !want[string(x)] {
				t.Fatalf("k=%d %v: %v is no solution", k, equations, x)
			}
			got[string(x)] = true
		}
		if count != len(want) || len(got) != len(want) {
			t.Fatalf("k=%d %v: %d combinations, %d solutions found of %d", k, equations, count, len(got), len(want))
		}
	}
	if solvable < 500 || unsolvable < 500 {
		t.Errorf("%d solvable and %d unsolvable systems: too one-sided a test", solvable, unsolvable)
	}
}

func solves(s Space, equations [][]byte, x []uint8) bool {
	for _, e := range equations {
		sum := s.Get(e, s.Len-1)
		for j, v := range x {
			sum += s.Get(e, j) * int(v)
		}
		if sum%s.K != 0 {
			return false
		}
	}
	return true
}

func pow(k, n int) int {
	p := 1
	for range n {
		p *= k
	}
	return p
}

func TestInverse(t *testing.T) {
	for k := 2; k < 256; k++ {
		for a := range k {
			b := Inverse(a, k)
			if b != 0 && a*b%k != 1 {
				t.Fatalf("inverse of %d modulo %d is not %d", a, k, b)
			}
			for c := 1; b == 0 && c < k; c++ {
				if a*c%k == 1 {
					t.Fatalf("%d has the inverse %d modulo %d", a, c, k)
				}
			}
		}
	}
}
