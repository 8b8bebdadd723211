package flip

import (
	"errors"
	"fmt"
	"sort"

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
	var steps []step
	switch spec.Mask {
	case Cross:
		return &cross{cellButtons{g}}, nil
	case Plus:
		steps = []step{{-1, 0, 1}, {0, -1, 1}, {0, 0, 1}, {0, 1, 1}, {1, 0, 1}}
	case Neighbours:
		steps = []step{{-1, 0, 1}, {0, -1, 1}, {0, 1, 1}, {1, 0, 1}}
	case Diagonal:
		steps = []step{{-1, -1, 1}, {-1, 1, 1}, {0, 0, 1}, {1, -1, 1}, {1, 1, 1}}
	case King:
		for row := -1; row <= 1; row++ {
			for col := -1; col <= 1; col++ {
				steps = append(steps, step{row, col, 1})
			}
		}
	case Pattern:
		var err error
		if steps, err = parsePattern(spec.Pattern); err != nil {
			return nil, err
		}
	case Buttons:
		return list(g, spec.Buttons)
	default:
		return nil, fmt.Errorf("no mask %q: want cross, plus, king, diagonal, neighbours, a pattern or a list of buttons", spec.Mask)
	}
	return newPlaced(g, spec.Wrap, steps), nil
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
	wrap        bool
	there, back [][]step // what a button changes, and what changes a cell
}

// step is a cell of a mask relative to the pressed cell.
type step struct{ row, col, amount int }

// newPlaced fits a mask to a grid, however large the mask is: a step that leads
// off the board from everywhere is left out, and steps that lead to the same
// cell of a torus are added up.
func newPlaced(g grid, wrap bool, steps []step) *placed {
	p := &placed{cellButtons: cellButtons{g}, wrap: wrap}
	var there, back []step
	for _, s := range steps {
		s.amount %= g.colours
		if s.amount != 0 && (wrap || max(s.row, -s.row) < g.rows && max(s.col, -s.col) < g.cols) {
			there = append(there, s)
			back = append(back, step{-s.row, -s.col, s.amount})
		}
	}
	p.there, p.back = [][]step{there}, [][]step{back}
	if wrap {
		p.there, p.back = g.fold(there), g.fold(back)
	}
	return p
}

// fold returns the steps on the torus row by row, in ascending order.
func (g *grid) fold(steps []step) [][]step {
	terms := make([]term, len(steps))
	for i, s := range steps {
		terms[i] = term{Index: int32(mod(s.row, g.rows)*g.cols + mod(s.col, g.cols)), Amount: int32(s.amount)}
	}
	var lines [][]step
	for _, t := range g.gather(terms) {
		s := step{int(t.Index) / g.cols, int(t.Index) % g.cols, int(t.Amount)}
		if n := len(lines); n == 0 || lines[n-1][0].row != s.row {
			lines = append(lines, nil)
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], s)
	}
	return lines
}

func (p *placed) most() int {
	n := 0
	for _, line := range p.there {
		n += len(line)
	}
	return n
}

func (p *placed) effects(buf []term, button int) []term { return p.around(buf, button, p.there) }
func (p *placed) causes(buf []term, cell int) []term    { return p.around(buf, cell, p.back) }

// around places steps on a cell. On a torus it begins with those that lead round
// to the first rows and columns, so that the cells come in ascending order.
func (p *placed) around(buf []term, at int, lines [][]step) []term {
	if p.hole(at) {
		return buf
	}
	row, col := at/p.cols, at%p.cols
	if !p.wrap {
		for _, s := range lines[0] {
			if r, c := row+s.row, col+s.col; r >= 0 && r < p.rows && c >= 0 && c < p.cols {
				buf = p.add(buf, r*p.cols+c, s.amount)
			}
		}
		return buf
	}
	first := sort.Search(len(lines), func(i int) bool { return row+lines[i][0].row >= p.rows })
	for i := range lines {
		line := lines[(first+i)%len(lines)]
		r := (row + line[0].row) % p.rows
		turn := sort.Search(len(line), func(j int) bool { return col+line[j].col >= p.cols })
		for _, part := range [2][]step{line[turn:], line[:turn]} {
			for _, s := range part {
				buf = p.add(buf, r*p.cols+(col+s.col)%p.cols, s.amount)
			}
		}
	}
	return buf
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
