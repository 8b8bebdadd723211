package flip

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Method is a way to solve a board or to measure a puzzle. "" stands for Auto.
type Method string

// The methods. All but Types, Memo and Naive solve boards, and all measure
// puzzles.
const (
	Auto    Method = "auto"    // the fastest that fits
	Coset   Method = "coset"   // a board: branch and bound over the coset of the kernel; a puzzle: one pass for each dimension of the kernel over a table of all boards
	Formula Method = "formula" // closed forms for the mask Cross with 2 colours and no holes; with both sides odd, a search over sets of rows, or multisets of columns
	BFS     Method = "bfs"     // breadth-first search backwards from the goal, for small boards
	Types   Method = "types"   // column types: boards whose solutions press as many buttons of each type are equally far; for the diameter alone, a search
	Memo    Method = "memo"    // recursion over (button, board) with a table, to compare
	Naive   Method = "naive"   // a search from every board, to compare
)

// What Farthest answers besides: Counting stands for bounds alone.
const (
	Counting  Method = "counting"  // short plans must be as many as boards, and no board is farther than its plans are long on average
	Annealing Method = "annealing" // a board that lies far was found by simulated annealing
	Columns   Method = "columns"   // cross with odd sides, by columns in order
	Subspaces Method = "subspaces" // column types in three or four subspaces any two of which span the kernel: functions on them, joined
)

// Methods lists the methods that Solve takes, CensusMethods those of Census and
// Farthest.
var (
	Methods       = []Method{Auto, Coset, Formula, BFS}
	CensusMethods = []Method{Auto, Types, Coset, Formula, BFS, Memo, Naive}
)

// Names lists methods as text.
func Names(of []Method) []string {
	names := make([]string, len(of))
	for i, m := range of {
		names[i] = string(m)
	}
	return names
}

// choose completes a method, or says why it can't be taken for the puzzle.
func (p *Puzzle) choose(m Method, of []Method) (Method, error) {
	switch {
	case m == "":
		return Auto, nil
	case !slices.Contains(of, m):
		return "", fmt.Errorf("no method %q; there are %s", m, strings.Join(Names(of), ", "))
	case m == Formula && !p.plainCross():
		return "", errors.New("the method formula is for the mask cross with 2 colours and no holes")
	}
	return m, nil
}

// Proof is what proved a lower bound, or that a board can't be solved.
type Proof string

// The proofs.
const (
	Done          Proof = "done"                     // there is nothing to do
	OnlySolution  Proof = "only solution"            // the kernel is trivial
	CosetSearch   Proof = "coset search"             // every kernel word was tried or excluded; when bounded, the least bound of what is left
	Transform     Proof = "transform"                // every kernel word was weighed
	ByFormula     Proof = "formula"                  // cross with a side that is even
	SetsOfRows    Proof = "search over sets of rows" // cross with odd sides
	BlocksOfRows  Proof = "blocks of rows"           // likewise, bounded
	Exhaustion    Proof = "bfs"                      // all boards that are nearer were visited
	CellsPerPress Proof = "cells per press"          // a press changes only so many cells
	Invariant     Proof = "invariant"                // impossible: a weighted sum of cells that no press changes
	Elimination   Proof = "elimination"              // impossible: there was no time to find such a sum
)
