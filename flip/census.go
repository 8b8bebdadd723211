package flip

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/coset"
	"fewest/flip/internal/modular"
	"fewest/flip/internal/switching"
)

// CensusMethods are the names that CensusOptions.Method takes:
//
//	auto     the fastest that fits the memory
//	types    by column types: boards whose solutions press as many buttons of
//	         each type are equally far; for the diameter alone, a search
//	coset    one pass for each dimension of the kernel over a table of all boards
//	formula  the mask cross with 2 colours and no holes
//	bfs      one breadth-first search backwards from the goal
//	memo     recursion over (button, board) with a table, to compare
//	naive    a search from every board, to compare
var CensusMethods = []string{"auto", "types", "coset", "formula", "bfs", "memo", "naive"}

// CensusOptions say how Census and Farthest work.
type CensusOptions struct {
	Method      string // one of CensusMethods; "" means auto
	MemoryLimit int64  // bytes; 0 means DefaultMemoryLimit
	Max         int    // list at most so many of the farthest boards
	Progress    func(answer.Progress)
}

// Distances says how far from all zeros a puzzle's solvable boards are. Its facts
// are "size", "mask", "wrap", "colours", "nullity" (the dimension of the kernel,
// nil if colours isn't prime) and "kernel" (its size); the last two are nil if
// the work ended before they were known.
type Distances = answer.Distances

// Census counts the boards at each distance. It returns an error if the method
// is unknown or isn't made for the puzzle. If the context or the memory limit
// ends it, the distances are bounded: what was counted, and bounds on the
// diameter.
func Census(ctx context.Context, p *Puzzle, opt CensusOptions) (Distances, error) {
	return p.measure(ctx, opt, false)
}

// Farthest finds the diameter and the boards that are that far. Where the
// boards can't be counted it still finds the diameter by column types; if that
// is out of reach too, or the context ends, the distances are bounded, and there
// is no board if the lower bound was got by counting.
func Farthest(ctx context.Context, p *Puzzle, opt CensusOptions) (Distances, error) {
	return p.measure(ctx, opt, true)
}

// counts is what a method finds.
type counts struct {
	perDistance []*big.Int
	boards      func(visit func(*board.Board) bool) // farthest boards, perhaps with repetitions
	states      int64
	bytes       int64
	method      string
	stop        answer.Stop // what ended the count; perDistance has the first distances then
}

func (p *Puzzle) measure(ctx context.Context, opt CensusOptions, diameter bool) (Distances, error) {
	start := time.Now()
	if opt.Method == "" {
		opt.Method = "auto"
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
	}
	if !slices.Contains(CensusMethods, opt.Method) {
		return Distances{}, fmt.Errorf("no method %q; there are %s", opt.Method, strings.Join(CensusMethods, ", "))
	}
	if opt.Method == "formula" && !p.plainCross() {
		return Distances{}, fmt.Errorf("the method formula is for the mask cross with 2 colours and no holes")
	}
	d := Distances{Puzzle: "flip", Status: answer.Bounded, Upper: p.pressable() * (p.Colours - 1), Alphabet: alphabet}
	d.Facts = []answer.Fact{
		{Name: "size", Value: fmt.Sprintf("%dx%d", p.Rows, p.Cols)}, {Name: "mask", Value: string(p.Mask)},
		{Name: "wrap", Value: p.Wrap}, {Name: "colours", Value: p.Colours}, {Name: "nullity"}, {Name: "kernel"},
	}
	err := p.measureKernel(ctx, &d, opt)
	if err == nil {
		var c counts
		if c, err = p.count(ctx, opt); err == nil {
			err = p.fillCounts(&d, c, opt.Max)
		}
		if reason := stopped(ctx, err); reason != (answer.Stop{}) && diameter {
			err = p.diameter(ctx, &d, reason, opt)
		}
	}
	if reason := stopped(ctx, err); reason != (answer.Stop{}) {
		d.Stop, err = reason, nil
	}
	d.Seconds = time.Since(start).Seconds()
	return d, err
}

// alphabet is how the cells of a board are written: a hole, states 0, 1, 2, ...
const alphabet = "_0123456789"

