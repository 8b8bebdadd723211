package sat

import (
	"context"
	"math"
	"slices"
)

// clause is the position of a clause in the arena: a header of two words, then
// the literals. none is no clause.
type clause uint32

const (
	none       = ^clause(0)
	headerSize = 2

	// The first header word is size<<2 with these flags.
	flagLearned = 1
	flagDeleted = 2
	// The second one holds a learned clause's glue<<2 and how recently it was
	// used (2, 1, 0).
	usedMask = 3
)

// watch is an entry in a literal's watch list: a clause to look at when the
// literal becomes false, and another literal of it, which if true makes the
// look unnecessary. For a clause of two literals the blocker is the other one.
type watch struct {
	ref     uint32 // clause<<1 | 1 for a clause of two literals
	blocker Lit
}

// Solver holds a formula and what was learned of it.
type Solver struct {
	arena   []uint32
	clauses []clause // given
	learned []clause
	wasted  int        // words of deleted clauses in the arena
	watches [][]watch  // by literal: the clauses that watch its negation
	fresh   []watch    // room for lists that are empty still
	value   []int8     // by literal: 1 true, -1 false, 0 open
	vars    []variable // by variable
	trail   []Lit
	levels  []int // trail length at which each decision level began
	head    int   // trail position of the next literal to propagate
	empty   bool  // the formula was refuted without assumptions

	maxWords    int   // as many as clause references can reach
	memoryLimit int64 // bytes; 0: none
	full        bool  // a clause had no room: nothing that is open can be decided

	assumed   []Lit // assumptions of the current call
	pushed    int   // how many of them hold on the trail
	pushLevel []int // decision level after each pushed assumption

	order     heap
	increment float64
	scoped    []bool
	wholeHeap bool // order covers all variables

	fastGlue, slowGlue float64 // moving averages that time the restarts
	sinceRestart       int
	nextReduce         int64
	reductions         int64

	seen      []uint8
	toClear   []int32
	learn     []Lit
	levelMark []int64
	markEpoch int64
	core      []Lit
	model     []int8
	scratch   []Lit

	proof Proof
	stats Stats
	told  int64 // propagations that were counted as work
}

type variable struct {
	reason clause
	level  int32
}

// New returns a solver with an empty formula.
func New() *Solver {
	return &Solver{increment: 1, nextReduce: reduceInterval, maxWords: mostWords}
}

// mostWords is how many words of the arena a watch can tell apart.
const mostWords = math.MaxUint32 >> 1

// LimitMemory makes calls of Solve end as Unknown once clauses and watches take
// more than so many bytes; 0: no limit.
func (s *Solver) LimitMemory(bytes int64) { s.memoryLimit = bytes }

// OutOfMemory reports whether a clause had no room, be it for the limit or for
// the number of clauses. From then on every call of Solve ends as Unknown unless
// the formula is refuted already: what was refuted before holds.
func (s *Solver) OutOfMemory() bool { return s.full }

// room reports whether there is room for a clause, and notes where there isn't.
func (s *Solver) room(size int) bool {
	if len(s.arena)+headerSize+size > s.maxWords && s.wasted > 0 {
		s.compact()
	}
	if len(s.arena)+headerSize+size > s.maxWords {
		s.full = true
	}
	return !s.full
}

// Stats returns the work done so far.
func (s *Solver) Stats() Stats { return s.stats }

// Vars returns the number of variables.
func (s *Solver) Vars() int { return len(s.vars) }

// Bytes estimates the memory that clauses and watches take.
func (s *Solver) Bytes() int64 {
	return int64(cap(s.arena))*4 + int64(len(s.clauses)+len(s.learned))*(4+16) + int64(len(s.vars))*120
}

// NewVar adds a variable and returns it. Its first guess is false.
func (s *Solver) NewVar() int {
	v := len(s.vars)
	s.vars = append(s.vars, variable{reason: none})
	s.value = append(s.value, 0, 0)
	s.watches = append(s.watches, nil, nil)
	s.seen = append(s.seen, 0)
	s.scoped = append(s.scoped, s.wholeHeap)
	s.order.addVar()
	if s.wholeHeap {
		s.order.insert(int32(v))
	}
	return v
}

// SetPhase makes value the first guess for variable v.
func (s *Solver) SetPhase(v int, value bool) { s.order.phase[v] = value }

