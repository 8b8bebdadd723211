package flip

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"fewest/answer"
	"fewest/board"
)

// plainCross reports whether the closed forms of the mask Cross hold.
func (p *Puzzle) plainCross() bool {
	return p.Mask == Cross && p.Colours == 2 && p.Holes == nil
}

// exactRows is how many rows are sure to be searched in a moment, so that no
// other bound is needed.
const exactRows = 21

// solveCross makes a solution of a plain cross board the lightest. The kernel is
// trivial if both sides are even. With an odd number of rows and an even number
// of columns it consists of the even sets of full columns; with both odd, of
// even sets of rows plus even sets of columns (the even half of the
// Gale-Berlekamp code).
func (p *Puzzle) solveCross(ctx context.Context, a Answer, b *board.Board, times []uint8, opt Options) (Answer, error) {
	// Work on a grid that has lines of odd length to flip as its columns.
	rows, cols := p.Rows, p.Cols
	at := func(r, c int) int { return r*p.Cols + c }
	if rows%2 == 0 || cols%2 == 1 && rows > cols {
		rows, cols = cols, rows
		at = func(r, c int) int { return c*p.Cols + r }
	}
	grid := make([][]uint8, rows)
	for r := range grid {
		grid[r] = make([]uint8, cols)
		for c := range grid[r] {
			grid[r][c] = times[at(r, c)]
		}
	}
	back := func(flippedRows []bool) []uint8 {
		out := slices.Clone(times)
		for r := range grid {
			for c := range grid[r] {
				out[at(r, c)] = grid[r][c]
				if flippedRows != nil && flippedRows[r] {
					out[at(r, c)] ^= 1
				}
			}
		}
		tidy := newTally(rows, cols)
		for r := range rows {
			line := make([]uint8, cols)
			for c := range line {
				line[c] = out[at(r, c)]
			}
			tidy.add(line)
		}
		for c, flip := range tidy.columns() {
			for r := 0; flip && r < rows; r++ {
				out[at(r, c)] ^= 1
			}
		}
		return out
	}
	if cols%2 == 0 { // the even sets of columns are all there is
		out := back(nil)
		return p.finish(a, b, out, total(out), "formula", "formula")
	}
	set := descend(ctx, grid)
	out := back(set)
	report := func(lower int) {
		if opt.Progress != nil {
			opt.Progress(answer.Progress{Phase: "sets of rows", Lower: max(lower, a.LowerBound), Upper: total(out)})
		}
	}
	method, proof, bound := "descent", "blocks of rows", 0
	if rows > exactRows {
		bound = blockBound(ctx, grid, report)
	}
	if bound < total(out) && rows <= maxDollRows && rows/2*cols < 1<<16 {
		d := newDoll(ctx, grid)
		chosen, least := d.run(set, total(out), report)
		a.Work["nodes"] = d.nodes
		out = back(evenRows(chosen))
		if least > bound || least == total(out) {
			bound, proof = least, "search over sets of rows"
		}
		method = "search over sets of rows"
	}
	if (total(out)-bound)%2 != 0 {
		bound++ // every kernel word is even
	}
	if bound < a.LowerBound {
		bound, proof = a.LowerBound, a.Proof
	}
	return p.finish(a, b, out, bound, method, proof)
}

// tally counts the ones of each column of a grid.
type tally struct {
	rows int
	ones []int32
}

func newTally(rows, cols int) *tally { return &tally{rows, make([]int32, cols)} }

func (t *tally) add(line []uint8) {
	for c, x := range line {
		t.ones[c] += int32(x)
	}
}

// weight returns the fewest ones that flipping an even number of columns
// leaves, if the number of rows is odd.
func (t *tally) weight() int32 {
	rows := int32(t.rows)
	sum, odd, repair := int32(0), false, rows
	for _, ones := range t.ones {
		off := rows - 2*ones
		if off < 0 {
			off = -off
			odd = !odd
		}
		sum += off
		repair = min(repair, off)
	}
	sum = (rows*int32(len(t.ones)) - sum) / 2
	if odd {
		sum += repair
	}
	return sum
}

