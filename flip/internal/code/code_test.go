package code_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"fewest/flip/internal/code"
	"fewest/flip/internal/leaders"
	"fewest/flip/internal/lightest"
	"fewest/flip/internal/modular"
	"fewest/flip/internal/radius"
)

// randomCode returns a code with at most limit words to try.
func randomCode(rng *rand.Rand, limit int) *code.Code {
	for {
		k, n, m := 2+rng.IntN(5), 1+rng.IntN(9), rng.IntN(5)
		rows := make([][]uint8, m)
		for i := range rows {
			rows[i] = make([]uint8, n)
			for j := range rows[i] {
				if rng.IntN(2) == 0 {
					rows[i][j] = uint8(rng.IntN(k))
				}
			}
		}
		size := 1
		for range n {
			size *= k
		}
		if size > limit {
			continue
		}
		c := &code.Code{K: k, Columns: make([][]uint8, n)}
		form, _ := modular.Howell(context.Background(), rows, n, k)
		for _, row := range form {
			c.Orders = append(c.Orders, k/int(row.Entries[row.Pivot]))
			for j := range n {
				c.Columns[j] = append(c.Columns[j], row.Entries[j])
			}
		}
		return c
	}
}

// words lists the words of a code.
func words(c *code.Code) [][]uint8 {
	out := [][]uint8{make([]uint8, len(c.Columns))}
	for i, o := range c.Orders {
		n := len(out)
		for a := 1; a < o; a++ {
			for _, w := range out[:n] {
				w = slices.Clone(w)
				for j, column := range c.Columns {
					w[j] = uint8((int(w[j]) + a*int(column[i])) % c.K)
				}
				out = append(out, w)
			}
		}
	}
	return out
}

func weight(x, c []uint8, k int) int {
	sum := 0
	for j := range x {
		sum += (int(x[j]) + int(c[j])) % k
	}
	return sum
}

// brute returns the census of a code by trying everything.
func brute(c *code.Code) []int64 {
	all := words(c)
	var counts []int64
	x := make([]uint8, len(c.Columns))
	for {
		least := 1 << 30
		for _, w := range all {
			least = min(least, weight(x, w, c.K))
		}
		for len(counts) <= least {
			counts = append(counts, 0)
		}
		counts[least]++
		j := 0
		for ; j < len(x); j++ {
			if x[j]++; int(x[j]) < c.K {
				break
			}
			x[j] = 0
		}
		if j == len(x) {
			break
		}
	}
	for i := range counts {
		counts[i] /= int64(len(all))
	}
	return counts
}

func TestAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	ctx := context.Background()
	for range 400 {
		c := randomCode(rng, 3000)
		all := words(c)
		weights := make([]int32, c.K)
		for v := range weights {
			weights[v] = int32(v)
		}
		for range 5 {
			x := make([]uint8, len(c.Columns))
			for j := range x {
				x[j] = uint8(rng.IntN(c.K))
			}
			least := 1 << 30
			for _, w := range all {
				least = min(least, weight(x, w, c.K))
			}
			got := lightest.Find(ctx, c, x, weights, lightest.Options{})
			if int(got.Weight) != least || int(got.Bound) != least || weight(got.Values, make([]uint8, len(x)), c.K) != least {
				t.Fatalf("%+v, word %v: weight %d, bound %d, want %d", c, x, got.Weight, got.Bound, least)
			}
			if !slices.ContainsFunc(all, func(w []uint8) bool {
				for j := range w {
					if int(got.Values[j]) != (int(x[j])+int(w[j]))%c.K {
						return false
					}
				}
				return true
			}) {
				t.Fatalf("%+v: %v isn't in the coset of %v", c, got.Values, x)
			}
		}
		want := brute(c)
		for _, method := range []leaders.Method{leaders.Auto, leaders.ByPasses, leaders.ByTypes} {
			plan, err := leaders.NewPlan(ctx, c, method, 1<<30)
			if err != nil {
				if method == leaders.ByTypes && !c.Field() {
					continue
				}
				t.Fatalf("%+v: %s: %v", c, method, err)
			}
			got, err := plan.Count(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(trim(got.Counts), want, func(a *big.Int, b int64) bool { return a.IsInt64() && a.Int64() == b }) {
				t.Fatalf("%+v: %s counts %v, want %v", c, method, got.Counts, want)
			}
		}
		if lower, upper := radius.Bounds(c); lower > len(want)-1 || upper < len(want)-1 {
			t.Fatalf("%+v: bounds %d..%d, covering radius %d", c, lower, upper, len(want)-1)
		}
		if s, err := radius.New(ctx, c, 1<<30); err == nil {
			s.Run(ctx, 1, nil)
			if r := s.Run(ctx, 0, nil); r.Lower != len(want)-1 || r.Upper != len(want)-1 {
				t.Fatalf("%+v: covering radius %d..%d, want %d", c, r.Lower, r.Upper, len(want)-1)
			}
		}
	}
}

func trim(counts []*big.Int) []*big.Int {
	for len(counts) > 1 && counts[len(counts)-1].Sign() == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts
}
