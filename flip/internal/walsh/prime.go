package walsh

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"

	"fewest/internal/parallel"
)

// PrimeCoset is a coset of a code over the field of K elements, K a prime.
// Positions whose columns are multiples of one another form a type: a word of
// coefficients c costs, at type t, Costs[t*K + c.t].
type PrimeCoset struct {
	K, Dims int
	Columns [][]uint8 // of each type, its first entry that isn't 0 being 1
	Costs   []int32   // of each type, K of them, none negative
}

// PrimeBest is the word that LightestPrime found.
type PrimeBest struct {
	Word   []uint8 // its coefficients
	Weight int64
	Exact  bool  // no word costs less; false if the context ended first
	Words  int64 // how many words were weighed
}

// Fits reports whether LightestPrime can be asked about a coset.
func (c *PrimeCoset) Fits() bool {
	total := int64(0)
	for at := 0; at < len(c.Costs); at += c.K {
		total += int64(slices.Max(c.Costs[at : at+c.K]))
	}
	return total <= maxTotal && float64(c.Dims)*math.Log2(float64(c.K)) < 62
}

// Nanoseconds estimates the processor time of LightestPrime on a usual machine,
// over all workers.
func (c *PrimeCoset) Nanoseconds() float64 {
	k, low := float64(c.K), float64(primeLow(c.K, c.Dims))
	words := math.Pow(k, float64(c.Dims))
	return words * (1 + low*k*k/(k-1)*0.25 + float64(len(c.Columns))*k*1.5/math.Pow(k, low))
}

// Bytes is how much memory LightestPrime uses with so many workers.
func (c *PrimeCoset) Bytes(workers int) int64 {
	return int64(float64(workers) * (16*math.Pow(float64(c.K), float64(primeLow(c.K, c.Dims)+1)) + float64(len(c.Columns))*32))
}

// primeLow is how many coefficients one transform covers.
func primeLow(k, dims int) int {
	return min(dims, max(1, int(12/math.Log2(float64(k)))))
}

// Weight returns what a word costs.
func (c *PrimeCoset) Weight(word []uint8) int64 {
	sum := int64(0)
	for t, column := range c.Columns {
		v := 0
		for i, x := range column {
			v += int(x) * int(word[i])
		}
		sum += int64(c.Costs[t*c.K+v%c.K])
	}
	return sum
}

