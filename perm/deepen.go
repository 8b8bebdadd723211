package perm

import (
	"bytes"
	"context"
	"math"
	"runtime"
	"sync/atomic"

	"fewest/answer"
	"fewest/internal/parallel"
)

// deepening solves states of any puzzle by depth-first search with a rising
// limit, over sequences of moves that aren't redundant, with lower bounds from a
// table that it deepens as the searches get longer.
type deepening struct {
	*flat
	skip    [][]bool
	bounds  *prunes
	workers int
	most    int64 // bytes that the table of bounds may take
}

// firstBytes is how large a table of bounds is at first.
const firstBytes = 1 << 20

// newDeepening prepares the search in so many bytes.
func newDeepening(p *Puzzle, turns []Move, workers int, maxBytes int64) (*deepening, error) {
	f, err := newFlat(p, turns)
	if err != nil {
		return nil, err
	}
	var back []Move
	for _, m := range turns {
		back = append(back, p.inverse(m))
	}
	away, err := newFlat(p, back)
	if err != nil {
		return nil, err
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &deepening{f, redundant(p, turns), newPrunes(away, redundant(p, back), min(maxBytes, firstBytes)), workers, maxBytes}, nil
}

// redundant finds the turns that needn't follow a turn, numbered from 1, in a
// shortest sequence that is to be found: those that with it do what one turn does,
// or nothing, or what an earlier pair of turns does. A shortest sequence has none
// of the first; of those that do the same and are as short, the first in the order
// of the turns has none of the second. Where states are forbidden an earlier pair
// may pass through one of them, and only the first are left out.
func redundant(p *Puzzle, turns []Move) [][]bool {
	if len(p.Illegal) > 0 {
		return repeated(p, turns)
	}
	return append([][]bool{make([]bool, len(turns))}, redundantPairs(p, turns)...)
}

// solve completes the answer for a state that isn't known to be impossible.
func (s *deepening) solve(ctx context.Context, from State, a *answer.Answer[string], progress func(answer.Progress)) []int {
	start := s.bytes(from)
	a.Work = map[string]int64{"states": 0}
	if bytes.Equal(start, s.solved) {
		return []int{}
	}
	if s.bounds.depth < 0 {
		s.bounds.deepen(ctx, s.workers)
	}
	at, branches := s.bounds.index(start), s.bounds.branches()
	nodes := int64(1 << 14)
	for limit := 1; ctx.Err() == nil; limit++ {
		// The table is made deeper where that takes no longer than the search.
		for s.bounds.depth < min(limit-1, unnoted-1) && ctx.Err() == nil {
			if cost := s.bounds.nodes * branches; cost > nodes*branches || cost > 4*s.most {
				break
			}
			if !s.bounds.larger(ctx, s.workers, s.bounds.nodes*branches, s.most) {
				break
			}
			progress(answer.Progress{Phase: "filling the table", Lower: max(a.LowerBound, limit), Upper: answer.Unknown})
			s.bounds.deepen(ctx, s.workers)
		}
		if ctx.Err() != nil {
			break
		}
		limit = max(limit, s.bounds.bound(at))
		a.LowerBound = limit
		progress(answer.Progress{Phase: "search", Lower: limit, Upper: answer.Unknown})
		path, expanded, over := s.within(ctx, start, limit)
		a.Work["states"] += expanded
		if path != nil {
			return path
		}
		if !over {
			break
		}
		nodes = max(nodes, expanded)
	}
	a.Stop = answer.Ended(ctx)
	return nil
}

// within looks for a solution of so many moves: the first in the order of the
// turns. It returns how many states it expanded, and whether it came to the end.
func (s *deepening) within(ctx context.Context, start []byte, limit int) (path []int, expanded int64, over bool) {
	var prefixes [][]int
	for first := range s.turns {
		if limit == 1 {
			prefixes = append(prefixes, []int{first})
			continue
		}
		for second, skip := range s.skip[first+1] {
			if !skip {
				prefixes = append(prefixes, []int{first, second})
			}
		}
	}
	var ended atomic.Bool
	defer context.AfterFunc(ctx, func() { ended.Store(true) })()
	var next, nodes, best atomic.Int64
	best.Store(math.MaxInt64)
	paths := make([][]int, len(prefixes))
	var group parallel.Group
	for range s.workers {
		group.Go(func() {
			d := &descent{deepening: s, ended: &ended, best: &best, states: s.room(limit), path: make([]int, limit)}
			copy(d.states[0], start)
			for d.task = next.Add(1) - 1; d.task < int64(len(prefixes)) && d.task < best.Load(); d.task = next.Add(1) - 1 {
				if d.stop = false; d.begin(prefixes[d.task]) {
					paths[d.task] = append([]int{}, d.path...)
					for old := best.Load(); d.task < old && !best.CompareAndSwap(old, d.task); old = best.Load() {
					}
				}
			}
			nodes.Add(d.nodes)
		})
	}
	group.Wait()
	if at := best.Load(); at < math.MaxInt64 && !ended.Load() {
		path = paths[at]
	}
	return path, nodes.Load(), !ended.Load()
}

// descent is a depth-first search at work.
type descent struct {
	*deepening
	ended  *atomic.Bool
	best   *atomic.Int64 // the first task that found a solution
	task   int64
	states [][]byte // of the sequence so far
	path   []int
	nodes  int64
	stop   bool // the task is given up
}

// begin makes the first moves and searches on.
func (d *descent) begin(prefix []int) bool {
	for i, turn := range prefix {
		d.path[i] = turn
		if d.apply(d.states[i+1], d.states[i], turn); !d.legal(d.states[i+1]) {
			return false
		}
	}
	n := len(prefix)
	if n == len(d.path) {
		return bytes.Equal(d.states[n], d.solved)
	}
	return d.bounds.bound(d.bounds.index(d.states[n])) <= len(d.path)-n && d.find(n)
}

// find searches on after so many moves.
func (d *descent) find(moves int) bool {
	if d.nodes++; d.nodes%1024 == 0 {
		d.stop = d.ended.Load() || d.best.Load() < d.task
	}
	if d.stop {
		return false
	}
	left := len(d.path) - moves - 1
	for turn, skip := range d.skip[d.path[moves-1]+1] {
		if skip {
			continue
		}
		there := d.states[moves+1]
		d.apply(there, d.states[moves], turn)
		d.path[moves] = turn
		if left == 0 {
			if bytes.Equal(there, d.solved) {
				return true
			}
			continue
		}
		if d.bounds.bound(d.bounds.index(there)) > left || d.forbid != nil && !d.legal(there) {
			continue
		}
		if d.find(moves + 1) {
			return true
		}
	}
	return false
}
