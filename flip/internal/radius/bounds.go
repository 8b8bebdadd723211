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
			if x == 0 {
				continue
			}
			if step = gcd(step, int(x)); step == 1 {
				break
			}
		}
		twice += 2*(step-1) + k - step
	}
	cosets := c.Cosets()
	if n*(k-1) > maxWeights { // at most (n+1)^d words weigh d or less
		return (cosets.BitLen() - 1) / bits.Len(uint(n+1)), twice / 2
	}
	light := new(big.Int)
	for d, words := range code.Power(code.Flat(k), n) {
		if light.Add(light, words).Cmp(cosets) >= 0 {
			lower = d
			break
		}
	}
	return lower, twice / 2
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
