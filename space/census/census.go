// Package census counts the states of a whole space by their distance from the
// nearest of its starts: how many, how far, which are farthest.
//
// # The idea
//
// A breadth-first search of a whole space needs to know of a state only whether it
// was seen, so it keeps bits where others keep states. A puzzle numbers its states from 0 to Size()-1 (package rank has ready
// numberings) and tells which numbers its moves lead to. The census keeps three
// bits a state: seen, now, next.
//
// # What is promised
//
// The table is the same for any number of workers. Layers that are listed are
// whole, whatever ended the census. What it takes is in Bytes, and known before it
// begins.
//
// See Space for what a puzzle gives, Bits,
// Vectors and Of for ready spaces, and Mod3 for a table of all distances in two
// more bits a state.
package census

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"time"

	"fewest/answer"
	"fewest/space"
)

// Space is a puzzle whose states are numbered.
type Space interface {
	// Size returns the number of states; they are numbered from 0.
	Size() uint64
	// Starts yields the states of distance 0; one may come twice.
	Starts() iter.Seq[uint64]
	// Expander returns what makes the moves, a new one for each worker. If it
	// is a Reverser or a Reacher too, the census may go backwards, or by words.
	Expander() Expander
}

// Expander makes moves. One goroutine uses it at a time, so it may keep
// buffers. States come in rising order where that is possible.
type Expander interface {
	// Neighbours appends the states that the moves of state s lead to. A state
	// may come twice, and s itself may come.
	Neighbours(s uint64, to []uint64) []uint64
}

// Reverser is an Expander that knows the way back. In an undirected space
// Predecessors is the same as Neighbours.
type Reverser interface {
	// Predecessors appends the states from which a move leads to s.
	Predecessors(s uint64, from []uint64) []uint64
}

// Reacher is an Expander that handles 64 states at a time: bit i of word w of a
// bitmap stands for state 64*w+i.
type Reacher interface {
	// Reach marks in the words first to end-1 of next all states that a move
	// leads to from a state in now. States in seen may be left out. The range
	// begins and ends with a multiple of 1024 words, or with the bitmap.
	Reach(first, end uint64, now, seen, next []uint64)
}

// Options limit and watch a census. The zero value has no limits, takes as many
// workers as there are processors, and lists no farthest states.
type Options struct {
	Workers     int   // goroutines that work at once; 0 for one a processor
	MaxBytes    int64 // memory; 0 for no limit
	MaxDistance int   // layers beyond it aren't looked for; 0 for no limit
	MaxFarthest int   // how many of the farthest states to list

	// Record, if not nil, is told of every state: those of states, a bitmap
	// whose bit 0 is the state first, lie at this distance. It is called from
	// several goroutines at once, with different values of first, and for one
	// distance after the other.
	Record func(distance int, first, states uint64)

	// Progress, if not nil, is called after every layer, and must return soon.
	Progress func(answer.Progress)
}

// Table is what a census counted.
type Table struct {
	Layers   []uint64   // states at each distance; only whole layers are listed
	Farthest []uint64   // some of the states of the last layer, the lowest first
	Stop     space.Stop // Exhausted if all states that can be reached are listed
	Seconds  float64    // time taken
	Bytes    int64      // memory used
}

// Complete reports whether every state that can be reached is counted.
func (t *Table) Complete() bool { return t.Stop == space.Exhausted }

// Diameter returns the largest distance, or a lower bound if not Complete; -1
// if there is no start.
func (t *Table) Diameter() int { return len(t.Layers) - 1 }

// Reached returns how many states are counted.
func (t *Table) Reached() uint64 {
	sum := uint64(0)
	for _, n := range t.Layers {
		sum += n
	}
	return sum
}

// Bytes returns the memory that Count takes for a space.
func Bytes(s Space, o Options) int64 {
	if s.Size() == 0 {
		return 0
	}
	o.setWorkers()
	return plan(s, &o).bytes()
}

func (o *Options) setWorkers() {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
}

// Count takes a census. If a limit or the context ends it, the table lists the
// layers that were finished, and Stop says why. An error means that the space
// is at fault: it has no states, too many, or a number that is none of its
// states.
func Count(ctx context.Context, s Space, o Options) (Table, error) {
	size := s.Size()
	if size == 0 || size > 1<<40 {
		return Table{}, fmt.Errorf("a space of %d states: a census takes 1 to 2^40", size)
	}
	o.setWorkers()
	began := time.Now()
	c := plan(s, &o)
	t := Table{Bytes: c.bytes()}
	if o.MaxBytes > 0 && t.Bytes > o.MaxBytes {
		t.Stop = space.MemoryLimit
		return t, nil
	}
	c.begin()
	defer context.AfterFunc(ctx, func() { c.stopped.Store(true) })()
	for st := range s.Starts() {
		if c.stopped.Load() {
			break
		}
		if err := c.check(st); err != nil {
			return t, fmt.Errorf("start: %w", err)
		}
		c.next[st>>6] |= 1 << (st & 63)
		c.hasNext[st>>c.shift] = true
	}
	for {
		n := c.settle(len(t.Layers))
		if ctx.Err() != nil {
			t.Stop = space.Cancelled
			break
		}
		if n == 0 {
			t.Stop = space.Exhausted
			break
		}
		t.Layers = append(t.Layers, n)
		t.Farthest = c.farthest(t.Farthest[:0], o.MaxFarthest)
		t.Seconds = time.Since(began).Seconds()
		if o.Progress != nil {
			o.Progress(answer.Progress{Phase: "counting", Lower: t.Diameter(), Upper: answer.Unknown, Done: t.Reached(), All: size})
		}
		if o.MaxDistance > 0 && t.Diameter() == o.MaxDistance {
			t.Stop = space.DepthLimit
			break
		}
		if err := c.layer(n, size-t.Reached()); err != nil {
			return t, err
		}
	}
	t.Seconds = time.Since(began).Seconds()
	return t, nil
}
