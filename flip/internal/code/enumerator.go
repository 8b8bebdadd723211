package code

import "math/big"

// An enumerator is a polynomial whose coefficients count words, or cosets, by
// weight. That of a direct sum is the product.

// Product multiplies polynomials given by their coefficients.
func Product(a, b []*big.Int) []*big.Int {
	out := make([]*big.Int, len(a)+len(b)-1)
	for i := range out {
		out[i] = new(big.Int)
	}
	var term big.Int
	for i, x := range a {
		for j, y := range b {
			out[i+j].Add(out[i+j], term.Mul(x, y))
		}
	}
	return out
}

// Power raises a polynomial to the n-th power.
func Power(a []*big.Int, n int) []*big.Int {
	out := []*big.Int{big.NewInt(1)}
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			out = Product(out, a)
		}
		if n > 1 {
			a = Product(a, a)
		}
	}
	return out
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
