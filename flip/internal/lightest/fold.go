package lightest

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fewest/flip/internal/code"
	"fewest/flip/internal/modular"
)

// A folding fixes the coefficients of a code word one after another. With each
// one fixed, types whose columns differ only in that coordinate fall together
// and their costs add up, so the tables shrink: folding all coordinates of all
// 2^m columns is the fast Walsh-Hadamard transform. Over a field the coordinate
// is chosen so that many types fall together: where words are sums of a row and
// a column pattern, the rows, after which every column is one type.
type folding struct {
	k      int
	levels []level
	leaf   leaf // what is left after the levels
}

// level is one coefficient to fix.
type level struct {
	order int     // its values, 0..order-1
	types int     // before it is fixed
	group []int32 // of each type: its type afterwards, or -1 if it is settled
	shift []uint8 // of each type: what the coefficient is multiplied by
	unit  []uint8 // of each type: the type's value = shift * coefficient + unit * the group's value
}

// fold plans the folding of types given by their columns, or fails if the
// context ends.
func fold(ctx context.Context, k int, field bool, columns [][]uint8, orders []int) (folding, error) {
	f := folding{k: k}
	stages, err := f.plan(ctx, field, columns, orders, len(orders))
	if err == nil {
		f.stop(field, stages)
	}
	return f, err
}

// plan adds up to so many levels, and returns the columns before each level and
// after the last.
func (f *folding) plan(ctx context.Context, field bool, columns [][]uint8, orders []int, most int) ([][][]uint8, error) {
	k := f.k
	orders = slices.Clone(orders)
	stages := [][][]uint8{columns}
	for len(orders) > 0 && len(f.levels) < most {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var direction []uint8
		at := 0
		if field {
			direction, at = frequentDifference(k, columns, len(orders))
		} else {
			at = mergingCoordinate(columns, len(orders))
		}
		l := level{order: orders[at], types: len(columns), shift: make([]uint8, len(columns))}
		next := make([][]uint8, len(columns))
		for i, column := range columns {
			l.shift[i] = column[at]
			column = slices.Clone(column)
			if field {
				code.AddMul(column, direction, k-int(l.shift[i]), k)
			}
			next[i] = slices.Delete(column, at, at+1)
		}
		orders = slices.Delete(orders, at, at+1)
		t := code.Group(k, field, next)
		l.group, l.unit = t.Of, t.Unit
		f.levels = append(f.levels, l)
		columns = t.Columns
		stages = append(stages, columns)
	}
	return stages, nil
}

// stop cuts the levels off where what is left costs least, in nanoseconds or so.
// After i levels there are about k^i nodes. A trellis takes k^(relations+1)
// steps a type; with as many types as dimensions the types are independent and
// the sum of their least costs is the minimum. For two values, all words of the
// rest can be weighed at once.
func (f *folding) stop(field bool, stages [][][]uint8) {
	m := len(f.levels)
	best, transformed, bestCost := m, false, math.Inf(1)
	nodes, spent := 1.0, 0.0
	k := float64(f.k)
	for i := range m + 1 {
		n, dims := len(stages[i]), m-i
		if relations := n - dims; (field || i == m) && float64(relations)*math.Log2(k) <= 24 {
			if cost := spent + nodes*float64(n)*(3*math.Pow(k, float64(relations+1))); cost < bestCost {
				best, transformed, bestCost = i, false, cost
			}
		}
		if f.k == 2 && dims > 0 && dims <= maxTransform {
			if cost := spent + nodes*(float64(n)+math.Exp2(float64(dims))*(1+float64(dims)/2)); cost < bestCost {
				best, transformed, bestCost = i, true, cost
			}
		}
		if i < m {
			spent += nodes * (40 + 1.5*float64(n)*k)
			nodes *= float64(f.levels[i].order)
		}
	}
	f.levels = f.levels[:best]
	if transformed {
		f.leaf = newTransform(stages[best], m-best)
	} else {
		f.leaf = newTrellis(f.k, stages[best])
	}
}

