package flip

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/coset"
	"fewest/flip/internal/modular"
)

// Methods are the names that Options.Method takes:
//
//	auto     formula for the mask cross with 2 colours, else coset
//	coset    elimination, then branch and bound over the coset of the kernel
//	formula  cross, 2 colours, no holes: closed forms; odd x odd, a walk over sets of rows
//	bfs      breadth-first search backwards from the goal, for small boards
var Methods = []string{"auto", "coset", "formula", "bfs"}

// DefaultMemoryLimit is the memory a method may use unless told, in bytes.
const DefaultMemoryLimit = 2 << 30

// Answer is what Solve found for a board.
type Answer = answer.Answer[Press]

// Options say how Solve works. A time limit is given by the context.
type Options struct {
	Method      string                // one of Methods; "" means auto
	MemoryLimit int64                 // bytes; 0 means DefaultMemoryLimit
	Progress    func(answer.Progress) // if not nil, called now and then; must return soon
}

// Solve finds the fewest presses that bring a board of the puzzle to all zeros.
// It returns an error only if the board isn't one of the puzzle's, or the method
// is unknown or isn't made for it. An unsolvable board is an answer: Cells then
// holds weights whose weighted sum no press changes, modulo the number of
// colours, and which is wrong. A bounded answer has a proven lower bound and,
// if elimination had the time, a plan. Every plan has been replayed.
func Solve(ctx context.Context, p *Puzzle, b *board.Board, opt Options) (Answer, error) {
	start := time.Now()
	a, err := solve(ctx, p, b, opt)
	if err != nil {
		return Answer{}, err
	}
	a.Puzzle = "flip"
	a.Seconds = time.Since(start).Seconds()
	return a, nil
}

func solve(ctx context.Context, p *Puzzle, b *board.Board, opt Options) (Answer, error) {
	if err := p.check(b); err != nil {
		return Answer{}, err
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
	}
	switch opt.Method {
	case "", "auto", "coset":
	case "formula":
		if !p.plainCross() {
			return Answer{}, fmt.Errorf("the method formula is for the mask cross with 2 colours and no holes")
		}
	case "bfs":
		return p.solveBFS(ctx, b, opt)
	default:
		return Answer{}, fmt.Errorf("no method %q; there are %s", opt.Method, strings.Join(Methods, ", "))
	}
	a := Answer{Status: answer.Bounded, Moves: answer.Unknown, LowerBound: p.pressBound(b), Proof: "cells per press"}
	if a.LowerBound == 0 {
		return p.finish(a, b, make([]uint8, p.buttons()), 0, "none", "done")
	}
	formula := p.plainCross() && opt.Method != "coset"
	l, err := p.solveLinear(ctx, b, opt.MemoryLimit, !formula)
	switch {
	case err != nil: // the bound is all there is
		a.Stop = stopped(ctx, err)
		return a, nil
	case l.times == nil:
		return p.unsolvable(ctx, a, b)
	}
	a.Work = map[string]int64{"generators": int64(len(l.orders))}
	weight := total(l.times)
	switch {
	case len(l.orders) == 0:
		return p.finish(a, b, l.times, weight, "elimination", "only solution")
	case formula:
		return p.solveCross(ctx, a, b, l.times, opt)
	case l.columns == nil:
		a.Stop = p.largeKernel(l)
		return p.finish(a, b, l.times, a.LowerBound, "elimination", a.Proof)
	}
	code := coset.Code{K: p.Colours, Orders: l.orders, Columns: l.columns}
	weights := make([]int32, p.Colours)
	for v := range weights {
		weights[v] = int32(v)
	}
	floor := int64(a.LowerBound)
	word := coset.Lightest(ctx, &code, l.times, weights, coset.Options{Progress: func(lower, upper int64) {
		if opt.Progress != nil {
			opt.Progress(answer.Progress{Phase: "coset", Lower: int(max(lower, floor)), Upper: int(upper)})
		}
	}})
	a.Work["nodes"] = word.Nodes
	a.Stop = answer.Ended(ctx)
	proof := "coset search"
	if word.Bound < floor {
		word.Bound, proof = floor, a.Proof
	}
	return p.finish(a, b, word.Values, int(word.Bound), "coset search", proof)
}

// Solvable reports whether any presses solve the board, and whether that is
// known: it isn't if the context ends first, or if the board isn't the puzzle's.
func Solvable(ctx context.Context, p *Puzzle, b *board.Board) (solvable, known bool) {
	if p.check(b) != nil {
		return false, false
	}
	sol, err := modular.Reduce(ctx, p.system(ctx), p.Colours, p.states(b))
	return sol.Particular != nil, err == nil
}

// finish completes an answer with a plan and a lower bound, and replays it.
func (p *Puzzle) finish(a Answer, b *board.Board, times []uint8, bound int, method, proof string) (Answer, error) {
	a.Plan = p.plan(times)
	a.Moves = Presses(a.Plan)
	a.LowerBound = bound
	a.Method, a.Proof = method, proof
	a.Status = answer.Bounded
	if a.LowerBound == a.Moves {
		a.Status, a.Stop = answer.Optimal, answer.Stop{}
	}
	if err := p.Verify(b, a.Plan); err != nil {
		return Answer{}, fmt.Errorf("internal error: the plan found does not solve the board: %w", err)
	}
	if a.LowerBound > a.Moves {
		return Answer{}, fmt.Errorf("internal error: a lower bound of %d above a plan of %d presses", a.LowerBound, a.Moves)
	}
	return a, nil
}