// stopped returns the stop that an error stands for; the zero Stop if it is one
// of another kind, or none.
func stopped(ctx context.Context, err error) answer.Stop {
	var stop answer.Stop
	var large *coset.TooLarge
	switch {
	case err == nil || errors.As(err, &stop):
		return stop
	case errors.As(err, &large):
		cause := answer.OwnLimit
		if large.Needed > 0 {
			cause = answer.MemoryLimit
		}
		return answer.Stop{Cause: cause, What: large.What, Needed: large.Needed}
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return answer.Ended(ctx)
	}
	return stop
}

// measureKernel finds how many boards can be solved.
func (p *Puzzle) measureKernel(ctx context.Context, d *Distances, opt CensusOptions) error {
	orders, err := p.kernelOrders(ctx, opt.MemoryLimit)
	if err != nil {
		return err
	}
	if modular.IsPrime(p.Colours) {
		d.Facts[len(d.Facts)-2].Value = len(orders)
	}
	code := coset.Code{K: p.Colours, Orders: orders}
	kernel := code.Size()
	d.Facts[len(d.Facts)-1].Value = kernel
	d.Solvable = new(big.Int).Exp(big.NewInt(int64(p.Colours)), big.NewInt(int64(p.pressable())), nil)
	d.Solvable.Div(d.Solvable, kernel)
	return nil
}

// diameter finds the diameter where the boards could not be counted, for the
// reason given: by the formula, by a search, or else it leaves simple bounds,
// and returns the reason.
func (p *Puzzle) diameter(ctx context.Context, d *Distances, reason answer.Stop, opt CensusOptions) error {
	switch {
	case p.plainCross() && (p.Rows%2 == 0 || p.Cols%2 == 0):
		d.Lower, d.Method = switching.Radius(p.Rows, p.Cols), "formula"
		d.Status, d.Upper = answer.Optimal, d.Lower
		if opt.Max > 0 {
			p.undoneAll(switching.Farthest(p.Rows, p.Cols))(func(b *board.Board) bool {
				d.Boards = []answer.Far{{Board: b}}
				return false
			})
		}
		return nil
	case p.buttons() > 10_000 && ctx.Err() != nil:
		return reason
	}
	// The time for this is short, and may have to come after the limit.
	code, buttons, err := p.kernelCode(context.WithoutCancel(ctx), opt.MemoryLimit)
	if err != nil {
		return reason
	}
	r := coset.Radius{Upper: -1}
	if ctx.Err() == nil && (opt.Method == "auto" || opt.Method == "types") {
		if found, err := coset.CoveringRadius(ctx, &code, func(lower, upper int) {
			if opt.Progress != nil {
				opt.Progress(answer.Progress{Phase: "diameter", Lower: lower, Upper: upper})
			}
		}); err == nil {
			r = found
		}
	}
	d.Lower, d.Upper, d.Method = r.Lower, r.Upper, "types"
	d.Work = map[string]int64{"states": r.Nodes, "bytes": 0}
	if r.Lower != r.Upper {
		lower, upper := code.Bounds()
		if r.Upper < 0 {
			d.Method, d.Upper = "counting", upper
		}
		d.Lower, d.Upper = max(r.Lower, lower), min(d.Upper, upper)
	}
	if opt.Max > 0 && d.Lower == r.Lower && r.Word != nil {
		d.Boards = []answer.Far{{Board: p.undone(p.spread(r.Word, buttons))}}
	}
	if d.Lower != d.Upper {
		if ended := answer.Ended(ctx); ended != (answer.Stop{}) {
			return ended
		}
		return reason
	}
	d.Status = answer.Optimal
	return nil
}

// pressable returns how many buttons there are.
func (p *Puzzle) pressable() int {
	if p.Mask == Buttons {
		return len(p.names)
	}
	return p.Cells()
}

// kernelOrders returns the orders of the kernel's generators.
func (p *Puzzle) kernelOrders(ctx context.Context, memory int64) ([]int, error) {
	sys := p.system(ctx)
	if p.eliminationBytes(sys) > memory {
		return nil, p.tooLarge(sys)
	}
	sol, err := modular.Reduce(ctx, sys, p.Colours, nil)
	return sol.Orders, err
}

