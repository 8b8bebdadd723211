package census

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"fewest/internal/parallel"
	"fewest/space/internal/hugepage"
)

// engine holds three bitmaps over all states: seen, now and next. What makes it
// a breadth-first search is this lemma. Let seen hold the states of distance at
// most d, and now those of distance d. If next holds every state outside seen
// that a move leads to from now, and nothing outside seen that no such move leads
// to, then next without seen holds the states of distance d+1: a state of that
// distance has a predecessor of distance d, and one that a move leads to from
// distance d and that isn't seen can't be farther. So layer may fill next forwards
// from now, backwards from what is unseen, or by words, whichever is cheapest,
// and may leave what is seen out or in; settle keeps the condition.
//
// The states are cut into regions of 1 << shift states. A worker that makes moves
// doesn't touch next, which would mean a slow access to memory for each move and a
// lock on top: it drops the numbers into one bucket for each region. When its
// buckets are full, all workers turn to emptying them, each a region of its own
// that its cache holds. In a small space each worker has a bitmap of its own
// instead.
type engine struct {
	size            uint64
	seen, now, next []uint64
	shift           uint   // of the regions, at least 16
	hasNow          []bool // region has states in now
	hasNext         []bool // region may have states in next
	workers         []*worker
	record          func(distance int, first, states uint64)
	stopped         atomic.Bool
}

// worker is what one goroutine has of its own.
type worker struct {
	Expander
	reverser Reverser
	reacher  Reacher
	buckets  buckets
	next     []uint64 // of its own, in a small space
	to       []uint64
	fault    error
	expanded uint64 // states whose moves were made
	made     uint64 // moves

	// Where the worker is in the strip it expands.
	word, end uint64
}

// regionBits makes a region's part of next 256 KiB: it fits a core's own cache.
const regionBits = 21

// maxRegions bounds the buckets that are filled side by side.
const maxRegions = 1 << 11

func plan(s Space, o *Options) *engine {
	e := &engine{size: s.Size(), record: o.Record}
	width := uint(bits.Len64(e.size - 1))
	e.shift = regionBits
	for e.shift > 16 && (e.size-1)>>e.shift+1 < 32*uint64(o.Workers) && o.Workers > 1 {
		e.shift-- // enough regions to share out
	}
	if width > e.shift && 1<<(width-e.shift) > maxRegions {
		e.shift = width - 11
	}
	regions := (e.size-1)>>e.shift + 1
	e.hasNow = make([]bool, regions)
	e.hasNext = make([]bool, regions)
	for range o.Workers {
		w := &worker{Expander: s.Expander()}
		w.reverser, _ = w.Expander.(Reverser)
		w.reacher, _ = w.Expander.(Reacher)
		w.buckets.plan(int(regions), e.shift, e.size)
		e.workers = append(e.workers, w)
	}
	return e
}

// small reports whether a core's cache holds a bitmap of all states, so that
// buckets don't pay.
func (e *engine) small() bool { return e.size <= 4<<regionBits }

func (e *engine) bytes() int64 {
	words := int64((e.size + 63) / 64)
	if e.small() {
		return (2 + int64(len(e.workers))) * 8 * words
	}
	sum := 3 * 8 * words
	for _, w := range e.workers {
		sum += w.buckets.bytes()
	}
	return sum
}

func (e *engine) begin() {
	words := int((e.size + 63) / 64)
	e.seen = hugepage.Make[uint64](words)
	e.now = hugepage.Make[uint64](words)
	e.next = hugepage.Make[uint64](words)
	for i, w := range e.workers {
		switch {
		case !e.small():
			w.buckets.begin()
		case i == 0:
			w.next = e.next
		default:
			w.next = make([]uint64, words)
		}
	}
}

func (e *engine) check(s uint64) error {
	if s >= e.size {
		return fmt.Errorf("state %d: there are %d, numbered from 0", s, e.size)
	}
	return nil
}

