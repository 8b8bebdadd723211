package berlekamp

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Anneal looks for a grid at a distance of at least the one given, as Exists
// does, by simulated annealing: it changes single cells, with a penalty on the
// sets of rows that are used too much. The size must fit. It returns nil if the
// moves are spent or the context ends; the same seed gives the same grid.
func Anneal(ctx context.Context, rows, cols, distance int, seed uint64, moves int) Grid {
	t := newTables(rows, cols, distance)
	if t.cap < (rows-1)/2 {
		return nil // see Exists
	}
	a := &annealing{tables: t, rng: rand.New(rand.NewPCG(seed, uint64(rows*cols))), used: make([]uint64, len(t.blocks[0]))}
	for range cols {
		a.grid = append(a.grid, uint16(a.rng.IntN(t.types)))
	}
	for b := range a.used {
		for _, c := range a.grid {
			a.used[b] += t.block(c, b)
		}
	}
	cost := a.penalty(0, 0) // a column for itself
	for i := range moves {
		if i&255 == 0 && ctx.Err() != nil {
			return nil
		}
		j, row := a.rng.IntN(cols), a.rng.IntN(rows)
		old := a.grid[j]
		now := old ^ 1<<row
		if row == rows-1 { // the last row is positive: negate the others
			now = old ^ uint16(t.types-1)
		}
		changed := a.penalty(old, now)
		temperature := 8 * math.Pow(0.02, float64(i)/float64(moves)) * float64(t.types) / 512
		if changed > cost && a.rng.Float64() >= math.Exp(float64(cost-changed)/temperature) {
			continue
		}
		cost = changed
		a.grid[j] = now
		for b := range a.used {
			a.used[b] += t.block(now, b) - t.block(old, b)
		}
		if a.over == 0 && Far(rows, a.grid, distance) {
			grid := slices.Clone(a.grid)
			slices.Sort(grid)
			return grid
		}
	}
	return nil
}

// annealing is the state of one search.
type annealing struct {
	*tables
	rng  *rand.Rand
	grid Grid
	used []uint64 // at each set of rows, a byte each
	over int      // sets of rows where the change last looked at leaves more than the cap used
}

// penalty returns the sum of the squares of how much is used beyond the cap less
// 1, with a column for another. The square of n is 1 + 3 + ... + (2 n - 1), so
// that eight sets of rows are counted at a time.
func (a *annealing) penalty(old, now uint16) int {
	const steps = 4 // as far as squares go; beyond, the penalty stays
	var above [steps]int
	before, after := a.blocks[old&7], a.blocks[now&7]
	mask := len(before) - 1
	from, to := int(old>>3), int(now>>3)
	limit := uint64(128-a.cap) * ones
	for b, used := range a.used {
		used += after[(b^to)&mask] - before[(b^from)&mask]
		used += limit // the top bit of a byte is up where the cap is reached
		if used&tops == 0 {
			continue
		}
		above[0] += bits.OnesCount64(used & tops)
		for n := 1; n < steps; n++ {
			used -= ones
			above[n] += bits.OnesCount64(used & tops)
		}
	}
	a.over = above[1]
	return above[0] + 3*above[1] + 5*above[2] + 7*above[3]
}
