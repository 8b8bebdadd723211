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
		d := m.division[m.n-i]
		r += d.exact(ways * uint64(less[c]))
		ways = d.exact(ways * uint64(less[c+1]-less[c]))
		take(less, c)
	}
	return r
}

func (m multiset) Unrank(r uint64, s []uint8) {
	var room [256]uint8
	less := room[:copy(room[:], m.counts)]
	ways := m.size
	for i := range m.n {
		d := m.division[m.n-i]
		c := uint8(0)
		for r >= d.exact(ways*uint64(less[c+1])) {
			c++
		}
		s[i] = c
		r -= d.exact(ways * uint64(less[c]))
		ways = d.exact(ways * uint64(less[c+1]-less[c]))
		take(less, c)
	}
}

// take takes a piece of kind c away.
func take(less []uint8, c uint8) {
	for k := int(c) + 1; k < len(less); k++ {
		less[k]--
	}
}

func (m multiset) Cursor() Cursor {
	if m.kinds > 8 {
		return &plainCursor{Ranking: m, state: make([]uint8, m.n), moved: make([]uint8, m.n)}
	}
	c := &multisetCursor{multiset: m, state: make([]uint8, m.n), stops: make([]stop, m.n+1)}
	c.stops[0].ways = m.size
	for k := range m.kinds {
		c.stops[0].left |= left(m.counts[k+1]) << (8 * k)
	}
	c.fill(0, 0)
	return c
}

// left is how many pieces of kinds up to each of eight are left, a byte each.
type left uint64

// below returns how many pieces of kinds below c are left.
func (l left) below(c uint8) uint64 { return uint64(l << 8 >> (8 * uint(c) & 63) & 255) }

// upTo returns how many pieces of kinds up to c are left.
func (l left) upTo(c uint8) uint64 { return uint64(l >> (8 * uint(c) & 63) & 255) }

// without takes a piece of kind c away.
func (l left) without(c uint8) left { return l - 0x0101010101010101<<(8*uint(c)&63) }

type multisetCursor struct {
	multiset
	at    uint64
	state []uint8
	stops []stop // before each place
}

// stop is what is known before a place.
type stop struct {
	before uint64 // what the places before this one add to the number
	ways   uint64 // to go on
	left   left
}

func (c *multisetCursor) State() []uint8 { return c.state }

func (c *multisetCursor) Seek(r uint64) {
	i := c.n // the places before i are right if r is among the orders that begin so
	for r-c.stops[i].before >= c.stops[i].ways {
		i--
	}
	c.at = r
	c.fill(i, r)
}

// fill sets the places from i on, for number r.
func (c *multisetCursor) fill(i int, r uint64) {
	s := c.stops[i]
	for ; i < c.n; i++ {
		d := c.division[c.n-i]
		rest := r - s.before
		kind := uint8(0)
		for rest >= d.exact(s.ways*s.left.upTo(kind)) {
			kind++
		}
		c.state[i] = kind
		below := s.left.below(kind)
		s.before += d.exact(s.ways * below)
		s.ways = d.exact(s.ways * (s.left.upTo(kind) - below))
		s.left = s.left.without(kind)
		c.stops[i+1] = s
	}
}

func (c *multisetCursor) Rearranged(lo, hi int, from []uint8) uint64 {
	state := c.state
	for lo < hi && state[from[0]] == state[lo] {
		lo++
		from = from[1:]
	}
	for lo < hi && state[from[hi-lo-1]] == state[hi-1] {
		hi--
	}
	if lo == hi { // identical pieces
		return c.at
	}
	s := c.stops[lo]
	r := c.at - c.stops[hi].before + s.before
	ways, left := s.ways, s.left
	divisions := c.division[c.n-hi+1 : c.n-lo+1]
	for i, f := range from[:hi-lo] {
		d := divisions[hi-lo-1-i]
		kind := state[f]
		below := left.below(kind)
		r += d.exact(ways * below)
		ways = d.exact(ways * (left.upTo(kind) - below))
		left = left.without(kind)
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

func (d division) exact(x uint64) uint64 { return x >> (d.shift & 63) * d.inverse }