// each runs work for every region, in parallel.
func (e *engine) each(work func(w *worker, region uint64)) {
	var turn atomic.Uint64
	e.together(func(w *worker) {
		for !e.stopped.Load() {
			r := turn.Add(1) - 1
			if r >= uint64(len(e.hasNext)) {
				return
			}
			work(w, r)
		}
	})
}

// together runs work once for every worker, in parallel.
func (e *engine) together(work func(w *worker)) {
	if len(e.workers) == 1 {
		work(e.workers[0])
		return
	}
	var all parallel.Group
	for _, w := range e.workers {
		all.Go(func() { work(w) })
	}
	all.Wait()
}

// words returns the first word of a region and the one after its last.
func (e *engine) words(region uint64) (first, end uint64) {
	perRegion := uint64(1) << (e.shift - 6)
	return region * perRegion, min((region+1)*perRegion, uint64(len(e.next)))
}

// settle makes the states of next that aren't seen yet the layer of now, and
// returns how many there are.
func (e *engine) settle(distance int) uint64 {
	var total atomic.Uint64
	e.each(func(_ *worker, r uint64) {
		if !e.small() && !e.hasNext[r] && !e.hasNow[r] {
			return
		}
		e.gather(r)
		first, end := e.words(r)
		sum := 0
		for w := first; w < end; w++ {
			n := e.next[w] &^ e.seen[w]
			e.now[w] = n
			if n != 0 {
				e.seen[w] |= n
				sum += bits.OnesCount64(n)
				if e.record != nil {
					e.record(distance, w*64, n)
				}
			}
			e.next[w] = 0
		}
		e.hasNext[r], e.hasNow[r] = false, sum > 0
		total.Add(uint64(sum))
	})
	return total.Load()
}

// gather joins a region of the workers' own bitmaps in next.
func (e *engine) gather(region uint64) {
	if !e.small() {
		return
	}
	first, end := e.words(region)
	for _, w := range e.workers[1:] {
		for k := first; k < end; k++ {
			e.next[k] |= w.next[k]
			w.next[k] = 0
		}
	}
}

// layer marks in next whatever the states of now lead to; there are frontier of
// those, and unseen that no layer has.
func (e *engine) layer(frontier, unseen uint64) error {
	first := e.workers[0]
	switch {
	case unseen == 0:
	case first.reacher != nil && frontier > unseen/512: // a word costs as much as 8 states
		e.each(e.reach)
	case first.reverser != nil && e.backwardPays(frontier, unseen):
		e.each(e.pull)
	case e.small():
		e.each(e.mark)
	default:
		e.push()
	}
	for _, w := range e.workers {
		if w.fault != nil {
			return w.fault
		}
	}
	return nil
}

// backwardPays reports whether it is cheaper to look from the unseen states
// back at the layer than to make the layer's moves. Making a move costs about as
// much either way; looking one up in now costs as much as three drops into a
// bucket, but one hit is enough.
func (e *engine) backwardPays(frontier, unseen uint64) bool {
	expanded, made := uint64(0), uint64(0)
	for _, w := range e.workers {
		expanded += w.expanded
		made += w.made
	}
	if expanded == 0 {
		return false
	}
	moves := float64(made) / float64(expanded)
	looks := min(moves, float64(e.size)/float64(frontier))
	return float64(unseen)*(moves+3*looks) < float64(frontier)*2*moves
}

// last returns the bits of word w that stand for states.
func (e *engine) last(w uint64) uint64 {
	if w == uint64(len(e.next))-1 && e.size&63 != 0 {
		return 1<<(e.size&63) - 1
	}
	return ^uint64(0)
}

// reach fills a region of next by words.
func (e *engine) reach(w *worker, region uint64) {
	first, end := e.words(region)
	w.reacher.Reach(first, end, e.now, e.seen, e.next)
	e.next[end-1] &= e.last(end - 1)
	e.hasNext[region] = true
}

