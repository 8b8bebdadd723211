package coset

import (
	"context"
	"math"
	"slices"
)

// Options are limits and callbacks of Lightest.
type Options struct {
	Nodes    int64                    // stop after so many nodes; 0 for no limit
	Progress func(lower, upper int64) // called now and then
}

// Word is what Lightest found.
type Word struct {
	Values []uint8 // the lightest member of the coset that was found
	Weight int64   // its weight
	Bound  int64   // no member is lighter than this
	Nodes  int64   // work done
}

// Lightest returns the lightest word of the coset of a word x: of all x + c with
// c in the code. A value v weighs weights[v]. If the context or a limit ends
// the search, Bound is less than Weight.
//
// It is depth-first branch and bound over a folding: the bound is the sum of
// the least costs of the types as they are at that level.
func Lightest(ctx context.Context, code *Code, x []uint8, weights []int32, opt Options) Word {
	field := code.field()
	columns := code.Columns
	m := len(code.Orders)
	t := group(code.K, field, columns)
	if field && m*m*len(t.columns) < 1e10 {
		basis(code.K, t.columns)
		// The columns have changed, and with them which first entries are 1.
		t = regroup(code.K, t)
	}
	costs := make([]int32, len(t.columns)*code.K)
	word := Word{Values: slices.Clone(x)}
	for i, value := range x {
		if t.of[i] < 0 {
			word.Weight += int64(weights[value])
			continue
		}
		for v := range code.K {
			costs[int(t.of[i])*code.K+v] += weights[(int(value)+int(t.unit[i])*v)%code.K]
		}
	}
	word.Bound = word.Weight
	added := make([]uint8, len(t.columns))
	sets := parts(t.columns, m)
	searches := make([]*search, len(sets))
	for i, set := range sets {
		searches[i] = newSearch(code, field, t.columns, costs, set)
		searches[i].dive()
		word.Weight += searches[i].best
		word.Bound += searches[i].lower
	}
	for _, s := range searches {
		s.opt = opt
		if opt.Nodes > 0 {
			s.opt.Nodes = max(opt.Nodes-word.Nodes, 1)
		}
		weight, bound := word.Weight-s.best, word.Bound-s.lower
		s.report = func() {
			if opt.Progress != nil {
				opt.Progress(bound+s.lower, weight+s.best)
			}
		}
		s.run(ctx)
		word.Weight, word.Bound = weight+s.best, bound+s.lower
		word.Nodes += s.nodes
		s.write(added)
	}
	for i := range word.Values {
		if t.of[i] >= 0 {
			word.Values[i] = uint8((int(x[i]) + int(t.unit[i])*int(added[t.of[i]])) % code.K)
		}
	}
	return word
}

// regroup scales the columns of types again to have 1 as their first entry.
func regroup(k int, t types) types {
	again := group(k, true, t.columns)
	for i, number := range t.of {
		if number >= 0 {
			t.unit[i] = uint8(int(t.unit[i]) * int(again.unit[number]) % k)
			t.of[i] = again.of[number]
		}
	}
	t.columns = again.columns
	return t
}

// search is the search of one part of the code.
type search struct {
	folding
	opt    Options
	report func()
	types  []int   // the types of the part
	costs  []int32 // theirs

	best      int64 // weight of the best word
	bestFixed []int
	bestLeaf  []uint8
	lower     int64 // no word is lighter

	fixed   []int
	buffers [][][]int32 // of each level and value: the costs afterwards
	bounds  [][]int64
	bases   [][]int64
	orders  [][]int

	depth   int   // levels looked at; nodes that deep only bound
	found   int64 // the least bound seen that deep
	open    int64 // the least bound of a node left unexplored
	nodes   int64
	ctx     context.Context
	stopped bool
}

