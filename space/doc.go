// Package space searches state spaces and knows no puzzle: breadth-first,
// bidirectional, A*, IDA* and plain depth-first search with a rising limit.
//
// # How a puzzle plugs in
//
// A puzzle gives a type S for its states and a value with three methods:
//
//	type knob struct{ start int8 } // turn a knob to zero; S = int8
//
//	func (k knob) Start() int8      { return k.start }
//	func (k knob) Goal(s int8) bool { return s == 0 }
//	func (k knob) Neighbours(s int8, to []space.Step[int8]) []space.Step[int8] {
//		return append(to, space.Step[int8]{Move: 0, To: s - 1}, space.Step[int8]{Move: 1, To: s + 1})
//	}
//
// and asks
//
//	result := space.BreadthFirst(ctx, knob{5}, space.Options{})
//	result.Path      // [0 0 0 0 0], indices of moves
//	result.Optimal() // true: no path is shorter
//
// States are compared with == and copied freely, so keep S small: a uint64
// holds sixteen cells of four bits, [2]uint64 twice as much, a string anything.
// Moves are the puzzle's own numbering; the engine only hands them back.
//
// What more a puzzle knows, it says by further methods:
//
//   - Estimate (interface Guide), a lower bound on the moves still to make,
//     lets AStar and IDAStar search;
//   - Goals (interface Target), the goals one by one, lets Bidirectional search;
//   - Predecessors (interface Reverser) tells Bidirectional the way back. A
//     space without it is taken to be undirected: where a move leads from a to
//     b, one leads from b to a;
//   - Commute (interface Commuter), which moves may change places, lets IDAStar
//     and DepthFirst try only one order of them; Redundant (interface Pruner)
//     says more.
//
// # What comes back
//
// Every search returns a Result, also when a limit or the context ended it:
// what it had proven by then isn't lost. Results don't depend on time, on
// addresses or on chance, unless a time limit ended the search.
//
// # Related packages
//
// Package rank numbers states, package census counts all states of a space by
// their distance, package disk does the same for spaces larger than memory, and
// package pattern makes estimates out of such counts.
package space
