// Package floor finds the fewest swaps that bring order to a tile floor.
//
// A floor is a board of coloured tiles, perhaps with holes. A move swaps two
// tiles that share a side. A floor is done when no two tiles that share a side
// have the same colour. Solve finds the fewest swaps and proves that no fewer
// will do, Possible says whether a floor can be done at all, and Verify replays
// a plan.
//
// # Methods
//
// Options.Method is one of Methods:
//
//	auto           picks by the shape of each connected piece; the default
//	dfs            depth-first search with a rising limit, the naive method
//	bfs            breadth-first search, the reference for all others
//	bidirectional  breadth-first search from both ends; lists the done floors
//	astar          A* with an admissible estimate of the swaps to go
//	idastar        iterative-deepening A* with the same estimate
//	assignment     full boards of two or more rows and columns where a colour
//	               has exactly half the tiles, rounded up: minimum-cost assignment
//	row            one row, one column, or any other path: a table over how many
//	               tiles of each colour are placed
//	exact          core-guided search on the local-order model; any board
//
// Answer.Method is the method that found the plan; a board of several pieces
// may name several, joined by "+". Apart from the above it can be
//
//	none           there was nothing to do
//	annealing      local search over sequences of swaps, not proven to be fewest
//	carrying       tiles carried to a done arrangement built by counting
//
// # Proofs
//
// Answer.Proof says why no plan is shorter, or why there is none:
//
//	done           no conflict at the start
//	exhaustion     every shorter sequence of swaps was tried
//	assignment     a dual solution of the assignment that meets the cost
//	table          the table over all orders of placing the tiles
//	core-guided search   disjoint cores of the local-order model
//	conflict packing     conflicts that no swap can mend together, counted
//	counting       a colour has more tiles than cells without a common side
//	colouring search     every colouring with these counts was excluded
package floor
