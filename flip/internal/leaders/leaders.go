// Package leaders counts the cosets of a linear code by the weights of their
// leaders, a leader being a lightest word of its coset.
//
// The counts of a direct sum are the product of its summands' counts, as
// polynomials. A summand is counted in one of two ways, by its types or by
// passes over a table of its cosets.
package leaders

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"fewest/answer"
	"fewest/flip/internal/code"
)

// Census is how many cosets there are of each weight, the weight of a coset
// being that of its leader.
type Census struct {
	Counts []*big.Int // by weight
	States int64      // table entries or combinations looked at
	// Far visits words of the cosets of the largest weight, at least one of
	// each unless it is stopped; they needn't be the lightest.
	Far func(visit func(word []uint8) bool)
}

// Method says how a census is taken.
type Method string

const (
	Auto       Method = "auto"  // whichever of the others is expected to be faster
	ByPasses   Method = "coset" // see passes
	ByTypes    Method = "types" // see typeCensus
	typesLimit        = 3e10    // steps beyond which types aren't tried, if not asked for
)

// maxWeights bounds how many counts a census lists: they have as many digits.
const maxWeights = 5000

// Plan is how the leaders of a code are to be counted.
type Plan struct {
	Method      Method  // ByPasses if any summand is counted by passes
	Nanoseconds float64 // what it may take, roughly
	code        *code.Code
	free        []int
	parts       []part
}

// part is a summand and how it is counted: by types, or by passes if that is nil.
type part struct {
	code.Summand
	types *typeCensus
}

// NewPlan plans a census by a method, summand by summand. memory bounds the
// tables, in bytes. The error is the context's, or an answer.Stop that
// says what is too large.
func NewPlan(ctx context.Context, c *code.Code, method Method, memory int64) (*Plan, error) {
	if n := len(c.Columns) * (c.K - 1); n > maxWeights {
		return nil, answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%d weights have counts with too many digits to list", n)}
	}
	p := &Plan{code: c, Method: ByTypes}
	free, summands := c.Split(ctx)
	p.free = free
	for _, s := range summands {
		t, nanoseconds, err := choose(ctx, &s.Code, method, memory)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if t == nil {
			p.Method = ByPasses
		}
		p.Nanoseconds += nanoseconds
		p.parts = append(p.parts, part{s, t})
	}
	return p, nil
}

// Count takes the census. The error is the context's.
func (p *Plan) Count(ctx context.Context) (Census, error) {
	c := p.code
	total := Census{Counts: code.Power(code.Flat(c.K), len(p.free))}
	total.Far = func(visit func([]uint8) bool) {
		word := make([]uint8, len(c.Columns))
		for _, at := range p.free {
			word[at] = uint8(c.K - 1)
		}
		visit(word)
	}
	for _, s := range p.parts {
		var census Census
		var err error
		if s.types != nil {
			census, err = s.types.count(ctx, s.Size())
		} else {
			census, err = passes(ctx, &s.Code)
		}
		if err != nil {
			return Census{}, err
		}
		total = join(ctx, total, census, s.Positions)
	}
	return total, ctx.Err()
}

// choose picks the method for a code that is no direct sum.
func choose(ctx context.Context, c *code.Code, method Method, memory int64) (t *typeCensus, nanoseconds float64, err error) {
	bytes, passes := passesBytes(c), math.Inf(1)
	if bytes > 0 && bytes <= memory {
		passes = float64(bytes) * float64(len(c.Orders)+4) / 4
		if c.K > 2 {
			passes *= 4 * float64(c.K)
		}
	}
	if method == ByPasses {
		switch {
		case bytes == 0:
			return nil, 0, answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%v cosets are too many for passes", c.Cosets())}
		case bytes > memory:
			return nil, 0, answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("passes over %v cosets", c.Cosets()), Needed: bytes}
		}
		return nil, passes, nil
	}
	limit := min(typesLimit, passes)
	if method == ByTypes {
		limit = typesLimit * 100
	}
	t = newTypeCensus(ctx, c, limit, memory)
	switch {
	case t != nil:
		return t, t.nanoseconds(), nil
	case method == Auto && !math.IsInf(passes, 1):
		return nil, passes, nil
	case method == ByTypes:
		return nil, 0, answer.Stop{Cause: answer.OwnLimit, What: "the combinations of column types are too many to count"}
	}
	return nil, 0, answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%v cosets, or their column types, are too many to count", c.Cosets())}
}

// join adds a summand to a census.
func join(ctx context.Context, a, b Census, positions []int) Census {
	return Census{
		Counts: code.Product(ctx, a.Counts, b.Counts),
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
