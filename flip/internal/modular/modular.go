// Package modular is linear algebra over the integers modulo k, prime or not,
// for 2 <= k <= 255: vectors, and the solutions of linear systems. For k = 2
// vectors are packed bits and elimination is package gf2's; otherwise an entry
// is a byte and elimination gives the Howell form (Howell 1986; Storjohann and
// Mulders 1998), which is the echelon form when k is prime.
package modular

import (
	"context"
	"crypto/subtle"

	"fewest/flip/internal/gf2"
)

// Space is the module of vectors of Len entries modulo K. A vector is a slice
// of bytes: bits packed eight to a byte for K = 2, else one entry a byte.
type Space struct{ K, Len int }

// Bytes returns the length of a vector in bytes.
func (s Space) Bytes() int {
	if s.K == 2 {
		return (s.Len + 7) / 8
	}
	return s.Len
}

// New returns a zero vector.
func (s Space) New() []byte { return make([]byte, s.Bytes()) }

// Get returns entry i.
func (s Space) Get(v []byte, i int) int {
	if s.K == 2 {
		return int(v[i>>3] >> (i & 7) & 1)
	}
	return int(v[i])
}

// AddAt adds a, 0 <= a < K, to entry i.
func (s Space) AddAt(v []byte, i, a int) {
	if s.K == 2 {
		v[i>>3] ^= byte(a) << (i & 7)
		return
	}
	v[i] = byte((int(v[i]) + a) % s.K)
}

// AddMul adds a times src to dst, 0 <= a < K.
func (s Space) AddMul(dst, src []byte, a int) {
	switch {
	case a == 0:
	case s.K == 2:
		subtle.XORBytes(dst, dst, src)
	default:
		var times [256]byte // entries times a
		for i, x := 0, 0; i < s.K; i++ {
			times[i] = byte(x)
			if x += a; x >= s.K {
				x -= s.K
			}
		}
		k := uint(s.K)
		for i, x := range src {
			sum := uint(dst[i]) + uint(times[x])
			if sum >= k {
				sum -= k
			}
			dst[i] = byte(sum)
		}
	}
}

// Unpack writes the entries of v, one a byte, into dst.
func (s Space) Unpack(dst, v []byte) {
	if s.K != 2 {
		copy(dst, v[:s.Len])
		return
	}
	for i := range s.Len {
		dst[i] = v[i>>3] >> (i & 7) & 1
	}
}

// Inverse returns the inverse of a modulo k, or 0 if there is none.
func Inverse(a, k int) int {
	g, s := extended(a, k)
	if g != 1 {
		return 0
	}
	return ((s % k) + k) % k
}

// IsPrime reports whether k is prime.
func IsPrime(k int) bool {
	for d := 2; d*d <= k; d++ {
		if k%d == 0 {
			return false
		}
	}
	return k >= 2
}

// extended returns g = gcd(a, b) and s with s*a = g modulo b.
func extended(a, b int) (g, s int) {
	s0, s1 := 1, 0
	for b != 0 {
		q := a / b
		a, b = b, a%b
		s0, s1 = s1, s0-q*s1
	}
	return a, s0
}

// Solution is the set of solutions of a linear system modulo K: Particular plus
// all combinations of the rows of Kernel.
type Solution struct {
	Particular []uint8   // one entry an unknown; nil if the system has no solution
	Kernel     [][]uint8 // generators
	Orders     []int     // coefficients 0..Orders[i]-1 of Kernel[i] give every word once
}

// Solve solves the system of the given equations, each a vector of a Space of
// unknowns+1 entries: the coefficients and, last, a constant c that stands for
// the equation "sum of coefficient times unknown, plus c, is zero".
//
// It brings the transposed system, with the identity beside it, into echelon
// form: rows with nothing left on the side of the equations are the kernel. An
// error means that the context has ended.
func Solve(ctx context.Context, k, unknowns int, equations [][]byte) (Solution, error) {
	if k == 2 {
		return solveBits(ctx, unknowns, equations)
	}
	n := len(equations)
	rows := make([][]uint8, unknowns)
	for j := range rows {
		rows[j] = make([]uint8, n+unknowns)
		for i, e := range equations {
			rows[j][i] = e[j]
		}
		rows[j][n+j] = 1
	}
	form, err := Howell(ctx, rows, n+unknowns, k)
	if err != nil {
		return Solution{}, err
	}
	s := Space{k, n + unknowns}
	rest := s.New() // minus the constants, reduced by the rows; on the right, the solution
	for i, e := range equations {
		rest[i] = e[unknowns]
	}
	consistent := true
	var out Solution
	for _, row := range form {
		if row.Pivot >= n {
			out.Kernel = append(out.Kernel, row.Entries[n:])
			out.Orders = append(out.Orders, k/int(row.Entries[row.Pivot]))
			continue
		}
		g, x := int(row.Entries[row.Pivot]), int(rest[row.Pivot])
		if x%g != 0 {
			consistent = false
			break
		}
		s.AddMul(rest, row.Entries, (k-x/g)%k)
	}
	for _, x := range rest[:n] {
		consistent = consistent && x == 0
	}
	if consistent {
		out.Particular = rest[n:]
	}
	return out, nil
}

