package switching

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"fewest/answer"
	"fewest/flip/internal/code"
	"fewest/flip/internal/lanes"
	"fewest/flip/internal/leaders"
)

// maxNumbers bounds the cells of grids whose counts are listed: as many numbers
// with as many digits.
const maxNumbers = 5000

// Count takes the census of the forms of grids: how many there are of each
// weight, the weight of a form being that of its lightest grid.
//
// Both sides even: binomials. One side even: with c lines of odd length r (c
// even), the lightest grid takes the lighter of each line and, if that flips an
// odd number, the cheapest repair. With A_a(x) = sum of binomial(r, w) x^w over
// w <= (r-a)/2, the forms per weight are A_1^c + sum over odd a of
// x^a (A_a^c - A_{a+2}^c). Both sides odd: see odd.
func Count(ctx context.Context, rows, cols int) (leaders.Census, error) {
	r, c := rows, cols
	switch {
	case r%2 == 1 && c%2 == 1:
		return countOdd(ctx, r, c)
	case r*c > maxNumbers:
		return leaders.Census{}, answer.Stop{Cause: answer.OwnLimit, What: "too many numbers with too many digits to list"}
	case r%2 == 0 && c%2 == 0:
		out := leaders.Census{Far: Farthest(r, c)}
		for d := range r*c + 1 {
			out.Counts = append(out.Counts, new(big.Int).Binomial(int64(r*c), int64(d)))
		}
		return out, nil
	case r%2 == 0:
		r, c = c, r
	}
	out := leaders.Census{Far: Farthest(rows, cols)}
	for range c*(r-1)/2 + 2 {
		out.Counts = append(out.Counts, new(big.Int))
	}
	add := func(shift int, poly []*big.Int, sign int64) {
		for i, x := range poly {
			at := out.Counts[i+shift]
			at.Add(at, new(big.Int).Mul(x, big.NewInt(sign)))
		}
	}
	var before []*big.Int
	for a := 1; a <= r+2; a += 2 {
		if ctx.Err() != nil {
			return leaders.Census{}, ctx.Err()
		}
		var line, all []*big.Int
		for w := 0; w <= (r-a)/2 && a <= r; w++ {
			line = append(line, new(big.Int).Binomial(int64(r), int64(w)))
		}
		if line != nil {
			all = code.Power(line, c)
		}
		if a == 1 {
			add(0, all, 1)
		} else {
			add(a-2, before, 1)
			add(a-2, all, -1)
		}
		before = all
	}
	return out, nil
}

// Radius is the largest weight of a form, if a side is even.
func Radius(rows, cols int) int {
	length, lines := rows, cols
	if length%2 == 0 {
		length, lines = lines, length
	}
	if length%2 == 0 {
		return length * lines
	}
	return lines*(length-1)/2 + 1
}

// Farthest visits grids of the heaviest forms, row by row, if a side is even:
// all ones if both are; else those that fill each line of odd length just under
// half, in every way, with one line just over half. With two lines, a under and
// a over half weigh as much.
func Farthest(rows, cols int) func(visit func(cells []uint8) bool) {
	return func(visit func(cells []uint8) bool) {
		cells := make([]uint8, rows*cols)
		if rows%2 == 0 && cols%2 == 0 {
			for i := range cells {
				cells[i] = 1
			}
			visit(cells)
			return
		}
		length, lines := rows, cols
		at := func(line, i int) int { return i*cols + line }
		if rows%2 == 0 {
			length, lines = cols, rows
			at = func(line, i int) int { return line*cols + i }
		}
		var fill func(line, i, left, other int) bool
		fill = func(line, i, left, other int) bool {
			if i == length {
				if line++; line == lines {
					return visit(cells)
				}
				return fill(line, 0, other, other)
			}
			if left > 0 {
				cells[at(line, i)] = 1
				ok := fill(line, i+1, left-1, other)
				cells[at(line, i)] = 0
				if !ok {
					return false
				}
			}
			return length-i <= left || fill(line, i+1, left, other)
		}
		// The first line is the one over half: no even flip mends it.
		for a := 1; a == 1 || lines == 2 && a <= length; a += 2 {
			if !fill(0, 0, (length+a)/2, (length-a)/2) {
				return
			}
		}
	}
}

