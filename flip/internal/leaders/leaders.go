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
	typesLimit        = 3e10    // steps beyond which types aren't tried
)

// maxWeights bounds how many counts a census lists: they have as many digits.
const maxWeights = 5000

// Count takes the census of a code, summand by summand. memory bounds the
// tables of passes, in bytes. It returns the methods used.
func Count(ctx context.Context, c *code.Code, method Method, memory int64) (Census, Method, error) {
	if n := len(c.Columns) * (c.K - 1); n > maxWeights {
		return Census{}, "", answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%d weights have counts with too many digits to list", n)}
	}
	free, summands := c.Split(ctx)
	total := Census{Counts: code.Power(code.Flat(c.K), len(free))}
	total.Far = func(visit func([]uint8) bool) {
		word := make([]uint8, len(c.Columns))
		for _, at := range free {
			word[at] = uint8(c.K - 1)
		}
		visit(word)
	}
	used := Method("")
	for _, p := range summands {
		how, err := choose(&p.Code, method, memory)
		if err != nil {
			return Census{}, "", err
		}
		var c Census
		if how == ByTypes {
			c, err = byTypes(ctx, &p.Code)
		} else {
			c, err = passes(ctx, &p.Code)
		}
		if err != nil {
			return Census{}, "", err
		}
		if used == "" || how == ByPasses {
			used = how
		}
		total = join(total, c, p.Positions)
	}
	if used == "" {
		used = ByTypes
	}
	return total, used, nil
}

// choose picks the method for a code that is no direct sum.
func choose(c *code.Code, method Method, memory int64) (Method, error) {
	bytes := passesBytes(c)
	if method == ByPasses {
		switch {
		case bytes == 0:
			return "", answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%v cosets are too many for passes", c.Cosets())}
		case bytes > memory:
			return "", answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("passes over %v cosets", c.Cosets()), Needed: bytes}
		}
		return ByPasses, nil
	}
	types := typesWork(c)
	if method == ByTypes {
		if types > typesLimit*100 {
			return "", answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%.2g combinations of column types are too many", types)}
		}
		return ByTypes, nil
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
			return "", answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%v cosets, or their column types, are too many to count", c.Cosets())}
		}
		return ByPasses, nil
	case types <= typesLimit:
		return ByTypes, nil
	case !math.IsInf(passes, 1):
		return ByPasses, nil
	}
	return "", answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%v cosets, or %.2g combinations of column types, are too many to count", c.Cosets(), types)}
}

// join adds a summand to a census.
func join(a, b Census, positions []int) Census {
	return Census{
		Counts: code.Product(a.Counts, b.Counts),
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