// Value returns the truth of a literal in the last model.
func (s *Solver) Value(l Lit) bool { return int(l) < len(s.model) && s.model[l] > 0 }

// Core returns the assumptions of the last call that can't hold together. The
// slice is valid until the next call.
func (s *Solver) Core() []Lit { return s.core }

// AddClause adds a clause; literals may repeat. It returns false when the
// formula is refuted by it without assumptions.
func (s *Solver) AddClause(lits ...Lit) bool {
	if s.empty {
		return false
	}
	c := append(s.scratch[:0], lits...)
	s.scratch = c
	slices.Sort(c)
	kept := 0
	shortened := false
	for i, l := range c {
		if i > 0 && l == c[i-1] {
			continue
		}
		fixed := s.fixed(l)
		if fixed > 0 || kept > 0 && l == c[kept-1]^1 {
			return true
		}
		if fixed < 0 {
			shortened = true
			continue
		}
		c[kept] = l
		kept++
	}
	c = c[:kept]
	if shortened {
		s.tellLearned(c)
	}
	switch len(c) {
	case 0:
		s.empty = true
		return false
	case 1:
		s.backtrack(0)
		s.assign(c[0], none)
		if s.propagate() != none {
			s.empty = true
			s.tellLearned(nil)
		}
		return !s.empty
	}
	if !s.room(len(c)) {
		return true
	}
	s.bestWatchesFirst(c)
	// The second watch must not be false, unless the first was true before.
	if first, second := c[0], c[1]; s.value[second] < 0 &&
		!(s.value[first] > 0 && s.level(first) <= s.level(second)) {
		s.backtrack(int(s.level(second)) - 1)
	}
	s.clauses = append(s.clauses, s.attach(c, 0))
	return true
}

// bestWatchesFirst moves to the front the two literals that were or will be
// false the latest.
func (s *Solver) bestWatchesFirst(c []Lit) {
	rank := func(l Lit) int32 {
		switch v := s.value[l]; {
		case v > 0:
			return 1<<30 + 1
		case v == 0:
			return 1 << 30
		default:
			return s.level(l)
		}
	}
	for i := 0; i < 2; i++ {
		best := i
		for j := i + 1; j < len(c); j++ {
			if rank(c[j]) > rank(c[best]) {
				best = j
			}
		}
		c[i], c[best] = c[best], c[i]
	}
}

// attach stores a clause of two or more literals and watches the first two.
func (s *Solver) attach(c []Lit, glue uint32) clause {
	ref := clause(len(s.arena))
	header := uint32(len(c)) << 2
	if glue > 0 {
		header |= flagLearned
	}
	s.arena = append(s.arena, header, glue<<2|1)
	for _, l := range c {
		s.arena = append(s.arena, uint32(l))
	}
	s.watchClause(ref, c[0], c[1], len(c) == 2)
	return ref
}

func (s *Solver) watchClause(ref clause, first, second Lit, binary bool) {
	r := uint32(ref) << 1
	if binary {
		r |= 1
	}
	s.watch(first.Not(), watch{r, second})
	s.watch(second.Not(), watch{r, first})
}

// firstWatches is how many clauses a literal's list has room for at first.
const firstWatches = 8

func (s *Solver) watch(l Lit, w watch) {
	ws := s.watches[l]
	if ws == nil {
		if len(s.fresh) == 0 {
			s.fresh = make([]watch, 1024*firstWatches)
		}
		ws, s.fresh = s.fresh[:0:firstWatches], s.fresh[firstWatches:]
	}
	s.watches[l] = append(ws, w)
}

// lits returns the literals of a clause, as a view of the arena.
func (s *Solver) lits(c clause) []uint32 {
	n := clause(s.arena[c] >> 2)
	return s.arena[c+headerSize : c+headerSize+n]
}

// fixed returns the value of a literal that needs no decision, else 0.
func (s *Solver) fixed(l Lit) int8 {
	if v := s.value[l]; v != 0 && s.vars[l>>1].level == 0 {
		return v
	}
	return 0
}

func (s *Solver) level(l Lit) int32 { return s.vars[l>>1].level }

func (s *Solver) assign(l Lit, reason clause) {
	s.value[l] = 1
	s.value[l^1] = -1
	s.vars[l>>1] = variable{reason, int32(len(s.levels))}
	s.trail = append(s.trail, l)
}