// frequentDifference returns the direction that makes most types fall together
// (or vanish) when the code's coefficient along it is fixed, scaled to 1 at the
// coordinate returned.
func frequentDifference(k int, columns [][]uint8, m int) ([]uint8, int) {
	direction := make([]uint8, m)
	direction[0] = 1 // if there is no type at all, any
	if k == 2 && m <= 64 {
		var counts tally[uint64]
		packed := make([]uint64, len(columns))
		for i, column := range columns {
			for j, x := range column {
				packed[i] |= uint64(x) << j
			}
			counts.add(packed[i])
		}
		samplePairs(len(columns), 45_000, func(i, j int) { counts.add(packed[i] ^ packed[j]) })
		if key, n := counts.most(); n > 0 {
			for j := range direction {
				direction[j] = uint8(key >> j & 1)
			}
		}
	} else {
		var counts tally[string]
		buf := make([]uint8, m)
		count := func() {
			first := slices.IndexFunc(buf, func(x uint8) bool { return x != 0 })
			if first < 0 {
				return
			}
			if x := int(buf[first]); x != 1 {
				code.Scale(buf, modular.Inverse(x, k), k)
			}
			counts.add(string(buf))
		}
		for _, column := range columns {
			copy(buf, column)
			count()
		}
		samplePairs(len(columns), 20_000/k, func(i, j int) {
			for u := 1; u < k; u++ {
				copy(buf, columns[i])
				code.AddMul(buf, columns[j], u, k)
				count()
			}
		})
		if key, n := counts.most(); n > 0 {
			copy(direction, key)
		}
	}
	return direction, slices.IndexFunc(direction, func(x uint8) bool { return x != 0 })
}

// tally counts keys.
type tally[K cmp.Ordered] struct{ counts map[K]int }

func (t *tally[K]) add(key K) {
	if t.counts == nil {
		t.counts = map[K]int{}
	}
	t.counts[key]++
}

// most returns the most frequent key, the least of them if there are several.
func (t *tally[K]) most() (best K, count int) {
	for key, n := range t.counts {
		if n > count || n == count && key < best {
			best, count = key, n
		}
	}
	return best, count
}

// samplePairs visits all pairs of n numbers, or a random sample of most pairs.
func samplePairs(n, most int, visit func(i, j int)) {
	if n*(n-1)/2 <= most {
		for i := range n {
			for j := range i {
				visit(i, j)
			}
		}
		return
	}
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	for range most {
		if i, j := rng.IntN(n), rng.IntN(n); i != j {
			visit(i, j)
		}
	}
}

// mergingCoordinate returns the coordinate without which there are fewest types.
func mergingCoordinate(columns [][]uint8, m int) int {
	fewest := func(at int) int {
		seen := map[string]bool{}
		for _, column := range columns {
			rest := slices.Delete(slices.Clone(column), at, at+1)
			seen[string(rest)] = true
		}
		return len(seen)
	}
	best, bestCount := 0, math.MaxInt
	for at := range m {
		if n := fewest(at); n < bestCount {
			best, bestCount = at, n
		}
	}
	return best
}

// fix fixes level i's coefficient at a: it writes the costs of the types
// afterwards, k a type, and returns what the settled types cost and a lower
// bound on the rest.
func (f *folding) fix(i, a int, costs, next []int32) (settled, bound int64) {
	l := &f.levels[i]
	k := f.k
	clear(next)
	if k == 2 {
		for t, g := range l.group {
			x, y := costs[2*t], costs[2*t+1]
			if a&int(l.shift[t]) != 0 {
				x, y = y, x
			}
			if g < 0 {
				settled += int64(x)
				continue
			}
			next[2*g] += x
			next[2*g+1] += y
		}
		for t := 0; t < len(next); t += 2 {
			bound += int64(min(next[t], next[t+1]))
		}
		return settled, bound
	}
	for t, g := range l.group {
		own := costs[t*k : (t+1)*k]
		v := a * int(l.shift[t]) % k
		if g < 0 {
			settled += int64(own[v])
			continue
		}
		into := next[int(g)*k : (int(g)+1)*k]
		unit := int(l.unit[t])
		for w := range into {
			into[w] += own[v]
			if v += unit; v >= k {
				v -= k
			}
		}
	}
	for t := 0; t < len(next); t += k {
		bound += int64(slices.Min(next[t : t+k]))
	}
	return settled, bound
}

// values returns the value of a code word at each type, given the coefficients
// fixed and the values at the types of the leaf.
func (f *folding) values(fixed []int, leaf []uint8) []uint8 {
	after := leaf
	for i := len(f.levels) - 1; i >= 0; i-- {
		l := &f.levels[i]
		before := make([]uint8, l.types)
		for t, g := range l.group {
			v := fixed[i] * int(l.shift[t])
			if g >= 0 {
				v += int(l.unit[t]) * int(after[g])
			}
			before[t] = uint8(v % f.k)
		}
		after = before
	}
	return after
}
