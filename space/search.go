package space

import "context"

// BreadthFirst finds a shortest path by visiting all states in order of their
// distance from the start. Having finished distance d without a goal it has
// proven a lower bound of d+1.
func BreadthFirst[S comparable](ctx context.Context, p Space[S], o Options) Result {
	panic("space: not written yet")
}

// Bidirectional finds a shortest path by two breadth-first searches, one from
// the start and one from all goals, of which the smaller goes on, until they
// meet. Having finished distance a on one side and b on the other it has proven
// a lower bound of a+b+1. It gives up with TooManyGoals if there are more goals
// than o.MaxGoals.
func Bidirectional[S comparable](ctx context.Context, p Targeted[S], o Options) Result {
	panic("space: not written yet")
}

// AStar finds a shortest path by always going on from a state whose moves so
// far and estimate add up to least; that sum is its lower bound.
func AStar[S comparable](ctx context.Context, p Guided[S], o Options) Result {
	panic("space: not written yet")
}

// IDAStar finds a shortest path by depth-first searches that cut off where
// moves so far and estimate exceed a limit, which rises (Korf 1985). It stores
// next to nothing. The limit is its lower bound.
func IDAStar[S comparable](ctx context.Context, p Guided[S], o Options) Result {
	panic("space: not written yet")
}

// DepthFirst finds a path by depth-first searches to a limit of depth that
// rises: the naive method, kept to compare. Its lower bound is one more than
// the last limit it has exhausted.
func DepthFirst[S comparable](ctx context.Context, p Space[S], o Options) Result {
	panic("space: not written yet")
}