// decide opens a decision level with l true.
func (s *Solver) decide(l Lit) {
	s.levels = append(s.levels, len(s.trail))
	s.assign(l, none)
}

// backtrack undoes all levels above the given one.
func (s *Solver) backtrack(level int) {
	if len(s.levels) <= level {
		return
	}
	start := s.levels[level]
	for i := len(s.trail) - 1; i >= start; i-- {
		l := s.trail[i]
		s.value[l] = 0
		s.value[l^1] = 0
		v := int32(l >> 1)
		s.order.phase[v] = l&1 == 0
		if s.scoped[v] {
			s.order.insert(v)
		}
	}
	s.trail = s.trail[:start]
	s.levels = s.levels[:level]
	s.head = start
	for s.pushed > 0 && s.pushLevel[s.pushed-1] > level {
		s.pushed--
	}
}

// propagate follows the consequences of what is on the trail. It returns a
// clause that became false, or none.
func (s *Solver) propagate() clause {
	value := s.value
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		s.stats.Propagations++
		falsified := uint32(p ^ 1)
		ws := s.watches[p]
		kept := 0
	watches:
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			bv := value[w.blocker]
			if bv > 0 {
				ws[kept] = w
				kept++
				continue
			}
			if w.ref&1 != 0 {
				ws[kept] = w
				kept++
				if bv == 0 {
					s.assign(w.blocker, clause(w.ref>>1))
					continue
				}
				kept += copy(ws[kept:], ws[i+1:])
				s.watches[p] = ws[:kept]
				return clause(w.ref >> 1)
			}
			ref := w.ref >> 1
			size := s.arena[ref] >> 2
			c := s.arena[ref+headerSize : ref+headerSize+size]
			other := c[0] ^ c[1] ^ falsified
			ov := value[other]
			if ov > 0 {
				ws[kept] = watch{w.ref, Lit(other)}
				kept++
				continue
			}
			for k := 2; k < len(c); k++ {
				if l := c[k]; value[l] >= 0 {
					c[0], c[1], c[k] = other, l, falsified
					s.watches[l^1] = append(s.watches[l^1], watch{w.ref, Lit(other)})
					continue watches
				}
			}
			ws[kept] = w
			kept++
			if ov < 0 {
				kept += copy(ws[kept:], ws[i+1:])
				s.watches[p] = ws[:kept]
				return clause(ref)
			}
			c[0], c[1] = other, falsified
			s.assign(Lit(other), clause(ref))
		}
		s.watches[p] = ws[:kept]
	}
	return none
}

// Solve looks for a model of the formula in which all assumptions hold.
func (s *Solver) Solve(ctx context.Context, assumptions []Lit, limits Limits) Status {
	s.stats.Solves++
	s.core = s.core[:0]
	if s.empty {
		return Unsatisfiable
	}
	if s.full {
		return Unknown
	}
	s.keepPrefix(assumptions)
	s.setScope(limits.Scope)
	return s.search(ctx, limits)
}

// keepPrefix undoes the trail down to where the new assumptions differ from
// those of the last call.
func (s *Solver) keepPrefix(assumptions []Lit) {
	same := 0
	for same < s.pushed && same < len(assumptions) && s.assumed[same] == assumptions[same] {
		same++
	}
	level := 0
	if same > 0 {
		level = s.pushLevel[same-1]
	}
	s.backtrack(level)
	s.pushed = same
	s.assumed = append(s.assumed[:same], assumptions[same:]...)
	if cap(s.pushLevel) < len(assumptions) {
		s.pushLevel = append(make([]int, 0, 2*len(assumptions)), s.pushLevel[:same]...)
	}
	s.pushLevel = s.pushLevel[:len(assumptions)]
}

// setScope fills the decision order with the variables that may be decided.
func (s *Solver) setScope(scope []int) {
	if scope == nil {
		if s.wholeHeap {
			return
		}
		s.order.clear()
		for v := range s.vars {
			s.scoped[v] = true
			s.order.insert(int32(v))
		}
		s.wholeHeap = true
		return
	}
	for i := range s.scoped {
		s.scoped[i] = false
	}
	s.order.clear()
	for _, v := range scope {
		s.scoped[v] = true
		s.order.insert(int32(v))
	}
	s.wholeHeap = false
}
