package leaders

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"fewest/flip/internal/code"
	"fewest/flip/internal/lanes"
	"fewest/flip/internal/modular"
)

// passesBytes returns the memory that passes needs, or 0 if it can't be used.
func passesBytes(c *code.Code) int64 {
	n := c.Cosets()
	perCoset := int64(1)
	if !c.Field() {
		perCoset = 9 // a queue as well
	}
	if !n.IsInt64() || n.Int64() > 1<<40 || len(c.Columns)*(c.K-1) > 250 {
		return 0
	}
	return n.Int64()*perCoset + 64
}

// passes takes the census with a byte for each coset and as many passes over
// them as the code has dimensions.
//
// Lemma: over a field the positions that aren't pivots of the code are
// coordinates of its cosets, for each coset has one word that is 0 at all
// pivots. With unit vectors of these positions alone the weight of a coset is
// the sum of its coordinates. Each pivot's unit vector lies in a coset too, a
// combination of the coordinates; if d holds the least weights without it, then
// the minimum over a of d[s - a*combination] + a holds them with it, so one pass
// for each pivot leaves the weights of all leaders. The passes may come in any
// order, for a leader uses each position once.
func passes(ctx context.Context, c *code.Code) (Census, error) {
	switch {
	case c.K == 2:
		return passBits(ctx, c)
	case c.Field():
		return passDigits(ctx, c)
	default:
		return searchQuotient(ctx, c)
	}
}

// coordinates brings the code into a basis with pivots and returns the
// positions that are coordinates and, for each pivot, its combination of them.
func coordinates(ctx context.Context, c *code.Code) (free []int, combinations [][]uint8) {
	columns := make([][]uint8, len(c.Columns))
	for i, column := range c.Columns {
		columns[i] = slices.Clone(column)
	}
	pivots := code.Basis(ctx, c.K, columns)
	for at := range columns {
		if !slices.Contains(pivots, at) {
			free = append(free, at)
		}
	}
	for i := range pivots {
		combination := make([]uint8, len(free))
		for j, at := range free {
			combination[j] = uint8((c.K - int(columns[at][i])) % c.K)
		}
		combinations = append(combinations, combination)
	}
	return free, combinations
}

// swapBytes moves byte i to byte i^by.
func swapBytes(x uint64, by int) uint64 {
	if by&1 != 0 {
		x = x>>8&0x00FF00FF00FF00FF | x&0x00FF00FF00FF00FF<<8
	}
	if by&2 != 0 {
		x = x>>16&0x0000FFFF0000FFFF | x&0x0000FFFF0000FFFF<<16
	}
	if by&4 != 0 {
		x = bits.RotateLeft64(x, 32)
	}
	return x
}

// passBits is passes for two values, eight cosets to a word of memory.
func passBits(ctx context.Context, c *code.Code) (Census, error) {
	free, combinations := coordinates(ctx, c)
	n := len(free)
	weights := make([]uint64, max(1, 1<<max(n-3, 0)))
	const eight = 0x0302020102010100 // the weights of 0 to 7
	for w := range weights {
		weights[w] = eight + uint64(bits.OnesCount(uint(w)))*lanes.Low
	}
	for _, combination := range combinations {
		mask := 0
		for j, x := range combination {
			mask |= int(x) << j
		}
		if err := passWord(ctx, weights, mask); err != nil {
			return Census{}, err
		}
	}
	size := int64(1) << n
	counts := make([]int64, 256)
	for w, x := range weights {
		if w&0xFFFFF == 0 && ctx.Err() != nil {
			return Census{}, ctx.Err()
		}
		for i := range min(8, size) {
			counts[x>>(8*i)&255]++
		}
	}
	out := newCensus(counts, size)
	far := uint64(len(out.Counts) - 1)
	out.Far = func(visit func([]uint8) bool) {
		word := make([]uint8, len(c.Columns))
		for s := range size {
			if weights[s>>3]>>(8*(s&7))&255 == far {
				for j, at := range free {
					word[at] = uint8(s >> j & 1)
				}
				if !visit(word) {
					return
				}
			}
		}
	}
	return out, nil
}

// passWord makes one pass: every coset may be reached from the one that differs
// by mask, for one more.
func passWord(ctx context.Context, weights []uint64, mask int) error {
	high, low := mask>>3, mask&7
	if high == 0 {
		for w, x := range weights {
			weights[w] = lanes.Min(x, swapBytes(x, low)+lanes.Low)
		}
		return ctx.Err()
	}
	block := 1 << (bits.Len(uint(high)) - 1)
	rest := high &^ block
	for base := 0; base < len(weights); base += 2 * block {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		first, second := weights[base:base+block], weights[base+block:base+2*block]
		for i, x := range first {
			if i&0xFFFFF == 0xFFFFF && ctx.Err() != nil {
				return ctx.Err()
			}
			y := second[i^rest]
			first[i] = lanes.Min(x, swapBytes(y, low)+lanes.Low)
			second[i^rest] = lanes.Min(y, swapBytes(x, low)+lanes.Low)
		}
	}
	return nil
}

func newCensus(counts []int64, states int64) Census {
	out := Census{States: states}
	for len(counts) > 0 && counts[len(counts)-1] == 0 {
		counts = counts[:len(counts)-1]
	}
	for _, n := range counts {
		out.Counts = append(out.Counts, big.NewInt(n))
	}
	return out
}

