package lightest

import (
	"context"
	"math/rand/v2"
	"testing"

	"fewest/flip/internal/code"
)

// TestBounds stops searches early: what they claim must still be true.
func TestBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	ctx := context.Background()
	for range 30 {
		const n, m = 90, 24
		c := &code.Code{K: 2, Columns: make([][]uint8, n)}
		for range m {
			c.Orders = append(c.Orders, 2)
		}
		for j := range c.Columns {
			c.Columns[j] = make([]uint8, m)
			for i := range m {
				c.Columns[j][i] = uint8(rng.IntN(2))
			}
		}
		for i := range m { // independent generators
			clear(c.Columns[i])
			c.Columns[i][i] = 1
		}
		x := make([]uint8, n)
		for j := range x {
			x[j] = uint8(rng.IntN(2))
		}
		weights := []int32{0, 1}
		early := Find(ctx, c, x, weights, Options{Nodes: 2000})
		late := Find(ctx, c, x, weights, Options{Nodes: 60_000})
		if early.Bound > late.Weight || late.Bound > early.Weight || early.Bound > early.Weight {
			t.Fatalf("bounds %d..%d and %d..%d", early.Bound, early.Weight, late.Bound, late.Weight)
		}
	}
}
