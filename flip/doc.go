// Package flip finds the fewest presses that bring a flip board to all zeros,
// proves that no fewer will do, and says how far boards can be.
//
// # The idea
//
// A flip puzzle is a board whose cells show one of k colours, 0 to k-1.
// Pressing a button adds fixed amounts (mod k) to some cells: its mask. In the
// classic puzzles every cell is a button, k is 2, and the mask is the cell with
// its row and column ([Cross]) or with its side neighbours ([Plus], Lights Out).
//
// The order of presses doesn't matter and k presses of a button do nothing, so
// the plans of a board are the solutions of a linear system over Z_k: one
// solution plus every word of the kernel, the plans that change nothing.
// Fewest presses is the lightest word of that coset; the diameter of a puzzle
// is the covering radius of the kernel code.
//
// # The book
//
// A [Spec] describes a puzzle and [New] checks it; [ForBoard] makes the puzzle
// that a board belongs to. A [Puzzle] says what it is: its board, its cells,
// what presses do ([Puzzle.Replay], [Puzzle.Verify]). What is asked of it are
// functions:
//
//   - [Solve]: how few presses, and which; or why none will do.
//   - [Farthest]: how far is the farthest board, and which is it?
//   - [Census]: how many boards are at each distance? [Check] counts again, by
//     another method.
//   - [Random]: a board that can be solved, by seed.
//
// # What it promises
//
// Every plan is replayed before it is returned, and counts must add up to the
// number of boards that can be solved. Bounds are proven. When the context ends
// or a method's memory doesn't do, an answer is what was found until then, its
// bounds apart. A nil or malformed puzzle or board, a method that isn't known
// or isn't made for the puzzle, is an error. The same input gives the same
// answer, unless a context ends it. Nothing is kept between calls; a Puzzle may
// be used by several goroutines at once.
package flip
