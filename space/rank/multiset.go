package rank

import (
	"fmt"
	"math/bits"
)

// Multiset returns the ranking of all orders of counts[0] zeros, counts[1] ones
// and so on, at most 255 pieces. It panics if there are more than about 2^56.
func Multiset(counts ...int) Ranking {
	m := multiset{kinds: len(counts)}
	n := 0
	m.counts = make([]uint8, m.kinds+1)
	for c, k := range counts {
		n += k
		if k < 0 || n > 255 {
			panic(fmt.Sprintf("rank: %d pieces of kind %d, %d in all", k, c, n))
		}
		m.counts[c+1] = uint8(n)
	}
	m.n = n
	m.division = make([]division, n+1)
	for i := 1; i <= n; i++ {
		m.division[i] = newDivision(uint64(i))
	}
	m.size = 1
	left := 0
	for _, k := range counts {
		for i := 1; i <= k; i++ {
			left++
			m.size = times(m.size, uint64(left)) / uint64(i)
		}
	}
	times(m.size, uint64(n+1)) // headroom for Rank
	return m
}

// Subsets returns the ranking of all ways to choose k of n places, as strings
// of n bits.
func Subsets(n, k int) Ranking { return Multiset(n-k, k) }

// multiset: from a place on, with M ways to go on, n pieces left and of those
// "less" of kinds below c, exactly M*less/n ways begin with a kind below c.
type multiset struct {
	n, kinds int
	size     uint64
	counts   []uint8    // pieces of kinds below each kind
	division []division // by each number of pieces left
}

func (m multiset) Size() uint64 { return m.size }

func (m multiset) Len() int { return m.n }

func (m multiset) Rank(s []uint8) uint64 {
	var room [256]uint8
	less := room[:copy(room[:], m.counts)]
	r, ways := uint64(0), m.size
	for i, c := range s {
		add, on := m.place(less, ways, m.n-i, c)
		r += add
		ways = on
	}
	return r
}

// place puts a piece of kind c where n pieces are left. It returns how many
// ways begin with a lower kind, and how many with this one.
func (m *multiset) place(less []uint8, ways uint64, n int, c uint8) (below, on uint64) {
	d := m.division[n]
	below = d.exact(ways * uint64(less[c]))
	on = d.exact(ways * uint64(less[c+1]-less[c]))
	for k := int(c) + 1; k < len(less); k++ {
		less[k]--
	}
	return below, on
}

func (m multiset) Unrank(r uint64, s []uint8) {
	c := m.Cursor()
	c.Seek(r)
	copy(s, c.State())
}

func (m multiset) Cursor() Cursor {
	c := &multisetCursor{multiset: m, state: make([]uint8, m.n)}
	c.before = make([]uint64, m.n+1)
	c.ways = make([]uint64, m.n+1)
	c.less = make([][]uint8, m.n+1)
	for i := range c.less {
		c.less[i] = make([]uint8, m.kinds+1)
	}
	c.ways[0] = m.size
	copy(c.less[0], m.counts)
	c.fill(0, 0)
	c.scratch = make([]uint8, m.kinds+1)
	return c
}

type multisetCursor struct {
	multiset
	at      uint64
	state   []uint8
	before  []uint64  // what the places before each place add to the number
	ways    []uint64  // to go on from each place
	less    [][]uint8 // pieces left of kinds below each kind, at each place
	scratch []uint8
}

func (c *multisetCursor) State() []uint8 { return c.state }

func (c *multisetCursor) Seek(r uint64) {
	i := c.n // the places before i are right if r is among the orders that begin so
	for r-c.before[i] >= c.ways[i] {
		i--
	}
	c.at = r
	c.fill(i, r)
}

// fill sets the places from i on, for number r.
func (c *multisetCursor) fill(i int, r uint64) {
	for ; i < c.n; i++ {
		less := c.less[i+1]
		copy(less, c.less[i])
		d := c.division[c.n-i]
		rest := r - c.before[i]
		kind := uint8(0)
		for rest >= d.exact(c.ways[i]*uint64(less[kind+1])) {
			kind++
		}
		c.state[i] = kind
		below, on := c.place(less, c.ways[i], c.n-i, kind)
		c.before[i+1] = c.before[i] + below
		c.ways[i+1] = on
	}
}

func (c *multisetCursor) Rearranged(lo, hi int, from []uint8) uint64 {
	for lo < hi && c.state[from[0]] == c.state[lo] {
		lo++
		from = from[1:]
	}
	for lo < hi && c.state[from[hi-lo-1]] == c.state[hi-1] {
		hi--
	}
	if lo == hi { // identical pieces
		return c.at
	}
	less := c.scratch
	copy(less, c.less[lo])
	ways := c.ways[lo]
	r := c.at - c.before[hi] + c.before[lo]
	for i, f := range from[:hi-lo] {
		below, on := c.place(less, ways, c.n-lo-i, c.state[f])
		r += below
		ways = on
	}
	return r
}

// division divides by a number what it divides without remainder, at the cost
// of a multiplication: by the inverse of its odd part modulo 2^64 (Granlund and
// Montgomery 1994).
type division struct {
	shift   uint
	inverse uint64
}

func newDivision(n uint64) division {
	d := division{shift: uint(bits.TrailingZeros64(n))}
	odd := n >> d.shift
	d.inverse = odd // right in 3 bits; each round doubles them
	for range 5 {
		d.inverse *= 2 - odd*d.inverse
	}
	return d
}

func (d division) exact(x uint64) uint64 { return x >> d.shift * d.inverse }
