// Package spread decides how heavy the lightest words of a coset can be, for
// codes whose column types fall into three or four subspaces of half the
// dimension, any two of which have only 0 in common: a partial spread. The
// kernel of plus on 16 x 16 is such a code: 60 types, four subspaces of 4
// dimensions less 0. The package knows no puzzle.
//
// Let a code over the field of two elements have 2 d dimensions, and let s(t) be
// the sum over the positions of type t of 1 where a word x is 0 and -1 where it is
// 1, as in package walsh: with y(c) = sum of s(t) (-1)^(c.t) and n positions that
// some word changes, x + c weighs (n - y(c))/2 at them, and the lightest word of
// the coset weighs w or more exactly if y <= L = n - 2 w everywhere. Let the types
// lie in the subspaces V1, ..., Vr. Then y(c) = Y1(a1) + ... + Yr(ar), where ai is
// what c is on Vi, one of 2^d linear forms, and Yi the sum over the types in Vi. As
// any two subspaces span everything, any two of a1, ..., ar can be chosen at will
// and decide the word. No type is 0, so the values of each Yi add up to 0.
//
// Lemma 1. If y <= L everywhere, then Yi <= L everywhere: over the words with a
// given ai each other aj takes all values equally often, so what the other Yj add
// is 0 on average.
//
// Lemma 2 (four subspaces). Let N(a3, a4) = Y1(a1) + Y2(a2). If y <= L, then
// along each permutation of the a4 by the a3 the values of N add up to at most
// 2^d L, for those of Y3 and Y4 add up to 0. So the greatest assignment of the
// matrix N is at most 2^d L.
//
// Lemma 3. Given Y1, Y2 and Y3 there is a Y4 only if the greatest values that it
// may have, L - max over a3 of N(a3, a4) + Y3(a3), add up to 0 or more. If the
// greatest assignment of N takes a3 = u to p(u) and has value A, that says for all u
// and v that Y3(v) - Y3(u) <= N(u, p(u)) - N(v, p(u)) + (2^d L - A), because
// Y4(p(u)) is at most L - N(v, p(u)) - Y3(v) and, all gaps being 2^d L - A
// together, at least L - N(u, p(u)) - Y3(u) - (2^d L - A).
//
// Lemma 4. Adding a word of the code to x moves the arguments of all Yi. As any
// two can be moved at will, Y1 and Y2 need to be looked at only up to
// translation, each.
//
// So the functions Yi <= L are listed, Y1 and Y2 up to translation, and joined in
// pairs, triples and, at last, to the whole, by Lemmas 2 and 3.
package spread

import (
	"context"
	"math/bits"
	"runtime"
	"sync"

	"fewest/flip/internal/code"
	"fewest/internal/parallel"
)

const (
	maxSpaces    = 4
	maxDims      = 8       // of the code: a row of the matrix is 16 bits
	maxFunctions = 120_000 // on a subspace, up to translation
)

// Result is what Exists found.
type Result struct {
	Word    []uint8 // a word whose coset's words all weigh enough, or nil
	Decided bool    // Word, or its absence, is certain
	Pairs   int64   // of functions on two subspaces that were looked at
	Left    int64   // of them, those that Lemma 2 leaves
	Triples int64   // that Lemma 3 leaves
}

// Game is a code that can be decided here.
type Game struct {
	code   *code.Code
	spaces []space
	free   int // positions that no word changes
	size   int // 2^d
	// the forms on the first two subspaces of the word with given forms on the
	// next two; with three subspaces, the last is the first again
	at [16][16][2]uint8
}

// New splits a code, or returns nil if it isn't of the kind, or if the context
// ends.
func New(ctx context.Context, c *code.Code) *Game {
	spaces := split(ctx, c)
	if len(spaces) < 3 || len(spaces) > 4 {
		return nil
	}
	g := &Game{code: c, spaces: spaces, size: 1 << (len(c.Orders) / 2)}
	g.free = len(c.Columns)
	for _, s := range spaces {
		for _, n := range s.counts {
			g.free -= n
		}
	}
	for word := range uint32(g.size * g.size) {
		w, z := spaces[2].restrict(word), spaces[0].restrict(word)
		if len(spaces) == 4 {
			z = spaces[3].restrict(word)
		}
		g.at[w][z] = [2]uint8{uint8(spaces[0].restrict(word)), uint8(spaces[1].restrict(word))}
	}
	return g
}

