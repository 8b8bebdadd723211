package radius

import (
	"math/big"
	"math/bits"

	"fewest/flip/internal/code"
)

// maxWeights bounds the weights that are summed up one by one.
const maxWeights = 5000

// Bounds returns simple bounds of the covering radius of any code.
//
// Below, the sphere-covering bound: every coset has a word of weight radius or
// less, so there are at least as many such words as cosets. Above, the average:
// the leader of a coset weighs no more than its words do on average, and over
// them a position takes all values that differ by a multiple of what its column
// generates equally often, at worst the largest of them.
func Bounds(c *code.Code) (lower, upper int) {
	n, k := len(c.Columns), c.K
	twice := 0 // the average
	for _, column := range c.Columns {
		step := k
		for _, x := range column {
			step = gcd(step, int(x))
		}
		twice += 2*(step-1) + k - step
	}
	cosets := c.Cosets()
	if n*(k-1) > maxWeights { // at most (n+1)^d words weigh d or less
		return (cosets.BitLen() - 1) / bits.Len(uint(n+1)), twice / 2
	}
	// The numbers of words of weight d are the coefficients of f = ((1-x^k) /
	// (1-x))^n, and (1-x)(1-x^k) f' = n (1 - k x^(k-1) + (k-1) x^k) f.
	light := big.NewInt(1)
	words := []*big.Int{big.NewInt(1)}
	for d := 0; light.Cmp(cosets) < 0; d++ {
		next, term := new(big.Int), new(big.Int)
		for _, t := range []struct{ back, times int }{{0, d + n}, {k - 1, d + 1 - k - n*k}, {k, k - d + n*(k-1)}} {
			if t.back <= d {
				next.Add(next, term.Mul(words[d-t.back], big.NewInt(int64(t.times))))
			}
		}
		words = append(words, next.Quo(next, big.NewInt(int64(d+1))))
		light.Add(light, next)
	}
	return len(words) - 1, twice / 2
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
