package rank

import "math/bits"

// Tail is a rearrangement of the last places, as a table. In strings and
// permutations the last places alone decide how the number changes: by way of
// the number modulo the number of ways to fill them.
type Tail struct {
	ways    uint64
	inverse uint64 // 2^64/ways, rounded up
	table   []uint32
}

// maxTail is the most ways to fill the last places of a Tail: 8! and some. To
// make larger tables would take longer than many a census.
const maxTail = 1 << 17

// NewTail returns the table of a move by which place lo+i gets what place
// from[i] held, for all places from lo to the last. It returns nil if the
// ranking doesn't work that way, or the table would be large.
func NewTail(r Ranking, lo int, from []uint8) *Tail {
	var ways uint64
	switch r := r.(type) {
	case permutations:
		if r.even == 1 {
			return nil
		}
		ways = r.weights[lo]
	case words:
		ways = r.weights[lo]
	default:
		return nil
	}
	// Below 2^44, dividing by multiplying is exact: the error of inverse is less
	// than ways/2^64, and 2^44 times that less than 1.
	if ways < 2 || ways > maxTail || r.Size() > 1<<44 {
		return nil
	}
	t := &Tail{ways: ways, inverse: ^uint64(0)/ways + 1, table: make([]uint32, ways)}
	c := r.Cursor()
	for i := range ways {
		c.Seek(i)
		t.table[i] = uint32(c.Rearranged(lo, r.Len(), from))
	}
	return t
}

// Rearranged returns the number that number r becomes.
func (t *Tail) Rearranged(r uint64) uint64 {
	q, _ := bits.Mul64(r, t.inverse)
	base := q * t.ways
	return base + uint64(t.table[r-base])
}
