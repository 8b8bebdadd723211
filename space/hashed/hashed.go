// Package hashed counts the states of a space by their distance from the starts
// where the states can't be numbered: it knows them by what they are, some words
// of 64 bits each, and keeps them in hash tables.
//
// The tables are cut into shards by the hash. Successors are first collected for
// each shard and then looked up shard by shard, so that a lookup finds its shard
// in the processor's cache, and so that workers never wait for each other inside
// a shard. States are compared whole: two states are never taken for one.
package hashed

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"fewest/answer"
	"fewest/space"
)

// Space is a space of states that are words. No word of a state may be all that
// it has and zero: the state of zeros only isn't one.
type Space interface {
	Words() int // of a state, at least 1
	Starts() [][]uint64
	Expander() Expander // for one goroutine each
	// Weight returns how many states a state stands for, at least 1: states that
	// are the same up to a symmetry may be counted through one of them. It may be
	// called from several goroutines at once.
	Weight(state []uint64) uint64
}

// Expander makes the moves of a state.
type Expander interface {
	// Neighbours appends the states that one move leads to, one after another,
	// and for each what to be told as by when that state is expanded. By is what
	// was appended when the state was found first, 0 for a start: moves that lead
	// from there only to where the one before led may be left out.
	Neighbours(state []uint64, by uint8, to []uint64, bys []uint8) ([]uint64, []uint8)
}

// Options limit and watch a census. The zero value takes as many workers as
// there are processors and 1 GiB.
type Options struct {
	Workers     int   // goroutines that work at once; 0 for one a processor
	MaxBytes    int64 // memory; 0 for 1 GiB
	MaxDistance int   // layers beyond it aren't looked for; 0 for no limit
	MaxFarthest int   // how many of the farthest states to list

	// Progress, if not nil, is called after every layer, and must return soon.
	Progress func(answer.Progress)
}

// Table is what a census found.
type Table struct {
	Layers   []uint64   // states at each distance, weighed
	Farthest [][]uint64 // some of the last layer, the least first
	Stored   int64      // states in the tables
	Bytes    int64      // memory of the tables and lists, at most
	Stop     space.Stop // space.Exhausted if nothing is left
}

// batchStates is how many states of a layer a worker expands at a time.
const batchStates = 256

// Count counts the states of a space. If a limit or the context ends that, the
// layers that were finished are listed. It returns an error if a state has
// another number of words than the space says.
func Count(ctx context.Context, s Space, o Options) (Table, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 1 << 30
	}
	c := newCounter(ctx, s, o)
	for _, start := range s.Starts() {
		if len(start) != c.words {
			return Table{}, fmt.Errorf("a start of %d words in a space of %d", len(start), c.words)
		}
		at := c.shardOf(start)
		c.shards[at].insert(s, start, 0, true)
	}
	stop := c.count()
	t := Table{Layers: c.layers, Stop: stop, Bytes: c.peak}
	for i := range c.shards {
		t.Stored += int64(c.shards[i].count)
	}
	if stop == space.Exhausted && o.MaxFarthest > 0 {
		t.Farthest = c.farthest(o.MaxFarthest)
	}
	return t, nil
}

// farthest returns the least states of the last layer.
func (c *counter) farthest(most int) [][]uint64 {
	var list [][]uint64
	for i := range c.shards {
		states := c.shards[i].layer
		for at := 0; at < len(states); at += c.words {
			list = append(list, states[at:at+c.words])
		}
		if len(list) > 4*most+4096 {
			slices.SortFunc(list, slices.Compare)
			list = list[:most]
		}
	}
	slices.SortFunc(list, slices.Compare)
	return list[:min(most, len(list))]
}
