package census

import (
	"iter"
	"slices"

	"fewest/space"
)

// Numbered is a puzzle as package space knows it whose states are numbered as
// well. Its methods may be called from several goroutines at once.
type Numbered[S comparable] interface {
	Neighbours(s S, to []space.Step[S]) []space.Step[S]
	Size() uint64
	Rank(s S) uint64
	Unrank(r uint64) S
}

// Of makes a space of a puzzle, with the given states as starts. It is made for
// convenience; an Expander that works on numbers is faster.
func Of[S comparable](p Numbered[S], starts ...S) Space {
	return &numbered[S]{p, starts}
}

type numbered[S comparable] struct {
	Numbered[S]
	starts []S
}

func (n *numbered[S]) Starts() iter.Seq[uint64] {
	var ranks []uint64
	for _, s := range n.starts {
		ranks = append(ranks, n.Rank(s))
	}
	return slices.Values(ranks)
}

func (n *numbered[S]) Expander() Expander { return &numberedExpander[S]{puzzle: n.Numbered} }

type numberedExpander[S comparable] struct {
	puzzle Numbered[S]
	steps  []space.Step[S]
}

func (x *numberedExpander[S]) Neighbours(s uint64, to []uint64) []uint64 {
	x.steps = x.puzzle.Neighbours(x.puzzle.Unrank(s), x.steps[:0])
	for _, step := range x.steps {
		to = append(to, x.puzzle.Rank(step.To))
	}
	return to
}
