package lightest

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"fewest/flip/internal/code"
)

// leaf solves what is left when some coefficients are fixed: it finds the least
// cost over the words of the rest of the code. If trace isn't nil, it receives
// the words' values at the types.
type leaf interface {
	cheapest(costs []int32, trace []uint8) int64
	count() int  // of types
	work() int64 // in nodes of the search
}

// trellis finds the cheapest values of types that are bound only by the linear
// relations between their columns, with a table over the relations' sums.
type trellis struct {
	k      int
	types  int
	states int     // k^relations
	moves  [][]int // of each type: for each sum, the sum after a value of 1 is added
	bound  []bool  // of each type: whether any relation holds it
}

func newTrellis(k int, columns [][]uint8) *trellis {
	t := &trellis{k: k, types: len(columns), states: 1}
	work := make([][]uint8, len(columns))
	for i := range columns {
		work[i] = slices.Clone(columns[i])
	}
	pivots := code.Basis(context.Background(), k, work)
	row := map[int]int{}
	for r, at := range pivots {
		row[at] = r
	}
	// Column j without a pivot is the sum of work[j][r] times pivot column r.
	relation := make([][]int, len(columns))
	for j := range columns {
		if _, ok := row[j]; ok {
			continue
		}
		for i := range columns {
			x := 0
			if r, ok := row[i]; ok {
				x = int(work[j][r])
			} else if i == j {
				x = k - 1
			}
			relation[i] = append(relation[i], x)
		}
		t.states *= k
	}
	t.moves = make([][]int, len(columns))
	t.bound = make([]bool, len(columns))
	for i, weights := range relation {
		t.bound[i] = slices.ContainsFunc(weights, func(x int) bool { return x != 0 })
		if !t.bound[i] {
			continue
		}
		t.moves[i] = make([]int, t.states)
		for s := range t.states {
			to, place, rest := 0, 1, s
			for _, x := range weights {
				to += (rest%k + x) % k * place
				rest /= k
				place *= k
			}
			t.moves[i][s] = to
		}
	}
	return t
}

func (t *trellis) count() int  { return t.types }
func (t *trellis) work() int64 { return int64(t.types) * int64(t.states) / 64 }

func (t *trellis) cheapest(costs []int32, trace []uint8) int64 {
	const far = math.MaxInt64 / 4
	sum := int64(0)
	table := make([]int64, t.states)
	for s := range table {
		table[s] = far
	}
	table[0] = 0
	var came [][]uint8
	next := make([]int64, t.states)
	for i := range t.types {
		own := costs[i*t.k : (i+1)*t.k]
		if !t.bound[i] {
			sum += int64(slices.Min(own))
			if trace != nil {
				trace[i] = uint8(slices.Index(own, slices.Min(own)))
			}
			came = append(came, nil)
			continue
		}
		var from []uint8
		if trace != nil {
			from = make([]uint8, t.states)
			came = append(came, from)
		}
		for s := range next {
			next[s] = far
		}
		for s, cost := range table {
			if cost == far {
				continue
			}
			to := s
			for v, c := range own {
				if x := cost + int64(c); x < next[to] {
					next[to] = x
					if from != nil {
						from[to] = uint8(v)
					}
				}
				to = t.moves[i][to]
			}
		}
		table, next = next, table
	}
	if trace != nil {
		s := 0
		for i := t.types - 1; i >= 0; i-- {
			if !t.bound[i] {
				continue
			}
			v := came[i][s]
			trace[i] = v
			for range (t.k - int(v)) % t.k { // back: k-v steps forward
				s = t.moves[i][s]
			}
		}
	}
	return sum + table[0]
}

// maxTransform is the largest dimension that a transform covers: its table
// stays in a processor's nearest cache.
const maxTransform = 12

// transform weighs all words of a code with two values at once, by the fast
// Walsh-Hadamard transform of half the differences of the types' costs.
type transform struct {
	packed []uint32 // of each type: its column
	table  []int32
}

func newTransform(columns [][]uint8, dims int) *transform {
	t := &transform{table: make([]int32, 1<<dims)}
	for _, column := range columns {
		packed := uint32(0)
		for i, x := range column {
			packed |= uint32(x) << i
		}
		t.packed = append(t.packed, packed)
	}
	return t
}

func (t *transform) count() int  { return len(t.packed) }
func (t *transform) work() int64 { return int64(len(t.table)) / 8 }

func (t *transform) cheapest(costs []int32, trace []uint8) int64 {
	table := t.table
	clear(table)
	sum := int32(0)
	for i, at := range t.packed {
		sum += costs[2*i] + costs[2*i+1]
		table[at] = costs[2*i] - costs[2*i+1]
	}
	for half := 1; half < len(table); half *= 2 {
		if half == 1 {
			for i := 0; i+1 < len(table); i += 2 {
				x, y := table[i], table[i+1]
				table[i], table[i+1] = x+y, x-y
			}
			continue
		}
		for at := 0; at < len(table); at += 2 * half {
			low, high := table[at:at+half], table[at+half:at+2*half]
			high = high[:len(low)]
			for i, x := range low {
				y := high[i]
				low[i], high[i] = x+y, x-y
			}
		}
	}
	least := slices.Min(table)
	if trace != nil {
		word := uint32(slices.Index(table, least))
		for i, at := range t.packed {
			trace[i] = uint8(bits.OnesCount32(at&word) & 1)
		}
	}
	return int64(sum+least) / 2
}
