// Package switching is about grids of bits whose lines can be flipped: each
// grid stands for itself with any even set of its lines of odd length flipped.
// With both sides odd this is the even half of the code of Gale and Berlekamp's
// switching game; with one odd, only lines in one direction count; with both
// even, nothing does. It knows no puzzle, though the mask of a row and a column
// has these codes for kernels.
package switching

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Form is the lightest form of a grid that Lightest found.
type Form struct {
	Grid   [][]uint8
	Weight int    // its ones
	Bound  int    // no form has fewer
	Method string // what found it
	Proof  string // what proved the bound
	Nodes  int64  // of the search
}

// exactRows is how many rows are sure to be searched in a moment, so that no
// other bound is needed.
const exactRows = 21

// Lightest returns the form of a grid with the fewest ones. If the context
// ends, Bound can be less than Weight.
func Lightest(ctx context.Context, grid [][]uint8, progress func(lower, upper int)) Form {
	rows, cols := len(grid), len(grid[0])
	switch {
	case rows%2 == 0 && cols%2 == 0:
		return Form{Grid: grid, Weight: ones(grid), Bound: ones(grid), Method: "formula", Proof: "formula"}
	case rows%2 == 0, cols%2 == 1 && rows > cols: // the lines of odd length are to be columns
		f := Lightest(ctx, transpose(grid), progress)
		f.Grid = transpose(f.Grid)
		return f
	case cols%2 == 0: // the even sets of columns are all there is
		f := Form{Grid: flipColumns(grid, nil), Method: "formula", Proof: "formula"}
		f.Weight = ones(f.Grid)
		f.Bound = f.Weight
		return f
	}
	set := descend(ctx, grid)
	f := Form{Grid: flipColumns(grid, set), Method: "descent", Proof: "blocks of rows"}
	f.Weight = ones(f.Grid)
	report := func(lower int) {
		if progress != nil {
			progress(lower, f.Weight)
		}
	}
	if rows > exactRows {
		f.Bound = blockBound(ctx, grid, report)
	}
	if f.Bound < f.Weight && rows <= maxDollRows && rows/2*cols < 1<<16 {
		d := newDoll(ctx, grid)
		chosen, least := d.run(set, f.Weight, report)
		f.Grid = flipColumns(grid, evenRows(chosen))
		f.Weight, f.Method, f.Nodes = ones(f.Grid), "search over sets of rows", d.nodes
		if least > f.Bound {
			f.Bound, f.Proof = least, "search over sets of rows"
		}
	}
	f.Bound += (f.Weight - f.Bound) % 2 // all forms weigh even, or all odd
	return f
}

func ones(grid [][]uint8) int {
	n := 0
	for _, line := range grid {
		for _, x := range line {
			n += int(x)
		}
	}
	return n
}

func transpose(grid [][]uint8) [][]uint8 {
	out := make([][]uint8, len(grid[0]))
	for c := range out {
		out[c] = make([]uint8, len(grid))
		for r := range grid {
			out[c][r] = grid[r][c]
		}
	}
	return out
}

// flipColumns flips the rows of a set and the even set of columns that suits them.
func flipColumns(grid [][]uint8, rows []bool) [][]uint8 {
	out := make([][]uint8, len(grid))
	t := newTally(len(grid), len(grid[0]))
	for r, line := range grid {
		out[r] = slices.Clone(line)
		for c := range line {
			if rows != nil && rows[r] {
				out[r][c] ^= 1
			}
		}
		t.add(out[r])
	}
	for c, flip := range t.columns() {
		for r := 0; flip && r < len(out); r++ {
			out[r][c] ^= 1
		}
	}
	return out
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