// solveBits is Solve for k = 2.
func solveBits(ctx context.Context, unknowns int, equations [][]byte) (Solution, error) {
	n := len(equations)
	s := Space{2, unknowns + 1}
	m := gf2.New(unknowns, n+unknowns)
	rest := make([]uint64, m.Stride)
	for i, e := range equations {
		for j := 0; j < unknowns; j++ {
			if e[j>>3] == 0 {
				j |= 7
				continue
			}
			if s.Get(e, j) != 0 {
				m.Flip(j, i)
			}
		}
		rest[i>>6] |= uint64(s.Get(e, unknowns)) << (i & 63)
	}
	for j := range unknowns {
		m.Flip(j, n+j)
	}
	pivots, err := m.Echelon(ctx, n)
	if err != nil {
		return Solution{}, err
	}
	for i, p := range pivots {
		if rest[p>>6]>>(p&63)&1 != 0 {
			for w, x := range m.Row(i) {
				rest[w] ^= x
			}
		}
	}
	unpack := func(row []uint64) []uint8 {
		out := make([]uint8, unknowns)
		for j := range out {
			out[j] = uint8(row[(n+j)>>6] >> ((n + j) & 63) & 1)
		}
		return out
	}
	var out Solution
	consistent := true
	for w := 0; w*64 < n; w++ {
		x := rest[w]
		if n-w*64 < 64 {
			x &= 1<<(n-w*64) - 1
		}
		consistent = consistent && x == 0
	}
	if consistent {
		out.Particular = unpack(rest)
	}
	for i := len(pivots); i < unknowns; i++ {
		out.Kernel = append(out.Kernel, unpack(m.Row(i)))
		out.Orders = append(out.Orders, 2)
	}
	return out, nil
}

// Row is a row of a Howell form: its first entry that isn't zero is at Pivot
// and divides k.
type Row struct {
	Pivot   int
	Entries []uint8
}

// Howell returns rows that generate what the given rows generate, in Howell
// form: pivots rise, and the rows with a pivot at column j or later generate
// every generated vector that is zero before column j. The rows given are
// overwritten. An error means that the context has ended.
func Howell(ctx context.Context, rows [][]uint8, cols, k int) ([]Row, error) {
	s := Space{k, cols}
	var form []Row
	for j := 0; j < cols && len(rows) > 0; j++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var pivot []uint8
		rest := rows[:0]
		for _, row := range rows {
			switch {
			case row[j] == 0:
				rest = append(rest, row)
			case pivot == nil:
				pivot = row
				normalise(s, pivot, j)
			default:
				if row[j]%pivot[j] != 0 {
					combine(s, pivot, row, j)
				}
				s.from(j).AddMul(row[j:], pivot[j:], (k-int(row[j]/pivot[j]))%k)
				rest = append(rest, row)
			}
		}
		rows = rest
		if pivot == nil {
			continue
		}
		form = append(form, Row{j, pivot})
		if g := int(pivot[j]); g > 1 { // k/g times the row is zero here but perhaps not later
			extra := s.New()
			s.AddMul(extra, pivot, k/g)
			rows = dropZero(append(rows, extra), j+1)
		}
	}
	return form, nil
}

// from is the space of the entries from j on.
func (s Space) from(j int) Space { return Space{s.K, s.Len - j} }

// dropZero removes rows that are zero from column j on, for composite k, where
// every pivot can add a row.
func dropZero(rows [][]uint8, j int) [][]uint8 {
	kept := rows[:0]
	for _, row := range rows {
		for _, x := range row[j:] {
			if x != 0 {
				kept = append(kept, row)
				break
			}
		}
	}
	return kept
}

// normalise multiplies a row by a unit so that its entry j divides k.
func normalise(s Space, row []uint8, j int) {
	a := int(row[j])
	g, _ := extended(a, s.K)
	for u := 1; u < s.K; u++ {
		if u*a%s.K == g && Inverse(u, s.K) != 0 {
			scale(s, row, u)
			return
		}
	}
}

func scale(s Space, row []uint8, u int) {
	if u == 1 {
		return
	}
	for i, x := range row {
		row[i] = uint8(int(x) * u % s.K)
	}
}

// combine replaces two rows by combinations that generate the same, so that
// entry j of the first divides that of the second.
func combine(s Space, p, q []uint8, j int) {
	a, b := int(p[j]), int(q[j])
	g, x := extended(a, b) // x*a + y*b = g
	y := (g - x*a) / b
	u, v := -b/g, a/g // determinant x*v - y*u = 1
	for i := range p {
		pi, qi := int(p[i]), int(q[i])
		p[i] = uint8((((x*pi + y*qi) % s.K) + s.K) % s.K)
		q[i] = uint8((((u*pi + v*qi) % s.K) + s.K) % s.K)
	}
	normalise(s, p, j)
}
