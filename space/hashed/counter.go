package hashed

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"fewest/answer"
	"fewest/internal/parallel"
	"fewest/space"
)

// counter is a census at work.
type counter struct {
	ctx     context.Context
	space   Space
	options Options
	words   int
	shards  []shard
	workers []*worker
	round   int // keys that a round makes, about
	layers  []uint64
	peak    int64
	left    int64 // bytes of tables that were replaced, not yet collected
}

// worker makes moves and holds what they lead to, for each shard.
type worker struct {
	expander Expander
	keys     [][]uint64 // by shard
	bys      [][]uint8
	to       []uint64
	tags     []uint8
}

// What the tables leave behind as they grow is collected as soon as it is an eighth
// of the memory; a quarter is left for it.
const garbage, most, parts = 1, 6, 8

func newCounter(ctx context.Context, s Space, o Options) *counter {
	c := &counter{ctx: ctx, space: s, options: o, words: s.Words()}
	c.round = int(min(max(o.MaxBytes/32/int64(8*c.words+1), 1<<10), 1<<20))
	for range o.Workers {
		c.workers = append(c.workers, &worker{expander: s.Expander()})
	}
	c.cut(1)
	return c
}

// manyShards is how many there are at most, and fullShard how many states a shard
// has, about, when there are too few of them.
const manyShards, fullShard = 1 << 10, 1 << 13

// cut cuts the table, and the layer that was found, into so many shards.
func (c *counter) cut(shards int) {
	old := c.shards
	c.shards = make([]shard, shards)
	for i := range c.shards {
		c.shards[i].words = c.words
	}
	for _, w := range c.workers {
		w.keys, w.bys = make([][]uint64, shards), make([][]uint8, shards)
	}
	for i := range old {
		o := &old[i]
		for at := 0; at < len(o.slots); at += c.words {
			if state := o.slots[at : at+c.words]; !empty(state) {
				s := &c.shards[c.shardOf(state)]
				s.insert(c.space, state, 0, false)
				s.found = 0
			}
		}
		for k, tag := range o.bys {
			state := o.next[k*c.words : (k+1)*c.words]
			s := &c.shards[c.shardOf(state)]
			s.next, s.bys = append(s.next, state...), append(s.bys, tag)
		}
	}
}