// count counts boards per distance with a method.
func (p *Puzzle) count(ctx context.Context, opt CensusOptions) (counts, error) {
	switch opt.Method {
	case "bfs":
		return p.countBFS(ctx, opt.MemoryLimit)
	case "memo":
		return p.countMemo(ctx, opt.MemoryLimit)
	case "naive":
		return p.countNaive(ctx)
	case "formula":
		return p.countCross(ctx)
	case "auto":
		if p.plainCross() && (p.Rows%2 == 0 || p.Cols%2 == 0 || switching.OddWork(p.Rows, p.Cols) < 2e11) {
			return p.countCross(ctx)
		}
	}
	code, buttons, err := p.kernelCode(ctx, opt.MemoryLimit)
	if err != nil {
		return counts{}, err
	}
	census, how, err := coset.TakeCensus(ctx, &code, coset.Method(opt.Method), opt.MemoryLimit)
	if err != nil {
		return counts{}, err
	}
	c := counts{perDistance: census.Counts, states: census.States, method: string(how)}
	if how == coset.ByPasses {
		c.bytes = census.States
	}
	c.boards = func(visit func(*board.Board) bool) {
		census.Far(func(word []uint8) bool { return visit(p.undone(p.spread(word, buttons))) })
	}
	return c, nil
}

// kernelCode returns the kernel as a code and the buttons that are its positions.
func (p *Puzzle) kernelCode(ctx context.Context, memory int64) (coset.Code, []int, error) {
	l, err := p.solveLinear(ctx, nil, memory, true)
	if err != nil {
		return coset.Code{}, nil, err
	}
	if l.columns == nil {
		return coset.Code{}, nil, p.largeKernel(l)
	}
	code := coset.Code{K: p.Colours, Orders: l.orders}
	var buttons []int
	for b, column := range l.columns {
		if p.isButton(b) {
			code.Columns = append(code.Columns, column)
			buttons = append(buttons, b)
		}
	}
	return code, buttons, nil
}

// spread puts the values of some buttons in their places among all.
func (p *Puzzle) spread(values []uint8, buttons []int) []uint8 {
	times := make([]uint8, p.buttons())
	for i, b := range buttons {
		times[b] = values[i]
	}
	return times
}

// undone returns the board that the presses bring to all zeros.
func (p *Puzzle) undone(times []uint8) *board.Board {
	back := make([]uint8, len(times))
	for i, n := range times {
		back[i] = uint8((p.Colours - int(n)) % p.Colours)
	}
	b := p.Board()
	p.apply(b, back)
	return b
}

// fillCounts completes the distances from the counts, and checks that they add up.
func (p *Puzzle) fillCounts(d *Distances, c counts, limit int) error {
	d.Method = c.method
	d.Work = map[string]int64{"states": c.states, "bytes": c.bytes}
	d.Counts = c.perDistance
	if c.stop != (answer.Stop{}) {
		d.Lower = max(len(d.Counts)-1, 0)
		return c.stop
	}
	for len(d.Counts) > 1 && d.Counts[len(d.Counts)-1].Sign() == 0 {
		d.Counts = d.Counts[:len(d.Counts)-1]
	}
	d.Lower = len(d.Counts) - 1
	d.Status, d.Upper = answer.Optimal, d.Lower
	if sum := d.Counted(); sum.Cmp(d.Solvable) != 0 {
		return fmt.Errorf("internal error: the distances add up to %v boards, not %v", sum, d.Solvable)
	}
	if limit <= 0 {
		return nil
	}
	if n := d.Farthest(); n.IsInt64() {
		limit = int(min(int64(limit), n.Int64()))
	}
	seen := map[string]bool{}
	c.boards(func(b *board.Board) bool {
		if !seen[string(b.Cells)] {
			seen[string(b.Cells)] = true
			d.Boards = append(d.Boards, answer.Far{Board: b})
		}
		return len(d.Boards) < limit
	})
	return nil
}
