package census

import (
	"iter"
	"slices"
)

// Bits is the space of all strings of N bits, at most 40; a move inverts the
// bits of a mask. State s is the string itself as a number. The census handles
// 64 of its states at a time.
type Bits struct {
	N     int
	Moves []uint64 // the mask of each move
	From  []uint64 // the starts; none stands for the string of zeros
}

func (b Bits) Size() uint64 { return 1 << b.N }

func (b Bits) Starts() iter.Seq[uint64] { return startsOrZero(b.From) }

func (b Bits) Expander() Expander {
	x := &bitsExpander{moves: b.Moves}
	var byLow [64][]uint64
	for _, m := range b.Moves {
		byLow[m&63] = append(byLow[m&63], m>>6)
	}
	for low, high := range byLow {
		if high != nil {
			x.groups = append(x.groups, bitsGroup{uint(low), high})
		}
	}
	// The moves of large groups first: they fill most words at once.
	slices.SortStableFunc(x.groups, func(a, b bitsGroup) int { return len(b.high) - len(a.high) })
	return x
}

func startsOrZero(from []uint64) iter.Seq[uint64] {
	if len(from) == 0 {
		from = []uint64{0}
	}
	return slices.Values(from)
}

// bitsExpander sorts moves by what they do within a word: words are gathered
// first and rearranged once for each group.
type bitsExpander struct {
	moves  []uint64
	groups []bitsGroup
}

type bitsGroup struct {
	low  uint     // bits of the mask inside a word's numbers
	high []uint64 // for each move, the mask of the words' numbers
}

func (x *bitsExpander) Neighbours(s uint64, to []uint64) []uint64 {
	for _, m := range x.moves {
		to = append(to, s^m)
	}
	return to
}

func (x *bitsExpander) Predecessors(s uint64, from []uint64) []uint64 { return x.Neighbours(s, from) }

func (x *bitsExpander) Reach(w uint64, now []uint64, need uint64) uint64 {
	reached := uint64(0)
	for i := range x.groups {
		g := &x.groups[i]
		gathered := uint64(0)
		for _, h := range g.high {
			gathered |= now[w^h]
		}
		reached |= rearrange(gathered, g.low)
		if need&^reached == 0 {
			break
		}
	}
	return reached
}

// rearrange moves bit i to bit i^low, for all i: a butterfly for each bit of low.
func rearrange(x uint64, low uint) uint64 {
	if low&1 != 0 {
		x = x>>1&0x5555555555555555 | x&0x5555555555555555<<1
	}
	if low&2 != 0 {
		x = x>>2&0x3333333333333333 | x&0x3333333333333333<<2
	}
	if low&4 != 0 {
		x = x>>4&0x0f0f0f0f0f0f0f0f | x&0x0f0f0f0f0f0f0f0f<<4
	}
	if low&8 != 0 {
		x = x>>8&0x00ff00ff00ff00ff | x&0x00ff00ff00ff00ff<<8
	}
	if low&16 != 0 {
		x = x>>16&0x0000ffff0000ffff | x&0x0000ffff0000ffff<<16
	}
	if low&32 != 0 {
		x = x>>32 | x<<32
	}
	return x
}