// Exists decides whether there is a coset whose words all weigh at least weight.
// It gives up, undecided, where there are too many functions, or when the context
// ends.
func (g *Game) Exists(ctx context.Context, weight int, workers int) Result {
	limit := len(g.code.Columns) - 2*weight + g.free
	s := &join{Game: g, ctx: ctx, limit: limit}
	for i := range g.spaces {
		list, ok := g.spaces[i].list(ctx, limit, true, maxFunctions)
		if !ok {
			return Result{}
		}
		if i >= 2 {
			list = translated(list)
		}
		if len(list) == 0 {
			return Result{Decided: true}
		}
		s.lists = append(s.lists, list)
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return s.run(workers)
}

// join is one search.
type join struct {
	*Game
	ctx     context.Context
	limit   int
	lists   [][][]int8
	firsts  []class // of the functions of the first list
	seconds []class // of those of the second
}

// run joins pairs, the first functions shared out.
func (s *join) run(workers int) Result {
	s.firsts, s.seconds = s.classes(0), s.classes(1)
	out := Result{Decided: true}
	var lock sync.Mutex
	var all parallel.Group
	next, first := 0, len(s.firsts)
	results := make([]Result, len(s.firsts))
	for range min(workers, len(results)) {
		all.Go(func() {
			for {
				lock.Lock()
				at := next
				next++
				stop := at >= first
				lock.Unlock()
				if stop {
					return
				}
				r := s.from(&s.firsts[at])
				lock.Lock()
				results[at] = r
				if r.Word != nil {
					first = min(first, at)
				}
				lock.Unlock()
			}
		})
	}
	all.Wait()
	for _, r := range results[:min(first+1, len(results))] {
		out.Pairs += r.Pairs
		out.Left += r.Left
		out.Triples += r.Triples
		out.Decided = out.Decided && r.Decided
		out.Word = r.Word
	}
	out.Decided = out.Decided || out.Word != nil
	return out
}

// from looks at all pairs with first functions of a class.
func (s *join) from(one *class) Result {
	var r Result
	for i := range s.seconds {
		two := &s.seconds[i]
		if i&255 == 0 && s.ctx.Err() != nil {
			return r
		}
		if len(s.spaces) == 4 && one.beyond(&two.levels, s.size, s.size*s.limit) {
			r.Pairs += int64(len(one.members) * len(two.members))
			continue
		}
		for f := range one.members {
			for g := range two.members {
				r.Pairs++
				if word, ok := s.pair(&one.members[f], &two.members[g], &r); word != nil || !ok {
					r.Word = word
					return r
				}
			}
		}
	}
	r.Decided = true
	return r
}

// pair looks for functions that go with two, and returns a word with all of
// them, or nil; ok is false if the context ended.
func (s *join) pair(first, second *member, r *Result) (word []uint8, ok bool) {
	if r.Pairs&255 == 0 && s.ctx.Err() != nil {
		return nil, false
	}
	most := s.size * s.limit
	if len(s.spaces) == 4 && first.beyond(&second.levels, s.size, most) {
		return nil, true
	}
	one, two := first.f, second.f
	m := s.matrix(one, two)
	if len(s.spaces) == 3 {
		if m.rowMaxima() > most {
			return nil, true
		}
		r.Left++
		if three := s.below(2, m.room(s.limit, nil)); three != nil {
			return s.word(one, two, three), true
		}
		return nil, true
	}
	if m.greedy(false) > most || m.greedy(true) > most {
		return nil, true
	}
	value, to := m.assign()
	if value > most {
		return nil, true
	}
	r.Left++
	differences := m.differences(value, to, s.limit)
	for i, three := range s.lists[2] {
		if i&0xFFFF == 0 && s.ctx.Err() != nil {
			return nil, false
		}
		if !differences.allow(three) {
			continue
		}
		room := m.room(s.limit, three)
		if sum(room) < 0 {
			continue
		}
		r.Triples++
		if four := s.below(3, room); four != nil {
			return s.word(one, two, three, four), true
		}
	}
	return nil, true
}

// translated returns all translations of functions.
func translated(list [][]int8) (all [][]int8) {
	for _, f := range list {
		for by := range f {
			g := make([]int8, len(f))
			for a := range g {
				g[a] = f[a^by]
			}
			all = append(all, g)
		}
	}
	return all
}

// below returns a function of a list that is nowhere above the room, or nil.
func (s *join) below(list int, room []int) []int8 {
next:
	for _, f := range s.lists[list] {
		for a, y := range f {
			if int(y) > room[a] {
				continue next
			}
		}
		return f
	}
	return nil
}

func sum(v []int) int {
	n := 0
	for _, x := range v {
		n += x
	}
	return n
}

// word returns a word with the functions given. By the inverse transform, s(t) is
// the average of Y(a) (-1)^(a.t).
func (s *join) word(functions ...[]int8) []uint8 {
	word := make([]uint8, len(s.code.Columns))
	for p, column := range s.code.Columns {
		word[p] = 1 // where no word changes it
		for _, x := range column {
			if x != 0 {
				word[p] = 0
			}
		}
	}
	for i, f := range functions {
		for t, column := range s.spaces[i].columns {
			sum := 0
			for a, y := range f {
				sum += int(y) * (1 - 2*(bits.OnesCount32(uint32(a)&column)&1))
			}
			for _, p := range s.spaces[i].places[t][:(s.spaces[i].counts[t]-sum/s.size)/2] {
				word[p] = 1
			}
		}
	}
	return word
}