// passDigits is passes for a prime number of values: cosets are numbers in base
// k, and a pass goes around the orbits of adding a combination.
func passDigits(ctx context.Context, c *code.Code) (Census, error) {
	k := c.K
	free, combinations := coordinates(ctx, c)
	n := len(free)
	low := n / 2 // digits split so that adding is two table look-ups
	size := func(digits int) int {
		s := 1
		for range digits {
			s *= k
		}
		return s
	}
	lows, highs := size(low), size(n-low)
	weights := make([]uint8, lows*highs)
	lowWeights, highWeights := digitSums(k, low), digitSums(k, n-low)
	for h, x := range highWeights {
		for l, y := range lowWeights {
			weights[h*lows+l] = x + y
		}
	}
	orbit, places := make([]uint8, k), make([]int, k)
	for _, combination := range combinations {
		addLow, addHigh := adder(k, combination[:low]), adder(k, combination[low:])
		digit := slices.IndexFunc(combination, func(x uint8) bool { return x != 0 })
		if digit < 0 {
			continue
		}
		for h := range highs {
			if h&63 == 0 && ctx.Err() != nil {
				return Census{}, ctx.Err()
			}
			if digit >= low && h/size(digit-low)%k != 0 {
				continue
			}
			for l := range lows {
				if digit < low && l/size(digit)%k != 0 {
					continue
				}
				for i, hh, ll := 0, h, l; i < k; i++ {
					places[i] = hh*lows + ll
					orbit[i] = weights[places[i]]
					hh, ll = int(addHigh[hh]), int(addLow[ll])
				}
				around(orbit)
				for i, x := range orbit {
					weights[places[i]] = x
				}
			}
		}
	}
	counts := make([]int64, 256)
	for _, x := range weights {
		counts[x]++
	}
	out := newCensus(counts, int64(len(weights)))
	far := uint8(len(out.Counts) - 1)
	out.Far = func(visit func([]uint8) bool) {
		word := make([]uint8, len(c.Columns))
		for s, weight := range weights {
			if weight != far {
				continue
			}
			for j, rest := 0, s; j < n; j++ {
				word[free[j]] = uint8(rest % k)
				rest /= k
			}
			if !visit(word) {
				return
			}
		}
	}
	return out, nil
}

// around lowers the entries of a cycle to one more than the one before.
func around(cycle []uint8) {
	before := cycle[len(cycle)-1]
	for range 2 {
		for i, x := range cycle {
			if before < 255 && before+1 < x {
				x = before + 1
				cycle[i] = x
			}
			before = x
		}
	}
}

// digitSums lists the digit sums of the numbers of n digits in base k.
func digitSums(k, n int) []uint8 {
	sums := []uint8{0}
	for range n {
		m := len(sums)
		for d := 1; d < k; d++ {
			for i := range m {
				sums = append(sums, sums[i]+uint8(d))
			}
		}
	}
	return sums
}

// adder lists the sums, without carries, of all numbers and the one given.
func adder(k int, digits []uint8) []int32 {
	table := []int32{0}
	power := int32(1)
	for _, x := range digits {
		m := len(table)
		next := make([]int32, 0, m*k)
		for d := range k {
			sum := int32((d + int(x)) % k)
			for _, y := range table {
				next = append(next, y+sum*power)
			}
		}
		table = next
		power *= int32(k)
	}
	return table
}

// searchQuotient takes the census for composite k, breadth first over the
// cosets. A coset is told by its word that is reduced by the Howell form of the
// code: below the pivot's value at pivots.
func searchQuotient(ctx context.Context, c *code.Code) (Census, error) {
	n, k := len(c.Columns), c.K
	rows := make([][]uint8, len(c.Orders))
	for i := range rows {
		rows[i] = make([]uint8, n)
		for at, column := range c.Columns {
			rows[i][at] = column[i]
		}
	}
	radix := make([]int, n)
	reducer := make([][]uint8, n)
	for i := range radix {
		radix[i] = k
	}
	form, err := modular.Howell(ctx, rows, n, k)
	if err != nil {
		return Census{}, err
	}
	for _, row := range form {
		radix[row.Pivot] = int(row.Entries[row.Pivot])
		reducer[row.Pivot] = row.Entries
	}
	size := 1
	for _, r := range radix {
		size *= r
	}
	if size > 1<<32-1 {
		return Census{}, fmt.Errorf("%d cosets are too many", size)
	}
	const unreached = 255
	weights := make([]uint8, size)
	for i := range weights {
		weights[i] = unreached
	}
	index := func(word []uint8) uint32 {
		at, place := 0, 1
		for i, r := range radix {
			if q := int(word[i]) / r; q > 0 && reducer[i] != nil {
				code.AddMul(word[i:], reducer[i][i:], k-q, k)
			}
			at += int(word[i]) * place
			place *= r
		}
		return uint32(at)
	}
	decode := func(at uint32, word []uint8) {
		for i, r := range radix {
			word[i] = uint8(int(at) % r)
			at /= uint32(r)
		}
	}
	weights[0] = 0
	layer, next := []uint32{0}, []uint32(nil)
	counts := make([]int64, 256)
	word, moved := make([]uint8, n), make([]uint8, n)
	for d := 0; len(layer) > 0; d++ {
		counts[d] = int64(len(layer))
		next = next[:0]
		for i, at := range layer {
			if i&1023 == 0 && ctx.Err() != nil {
				return Census{}, ctx.Err()
			}
			decode(at, word)
			for j := range n {
				copy(moved, word)
				moved[j] = uint8((int(moved[j]) + 1) % k)
				if to := index(moved); weights[to] == unreached {
					weights[to] = uint8(d + 1)
					next = append(next, to)
				}
			}
		}
		layer, next = next, layer
	}
	out := newCensus(counts, int64(size))
	out.Far = func(visit func([]uint8) bool) {
		for at, weight := range weights {
			if int(weight) != len(out.Counts)-1 {
				continue
			}
			if decode(uint32(at), word); !visit(word) {
				return
			}
		}
	}
	return out, nil
}
