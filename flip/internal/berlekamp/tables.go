package berlekamp

import "math/bits"

// tables are what a search looks things up in.
type tables struct {
	rows, cols, distance int
	cap                  int
	types                int         // columns, and sets of rows: 2^(rows-1)
	cons                 []uint8     // by column XOR set of rows
	blocks               [8][]uint64 // cons of a column at eight sets of rows, see block
}

func newTables(rows, cols, distance int) *tables {
	t := &tables{rows: rows, cols: cols, distance: distance, cap: newCap(rows, cols, distance), types: 1 << (rows - 1)}
	sets := max(t.types, 8) // with fewer types, sets of rows come twice
	t.cons = make([]uint8, sets)
	for v := range t.cons {
		s := rows - 2*bits.OnesCount(uint(v&(t.types-1)))
		t.cons[v] = uint8((max(s, -s) - 1) / 2)
	}
	for low := range t.blocks {
		t.blocks[low] = make([]uint64, sets/8)
		for b := range t.blocks[low] {
			for i := range 8 {
				t.blocks[low][b] |= uint64(t.cons[8*b+i^low]) << (8 * i)
			}
		}
	}
	return t
}

// block returns what a column consumes at the sets of rows 8 b to 8 b + 7, a
// byte each.
func (t *tables) block(c uint16, b int) uint64 {
	return t.blocks[c&7][b^int(c>>3)&(len(t.blocks[0])-1)]
}

// minimal reports whether a list of columns in ascending order, the first of
// them 0, comes first among the lists that permuting and negating rows, negating
// columns and sorting make of it.
//
// Lemma 4. If a list comes first, so does each of its beginnings: what makes a
// beginning smaller makes the whole smaller, since more columns only move
// smaller ones forward. So it is enough to go on from lists that come first.
//
// A list that comes first begins with 0 and 2^w - 1, where w is how close any two
// columns come: in how many rows they differ, or are equal if that is less.
//
// The first list has a column at 0, by negating rows. After it, it has at each
// place the least number that any column left can be given by permuting rows
// that are alike so far, and negating it.
func (t *tables) minimal(list []uint16) bool {
	var blocks [MaxRows + 1]uint16
	blocks[0] = 1<<t.rows - 1
	for base := range list {
		if t.smaller(list, list[base], 1<<base, 1, blocks[:1]) {
			return false
		}
	}
	return true
}

// smaller reports whether a smaller list begins with the columns placed so far,
// which are those in the set. Blocks are the rows alike, those of low bits first.
func (t *tables) smaller(list []uint16, base uint16, placed uint32, at int, blocks []uint16) bool {
	if at == len(list) {
		return false
	}
	full := uint16(1<<t.rows - 1)
	for j, c := range list {
		if placed>>j&1 != 0 {
			continue
		}
		for _, v := range [2]uint16{c ^ base, c ^ base ^ full} {
			number, low := 0, 0
			for _, block := range blocks {
				number |= (1<<bits.OnesCount16(v&block) - 1) << low
				low += bits.OnesCount16(block)
			}
			if number > int(list[at]) {
				continue
			}
			if number < int(list[at]) {
				return true
			}
			var next [MaxRows + 1]uint16
			n := 0
			for _, block := range blocks {
				for _, part := range [2]uint16{block & v, block &^ v} {
					if part != 0 {
						next[n] = part
						n++
					}
				}
			}
			if t.smaller(list, base, placed|1<<j, at+1, next[:n]) {
				return true
			}
		}
	}
	return false
}
