package census

import (
	"iter"
	"slices"

	"fewest/space/rank"
)

// Arrangements is a space of pieces in places, numbered by Ranking; a move
// rearranges the places. Moves that only change the last places, up to eight, are
// the fastest, then those that change few places close together.
type Arrangements struct {
	Ranking rank.Ranking
	// Moves gives for each move the place from which each place gets its piece.
	// If Ranking is a product, moves keep to their part.
	Moves [][]uint8
	From  []uint64 // the starts; none stands for arrangement 0
}

// Size returns the number of arrangements.
func (a Arrangements) Size() uint64 { return a.Ranking.Size() }

// Undirected reports whether each move's opposite is a move.
func (a Arrangements) Undirected() bool {
	is := map[string]bool{}
	for _, m := range a.Moves {
		is[string(m)] = true
	}
	for _, m := range a.Moves {
		if !is[string(opposite(m))] {
			return false
		}
	}
	return true
}

// opposite returns the move that undoes a move.
func opposite(m []uint8) []uint8 {
	back := make([]uint8, len(m))
	for i, f := range m {
		back[f] = uint8(i)
	}
	return back
}

// Starts yields a.From.
func (a Arrangements) Starts() iter.Seq[uint64] { return startsOrZero(a.From) }

// Expander returns a Reverser.
func (a Arrangements) Expander() Expander {
	x := &arranger{cursor: a.Ranking.Cursor()}
	for _, m := range a.Moves {
		x.forth = append(x.forth, newRearrangement(m))
		x.back = append(x.back, newRearrangement(opposite(m)))
	}
	for i := range a.Moves {
		m, b := &x.forth[i], &x.back[i]
		if m.hi < len(a.Moves[i]) {
			continue
		}
		m.tail = rank.NewTail(a.Ranking, m.lo, m.from)
		b.tail = m.tail
		if !slices.Equal(m.from, b.from) {
			b.tail = rank.NewTail(a.Ranking, b.lo, b.from)
		}
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
	tail   *rank.Tail // instead, if it changes only the last places
}

func newRearrangement(m []uint8) rearrangement {
	lo, hi := 0, len(m)
	for lo < hi && int(m[lo]) == lo {
		lo++
	}
	for hi > lo && int(m[hi-1]) == hi-1 {
		hi--
	}
	return rearrangement{lo: lo, hi: hi, from: slices.Clone(m[lo:hi])}
}

func (x *arranger) Neighbours(s uint64, to []uint64) []uint64 { return x.make(x.forth, s, to) }

func (x *arranger) Predecessors(s uint64, from []uint64) []uint64 { return x.make(x.back, s, from) }

func (x *arranger) make(moves []rearrangement, s uint64, to []uint64) []uint64 {
	sought := false
	for i := range moves {
		m := &moves[i]
		if m.tail != nil {
			to = append(to, m.tail.Rearranged(s))
			continue
		}
		if !sought {
			x.cursor.Seek(s)
			sought = true
		}
		to = append(to, x.cursor.Rearranged(m.lo, m.hi, m.from))
	}
	return to
}
