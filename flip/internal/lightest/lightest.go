// Package lightest finds the lightest word of one coset of a linear code: the
// coset leader, which a decoder looks for.
//
// It is depth-first branch and bound over a folding (see folding). Lemma: let
// some coefficients of a word of the code be fixed, and let the types that are
// left have costs, type t costing cost(t, v) where the word has the value v.
// Then every word with these coefficients weighs at least what the settled
// types cost plus the sum over t of the least cost(t, v), whatever the code, for
// a word has one value at each type; and where the types are linearly
// independent the bound is met, for then every choice of values is a word's.
package lightest

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fewest/flip/internal/code"
)

// Options are limits and callbacks of Find.
type Options struct {
	Nodes    int64                    // stop after so many nodes; 0 for no limit
	Progress func(lower, upper int64) // called now and then
}

// Word is what Find found.
type Word struct {
	Values []uint8 // the lightest member of the coset that was found
	Weight int64   // its weight
	Bound  int64   // no member is lighter than this
	Nodes  int64   // work done
}

// Find returns the lightest word of the coset of a word x: of all x + c with
// c in the code. A value v weighs weights[v]. If the context or a limit ends
// the search, Bound is less than Weight.
func Find(ctx context.Context, c *code.Code, x []uint8, weights []int32, opt Options) Word {
	field, k, m := c.Field(), c.K, len(c.Orders)
	t := code.Group(k, field, c.Columns)
	if field && m*m*len(t.Columns) < 1e10 {
		code.Basis(ctx, k, t.Columns)
		// The columns have changed, and with them which first entries are 1.
		t = regroup(k, t)
	}
	costs := make([]int32, len(t.Columns)*k)
	word := Word{Values: slices.Clone(x)}
	for i, value := range x {
		if t.Of[i] < 0 {
			word.Weight += int64(weights[value])
			continue
		}
		for v := range k {
			costs[int(t.Of[i])*k+v] += weights[(int(value)+int(t.Unit[i])*v)%k]
		}
	}
	word.Bound = word.Weight
	added := make([]uint8, len(t.Columns))
	sets := code.Parts(t.Columns, m)
	searches := make([]*search, len(sets))
	for i, set := range sets {
		searches[i] = newSearch(ctx, k, c.Orders, field, t.Columns, costs, set)
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
		s.run()
		word.Weight, word.Bound = weight+s.best, bound+s.lower
		word.Nodes += s.nodes
		s.write(added)
	}
	for i := range word.Values {
		if t.Of[i] >= 0 {
			word.Values[i] = uint8((int(x[i]) + int(t.Unit[i])*int(added[t.Of[i]])) % k)
		}
	}
	return word
}

// regroup scales the columns of types again to have 1 as their first entry.
func regroup(k int, t code.Grouping) code.Grouping {
	again := code.Group(k, true, t.Columns)
	for i, number := range t.Of {
		if number >= 0 {
			t.Unit[i] = uint8(int(t.Unit[i]) * int(again.Unit[number]) % k)
			t.Of[i] = again.Of[number]
		}
	}
	t.Columns = again.Columns
	return t
}

// search is the search of one part of the code.
type search struct {
	folding
	ctx     context.Context
	opt     Options
	report  func()
	field   bool
	inBlock bool      // this is the search of a block of another
	types   []int     // the types of the part
	own     [][]uint8 // their columns
	costs   []int32   // what they cost

	best  int64   // weight of the best word
	value []uint8 // its value at each type
	lower int64   // no word is lighter
	grain int64   // weights of the coset's words differ by multiples of this

	fixed   []int
	buffers [][][]int32 // of each level and value: the costs afterwards
	bounds  [][]int64
	bases   [][]int64
	orders  [][]int

	depth    int   // levels looked at; nodes that deep only bound
	found    int64 // the least bound seen that deep
	open     int64 // the least bound of a node left unexplored
	nodes    int64
	nextLook int64 // how many nodes there are when limits are looked at next
	stopped  bool
}

