package leaders

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"fewest/flip/internal/code"
)

// randomCode returns a code over a field with at most limit words to try.
func randomCode(rng *rand.Rand, limit int) *code.Code {
	k, n, m := []int{2, 3, 5}[rng.IntN(3)], 1+rng.IntN(9), rng.IntN(5)
	c := &code.Code{K: k}
	size := 1
	for j := range n {
		column := make([]uint8, m)
		for i := range column {
			column[i] = uint8(rng.IntN(k))
			if j < m {
				column[i] = 0
			}
		}
		if j < m { // independent generators
			column[j] = 1
		}
		if size *= k; size > limit || n < m {
			return &code.Code{K: k}
		}
		c.Columns = append(c.Columns, column)
	}
	for range m {
		c.Orders = append(c.Orders, k)
	}
	return c
}

// TestPassDigits compares passes over a table with a search, for a prime number
// of values.
func TestPassDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	ctx := context.Background()
	for compared := 0; compared < 100; {
		c := randomCode(rng, 100_000)
		if len(c.Orders) == 0 {
			continue
		}
		compared++
		a, err := passDigits(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		b, err := searchQuotient(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(a.Counts, b.Counts, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
			t.Fatalf("%+v: %v and %v", c, a.Counts, b.Counts)
		}
	}
}