// columns returns the columns to flip for that weight.
func (t *tally) columns() []bool {
	flip := make([]bool, len(t.ones))
	odd, closest, distance := false, 0, int32(t.rows)+1
	for c, ones := range t.ones {
		off := int32(t.rows) - 2*ones
		if off < 0 {
			flip[c], odd, off = true, !odd, -off
		}
		if off < distance {
			closest, distance = c, off
		}
	}
	if odd {
		flip[closest] = !flip[closest]
	}
	return flip
}

// descend finds a good even set of rows: from random sets, pairs of rows are
// flipped as long as that helps. Large grids get fewer starts.
func descend(ctx context.Context, grid [][]uint8) []bool {
	rows, cols := len(grid), len(grid[0])
	rng := rand.New(rand.NewPCG(uint64(rows), uint64(cols)))
	best, bestWeight := make([]bool, rows), int32(1<<30)
	given := newTally(rows, cols)
	for _, line := range grid {
		given.add(line)
	}
	ones := make([]int32, cols)
	const starts, most = 200, 300_000_000
	for start, work := 0, 0; start < starts && work < most; start++ {
		set := make([]bool, rows)
		t := newTally(rows, cols)
		copy(t.ones, given.ones)
		flip := func(r int) {
			for c, x := range grid[r] {
				if (x != 0) != set[r] {
					t.ones[c]--
				} else {
					t.ones[c]++
				}
			}
			set[r] = !set[r]
		}
		for r := 1; r < rows; r++ {
			if rng.IntN(2) == 0 {
				flip(r)
				flip(0)
			}
		}
		weight := t.weight()
		for improved := true; improved && ctx.Err() == nil; {
			improved = false
			work += rows * cols * 4
			for r := 1; r < rows; r++ {
				copy(ones, t.ones)
				other := rng.IntN(r)
				flip(r)
				flip(other)
				if now := t.weight(); now < weight {
					weight, improved = now, true
					continue
				}
				set[r], set[other] = !set[r], !set[other]
				copy(t.ones, ones)
			}
		}
		if weight < bestWeight {
			best, bestWeight = set, weight
		}
		if ctx.Err() != nil {
			break
		}
	}
	return best
}

// blockBound bounds the weight from below: the least weights of blocks of rows,
// each with its own columns flipped, add up to no more than that of the whole.
func blockBound(ctx context.Context, grid [][]uint8, progress func(int)) int {
	const most = 15
	blocks := (len(grid) + most - 1) / most
	bound := 0
	for i := range blocks {
		block := grid[i*len(grid)/blocks : (i+1)*len(grid)/blocks]
		least, all := leastBlock(ctx, block)
		if !all {
			break
		}
		bound += least
		progress(bound)
	}
	return bound
}

// leastBlock returns the fewest ones that any sets of rows and columns flipped
// leave in a block.
func leastBlock(ctx context.Context, block [][]uint8) (least int, all bool) {
	rows := int32(len(block))
	classes := map[uint32]int{} // columns alike up to a flip
	for c := range block[0] {
		column := uint32(0)
		for r := range block {
			column |= uint32(block[r][c]^block[0][c]) << r
		}
		classes[column]++
	}
	columns := make([]uint32, 0, len(classes))
	for column := range classes {
		columns = append(columns, column)
	}
	slices.Sort(columns)
	least = int(rows) * len(block[0])
	for set := uint32(0); set < 1<<(rows-1); set++ {
		if set&63 == 0 && ctx.Err() != nil {
			return 0, false
		}
		sum := 0
		for _, column := range columns {
			ones := bits.OnesCount32(column ^ set<<1)
			sum += classes[column] * min(ones, int(rows)-ones)
		}
		least = min(least, sum)
	}
	return least, true
}
