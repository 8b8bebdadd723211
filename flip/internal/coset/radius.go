package coset

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Radius is what FindRadius found.
type Radius struct {
	Lower, Upper int     // bounds of the covering radius, counting each value as its weight
	Word         []uint8 // a word whose coset's lightest weight is Lower
	Nodes        int64
}

// FindRadius returns the covering radius of a code over a field: the largest
// weight that the lightest word of a coset has, a value v weighing v. If the
// context ends, the bounds differ. progress is called with them now and then.
//
// The weights of a coset's words add up type by type; what matters of a type is
// how the values of its positions are distributed. Over all words a type weighs
// half its maximum on average, whatever the distribution, and so it does over
// the words that agree on a subspace it isn't in. So for each subspace of
// columns, types outside it can be left out, and those inside must already
// reach the average that is wanted, for each way of agreeing. The search decides
// types along a chain of subspaces and tests these averages at every step. With
// two values, the words of odd and even weight must reach different sums.
func FindRadius(ctx context.Context, code *Code, progress func(lower, upper int)) Radius {
	s := newRadiusSearch(ctx, code)
	out := Radius{Upper: s.settled + s.total*(s.k-1)/2}
	out.Lower, out.Word = s.climb()
	for out.Lower < out.Upper {
		if progress != nil {
			progress(out.Lower, out.Upper)
		}
		if s.reach(out.Upper - s.settled) {
			out.Lower, out.Word = out.Upper, s.word(s.choice)
			break
		}
		if ctx.Err() != nil {
			break
		}
		out.Upper--
	}
	out.Nodes = s.nodes
	return out
}

// kind is a type as the search for the radius sees it.
type kind struct {
	column    []uint8 // in the basis of the chain
	positions []int
	units     []uint8
	most      int // largest weight
	shapes    []shape
	stage     int     // the first subspace of the chain, by dimension, that it is in
	sub       int     // likewise without the coordinate stage-1
	dots      []uint8 // its value in each word that is told apart at its stage
}

type radiusSearch struct {
	ctx     context.Context
	k, m    int
	length  int
	kinds   []kind
	settled int // weight of the positions that no word touches, at most
	free    []int
	total   int // number of the other positions

	target  []int32 // what each word must weigh
	checks  [][]check
	sums    [][]int32 // of each kind: the weights of the words when it is decided
	choice  []int
	nodes   int64
	stopped bool
}

// check is a test of averages after a kind is decided.
type check struct {
	group []int32 // of each word: the words that agree with it
	need  []int32 // what each set of words must weigh together
	sums  []int32
}

func newRadiusSearch(ctx context.Context, code *Code) *radiusSearch {
	s := &radiusSearch{ctx: ctx, k: code.K, m: len(code.Orders), length: len(code.Columns)}
	t := group(code.K, true, code.Columns)
	columns, _ := chain(code.K, s.m, t.columns)
	s.kinds = make([]kind, len(columns))
	for i, column := range columns {
		s.kinds[i].column = column
	}
	for at, number := range t.of {
		if number < 0 {
			s.free = append(s.free, at)
			s.settled += s.k - 1
			continue
		}
		s.total++
		s.kinds[number].positions = append(s.kinds[number].positions, at)
		s.kinds[number].units = append(s.kinds[number].units, t.unit[at])
	}
	for i := range s.kinds {
		kd := &s.kinds[i]
		kd.most = len(kd.positions) * (s.k - 1)
		kd.shapes = shapes(s.k, kd.units)
		kd.stage, kd.sub = height(kd.column), height(kd.column[:height(kd.column)-1])
	}
	slices.SortStableFunc(s.kinds, func(a, b kind) int {
		if a.stage != b.stage {
			return a.stage - b.stage
		}
		return a.sub - b.sub
	})
	for i := range s.kinds {
		kd := &s.kinds[i]
		kd.dots = dots(s.k, kd.column[:kd.stage])
		if kd.sub == 0 { // a basis vector: the coset can be moved to turn it
			kd.shapes = slices.DeleteFunc(kd.shapes, func(sh shape) bool { return sh.rotations() == 0 })
		}
		slices.SortStableFunc(kd.shapes, func(a, b shape) int {
			return int(slices.Min(b.weights)) - int(slices.Min(a.weights))
		})
		s.sums = append(s.sums, make([]int32, len(kd.dots)))
	}
	s.choice = make([]int, len(s.kinds))
	return s
}

// height returns one more than the last coordinate that isn't 0.
func height(v []uint8) int {
	n := len(v)
	for n > 0 && v[n-1] == 0 {
		n--
	}
	return n
}

