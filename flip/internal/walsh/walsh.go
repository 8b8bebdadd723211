// Package walsh finds the lightest word of a coset by weighing every word: for
// codes of up to 40 dimensions or so, whose words are too many to be walked one
// by one and too alike for a bound to tell apart. It knows no puzzle.
//
// Lemma. Let a code over the field of two elements have d generators, let the
// positions be grouped by their column t (a vector of d bits, the position's
// value in each generator), and let v(t) be the number of positions with column
// t where a word x is 0, less the number of those where it is 1. Then for a
// coefficient vector c
//
//	weight(x + c) = (n - y(c)) / 2,  y(c) = sum over t of v(t) (-1)^(c.t),
//
// where n is the number of positions. So the lightest word of the coset is
// where y, the Walsh-Hadamard transform of v, is largest. (MacWilliams and
// Sloane, "The Theory of Error-Correcting Codes", chapter 14.)
//
// The transform of all 2^d words would not fit any memory, and v is 0 nearly
// everywhere. So the coefficients are split: for each value of the upper ones,
// the prefix, the signs that it gives are known, the types fall into bins by
// what is left of their columns, and the fast transform of the bins weighs all
// words with that prefix. Four prefixes ride in the four 16-bit lanes of a word.
//
// Which method when: branch and bound (package lightest) ends at once where types
// fall together as coefficients are fixed, as those of the mask of a row and a
// column do, or where a plan meets an easy bound; it should have a moment first.
// Where it doesn't end, Nanoseconds tells what this package needs, and that is
// the same for the easiest coset and the hardest.
package walsh

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"sync"

	"fewest/internal/parallel"
)

// Coset is a coset x + C of a code C over the field of two elements.
type Coset struct {
	Dims    int      // generators of the code, at most MaxDims
	Columns []uint64 // of each type: bit i is its value in generator i
	Sums    []int32  // of each type: its positions where x is 0 less those where it is 1
}

// MaxDims is how many generators a code may have.
const MaxDims = 62

// maxTotal is the largest sum of absolute Sums that a lane has room for: a lane
// holds numbers up to twice that, and its highest bit is used for comparing.
const maxTotal = 1<<14 - 1

// Options are a start, limits and symmetries of Lightest.
type Options struct {
	Start    uint64 // coefficients of a word that is known to be good
	Maps     []Map  // generators of a group that maps the coset to itself; may be empty
	Workers  int    // goroutines; 0 for as many as there are processors
	Progress func(best int64, done float64)
}

// Best is the word found.
type Best struct {
	Word  uint64 // its coefficients
	Sum   int64  // its y: the positions where it is 0 less those where it is 1
	Exact bool   // no word has a larger y; false if the context ended first
	Words int64  // how many words were weighed, those seen by symmetry not counted
}

// Fits reports whether Lightest can be asked about a coset: one of at most
// MaxDims dimensions, on positions that a lane can count.
func (c *Coset) Fits() bool {
	total := int64(0)
	for _, s := range c.Sums {
		total += int64(max(s, -s))
	}
	return c.Dims <= MaxDims && total <= maxTotal
}

// Bytes is how much memory Lightest uses for a coset with so many workers.
func (c *Coset) Bytes(workers int) int64 {
	return int64(workers) * (8<<lowDims(c.Dims) + int64(len(c.Columns))*24)
}

// Nanoseconds estimates the processor time of Lightest on a usual machine, over
// all workers; order is the order of the group that maps the coset to itself.
func (c *Coset) Nanoseconds(order int) float64 {
	low := lowDims(c.Dims)
	prefixes := math.Exp2(float64(c.Dims-low)) / float64(max(order, 1))
	return prefixes * (0.8*math.Exp2(float64(low)) + 1.5*float64(len(c.Columns)))
}

// lowDims is how many coefficients one transform covers: its table of 8 bytes a
// word stays in the nearest cache, and is large enough for filling the bins not to
// matter.
func lowDims(dims int) int { return min(dims, 12) }

// Sum returns y of a word.
func (c *Coset) Sum(word uint64) int64 {
	y := int64(0)
	for t, column := range c.Columns {
		y += int64(c.Sums[t]) * int64(1-2*(bits.OnesCount64(column&word)&1))
	}
	return y
}

// Lightest returns the word of the largest y. The coset must fit. Each worker
// has prefixes of its own, and of words alike the one with the first prefix is
// chosen, so that the answer doesn't depend on how many workers there are.
//
// Lemma. If a group maps the coset to itself by permuting positions, it acts on
// the coefficients by affine maps, and words in one orbit weigh the same. Where
// a subspace L of the coefficients is invariant under the linear parts, the
// group acts on the cosets of L, and it is enough to look at one of each orbit
// of them. If the group's order is a power of two there are invariant subspaces
// of every dimension (see flag).
func Lightest(ctx context.Context, coset *Coset, opt Options) Best {
	best := Best{Word: opt.Start, Sum: coset.Sum(opt.Start), Exact: true}
	if coset.Dims == 0 {
		return best
	}
	low := lowDims(coset.Dims)
	group := closure(coset.Dims, opt.Maps)
	basis, invariant := flag(coset.Dims, group, low)
	if !invariant {
		group = nil
	}
	w := newWalk(coset, basis, low, group)
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	chunks := min(1<<w.high, 256)
	results := make([]found, chunks)
	var lock sync.Mutex
	next, done, largest := 0, 0, best.Sum
	var all parallel.Group
	for range min(workers, chunks) {
		all.Go(func() {
			walker := w.walker()
			for {
				lock.Lock()
				at := next
				next++
				lock.Unlock()
				if at >= chunks || ctx.Err() != nil {
					return
				}
				r := walker.run(ctx, at, chunks, best.Sum)
				lock.Lock()
				results[at] = r
				done++
				largest = max(largest, r.sum)
				if opt.Progress != nil {
					opt.Progress(largest, float64(done)/float64(chunks))
				}
				lock.Unlock()
			}
		})
	}
	all.Wait()
	for _, r := range results {
		best.Words += r.prefixes << low
		best.Exact = best.Exact && r.complete
		if r.sum > best.Sum {
			best.Sum, best.Word = r.sum, combine(basis, r.word)
		}
	}
	return best
}

// combine returns the sum of the basis vectors that the bits of a word name.
func combine(basis []uint64, word uint64) uint64 {
	sum := uint64(0)
	for ; word != 0; word &= word - 1 {
		sum ^= basis[bits.TrailingZeros64(word)]
	}
	return sum
}