// pull fills a region of next by looking back from its unseen states.
func (e *engine) pull(w *worker, region uint64) {
	first, end := e.words(region)
	for k := first; k < end && !e.stopped.Load(); k++ {
		found := uint64(0)
		for need := e.last(k) &^ e.seen[k]; need != 0; need &= need - 1 {
			s := k*64 + uint64(bits.TrailingZeros64(need))
			w.to = w.reverser.Predecessors(s, w.to[:0])
			hit := uint64(0)
			for _, p := range w.to {
				if p >= e.size {
					w.fail(s, e.check(p))
					return
				}
				hit |= e.now[p>>6] >> (p & 63)
			}
			found |= (hit & 1) << (s & 63)
		}
		e.next[k] = found
	}
	e.hasNext[region] = true
}

// mark makes the moves of a region's states into the worker's own bitmap.
func (e *engine) mark(w *worker, region uint64) {
	if !e.hasNow[region] {
		return
	}
	first, end := e.words(region)
	for k := first; k < end && !e.stopped.Load(); k++ {
		for states := e.now[k]; states != 0; states &= states - 1 {
			s := k*64 + uint64(bits.TrailingZeros64(states))
			w.to = w.Neighbours(s, w.to[:0])
			w.expanded++
			w.made += uint64(len(w.to))
			for _, t := range w.to {
				if t >= e.size {
					w.fail(s, e.check(t))
					return
				}
				w.next[t>>6] |= 1 << (t & 63)
			}
		}
	}
}

// push makes the moves of all of now through the buckets: fill, empty, and so
// on.
func (e *engine) push() {
	var turn atomic.Uint64
	for more := true; more && !e.stopped.Load(); {
		var unfinished atomic.Bool
		e.together(func(w *worker) {
			if e.fill(w, &turn) {
				unfinished.Store(true)
			}
		})
		e.each(func(_ *worker, region uint64) {
			first, end := e.words(region)
			next := e.next[first:end]
			for _, w := range e.workers {
				if w.buckets.empty(region, next) {
					e.hasNext[region] = true
				}
			}
		})
		for _, w := range e.workers {
			w.buckets.reset()
			if w.fault != nil {
				return
			}
		}
		more = unfinished.Load()
	}
}

// strip is how many words of now a worker takes at a time: 2^15 states, no more
// than a region has.
const strip = 1 << 9

// fill makes moves into the worker's buckets until they are full (true) or
// there are none left to make.
func (e *engine) fill(w *worker, turn *atomic.Uint64) (full bool) {
	for !e.stopped.Load() {
		for ; w.word < w.end; w.word++ {
			states := e.now[w.word]
			if states == 0 {
				continue
			}
			w.to = w.to[:0]
			w.expanded += uint64(bits.OnesCount64(states))
			for ; states != 0; states &= states - 1 {
				w.to = w.Neighbours(w.word*64+uint64(bits.TrailingZeros64(states)), w.to)
			}
			if !w.buckets.room(len(w.to)) {
				return true
			}
			w.made += uint64(len(w.to))
			if t := w.buckets.put(w.to); t >= e.size {
				w.fail(w.word*64, e.check(t))
				return false
			}
			if e.stopped.Load() {
				return false
			}
		}
		w.word = (turn.Add(1) - 1) * strip
		if w.word >= uint64(len(e.now)) {
			w.word, w.end = 0, 0
			return false
		}
		w.end = min(w.word+strip, uint64(len(e.now)))
		if e.shift >= 15 && !e.hasNow[w.word*64>>e.shift] { // the strip lies in one region, unless a test has smaller ones
			w.word = w.end
		}
	}
	return false
}

// fail notes that a move from about state s was at fault.
func (w *worker) fail(s uint64, err error) {
	w.fault = fmt.Errorf("moves of states from %d on: %w", s, err)
}

// farthest lists up to limit states of now.
func (e *engine) farthest(list []uint64, limit int) []uint64 {
	for r := range e.hasNow {
		if !e.hasNow[r] {
			continue
		}
		first, end := e.words(uint64(r))
		for k := first; k < end; k++ {
			for states := e.now[k]; states != 0; states &= states - 1 {
				if len(list) >= limit {
					return list
				}
				list = append(list, k*64+uint64(bits.TrailingZeros64(states)))
			}
		}
	}
	return list
}
