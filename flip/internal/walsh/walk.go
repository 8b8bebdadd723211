package walsh

import (
	"context"
	"math/bits"
)

// walk is what the workers of one search share.
type walk struct {
	low, high int // coefficients of a transform, and of prefixes
	bins      []int32
	signs     []uint64 // of each type: its column on the prefix's coefficients
	sums      []int32
	orbit     []prefixMap // of the group's elements other than the identity
}

// found is what a worker found in its share.
type found struct {
	sum      int64 // the largest y above the one it started with, or that one
	word     uint64
	prefixes int64
	complete bool
}

// newWalk expresses the types in a basis whose first low vectors are those of a
// transform.
func newWalk(coset *Coset, basis []uint64, low int, group []Map) *walk {
	w := &walk{low: low, high: coset.Dims - low}
	index := map[uint64]int{}
	for t, column := range coset.Columns {
		if coset.Sums[t] == 0 {
			continue
		}
		own := uint64(0)
		for i, b := range basis {
			own |= uint64(bits.OnesCount64(b&column)&1) << i
		}
		at, ok := index[own]
		if !ok {
			at = len(w.sums)
			index[own] = at
			w.bins = append(w.bins, int32(own&(1<<low-1)))
			w.signs = append(w.signs, own>>low)
			w.sums = append(w.sums, 0)
		}
		w.sums[at] += coset.Sums[t]
	}
	if w.high > 0 {
		for _, g := range group {
			w.orbit = append(w.orbit, newPrefixMap(g.in(basis), low))
		}
	}
	return w
}

// walker is a worker's own memory.
type walker struct {
	*walk
	now   []int32 // the types' sums with the signs of the prefix at hand
	table []uint64
	lanes [4]uint64 // the prefixes in the table
}

func (w *walk) walker() *walker {
	return &walker{walk: w, now: make([]int32, len(w.sums)), table: make([]uint64, 1<<w.low)}
}

// run weighs the words of one of so many shares of the prefixes, in the order
// of a Gray code, so that from one prefix to the next one bit changes.
func (v *walker) run(ctx context.Context, share, shares int, above int64) found {
	out := found{sum: above, complete: true}
	count := uint64(1) << v.high / uint64(shares)
	first := uint64(share) * count
	prefix := first ^ first>>1
	for t, s := range v.sums {
		if bits.OnesCount64(v.signs[t]&prefix)&1 != 0 {
			s = -s
		}
		v.now[t] = s
	}
	lane := 0
	for i := first; ; {
		if v.first(prefix) {
			if lane == 0 {
				clear(v.table)
			}
			for t, s := range v.now {
				v.table[v.bins[t]] += uint64(int64(s)) << (16 * lane)
			}
			v.lanes[lane] = prefix
			out.prefixes++
			if lane++; lane == 4 {
				v.weigh(&out, lane)
				lane = 0
			}
		}
		i++
		if i == first+count {
			break
		}
		if i&63 == 0 && ctx.Err() != nil {
			out.complete = false
			break
		}
		bit := bits.TrailingZeros64(i)
		prefix ^= 1 << bit
		for t, sign := range v.signs {
			// Negate where the sign has the bit, without a branch.
			mask := -int32(sign >> (bit & 63) & 1)
			v.now[t] = v.now[t] ^ mask - mask
		}
	}
	v.weigh(&out, lane)
	return out
}

// weigh transforms the table and takes note of a larger y in one of its lanes.
func (v *walker) weigh(out *found, used int) {
	if used == 0 || !transform(v.table, out.sum) {
		return
	}
	for at, x := range v.table {
		x += bias
		for lane := range used {
			if y := int64(x>>(16*lane)&0xFFFF) - maxTotal; y > out.sum {
				out.sum, out.word = y, v.lanes[lane]<<v.low|uint64(at)
			}
		}
	}
}

// first reports whether a prefix is the first of its orbit.
func (w *walk) first(prefix uint64) bool {
	for i := range w.orbit {
		if w.orbit[i].apply(prefix) < prefix {
			return false
		}
	}
	return true
}
