package spread

import (
	"context"
	"math/bits"
	"slices"
)

// lister lists the functions on a subspace that are low enough. With the types
// in the order of their columns, those with the top bit j come after those in
// the span of the first j basis vectors. The former make a function B on that
// span, the latter a function A, and the whole is A(a) + B(a) where a word is 0
// on basis vector j and A(a) - B(a) where it is 1: so |B| <= limit - A. That
// holds for averages over the directions of the basis vectors from i on too,
// and averaging leaves of A and B the types within the span of the first i.
type lister struct {
	ctx     context.Context
	space   *space
	order   []int // the types by column
	limit   int
	half    bool // one of each class under translation only, if all basis vectors are types
	sums    [][]int8
	parts   [][]int8 // B as far as decided, before each type
	most    int
	nodes   int
	out     [][]int8
	stopped bool
}

// list lists the functions Y on a subspace with Y <= limit everywhere, or
// reports that there are more than most, or that the context ended.
func (s *space) list(ctx context.Context, limit int, half bool, most int) (functions [][]int8, ok bool) {
	l := &lister{ctx: ctx, space: s, limit: limit, half: half, most: most}
	for i := range s.columns {
		l.order = append(l.order, i)
	}
	slices.SortFunc(l.order, func(a, b int) int { return int(s.columns[a]) - int(s.columns[b]) })
	for range len(s.basis) + 1 {
		l.sums = append(l.sums, make([]int8, 1<<len(s.basis)))
	}
	for range len(l.order) + 1 {
		l.parts = append(l.parts, make([]int8, 1<<len(s.basis)))
	}
	l.visit(0, 0)
	return l.out, !l.stopped
}

// visit decides the types from one on, with the sums up to a level complete.
func (l *lister) visit(at, level int) {
	if l.nodes++; l.nodes&255 == 0 && l.ctx.Err() != nil {
		l.stopped = true
	}
	top := len(l.space.basis) + 1
	if at < len(l.order) {
		top = bits.Len32(l.space.columns[l.order[at]])
	}
	for ; level+1 < top; level++ { // levels without a type, or with all decided
		copy(l.sums[level+1], l.sums[level])
		copy(l.sums[level+1][1<<level:], l.sums[level][:1<<level])
	}
	if at == len(l.order) {
		if l.out = append(l.out, slices.Clone(l.sums[level])); len(l.out) > l.most {
			l.stopped = true
		}
		return
	}
	t := l.order[at]
	sub := l.space.columns[t] & (1<<level - 1)
	inner := bits.Len32(sub)
	nextLevel, nextInner := top+1, 0
	if at+1 < len(l.order) {
		next := l.space.columns[l.order[at+1]]
		nextLevel = bits.Len32(next)
		nextInner = bits.Len32(next & (1<<level - 1))
	}
	complete := nextLevel > top
	before, after := l.parts[at][:1<<level], l.parts[at+1][:1<<level]
	if at == 0 || bits.Len32(l.space.columns[l.order[at-1]]) < top {
		clear(before)
	}
	first := -l.space.counts[t]
	if l.half && sub == 0 {
		first = l.space.counts[t] & 1 // a translation negates the types of a basis at will
	}
	for v := first; v <= l.space.counts[t] && !l.stopped; v += 2 {
		for a, b := range before {
			if bits.OnesCount32(uint32(a)&sub)&1 != 0 {
				after[a] = b - int8(v)
			} else {
				after[a] = b + int8(v)
			}
		}
		upTo := nextInner - 1 // averages are known for the directions below the next type's
		if complete {
			upTo = level
		} else if nextInner == inner {
			upTo = -1
		}
		if upTo >= 0 && !l.low(after, upTo) {
			continue
		}
		if complete {
			sums, next := l.sums[level], l.sums[level+1]
			for a, b := range after {
				next[a], next[a+1<<level] = sums[a]+b, sums[a]-b
			}
			l.visit(at+1, level+1)
		} else {
			l.visit(at+1, level)
		}
	}
}

// low reports whether B keeps to the limit on the span of the first vectors.
func (l *lister) low(part []int8, vectors int) bool {
	sums := l.sums[vectors]
	for a := range 1 << vectors {
		if b := int(part[a]); max(b, -b) > l.limit-int(sums[a]) {
			return false
		}
	}
	return true
}
