// Package floor finds the fewest swaps that bring order to a tile floor.
//
// A floor is a board of coloured tiles, perhaps with holes. A move swaps two
// tiles that share a side. A floor is done when no two tiles that share a side
// have the same colour. Solve finds the fewest swaps and proves that no fewer
// will do, Possible says whether a floor can be done at all, Verify replays a
// plan, and Census measures all arrangements of a floor's tiles.
//
// The idea: every plan maps to something simpler that costs no more, so that the
// cheapest of the simpler is a lower bound; where it can be turned back into a
// plan, the plan is proven. Each part of the solver is such a relaxation.
//
// # What it promises
//
// An answer claims nothing that wasn't checked: its plan was replayed, its lower
// bound is proven, and it is optimal only where the two meet. A floor that can't
// be done is an answer with its reason. An error is for a caller's mistake: no
// board, an unknown method, a method that isn't made for the board.
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
//	assignment     pieces of two colours, and full boards of two or more rows and
//	               columns where a colour has exactly half the tiles, rounded up:
//	               minimum-cost assignment
//	row            one row, one column, or any other path: a table over how many
//	               tiles of each colour are placed
//	exact          core-guided search on the local-order model; any board
//	flow           how far tiles must travel, as a flow with prices, and plans that
//	               follow it; any board, bounded where order matters more
//
// Pieces that aren't connected are solved one by one and their swaps add up.
// Answer.Method names the method that made the plan. Where pieces differ the
// names are joined by "+". It can also be
//
//	none           there was nothing to do
//	annealing      local search over sequences of swaps; shortest if a lower
//	               bound meets it
//	carrying       tiles carried one by one to where they touch none of their
//	               colour
//
// # Proofs
//
// Answer.Proof says why no plan is shorter, or why there is none:
//
//	done                 no conflict at the start
//	exhaustion           every shorter sequence of swaps was tried
//	assignment           a dual solution of the assignment that meets the cost
//	table                the table over all orders of placing the tiles
//	core-guided search   cores of the local-order model, each at least one swap
//	flow bound           prices of the flow that tiles make on their ways, branches on
//	                     final colours and probes of single edges, in integers
//	conflict packing     weighted conflicts that no swap can mend together
//	travel               how far the tiles of each colour must walk at least to
//	                     be apart, halved, because a swap moves two
//	counting             a colour has more tiles than cells without a common
//	                     side, or two colours don't fill the checkerboard
//	colouring search     every colouring with these counts was excluded
//
// # Limits
//
// The context limits the time and Options.MemoryLimit the memory. An answer
// that a limit left open is bounded: its lower bound is proven, its plan valid,
// and its Stop says which limit it was. On a full board there is always a
// plan, unless the time ends before one can be written down.
package floor
