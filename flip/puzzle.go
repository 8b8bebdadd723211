// Package flip finds the fewest presses that bring a flip board to all zeros,
// proves that no fewer will do, and says how far boards can be.
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
package flip

import (
	"fmt"
	"slices"
	"strings"

	"fewest/board"
)

// Mask names the cells that a button changes.
type Mask string

const (
	Cross      Mask = "cross"      // the cell's row and column, the cell once; goes on behind holes
	Plus       Mask = "plus"       // the cell and its side neighbours (Lights Out)
	King       Mask = "king"       // the cell and its eight neighbours
	Diagonal   Mask = "diagonal"   // the cell and its diagonal neighbours
	Neighbours Mask = "neighbours" // the side neighbours without the cell
	Pattern    Mask = "pattern"    // a pattern of the user's, placed on the pressed cell
	Buttons    Mask = "buttons"    // a list of buttons of the user's
)

// Masks lists the masks that a name alone describes.
var Masks = []Mask{Cross, Plus, King, Diagonal, Neighbours}

// MaxColours is the largest number of colours.
const MaxColours = board.MaxColour + 1

// Puzzle is a checked Spec. Cells and buttons are numbered: cell r*Cols+c, and
// button b is cell b, except with the mask Buttons, whose buttons are numbered
// in the order of their names.
type Puzzle struct {
	Spec
	names  []string // of the buttons, with the mask Buttons
	effect [][]term // of each button, with the mask Buttons
	cause  [][]term // of each cell: the buttons that change it, with the mask Buttons
	steps  []step   // of the masks that are placed on a cell
}

// step is a cell of a mask relative to the pressed cell.
type step struct{ row, col, amount int }

// New returns the puzzle that a Spec describes, or what is wrong with it.
func New(spec Spec) (*Puzzle, error) {
	p := &Puzzle{Spec: spec}
	if p.Colours == 0 {
		p.Colours = 2
	}
	if p.Mask == "" {
		switch {
		case len(p.Buttons) > 0:
			p.Mask = Buttons
		case len(p.Pattern) > 0:
			p.Mask = Pattern
		default:
			p.Mask = Cross
		}
	}
	switch {
	case p.Rows < 1 || p.Cols < 1:
		return nil, fmt.Errorf("a board of %d x %d has no cells", p.Rows, p.Cols)
	case p.Rows > board.MaxCells/p.Cols:
		return nil, fmt.Errorf("a board of %d x %d is too large: at most %d cells", p.Rows, p.Cols, board.MaxCells)
	case p.Colours < 2 || p.Colours > MaxColours:
		return nil, fmt.Errorf("%d colours: a flip puzzle has 2 to %d", p.Colours, MaxColours)
	case p.Holes != nil && len(p.Holes) != p.Rows*p.Cols:
		return nil, fmt.Errorf("holes for %d cells on a board of %d x %d", len(p.Holes), p.Rows, p.Cols)
	}
	if !slices.Contains(p.Holes, true) {
		p.Holes = nil
	}
	return p, p.place()
}

// place sets out the mask.
func (p *Puzzle) place() error {
	switch p.Mask {
	case Cross:
		p.Wrap = false // a row of a torus is the same row
	case Plus:
		p.steps = []step{{-1, 0, 1}, {0, -1, 1}, {0, 0, 1}, {0, 1, 1}, {1, 0, 1}}
	case Neighbours:
		p.steps = []step{{-1, 0, 1}, {0, -1, 1}, {0, 1, 1}, {1, 0, 1}}
	case Diagonal:
		p.steps = []step{{-1, -1, 1}, {-1, 1, 1}, {0, 0, 1}, {1, -1, 1}, {1, 1, 1}}
	case King:
		for row := -1; row <= 1; row++ {
			for col := -1; col <= 1; col++ {
				p.steps = append(p.steps, step{row, col, 1})
			}
		}
	case Pattern:
		steps, err := parsePattern(p.Pattern)
		p.steps = steps
		return err
	case Buttons:
		return p.placeButtons()
	default:
		return fmt.Errorf("no mask %q: want cross, plus, king, diagonal, neighbours, a pattern or a list of buttons", p.Mask)
	}
	return nil
}

// parsePattern reads a mask drawn as text.
func parsePattern(rows []string) ([]step, error) {
	var steps []step
	found := false
	var at step
	for r, text := range rows {
		for c, ch := range []byte(text) {
			switch {
			case ch == 'X' || ch == 'x':
				if found {
					return nil, fmt.Errorf("pattern row %d, column %d: a second %q: only one cell is pressed", r+1, c+1, ch)
				}
				found = true
				at = step{r, c, 0}
				if ch == 'X' {
					steps = append(steps, step{r, c, 1})
				}
			case ch >= '1' && ch <= '9':
				steps = append(steps, step{r, c, int(ch - '0')})
			case ch != '0' && ch != '.':
				return nil, fmt.Errorf("pattern row %d, column %d: %q: want a digit, or X or x for the pressed cell", r+1, c+1, ch)
			}
		}
	}
	if !found {
		return nil, fmt.Errorf("the pattern has no X or x for the pressed cell")
	}
	for i := range steps {
		steps[i].row -= at.row
		steps[i].col -= at.col
	}
	return steps, nil
}

