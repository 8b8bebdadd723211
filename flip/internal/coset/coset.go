// Package coset answers questions about the cosets of a linear code over Z_k,
// a set of words closed under addition and given by generators: the lightest
// word of one coset, how heavy the lightest words of all cosets are (the
// census), and how heavy at most (the covering radius).
//
// Positions whose columns in the generators are multiples of one another see
// the code alike; they form a type. What a code word adds at a type depends on
// one number, so a coset is a table of costs, type by type, and the code's
// dimension, not its length, decides how much work there is.
package coset

import (
	"context"

	"fewest/flip/internal/modular"
)

// Code is a linear code modulo K.
type Code struct {
	K       int
	Orders  []int     // coefficients 0..Orders[i]-1 of generator i give every word once
	Columns [][]uint8 // of each position: its value in each generator
}

// field reports whether K is prime, so that generators form a basis.
func (c *Code) field() bool { return modular.IsPrime(c.K) }

// types groups positions by column.
type types struct {
	columns [][]uint8 // of each type; the first entry that isn't 0 is 1 if K is prime
	of      []int32   // of each position: its type, or -1 if no generator touches it
	unit    []uint8   // of each position: what its column is times its type's
}

// group merges columns that are equal or, over a field, proportional.
func group(k int, field bool, columns [][]uint8) types {
	t := types{of: make([]int32, len(columns)), unit: make([]uint8, len(columns))}
	index := map[string]int32{}
	var scaled []uint8
	for i, column := range columns {
		unit := 0
		for _, x := range column {
			if x != 0 {
				unit = 1
				if field {
					unit = int(x)
				}
				break
			}
		}
		t.unit[i] = uint8(unit)
		if unit == 0 {
			t.of[i] = -1
			continue
		}
		scaled = append(scaled[:0], column...)
		if unit != 1 {
			scale(scaled, modular.Inverse(unit, k), k)
		}
		number, ok := index[string(scaled)]
		if !ok {
			number = int32(len(t.columns))
			index[string(scaled)] = number
			t.columns = append(t.columns, append([]uint8(nil), scaled...))
		}
		t.of[i] = number
	}
	return t
}

func scale(v []uint8, a, k int) {
	for i, x := range v {
		v[i] = uint8(int(x) * a % k)
	}
}

// addMul adds a times src to dst, modulo k.
func addMul(dst, src []uint8, a, k int) {
	if a == 0 {
		return
	}
	for i, x := range src {
		if x != 0 {
			dst[i] = uint8((int(dst[i]) + a*int(x)) % k)
		}
	}
}

// basis changes the generators of a code over a field so that their matrix is
// in reduced echelon form, working on the columns in place, and returns the
// position of each generator's pivot. Generators must be independent. If the
// context ends, it stops at some basis on the way.
func basis(ctx context.Context, k int, columns [][]uint8) (pivots []int) {
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
			addMul(column, factors, x, k)
			column[row] = uint8(x)
		}
		pivots = append(pivots, at)
	}
	return pivots
}

// parts splits the generators into sets that share no position: the code is
// their direct sum. Over a field and after basis the split is as fine as any.
func parts(columns [][]uint8, generators int) [][]int {
	parent := make([]int, generators)
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, column := range columns {
		first := -1
		for i, x := range column {
			switch {
			case x == 0:
			case first < 0:
				first = find(i)
			default:
				parent[find(i)] = first
			}
		}
	}
	var out [][]int
	number := map[int]int{}
	for i := range parent {
		root := find(i)
		n, ok := number[root]
		if !ok {
			n = len(out)
			number[root] = n
			out = append(out, nil)
		}
		out[n] = append(out[n], i)
	}
	return out
}
