package coset

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Method says how a census is taken.
type Method string

const (
	Auto       Method = "auto"  // whichever of the others is expected to be faster
	ByPasses   Method = "coset" // Passes
	ByColumns  Method = "types" // ByTypes
	typesLimit        = 3e10    // steps beyond which types aren't tried
)

// maxWeights bounds how many counts a census lists: they have as many digits.
const maxWeights = 5000

// part is a direct summand of a code, and where its positions are.
type part struct {
	Code
	positions []int
}

// split divides the code into direct summands; free are the positions that no
// word touches.
func (c *Code) split(ctx context.Context) (free []int, out []part) {
	columns := make([][]uint8, len(c.Columns))
	for i, column := range c.Columns {
		columns[i] = append([]uint8(nil), column...)
	}
	if c.field() {
		basis(ctx, c.K, columns)
	}
	number := make([]int, len(c.Orders)) // of each generator: its part
	place := make([]int, len(c.Orders))
	for n, set := range parts(columns, len(c.Orders)) {
		p := part{Code: Code{K: c.K}}
		for j, g := range set {
			number[g], place[g] = n, j
			p.Orders = append(p.Orders, c.Orders[g])
		}
		out = append(out, p)
	}
	for at, column := range columns {
		n := -1
		for g, x := range column {
			if x != 0 {
				n = number[g]
				break
			}
		}
		if n < 0 {
			free = append(free, at)
			continue
		}
		own := make([]uint8, len(out[n].Orders))
		for g, x := range column {
			if x != 0 {
				own[place[g]] = x
			}
		}
		out[n].Columns = append(out[n].Columns, own)
		out[n].positions = append(out[n].positions, at)
	}
	return free, out
}

// TooLarge is the error of TakeCensus when no method fits.
type TooLarge struct {
	What   string
	Needed int64 // bytes that the memory limit would have to allow; 0 if it isn't the reason
}

func (e *TooLarge) Error() string { return e.What }

// TakeCensus takes the census of a code, summand by summand. memory bounds the
// tables of passes, in bytes. It returns the methods used.
func TakeCensus(ctx context.Context, code *Code, method Method, memory int64) (Census, Method, error) {
	if n := len(code.Columns) * (code.K - 1); n > maxWeights {
		return Census{}, "", &TooLarge{What: fmt.Sprintf("%d weights have counts with too many digits to list", n)}
	}
	free, summands := code.split(ctx)
	total := Census{Counts: []*big.Int{big.NewInt(1)}}
	total.Far = func(visit func([]uint8) bool) {
		word := make([]uint8, len(code.Columns))
		for _, at := range free {
			word[at] = uint8(code.K - 1)
		}
		visit(word)
	}
	flat := make([]*big.Int, code.K) // a position alone: one coset of each weight
	for i := range flat {
		flat[i] = big.NewInt(1)
	}
	total.Counts = Power(flat, len(free))
	used := Method("")
	for _, p := range summands {
		how, err := p.choose(method, memory)
		if err != nil {
			return Census{}, "", err
		}
		var c Census
		if how == ByColumns {
			c, err = ByTypes(ctx, &p.Code)
		} else {
			c, err = Passes(ctx, &p.Code)
		}
		if err != nil {
			return Census{}, "", err
		}
		if used == "" || how == ByPasses {
			used = how
		}
		total = join(total, c, p.positions)
	}
	if used == "" {
		used = ByColumns
	}
	return total, used, nil
}

// choose picks the method for a code that is no direct sum.
func (c *Code) choose(method Method, memory int64) (Method, error) {
	bytes := c.PassesBytes()
	if method == ByPasses {
		if bytes == 0 || bytes > memory {
			return "", &TooLarge{What: fmt.Sprintf("passes over %v cosets need a byte for each: more than the memory limit", c.Cosets()), Needed: bytes}
		}
		return ByPasses, nil
	}
	types := c.TypesWork()
	if method == ByColumns {
		if types > typesLimit*100 {
			return "", &TooLarge{What: fmt.Sprintf("%.2g combinations of column types are too many", types)}
		}
		return ByColumns, nil
	}
	passes := math.Inf(1)
	if bytes > 0 && bytes <= memory {
		passes = float64(bytes) * float64(len(c.Orders)+4) / 4
		if c.K > 2 {
			passes *= 4 * float64(c.K)
		}
	}
	switch {
	case passes <= types:
		if math.IsInf(passes, 1) {
			return "", &TooLarge{What: fmt.Sprintf("%v cosets, or their column types, are too many to count", c.Cosets())}
		}
		return ByPasses, nil
	case types <= typesLimit:
		return ByColumns, nil
	case !math.IsInf(passes, 1):
		return ByPasses, nil
	}
	return "", &TooLarge{What: fmt.Sprintf("%v cosets, or %.2g combinations of column types, are too many to count", c.Cosets(), types)}
}

