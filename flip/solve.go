package flip

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/code"
	"fewest/flip/internal/switching"
)

// DefaultMemoryLimit is the memory a method may use unless told, in bytes.
const DefaultMemoryLimit = 2 << 30

// Answer is what Solve found for a board.
type Answer = answer.Answer[Press]

// Options say how Solve works. A time limit is given by the context.
type Options struct {
	Method      Method                // one of Methods
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
	if err := p.check(b); err != nil {
		return Answer{}, err
	}
	method, err := p.choose(opt.Method, Methods)
	if err != nil {
		return Answer{}, err
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
	}
	s := &solver{p: p, b: b, opt: opt, a: Answer{
		Puzzle: "flip", Status: answer.Bounded, Moves: answer.Unknown,
		LowerBound: p.pressBound(b), Proof: string(CellsPerPress),
	}}
	switch {
	case method == BFS:
		err = s.breadthFirst(ctx)
	case s.a.LowerBound == 0:
		err = s.finish(make([]uint8, p.moves.count()), 0, "none", Done)
	default:
		err = s.eliminate(ctx, method == Coset)
	}
	if err != nil {
		return Answer{}, err
	}
	s.a.Seconds = time.Since(start).Seconds()
	return s.a, nil
}

// Solvable reports whether any presses solve the board, and whether that is
// known: it isn't if the context ends first, or if the board isn't the puzzle's.
func Solvable(ctx context.Context, p *Puzzle, b *board.Board) (solvable, known bool) {
	if p.check(b) != nil {
		return false, false
	}
	sol, err := newSystem(ctx, p).solve(ctx, b, math.MaxInt64)
	return err == nil && sol.Particular != nil, err == nil
}

// pressBound is the simplest lower bound: each press changes only so many cells.
func (p *Puzzle) pressBound(b *board.Board) int {
	wrong := 0
	for _, s := range b.Cells {
		if s != 0 && s != board.Hole {
			wrong++
		}
	}
	if wrong == 0 {
		return 0
	}
	most := max(1, p.moves.most())
	return max(1, (wrong+most-1)/most)
}

// solver is the search for one answer.
type solver struct {
	p   *Puzzle
	b   *board.Board
	opt Options
	a   Answer
}

// eliminate solves the linear system and lightens the solution.
func (s *solver) eliminate(ctx context.Context, generally bool) error {
	sol, err := newSystem(ctx, s.p).solve(ctx, s.b, s.opt.MemoryLimit)
	if err != nil { // the bound is all there is
		s.a.Stop, err = stopped(ctx, err)
		return err
	}
	if sol.Particular == nil {
		return s.unsolvable(ctx)
	}
	formula, large := s.p.plainCross() && !generally, sol.large()
	times, columns, err := sol.expand(ctx, !formula && large == (answer.Stop{}))
	if err != nil {
		s.a.Stop, err = stopped(ctx, err)
		return err
	}
	s.a.Work = map[string]int64{"generators": int64(len(sol.Orders))}
	switch {
	case len(sol.Orders) == 0:
		return s.finish(times, total(times), "elimination", OnlySolution)
	case formula:
		return s.lightenCross(ctx, times)
	case columns == nil:
		s.a.Stop = large
		return s.finish(times, s.a.LowerBound, "elimination", CellsPerPress)
	}
	return s.lighten(ctx, times, code.Code{K: s.p.grid.colours, Orders: sol.Orders, Columns: columns})
}

// lightenCross makes a solution of a plain cross board the lightest.
func (s *solver) lightenCross(ctx context.Context, times []uint8) error {
	rows, cols := s.p.grid.rows, s.p.grid.cols
	lines := make([][]uint8, rows)
	for r := range lines {
		lines[r] = times[r*cols : (r+1)*cols]
	}
	form := switching.Lightest(ctx, lines, func(lower, upper int) { s.report("sets of rows", lower, upper) })
	word := make([]uint8, 0, len(times))
	for _, line := range form.Grid {
		word = append(word, line...)
	}
	if s.a.Stop = answer.Ended(ctx); s.a.Stop == (answer.Stop{}) {
		s.a.Stop = answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("the sets of rows of %d x %d cells are too many to search", rows, cols)}
	}
	if form.Nodes > 0 {
		s.a.Work["nodes"] = form.Nodes
	}
	return s.finish(word, form.Bound, form.Method, Proof(form.Proof))
}

// report tells of progress; the bound at the start holds all the time.
func (s *solver) report(phase string, lower, upper int) {
	if s.opt.Progress != nil {
		s.opt.Progress(answer.Progress{Phase: phase, Lower: max(lower, s.a.LowerBound), Upper: upper})
	}
}

// finish completes the answer with a plan and a lower bound, unless the one
// there is better, and replays it.
func (s *solver) finish(times []uint8, bound int, method string, proof Proof) error {
	a := &s.a
	a.Plan, a.Moves, a.Method = s.p.plan(times), total(times), method
	if bound >= a.LowerBound {
		a.LowerBound, a.Proof = bound, string(proof)
	}
	if a.LowerBound == a.Moves {
		a.Status, a.Stop = answer.Optimal, answer.Stop{}
	}
	if err := s.p.Verify(s.b, a.Plan); err != nil {
		return fmt.Errorf("internal error: the plan found does not solve the board: %w", err)
	}
	if a.LowerBound > a.Moves {
		return fmt.Errorf("internal error: a lower bound of %d above a plan of %d presses", a.LowerBound, a.Moves)
	}
	return nil
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
func (s *solver) unsolvable(ctx context.Context) error {
	s.a.Status, s.a.Method = answer.Impossible, "elimination"
	i := &invariants{s.p, newDual(ctx, s.p), s.p.grid.states(s.b), s.opt.MemoryLimit}
	weights, err := i.find(ctx)
	holds := false
	if err == nil {
		holds, err = i.hold(ctx, weights)
	}
	switch {
	case err != nil:
		s.a.Reason = "elimination finds no solution; there was no time to find the cells that show it"
		s.a.Proof = string(Elimination)
	case !holds || i.sum(weights) == 0:
		return errors.New("internal error: the combination found is no reason")
	default:
		s.a.Reason, s.a.Cells = i.say(weights)
		s.a.Proof = string(Invariant)
	}
	return nil
}
