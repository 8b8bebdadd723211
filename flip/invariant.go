package flip

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fewest/board"
	"fewest/flip/internal/code"
	"fewest/flip/internal/lightest"
	"fewest/flip/internal/modular"
)

// invariants looks for a reason why a board can't be solved: a weight for each
// cell such that no press changes the weighted sum of the states, modulo the
// number of colours, and the board's sum isn't 0, as the goal's is.
//
// Lemma (the alternative to solving, as Fredholm's): a linear system A x = b
// over Z_k has a solution if and only if w.b = 0 for every w with A' w = 0.
// Over a field this is linear algebra; Z_k is a quasi-Frobenius ring, in which
// every submodule of Z_k^n is the annihilator of its annihilator, so it holds
// for composite k too (Wood, Duality for modules over finite rings and
// applications to coding theory, American Journal of Mathematics 121, 1999).
type invariants struct {
	p      *Puzzle
	dual   system
	states []uint8 // of the board, holes as 0
	memory int64
}

// sum returns the weighted sum of a board's states.
func (i *invariants) sum(weights []uint8) int {
	sum := 0
	for at, w := range weights {
		sum += int(w) * int(i.states[at])
	}
	return sum % i.p.grid.colours
}

// hold reports whether no press changes the weighted sum.
func (i *invariants) hold(ctx context.Context, weights []uint8) (bool, error) {
	if c, ok := i.p.moves.(*cross); ok {
		// A cell is to a button what the button is to it: the sums that presses
		// change are the states that the weights, taken as presses, leave.
		b := i.p.Board()
		c.apply(b, weights)
		return !slices.ContainsFunc(b.Cells, func(s uint8) bool { return s != 0 && s != board.Hole }), nil
	}
	var buf []term
	work := 0
	for button := range i.p.moves.count() {
		sum := 0
		buf = i.p.moves.effects(buf[:0], button)
		for _, t := range buf {
			sum += int(weights[t.Index]) * int(t.Amount)
		}
		if sum%i.p.grid.colours != 0 {
			return false, nil
		}
		if work += len(buf) + 1; work > 1<<16 {
			work = 0
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
		}
	}
	return true, nil
}

// say puts the weights into words, and lists the cells that have one.
func (i *invariants) say(weights []uint8) (reason string, cells [][3]int) {
	equal := true
	for at, w := range weights {
		if w != 0 {
			equal = equal && w == 1
			cells = append(cells, [3]int{at / i.p.grid.cols, at % i.p.grid.cols, int(w)})
		}
	}
	what := fmt.Sprintf("the sum of %d cells", len(cells))
	switch {
	case len(cells) == 1 && equal:
		what = "one cell's state"
	case len(cells) == 1:
		what = fmt.Sprintf("%d times one cell's state", cells[0][2])
	case !equal:
		what = fmt.Sprintf("a weighted sum of %d cells", len(cells))
	}
	return fmt.Sprintf("no press changes %s modulo %d: it is %d and would have to be 0", what, i.p.grid.colours, i.sum(weights)), cells
}

// find returns the weights of a reason, with few cells if they are soon found.
func (i *invariants) find(ctx context.Context) ([]uint8, error) {
	k, n := i.p.grid.colours, len(i.states)
	sol, err := i.dual.solve(ctx, nil, i.memory)
	if err != nil {
		return nil, err
	}
	const chunk = 64
	var best []uint8 // the generator with the fewest cells whose sum is wrong
	bestCells := n + 1
	for at := 0; at < len(sol.Kernel); at += chunk {
		part := sol.Kernel[at:min(at+chunk, len(sol.Kernel))]
		sums, cells := make([]int, len(part)), make([]int, len(part))
		err := modular.Expand(ctx, i.dual, k, nil, nil, part, func(cell int, column []uint8, _ uint8) {
			for j, w := range column {
				if w != 0 {
					sums[j] += int(w) * int(i.states[cell])
					cells[j]++
				}
			}
		})
		if err != nil {
			return nil, err
		}
		for j := range part {
			if sums[j]%k != 0 && cells[j] < bestCells {
				best, bestCells = part[j], cells[j]
			}
		}
	}
	if best == nil {
		return nil, errors.New("internal error: elimination finds no solution, and no reason why")
	}
	if modular.IsPrime(k) && len(sol.Kernel) > 1 && len(sol.Kernel)*n <= 1<<22 {
		return i.lighter(ctx, best, sol.Kernel)
	}
	weights := make([]uint8, n)
	err = modular.Expand(ctx, i.dual, k, nil, nil, [][]uint8{best}, func(cell int, column []uint8, _ uint8) {
		weights[cell] = column[0]
	})
	return weights, err
}

// lighter looks for the fewest cells among the combinations whose sum
// is that of the one given: they are its coset under the combinations with sum 0.
func (i *invariants) lighter(ctx context.Context, wrong []uint8, kernel [][]uint8) ([]uint8, error) {
	k, n := i.p.grid.colours, len(i.states)
	columns := make([][]uint8, n)
	word := make([]uint8, n)
	sums := make([]int, len(kernel)+1)
	generators := append(slices.Clone(kernel), wrong)
	err := modular.Expand(ctx, i.dual, k, nil, nil, generators, func(cell int, column []uint8, _ uint8) {
		word[cell] = column[len(kernel)]
		columns[cell] = slices.Clone(column[:len(kernel)])
		for j, w := range column {
			sums[j] = (sums[j] + int(w)*int(i.states[cell])) % k
		}
	})
	if err != nil {
		return nil, err
	}
	pivot := slices.IndexFunc(sums, func(s int) bool { return s != 0 })
	inverse := modular.Inverse(sums[pivot], k)
	c := code.Code{K: k, Columns: columns}
	for cell, column := range columns {
		if column == nil { // a hole
			columns[cell] = make([]uint8, len(kernel)-1)
			continue
		}
		for j := range column {
			if j != pivot {
				column[j] = uint8(mod(int(column[j])-sums[j]*inverse*int(column[pivot]), k))
			}
		}
		columns[cell] = slices.Delete(column, pivot, pivot+1)
	}
	for range len(kernel) - 1 {
		c.Orders = append(c.Orders, k)
	}
	weights := make([]int32, k)
	for v := 1; v < k; v++ {
		weights[v] = 1
	}
	return lightest.Find(ctx, &c, word, weights, lightest.Options{Nodes: 20_000}).Values, nil
}
