package switching

import (
	"context"

	"fewest/flip/internal/lanes"
)

// doll finds the lightest form of a grid of bits with an odd number of rows and
// of columns when an even set of rows and an even set of columns may be
// flipped. Given the rows, the best columns are plain: flip those with more
// ones than zeros, and mend the parity with the one that costs least.
//
// The sets of rows are searched by Russian dolls (Verfaillie, Lemaître and
// Schiex 1996): first the last row alone, then the last two, and so on. The
// least weight of the rows from i on bounds what they add to any choice of the
// rows before i. Dolls leave the parities out; only the whole grid has them.
type doll struct {
	ctx        context.Context
	rows, cols int
	line       [][2][]uint64 // of each row, as it is and flipped: its bits, one a byte
	sums       [][]uint64    // of each row: the ones of each column down to it
	least      []int         // of each row: the least weight of the rows from it on
	start      int           // the first row of the doll at hand
	flipped    []bool        // the choice at hand
	best       int           // the least weight found for the doll at hand
	choice     []bool        // and its rows
	nodes      int64
	stopped    bool
}

// maxDollRows keeps the sums of a column below 128. A weight must be below 2^16.
const maxDollRows = 127

func newDoll(ctx context.Context, grid [][]uint8) *doll {
	d := &doll{ctx: ctx, rows: len(grid), cols: len(grid[0])}
	words := (d.cols + 7) / 8
	for _, row := range grid {
		var line [2][]uint64
		for flip := range line {
			line[flip] = make([]uint64, words)
			for c, x := range row {
				line[flip][c/8] |= uint64(x^uint8(flip)) << (c % 8 * 8)
			}
		}
		d.line = append(d.line, line)
		d.sums = append(d.sums, make([]uint64, words))
	}
	d.least = make([]int, d.rows+1)
	d.flipped, d.choice = make([]bool, d.rows), make([]bool, d.rows)
	return d
}

// run searches, given a first choice of rows and its weight for the whole grid.
// It returns the best choice, and a lower bound that meets its weight unless
// the context has ended.
func (d *doll) run(choice []bool, weight int, progress func(lower int)) (best []bool, bound int) {
	for i := d.rows - 1; i > 0; i-- {
		d.start = i
		d.flipped[i] = false // flipping all rows is flipping all columns
		d.best = d.least[i+1] + d.cols
		d.place(i, i+1)
		if d.stopped {
			break
		}
		d.least[i] = d.best
		progress(d.best)
	}
	if d.stopped {
		return choice, d.least[d.start+1]
	}
	d.start, d.best = 0, weight
	copy(d.choice, choice)
	d.flipped[0] = false
	d.place(0, 1)
	if d.stopped {
		return d.choice, d.least[1]
	}
	return d.choice, d.best
}

// place adds a row as it is flipped, and goes on to the row after it.
func (d *doll) place(row, next int) {
	cost := d.add(row)
	d.descend(row, next, cost)
}

// add sums the columns down to a row and returns the weight of the rows from
// the doll's start to it, each column's lighter half counted.
func (d *doll) add(row int) int {
	flip := 0
	if d.flipped[row] {
		flip = 1
	}
	line, sums := d.line[row][flip], d.sums[row]
	height := uint64(row-d.start+1) * lanes.Low
	total := uint64(0)
	if row == d.start {
		copy(sums, line)
	} else {
		before := d.sums[row-1]
		for w, x := range line {
			sums[w] = before[w] + x
		}
	}
	for _, s := range sums {
		half := lanes.Min(s, height-s)
		total += half&0x00FF00FF00FF00FF + half>>8&0x00FF00FF00FF00FF
	}
	return int(total * 0x0001000100010001 >> 48) // bytes beyond the last column are 0, flipped or not
}

// descend tries both forms of the next row, the lighter first.
func (d *doll) descend(row, next, cost int) {
	if d.nodes++; d.nodes&1023 == 0 && d.ctx.Err() != nil {
		d.stopped = true
	}
	if d.stopped {
		return
	}
	if next == d.rows {
		if d.start == 0 {
			cost = d.even(cost)
		}
		if cost < d.best {
			d.best = cost
			copy(d.choice, d.flipped)
		}
		return
	}
	var costs [2]int
	for flip := range costs {
		d.flipped[next] = flip == 1
		costs[flip] = d.add(next)
	}
	first := 0
	if costs[1] < costs[0] {
		first = 1
	}
	// In the whole grid weights are all odd or all even.
	slack := 0
	if d.start == 0 {
		slack = 1
	}
	for _, flip := range [2]int{first, 1 - first} {
		if costs[flip]+d.least[next+1]+slack >= d.best {
			return
		}
		d.flipped[next] = flip == 1
		d.add(next)
		d.descend(next, next+1, costs[flip])
	}
}

// even is the weight of the whole grid with the rows as chosen, once the
// parities are mended. An odd set of rows stands for its complement, which
// flips all columns too.
func (d *doll) even(cost int) int {
	odd := false
	for _, f := range d.flipped {
		odd = odd != f
	}
	repair := d.rows
	for c := range d.cols {
		ones := int(d.sums[d.rows-1][c/8] >> (c % 8 * 8) & 255)
		off := d.rows - 2*ones
		if off < 0 {
			odd, off = !odd, -off
		}
		repair = min(repair, off)
	}
	if odd {
		return cost + repair
	}
	return cost
}

// evenRows turns a choice of rows into an even one: an odd set into its
// complement.
func evenRows(choice []bool) []bool {
	n := 0
	for _, f := range choice {
		if f {
			n++
		}
	}
	out := make([]bool, len(choice))
	for i, f := range choice {
		out[i] = f != (n%2 == 1)
	}
	return out
}
