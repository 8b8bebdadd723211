// Package code is about linear codes over Z_k: sets of words, closed under
// addition, given by generators.
//
// Positions whose columns in the generators are multiples of one another see
// the code alike: they are of one type. What a word of the code adds at the
// positions of a type depends on one number, so the code's dimension and its
// types, not its length, decide how much work a question about it is.
//
// The packages beside it ask the questions: lightest for the lightest word of
// one coset, leaders for how many cosets there are of each weight, radius for
// how heavy a coset can be.
package code

import (
	"context"
	"math/big"
	"slices"

	"fewest/flip/internal/modular"
)

// Code is a linear code modulo K.
type Code struct {
	K       int
	Orders  []int     // coefficients 0..Orders[i]-1 of generator i give every word once
	Columns [][]uint8 // of each position: its value in each generator
}

// Field reports whether K is prime, so that generators form a basis.
func (c *Code) Field() bool { return modular.IsPrime(c.K) }

// Size returns how many words the code has.
func (c *Code) Size() *big.Int {
	n := big.NewInt(1)
	for _, o := range c.Orders {
		n.Mul(n, big.NewInt(int64(o)))
	}
	return n
}

// Cosets returns how many cosets the code has.
func (c *Code) Cosets() *big.Int {
	n := new(big.Int).Exp(big.NewInt(int64(c.K)), big.NewInt(int64(len(c.Columns))), nil)
	return n.Div(n, c.Size())
}

// Scale multiplies v by a, modulo k.
func Scale(v []uint8, a, k int) {
	for i, x := range v {
		v[i] = uint8(int(x) * a % k)
	}
}

// AddMul adds a times src to dst, modulo k.
func AddMul(dst, src []uint8, a, k int) {
	if a == 0 {
		return
	}
	for i, x := range src {
		if x != 0 {
			dst[i] = uint8((int(dst[i]) + a*int(x)) % k)
		}
	}
}

// Dots lists column . c for all vectors c, the first coordinate of c changing
// fastest.
func Dots(k int, column []uint8) []uint8 {
	out := []uint8{0}
	for _, x := range column {
		n := len(out)
		for c := 1; c < k; c++ {
			for i := range n {
				out = append(out, uint8((int(out[i])+c*int(x))%k))
			}
		}
	}
	return out
}

// Basis changes the generators of a code over a field so that their matrix is
// in reduced echelon form, working on the columns in place, and returns the
// position of each generator's pivot. Generators must be independent. If the
// context ends, it stops at some basis on the way.
func Basis(ctx context.Context, k int, columns [][]uint8) (pivots []int) {
	if len(columns) == 0 {
		return nil
	}
	m := len(columns[0])
	for at := 0; at < len(columns) && len(pivots) < m && ctx.Err() == nil; at++ {
		row := len(pivots)
		p := row
		for p < m && columns[at][p] == 0 {
			p++
		}
		if p == m {
			continue
		}
		factors := make([]uint8, m) // to subtract times the pivot row
		inverse := modular.Inverse(int(columns[at][p]), k)
		pivot := append([]uint8(nil), columns[at]...)
		pivot[p], pivot[row] = pivot[row], pivot[p]
		for i, x := range pivot {
			if i != row {
				factors[i] = uint8((k - int(x)) % k)
			}
		}
		for _, column := range columns {
			x := int(column[p]) * inverse % k
			column[p] = column[row]
			column[row] = 0
			AddMul(column, factors, x, k)
			column[row] = uint8(x)
		}
		pivots = append(pivots, at)
	}
	return pivots
}

// Chain expresses the columns of a code over a field in a basis of some of
// them, chosen one after another so that the subspace they span contains as
// many columns as it can. It stops after m of them, or when the subspace
// contains all columns; inside reports which it contains.
func Chain(k, m int, columns [][]uint8) (expressed [][]uint8, inside []bool) {
	work := make([][]uint8, len(columns)) // columns modulo the subspace so far
	out := make([][]uint8, len(columns))
	for i, column := range columns {
		work[i] = slices.Clone(column)
		out[i] = make([]uint8, 0, m)
	}
	for range m {
		counts := map[string]int{} // of columns that a basis vector would bring in
		best, bestCount := -1, 0
		t := Group(k, true, work)
		for i, number := range t.Of {
			if number < 0 {
				continue
			}
			key := string(t.Columns[number])
			counts[key]++
			if counts[key] > bestCount {
				best, bestCount = i, counts[key]
			}
		}
		if best < 0 {
			break
		}
		// The first column of the winning group becomes the basis vector.
		for i := range best {
			if t.Of[i] == t.Of[best] {
				best = i
				break
			}
		}
		pivot := slices.Clone(work[best])
		at := slices.IndexFunc(pivot, func(x uint8) bool { return x != 0 })
		inverse := 0
		for inverse = 1; inverse*int(pivot[at])%k != 1; inverse++ {
		}
		for i := range work {
			x := int(work[i][at]) * inverse % k
			AddMul(work[i], pivot, (k-x)%k, k)
			out[i] = append(out[i], uint8(x))
		}
	}
	inside = make([]bool, len(columns))
	for i, rest := range work {
		inside[i] = Height(rest) == 0
	}
	return out, inside
}

// Height returns one more than the last coordinate that isn't 0.
func Height(v []uint8) int {
	n := len(v)
	for n > 0 && v[n-1] == 0 {
		n--
	}
	return n
}
