// Package board holds a grid of cells: its size, its holes, its colours and
// which cells touch.
//
// # The idea
//
// A [Board] is a flat slice with one byte a cell, row by row, so that a million
// cells are a megabyte and a neighbour is a sum. A colour is a number from 0; what
// it is called is [Letter]'s business, and what may be done with it a puzzle's:
// this package knows none. Package level reads and writes boards.
//
// # What is promised
//
// A hole has no colour and no neighbour, and is in no count, edge or piece. Cells,
// edges and pieces come in rising order, so that what is made of them is the same
// every time. Methods take a board whose Cells has Rows*Cols entries.
package board

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Hole marks a cell that isn't there: it has no colour and no neighbours.
const Hole = 0xFF

// MaxCells is the largest board accepted.
const MaxCells = 1_000_000

// MaxColour is the largest colour a cell can hold; colours count from 0.
const MaxColour = Hole - 1

// Board is a grid of cells in row-major order, one byte a cell: the cell of
// row r and column c is Cells[r*Cols+c], a colour from 0 to MaxColour or Hole.
type Board struct {
	Rows, Cols int
	Cells      []uint8
}

// New returns a board of the given size whose cells all have colour 0.
func New(rows, cols int) *Board {
	return &Board{Rows: rows, Cols: cols, Cells: make([]uint8, rows*cols)}
}

// Clone returns a copy that shares nothing with b.
func (b *Board) Clone() *Board {
	return &Board{Rows: b.Rows, Cols: b.Cols, Cells: append([]uint8(nil), b.Cells...)}
}

// Check returns an error if b is no board: nil, of no size, too large, or with
// another number of cells than its size says.
func (b *Board) Check() error {
	switch {
	case b == nil:
		return errors.New("no board: it is nil")
	case b.Rows < 1 || b.Cols < 1 || b.Rows > MaxCells/b.Cols:
		return fmt.Errorf("a board has 1 to %d cells, not %d x %d", MaxCells, b.Rows, b.Cols)
	case len(b.Cells) != b.Rows*b.Cols:
		return fmt.Errorf("a board of %d x %d has %d cells, not %d", b.Rows, b.Cols, b.Rows*b.Cols, len(b.Cells))
	}
	return nil
}

// At returns the colour of a cell, or Hole.
func (b *Board) At(row, col int) uint8 { return b.Cells[row*b.Cols+col] }

// Index returns the position of a cell in Cells.
func (b *Board) Index(c Cell) int { return c.Row*b.Cols + c.Col }

// Cell returns the cell at a position in Cells.
func (b *Board) Cell(index int) Cell { return Cell{index / b.Cols, index % b.Cols} }

// Contains reports whether c is a cell of the board, holes excluded.
func (b *Board) Contains(c Cell) bool {
	return c.Row >= 0 && c.Row < b.Rows && c.Col >= 0 && c.Col < b.Cols && b.Cells[b.Index(c)] != Hole
}

// Full reports whether the board has no holes.
func (b *Board) Full() bool {
	for _, c := range b.Cells {
		if c == Hole {
			return false
		}
	}
	return true
}

// Tiles returns how many cells aren't holes.
func (b *Board) Tiles() int {
	n := 0
	for _, c := range b.Cells {
		if c != Hole {
			n++
		}
	}
	return n
}

// Counts returns how many cells there are of each colour, indexed by colour up
// to the largest one present. Holes aren't counted.
func (b *Board) Counts() []int {
	var counts []int
	for _, c := range b.Cells {
		if c == Hole {
			continue
		}
		for len(counts) <= int(c) {
			counts = append(counts, 0)
		}
		counts[c]++
	}
	return counts
}

// Edges returns the pairs of cells that share a side, holes excluded, ordered
// by the first cell, the right neighbour before the lower one.
func (b *Board) Edges() []Edge {
	edges := make([]Edge, 0, 2*len(b.Cells))
	for v, colour := range b.Cells {
		if colour == Hole {
			continue
		}
		if v%b.Cols+1 < b.Cols && b.Cells[v+1] != Hole {
			edges = append(edges, Edge{int32(v), int32(v + 1)})
		}
		if v+b.Cols < len(b.Cells) && b.Cells[v+b.Cols] != Hole {
			edges = append(edges, Edge{int32(v), int32(v + b.Cols)})
		}
	}
	return edges
}

// Pieces returns the connected pieces of the board, each as the positions of
// its cells in rising order, the piece of the first cell first.
func (b *Board) Pieces() [][]int {
	var pieces [][]int
	seen := make([]bool, len(b.Cells))
	var queue []int
	for start, colour := range b.Cells {
		if colour == Hole || seen[start] {
			continue
		}
		seen[start] = true
		queue = append(queue[:0], start)
		for i := 0; i < len(queue); i++ {
			b.EachNeighbour(queue[i], func(u int) {
				if !seen[u] {
					seen[u] = true
					queue = append(queue, u)
				}
			})
		}
		pieces = append(pieces, slices.Sorted(slices.Values(queue)))
	}
	return pieces
}

// EachNeighbour calls visit with the position of every cell that shares a side
// with the cell at position v, holes excluded.
func (b *Board) EachNeighbour(v int, visit func(u int)) {
	col := v % b.Cols
	if v >= b.Cols && b.Cells[v-b.Cols] != Hole {
		visit(v - b.Cols)
	}
	if col > 0 && b.Cells[v-1] != Hole {
		visit(v - 1)
	}
	if col+1 < b.Cols && b.Cells[v+1] != Hole {
		visit(v + 1)
	}
	if v+b.Cols < len(b.Cells) && b.Cells[v+b.Cols] != Hole {
		visit(v + b.Cols)
	}
}

// Edge is a pair of cells that share a side, by position, A before B.
type Edge struct{ A, B int32 }

// Cell is a place on a board, counted from 0.
type Cell struct{ Row, Col int }

// String gives the place as people count, from 1.
func (c Cell) String() string { return fmt.Sprintf("row %d, column %d", c.Row+1, c.Col+1) }

// MarshalJSON writes [row, col], counted from 0.
func (c Cell) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{c.Row, c.Col}) }

// UnmarshalJSON reads [row, col], counted from 0.
func (c *Cell) UnmarshalJSON(data []byte) error {
	pair, err := Numbers(data, 2)
	if err != nil {
		return fmt.Errorf("a cell is [row, col], not %w", err)
	}
	c.Row, c.Col = pair[0], pair[1]
	return nil
}

// Numbers reads a JSON array of exactly n whole numbers, where encoding/json
// would fill an array of Go's up with zeros, leave what is too much away, and
// take null for 0. The error says what is there instead.
func Numbers(data []byte, n int) ([]int, error) {
	var list []*int
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, errors.New("what isn't a list of whole numbers")
	}
	if len(list) != n {
		return nil, fmt.Errorf("%d numbers", len(list))
	}
	numbers := make([]int, n)
	for i, number := range list {
		if number == nil {
			return nil, errors.New("null in a list of numbers")
		}
		numbers[i] = *number
	}
	return numbers, nil
}
