package census

import (
	"bytes"
	"math/bits"

	"fewest/space/internal/hugepage"
)

// Mod3 is a table of all distances in two bits a state: the distance modulo 3.
// In an undirected space that is enough to find the way: neighbours differ by
// one at most (Cooperman and Finkelstein 1992). Fill it with Options.Record.
type Mod3 struct{ low, high []uint64 } // bit planes; both set: not reached

// NewMod3 returns a table in which no state is reached yet.
func NewMod3(size uint64) *Mod3 {
	words := int((size + 63) / 64)
	m := &Mod3{hugepage.Make[uint64](words), hugepage.Make[uint64](words)}
	for i := range m.low {
		m.low[i], m.high[i] = ^uint64(0), ^uint64(0)
	}
	return m
}

// Record notes a distance; it is an Options.Record.
func (m *Mod3) Record(distance int, first, states uint64) {
	w := first / 64
	if distance%3&1 == 0 {
		m.low[w] &^= states
	}
	if distance%3&2 == 0 {
		m.high[w] &^= states
	}
}

// At returns the distance of state s modulo 3, or -1 if it wasn't reached.
func (m *Mod3) At(s uint64) int {
	v := int(m.low[s>>6]>>(s&63)&1 | m.high[s>>6]>>(s&63)&1<<1)
	if v == 3 {
		return -1
	}
	return v
}

// Descend returns the states on a shortest way from s to a start, both
// included, in an undirected space; nil if s wasn't reached.
func (m *Mod3) Descend(s uint64, x Expander) []uint64 {
	at := m.At(s)
	if at < 0 {
		return nil
	}
	line := []uint64{s}
	var to []uint64
next:
	for {
		to = x.Neighbours(s, to[:0])
		for _, t := range to {
			if m.At(t) == (at+2)%3 {
				s, at = t, (at+2)%3
				line = append(line, s)
				continue next
			}
		}
		return line
	}
}

// Distances is a table of all distances in one byte a state; 255 stands for
// every distance above 254 and for states that aren't reached.
type Distances []uint8

// NewDistances returns a table in which no state is reached yet.
func NewDistances(size uint64) Distances {
	d := Distances(hugepage.Make[uint8](int(size)))
	unreached := bytes.Repeat([]byte{255}, 1<<12) // copied, which is faster than byte by byte
	for at := 0; at < len(d); {
		at += copy(d[at:], unreached)
	}
	return d
}

// Record notes a distance; it is an Options.Record.
func (d Distances) Record(distance int, first, states uint64) {
	v := uint8(min(distance, 255))
	for ; states != 0; states &= states - 1 {
		d[first+uint64(bits.TrailingZeros64(states))] = v
	}
}