// join adds a summand to a census.
func join(a, b Census, positions []int) Census {
	return Census{
		Counts: product(a.Counts, b.Counts),
		States: a.States + b.States,
		Far: func(visit func([]uint8) bool) {
			a.Far(func(word []uint8) bool {
				more := true
				b.Far(func(own []uint8) bool {
					for i, at := range positions {
						word[at] = own[i]
					}
					more = visit(word)
					return more
				})
				return more
			})
		},
	}
}

// product multiplies polynomials given by their coefficients.
func product(a, b []*big.Int) []*big.Int {
	out := make([]*big.Int, len(a)+len(b)-1)
	for i := range out {
		out[i] = new(big.Int)
	}
	var term big.Int
	for i, x := range a {
		for j, y := range b {
			out[i+j].Add(out[i+j], term.Mul(x, y))
		}
	}
	return out
}

// Power raises a polynomial to the n-th power.
func Power(a []*big.Int, n int) []*big.Int {
	out := []*big.Int{big.NewInt(1)}
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			out = product(out, a)
		}
		if n > 1 {
			a = product(a, a)
		}
	}
	return out
}

// Bounds returns simple bounds of the covering radius. Below: as many words as
// there are cosets must be light enough. Above: the words of a coset weigh so
// much on average, a position taking all values that its column allows equally
// often.
func (c *Code) Bounds() (lower, upper int) {
	n, k := len(c.Columns), c.K
	twice := 0 // the average
	for _, column := range c.Columns {
		step := k
		for _, x := range column {
			step = gcd(step, int(x))
		}
		twice += 2*(step-1) + k - step
	}
	cosets := c.Cosets()
	if n*(k-1) > maxWeights { // at most (n+1)^d words weigh d or less
		return (cosets.BitLen() - 1) / bits.Len(uint(n+1)), twice / 2
	}
	flat := make([]*big.Int, k)
	for i := range flat {
		flat[i] = big.NewInt(1)
	}
	light := new(big.Int)
	for d, words := range Power(flat, n) {
		if light.Add(light, words).Cmp(cosets) >= 0 {
			return d, twice / 2
		}
	}
	return n * (k - 1), twice / 2
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// CoveringRadius is FindRadius for a code that may be a direct sum: the radii
// of the summands add up.
func CoveringRadius(ctx context.Context, code *Code, progress func(lower, upper int)) (Radius, error) {
	free, summands := code.split(ctx)
	if !code.field() && len(summands) > 0 {
		return Radius{}, &TooLarge{What: "the search for the diameter needs a prime number of colours"}
	}
	settled := len(free) * (code.K - 1)
	out := Radius{Lower: settled, Upper: settled, Word: make([]uint8, len(code.Columns))}
	for _, at := range free {
		out.Word[at] = uint8(code.K - 1)
	}
	for _, p := range summands {
		if math.Pow(float64(code.K), float64(len(p.Orders))) > 1<<16 {
			return Radius{}, &TooLarge{What: fmt.Sprintf("a kernel of %v plans is too large for the search for the diameter", p.Size())}
		}
	}
	for _, p := range summands {
		before := out
		r := FindRadius(ctx, &p.Code, func(lower, upper int) {
			if progress != nil {
				progress(before.Lower+lower, before.Upper+upper)
			}
		})
		out.Lower += r.Lower
		out.Upper += r.Upper
		out.Nodes += r.Nodes
		for i, at := range p.positions {
			out.Word[at] = r.Word[i]
		}
	}
	return out, nil
}
