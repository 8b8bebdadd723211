// Package radius finds the covering radius of a linear code: the largest weight
// that a coset leader has, a leader being a lightest word of its coset.
//
// Lemma (averages). Let V be a subspace of the columns, and let the words of the
// code be put into sets that agree on V: two words are in one set if every
// column in V gives them the same value. At a position whose column isn't in V,
// the words of a set take all k values equally often, because a linear form that
// isn't 0 takes all values equally often on a coset of a subspace that it isn't
// constant on. So over a set the position weighs (k-1)/2 on average, whatever
// the coset. If every word of a coset weighs w or more, then for each set the
// positions inside V weigh at least w less that average for those outside. This
// holds for codes over a field. With V = {0} it says that the radius is at most
// n(k-1)/2 (Helleseth, Kløve and Mykkeltveit, On the covering radius of binary
// codes, IEEE Transactions on Information Theory 24, 1978).
//
// Only the shape of a coset at each type matters (see package leaders). So the
// search decides the shapes of the types along a chain of growing subspaces,
// and tests the averages of all sets after each decision.
package radius

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fewest/answer"
	"fewest/flip/internal/code"
)

// Radius is what a search found.
type Radius struct {
	Lower, Upper int     // bounds of the covering radius, counting each value as its weight
	Word         []uint8 // a word whose coset's leader weighs Lower
	Nodes        int64
}

// maxWords and maxShapes bound the words of a code, and the shapes of a type,
// that the search lists.
const (
	maxWords  = 1 << 16
	maxShapes = 1 << 20
)

// Search is the search for the covering radius of a code over a field.
type Search struct {
	parts    []*search
	summands []code.Summand
	out      Radius
}

// New prepares a search. A value v weighs v. memory bounds its tables, in bytes.
// The error is the context's, or an answer.Stop: what the search doesn't reach.
func New(ctx context.Context, c *code.Code, memory int64) (*Search, error) {
	free, summands := c.Split(ctx)
	if !c.Field() && len(summands) > 0 {
		return nil, answer.Stop{Cause: answer.OwnLimit, What: "the search for the diameter needs a prime number of colours"}
	}
	// The radii of direct summands add up.
	settled := len(free) * (c.K - 1)
	s := &Search{summands: summands, out: Radius{Lower: settled, Upper: settled, Word: make([]uint8, len(c.Columns))}}
	for _, at := range free {
		s.out.Word[at] = uint8(c.K - 1)
	}
	for _, p := range summands {
		if math.Pow(float64(c.K), float64(len(p.Orders))) > maxWords {
			return nil, answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("a kernel of %v plans is too large for the search for the diameter", p.Size())}
		}
		part, err := newSearch(ctx, &p.Code, memory)
		if err != nil {
			return nil, err
		}
		memory -= part.bytes()
		s.out.Upper += part.upper
		s.parts = append(s.parts, part)
	}
	return s, nil
}

// Run searches until the bounds meet, or the context ends, or so much work is
// done, in words weighed; 0 for no limit. It can be called again to go on.
// progress, if not nil, is called with the bounds now and then.
func (s *Search) Run(ctx context.Context, work int64, progress func(lower, upper int)) Radius {
	for i, part := range s.parts {
		lower, upper, nodes := s.out.Lower-part.lower, s.out.Upper-part.upper, s.out.Nodes-part.nodes
		part.ctx, part.work, part.limited, part.stopped = ctx, work, work > 0, ctx.Err() != nil
		part.run(func() {
			if progress != nil {
				progress(lower+part.lower, upper+part.upper)
			}
		})
		if work > 0 {
			work = max(part.work, 1)
		}
		s.out.Lower, s.out.Upper, s.out.Nodes = lower+part.lower, upper+part.upper, nodes+part.nodes
		for j, at := range s.summands[i].Positions {
			s.out.Word[at] = part.best[j]
		}
	}
	return s.out
}

// Nodes is how many nodes have been searched so far.
func (s *Search) Nodes() int64 { return s.out.Nodes }

// Raise tells of a word whose coset's leader weighs so much. A code that is a
// direct sum takes no notice.
func (s *Search) Raise(lower int, word []uint8) {
	if len(s.parts) != 1 || lower <= s.out.Lower {
		return
	}
	part := s.parts[0]
	part.lower += lower - s.out.Lower
	part.best = make([]uint8, part.length)
	for i, at := range s.summands[0].Positions {
		part.best[i] = word[at]
	}
	s.out.Lower = lower
}

