package perm

import (
	"context"
	"math/bits"
	"sync/atomic"

	"fewest/internal/parallel"
)

// prunes is a table of lower bounds: four bits for each hash of a state. All
// states up to some distance from the goal have noted it at their hash, unless a
// nearer one was there first; so what stands at a hash is never more than the
// distance of any state that has it, and where nothing stands the distance is
// more than all that was noted.
type prunes struct {
	*flat
	skip  [][]bool // as redundant: by the turn before, from 1 on
	table []uint64 // sixteen entries a word
	size  uint64   // entries
	depth int      // all states so far away are noted; -1 at first
	nodes int64    // sequences that the last depth took
}

// unnoted is an entry that nothing has been noted at, and the largest distance
// that can be is one less.
const unnoted = 15

// larger makes the table eight times as large, up to so many bytes, where it would
// be more than half full with so many states, and fills it anew as deep as it was.
// It reports whether it came to the end.
func (p *prunes) larger(ctx context.Context, workers int, states, maxBytes int64) bool {
	bytes := int64(8 * len(p.table))
	if 2*states <= int64(p.size) || bytes >= maxBytes {
		return true
	}
	for bytes = 8 * bytes; states > bytes; bytes *= 8 {
	}
	depth := p.depth
	*p = *newPrunes(p.flat, p.skip, min(bytes, maxBytes))
	for p.depth < depth {
		if !p.deepen(ctx, workers) {
			return false
		}
	}
	return true
}

// newPrunes makes an empty table of so many bytes. The turns of the flat puzzle
// are those that lead away from the goal, its solved state the goal.
func newPrunes(f *flat, skip [][]bool, bytes int64) *prunes {
	p := &prunes{flat: f, skip: skip, table: make([]uint64, max(bytes/8, 1)), depth: -1}
	p.size = uint64(len(p.table)) * 16
	for i := range p.table {
		p.table[i] = 1<<64 - 1
	}
	return p
}

// index returns where the bound of a state stands.
func (p *prunes) index(state []byte) uint64 {
	h, at := uint64(0x9E3779B97F4A7C15), 0
	for _, last := range p.last {
		w := uint64(1)
		for ; at < last; at++ {
			w |= uint64(state[at]) << p.fields[at].shift
		}
		hi, lo := bits.Mul64(h^w, 0xD6E8FEB86659FD93)
		h = hi ^ lo
	}
	hi, _ := bits.Mul64(h*0xA0761D6478BD642F, p.size)
	return hi
}

// bound returns a lower bound on the distance of the state with an index.
func (p *prunes) bound(index uint64) int {
	if v := int(p.table[index/16] >> (index % 16 * 4) & 15); v < unnoted {
		return v
	}
	return p.depth + 1
}

// note notes a distance at an index unless a smaller one stands there.
func (p *prunes) note(index uint64, distance int) {
	word, shift := &p.table[index/16], index%16*4
	for {
		old := atomic.LoadUint64(word)
		if int(old>>shift&15) <= distance {
			return
		}
		if atomic.CompareAndSwapUint64(word, old, old&^(15<<shift)|uint64(distance)<<shift) {
			return
		}
	}
}

// branches returns how many turns follow a turn, about.
func (p *prunes) branches() int64 {
	n := 0
	for _, row := range p.skip[1:] {
		for _, skip := range row {
			if !skip {
				n++
			}
		}
	}
	return int64(max(1, (n+len(p.skip)-2)/max(1, len(p.skip)-1)))
}

// deepen notes all states that are one move farther than those noted. It does so
// by all sequences of so many moves that aren't redundant: that needs no memory,
// and leaves no state out. It reports whether it came to the end.
func (p *prunes) deepen(ctx context.Context, workers int) bool {
	depth := p.depth + 1
	if depth == 0 {
		p.note(p.index(p.solved), 0)
		p.depth, p.nodes = 0, 1
		return true
	}
	var ended atomic.Bool
	defer context.AfterFunc(ctx, func() { ended.Store(true) })()
	var group parallel.Group
	nodes := make([]int64, workers)
	for i := range workers {
		group.Go(func() {
			n := &noting{prunes: p, ended: &ended, states: p.room(depth)}
			copy(n.states[0], p.solved)
			for first := i; first < len(p.turns); first += workers {
				if p.apply(n.states[1], n.states[0], first); p.legal(n.states[1]) {
					n.note(1, first)
				}
			}
			nodes[i] = n.nodes
		})
	}
	group.Wait()
	if ended.Load() {
		return false
	}
	p.depth, p.nodes = depth, 0
	for _, n := range nodes {
		p.nodes += n
	}
	return true
}

// room returns states for a sequence of so many moves.
func (f *flat) room(moves int) [][]byte {
	states := make([][]byte, moves+1)
	for i := range states {
		states[i] = make([]byte, len(f.places))
	}
	return states
}

// noting is a depth-first search that notes what it comes to.
type noting struct {
	*prunes
	ended  *atomic.Bool
	states [][]byte // of the sequence so far
	nodes  int64
	stop   bool
}

// note notes the states that all sequences lead to that go on from the first
// moves, the last of which was a turn.
func (n *noting) note(moves, turn int) {
	if n.nodes++; n.nodes%1024 == 0 {
		n.stop = n.stop || n.ended.Load()
	}
	switch {
	case n.stop:
		return
	case moves == len(n.states)-1:
		n.prunes.note(n.index(n.states[moves]), moves)
		return
	}
	for next, skip := range n.skip[turn+1] {
		if skip {
			continue
		}
		if n.apply(n.states[moves+1], n.states[moves], next); n.legal(n.states[moves+1]) {
			n.note(moves+1, next)
		}
	}
}
