package flip

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"fewest/board"
	"fewest/internal/coset"
)

// countCross counts the boards of a plain cross puzzle.
//
// Both sides even: every board has one solution, so binomials. One side even:
// with c lines of odd length r (c even), the solution of a board may have any
// even set of lines flipped; its lightest form takes the lighter of each line
// and, if that flips an odd number, the cheapest repair. With
// A_a(x) = sum of binomial(r, w) x^w over w <= (r-a)/2, the boards per distance
// are A_1^c + sum over odd a of x^a (A_a^c - A_{a+2}^c). Both sides odd: see
// countOddCross.
func (p *Puzzle) countCross(ctx context.Context) (counts, error) {
	r, c := p.Rows, p.Cols
	switch {
	case r%2 == 1 && c%2 == 1:
		return p.countOddCross(ctx)
	case r%2 == 0 && c%2 == 0:
		n := r * c
		if n > 5000 {
			return counts{}, &coset.TooLarge{What: "too many numbers with too many digits to list"}
		}
		out := counts{method: "formula"}
		for d := range n + 1 {
			out.perDistance = append(out.perDistance, new(big.Int).Binomial(int64(n), int64(d)))
		}
		out.boards = p.farCross
		return out, nil
	case r%2 == 0:
		r, c = c, r
	}
	if r*c > 2500 {
		return counts{}, &coset.TooLarge{What: "too many numbers with too many digits to list"}
	}
	out := counts{method: "formula", boards: p.farCross}
	for range c*(r-1)/2 + 2 {
		out.perDistance = append(out.perDistance, new(big.Int))
	}
	add := func(shift int, poly []*big.Int, sign int64) {
		for i, x := range poly {
			at := out.perDistance[i+shift]
			at.Add(at, new(big.Int).Mul(x, big.NewInt(sign)))
		}
	}
	var before []*big.Int
	for a := 1; a <= r+2; a += 2 {
		if ctx.Err() != nil {
			return counts{}, ctx.Err()
		}
		var line []*big.Int
		for w := 0; w <= (r-a)/2 && a <= r; w++ {
			line = append(line, new(big.Int).Binomial(int64(r), int64(w)))
		}
		var all []*big.Int
		if line != nil {
			all = coset.Power(line, c)
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

// crossDiameter is the diameter of a plain cross puzzle with an even side.
func (p *Puzzle) crossDiameter() int {
	length, lines := p.Rows, p.Cols
	if length%2 == 0 {
		length, lines = lines, length
	}
	if length%2 == 0 {
		return length * lines
	}
	return lines*(length-1)/2 + 1
}

// farCross visits farthest boards of a plain cross puzzle with an even side:
// every cell black if both are; else those whose presses fill each line of odd
// length just under half, in every way, with one line just over half. With two
// lines, a under and a over half are as far.
func (p *Puzzle) farCross(visit func(*board.Board) bool) {
	times := make([]uint8, p.buttons())
	if p.Rows%2 == 0 && p.Cols%2 == 0 {
		for i := range times {
			times[i] = 1
		}
		visit(p.undone(times))
		return
	}
	length, lines := p.Rows, p.Cols
	at := func(line, i int) int { return i*p.Cols + line }
	if p.Rows%2 == 0 {
		length, lines = p.Cols, p.Rows
		at = func(line, i int) int { return line*p.Cols + i }
	}
	var fill func(line, i, left, other int) bool
	fill = func(line, i, left, other int) bool {
		if i == length {
			if line++; line == lines {
				return visit(p.undone(times))
			}
			return fill(line, 0, other, other)
		}
		if left > 0 {
			times[at(line, i)] = 1
			ok := fill(line, i+1, left-1, other)
			times[at(line, i)] = 0
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

// oddCrossWork estimates the steps of countOddCross.
func (p *Puzzle) oddCrossWork() float64 {
	r, c := min(p.Rows, p.Cols), max(p.Rows, p.Cols)
	if r > 9 || c > 35 || c*(r-1)/2+r > 127 || (r-1)*(c-1) > 126 {
		return math.Inf(1)
	}
	classes := 1 << (r - 1)
	sets, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(classes+c-2), int64(c-1))).Float64()
	return sets * float64(classes) * 3
}

// oddCross enumerates the cosets of the even half of the Gale-Berlekamp code
// with r rows and c columns, both odd. A coset is a sequence of columns, each
// known up to a flip, and the parity e of the flips; an even set of rows moves
// the first column to 0. The order of the others doesn't matter, so multisets
// of columns are enumerated. For each even set of rows a byte holds the sum of
// the lighter halves of the columns, its top bit the parity of the flips, and
// another the cheapest repair.
type oddCross struct {
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

// maxFarCross bounds how many farthest multisets are remembered.
const maxFarCross = 10_000

// countOddCross counts the boards of a plain cross puzzle with odd sides.
func (p *Puzzle) countOddCross(ctx context.Context) (counts, error) {
	if math.IsInf(p.oddCrossWork(), 1) {
		return counts{}, &coset.TooLarge{What: "the formula counts odd sides up to 9 only"}
	}
	o := &oddCross{ctx: ctx, r: min(p.Rows, p.Cols), c: max(p.Rows, p.Cols)}
	o.tabulate()
	zero := [2][]uint64{o.sums[0], o.repairs[0]}
	if o.c == 1 { // a single cell
		return counts{method: "formula", perDistance: []*big.Int{big.NewInt(1), big.NewInt(1)}, states: 2,
			boards: func(visit func(*board.Board) bool) { visit(p.undone([]uint8{1})) }}, nil
	}
	orders := uint128{0, 1}
	for i := range uint64(o.c - 1) {
		orders = orders.times(i + 1)
	}
	if !o.choose(1, 0, zero, orders, 0) {
		return counts{}, ctx.Err()
	}
	out := counts{method: "formula", states: o.states}
	for _, n := range o.counts {
		out.perDistance = append(out.perDistance, n.big())
	}
	out.boards = func(visit func(*board.Board) bool) { o.boards(p, visit) }
	return out, nil
}

// tabulate lists what each column adds for each even set of rows.
func (o *oddCross) tabulate() {
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
	return (x&^byteHigh + y&^byteHigh) ^ (x^y)&byteHigh
}

// choose adds a column, none before the first given, to those chosen. ways
// counts the orders of the columns, times factorials of repetitions to come.
func (o *oddCross) choose(depth, first int, before [2][]uint64, ways uint128, run uint64) bool {
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
			here[1][w] = minBytes(before[1][w], o.repairs[column][w])
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
func (o *oddCross) add(found *[128]uint64, ways uint128) {
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
func (o *oddCross) weigh(chosen [2][]uint64, column int, found *[128]uint64) {
	even, odd := uint64(byteHigh-byteLow), uint64(byteHigh-byteLow)
	sums, repairs := o.sums[column], o.repairs[column]
	for w, x := range chosen[0] {
		s, repair := addHalves(x, sums[w]), minBytes(chosen[1][w], repairs[w])
		flips := s & byteHigh >> 7 * 255
		s &^= byteHigh
		even = minBytes(even, s+repair&flips)
		odd = minBytes(odd, s+repair&^flips)
	}
	o.states += 2
	for e, x := range [2]uint64{even, odd} {
		x = minBytes(x, x>>32|x<<32)
		d := int(min(x&255, x>>8&255, x>>16&255, x>>24&255))
		found[d]++
		if d > o.farthest {
			o.farthest, o.far = d, nil
		}
		if d == o.farthest && len(o.far) < maxFarCross {
			o.far = append(o.far, append(append([]int(nil), o.columns...), column, e))
		}
	}
}

// boards visits farthest boards: all orders of the remembered columns.
func (o *oddCross) boards(p *Puzzle, visit func(*board.Board) bool) {
	for _, far := range o.far {
		columns, e := slices.Clone(far[:len(far)-1]), far[len(far)-1]
		more := permute(columns, func() bool {
			times := make([]uint8, p.buttons())
			for row := range o.r {
				for i := range o.c {
					bit := 0
					if i == 0 {
						bit = e
					} else {
						bit = columns[i-1] >> row & 1
					}
					at := row*p.Cols + i
					if p.Rows > p.Cols {
						at = i*p.Cols + row
					}
					times[at] = uint8(bit)
				}
			}
			return visit(p.undone(times))
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