// dots lists column . c for all c, the first coordinate of c changing fastest.
func dots(k int, column []uint8) []uint8 {
	out := []uint8{0}
	for _, x := range column {
		n := len(out)
		for c := 1; c < k; c++ {
			for i := range n {
				out = append(out, uint8((int(out[i])+c*int(x))%k))
			}
		}
	}
	return out
}

// chain expresses the columns in a basis of some of them, chosen one after
// another so that the subspace they span contains as many columns as it can. It
// stops after m of them, or when the subspace contains all columns; inside
// reports which it contains.
func chain(k, m int, columns [][]uint8) (expressed [][]uint8, inside []bool) {
	work := make([][]uint8, len(columns)) // columns modulo the subspace so far
	out := make([][]uint8, len(columns))
	for i, column := range columns {
		work[i] = slices.Clone(column)
		out[i] = make([]uint8, 0, m)
	}
	for range m {
		counts := map[string]int{} // of columns that a basis vector would bring in
		best, bestCount := -1, 0
		t := group(k, true, work)
		for i, number := range t.of {
			if number < 0 {
				continue
			}
			key := string(t.columns[number])
			counts[key]++
			if counts[key] > bestCount {
				best, bestCount = i, counts[key]
			}
		}
		if best < 0 {
			break
		}
		// The first column of the winning group becomes the basis vector.
		for i := range best {
			if t.of[i] == t.of[best] {
				best = i
				break
			}
		}
		pivot := slices.Clone(work[best])
		at := slices.IndexFunc(pivot, func(x uint8) bool { return x != 0 })
		inverse := 0
		for inverse = 1; inverse*int(pivot[at])%k != 1; inverse++ {
		}
		for i := range work {
			x := int(work[i][at]) * inverse % k
			addMul(work[i], pivot, (k-x)%k, k)
			out[i] = append(out[i], uint8(x))
		}
	}
	inside = make([]bool, len(columns))
	for i, rest := range work {
		inside[i] = height(rest) == 0
	}
	return out, inside
}

// reach searches for a coset whose words all weigh at least target.
func (s *radiusSearch) reach(target int) bool {
	if len(s.kinds) == 0 {
		return target <= 0
	}
	words := 1
	for range s.m {
		words *= s.k
	}
	if s.k != 2 {
		s.target = make([]int32, words)
		for c := range s.target {
			s.target[c] = int32(target)
		}
		s.prepare()
		return s.decide(0, []int32{0})
	}
	// A word's weight is odd or even with the word's own weight.
	odd := make([]int32, words)
	for _, kd := range s.kinds {
		if len(kd.positions)%2 == 1 {
			for c, x := range dots(2, kd.column) {
				odd[c] ^= int32(x)
			}
		}
	}
	for parity := range int32(2) {
		s.target = make([]int32, words)
		for c := range s.target {
			s.target[c] = int32(target) + (int32(target)+odd[c]+parity)&1
		}
		s.prepare()
		if s.decide(0, []int32{0}) {
			return true
		}
	}
	return false
}

// prepare sets up the checks for the target.
func (s *radiusSearch) prepare() {
	s.checks = make([][]check, len(s.kinds))
	for q := range s.kinds {
		if s.ctx.Err() != nil {
			s.stopped = true
			return
		}
		kd := &s.kinds[q]
		s.checks[q] = append(s.checks[q], s.newCheck(q, kd.sub))
		if kd.sub != kd.stage-1 && (q+1 == len(s.kinds) || s.kinds[q+1].stage > kd.stage) {
			s.checks[q] = append(s.checks[q], s.newCheck(q, kd.stage-1))
		}
	}
}

// newCheck makes the test of the words that agree on the first sub coordinates
// and the one of kind q's stage, after kind q is decided.
func (s *radiusSearch) newCheck(q, sub int) check {
	kd := &s.kinds[q]
	words, beyond := 1, 1 // words told apart at this stage, and how many each stands for
	for range kd.stage {
		words *= s.k
	}
	for range s.m - kd.stage {
		beyond *= s.k
	}
	low, high := 1, words/s.k
	for range sub {
		low *= s.k
	}
	var c check
	c.group = make([]int32, words)
	for w := range c.group {
		c.group[w] = int32(w%low + w/high*low)
	}
	c.sums = make([]int32, low*s.k)
	each := words / len(c.sums)
	inside, outside := 0, 0 // most weight of the undecided kinds in the subspace; twice the average of the others
	for _, later := range s.kinds[q+1:] {
		if later.stage == kd.stage && later.sub <= sub {
			inside += later.most
		} else {
			outside += later.most
		}
	}
	wanted := make([]int, len(c.sums))
	for w, t := range s.target {
		wanted[c.group[w%words]] += int(t)
	}
	for _, w := range wanted {
		// 2 * (sum * beyond) + each * beyond * (2 * inside + outside) >= 2 * wanted
		need := 2*w - each*beyond*(2*inside+outside)
		c.need = append(c.need, int32(ceilDiv(need, 2*beyond)))
	}
	return c
}

