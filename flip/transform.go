package flip

import (
	"context"
	"runtime"
	"time"

	"fewest/answer"
	"fewest/flip/internal/code"
	"fewest/flip/internal/lightest"
	"fewest/flip/internal/walsh"
)

// trialNodes is how much branch and bound is tried before all words of a kernel
// are weighed; longest how long that may take at all, in nanoseconds of processor
// time, and symmetricTrial how long it may take among those that a symmetry of
// the board leaves alone, where all are too many.
const (
	trialNodes     = 500_000
	longest        = 3600e9
	symmetricTrial = 2e9
)

// weighAll makes a word the lightest of its coset by weighing every word of the
// kernel, if there is the time for it, and reports whether that ended.
func (s *solver) weighAll(ctx context.Context, kernel *code.Code, word *lightest.Word) bool {
	if kernel.K == 2 {
		return s.weighBits(ctx, kernel, word)
	}
	return kernel.Field() && s.weighPrime(ctx, kernel, word)
}

// affordable reports whether so much processor time, in nanoseconds, is there.
func affordable(ctx context.Context, nanoseconds float64) bool {
	if end, limited := ctx.Deadline(); limited {
		return nanoseconds < float64(time.Until(end))*float64(runtime.GOMAXPROCS(0))
	}
	return nanoseconds < longest
}

// weighBits is weighAll for two colours.
func (s *solver) weighBits(ctx context.Context, kernel *code.Code, word *lightest.Word) bool {
	c := walsh.Coset{Dims: len(kernel.Orders)}
	if c.Dims > walsh.MaxDims {
		return false
	}
	columns := make([]uint64, len(kernel.Columns))
	number := map[uint64]int{}
	for at, column := range kernel.Columns {
		for i, x := range column {
			columns[at] |= uint64(x) << i
		}
		if columns[at] == 0 {
			continue
		}
		t, known := number[columns[at]]
		if !known {
			t = len(c.Columns)
			number[columns[at]] = t
			c.Columns, c.Sums = append(c.Columns, columns[at]), append(c.Sums, 0)
		}
		c.Sums[t] += 1 - 2*int32(word.Values[at])
	}
	var maps []walsh.Map
	for _, to := range s.p.turns() {
		if m, ok := walsh.NewMap(c.Dims, columns, word.Values, to); ok {
			maps = append(maps, m)
		}
	}
	if !c.Fits() || c.Bytes(runtime.GOMAXPROCS(0)) > s.opt.MemoryLimit {
		return false
	}
	var best walsh.Best
	if affordable(ctx, c.Nanoseconds(1<<len(maps))) {
		best = walsh.Lightest(ctx, &c, walsh.Options{Maps: maps, Progress: func(sum int64, _ float64) {
			s.report("transform", int(word.Bound), int(word.Weight-(sum-c.Sum(0))/2))
		}})
	} else {
		best = walsh.Symmetric(ctx, &c, walsh.Options{Maps: maps}, symmetricTrial)
	}
	for at, column := range kernel.Columns {
		for i, x := range column {
			word.Values[at] ^= x & uint8(best.Word>>i&1)
		}
	}
	word.Nodes += best.Words
	word.Weight = int64(total(word.Values))
	return best.Exact
}

// weighPrime is weighAll for another prime number of colours.
func (s *solver) weighPrime(ctx context.Context, kernel *code.Code, word *lightest.Word) bool {
	k := kernel.K
	g := code.Group(k, true, kernel.Columns)
	c := walsh.PrimeCoset{K: k, Dims: len(kernel.Orders), Columns: g.Columns, Costs: make([]int32, k*len(g.Columns))}
	for at, t := range g.Of {
		for v := 0; t >= 0 && v < k; v++ {
			c.Costs[int(t)*k+v] += int32((int(word.Values[at]) + int(g.Unit[at])*v) % k)
		}
	}
	workers := runtime.GOMAXPROCS(0)
	if !c.Fits() || c.Bytes(workers) > s.opt.MemoryLimit || !affordable(ctx, c.Nanoseconds()) {
		return false
	}
	best := walsh.LightestPrime(ctx, &c, make([]uint8, c.Dims), workers)
	for at, column := range kernel.Columns {
		sum := int(word.Values[at])
		for i, x := range column {
			sum += int(x) * int(best.Word[i])
		}
		word.Values[at] = uint8(sum % k)
	}
	word.Nodes += best.Words
	word.Weight = int64(total(word.Values))
	return best.Exact
}

// turns lists permutations of the buttons that can be symmetries: the grid is
// reflected, and transposed if it is square.
func (p *Puzzle) turns() [][]int32 {
	if _, ok := p.moves.(*listed); ok {
		return nil
	}
	rows, cols := p.grid.rows, p.grid.cols
	kinds := []func(r, c int) int{
		func(r, c int) int { return (rows-1-r)*cols + c },
		func(r, c int) int { return r*cols + cols - 1 - c },
	}
	if rows == cols {
		kinds = append(kinds, func(r, c int) int { return c*cols + r })
	}
	var out [][]int32
	for _, to := range kinds {
		turn := make([]int32, rows*cols)
		for at := range turn {
			turn[at] = int32(to(at/cols, at%cols))
		}
		out = append(out, turn)
	}
	return out
}

// lighten searches the coset of a solution: by branch and bound, which ends at
// once for most boards; else by weighing all words, if there is the time, or by
// branch and bound until it ends.
func (s *solver) lighten(ctx context.Context, times []uint8, kernel code.Code) error {
	weights := make([]int32, kernel.K)
	for v := range weights {
		weights[v] = int32(v)
	}
	opt := lightest.Options{Nodes: trialNodes, Progress: func(lower, upper int64) { s.report("coset", int(lower), int(upper)) }}
	word := lightest.Find(ctx, &kernel, times, weights, opt)
	method, proof := "coset search", CosetSearch
	if word.Bound < word.Weight && ctx.Err() == nil {
		if s.weighAll(ctx, &kernel, &word) {
			word.Bound, method, proof = word.Weight, "transform", Transform
		} else if ctx.Err() == nil {
			opt.Nodes = 0
			word = lightest.Find(ctx, &kernel, word.Values, weights, opt)
		}
	}
	s.a.Work["nodes"] = word.Nodes
	s.a.Stop = answer.Ended(ctx)
	return s.finish(word.Values, int(word.Bound), method, proof)
}
