// Package gf2 is dense linear algebra over the field of two elements, 64
// entries to a word. Elimination is the Method of the Four Russians (Arlazarov
// et al. 1970; Albrecht, Bard and Hart, "Algorithm 898", ACM TOMS 2010).
package gf2

import (
	"context"
	"math/bits"
)

// Matrix is a matrix of bits, each row in Stride words, column j being bit j%64
// of word j/64.
type Matrix struct {
	Rows, Cols int
	Stride     int
	words      []uint64
}

// New returns a zero matrix.
func New(rows, cols int) *Matrix {
	stride := (cols + 63) / 64
	return &Matrix{Rows: rows, Cols: cols, Stride: stride, words: make([]uint64, rows*stride)}
}

// Row returns the words of a row, shared with the matrix.
func (m *Matrix) Row(i int) []uint64 { return m.words[i*m.Stride : (i+1)*m.Stride] }

// Get returns the entry of row i and column j.
func (m *Matrix) Get(i, j int) bool { return m.words[i*m.Stride+j>>6]>>(j&63)&1 != 0 }

// Flip adds one to the entry of row i and column j.
func (m *Matrix) Flip(i, j int) { m.words[i*m.Stride+j>>6] ^= 1 << (j & 63) }

// Add adds row j to row i.
func (m *Matrix) Add(i, j int) {
	src := m.Row(j)
	for w, x := range src {
		m.words[i*m.Stride+w] ^= x
	}
}

// Echelon brings the matrix into reduced row echelon form with respect to its
// first limit columns and returns the pivot columns, in order: row i has its
// first one in column pivots[i], where every other row has a zero. If the
// context ends, it stops in the middle and returns an error.
//
// It takes one word of columns at a time. A pass over that word alone finds up
// to 64 pivot rows and, for every row, which of them it must be given; tables
// of the sums of eight pivot rows each then serve all rows in one sweep.
func (m *Matrix) Echelon(ctx context.Context, limit int) (pivots []int, err error) {
	strip := make([]uint64, m.Rows) // the word of columns at hand
	needs := make([]uint64, m.Rows) // the pivot rows to add, as they were before the strip
	var tables []uint64
	for w := 0; w*64 < limit && len(pivots) < m.Rows; w++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		first := len(pivots)
		mask := ^uint64(0)
		if limit-w*64 < 64 {
			mask = 1<<(limit-w*64) - 1
		}
		for i := range strip {
			strip[i] = m.words[i*m.Stride+w] & mask
			needs[i] = 0
		}
		pivots = m.stripPivots(strip, needs, pivots, w)
		if found := len(pivots) - first; found > 0 {
			tables = m.sums(tables, first, found, w)
			m.addSums(tables, needs, found, w)
		}
	}
	return pivots, nil
}

// stripPivots eliminates within one word of columns, moving each pivot row into
// its place, and notes in needs what to add to the full rows.
func (m *Matrix) stripPivots(strip, needs []uint64, pivots []int, w int) []int {
	first := len(pivots)
	var any uint64
	for _, s := range strip[first:] {
		any |= s
	}
	for ; any != 0 && len(pivots) < m.Rows; any &= any - 1 {
		bit := any & -any
		p, q := len(pivots), len(pivots)
		for q < m.Rows && strip[q]&bit == 0 {
			q++
		}
		if q == m.Rows {
			continue
		}
		if p != q {
			strip[p], strip[q] = strip[q], strip[p]
			needs[p], needs[q] = needs[q], needs[p]
			a, b := m.Row(p), m.Row(q)
			for i := range a {
				a[i], b[i] = b[i], a[i]
			}
		}
		row, sum := strip[p], needs[p]
		change, at := sum^1<<(p-first), bits.TrailingZeros64(bit)
		for i, s := range strip { // without a branch: half of the rows have the bit
			mask := -(s >> (at & 63) & 1)
			strip[i] = s ^ row&mask
			needs[i] ^= change & mask
		}
		strip[p], needs[p] = row, sum
		pivots = append(pivots, w*64+at)
	}
	return pivots
}

// sums returns tables of all sums of each eight of the pivot rows, 256 rows of
// the words from w on in each, every sum one addition away from an earlier one.
func (m *Matrix) sums(tables []uint64, first, found, w int) []uint64 {
	width := m.Stride - w
	size := (found + 7) / 8 * 256 * width
	if cap(tables) < size {
		tables = make([]uint64, size)
	}
	tables = tables[:size]
	for t := 0; t*8 < found; t++ {
		table := tables[t*256*width:]
		clear(table[:width])
		for i := range min(8, found-t*8) {
			row := m.Row(first + t*8 + i)[w:]
			for j := range 1 << i {
				old, sum := table[j*width:][:width], table[(j+1<<i)*width:][:width]
				for x := range sum {
					sum[x] = old[x] ^ row[x]
				}
			}
		}
	}
	return tables
}

// addSums gives every row the sum of the pivot rows it needs.
func (m *Matrix) addSums(tables, needs []uint64, found, w int) {
	width := m.Stride - w
	for i, need := range needs {
		if need == 0 {
			continue
		}
		row := m.Row(i)[w:][:width]
		at := func(t int) []uint64 {
			return tables[(t*256+int(need>>(8*t)&255))*width:][:width]
		}
		t := 0
		if found > 56 { // all eight tables, in one pass
			a, b, c, d, e, f, g, h := at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)
			for x := range row {
				row[x] ^= a[x] ^ b[x] ^ c[x] ^ d[x] ^ e[x] ^ f[x] ^ g[x] ^ h[x]
			}
			continue
		}
		for ; t*8 < found; t++ {
			for x, y := range at(t) {
				row[x] ^= y
			}
		}
	}
}
