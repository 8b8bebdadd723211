package flip

import (
	"errors"
	"fmt"

	"fewest/board"
)

// Mask names the cells that a button changes.
type Mask string

// The masks. Pattern and Buttons need more than their name, see Spec.
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

// moves is what the buttons of a puzzle are and do. Where cells are buttons,
// button b is cell b.
type moves interface {
	count() int                               // button numbers are 0 to count()-1
	is(button int) bool                       // whether there is a button of that number; that of a hole is none
	most() int                                // a button changes at most so many cells
	effects(buf []term, button int) []term    // appends the cells that a button changes, each once
	causes(buf []term, cell int) []term       // appends the buttons that change a cell, each once
	apply(b *board.Board, times []uint8)      // presses each button so many times
	press(button, times int) Press            // names a button
	find(press Press) (button int, err error) // is the way back; the error says why there is no such button
}

// place sets out a spec's mask on a grid.
func place(g grid, spec *Spec) (moves, error) {
	p := &placed{cellButtons: cellButtons{g}, wrap: spec.Wrap}
	switch spec.Mask {
	case Cross:
		return &cross{cellButtons{g}}, nil
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
		var err error
		p.steps, err = parsePattern(spec.Pattern)
		return p, err
	case Buttons:
		return list(g, spec.Buttons)
	default:
		return nil, fmt.Errorf("no mask %q: want cross, plus, king, diagonal, neighbours, a pattern or a list of buttons", spec.Mask)
	}
	return p, nil
}

// cellButtons is what masks have in common whose buttons are the cells.
type cellButtons struct{ grid }

func (c *cellButtons) count() int         { return c.rows * c.cols }
func (c *cellButtons) is(button int) bool { return !c.hole(button) }

func (c *cellButtons) press(button, times int) Press {
	return Press{Row: button / c.cols, Col: button % c.cols, Times: times}
}

func (c *cellButtons) find(press Press) (int, error) {
	if press.Button != "" {
		return 0, fmt.Errorf("button %q: the buttons of this puzzle are its cells", press.Button)
	}
	at := board.Cell{Row: press.Row, Col: press.Col}
	if at.Row < 0 || at.Row >= c.rows || at.Col < 0 || at.Col >= c.cols || c.hole(at.Row*c.cols+at.Col) {
		return 0, fmt.Errorf("%v is no cell of the board", at)
	}
	return at.Row*c.cols + at.Col, nil
}

// cross is the mask Cross.
type cross struct{ cellButtons }

func (c *cross) most() int { return c.rows + c.cols - 1 }

func (c *cross) effects(buf []term, at int) []term {
	if c.hole(at) {
		return buf
	}
	for r := range c.rows {
		if r == at/c.cols {
			for col := range c.cols {
				buf = c.add(buf, r*c.cols+col, 1)
			}
			continue
		}
		buf = c.add(buf, r*c.cols+at%c.cols, 1)
	}
	return buf
}

func (c *cross) causes(buf []term, cell int) []term { return c.effects(buf, cell) }

// apply uses that a cell changes by the presses of its row and its column, less
// its own, which are in both.
func (c *cross) apply(b *board.Board, times []uint8) {
	rows, cols := make([]int, c.rows), make([]int, c.cols)
	for i, n := range times {
		if !c.hole(i) {
			rows[i/c.cols] += int(n)
			cols[i%c.cols] += int(n)
		}
	}
	for i, n := range times {
		if !c.hole(i) {
			b.Cells[i] = uint8((int(b.Cells[i]) + rows[i/c.cols] + cols[i%c.cols] + c.colours - int(n)) % c.colours)
		}
	}
}

// placed is a mask that is placed on the pressed cell, clipped to the cells there are.
type placed struct {
	cellButtons
	wrap  bool
	steps []step
}

// step is a cell of a mask relative to the pressed cell.
type step struct{ row, col, amount int }

func (p *placed) most() int { return len(p.steps) }

func (p *placed) effects(buf []term, button int) []term { return p.around(buf, button, 1) }
func (p *placed) causes(buf []term, cell int) []term    { return p.around(buf, cell, -1) }

// around places the mask, or with sign -1 its reflection, on a cell.
func (p *placed) around(buf []term, at, sign int) []term {
	if p.hole(at) {
		return buf
	}
	row, col := at/p.cols, at%p.cols
	start := len(buf)
	for _, s := range p.steps {
		r, c := row+sign*s.row, col+sign*s.col
		if p.wrap {
			r, c = mod(r, p.rows), mod(c, p.cols)
		} else if r < 0 || r >= p.rows || c < 0 || c >= p.cols {
			continue
		}
		buf = p.add(buf, r*p.cols+c, s.amount%p.colours)
	}
	if !p.wrap {
		return buf
	}
	return append(buf[:start], p.gather(buf[start:])...)
}

func (p *placed) apply(b *board.Board, times []uint8) { applyEach(p, p.colours, b, times) }

// applyEach applies moves button by button.
func applyEach(m moves, colours int, b *board.Board, times []uint8) {
	var buf []term
	for button, n := range times {
		if n == 0 {
			continue
		}
		buf = m.effects(buf[:0], button)
		for _, t := range buf {
			b.Cells[t.Index] = uint8((int(b.Cells[t.Index]) + int(n)*int(t.Amount)) % colours)
		}
	}
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
		return nil, errors.New("the pattern has no X or x for the pressed cell")
	}
	for i := range steps {
		steps[i].row -= at.row
		steps[i].col -= at.col
	}
	return steps, nil
}
