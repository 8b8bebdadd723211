package census

import (
	"iter"
	"slices"

	"fewest/space/rank"
)

// Arrangements is a space of pieces in places, numbered by Ranking; a move
// rearranges the places.
type Arrangements struct {
	Ranking rank.Ranking
	// Moves gives for each move the place from which each place gets its piece.
	// If Ranking is a product, moves keep to their part.
	Moves [][]uint8
	From  []uint64 // the starts; none stands for arrangement 0
}

func (a Arrangements) Size() uint64 { return a.Ranking.Size() }

func (a Arrangements) Starts() iter.Seq[uint64] { return startsOrZero(a.From) }

func (a Arrangements) Expander() Expander {
	x := &arranger{cursor: a.Ranking.Cursor()}
	for _, m := range a.Moves {
		back := make([]uint8, len(m))
		for i, f := range m {
			back[f] = uint8(i)
		}
		x.forth = append(x.forth, newRearrangement(m))
		x.back = append(x.back, newRearrangement(back))
	}
	return x
}

type arranger struct {
	cursor      rank.Cursor
	forth, back []rearrangement
}

// rearrangement is a move cut down to the places that it changes.
type rearrangement struct {
	lo, hi int
	from   []uint8
}

func newRearrangement(m []uint8) rearrangement {
	lo, hi := 0, len(m)
	for lo < hi && int(m[lo]) == lo {
		lo++
	}
	for hi > lo && int(m[hi-1]) == hi-1 {
		hi--
	}
	return rearrangement{lo, hi, slices.Clone(m[lo:hi])}
}

func (x *arranger) Neighbours(s uint64, to []uint64) []uint64 {
	x.cursor.Seek(s)
	for i := range x.forth {
		m := &x.forth[i]
		to = append(to, x.cursor.Rearranged(m.lo, m.hi, m.from))
	}
	return to
}

func (x *arranger) Predecessors(s uint64, from []uint64) []uint64 {
	x.cursor.Seek(s)
	for i := range x.back {
		m := &x.back[i]
		from = append(from, x.cursor.Rearranged(m.lo, m.hi, m.from))
	}
	return from
}
