package flip

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/code"
	"fewest/flip/internal/leaders"
	"fewest/flip/internal/modular"
	"fewest/flip/internal/radius"
)

// CensusOptions say how Census and Farthest work.
type CensusOptions struct {
	Method      Method // one of CensusMethods
	MemoryLimit int64  // bytes; 0 means DefaultMemoryLimit
	Max         int    // list at most so many of the farthest boards
	Progress    func(answer.Progress)
}

// Distances says how far from all zeros a puzzle's solvable boards are. Its facts
// are "size", "mask", "wrap", "colours", "nullity" (the dimension of the kernel,
// nil if colours isn't prime) and "kernel" (its size); the last two are nil if
// the work ended before they were known.
type Distances = answer.Distances

// Census counts the boards at each distance. It returns an error if the puzzle
// is none, or the method is unknown or isn't made for it. If the context or the
// memory limit ends it, the distances are bounded: what was counted, and bounds
// on the diameter.
func Census(ctx context.Context, p *Puzzle, opt CensusOptions) (Distances, error) {
	return measure(ctx, p, opt, (*measurement).census)
}

// Farthest finds the diameter and the boards that are that far. Where the
// boards can't be counted it still finds the diameter by column types; if that
// is out of reach too, or the context ends, the distances are bounded, and there
// is no board if the lower bound was got by counting.
func Farthest(ctx context.Context, p *Puzzle, opt CensusOptions) (Distances, error) {
	return measure(ctx, p, opt, (*measurement).farthest)
}

// measurement is the work of finding a puzzle's distances.
type measurement struct {
	p      *Puzzle
	opt    CensusOptions
	sol    *solutions // of the goal
	kernel *kernel    // nil until it is expanded
	d      Distances
}

func measure(ctx context.Context, p *Puzzle, opt CensusOptions, find func(*measurement, context.Context) error) (Distances, error) {
	start := time.Now()
	if err := p.ready(); err != nil {
		return Distances{}, err
	}
	var err error
	if opt.Method, err = p.choose(opt.Method, CensusMethods); err != nil {
		return Distances{}, err
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
	}
	m := newMeasurement(p, opt)
	if err = m.eliminate(ctx); err == nil {
		err = find(m, ctx)
	}
	m.d.Stop, err = stopped(ctx, err)
	m.d.Seconds = time.Since(start).Seconds()
	return m.d, err
}

func newMeasurement(p *Puzzle, opt CensusOptions) *measurement {
	return &measurement{p: p, opt: opt, d: Distances{
		Puzzle: "flip", Status: answer.Bounded, Upper: len(p.buttons()) * (p.grid.colours - 1), Alphabet: alphabet,
		Facts: []answer.Fact{
			{Name: "size", Value: fmt.Sprintf("%dx%d", p.grid.rows, p.grid.cols)}, {Name: "mask", Value: string(p.Mask)},
			{Name: "wrap", Value: p.Wrap}, {Name: "colours", Value: p.grid.colours}, {Name: "nullity"}, {Name: "kernel"},
		},
	}}
}

// alphabet is how the cells of a board are written: a hole, states 0, 1, 2, ...
const alphabet = "_0123456789"

// stopped turns an error into what it says about why work ended; an error of
// another kind is returned.
func stopped(ctx context.Context, err error) (answer.Stop, error) {
	var stop answer.Stop
	switch {
	case err == nil || errors.As(err, &stop):
		return stop, nil
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return answer.Ended(ctx), nil
	}
	return stop, err
}

// eliminate finds the kernel and how many boards can be solved.
func (m *measurement) eliminate(ctx context.Context) error {
	var err error
	if m.sol, err = newSystem(ctx, m.p).solve(ctx, nil, m.opt.MemoryLimit); err != nil {
		return err
	}
	k := m.p.grid.colours
	if modular.IsPrime(k) {
		m.d.Facts[len(m.d.Facts)-2].Value = len(m.sol.Orders)
	}
	c := code.Code{K: k, Orders: m.sol.Orders}
	kernel := c.Size()
	m.d.Facts[len(m.d.Facts)-1].Value = kernel
	m.d.Solvable = new(big.Int).Exp(big.NewInt(int64(k)), big.NewInt(int64(len(m.p.buttons()))), nil)
	m.d.Solvable.Div(m.d.Solvable, kernel)
	return nil
}

// counts is what a method finds.
type counts struct {
	method      Method
	perDistance []*big.Int
	boards      func(visit func(*board.Board) bool) // farthest boards, perhaps with repetitions
	states      int64
	bytes       int64
	stop        answer.Stop // what ended the count; perDistance has the first distances then
}

// census counts; if that ends early the kernel's bounds are left.
func (m *measurement) census(ctx context.Context) error {
	c, reason := m.counter(ctx)
	if reason != nil {
		return reason
	}
	return m.count(ctx, c)
}

