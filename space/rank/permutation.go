package rank

import (
	"fmt"
	"math/bits"
)

// Permutations returns the ranking of all orders of 0 to n-1, n at most 20.
func Permutations(n int) Ranking { return newPermutations(n, 0) }

// EvenPermutations returns the ranking of the even orders of 0 to n-1, those
// that an even number of exchanges makes; n from 2 to 20.
func EvenPermutations(n int) Ranking { return newPermutations(n, 1) }

func newPermutations(n int, even uint) Ranking {
	if n < 2*int(even) || n > 20 {
		panic(fmt.Sprintf("rank: permutations of %d things", n))
	}
	p := permutations{weights: make([]uint64, n+1), even: even}
	p.weights[n] = 1
	for i := n - 1; i >= 0; i-- {
		p.weights[i] = p.weights[i+1] * uint64(n-i)
	}
	return p
}

// permutations: weights[i] = (n-i)! is how many orders go on from place i. Each
// two orders that differ in the last two places only are neighbours in the
// dictionary, and one of them is even: its number is half of that of all.
type permutations struct {
	weights []uint64
	even    uint // 1 if only even ones count, else 0
}

func (p permutations) Size() uint64 { return p.weights[0] >> p.even }

func (p permutations) Len() int { return len(p.weights) - 1 }

func (p permutations) Rank(s []uint8) uint64 {
	used, r := uint32(0), uint64(0)
	for i, v := range s {
		r += smaller(used, v) * p.weights[i+1]
		used |= 1 << v
	}
	return r >> p.even
}

// smaller returns how many numbers less than v aren't used.
func smaller(used uint32, v uint8) uint64 {
	return uint64(bits.OnesCount32(^used & (1<<v - 1)))
}

func (p permutations) Unrank(r uint64, s []uint8) {
	c := p.Cursor().(*permutationCursor)
	c.Seek(r)
	copy(s, c.state)
}

func (p permutations) Cursor() Cursor {
	n := p.Len()
	c := &permutationCursor{permutations: p, state: make([]uint8, n)}
	c.before = make([]uint64, n+1)
	c.used = make([]uint32, n+1)
	c.odd = make([]uint8, n+1)
	for i := range n {
		c.state[i] = uint8(i)
		c.used[i+1] = c.used[i] | 1<<i
	}
	return c
}

type permutationCursor struct {
	permutations
	state  []uint8
	used   []uint32 // by the places before each place
	before []uint64 // what the places before each place add to the number
	odd    []uint8  // whether the pairs in the wrong order that begin there are odd
}

func (c *permutationCursor) State() []uint8 { return c.state }

func (c *permutationCursor) Seek(r uint64) {
	c.seek(r << c.even)
	n := len(c.state)
	if c.even == 1 && c.odd[n] != 0 { // exchange the last two
		c.state[n-2], c.state[n-1] = c.state[n-1], c.state[n-2]
		c.used[n-1] = c.used[n-2] | 1<<c.state[n-2]
		c.before[n-1]++
		c.before[n]++
		c.odd[n-1], c.odd[n] = c.odd[n-1]^1, 0
	}
}

func (c *permutationCursor) seek(r uint64) {
	n := len(c.state)
	i := n // the places before i are right if r is among the orders that begin so
	for r-c.before[i] >= c.weights[i] {
		i--
	}
	before, used, odd := c.before[i], c.used[i], c.odd[i]
	for ; i < n; i++ {
		rest := r - before
		weight := c.weights[i+1]
		free := ^used
		for ; rest >= weight; rest -= weight {
			free &= free - 1
			odd ^= 1 // one more pair in the wrong order
		}
		before = r - rest
		used |= free & -free
		c.state[i] = uint8(bits.TrailingZeros32(free))
		c.used[i+1], c.before[i+1], c.odd[i+1] = used, before, odd
	}
}

func (c *permutationCursor) Rearranged(lo, hi int, from []uint8) uint64 {
	used := c.used[lo]
	r := c.before[len(c.state)] - c.before[hi] + c.before[lo]
	for i, f := range from[:hi-lo] {
		v := c.state[f]
		r += smaller(used, v) * c.weights[lo+i+1]
		used |= 1 << v
	}
	return r >> c.even
}
