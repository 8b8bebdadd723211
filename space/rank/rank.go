// Package rank numbers arrangements without gaps: strings over an alphabet,
// permutations, arrangements of identical pieces, subsets, and products of
// them. Numbers follow the order of the dictionary.
package rank

import (
	"fmt"
	"math/bits"
)

// Ranking is a bijection between the arrangements of some kind and the numbers
// from 0 to Size()-1. An arrangement is a string of small numbers. A Ranking
// may be used from several goroutines at once.
type Ranking interface {
	// Size returns the number of arrangements.
	Size() uint64
	// Len returns the length of an arrangement.
	Len() int
	// Rank returns the number of an arrangement. What isn't one of the
	// ranking's arrangements has no meaningful number.
	Rank(s []uint8) uint64
	// Unrank writes the arrangement with number r, less than Size(), into s.
	Unrank(r uint64, s []uint8)
	// Cursor returns what walks over arrangements and sees their neighbours
	// faster than Rank and Unrank do.
	Cursor() Cursor
}

// Cursor stands at one arrangement. It is for one goroutine.
type Cursor interface {
	// Seek goes to the arrangement with number r. Going to a number close by
	// costs least.
	Seek(r uint64)
	// State returns the arrangement; the cursor owns it.
	State() []uint8
	// Rearranged returns the number of the arrangement in which place i, for
	// lo <= i < hi, holds what place from[i-lo] holds now, and all other places
	// what they hold now. It must be one of the ranking's arrangements.
	Rearranged(lo, hi int, from []uint8) uint64
}

// Strings returns the ranking of all strings of n letters from 0 to k-1. It
// panics if there are more than 2^63.
func Strings(n, k int) Ranking {
	weights := make([]uint64, n+1)
	weights[n] = 1
	for i := n - 1; i >= 0; i-- {
		weights[i] = times(weights[i+1], uint64(k))
	}
	return words{uint64(k), weights}
}

// words: weights[i] is how many strings go on from place i.
type words struct {
	k       uint64
	weights []uint64
}

func (w words) Size() uint64 { return w.weights[0] }

func (w words) Len() int { return len(w.weights) - 1 }

func (w words) Rank(s []uint8) uint64 {
	r := uint64(0)
	for _, c := range s {
		r = r*w.k + uint64(c)
	}
	return r
}

func (w words) Unrank(r uint64, s []uint8) {
	for i := w.Len() - 1; i >= 0; i-- {
		s[i] = uint8(r % w.k)
		r /= w.k
	}
}

func (w words) Cursor() Cursor { return &wordCursor{words: w, state: make([]uint8, w.Len())} }

type wordCursor struct {
	words
	state []uint8
	at    uint64
}

func (c *wordCursor) State() []uint8 { return c.state }

func (c *wordCursor) Seek(r uint64) {
	old := c.at
	c.at = r
	for i := len(c.state) - 1; r != old; i-- {
		c.state[i] = uint8(r % c.k)
		r /= c.k
		old /= c.k
	}
}

func (c *wordCursor) Rearranged(lo, hi int, from []uint8) uint64 {
	r := c.at
	for i, f := range from[:hi-lo] {
		r += (uint64(c.state[f]) - uint64(c.state[lo+i])) * c.weights[lo+i+1]
	}
	return r
}

// Product returns the ranking of arrangements that are one of each ranking, one
// after the other. It panics if there are more than 2^63.
func Product(parts ...Ranking) Ranking {
	p := product{parts: parts, size: 1}
	for _, q := range parts {
		p.size = times(p.size, q.Size())
		p.len += q.Len()
	}
	return p
}

type product struct {
	parts []Ranking
	size  uint64
	len   int
}

func (p product) Size() uint64 { return p.size }

func (p product) Len() int { return p.len }

func (p product) Rank(s []uint8) uint64 {
	r := uint64(0)
	for _, q := range p.parts {
		r = r*q.Size() + q.Rank(s[:q.Len()])
		s = s[q.Len():]
	}
	return r
}

func (p product) Unrank(r uint64, s []uint8) {
	for i := len(p.parts) - 1; i >= 0; i-- {
		q := p.parts[i]
		at := len(s) - q.Len()
		q.Unrank(r%q.Size(), s[at:])
		r /= q.Size()
		s = s[:at]
	}
}

func (p product) Cursor() Cursor {
	return &plainCursor{Ranking: p, state: make([]uint8, p.len), moved: make([]uint8, p.len)}
}

// plainCursor has no short cuts.
type plainCursor struct {
	Ranking
	state, moved []uint8
}

func (c *plainCursor) Seek(r uint64) { c.Unrank(r, c.state) }

func (c *plainCursor) State() []uint8 { return c.state }

func (c *plainCursor) Rearranged(lo, hi int, from []uint8) uint64 {
	copy(c.moved, c.state)
	for i, f := range from[:hi-lo] {
		c.moved[lo+i] = c.state[f]
	}
	return c.Rank(c.moved)
}

// times multiplies; it panics above 2^63.
func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 || lo > 1<<63 {
		panic(fmt.Sprintf("rank: more than 2^63 arrangements: %d times %d", a, b))
	}
	return lo
}
