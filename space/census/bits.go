package census

import (
	"iter"
	"math/bits"
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

// Size returns 2^N.
func (b Bits) Size() uint64 { return 1 << b.N }

// Undirected reports true: a move undoes itself.
func (b Bits) Undirected() bool { return true }

// Starts yields b.From.
func (b Bits) Starts() iter.Seq[uint64] { return startsOrZero(b.From) }

// Expander returns a Reverser and Reacher.
func (b Bits) Expander() Expander {
	return &bitsExpander{moves: b.Moves, gathers: planGathers(b.Moves)}
}

func startsOrZero(from []uint64) iter.Seq[uint64] {
	if len(from) == 0 {
		from = []uint64{0}
	}
	return slices.Values(from)
}

type bitsExpander struct {
	moves   []uint64
	gathers []gather
	words   [64]block
}

func (x *bitsExpander) Neighbours(s uint64, to []uint64) []uint64 {
	for _, m := range x.moves {
		to = append(to, s^m)
	}
	return to
}

func (x *bitsExpander) Predecessors(s uint64, from []uint64) []uint64 { return x.Neighbours(s, from) }

// block is a run of words that are handled together.
type block [64]uint64

const inBlock = uint64(len(block{}) - 1)

// gather is one step of finding what a block's words are led to from: join the
// words that the moves with the same low six bits lead from, then exchange the
// states within each word whose numbers differ in one of those bits, and pass
// the block on to the gather without that bit.
type gather struct {
	low  uint64   // of the moves
	high []uint64 // the masks of the words' numbers; one, or padded to come by fours, and one
	to   uint64   // low of the gather that takes the block; low itself: none
}

// planGathers puts every gather before the one that it passes on to. The order
// in which the low bits are dealt with is the one that needs fewest gathers.
func planGathers(moves []uint64) []gather {
	byLow := map[uint64][]uint64{}
	for _, m := range moves {
		byLow[m&63] = append(byLow[m&63], m>>6)
	}
	var best []uint64
	var bestOrder []int
	permute([]int{0, 1, 2, 3, 4, 5}, 0, func(order []int) {
		lows := []uint64{0}
		for low := range byLow {
			for ; low != 0; low ^= firstOf(low, order) {
				lows = append(lows, low)
			}
		}
		slices.Sort(lows)
		lows = slices.Compact(lows)
		if best == nil || len(lows) < len(best) {
			best, bestOrder = lows, slices.Clone(order)
		}
	})
	slices.SortStableFunc(best, func(a, b uint64) int { return bits.OnesCount64(b) - bits.OnesCount64(a) })
	var gathers []gather
	for _, low := range best {
		high := byLow[low]
		for len(high)%4 > 1 {
			high = append(high, high[0])
		}
		gathers = append(gathers, gather{low, high, low ^ firstOf(low, bestOrder)})
	}
	return gathers
}

// firstOf returns the bit of low that comes first in the order, 0 if none does.
func firstOf(low uint64, order []int) uint64 {
	for _, i := range order {
		if low>>i&1 != 0 {
			return 1 << i
		}
	}
	return 0
}

// permute calls visit with every order of list[k:].
func permute(list []int, k int, visit func([]int)) {
	if k == len(list) {
		visit(list)
	}
	for i := k; i < len(list); i++ {
		list[k], list[i] = list[i], list[k]
		permute(list, k+1, visit)
		list[k], list[i] = list[i], list[k]
	}
}

// Reach marks what the moves lead to.
func (x *bitsExpander) Reach(first, end uint64, now, _, next []uint64) {
	if len(now) <= int(inBlock) {
		for w, states := range now {
			for ; states != 0; states &= states - 1 {
				for _, m := range x.moves {
					t := (uint64(w)*64 + uint64(bits.TrailingZeros64(states))) ^ m
					next[t>>6] |= 1 << (t & 63)
				}
			}
		}
		return
	}
	for w := first; w < end; w += uint64(len(block{})) {
		filled := uint64(0) // lows whose block holds something
		for i := range x.gathers {
			g := &x.gathers[i]
			b := &x.words[g.low&63]
			for rest := g.high; len(rest) > 0; {
				fresh := filled>>g.low&1 == 0
				filled |= 1 << g.low
				if len(rest) == 1 {
					b.join(now, w, rest[0], fresh)
					break
				}
				b.join4(now, w, (*[4]uint64)(rest), fresh)
				rest = rest[4:]
			}
			if g.low != g.to && filled>>g.low&1 != 0 {
				x.words[g.to&63].exchange(b, g.low^g.to, filled>>g.to&1 == 0)
				filled |= 1 << g.to
			}
		}
		out := (*block)(next[w:])
		for j, v := range &x.words[0] {
			out[j] |= v
		}
	}
}

// join adds the words that a move leads from to block w.
func (b *block) join(now []uint64, w, high uint64, fresh bool) {
	from := (*block)(now[(w^high)&^inBlock:])
	if fresh {
		for j := range uint64(len(b)) {
			b[j] = from[(j^high)&inBlock]
		}
		return
	}
	for j := range uint64(len(b)) {
		b[j] |= from[(j^high)&inBlock]
	}
}

// join4 does the same for four moves.
func (b *block) join4(now []uint64, w uint64, high *[4]uint64, fresh bool) {
	h0, h1, h2, h3 := high[0], high[1], high[2], high[3]
	b0 := (*block)(now[(w^h0)&^inBlock:])
	b1 := (*block)(now[(w^h1)&^inBlock:])
	b2 := (*block)(now[(w^h2)&^inBlock:])
	b3 := (*block)(now[(w^h3)&^inBlock:])
	if fresh {
		for j := range uint64(len(b)) {
			b[j] = b0[(j^h0)&inBlock] | b1[(j^h1)&inBlock] | b2[(j^h2)&inBlock] | b3[(j^h3)&inBlock]
		}
		return
	}
	for j := range uint64(len(b)) {
		b[j] |= b0[(j^h0)&inBlock] | b1[(j^h1)&inBlock] | b2[(j^h2)&inBlock] | b3[(j^h3)&inBlock]
	}
}

// exchange adds the words of another block with bit i of each exchanged for bit
// i^bit.
func (b *block) exchange(other *block, bit uint64, fresh bool) {
	masks := [...]uint64{1: 0x5555555555555555, 2: 0x3333333333333333, 4: 0x0f0f0f0f0f0f0f0f,
		8: 0x00ff00ff00ff00ff, 16: 0x0000ffff0000ffff, 32: 0x00000000ffffffff}
	mask := masks[bit]
	bit &= 63
	if fresh {
		for j, v := range other {
			b[j] = v>>bit&mask | v&mask<<bit
		}
		return
	}
	for j, v := range other {
		b[j] |= v>>bit&mask | v&mask<<bit
	}
}
