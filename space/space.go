package space

import (
	"fmt"
	"iter"

	"fewest/answer"
)

// Space is a puzzle with a state to solve. Methods are called from one
// goroutine at a time and must give the same answer every time.
type Space[S comparable] interface {
	// Start returns the state that paths begin at.
	Start() S
	// Goal reports whether s is one of the states to reach.
	Goal(s S) bool
	// Neighbours appends one Step for every move that can be made in s. Moves
	// that lead to the same state, or back to s, are allowed and cost time.
	Neighbours(s S, to []Step[S]) []Step[S]
}

// Step is one move and the state it leads to.
type Step[S comparable] struct {
	Move int // the puzzle's number of the move
	To   S
}

// Guide bounds the way that lies ahead.
type Guide[S comparable] interface {
	// Estimate returns a lower bound on the number of moves from s to the
	// nearest goal: never more than the truth, 0 for a goal, negative if no
	// goal can be reached from s. It need not be consistent.
	Estimate(s S) int
}

// Target knows its goals one by one.
type Target[S comparable] interface {
	// Goals yields every state for which Goal holds, in any order; a state may
	// come twice. It should end soon after yield returns false.
	Goals() iter.Seq[S]
}

// Reverser knows the way back in a directed space.
type Reverser[S comparable] interface {
	// Predecessors appends every state from which a move leads to s.
	Predecessors(s S, from []S) []S
}

// Commuter knows which moves may change places.
type Commuter interface {
	// Commute reports whether a then b and b then a are both possible wherever
	// one of them is, and lead to the same state. It must be symmetric.
	Commute(a, b int) bool
}

// Pruner knows which moves need not follow which.
type Pruner interface {
	// Redundant reports whether b need not be tried right after a: because
	// wherever both are possible, some sequence of moves that is no longer, and
	// if as long comes before "a, b" in a fixed order of all sequences, leads to
	// the same state. Commute is the special case of "b, a" with b less than a.
	Redundant(a, b int) bool
}

// Guided is a space that AStar and IDAStar can search.
type Guided[S comparable] interface {
	Space[S]
	Guide[S]
}

// Targeted is a space that Bidirectional can search.
type Targeted[S comparable] interface {
	Space[S]
	Target[S]
}

// Options limit and watch a search. The zero value has no limits.
type Options struct {
	MaxStates int64 // ends the search when more are stored (DepthFirst, IDAStar: expanded); 0 for no limit
	MaxBytes  int64 // memory for what is stored; 0 for no limit
	MaxDepth  int   // longest path looked for; 0 for no limit
	MaxGoals  int   // Bidirectional: goals taken in; 0 for DefaultMaxGoals

	// FirstLimit is the depth limit that DepthFirst begins with, LimitStep what
	// it adds each time, at least 1. Any but 0 and 1 make it fast and careless:
	// a path found may then be longer than the fewest moves, and says so.
	FirstLimit, LimitStep int

	// Progress, if not nil, is called now and then from the searching goroutine,
	// with the lower bound and the number of states expanded, and must return
	// soon.
	Progress func(answer.Progress)
}

// DefaultMaxGoals is how many goals Bidirectional takes in unless told.
const DefaultMaxGoals = 1_000_000

// Stop says why a search ended.
type Stop int

const (
	Unfinished   Stop = iota // it hasn't ended
	Found                    // a path was found
	Exhausted                // all was searched: no goal can be reached, or in a census every state is counted
	DepthLimit               // no path of MaxDepth moves or fewer
	StateLimit               // MaxStates reached
	MemoryLimit              // MaxBytes reached
	TooManyGoals             // Bidirectional: more than MaxGoals goals
	Cancelled                // the context ended
)

var stopNames = [...]string{
	"unfinished", "found", "no goal can be reached", "limit of depth", "limit of states",
	"limit of memory", "too many goals", "cancelled",
}

// String names the reason in a few words.
func (s Stop) String() string {
	if s < 0 || int(s) >= len(stopNames) {
		return fmt.Sprintf("Stop(%d)", int(s))
	}
	return stopNames[s]
}

// Result is what a search found and proved.
type Result struct {
	Path      []int // moves from the start to a goal; nil if none is known
	Lower     int   // proven: no path is shorter; meaningless if Exhausted
	Stop      Stop  // why the search ended
	Expanded  int64 // states whose moves were tried
	Generated int64 // states those moves led to
	Peak      int64 // most states waiting at once; DepthFirst, IDAStar: longest line
	Stored    int64 // states stored at the end
	Bytes     int64 // memory for what was stored
}

// Optimal reports whether a path was found and proven to be a shortest one.
func (r Result) Optimal() bool { return r.Path != nil && len(r.Path) == r.Lower }

// Impossible reports whether it was proven that no goal can be reached.
func (r Result) Impossible() bool { return r.Stop == Exhausted }