// newSearch prepares the search over one set of generators.
func newSearch(code *Code, field bool, columns [][]uint8, costs []int32, set []int) *search {
	s := &search{best: math.MaxInt64}
	var own [][]uint8
	orders := make([]int, len(set))
	for j, g := range set {
		orders[j] = code.Orders[g]
	}
	inSet := make(map[int]bool, len(set))
	for _, g := range set {
		inSet[g] = true
	}
	for t, column := range columns {
		first := slices.IndexFunc(column, func(x uint8) bool { return x != 0 })
		if !inSet[first] {
			continue
		}
		part := make([]uint8, len(set))
		for j, g := range set {
			part[j] = column[g]
		}
		s.types = append(s.types, t)
		own = append(own, part)
		s.costs = append(s.costs, costs[t*code.K:(t+1)*code.K]...)
	}
	s.folding = fold(code.K, field, own, orders)
	for i, l := range s.levels {
		after := s.leaf.types
		if i+1 < len(s.levels) {
			after = s.levels[i+1].types
		}
		buffers := make([][]int32, l.order)
		for a := range buffers {
			buffers[a] = make([]int32, after*s.k)
		}
		s.buffers = append(s.buffers, buffers)
		s.bounds = append(s.bounds, make([]int64, l.order))
		s.bases = append(s.bases, make([]int64, l.order))
		s.orders = append(s.orders, make([]int, l.order))
	}
	s.fixed = make([]int, len(s.levels))
	return s
}

// rootBound is the bound before anything is fixed.
func (s *search) rootBound() int64 {
	bound := int64(0)
	for t := range s.types {
		bound += int64(slices.Min(s.costs[t*s.k : (t+1)*s.k]))
	}
	return bound
}

// dive finds a first word by going to the most promising value at every level.
func (s *search) dive() {
	s.lower = s.rootBound()
	costs, base := s.costs, int64(0)
	for i := range s.levels {
		s.expand(i, costs, base)
		a := s.orders[i][0]
		s.fixed[i] = a
		costs, base = s.buffers[i][a], s.bases[i][a]
	}
	s.settle(costs, base)
}

// expand computes the children of a node at level i.
func (s *search) expand(i int, costs []int32, base int64) {
	for a := range s.levels[i].order {
		settled, bound := s.step(i, a, costs, s.buffers[i][a])
		s.bases[i][a] = base + settled
		s.bounds[i][a] = base + settled + bound
	}
	byBound(s.bounds[i], s.orders[i])
}

// settle solves a leaf.
func (s *search) settle(costs []int32, base int64) {
	if weight := base + s.leaf.cheapest(costs, nil); weight < s.best {
		s.best = weight
		s.bestFixed = slices.Clone(s.fixed)
		s.bestLeaf = make([]uint8, s.leaf.types)
		s.leaf.cheapest(costs, s.bestLeaf)
	}
}

// run searches to the end, or until a limit. First it looks only some levels
// deep, deeper and deeper: the least bound there is a lower bound that is worth
// having if time runs out, for a small part of the time.
func (s *search) run(ctx context.Context) {
	s.ctx = ctx
	for depth := 8; depth < len(s.levels) && s.lower < s.best; depth += 4 {
		s.pass(depth)
	}
	if s.lower < s.best {
		s.pass(len(s.levels))
	}
}

// pass explores to a depth and raises the lower bound.
func (s *search) pass(depth int) {
	if s.stopped {
		return
	}
	s.depth, s.found, s.open = depth, math.MaxInt64, math.MaxInt64
	s.visit(0, s.costs, 0, s.lower)
	s.lower = min(s.best, max(s.lower, min(s.found, s.open)))
	s.report()
}

// visit explores the node reached at level i.
func (s *search) visit(i int, costs []int32, base, bound int64) {
	s.nodes++
	if s.nodes&1023 == 0 && (s.ctx.Err() != nil || s.opt.Nodes > 0 && s.nodes > s.opt.Nodes) {
		s.stopped = true
	}
	if s.stopped {
		s.open = min(s.open, bound)
		return
	}
	if i == len(s.levels) {
		s.settle(costs, base)
		return
	}
	if i == s.depth {
		s.found = min(s.found, bound)
		return
	}
	s.expand(i, costs, base)
	for _, a := range s.orders[i] {
		bound := s.bounds[i][a]
		if bound >= s.best || bound >= s.found {
			return
		}
		if s.stopped {
			s.open = min(s.open, bound)
			return
		}
		s.fixed[i] = a
		s.visit(i+1, s.buffers[i][a], s.bases[i][a], bound)
	}
}

// write puts the best word's value at each type of the part into values.
func (s *search) write(values []uint8) {
	for i, v := range s.folding.values(s.bestFixed, s.bestLeaf) {
		values[s.types[i]] = v
	}
}
