package space

import (
	"context"
	"slices"
)

// BreadthFirst finds a shortest path by visiting all states in order of their
// distance from the start. Having finished distance d without a goal it has
// proven a lower bound of d+1.
func BreadthFirst[S comparable](ctx context.Context, p Space[S], o Options) Result {
	w := newWatch(ctx, &o)
	if p.Goal(p.Start()) {
		w.found([]int{})
		return w.result(0, 0)
	}
	b := newWave[S](p.Neighbours)
	b.store.put(p.Start())
	b.begin()
	for b.open() > 0 {
		w.Lower = b.depth + 1
		if o.MaxDepth > 0 && b.depth == o.MaxDepth {
			w.Stop = DepthLimit
			break
		}
		goal := b.layer(w, nil, p.Goal)
		if goal >= 0 {
			w.found(movesAlong(p, b.line(goal)))
			break
		}
		if w.stopped() {
			break
		}
	}
	return w.result(int64(b.store.len()), b.bytes())
}

// Bidirectional finds a shortest path by two breadth-first searches, one from
// the start and one from all goals, of which the smaller goes on, until they
// meet. Having finished distance a on one side and b on the other it has proven
// a lower bound of a+b+1. It gives up with TooManyGoals if there are more goals
// than o.MaxGoals.
func Bidirectional[S comparable](ctx context.Context, p Targeted[S], o Options) Result {
	w := newWatch(ctx, &o)
	if p.Goal(p.Start()) {
		w.found([]int{})
		return w.result(0, 0)
	}
	w.Lower = 1
	near := newWave[S](p.Neighbours)
	near.store.put(p.Start())
	near.begin()
	far := newWave[S](backwards[S](p))
	if o.MaxGoals == 0 {
		o.MaxGoals = DefaultMaxGoals
	}
	collectGoals(p, far.store, near.bytes(), w)
	far.begin()
	for !w.stopped() && near.open() > 0 && far.open() > 0 {
		w.Lower = near.depth + far.depth + 1
		if o.MaxDepth > 0 && w.Lower > o.MaxDepth {
			w.Stop = DepthLimit
			break
		}
		here, there := near, far
		if far.open() < near.open() {
			here, there = far, near
		}
		meeting := here.layer(w, there, func(s S) bool { return there.store.find(s) >= 0 })
		if meeting >= 0 {
			s := here.store.at(meeting)
			states := near.line(near.store.find(s))
			rest := far.line(far.store.find(s))
			slices.Reverse(rest)
			w.found(movesAlong(p, append(states, rest[1:]...)))
		}
	}
	return w.result(int64(near.store.len()+far.store.len()), near.bytes()+far.bytes())
}

// collectGoals puts the goals into the store.
func collectGoals[S comparable](p Targeted[S], goals *store[S], elsewhere int64, w *watch) {
	for s := range p.Goals() {
		if w.cancelled() || !goals.room(1, elsewhere, w) {
			return
		}
		if _, isNew := goals.put(s); isNew && goals.len() > w.options.MaxGoals {
			w.Stop = TooManyGoals
			return
		}
	}
}

// backwards gives what leads to a state: its predecessors, or in an undirected
// space its neighbours. The moves don't matter.
func backwards[S comparable](p Space[S]) func(S, []Step[S]) []Step[S] {
	r, directed := p.(Reverser[S])
	if !directed {
		return p.Neighbours
	}
	var from []S
	return func(s S, to []Step[S]) []Step[S] {
		from = r.Predecessors(s, from[:0])
		for _, f := range from {
			to = append(to, Step[S]{To: f})
		}
		return to
	}
}

// wave is one breadth-first search: the store is its queue, and its newest
// layer the states from head to end.
type wave[S comparable] struct {
	neighbours func(S, []Step[S]) []Step[S]
	store      *store[S]
	tree       tree
	head, end  int
	depth      int // of the layer from head to end
	buf        []Step[S]
	ends       []int // in buf, of each state's neighbours
}

// batch is how many neighbours are looked up together, so that the memory
// serves several at a time.
const batch = 64

func newWave[S comparable](neighbours func(S, []Step[S]) []Step[S]) *wave[S] {
	return &wave[S]{neighbours: neighbours, store: newStore[S]()}
}

// begin makes what is in the store the first layer.
func (b *wave[S]) begin() {
	b.tree.roots = b.store.len()
	b.end = b.store.len()
}

// open returns the size of the newest layer.
func (b *wave[S]) open() int { return b.end - b.head }

func (b *wave[S]) bytes() int64 { return b.store.bytes() + b.tree.bytes() }

// layer expands the newest layer and makes the next one the newest. It stops at
// the first new state that is a goal and returns its index, otherwise -1, also
// when the watch says stop. What the other wave holds counts too.
func (b *wave[S]) layer(w *watch, other *wave[S], goal func(S) bool) int {
	var otherStates, otherBytes, otherOpen int64
	if other != nil {
		otherStates, otherBytes, otherOpen = int64(other.store.len()), other.bytes(), int64(other.open())
	}
	for b.head < b.end {
		b.buf, b.ends = b.buf[:0], b.ends[:0]
		for k := b.head; k < b.end && len(b.buf) < batch; k++ {
			stored := int64(b.store.len())
			if w.tick(stored+otherStates, b.bytes()+otherBytes, stored-int64(k)+otherOpen) {
				return -1
			}
			b.buf = b.neighbours(b.store.at(k), b.buf)
			b.ends = append(b.ends, len(b.buf))
		}
		w.Generated += int64(len(b.buf))
		if !b.store.room(len(b.buf), otherBytes+b.tree.bytes(), w) {
			return -1
		}
		hashes := b.store.hashAll(b.buf)
		k := 0
		for _, end := range b.ends {
			for ; k < end; k++ {
				s := b.buf[k].To
				if i, isNew := b.store.add(s, hashes[k]); isNew {
					b.tree.child()
					if goal(s) {
						return i
					}
				}
			}
			b.tree.next()
		}
		b.head += len(b.ends)
	}
	b.end = b.store.len()
	b.depth++
	return -1
}

// line returns the states from the first layer to state i.
func (b *wave[S]) line(i int) []S {
	var states []S
	for _, k := range b.tree.line(i) {
		states = append(states, b.store.at(k))
	}
	return states
}
