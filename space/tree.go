package space

import "math/bits"

// tree remembers the parent of every state of a breadth-first search in two
// bits a state: a one for each new state, in the order of the store, and a
// zero when all moves of a state have been tried (the LOUDS tree of Jacobson
// 1989). The number of zeros before a state's one is its parent's index.
type tree struct {
	words []uint64
	n     int // bits in use
	roots int // states that have no parent, the first of the store
}

func (t *tree) push(bit uint64) {
	if t.n&63 == 0 {
		t.words = append(t.words, 0)
	}
	t.words[t.n>>6] |= bit << (t.n & 63)
	t.n++
}

// child notes that the state being expanded led to a new one.
func (t *tree) child() { t.push(1) }

// next notes that the state being expanded is done.
func (t *tree) next() { t.push(0) }

func (t *tree) bytes() int64 { return int64(cap(t.words)) * 8 }

// parent returns the index of a state's parent, or -1 for a root.
func (t *tree) parent(i int) int {
	if i < t.roots {
		return -1
	}
	rest := i - t.roots // ones before the state's own
	for k, w := range t.words {
		ones := bits.OnesCount64(w)
		if rest >= ones {
			rest -= ones
			continue
		}
		for ; rest > 0; rest-- {
			w &= w - 1
		}
		return k*64 + bits.TrailingZeros64(w) - (i - t.roots)
	}
	return -1
}

// line returns the states from a root to state i, by index.
func (t *tree) line(i int) []int {
	var line []int
	for ; i >= 0; i = t.parent(i) {
		line = append(line, i)
	}
	for a, b := 0, len(line)-1; a < b; a, b = a+1, b-1 {
		line[a], line[b] = line[b], line[a]
	}
	return line
}

// movesAlong returns the moves that lead from each state to the next.
func movesAlong[S comparable](p Space[S], states []S) []int {
	moves := make([]int, 0, len(states))
	var buf []Step[S]
	for k := 1; k < len(states); k++ {
		buf = p.Neighbours(states[k-1], buf[:0])
		for _, step := range buf {
			if step.To == states[k] {
				moves = append(moves, step.Move)
				break
			}
		}
	}
	return moves
}
