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

// Distances says how far from all zeros a puzzle's solvable boards are.
type Distances struct {
	Puzzle   *Puzzle
	Nullity  int            // dimension of the kernel, or -1 if Colours isn't prime
	Kernel   *big.Int       // its size
	Solvable *big.Int       // how many boards can be solved
	Diameter int            // the largest distance, or a lower bound on it
	Upper    int            // an upper bound; equals Diameter when that is proven
	Farthest *big.Int       // how many boards are that far; nil if not counted
	Boards   []*board.Board // some of them
	Counts   []*big.Int     // boards per distance; nil if not counted
	Method   string
	Seconds  float64
	States   int64 // work done: states, table entries or nodes
	Bytes    int64 // the size of the method's tables
}

// Exact reports whether the diameter is proven.
func (d *Distances) Exact() bool { return d.Diameter == d.Upper }

// Census counts the boards at each distance. It returns an error if the method
// is unknown, isn't made for the puzzle, needs too much memory, or if the
// context ends.
func Census(ctx context.Context, p *Puzzle, opt CensusOptions) (Distances, error) {
	return p.measure(ctx, opt, false)
}

// Farthest finds the diameter and the boards that are that far. Where the
// boards can't be counted it still finds the diameter by column types; if that
// is out of reach too, or the context ends, Diameter and Upper are the bounds
// reached, and there is no board if the lower one was got by counting.
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
	d := Distances{Puzzle: p, Nullity: -1}
	orders, err := p.kernelOrders(ctx, opt.MemoryLimit)
	if err != nil {
		return d, err
	}
	if modular.IsPrime(p.Colours) {
		d.Nullity = len(orders)
	}
	code := coset.Code{K: p.Colours, Orders: orders}
	d.Kernel = code.Size()
	d.Solvable = new(big.Int).Exp(big.NewInt(int64(p.Colours)), big.NewInt(int64(p.pressable())), nil)
	d.Solvable.Div(d.Solvable, d.Kernel)

	c, err := p.count(ctx, opt)
	if err == nil {
		err = p.fillCounts(&d, c, opt.Max)
	} else if diameter {
		err = p.diameter(ctx, &d, err, opt)
	}
	d.Seconds = time.Since(start).Seconds()
	return d, err
}

// diameter finds the diameter where the boards could not be counted, for the
// reason given: by the formula, by a search, or else it leaves simple bounds.
func (p *Puzzle) diameter(ctx context.Context, d *Distances, reason error, opt CensusOptions) error {
	var large *coset.TooLarge
	switch {
	case ctx.Err() == nil && !errors.As(reason, &large):
		return reason
	case p.plainCross() && (p.Rows%2 == 0 || p.Cols%2 == 0):
		d.Diameter, d.Method = switching.Radius(p.Rows, p.Cols), "formula"
		d.Upper = d.Diameter
		if opt.Max > 0 {
			p.undoneAll(switching.Farthest(p.Rows, p.Cols))(func(b *board.Board) bool {
				d.Boards = []*board.Board{b}
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
	d.Diameter, d.Upper, d.States, d.Method = r.Lower, r.Upper, r.Nodes, "types"
	if r.Lower != r.Upper {
		lower, upper := code.Bounds()
		if r.Upper < 0 {
			d.Method, d.Upper = "counting", upper
		}
		d.Diameter, d.Upper = max(r.Lower, lower), min(d.Upper, upper)
	}
	if opt.Max > 0 && d.Diameter == r.Lower && r.Word != nil {
		d.Boards = []*board.Board{p.undone(p.spread(r.Word, buttons))}
	}
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
		return coset.Code{}, nil, &coset.TooLarge{What: fmt.Sprintf("a kernel of %d dimensions on %d buttons is too large", len(l.orders), p.buttons())}
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
	d.Counts, d.Method, d.States, d.Bytes = c.perDistance, c.method, c.states, c.bytes
	for len(d.Counts) > 1 && d.Counts[len(d.Counts)-1].Sign() == 0 {
		d.Counts = d.Counts[:len(d.Counts)-1]
	}
	d.Diameter = len(d.Counts) - 1
	d.Upper = d.Diameter
	d.Farthest = d.Counts[d.Diameter]
	sum := new(big.Int)
	for _, n := range d.Counts {
		sum.Add(sum, n)
	}
	if sum.Cmp(d.Solvable) != 0 {
		return fmt.Errorf("internal error: the distances add up to %v boards, not %v", sum, d.Solvable)
	}
	if limit <= 0 {
		return nil
	}
	if d.Farthest.IsInt64() {
		limit = int(min(int64(limit), d.Farthest.Int64()))
	}
	seen := map[string]bool{}
	c.boards(func(b *board.Board) bool {
		if !seen[string(b.Cells)] {
			seen[string(b.Cells)] = true
			d.Boards = append(d.Boards, b)
		}
		return len(d.Boards) < limit
	})
	return nil
}
