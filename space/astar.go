package space

import (
	"context"
	"slices"
)

// AStar finds a shortest path by always going on from a state whose moves so
// far and estimate add up to least (Hart, Nilsson and Raphael 1968); that sum is
// its lower bound. Of equals it takes the newest. A state reached anew by fewer
// moves is opened again, so the estimate need not be consistent. If a limit ends
// it, Path is the best path seen, if any.
func AStar[S comparable](ctx context.Context, p Guided[S], o Options) Result {
	w := newWatch(ctx, &o)
	a := star[S]{store: newStore[S](), best: -1}
	h := p.Estimate(p.Start())
	if h >= 0 {
		a.store.put(p.Start())
		a.nodes.push(node{parent: -1, estimate: int32(h)})
		a.push(0, h)
		w.Lower = h
		if p.Goal(p.Start()) {
			a.best, w.Lower = 0, 0
		}
	}
	a.run(p, w)
	if a.best >= 0 {
		w.Path = a.path(p)
		if !w.stopped() { // nothing shorter is left
			w.Stop, w.Lower = Found, len(w.Path)
		}
	}
	return w.result(int64(a.store.len()), a.bytes())
}

// star is the memory of a search.
type star[S comparable] struct {
	store   *store[S]
	nodes   arena[node] // one for each state of the store
	buckets [][]int32   // open states by moves so far + estimate; closed ones among them
	bytesOf int64       // of the buckets
	open    int64       // entries in the buckets
	best    int         // the goal with the shortest path yet, or -1
	buf     []Step[S]
}

type node struct {
	parent   int32
	moves    int32 // from the start
	estimate int32 // of the moves to come; ^estimate once closed
}

func (a *star[S]) bytes() int64 { return a.store.bytes() + a.nodes.bytes() + a.bytesOf }

func (a *star[S]) push(i, total int) {
	for total >= len(a.buckets) {
		a.buckets = append(a.buckets, nil)
	}
	before := cap(a.buckets[total])
	a.buckets[total] = append(a.buckets[total], int32(i))
	a.bytesOf += int64(cap(a.buckets[total])-before) * 4
	a.open++
}

// run expands states until none is left that could lead to a path shorter than
// the best one.
func (a *star[S]) run(p Guided[S], w *watch) {
	maxDepth := w.options.MaxDepth
	for total := w.Lower; total < len(a.buckets); {
		if a.best >= 0 && int(a.nodes.at(a.best).moves) <= total {
			return
		}
		bucket := a.buckets[total]
		if len(bucket) == 0 {
			total++
			continue
		}
		w.Lower = max(w.Lower, total)
		if maxDepth > 0 && total > maxDepth {
			w.Stop = DepthLimit
			return
		}
		i := int(bucket[len(bucket)-1])
		a.buckets[total] = bucket[:len(bucket)-1]
		a.open--
		n := a.nodes.at(i)
		if n.estimate < 0 {
			continue
		}
		if w.tick(int64(a.store.len()), a.bytes(), a.open+1) {
			return
		}
		open := *n
		n.estimate = ^n.estimate // closed
		lowest, ok := a.expand(p, w, i, open)
		if !ok {
			return
		}
		total = min(total, lowest)
	}
}

// expand tries the moves of state i. It returns the lowest sum that it pushed,
// and false if the search must stop.
func (a *star[S]) expand(p Guided[S], w *watch, i int, n node) (lowest int, ok bool) {
	lowest = int(n.moves + n.estimate)
	a.buf = p.Neighbours(a.store.at(i), a.buf[:0])
	w.Generated += int64(len(a.buf))
	if !a.store.room(len(a.buf), a.nodes.bytes()+a.bytesOf, w) {
		return lowest, false
	}
	moves := n.moves + 1
	hashes := a.store.hashAll(a.buf)
	for j, step := range a.buf {
		k, isNew := a.store.add(step.To, hashes[j])
		if isNew {
			h := int32(p.Estimate(step.To))
			if h < 0 {
				h = dead
			}
			a.nodes.push(node{estimate: h, moves: -1})
		}
		child := a.nodes.at(k)
		if !isNew && child.moves <= moves {
			continue
		}
		if child.estimate < 0 {
			child.estimate = ^child.estimate
		}
		if child.estimate == dead {
			child.moves = 0 // never again
			continue
		}
		child.parent, child.moves = int32(i), moves
		// A neighbour of a state h moves from a goal is at least h-1 from it.
		child.estimate = max(child.estimate, n.estimate-1)
		if a.best >= 0 && moves+child.estimate >= a.nodes.at(a.best).moves {
			continue
		}
		if p.Goal(step.To) {
			a.best = k
			continue
		}
		total := int(moves + child.estimate)
		a.push(k, total)
		lowest = min(lowest, total)
	}
	return lowest, true
}

// dead is the estimate of a state from which no goal can be reached.
const dead = 1<<31 - 1

// path returns the moves to the best goal.
func (a *star[S]) path(p Guided[S]) []int {
	var states []S
	for i := int32(a.best); i >= 0; i = a.nodes.at(int(i)).parent {
		states = append(states, a.store.at(int(i)))
	}
	slices.Reverse(states)
	return movesAlong(p, states)
}
