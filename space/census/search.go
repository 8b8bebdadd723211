package census

import (
	"iter"

	"fewest/space"
)

// Search makes a space of numbered states one that package space searches: from
// the state from to one of the starts of s, by the moves of s. Move k of a state
// is the k-th that its Expander gives.
func Search(s Space, from uint64) space.Targeted[uint64] {
	q := &search{from: from, space: s, expander: s.Expander(), goals: map[uint64]bool{}}
	for g := range s.Starts() {
		q.goals[g] = true
	}
	if r, ok := q.expander.(Reverser); ok {
		return &reversibleSearch{q, r}
	}
	return q
}

type search struct {
	from     uint64
	space    Space
	expander Expander
	goals    map[uint64]bool
	to       []uint64
}

func (q *search) Start() uint64 { return q.from }

func (q *search) Goal(s uint64) bool { return q.goals[s] }

func (q *search) Goals() iter.Seq[uint64] { return q.space.Starts() }

func (q *search) Neighbours(s uint64, to []space.Step[uint64]) []space.Step[uint64] {
	q.to = q.expander.Neighbours(s, q.to[:0])
	for move, t := range q.to {
		to = append(to, space.Step[uint64]{Move: move, To: t})
	}
	return to
}

type reversibleSearch struct {
	*search
	reverser Reverser
}

func (q *reversibleSearch) Predecessors(s uint64, from []uint64) []uint64 {
	return q.reverser.Predecessors(s, from)
}