// run narrows the bounds until they meet or a limit is reached.
func (s *search) run(report func()) {
	if s.best == nil {
		s.lower, s.best = s.climb()
	}
	for s.lower < s.upper && !s.stopped {
		report()
		if s.reach(s.upper) {
			s.lower, s.best = s.upper, s.word(s.choice)
		} else if !s.stopped {
			s.upper--
		}
	}
}

// stagedType is a type and its place in the chain of subspaces.
type stagedType struct {
	code.Type         // its column in the basis of the chain
	most      int     // largest weight
	stage     int     // the first subspace of the chain, by dimension, that it is in
	sub       int     // likewise without the coordinate stage-1
	dots      []uint8 // its value in each word that is told apart at its stage
}

// search is the search of a code that is no direct sum.
type search struct {
	ctx          context.Context
	k, m         int
	types        []stagedType
	length       int
	lower, upper int     // bounds of the radius
	best         []uint8 // a word whose leader weighs lower

	target  []int32      // what each word must weigh
	tests   [][]averages // of each type: what must hold when it is decided
	sums    [][]int32    // of each type: the weights of the words when it is decided
	choice  []int
	nodes   int64
	work    int64 // that may still be done, if it was limited
	limited bool
	stopped bool
}

// averages is the test that the lemma makes of the sets of words that agree on a
// subspace, after a type is decided.
type averages struct {
	group []int32 // of each word: the words that agree with it
	need  []int32 // what each set of words must weigh together
	sums  []int32
}

func newSearch(ctx context.Context, c *code.Code, memory int64) (*search, error) {
	s := &search{ctx: ctx, k: c.K, m: len(c.Orders), length: len(c.Columns), upper: len(c.Columns) * (c.K - 1) / 2}
	types, _ := c.Types()
	var columns [][]uint8
	for _, t := range types {
		columns = append(columns, t.Column)
	}
	columns, _ = code.Chain(c.K, s.m, columns)
	s.types = make([]stagedType, len(types))
	for i, column := range columns {
		t := &s.types[i]
		t.Type = types[i]
		t.Column = column
		if !t.ListShapes(ctx, s.k, maxShapes) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("%d buttons of one column type are too many for the search for the diameter", len(t.Positions))}
		}
		t.most = len(t.Positions) * (s.k - 1)
		t.stage = code.Height(column)
		t.sub = code.Height(column[:t.stage-1])
	}
	if s.bytes() > memory {
		return nil, answer.Stop{Cause: answer.MemoryLimit, What: "the search for the diameter", Needed: s.bytes()}
	}
	slices.SortStableFunc(s.types, func(a, b stagedType) int {
		if a.stage != b.stage {
			return a.stage - b.stage
		}
		return a.sub - b.sub
	})
	for i := range s.types {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t := &s.types[i]
		t.dots = code.Dots(s.k, t.Column[:t.stage])
		if t.sub == 0 { // a basis vector: the coset can be moved to turn it
			t.Shapes = slices.DeleteFunc(t.Shapes, func(sh code.Shape) bool { return sh.Rotations() == 0 })
		}
		slices.SortStableFunc(t.Shapes, func(a, b code.Shape) int {
			return int(slices.Min(b.Weights)) - int(slices.Min(a.Weights))
		})
		s.sums = append(s.sums, make([]int32, len(t.dots)))
	}
	s.choice = make([]int, len(s.types))
	return s, nil
}

// bytes estimates what the tables take: for each type a value, a weight and two
// tests a word, and the values in all words.
func (s *search) bytes() int64 {
	words := int64(math.Pow(float64(s.k), float64(s.m)))
	return int64(len(s.types)) * words * 20
}