// OddWork estimates the steps of Count for odd sides, infinity if it can't be used.
func OddWork(rows, cols int) float64 {
	r, c := min(rows, cols), max(rows, cols)
	if r > 9 || c > 35 || c*(r-1)/2+r > 127 || (r-1)*(c-1) > 126 {
		return math.Inf(1)
	}
	classes := 1 << (r - 1)
	sets, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(classes+c-2), int64(c-1))).Float64()
	return sets * float64(classes) * 3
}

// odd enumerates the cosets of the even half of the Gale-Berlekamp code
// with r rows and c columns, both odd. A coset is a sequence of columns, each
// known up to a flip, and the parity e of the flips; an even set of rows moves
// the first column to 0. The order of the others doesn't matter, so multisets
// of columns are enumerated. For each even set of rows a byte holds the sum of
// the lighter halves of the columns, its top bit the parity of the flips, and
// another the cheapest repair.
type odd struct {
	ctx      context.Context
	r, c     int
	sums     [][]uint64 // of each column: what it adds
	repairs  [][]uint64
	levels   [][2][]uint64 // of each depth: sums and repairs so far
	counts   [128]uint128
	columns  []int
	far      [][]int // columns of cosets of the largest weight; e last
	farthest int
	states   int64
}

// maxFar bounds how many farthest multisets are remembered.
const maxFar = 10_000

// countOdd is Count for odd sides.
func countOdd(ctx context.Context, rows, cols int) (leaders.Census, error) {
	if math.IsInf(OddWork(rows, cols), 1) {
		return leaders.Census{}, answer.Stop{Cause: answer.OwnLimit, What: "the formula counts odd sides up to 9 only"}
	}
	o := &odd{ctx: ctx, r: min(rows, cols), c: max(rows, cols)}
	o.tabulate()
	if o.c == 1 { // a single cell
		return leaders.Census{Counts: []*big.Int{big.NewInt(1), big.NewInt(1)}, States: 2,
			Far: func(visit func([]uint8) bool) { visit([]uint8{1}) }}, nil
	}
	orders := uint128{0, 1}
	for i := range uint64(o.c - 1) {
		orders = orders.times(i + 1)
	}
	if !o.choose(1, 0, [2][]uint64{o.sums[0], o.repairs[0]}, orders, 0) {
		return leaders.Census{}, ctx.Err()
	}
	out := leaders.Census{States: o.states}
	for _, n := range o.counts {
		out.Counts = append(out.Counts, n.big())
	}
	out.Far = func(visit func([]uint8) bool) { o.visitFar(rows, cols, visit) }
	return out, nil
}

// tabulate lists what each column adds for each even set of rows.
func (o *odd) tabulate() {
	var sets []uint32
	for s := uint32(0); s < 1<<o.r; s++ {
		if bits.OnesCount32(s)%2 == 0 {
			sets = append(sets, s)
		}
	}
	words := (len(sets) + 7) / 8
	for column := uint32(0); column < 1<<(o.r-1); column++ {
		sum, repair := make([]uint64, words), make([]uint64, words)
		for i := range words * 8 {
			ones := bits.OnesCount32(column ^ sets[i%len(sets)])
			s, off := ones, o.r-2*ones
			if off < 0 {
				s, off = o.r-ones|0x80, -off
			}
			sum[i/8] |= uint64(s) << (i % 8 * 8)
			repair[i/8] |= uint64(off) << (i % 8 * 8)
		}
		o.sums = append(o.sums, sum)
		o.repairs = append(o.repairs, repair)
	}
	for range o.c {
		o.levels = append(o.levels, [2][]uint64{make([]uint64, words), make([]uint64, words)})
	}
}

// addHalves adds the low seven bits of each byte, and the top bits modulo 2.
func addHalves(x, y uint64) uint64 {
	return (x&^lanes.High + y&^lanes.High) ^ (x^y)&lanes.High
}

