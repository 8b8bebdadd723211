package lightest

import (
	"math"
	"slices"

	"fewest/flip/internal/code"
)

// Bounds by blocks. Lemma: if the types are divided into blocks, every word of
// the coset weighs at least the sum over the blocks of the least that any word
// of the code makes of the block, for its own words on a block are among these.
// Two ways of making blocks are tried; which is better depends on the code.

const (
	blockLevels = 18     // binary dimensions of a block by subspaces
	blockMerges = 14     // binary coefficients whose fixing merges a block's types
	blockNodes  = 60_000 // of the search of a block by merging
)

// digits returns how many values of 0..k-1 make as much as so many bits.
func digits(bits, k int) int { return max(1, int(float64(bits)/math.Log2(float64(k)))) }

// blocks raises the lower bound.
func (s *search) blocks() {
	for _, choose := range []func(columns [][]uint8) []bool{s.inSubspace, s.merging} {
		left := make([]int, len(s.own))
		for i := range left {
			left[i] = i
		}
		bound := int64(0)
		for len(left) > 0 && s.ctx.Err() == nil {
			columns := make([][]uint8, len(left))
			for i, t := range left {
				columns[i] = s.own[t]
			}
			chosen := choose(columns)
			var block, others []int
			for i, t := range left {
				if chosen[i] {
					block = append(block, t)
				} else {
					others = append(others, t)
				}
			}
			if len(block) == 0 {
				break
			}
			bound += s.blockBound(block)
			left = others
		}
		for _, t := range left {
			bound += int64(slices.Min(s.costs[t*s.k : (t+1)*s.k]))
		}
		s.lower = min(s.best, max(s.lower, bound))
		s.round()
		s.report()
	}
}

// inSubspace chooses the types in a small subspace that contains many.
func (s *search) inSubspace(columns [][]uint8) []bool {
	_, inside := code.Chain(s.k, digits(blockLevels, s.k), columns)
	return inside
}

// merging chooses the types that fall together with others, or are settled, when
// a few coefficients are fixed.
func (s *search) merging(columns [][]uint8) []bool {
	f := folding{k: s.k}
	orders := make([]int, len(columns[0]))
	for i := range orders {
		orders[i] = s.k
	}
	chosen := make([]bool, len(columns))
	if _, err := f.plan(s.ctx, true, columns, orders, digits(blockMerges, s.k)); err != nil {
		return chosen
	}
	at := make([]int32, len(columns))
	count := map[int32]int{}
	for i := range at {
		at[i] = int32(i)
		for _, l := range f.levels {
			if at[i] >= 0 {
				at[i] = l.group[at[i]]
			}
		}
		count[at[i]]++
	}
	for i, class := range at {
		chosen[i] = class < 0 || count[class] > 1
	}
	return chosen
}

// blockBound bounds what words weigh on some of the types.
func (s *search) blockBound(block []int) int64 {
	columns := make([][]uint8, len(block))
	var costs []int32
	for i, t := range block {
		columns[i] = s.own[t]
		costs = append(costs, s.costs[t*s.k:(t+1)*s.k]...)
	}
	expressed, _ := code.Chain(s.k, len(columns[0]), columns)
	var set, orders []int
	for i := range expressed[0] {
		set = append(set, i)
		orders = append(orders, s.k)
	}
	b := newSearch(s.ctx, s.k, orders, true, expressed, costs, set)
	b.report = func() {}
	b.inBlock = true
	if len(set) > digits(blockLevels, s.k) {
		b.opt.Nodes = blockNodes
	}
	b.run()
	s.nodes += b.nodes
	return b.lower
}