// reach searches for a coset whose words all weigh at least target.
func (s *search) reach(target int) bool {
	if len(s.types) == 0 {
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
	for _, t := range s.types {
		if len(t.Positions)%2 == 1 {
			for c, x := range code.Dots(2, t.Column) {
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

// prepare sets up the tests for the target.
func (s *search) prepare() {
	s.tests = make([][]averages, len(s.types))
	for q := range s.types {
		if s.ctx.Err() != nil {
			s.stopped = true
			return
		}
		t := &s.types[q]
		s.tests[q] = append(s.tests[q], s.newAverages(q, t.sub))
		if t.sub != t.stage-1 && (q+1 == len(s.types) || s.types[q+1].stage > t.stage) {
			s.tests[q] = append(s.tests[q], s.newAverages(q, t.stage-1))
		}
	}
}

// newAverages makes the test of the words that agree on the first sub coordinates
// and the one of type q's stage, after type q is decided.
func (s *search) newAverages(q, sub int) averages {
	t := &s.types[q]
	words, beyond := 1, 1 // words told apart at this stage, and how many each stands for
	for range t.stage {
		words *= s.k
	}
	for range s.m - t.stage {
		beyond *= s.k
	}
	low, high := 1, words/s.k
	for range sub {
		low *= s.k
	}
	var c averages
	c.group = make([]int32, words)
	for w := range c.group {
		c.group[w] = int32(w%low + w/high*low)
	}
	c.sums = make([]int32, low*s.k)
	each := words / len(c.sums)
	inside, outside := 0, 0 // most weight of the undecided types in the subspace; twice the average of the others
	for _, later := range s.types[q+1:] {
		if later.stage == t.stage && later.sub <= sub {
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
func (c *averages) passes(sums []int32) bool {
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

// decide chooses the shapes of type q and those after it.
func (s *search) decide(q int, before []int32) bool {
	if q == len(s.types) {
		return true
	}
	t := &s.types[q]
	sums := s.sums[q]
next:
	for i := range t.Shapes {
		if s.nodes++; s.nodes&63 == 0 && s.ctx.Err() != nil {
			s.stopped = true
		}
		if s.work -= int64(len(sums)); s.limited && s.work < 0 {
			s.stopped = true
		}
		if s.stopped {
			return false
		}
		weights := t.Shapes[i].Weights
		for at := 0; at < len(sums); at += len(before) {
			part, d := sums[at:at+len(before)], t.dots[at:]
			for c, x := range before {
				part[c] = x + weights[d[c]]
			}
		}
		for j := range s.tests[q] {
			if !s.tests[q][j].passes(sums) {
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
func (s *search) word(choice []int) []uint8 {
	word := make([]uint8, s.length)
	for q := range s.types {
		s.types[q].Place(s.k, s.types[q].Shapes[choice[q]], word, func() bool { return false })
	}
	return word
}

// climb finds a coset that is far by changing one type at a time.
func (s *search) climb() (int, []uint8) {
	rng := rand.New(rand.NewPCG(1, 1))
	words := 1
	for range s.m {
		words *= s.k
	}
	all := make([][]uint8, len(s.types))
	for q := range s.types {
		all[q] = code.Dots(s.k, s.types[q].Column)
	}
	best, bestChoice := -1, make([]int, len(s.types))
	sums := make([]int32, words)
	// score orders cosets: the least weight, then how few words have it.
	score := func(q, was, is int) int64 {
		from, to := s.types[q].Shapes[was].Weights, s.types[q].Shapes[is].Weights
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
		choice := make([]int, len(s.types))
		for q, t := range s.types {
			choice[q] = rng.IntN(min(2, len(t.Shapes)))
			for c := range sums {
				sums[c] += t.Shapes[choice[q]].Weights[all[q][c]]
			}
		}
		for improved := true; improved && !s.stopped; {
			improved = false
			for q, t := range s.types {
				if s.work -= int64(words * len(t.Shapes)); s.ctx.Err() != nil || s.limited && s.work < 0 {
					s.stopped = true
					break
				}
				now, to := score(q, choice[q], choice[q]), choice[q]
				for i := range t.Shapes {
					if i&15 == 15 && s.ctx.Err() != nil {
						break
					}
					if x := score(q, choice[q], i); x > now {
						now, to = x, i
					}
				}
				if to != choice[q] {
					improved = true
					for c := range sums {
						sums[c] += t.Shapes[to].Weights[all[q][c]] - t.Shapes[choice[q]].Weights[all[q][c]]
					}
					choice[q] = to
				}
			}
		}
		if least := int(slices.Min(sums)); least > best {
			best = least
			bestChoice = slices.Clone(choice)
		}
		if s.stopped {
			break
		}
	}
	return best, s.word(bestChoice)
}