// placeButtons sets out the user's list of buttons.
func (p *Puzzle) placeButtons() error {
	if len(p.Buttons) == 0 {
		return fmt.Errorf("the mask %q needs a list of buttons", Buttons)
	}
	for name := range p.Buttons {
		p.names = append(p.names, name)
	}
	slices.SortFunc(p.names, compareNames)
	p.effect = make([][]term, len(p.names))
	p.cause = make([][]term, p.Rows*p.Cols)
	for b, name := range p.names {
		for _, cell := range p.Buttons[name] {
			row, col := cell[0], cell[1]
			if row < 0 || row >= p.Rows || col < 0 || col >= p.Cols {
				return fmt.Errorf("button %q: no row %d, column %d (counted from 0) on a board of %d x %d", name, row, col, p.Rows, p.Cols)
			}
			if p.hole(row*p.Cols + col) {
				continue
			}
			p.effect[b] = append(p.effect[b], term{Index: int32(row*p.Cols + col), Amount: int32(mod(cell[2], p.Colours))})
		}
		p.effect[b] = p.gather(p.effect[b])
		for _, t := range p.effect[b] {
			p.cause[t.Index] = append(p.cause[t.Index], term{Index: int32(b), Amount: t.Amount})
		}
	}
	return nil
}

// compareNames orders names, numbers in them by value: b2 before b10.
func compareNames(a, b string) int {
	trim := func(s string) string { return strings.TrimRight(s, "0123456789") }
	if x, y := trim(a), trim(b); x == y && len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// ForBoard returns the puzzle that a board is an instance of: the size and
// holes of the board, the rest from the Spec. Every state must be a colour.
func ForBoard(spec Spec, b *board.Board) (*Puzzle, error) {
	spec.Rows, spec.Cols = b.Rows, b.Cols
	spec.Holes = make([]bool, len(b.Cells))
	for i, state := range b.Cells {
		spec.Holes[i] = state == board.Hole
	}
	p, err := New(spec)
	if err != nil {
		return nil, err
	}
	return p, p.check(b)
}

// check reports why b isn't a board of the puzzle.
func (p *Puzzle) check(b *board.Board) error {
	if b.Rows != p.Rows || b.Cols != p.Cols {
		return fmt.Errorf("a board of %d x %d for a puzzle of %d x %d", b.Rows, b.Cols, p.Rows, p.Cols)
	}
	for i, state := range b.Cells {
		switch {
		case (state == board.Hole) != p.hole(i):
			return fmt.Errorf("%v: the board and the puzzle have different holes", b.Cell(i))
		case state != board.Hole && int(state) >= p.Colours:
			return fmt.Errorf("%v: state %d with %d colours: want 0 to %d", b.Cell(i), state, p.Colours, p.Colours-1)
		}
	}
	return nil
}

// Board returns the puzzle's goal: all cells 0.
func (p *Puzzle) Board() *board.Board {
	b := board.New(p.Rows, p.Cols)
	for i, hole := range p.Holes {
		if hole {
			b.Cells[i] = board.Hole
		}
	}
	return b
}

// Cells returns how many cells there are, holes excluded.
func (p *Puzzle) Cells() int {
	n := p.Rows * p.Cols
	for _, hole := range p.Holes {
		if hole {
			n--
		}
	}
	return n
}

// buttons returns how many button numbers there are; those of holes have no effect.
func (p *Puzzle) buttons() int {
	if p.Mask == Buttons {
		return len(p.names)
	}
	return p.Rows * p.Cols
}

// isButton reports whether there is a button of that number.
func (p *Puzzle) isButton(b int) bool { return p.Mask == Buttons || !p.hole(b) }

func (p *Puzzle) hole(cell int) bool { return p.Holes != nil && p.Holes[cell] }

// effects appends to buf the cells that a button changes, each once.
func (p *Puzzle) effects(buf []term, button int) []term {
	if p.Mask == Buttons {
		return append(buf, p.effect[button]...)
	}
	return p.around(buf, button, 1)
}

// causes appends to buf the buttons that change a cell, each once.
func (p *Puzzle) causes(buf []term, cell int) []term {
	if p.Mask == Buttons {
		return append(buf, p.cause[cell]...)
	}
	return p.around(buf, cell, -1)
}

// around places the mask, or with sign -1 its reflection, on a cell.
func (p *Puzzle) around(buf []term, at, sign int) []term {
	if p.hole(at) {
		return buf
	}
	row, col := at/p.Cols, at%p.Cols
	if p.Mask == Cross {
		for r := range p.Rows {
			if r == row {
				for c := range p.Cols {
					buf = p.add(buf, r*p.Cols+c, 1)
				}
				continue
			}
			buf = p.add(buf, r*p.Cols+col, 1)
		}
		return buf
	}
	start := len(buf)
	for _, s := range p.steps {
		r, c := row+sign*s.row, col+sign*s.col
		if p.Wrap {
			r, c = mod(r, p.Rows), mod(c, p.Cols)
		} else if r < 0 || r >= p.Rows || c < 0 || c >= p.Cols {
			continue
		}
		buf = p.add(buf, r*p.Cols+c, s.amount%p.Colours)
	}
	if !p.Wrap {
		return buf
	}
	return append(buf[:start], p.gather(buf[start:])...)
}

// add appends a cell unless it is a hole or doesn't change.
func (p *Puzzle) add(buf []term, cell, amount int) []term {
	if amount == 0 || p.hole(cell) {
		return buf
	}
	return append(buf, term{Index: int32(cell), Amount: int32(amount)})
}

// gather sorts terms and adds up those of one index, in place.
func (p *Puzzle) gather(terms []term) []term {
	slices.SortFunc(terms, func(a, b term) int { return int(a.Index) - int(b.Index) })
	out := terms[:0]
	for i := 0; i < len(terms); {
		sum, j := int32(0), i
		for ; j < len(terms) && terms[j].Index == terms[i].Index; j++ {
			sum += terms[j].Amount
		}
		if sum %= int32(p.Colours); sum != 0 {
			out = append(out, term{Index: terms[i].Index, Amount: sum})
		}
		i = j
	}
	return out
}

// mod returns a mod k in 0..k-1.
func mod(a, k int) int { return ((a % k) + k) % k }