// count counts the boards at each distance.
func (m *measurement) count(ctx context.Context, counter counter) error {
	c, err := counter.count(ctx)
	if err != nil {
		return err
	}
	d := &m.d
	d.Method, d.Work, d.Counts, d.Boards = string(c.method), map[string]int64{"states": c.states, "bytes": c.bytes}, c.perDistance, nil
	if c.stop != (answer.Stop{}) {
		d.Lower = max(len(d.Counts)-1, d.Lower)
		return c.stop
	}
	for len(d.Counts) > 1 && d.Counts[len(d.Counts)-1].Sign() == 0 {
		d.Counts = d.Counts[:len(d.Counts)-1]
	}
	d.Lower = len(d.Counts) - 1
	d.Upper, d.Status = d.Lower, answer.Optimal
	if sum := d.Counted(); sum.Cmp(d.Solvable) != 0 {
		return fmt.Errorf("internal error: the distances add up to %v boards, not %v", sum, d.Solvable)
	}
	limit := m.opt.Max
	if n := d.Farthest(); n.IsInt64() {
		limit = int(min(int64(limit), n.Int64()))
	}
	m.list(c.boards, limit)
	return nil
}

// list notes some of the boards visited, each once.
func (m *measurement) list(boards func(visit func(*board.Board) bool), limit int) {
	if limit <= 0 {
		return
	}
	seen := map[string]bool{}
	boards(func(b *board.Board) bool {
		if !seen[string(b.Cells)] {
			seen[string(b.Cells)] = true
			m.d.Boards = append(m.d.Boards, answer.Far{Board: b})
		}
		return len(m.d.Boards) < limit
	})
}

// counter is a way to count boards per distance, and how long it may take.
type counter struct {
	nanoseconds float64
	count       func(ctx context.Context) (*counts, error)
}

// counter returns the method that is asked for, or the fastest; the error says
// why there is none.
func (m *measurement) counter(ctx context.Context) (counter, error) {
	p, memory := m.p, m.opt.MemoryLimit
	formula := counter{count: func(ctx context.Context) (*counts, error) { return countCross(ctx, p) }}
	if p.plainCross() && p.crossEven() && (m.opt.Method == Auto || m.opt.Method == Formula) {
		return formula, nil
	}
	large := m.expand(ctx)
	switch m.opt.Method {
	case Formula:
		return formula, nil
	case BFS:
		return counter{count: func(ctx context.Context) (*counts, error) {
			t, err := backwards(ctx, p, memory)
			if err != nil {
				return nil, err
			}
			return t.count(), nil
		}}, nil
	case Memo:
		return counter{count: func(ctx context.Context) (*counts, error) { return countMemo(ctx, p, memory) }}, nil
	case Naive:
		return counter{count: func(ctx context.Context) (*counts, error) { return countNaive(ctx, p, memory) }}, nil
	}
	if m.opt.Method == Auto && p.plainCross() && p.crossCountable() {
		return formula, nil
	}
	if large != nil {
		return counter{}, large
	}
	how := map[Method]leaders.Method{Auto: leaders.Auto, Types: leaders.ByTypes, Coset: leaders.ByPasses}[m.opt.Method]
	plan, err := leaders.NewPlan(ctx, &m.kernel.Code, how, memory)
	if err != nil {
		return counter{}, err
	}
	return counter{plan.Nanoseconds, func(ctx context.Context) (*counts, error) {
		census, err := plan.Count(ctx)
		if err != nil {
			return nil, err
		}
		c := &counts{method: Types, perDistance: census.Counts, states: census.States}
		if plan.Method == leaders.ByPasses {
			c.method, c.bytes = Coset, census.States
		}
		c.boards = func(visit func(*board.Board) bool) {
			census.Far(func(word []uint8) bool { return visit(m.kernel.board(word)) })
		}
		return c, nil
	}}, nil
}

// expand finds the kernel and what bounds it gives.
func (m *measurement) expand(ctx context.Context) error {
	if m.kernel != nil {
		return nil
	}
	var err error
	if m.kernel, err = m.sol.kernel(ctx); err != nil {
		return err
	}
	m.d.Method = string(Counting)
	m.d.Lower, m.d.Upper = radius.Bounds(&m.kernel.Code)
	return nil
}

// ErrDiffer is what Check returns, wrapped, when two methods don't agree.
var ErrDiffer = errors.New("two methods differ")

// Check measures the puzzle again by another method and compares. It returns
// the method, or an error: ErrDiffer, or that no second method fits the limits.
func Check(ctx context.Context, p *Puzzle, d Distances, opt CensusOptions) (Method, error) {
	if err := p.ready(); err != nil {
		return "", err
	}
	opt.Max = 0
	last := answer.Stop{Cause: answer.OwnLimit, What: "no other method is made for this puzzle"}
	for _, method := range []Method{Coset, Types, BFS, Formula} {
		if string(method) == d.Method {
			continue
		}
		opt.Method = method
		again, err := Census(ctx, p, opt)
		switch {
		case err != nil:
			continue // not made for this puzzle
		case !again.Exact():
			last = again.Stop
			continue
		}
		same := again.Lower == d.Lower && d.Exact()
		if d.Counts != nil {
			same = same && slices.EqualFunc(again.Counts, d.Counts, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
		}
		if !same {
			return method, fmt.Errorf("%w: by %s the distances are %v, by %s %v", ErrDiffer, d.Method, d.Counts, method, again.Counts)
		}
		return method, nil
	}
	return "", fmt.Errorf("no second method fits: %w", last)
}