// hash mixes the words of a state.
func hash(state []uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, w := range state {
		hi, lo := bits.Mul64(h^w, 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	return h
}

func (c *counter) shardOf(state []uint64) int {
	hi, _ := bits.Mul64(hash(state), uint64(len(c.shards)))
	return int(hi)
}

// count counts layer after layer and says what ended that.
func (c *counter) count() space.Stop {
	for {
		size := uint64(0)
		for i := range c.shards {
			size += c.shards[i].found
		}
		if size == 0 {
			return space.Exhausted
		}
		c.layers = append(c.layers, size)
		if c.options.Progress != nil {
			done := uint64(0)
			for _, n := range c.layers {
				done += n
			}
			c.options.Progress(answer.Progress{Phase: "counting", Lower: len(c.layers) - 1, Upper: answer.Unknown, Done: done})
		}
		if c.options.MaxDistance > 0 && len(c.layers) > c.options.MaxDistance {
			return space.DepthLimit
		}
		stored := 0
		for i := range c.shards {
			stored += c.shards[i].count
		}
		if n := len(c.shards); n < manyShards && stored > n*fullShard {
			c.cut(min(32*n, manyShards))
		}
		for i := range c.shards {
			c.shards[i].advance()
		}
		if stop := c.expand(); stop != space.Exhausted {
			return stop
		}
	}
}

// expand makes the moves of the layer, in rounds.
func (c *counter) expand() space.Stop {
	last := c.options.MaxDistance > 0 && len(c.layers) == c.options.MaxDistance
	at := cursor{shards: c.shards, words: c.words}
	for !at.done() {
		if c.ctx.Err() != nil {
			return space.Cancelled
		}
		batches := at.take(c)
		c.make(batches)
		if stop := c.place(last); stop != space.Exhausted {
			return stop
		}
	}
	return space.Exhausted
}

// batch is some states of a shard's layer.
type batch struct{ shard, from, to int }

// cursor goes through the layer of all shards.
type cursor struct {
	shards    []shard
	words     int
	shard, at int
	made      int // moves of a state, the most seen
}

func (q *cursor) done() bool {
	for q.shard < len(q.shards) && q.at >= len(q.shards[q.shard].tags) {
		q.shard, q.at = q.shard+1, 0
	}
	return q.shard == len(q.shards)
}

// take returns the batches of a round.
func (q *cursor) take(c *counter) []batch {
	for _, w := range c.workers {
		q.made = max(q.made, len(w.tags))
	}
	states := max(c.round/max(q.made/batchStates, 16), batchStates)
	var list []batch
	for states > 0 && !q.done() {
		n := min(batchStates, len(q.shards[q.shard].tags)-q.at, states)
		list = append(list, batch{q.shard, q.at, q.at + n})
		q.at += n
		states -= n
	}
	return list
}

// make makes the moves of the batches. Which worker does a batch is fixed, so
// that the outcome doesn't depend on who is first.
func (c *counter) make(batches []batch) {
	var group parallel.Group
	for i, w := range c.workers {
		group.Go(func() {
			for k := i; k < len(batches); k += len(c.workers) {
				if c.ctx.Err() != nil {
					return
				}
				w.make(c, batches[k])
			}
		})
	}
	group.Wait()
}

func (w *worker) make(c *counter, b batch) {
	s, n := &c.shards[b.shard], c.words
	w.to, w.tags = w.to[:0], w.tags[:0]
	for k := b.from; k < b.to; k++ {
		w.to, w.tags = w.expander.Neighbours(s.layer[k*n:(k+1)*n], s.tags[k], w.to, w.tags)
	}
	for k, tag := range w.tags {
		key := w.to[k*n : (k+1)*n]
		at := c.shardOf(key)
		w.keys[at] = append(w.keys[at], key...)
		w.bys[at] = append(w.bys[at], tag)
	}
}

// place puts what the workers hold into the shards. Of the last layer that is
// looked for nothing but the number is kept beside the tables.
func (c *counter) place(last bool) space.Stop {
	var used, left atomic.Int64
	var group parallel.Group
	for i := range c.workers {
		group.Go(func() {
			for at := i; at < len(c.shards); at += len(c.workers) {
				s := &c.shards[at]
				for _, w := range c.workers {
					for k, tag := range w.bys[at] {
						s.insert(c.space, w.keys[at][k*c.words:(k+1)*c.words], tag, !last)
					}
					used.Add(int64(8*cap(w.keys[at]) + cap(w.bys[at])))
					w.keys[at], w.bys[at] = w.keys[at][:0], w.bys[at][:0]
				}
				used.Add(s.bytes())
				left.Add(s.left)
				s.left = 0
			}
		})
	}
	group.Wait()
	c.peak = max(c.peak, used.Load())
	if c.left += left.Load(); c.left > c.options.MaxBytes/parts*garbage {
		runtime.GC() // quick: what is kept has no pointers
		c.left = 0
	}
	switch {
	case c.ctx.Err() != nil:
		return space.Cancelled
	case used.Load() > c.options.MaxBytes/parts*most:
		return space.MemoryLimit
	}
	return space.Exhausted
}

// shard is a part of the table, and of the layers.
type shard struct {
	words int
	slots []uint64 // open addressing; a state of zeros is an empty slot
	size  int      // slots
	count int      // states
	layer []uint64 // the layer being expanded
	tags  []uint8
	next  []uint64 // the one being found
	bys   []uint8
	found uint64 // how many states those found stand for
	left  int64  // bytes of the tables that it replaced
}

func (s *shard) bytes() int64 {
	return int64(8*(cap(s.slots)+cap(s.layer)+cap(s.next)) + cap(s.tags) + cap(s.bys))
}

// insert adds a state unless it is there. To keep it is to expand it later.
func (s *shard) insert(of Space, state []uint64, by uint8, keep bool) {
	if 4*(s.count+1) > 3*s.size {
		s.grow()
	}
	if !s.put(state) {
		return
	}
	s.count++
	s.found += of.Weight(state)
	if keep {
		s.next = append(s.next, state...)
		s.bys = append(s.bys, by)
	}
}

// put finds the slot of a state, and reports whether the state is new.
func (s *shard) put(state []uint64) bool {
	// The hash chose the shard by its high bits: the slot takes others.
	at, _ := bits.Mul64(hash(state)*0x9E3779B97F4A7C15, uint64(s.size))
	if s.words == 1 {
		for i := int(at); ; {
			switch s.slots[i] {
			case state[0]:
				return false
			case 0:
				s.slots[i] = state[0]
				return true
			}
			if i++; i == s.size {
				i = 0
			}
		}
	}
	for i := int(at); ; {
		slot := s.slots[i*s.words : (i+1)*s.words]
		if slices.Equal(slot, state) {
			return false
		}
		if empty(slot) {
			copy(slot, state)
			return true
		}
		if i++; i == s.size {
			i = 0
		}
	}
}

func empty(slot []uint64) bool {
	for _, w := range slot {
		if w != 0 {
			return false
		}
	}
	return true
}

// grow makes the table half as large again.
func (s *shard) grow() {
	old := s.slots
	s.left += int64(8 * len(old))
	s.size = max(16, s.size+s.size/2)
	s.slots = make([]uint64, s.size*s.words)
	for at := 0; at < len(old); at += s.words {
		if state := old[at : at+s.words]; !empty(state) {
			s.put(state)
		}
	}
}

// advance makes the layer that was found the one to expand, and returns how many
// states it stands for.
func (s *shard) advance() uint64 {
	s.layer, s.next = s.next, s.layer[:0]
	s.tags, s.bys = s.bys, s.tags[:0]
	found := s.found
	s.found = 0
	return found
}
