// Package states searches the arrangements of a connected floor's tiles: the
// plain methods that every other is compared with.
package states

import (
	"context"
	"fmt"
	"iter"
	"math/bits"

	"fewest/floor/internal/graph"
	"fewest/space"
)

// packed is a state of a search: the colours of all cells, a few bits
// each, in one or more words.
type packed interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64
}

// Method is one of the searches.
type Method int

// The searches, all of which return shortest paths.
const (
	DepthFirst Method = iota
	BreadthFirst
	Bidirectional
	AStar
	IDAStar
)

// Search looks for the fewest swaps. The result is meaningful, if only as
// bounds, whatever ended it. An error says that there are too many cells.
func Search(ctx context.Context, g *graph.Graph, colours []uint8, m Method, o space.Options) (space.Result, error) {
	kinds := len(graph.Counts(colours))
	perWord := 64 / width(kinds)
	switch words := (len(colours) + perWord - 1) / perWord; {
	case words <= 1:
		return newTiles[[1]uint64](ctx, g, colours).search(m, o)
	case words <= 2:
		return newTiles[[2]uint64](ctx, g, colours).search(m, o)
	case words <= 4:
		return newTiles[[4]uint64](ctx, g, colours).search(m, o)
	case words <= 8:
		return newTiles[[8]uint64](ctx, g, colours).search(m, o)
	case words <= 16:
		return newTiles[[16]uint64](ctx, g, colours).search(m, o)
	}
	return space.Result{}, fmt.Errorf("a search takes boards of up to %d connected cells with %d colours, not %d; auto or exact takes any",
		16*perWord, kinds, len(colours))
}

// width returns the bits that a colour takes.
func width(kinds int) int { return max(1, bits.Len(uint(kinds-1))) }

// tiles is a floor as a state space. Its moves are the edges.
type tiles[S packed] struct {
	*graph.Graph
	ctx     context.Context
	first   []uint8 // the colours at the start
	counts  []int
	bits    int // a cell
	perWord int // cells in a word
	word    []uint8
	shift   []uint8
	most    int      // the most conflicts that one swap can remove
	set     []uint64 // scratch: the conflicts of a state, a bit an edge
	apart   [][]uint64
	cut     bool // the goals were not all listed because the context ended
}

func (t *tiles[S]) search(m Method, o space.Options) (space.Result, error) {
	switch m {
	case DepthFirst:
		return space.DepthFirst(t.ctx, t, o), nil
	case BreadthFirst:
		return space.BreadthFirst(t.ctx, t, o), nil
	case Bidirectional:
		r := space.Bidirectional(t.ctx, t, o)
		if t.cut { // goals are missing, so nothing it says is proven
			return space.Result{Stop: space.Cancelled, Lower: 1, Expanded: r.Expanded, Generated: r.Generated}, nil
		}
		return r, nil
	case AStar:
		return space.AStar(t.ctx, t, o), nil
	case IDAStar:
		return space.IDAStar(t.ctx, t, o), nil
	}
	return space.Result{}, fmt.Errorf("no search %d", m)
}

func newTiles[S packed](ctx context.Context, g *graph.Graph, colours []uint8) *tiles[S] {
	counts := graph.Counts(colours)
	width := width(len(counts))
	t := &tiles[S]{Graph: g, ctx: ctx, first: colours, counts: counts, bits: width, perWord: 64 / width}
	for v := range colours {
		t.word = append(t.word, uint8(v/t.perWord))
		t.shift = append(t.shift, uint8(v%t.perWord*width))
	}
	// A swap can mend the other conflicts of its two cells. Two that one swap
	// can mend are not apart.
	words := (len(g.Touch) + 63) / 64
	t.set = make([]uint64, words)
	t.apart = make([][]uint64, len(g.Touch))
	for i := range t.apart {
		t.apart[i] = make([]uint64, words)
		for j := range words {
			t.apart[i][j] = ^uint64(0)
		}
	}
	for _, e := range g.Edges {
		var touched []int32
		for _, v := range e {
			for _, f := range g.TouchAt[v] {
				if g.Touch[f] != e {
					touched = append(touched, f)
				}
			}
		}
		t.most = max(t.most, len(touched))
		for _, f := range touched {
			for _, g := range touched {
				t.apart[f][g/64] &^= 1 << (g % 64)
			}
		}
	}
	for i := range t.apart { // a conflict that no swap touches stands for itself
		t.apart[i][i/64] &^= 1 << (i % 64)
	}
	return t
}