// pressBound is the simplest lower bound: each press changes only so many cells.
func (p *Puzzle) pressBound(b *board.Board) int {
	wrong := 0
	for _, s := range b.Cells {
		if s != 0 && s != board.Hole {
			wrong++
		}
	}
	most := len(p.steps)
	switch p.Mask {
	case Cross:
		most = p.Rows + p.Cols - 1
	case Buttons:
		for _, terms := range p.effect {
			most = max(most, len(terms))
		}
	}
	if wrong == 0 {
		return 0
	}
	return max(1, (wrong+most-1)/max(most, 1))
}

// total returns how many presses there are.
func total(times []uint8) int {
	n := 0
	for _, t := range times {
		n += int(t)
	}
	return n
}

// unsolvable completes the answer for a board that no presses solve.
func (p *Puzzle) unsolvable(ctx context.Context, a Answer, b *board.Board) (Answer, error) {
	a.Stop = answer.Stop{}
	a.Status, a.Method, a.Proof, a.Plan = answer.Impossible, "elimination", "invariant", nil
	weights, err := p.invariant(ctx, b)
	if err != nil {
		a.Reason = "elimination finds no solution; there was no time to find the cells that show it"
		a.Proof = "elimination"
		return a, nil
	}
	sum, cells, equal := 0, 0, true
	for i, w := range weights {
		if w == 0 {
			continue
		}
		sum += int(w) * int(b.Cells[i])
		cells++
		equal = equal && w == 1
		a.Cells = append(a.Cells, [3]int{i / p.Cols, i % p.Cols, int(w)})
	}
	sum = mod(sum, p.Colours)
	what := fmt.Sprintf("the sum of %d cells", cells)
	if cells == 1 {
		what = "one cell's state"
		if !equal {
			what = fmt.Sprintf("%d times one cell's state", a.Cells[0][2])
		}
	} else if !equal {
		what = fmt.Sprintf("a weighted sum of %d cells", cells)
	}
	a.Reason = fmt.Sprintf("no press changes %s modulo %d: it is %d and would have to be 0", what, p.Colours, sum)
	if sum == 0 || !p.invariantUnder(weights) {
		return Answer{}, fmt.Errorf("internal error: the combination found is no reason")
	}
	return a, nil
}

// invariantUnder reports whether no press changes the weighted sum.
func (p *Puzzle) invariantUnder(weights []uint8) bool {
	var buf []term
	for button := range p.buttons() {
		sum := 0
		buf = p.effects(buf[:0], button)
		for _, t := range buf {
			sum += int(weights[t.Index]) * int(t.Amount)
		}
		if sum%p.Colours != 0 {
			return false
		}
	}
	return true
}

// invariant returns a weight for each cell such that no press changes the
// weighted sum and the board's isn't 0, with few cells if they are soon found.
func (p *Puzzle) invariant(ctx context.Context, b *board.Board) ([]uint8, error) {
	sys, k, states := p.dual(ctx), p.Colours, p.states(b)
	sol, err := modular.Reduce(ctx, sys, k, nil)
	if err != nil {
		return nil, err
	}
	n := len(states)
	const chunk = 64
	var best []uint8 // the generator with the fewest cells whose sum is wrong
	bestCells := n + 1
	for at := 0; at < len(sol.Kernel); at += chunk {
		part := sol.Kernel[at:min(at+chunk, len(sol.Kernel))]
		sums, cells := make([]int, len(part)), make([]int, len(part))
		err := modular.Expand(ctx, sys, k, nil, nil, part, func(cell int, column []uint8, _ uint8) {
			for j, w := range column {
				if w != 0 {
					sums[j] += int(w) * int(states[cell])
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
		return nil, fmt.Errorf("internal error: elimination finds no solution, and no reason why")
	}
	if modular.IsPrime(k) && len(sol.Kernel) > 1 && len(sol.Kernel)*n <= 1<<22 {
		return p.lighterInvariant(ctx, sys, states, best, sol.Kernel)
	}
	weights := make([]uint8, n)
	err = modular.Expand(ctx, sys, k, nil, nil, [][]uint8{best}, func(cell int, column []uint8, _ uint8) {
		weights[cell] = column[0]
	})
	return weights, err
}

// lighterInvariant looks for the fewest cells among the combinations whose sum
// is that of the one given: they are its coset under the combinations with sum 0.
func (p *Puzzle) lighterInvariant(ctx context.Context, sys modular.System, states, wrong []uint8, kernel [][]uint8) ([]uint8, error) {
	k, n := p.Colours, len(states)
	columns := make([][]uint8, n)
	word := make([]uint8, n)
	sums := make([]int, len(kernel)+1)
	generators := append(slices.Clone(kernel), wrong)
	err := modular.Expand(ctx, sys, k, nil, nil, generators, func(cell int, column []uint8, _ uint8) {
		word[cell] = column[len(kernel)]
		columns[cell] = slices.Clone(column[:len(kernel)])
		for j, w := range column {
			sums[j] = (sums[j] + int(w)*int(states[cell])) % k
		}
	})
	if err != nil {
		return nil, err
	}
	pivot := slices.IndexFunc(sums, func(s int) bool { return s != 0 })
	inverse := modular.Inverse(sums[pivot], k)
	code := coset.Code{K: k, Columns: columns}
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
		code.Orders = append(code.Orders, k)
	}
	weights := make([]int32, k)
	for v := 1; v < k; v++ {
		weights[v] = 1
	}
	return coset.Lightest(ctx, &code, word, weights, coset.Options{Nodes: 20_000}).Values, nil
}
