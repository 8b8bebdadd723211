package certificate

import (
	"context"
	"errors"
	"fmt"

	"fewest/board"
)

// game is a puzzle laid out: cells are row*cols + col, button b is the one of
// cell b, and holes have no effect and no state.
type game struct {
	rows, cols, cells, k int
	hole                 []bool
	board                []int // the states of the certificate's board, holes 0
	effect               [][]change
}

// change is a cell that a button changes, and by how much.
type change struct{ cell, amount int }

// maxCells bounds the squares that fit the memory: elimination takes a byte for
// each cell and button.
const maxCells = 10_000

func newGame(ctx context.Context, p *Puzzle, states [][]*int) (*game, error) {
	switch {
	case p.Rows < 1 || p.Cols < 1 || p.Rows > board.MaxCells/p.Cols || p.Rows*p.Cols > maxCells:
		return nil, fmt.Errorf("a puzzle of %d x %d: at most %d cells can be checked", p.Rows, p.Cols, maxCells)
	case p.Colours < 2 || p.Colours > 255:
		return nil, fmt.Errorf("%d colours", p.Colours)
	case len(states) != p.Rows:
		return nil, fmt.Errorf("a board of %d rows for a puzzle of %d", len(states), p.Rows)
	}
	g := &game{rows: p.Rows, cols: p.Cols, cells: p.Rows * p.Cols, k: p.Colours}
	for _, row := range states {
		if len(row) != g.cols {
			return nil, fmt.Errorf("a row of %d on a board of %d columns", len(row), g.cols)
		}
		for _, state := range row {
			g.hole = append(g.hole, state == nil)
			if state == nil {
				g.board = append(g.board, 0)
				continue
			}
			if *state < 0 || *state >= g.k {
				return nil, fmt.Errorf("a state of %d with %d colours", *state, g.k)
			}
			g.board = append(g.board, *state)
		}
	}
	steps, err := mask(p)
	if err != nil {
		return nil, err
	}
	g.effect = make([][]change, g.cells)
	for b := range g.effect {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		g.effect[b] = g.press(b, p, steps)
	}
	return g, nil
}

// step is a cell of a mask relative to the pressed one, and its amount.
type step struct{ row, col, amount int }

// mask lists the steps of a puzzle's mask.
func mask(p *Puzzle) ([]step, error) {
	var steps []step
	switch p.Mask {
	case "cross":
		for r := 1 - p.Rows; r < p.Rows; r++ {
			steps = append(steps, step{r, 0, 1})
		}
		for c := 1 - p.Cols; c < p.Cols; c++ {
			if c != 0 {
				steps = append(steps, step{0, c, 1})
			}
		}
		return steps, nil
	case "plus", "king", "diagonal", "neighbours":
		for r := -1; r <= 1; r++ {
			for c := -1; c <= 1; c++ {
				centre, side := r == 0 && c == 0, (r == 0) != (c == 0)
				if p.Mask == "king" || centre && p.Mask != "neighbours" || side && p.Mask != "diagonal" || !centre && !side && p.Mask == "diagonal" {
					steps = append(steps, step{r, c, 1})
				}
			}
		}
		return steps, nil
	case "pattern":
		pressed := 0
		var at step
		for r, line := range p.Pattern {
			for c, ch := range []byte(line) {
				switch {
				case ch == 'X' || ch == 'x':
					pressed++
					at = step{r, c, 0}
					if ch == 'X' {
						steps = append(steps, step{r, c, 1})
					}
				case ch >= '0' && ch <= '9':
					steps = append(steps, step{r, c, int(ch - '0')})
				case ch != '.':
					return nil, fmt.Errorf("%q in the pattern", ch)
				}
			}
		}
		if pressed != 1 {
			return nil, errors.New("the pattern has no pressed cell, or several")
		}
		for i := range steps {
			steps[i].row -= at.row
			steps[i].col -= at.col
		}
		return steps, nil
	}
	return nil, fmt.Errorf("no mask %q", p.Mask)
}

// press lists what a button changes. The mask cross doesn't go round a torus: a
// row is the same row.
func (g *game) press(b int, p *Puzzle, steps []step) []change {
	if g.hole[b] {
		return nil
	}
	sums := map[int]int{}
	for _, s := range steps {
		r, c := b/g.cols+s.row, b%g.cols+s.col
		if p.Wrap && p.Mask != "cross" {
			r, c = ((r%g.rows)+g.rows)%g.rows, ((c%g.cols)+g.cols)%g.cols
		}
		if r >= 0 && r < g.rows && c >= 0 && c < g.cols && !g.hole[r*g.cols+c] {
			sums[r*g.cols+c] += s.amount
		}
	}
	var out []change
	for cell := range g.cells {
		if a := sums[cell] % g.k; a != 0 {
			out = append(out, change{cell, a})
		}
	}
	return out
}

// at returns the cell that a list of row and column names.
func (g *game) at(place []int) (int, error) {
	r, c := place[0], place[1]
	if r < 0 || r >= g.rows || c < 0 || c >= g.cols || g.hole[r*g.cols+c] {
		return 0, fmt.Errorf("no cell at row %d, column %d", r, c)
	}
	return r*g.cols + c, nil
}

// maxBoards bounds the boards that searchAll visits.
const maxBoards = 1 << 24

// searchAll visits all boards that can be solved, breadth first from the goal,
// and compares the farthest distance, and that of the board. It presses forwards,
// so what it reaches is the negative of the boards that the same presses solve.
func (g *game) searchAll(ctx context.Context, diameter int, report *Report) error {
	place := make([]int, g.cells) // of each cell: what a state of 1 there counts
	size := 1
	start := 0
	for cell := range g.cells {
		if g.hole[cell] {
			continue
		}
		place[cell] = size
		start += (g.k - g.board[cell]) % g.k * size
		if size *= g.k; size > maxBoards {
			return fmt.Errorf("more than %d boards are too many to visit", maxBoards)
		}
	}
	const unseen = -1
	distance := make([]int16, size)
	for i := range distance {
		distance[i] = unseen
	}
	distance[0] = 0
	queue := []int32{0}
	for i := 0; i < len(queue); i++ {
		if i&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		from := int(queue[i])
		for _, effect := range g.effect {
			to := from
			for _, e := range effect {
				state := from / place[e.cell] % g.k
				to += ((state+e.amount)%g.k - state) * place[e.cell]
			}
			if distance[to] == unseen {
				distance[to] = distance[from] + 1
				queue = append(queue, int32(to))
			}
		}
	}
	report.Nodes = len(queue)
	if far := int(distance[queue[len(queue)-1]]); far != diameter {
		return fmt.Errorf("the farthest board is %d presses away, not %d", far, diameter)
	}
	if int(distance[start]) != diameter {
		return fmt.Errorf("the board is %d presses away, not %d", distance[start], diameter)
	}
	return nil
}