func ceilDiv(a, b int) int {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

// passes reports whether the weights of the words stand the test.
func (c *check) passes(sums []int32) bool {
	if len(c.need) == len(sums) {
		for w, need := range c.need {
			if sums[w] < need {
				return false
			}
		}
		return true
	}
	clear(c.sums)
	for w, g := range c.group {
		c.sums[g] += sums[w]
	}
	for g, need := range c.need {
		if c.sums[g] < need {
			return false
		}
	}
	return true
}

// decide chooses the shapes of kind q and those after it.
func (s *radiusSearch) decide(q int, before []int32) bool {
	if q == len(s.kinds) {
		return true
	}
	kd := &s.kinds[q]
	sums := s.sums[q]
next:
	for i := range kd.shapes {
		if s.nodes++; s.nodes&1023 == 0 && s.ctx.Err() != nil {
			s.stopped = true
		}
		if s.stopped {
			return false
		}
		weights := kd.shapes[i].weights
		for at := 0; at < len(sums); at += len(before) {
			part, d := sums[at:at+len(before)], kd.dots[at:]
			for c, x := range before {
				part[c] = x + weights[d[c]]
			}
		}
		for j := range s.checks[q] {
			if !s.checks[q][j].passes(sums) {
				continue next
			}
		}
		s.choice[q] = i
		if s.decide(q+1, sums) {
			return true
		}
	}
	return false
}

// word returns a word with the chosen shapes.
func (s *radiusSearch) word(choice []int) []uint8 {
	word := make([]uint8, s.length)
	for _, at := range s.free {
		word[at] = uint8(s.k - 1)
	}
	for q, kd := range s.kinds {
		values := make([]uint8, len(kd.positions))
		kd.shapes[choice[q]].fill(s.k, kd.units, values, func() bool {
			for i, at := range kd.positions {
				word[at] = values[i]
			}
			return false
		})
	}
	return word
}

// climb finds a coset that is far by changing one kind at a time.
func (s *radiusSearch) climb() (int, []uint8) {
	rng := rand.New(rand.NewPCG(1, 1))
	words := 1
	for range s.m {
		words *= s.k
	}
	all := make([][]uint8, len(s.kinds))
	for q := range s.kinds {
		all[q] = dots(s.k, s.kinds[q].column)
	}
	best, bestChoice := -1, make([]int, len(s.kinds))
	sums := make([]int32, words)
	// score orders cosets: the least weight, then how few words have it.
	score := func(q, was, is int) int64 {
		from, to := s.kinds[q].shapes[was].weights, s.kinds[q].shapes[is].weights
		least, count := int32(1<<30), int64(0)
		for c, x := range sums {
			x += to[all[q][c]] - from[all[q][c]]
			if x < least {
				least, count = x, 0
			}
			if x == least {
				count++
			}
		}
		return int64(least)<<32 - count
	}
	for range 50 {
		clear(sums)
		choice := make([]int, len(s.kinds))
		for q, kd := range s.kinds {
			choice[q] = rng.IntN(min(2, len(kd.shapes)))
			for c := range sums {
				sums[c] += kd.shapes[choice[q]].weights[all[q][c]]
			}
		}
		for improved := true; improved && s.ctx.Err() == nil; {
			improved = false
			for q, kd := range s.kinds {
				if s.ctx.Err() != nil {
					break
				}
				now, to := score(q, choice[q], choice[q]), choice[q]
				for i := range kd.shapes {
					if x := score(q, choice[q], i); x > now {
						now, to = x, i
					}
				}
				if to != choice[q] {
					improved = true
					for c := range sums {
						sums[c] += kd.shapes[to].weights[all[q][c]] - kd.shapes[choice[q]].weights[all[q][c]]
					}
					choice[q] = to
				}
			}
		}
		if least := int(slices.Min(sums)); least > best {
			best = least
			bestChoice = slices.Clone(choice)
		}
		if s.ctx.Err() != nil {
			break
		}
	}
	return best + s.settled, s.word(bestChoice)
}