func (t *tiles[S]) colour(s S, v int32) uint64 {
	return s[t.word[v]] >> t.shift[v] & (1<<t.bits - 1)
}

func (t *tiles[S]) pack(colours []uint8) S {
	var s S
	for v, c := range colours {
		s[t.word[v]] |= uint64(c) << t.shift[v]
	}
	return s
}

// Start returns the colours at the start.
func (t *tiles[S]) Start() S { return t.pack(t.first) }

// Goal reports whether there is no conflict.
func (t *tiles[S]) Goal(s S) bool {
	for _, e := range t.Touch {
		if t.colour(s, e[0]) == t.colour(s, e[1]) {
			return false
		}
	}
	return true
}

// Neighbours are the swaps of two different colours.
func (t *tiles[S]) Neighbours(s S, to []space.Step[S]) []space.Step[S] {
	for i, e := range t.Edges {
		a, b := e[0], e[1]
		if d := t.colour(s, a) ^ t.colour(s, b); d != 0 {
			next := s
			next[t.word[a]] ^= d << t.shift[a]
			next[t.word[b]] ^= d << t.shift[b]
			to = append(to, space.Step[S]{Move: i, To: next})
		}
	}
	return to
}

// Commute: swaps without a common cell may change places.
func (t *tiles[S]) Commute(a, b int) bool {
	e, f := t.Edges[a], t.Edges[b]
	return e[0] != f[0] && e[0] != f[1] && e[1] != f[0] && e[1] != f[1]
}

// Estimate is the larger of two lower bounds: the conflicts divided by the most
// that a swap can remove, and a number of conflicts of which no swap can touch
// two, chosen greedily.
func (t *tiles[S]) Estimate(s S) int {
	conflicts := 0
	clear(t.set)
	for i, e := range t.Touch {
		if t.colour(s, e[0]) == t.colour(s, e[1]) {
			t.set[i/64] |= 1 << (i % 64)
			conflicts++
		}
	}
	if conflicts == 0 {
		return 0
	}
	if t.most == 0 {
		return -1
	}
	alone := 0
	for i := 0; i < len(t.set); i++ {
		for t.set[i] != 0 {
			alone++
			apart := t.apart[i*64+bits.TrailingZeros64(t.set[i])]
			for j := i; j < len(t.set); j++ {
				t.set[j] &= apart[j]
			}
		}
	}
	return max(alone, (conflicts+t.most-1)/t.most)
}

// Goals lists the done arrangements of the same tiles, by filling cell after
// cell. Listing them takes long where there are few, so it heeds the context.
func (t *tiles[S]) Goals() iter.Seq[S] {
	earlier := make([][]int32, len(t.first)) // neighbours that are filled before
	for _, e := range t.Touch {
		earlier[e[1]] = append(earlier[e[1]], e[0])
	}
	return func(yield func(S) bool) {
		left := append([]int(nil), t.counts...)
		colours := make([]uint8, len(t.first))
		steps := 0
		var fill func(v int) bool
		fill = func(v int) bool {
			if steps++; steps&0xfff == 0 && t.ctx.Err() != nil {
				t.cut = true
				return false
			}
			if v == len(t.first) {
				return yield(t.pack(colours))
			}
		next:
			for c := range left {
				if left[c] == 0 {
					continue
				}
				for _, u := range earlier[v] {
					if colours[u] == uint8(c) {
						continue next
					}
				}
				left[c]--
				colours[v] = uint8(c)
				if !fill(v + 1) {
					return false
				}
				left[c]++
			}
			return true
		}
		fill(0)
	}
}
