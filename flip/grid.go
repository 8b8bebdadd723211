package flip

import (
	"errors"
	"fmt"
	"slices"

	"fewest/board"
	"fewest/flip/internal/modular"
)

// grid is the cells of a puzzle, row-major, and their colours.
type grid struct {
	rows, cols, colours int
	holes               []bool // nil if there are none
}

// term is a cell that a button changes, or a button that changes a cell.
type term = modular.Term

func (g *grid) hole(cell int) bool { return g.holes != nil && g.holes[cell] }

// cells returns how many cells there are, holes excluded.
func (g *grid) cells() int {
	n := g.rows * g.cols
	for _, hole := range g.holes {
		if hole {
			n--
		}
	}
	return n
}

// check reports why b isn't a board of the grid.
func (g *grid) check(b *board.Board) error {
	switch {
	case b == nil:
		return errors.New("no board")
	case b.Rows != g.rows || b.Cols != g.cols:
		return fmt.Errorf("a board of %d x %d for a puzzle of %d x %d", b.Rows, b.Cols, g.rows, g.cols)
	case len(b.Cells) != g.rows*g.cols:
		return fmt.Errorf("a board of %d x %d with %d cells", b.Rows, b.Cols, len(b.Cells))
	}
	for i, state := range b.Cells {
		switch {
		case (state == board.Hole) != g.hole(i):
			return fmt.Errorf("%v: the board and the puzzle have different holes", b.Cell(i))
		case state != board.Hole && int(state) >= g.colours:
			return fmt.Errorf("%v: state %d with %d colours: want 0 to %d", b.Cell(i), state, g.colours, g.colours-1)
		}
	}
	return nil
}

// states returns a board's states with holes as 0.
func (g *grid) states(b *board.Board) []uint8 {
	states := slices.Clone(b.Cells)
	for i, s := range states {
		if s == board.Hole {
			states[i] = 0
		}
	}
	return states
}

// order returns the cells along the longer side, so that substituting unknowns
// in this order leaves those of the shorter side.
func (g *grid) order() []int32 {
	var order []int32
	add := func(cell int) {
		if !g.hole(cell) {
			order = append(order, int32(cell))
		}
	}
	if g.rows >= g.cols {
		for cell := range g.rows * g.cols {
			add(cell)
		}
		return order
	}
	for col := range g.cols {
		for row := range g.rows {
			add(row*g.cols + col)
		}
	}
	return order
}

// add appends a cell unless it is a hole or doesn't change.
func (g *grid) add(buf []term, cell, amount int) []term {
	if amount == 0 || g.hole(cell) {
		return buf
	}
	return append(buf, term{Index: int32(cell), Amount: int32(amount)})
}

// gather sorts terms and adds up those of one index, in place.
func (g *grid) gather(terms []term) []term {
	slices.SortFunc(terms, func(a, b term) int { return int(a.Index) - int(b.Index) })
	out := terms[:0]
	for i := 0; i < len(terms); {
		sum, j := int32(0), i
		for ; j < len(terms) && terms[j].Index == terms[i].Index; j++ {
			sum += terms[j].Amount
		}
		if sum %= int32(g.colours); sum != 0 {
			out = append(out, term{Index: terms[i].Index, Amount: sum})
		}
		i = j
	}
	return out
}

// mod returns a mod k in 0..k-1.
func mod(a, k int) int { return ((a % k) + k) % k }
