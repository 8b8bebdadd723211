package space

import (
	"context"
	"math"
	"unsafe"
)

// IDAStar finds a shortest path by depth-first searches that cut off where
// moves so far and estimate exceed a limit, which rises (Korf 1985). It stores
// next to nothing. The limit is its lower bound. Where no goal can be reached
// and the estimate doesn't say so it goes on for ever: give it a MaxDepth.
func IDAStar[S comparable](ctx context.Context, p Guided[S], o Options) Result {
	o.LimitStep = 0
	return deepen(ctx, p, p.Estimate, o)
}

// DepthFirst finds a path by depth-first searches to a limit of depth that
// rises: the naive method, kept to compare. Its lower bound is one more than
// the last limit it has exhausted. It goes on for ever where the goal can't be
// reached and paths have no end: give it a MaxDepth.
func DepthFirst[S comparable](ctx context.Context, p Space[S], o Options) Result {
	o.LimitStep = max(o.LimitStep, 1)
	return deepen(ctx, p, func(S) int { return 0 }, o)
}

// deepen searches to rising limits. With a LimitStep of 0 the next limit is the
// smallest sum of moves and estimate that exceeded the last.
func deepen[S comparable](ctx context.Context, p Space[S], estimate func(S) int, o Options) Result {
	w := newWatch(ctx, &o)
	d := &diver[S]{watch: w, space: p, estimate: estimate}
	d.redundant = redundant(p)
	limit := estimate(p.Start())
	if limit < 0 {
		return w.result(0, 0)
	}
	w.Lower = limit
	if o.LimitStep > 0 {
		limit = max(o.FirstLimit, 0)
	}
	for {
		if o.MaxDepth > 0 && limit > o.MaxDepth {
			limit = o.MaxDepth
			if w.Lower > o.MaxDepth {
				w.Stop = DepthLimit
				break
			}
		}
		d.limit, d.excess = limit, math.MaxInt
		if d.dive(p.Start(), p.Start(), 0, -1) {
			w.found(append([]int{}, d.path...))
			break
		}
		if w.stopped() || d.excess == math.MaxInt {
			break
		}
		w.Lower = d.excess
		limit = d.excess
		if o.LimitStep > 0 {
			limit = d.limit + o.LimitStep
		}
	}
	return w.result(0, d.bytes)
}

// redundant returns what the space knows about moves that need not follow
// others, nil if nothing.
func redundant(p any) func(last, move int) bool {
	switch p := p.(type) {
	case Pruner:
		return p.Redundant
	case Commuter: // the other order is tried as well
		return func(last, move int) bool { return move < last && p.Commute(last, move) }
	}
	return nil
}

// diver is a depth-first search to one limit.
type diver[S comparable] struct {
	*watch
	space     Space[S]
	estimate  func(S) int
	redundant func(last, move int) bool
	limit     int         // most moves plus estimate
	excess    int         // least moves plus estimate above the limit
	path      []int       // moves to the state at hand
	bufs      [][]Step[S] // neighbours, by depth
	bytes     int64       // of bufs
}

// dive looks for a goal below s, which is depth moves from the start by way of
// the state from and the move last. If it returns true, d.path leads to one.
func (d *diver[S]) dive(s, from S, depth, last int) bool {
	if d.space.Goal(s) {
		return true
	}
	if depth == d.limit {
		d.excess = min(d.excess, depth+1)
		return false
	}
	if d.tick(d.Expanded+1, d.bytes, int64(depth)) {
		return false
	}
	if depth == len(d.bufs) {
		d.bufs = append(d.bufs, nil)
	}
	before := cap(d.bufs[depth])
	steps := d.space.Neighbours(s, d.bufs[depth][:0])
	d.bufs[depth] = steps
	if cap(steps) != before {
		d.bytes += int64(cap(steps)-before) * int64(unsafe.Sizeof(Step[S]{}))
	}
	d.Generated += int64(len(steps))
	for _, step := range steps {
		if step.To == from && depth > 0 {
			continue // undoes the last move
		}
		if d.redundant != nil && depth > 0 && d.redundant(last, step.Move) {
			continue
		}
		h := d.estimate(step.To)
		if h < 0 {
			continue
		}
		if depth+1+h > d.limit {
			d.excess = min(d.excess, depth+1+h)
			continue
		}
		d.path = append(d.path, step.Move)
		if d.dive(step.To, s, depth+1, step.Move) {
			return true
		}
		d.path = d.path[:len(d.path)-1]
		if d.stopped() {
			return false
		}
	}
	return false
}