// LightestPrime returns the word of least cost, which must fit, starting with a
// word that is known. It carries the idea of Lightest over to more values: bins
// hold a cost for each value of c.t instead of one signed sum, and fixing the
// last coefficient at a joins the K bins (u, 0), ..., (u, K-1) into one,
//
//	next(u)[w] = sum over x of bin(u, x)[w + a x],
//
// while bin (0, 1) is settled at its cost for a. That is the transform of
// Chrestenson (1955) in costs instead of roots of unity: all numbers stay whole
// and not negative, and four prefixes ride in a word as they do for two values.
func LightestPrime(ctx context.Context, coset *PrimeCoset, start []uint8, workers int) PrimeBest {
	best := PrimeBest{Word: slices.Clone(start), Weight: coset.Weight(start), Exact: true}
	if coset.Dims == 0 {
		return best
	}
	low := primeLow(coset.K, coset.Dims)
	high := coset.Dims - low
	share, shares := 0, 1 // the first coefficients of the prefix tell shares apart
	for share < high && shares < 64 {
		share++
		shares *= coset.K
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	results := make([]PrimeBest, shares)
	var lock sync.Mutex
	next := 0
	var all parallel.Group
	for range min(workers, shares) {
		all.Go(func() {
			f := newFolder(coset, low)
			for {
				lock.Lock()
				at := next
				next++
				lock.Unlock()
				if at >= shares {
					return
				}
				results[at] = f.run(ctx, at, share, best.Weight)
			}
		})
	}
	all.Wait()
	for _, r := range results {
		best.Words += r.Words
		best.Exact = best.Exact && r.Exact
		if r.Weight < best.Weight {
			best.Weight, best.Word = r.Weight, r.Word
		}
	}
	return best
}

// folder is a worker of LightestPrime.
type folder struct {
	*PrimeCoset
	low    int
	bin    []int      // of each type: its bin among those of the low coefficients, or -1
	unit   []int      // of each type: its low column is unit times the bin's
	tables [][]uint64 // of each number of coefficients left: K costs a bin, in lanes
	high   [4][]uint8 // the prefixes in the lanes
	word   []uint8    // the low coefficients fixed
	best   PrimeBest
}

func newFolder(c *PrimeCoset, low int) *folder {
	f := &folder{PrimeCoset: c, low: low, word: make([]uint8, low)}
	bins := 0
	for range low + 1 {
		f.tables = append(f.tables, make([]uint64, bins*c.K))
		bins = bins*c.K + 1
	}
	for _, column := range c.Columns {
		bin, unit := f.locate(column[:low])
		f.bin = append(f.bin, bin)
		f.unit = append(f.unit, unit)
	}
	return f
}

// locate returns the bin and the unit of a column: bins are numbered so that
// (u, x) is K bin(u) + x, and (0, 1) comes last.
func (f *folder) locate(column []uint8) (bin, unit int) {
	bin, count := -1, 0
	for _, x := range column {
		switch {
		case bin >= 0:
			// The entry in terms of the first one, which is the unit.
			y := 0
			for y*unit%f.K != int(x) {
				y++
			}
			bin = bin*f.K + y
		case x != 0:
			bin, unit = count*f.K, int(x)
		}
		count = count*f.K + 1
	}
	return bin, unit
}

// run looks at all prefixes whose first coefficients are the digits of a share.
func (f *folder) run(ctx context.Context, number, digits int, above int64) PrimeBest {
	f.best = PrimeBest{Weight: above, Exact: true}
	prefix := make([]uint8, f.Dims-f.low)
	for i := range digits {
		prefix[i] = uint8(number % f.K)
		number /= f.K
	}
	words := int64(1)
	for range f.low {
		words *= int64(f.K)
	}
	lane, settled := 0, uint64(0)
	for more := true; more; {
		if ctx.Err() != nil {
			f.best.Exact = false
			break
		}
		if lane == 0 {
			clear(f.tables[f.low])
			settled = 0
		}
		settled += f.fill(prefix, lane)
		f.high[lane] = append(f.high[lane][:0], prefix...)
		f.best.Words += words
		more = false
		for i := digits; i < len(prefix) && !more; i++ {
			prefix[i] = uint8((int(prefix[i]) + 1) % f.K)
			more = prefix[i] != 0
		}
		if lane++; lane == 4 || !more {
			for empty := lane; empty < 4; empty++ {
				settled += maxTotal << (16 * empty)
			}
			f.fold(f.low, settled, lane)
			lane = 0
		}
	}
	return f.best
}

// fill adds the costs of all types to their bins, in a lane, with the high
// coefficients given, and returns what those in no bin cost.
func (f *folder) fill(prefix []uint8, lane int) (settled uint64) {
	table := f.tables[f.low]
	for t, column := range f.Columns {
		v := 0
		for i, x := range column[f.low:] {
			v += int(x) * int(prefix[i])
		}
		v %= f.K
		own := f.Costs[t*f.K : (t+1)*f.K]
		if f.bin[t] < 0 {
			settled += uint64(own[v]) << (16 * lane)
			continue
		}
		into := table[f.bin[t]*f.K:][:f.K]
		for w := range into {
			into[w] += uint64(own[v]) << (16 * lane)
			if v += f.unit[t]; v >= f.K {
				v -= f.K
			}
		}
	}
	return settled
}

// fold weighs the words with all values of the coefficients left.
func (f *folder) fold(left int, settled uint64, used int) {
	if left == 0 {
		// A lane's top bit stays up where its number isn't below the best.
		if ((settled|tops)-uint64(f.best.Weight)*lanes)&tops != tops {
			f.note(settled, used)
		}
		return
	}
	k, table := f.K, f.tables[left]
	last := table[len(table)-k:]
	next := f.tables[left-1]
	for a := range k {
		if k == 3 {
			join3(next, table, a)
		} else {
			join(next, table, k, a)
		}
		f.word[left-1] = uint8(a)
		f.fold(left-1, settled+last[a], used)
	}
}

// join fixes the last coefficient at a.
func join(next, table []uint64, k, a int) {
	for u := 0; u < len(next); u += k {
		from := table[u*k:][:k*k]
		into := next[u:][:k]
		for w := range into {
			sum, v := uint64(0), w
			for x := 0; x < len(from); x += k {
				sum += from[x+v]
				if v += a; v >= k {
					v -= k
				}
			}
			into[w] = sum
		}
	}
}

// join3 is join for three values.
func join3(next, table []uint64, a int) {
	y, z := [3]int{0, 1, 2}, [3]int{0, 1, 2}
	for w := range 3 {
		y[w], z[w] = 3+(w+a)%3, 6+(w+2*a)%3
	}
	for len(next) >= 3 && len(table) >= 9 {
		from := (*[9]uint64)(table)
		next[0] = from[0] + from[y[0]] + from[z[0]]
		next[1] = from[1] + from[y[1]] + from[z[1]]
		next[2] = from[2] + from[y[2]] + from[z[2]]
		next, table = next[3:], table[9:]
	}
}

// note keeps a word that costs less than the best.
func (f *folder) note(settled uint64, used int) {
	for lane := range used {
		if weight := int64(settled >> (16 * lane) & 0xFFFF); weight < f.best.Weight {
			f.best.Weight = weight
			f.best.Word = append(slices.Clone(f.word), f.high[lane]...)
		}
	}
}
