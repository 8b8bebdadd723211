package code

import (
	"context"
	"math/big"
)

// An enumerator is a polynomial whose coefficients count words, or cosets, by
// weight. That of a direct sum is the product.

// Product multiplies polynomials given by their coefficients, unless the context
// ends.
func Product(ctx context.Context, a, b []*big.Int) []*big.Int {
	out := make([]*big.Int, len(a)+len(b)-1)
	for i := range out {
		out[i] = new(big.Int)
	}
	var term big.Int
	for i, x := range a {
		if ctx.Err() != nil {
			break
		}
		for j, y := range b {
			out[i+j].Add(out[i+j], term.Mul(x, y))
		}
	}
	return out
}

// Power raises a polynomial whose constant term is 1 to the n-th power, n >= 0.
// With g = f^n, f g' = n f' g; compared coefficient by coefficient that gives
// each of g from those before it (J.C.P. Miller; Knuth, The Art of Computer
// Programming 2, 4.7).
func Power(f []*big.Int, n int) []*big.Int {
	g := make([]*big.Int, n*(len(f)-1)+1)
	g[0] = big.NewInt(1)
	var term, times big.Int
	for d := 1; d < len(g); d++ {
		g[d] = new(big.Int)
		for i := 1; i < len(f) && i <= d; i++ {
			times.SetInt64(int64(n*i - d + i))
			g[d].Add(g[d], term.Mul(term.Mul(f[i], g[d-i]), &times))
		}
		g[d].Quo(g[d], times.SetInt64(int64(d)))
	}
	return g
}

// Flat is the polynomial of a position that no word touches: it has one value
// of each weight.
func Flat(k int) []*big.Int {
	flat := make([]*big.Int, k)
	for i := range flat {
		flat[i] = big.NewInt(1)
	}
	return flat
}