// choose adds a column, none before the first given, to those chosen. ways
// counts the orders of the columns, times factorials of repetitions to come.
func (o *odd) choose(depth, first int, before [2][]uint64, ways uint128, run uint64) bool {
	if o.ctx.Err() != nil {
		return false
	}
	here := o.levels[depth]
	var found [128]uint64 // cosets by weight, the last column not being a repetition
	for column := first; column < len(o.sums); column++ {
		repeats := column == first && run > 0
		if depth == o.c-1 {
			if repeats {
				var once [128]uint64
				o.weigh(before, column, &once)
				o.add(&once, ways.over(run+1))
			} else {
				o.weigh(before, column, &found)
			}
			continue
		}
		for w, x := range o.sums[column] {
			here[0][w] = addHalves(before[0][w], x)
			here[1][w] = lanes.Min(before[1][w], o.repairs[column][w])
		}
		now, again := ways, uint64(1)
		if repeats {
			again = run + 1
			now = ways.over(again)
		}
		o.columns = append(o.columns, column)
		ok := o.choose(depth+1, column, here, now, again)
		o.columns = o.columns[:len(o.columns)-1]
		if !ok {
			return false
		}
	}
	o.add(&found, ways)
	return true
}

// add counts cosets that stand for so many each.
func (o *odd) add(found *[128]uint64, ways uint128) {
	for d, n := range found[:o.farthest+1] {
		if n != 0 {
			o.counts[d] = o.counts[d].plus(ways.times(n))
		}
	}
}

// uint128 is a number of 128 bits, the high word first.
type uint128 [2]uint64

func (a uint128) plus(b uint128) uint128 {
	low, carry := bits.Add64(a[1], b[1], 0)
	return uint128{a[0] + b[0] + carry, low}
}

func (a uint128) times(n uint64) uint128 {
	high, low := bits.Mul64(a[1], n)
	return uint128{high + a[0]*n, low}
}

func (a uint128) over(n uint64) uint128 {
	low, _ := bits.Div64(a[0]%n, a[1], n)
	return uint128{a[0] / n, low}
}

func (a uint128) big() *big.Int {
	x := new(big.Int).SetUint64(a[0])
	return x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(a[1]))
}

// weigh finds the weights of the two cosets with the chosen columns and one
// more, one for each e.
func (o *odd) weigh(chosen [2][]uint64, column int, found *[128]uint64) {
	even, odd := uint64(lanes.High-lanes.Low), uint64(lanes.High-lanes.Low)
	sums, repairs := o.sums[column], o.repairs[column]
	for w, x := range chosen[0] {
		s, repair := addHalves(x, sums[w]), lanes.Min(chosen[1][w], repairs[w])
		flips := s & lanes.High >> 7 * 255
		s &^= lanes.High
		even = lanes.Min(even, s+repair&flips)
		odd = lanes.Min(odd, s+repair&^flips)
	}
	o.states += 2
	for e, x := range [2]uint64{even, odd} {
		d := lanes.Least(x)
		found[d]++
		if d > o.farthest {
			o.farthest, o.far = d, nil
		}
		if d == o.farthest && len(o.far) < maxFar {
			o.far = append(o.far, append(append([]int(nil), o.columns...), column, e))
		}
	}
}

// visitFar visits grids of the heaviest forms: all orders of the remembered columns.
func (o *odd) visitFar(rows, cols int, visit func([]uint8) bool) {
	for _, far := range o.far {
		columns, e := slices.Clone(far[:len(far)-1]), far[len(far)-1]
		more := permute(columns, func() bool {
			cells := make([]uint8, rows*cols)
			for row := range o.r {
				for i := range o.c {
					bit := e
					if i > 0 {
						bit = columns[i-1] >> row & 1
					}
					at := row*cols + i
					if rows > cols {
						at = i*cols + row
					}
					cells[at] = uint8(bit)
				}
			}
			return visit(cells)
		})
		if !more {
			return
		}
	}
}

// permute visits the orders of a sorted list, in place, each once.
func permute(list []int, visit func() bool) bool {
	for {
		if !visit() {
			return false
		}
		i := len(list) - 2
		for i >= 0 && list[i] >= list[i+1] {
			i--
		}
		if i < 0 {
			return true
		}
		j := len(list) - 1
		for list[j] <= list[i] {
			j--
		}
		list[i], list[j] = list[j], list[i]
		slices.Reverse(list[i+1:])
	}
}
