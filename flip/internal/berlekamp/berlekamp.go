// Package berlekamp decides how far from the even half of the Gale-Berlekamp
// code a grid can be. The code has the grids r_i + c_j (modulo 2) of n rows and
// m columns, both odd, with an even number of rows and an even number of columns
// flipped; it is the kernel of the mask of a row and a column. Its covering
// radius is one more than that of the whole code as far as both are known (OEIS
// A005311). The package knows no puzzle.
//
// Write a grid as columns of +1 and -1. A set of rows x has the sums s_j(x) over
// the columns with the rows of x negated, all odd, and F(x) = sum |s_j(x)|.
//
// Lemma 1. A grid of the code together with x flips columns, an even number if x
// is even and an odd one if it is odd; of a set and its complement, which flip
// the same with all columns flipped besides, one will do. Flipping each column
// with a negative sum leaves (n m - F(x)) / 2 cells negative. All grids of a
// coset have cells negative in the same parity, so if that number has the wrong
// parity, the column with the least |s_j| is flipped back. So with T = n m - 2 D,
// a grid of D's parity is at distance at least D exactly if for all x
//
//	F(x) <= T              where F(x) = T modulo 4,
//	F(x) - 2 min |s_j(x)| <= T   elsewhere.
//
// A grid at any distance of at least D has D's parity or that of D + 1, so the
// radius is at least D exactly if there is a grid for D or one for D + 1.
//
// Lemma 2. The condition depends on the columns alone, up to their order, up to
// signs (n is odd, so with a column negated any parity can be had), and up to
// permutations and negations of rows. So a grid is a multiset of m of the
// 2^(n-1) columns whose last entry is +1.
//
// In half-units let cons(c, x) = (|s| - 1)/2 be what a column consumes, used(x)
// what the columns together do, and cap = (T + 2 - m)/2. Let least(x) be the
// least cons. Then the condition is used <= cap + 2 least(x) where used has cap's
// parity, and used < cap elsewhere.
//
// Lemma 3. With columns still to come, used <= cap if two or more come, and used
// <= cap + least(x) if one does. For each consumes at least the least of all in
// the end, L, and used + k L <= cap + 2 L in the end, with k columns to come and
// L <= least(x).
//
// The search adds columns in ascending order and keeps of each set of rows what
// is left; columns that don't fit any more are dropped for good.
package berlekamp

import (
	"context"
	"math/big"
	"math/bits"
)

// Grid is a multiset of columns, each a set of rows: bit i is set where row i is
// negative. The last row is positive everywhere.
type Grid []uint16

// Limits of the sizes that Exists decides.
const (
	MaxRows = 15
	maxCap  = 120 // a byte keeps what is left of a set of rows
)

// Result is what Exists found.
type Result struct {
	Grid    Grid  // a grid at the distance asked for or farther, of its parity; nil if none was found
	Decided bool  // Grid, or its absence, is certain; false if the context ended
	Classes int64 // of the first columns, one of each kept
	Nodes   int64 // of the search in depth
}

// Fits reports whether Exists can decide about grids of a size at a distance.
func Fits(rows, cols, distance int) bool {
	return rows >= 3 && cols >= 3 && rows%2 == 1 && cols%2 == 1 && rows <= MaxRows && newCap(rows, cols, distance) <= maxCap
}

// newCap is the cap of Lemma 2.
func newCap(rows, cols, distance int) int { return ((rows-1)*cols - 2*distance + 2) / 2 }

// Far reports whether a grid passes the test of Lemma 1: whether, with column
// signs that give it the distance's parity, it is at that distance or farther.
func Far(rows int, grid Grid, distance int) bool {
	t := rows*len(grid) - 2*distance
	for x := range uint16(1) << (rows - 1) {
		sum, least := 0, rows
		for _, c := range grid {
			s := rows - 2*bits.OnesCount16(c^x)
			s = max(s, -s)
			sum += s
			least = min(least, s)
		}
		if (sum-t)%4 != 0 {
			sum -= 2 * least
		}
		if sum > t {
			return false
		}
	}
	return true
}

// Options are what Exists may use and tell.
type Options struct {
	Workers  int                // goroutines; 0 for as many as there are processors
	Progress func(done float64) // called now and then with the share of classes done
}

// Exists decides whether a grid of so many rows and columns is at a distance of
// at least the one given and of its parity; the size must fit. It is fastest
// with the rows as the shorter side. The answer doesn't depend on the number of
// workers.
func Exists(ctx context.Context, rows, cols, distance int, opt Options) Result {
	t := newTables(rows, cols, distance)
	if t.cap < (rows-1)/2 {
		return Result{Decided: true} // not even one column fits: Lemma 3 at x = c
	}
	return t.search(ctx, opt)
}

// Count returns how many cosets of the even half are at a distance of at least
// the one given and of its parity, or an error if the context ends first. The
// size must fit, and be small: no symmetry is used but that of rows negated.
func Count(ctx context.Context, rows, cols, distance int) (*big.Int, error) {
	t := newTables(rows, cols, distance)
	total := new(big.Int)
	if t.cap < (rows-1)/2 {
		return total, nil
	}
	s := newSearcher(ctx, t)
	s.leaf = func() bool {
		total.Add(total, orders(s.columns))
		return false
	}
	s.push(0, 0)
	s.candidates[1] = s.all(0)
	s.prepare(1)
	s.extend(1)
	if s.stopped {
		return nil, ctx.Err()
	}
	return total, nil
}

// orders returns in how many orders the columns can stand with the first, which
// is the least, in front. Summed over all multisets that start with column 0
// that is the number of cosets: there are 2^(m-1) ways to give an ordered list
// of types signs of one parity, 2^(n-1) ways to negate rows so that the first
// type is 0, and 2^(n+m-2) grids in a coset.
func orders(columns []uint16) *big.Int {
	ways := new(big.Int).MulRange(1, int64(len(columns)-1))
	run := int64(1)
	for i := 2; i < len(columns); i++ {
		if columns[i] == columns[i-1] {
			run++
		} else {
			run = 1
		}
		if run > 1 {
			ways.Div(ways, big.NewInt(run))
		}
	}
	return ways
}