// newSearch prepares the search over one set of generators and finds first
// words: by descent, and by going down the folding.
func newSearch(ctx context.Context, k int, all []int, field bool, columns [][]uint8, costs []int32, set []int) *search {
	s := &search{ctx: ctx, grain: 1, field: field}
	s.k = k
	var own [][]uint8
	orders := make([]int, len(set))
	inSet := make(map[int]bool, len(set))
	for j, g := range set {
		orders[j] = all[g]
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
		s.costs = append(s.costs, costs[t*k:(t+1)*k]...)
	}
	s.lower = s.rootBound()
	if evenWords(k, own, s.costs, len(set)) {
		s.grain = 2
	}
	s.value = make([]uint8, len(own))
	s.best = s.descend(own, len(set))
	s.round()
	s.own = own
	plan, err := fold(ctx, k, field, own, orders)
	if err != nil {
		s.stopped = true
		return s
	}
	s.folding = plan
	for i, l := range s.levels {
		after := s.leaf.count()
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
	s.dive()
	return s
}

// evenWords reports whether, for two values, every word changes the weight by
// an even number.
func evenWords(k int, columns [][]uint8, costs []int32, generators int) bool {
	if k != 2 {
		return false
	}
	odd := make([]int32, generators)
	for t, column := range columns {
		if change := (costs[2*t] - costs[2*t+1]) & 1; change != 0 {
			for j, x := range column {
				odd[j] ^= int32(x)
			}
		}
	}
	return !slices.Contains(odd, 1)
}

// round raises the lower bound to what weights there can be.
func (s *search) round() {
	if gap := (s.best - s.lower) % s.grain; gap > 0 {
		s.lower += gap
	}
}

// descend adds generators as long as that helps.
func (s *search) descend(columns [][]uint8, generators int) int64 {
	k := s.k
	support := make([][]int32, generators)
	weight := int64(0)
	for t, column := range columns {
		weight += int64(s.costs[t*k])
		for j, x := range column {
			if x != 0 {
				support[j] = append(support[j], int32(t))
			}
		}
	}
	change := make([]int64, k)
	for improved := true; improved; {
		improved = false
		for j, types := range support {
			if s.ctx.Err() != nil {
				return weight
			}
			clear(change)
			for _, t := range types {
				own, v, step := s.costs[int(t)*k:int(t+1)*k], int(s.value[t]), int(columns[t][j])
				now := own[v]
				for a := 1; a < k; a++ {
					if v += step; v >= k {
						v -= k
					}
					change[a] += int64(own[v] - now)
				}
			}
			a := slices.Index(change, slices.Min(change))
			if change[a] >= 0 {
				continue
			}
			weight += change[a]
			improved = true
			for _, t := range types {
				s.value[t] = uint8((int(s.value[t]) + a*int(columns[t][j])) % k)
			}
		}
	}
	return weight
}

// rootBound is the bound before anything is fixed.
func (s *search) rootBound() int64 {
	bound := int64(0)
	for t := range s.types {
		bound += int64(slices.Min(s.costs[t*s.k : (t+1)*s.k]))
	}
	return bound
}

// dive looks for a better word by going to the most promising value at every level.
func (s *search) dive() {
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
		settled, bound := s.fix(i, a, costs, s.buffers[i][a])
		s.bases[i][a] = base + settled
		s.bounds[i][a] = base + settled + bound
	}
	byBound(s.bounds[i], s.orders[i])
}

// byBound orders the values of a coefficient, the most promising first.
func byBound(bounds []int64, order []int) {
	for a := range order {
		order[a] = a
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(bounds[a], bounds[b]) })
}

// settle solves a leaf.
func (s *search) settle(costs []int32, base int64) {
	s.nodes += s.leaf.work()
	if weight := base + s.leaf.cheapest(costs, nil); weight < s.best {
		s.best = weight
		leaf := make([]uint8, s.leaf.count())
		s.leaf.cheapest(costs, leaf)
		s.value = s.values(s.fixed, leaf)
	}
}

// trial is how many nodes are spent on finding a good word first.
const trial = 500_000

// run searches to the end, or until a limit. First it spends some nodes on a
// good word, which may be the end already; then it looks only some levels deep,
// deeper and deeper: the least bound there is a lower bound that is worth having
// if time runs out, for a small part of the time.
func (s *search) run() {
	if s.lower < s.best && !s.stopped {
		limit := s.opt.Nodes
		if limit == 0 || limit > trial {
			s.opt.Nodes = trial
		}
		s.pass(len(s.levels))
		if s.opt.Nodes != limit {
			s.opt.Nodes = limit
			s.stopped = s.ctx.Err() != nil
		}
	}
	if s.lower < s.best && !s.stopped && s.field && !s.inBlock && len(s.levels) > digits(14, s.k) {
		s.blocks()
	}
	for depth := digits(12, s.k); depth < len(s.levels) && s.lower < s.best; depth += digits(4, s.k) {
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
	s.round()
	s.report()
}

// visit explores the node reached at level i.
func (s *search) visit(i int, costs []int32, base, bound int64) {
	s.nodes++
	if s.nodes >= s.nextLook {
		s.nextLook = s.nodes + 2000
		s.stopped = s.ctx.Err() != nil || s.opt.Nodes > 0 && s.nodes > s.opt.Nodes
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
		if bound > s.best-s.grain || bound >= s.found {
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
	for i, v := range s.value {
		values[s.types[i]] = v
	}
}
