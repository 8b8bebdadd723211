package flip

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/certificate"
	"fewest/flip/internal/code"
)

// searchedBoards is how many boards a certificate has visited at most where a
// proof by column types isn't to be had.
const searchedBoards = 1 << 24

// Certify returns a certificate of a puzzle's diameter, which has been checked.
// The distances must be exact and have a board. The error says why there is no
// certificate: a puzzle with a list of buttons has none, nor has one whose kernel
// is too large.
func Certify(ctx context.Context, p *Puzzle, d Distances) (*certificate.Certificate, error) {
	if err := p.ready(); err != nil {
		return nil, err
	}
	if d.Status != answer.Optimal || len(d.Boards) == 0 || p.Mask == Buttons {
		return nil, errors.New("a certificate needs a diameter that is proven, a board that is so far, and buttons that are cells")
	}
	far := d.Boards[0].Board
	best, err := Solve(ctx, p, far, Options{})
	if err != nil {
		return nil, err
	}
	if best.Moves != d.Lower {
		return nil, fmt.Errorf("the farthest board has a plan of %s presses, not %d", best.Short(), d.Lower)
	}
	c := &certificate.Certificate{
		Format:   certificate.Format,
		Puzzle:   certificate.Puzzle{Rows: p.grid.rows, Cols: p.grid.cols, Mask: string(p.Mask), Wrap: p.Wrap, Colours: p.grid.colours, Pattern: p.Pattern},
		Diameter: d.Lower, Board: numbers(far), Proof: certificate.Types, Plan: [][]int{},
	}
	for _, press := range best.Plan {
		c.Plan = append(c.Plan, []int{press.Row, press.Col, press.Times})
	}
	sol, err := newSystem(ctx, p).solve(ctx, nil, DefaultMemoryLimit)
	if err != nil {
		return nil, err
	}
	k, err := sol.kernel(ctx)
	if err != nil {
		return nil, err
	}
	switch words, _ := k.Size().Float64(); {
	case k.Field() && words <= 1<<16:
		c.Chain = k.chain()
	case float64(p.Cells())*math.Log2(float64(p.grid.colours)) <= math.Log2(searchedBoards):
		c.Proof = certificate.Search
	default:
		return nil, answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("no certificate for a kernel of %v plans and so many boards", k.Size())}
	}
	_, err = c.Check(ctx)
	return c, err
}

// chain lists buttons whose columns span the chain of subspaces that the search
// by column types goes along, one more a button.
func (k *kernel) chain() [][]int {
	expressed, _ := code.Chain(k.K, len(k.Orders), k.Columns)
	var out [][]int
	for i := range k.Orders {
		best, below := -1, len(k.Orders)
		for at, column := range expressed {
			if code.Height(column) == i+1 && code.Height(column[:i]) < below {
				best, below = k.buttons[at], code.Height(column[:i])
			}
		}
		out = append(out, []int{best / k.p.grid.cols, best % k.p.grid.cols})
	}
	return out
}

// numbers returns a board's states row by row, nil for a hole.
func numbers(b *board.Board) [][]*int {
	rows := make([][]*int, b.Rows)
	for i, state := range b.Cells {
		var n *int
		if state != board.Hole {
			n = new(int)
			*n = int(state)
		}
		rows[i/b.Cols] = append(rows[i/b.Cols], n)
	}
	return rows
}
