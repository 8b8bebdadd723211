package sat

import (
	"context"

	"fewest/floor/internal/pace"
)

const (
	activityDecay = 0.95
	activityLimit = 1e100

	// A restart follows when recent clauses have glue this much above average.
	restartMargin   = 1.1
	restartInterval = 10

	checkInterval   = 20_000 // propagations after which the context is looked at
	propagationCost = 120    // in units of pace: all that a search does, by propagation

	reduceInterval  = 300
	reduceIncrement = 30
	keptGlue        = 2 // learned clauses of at most this glue are kept for good
	goodGlue        = 6 // up to this glue, one use keeps a clause for two rounds
)

// search is the conflict-driven loop: push assumptions, decide, propagate,
// learn from conflicts.
func (s *Solver) search(ctx context.Context, limits Limits) Status {
	conflicts := limits.Conflicts
	stopAt := int64(1) << 62
	if limits.Propagations > 0 {
		stopAt = s.stats.Propagations + limits.Propagations
	}
	done := ctx.Done()
	nextCheck := s.stats.Propagations
	for {
		if s.stats.Propagations >= nextCheck {
			nextCheck = s.stats.Propagations + checkInterval
			pace.Work(ctx, propagationCost*(s.stats.Propagations-s.told))
			s.told = s.stats.Propagations
			select {
			case <-done:
				return Unknown
			default:
			}
			if s.memoryLimit > 0 && s.Bytes() > s.memoryLimit {
				s.full = true
				return Unknown
			}
		}
		if conflict := s.propagate(); conflict != none {
			s.stats.Conflicts++
			if len(s.levels) == 0 {
				s.empty = true
				s.tellLearned(nil)
				return Unsatisfiable
			}
			if len(s.levels) <= s.baseLevel() {
				s.coreOfConflict(conflict)
				// Undo the level, so that the kept trail has no conflict.
				s.backtrack(len(s.levels) - 1)
				return Unsatisfiable
			}
			if !s.learnFrom(conflict) {
				return Unknown
			}
			if limits.Conflicts > 0 {
				if conflicts--; conflicts <= 0 {
					return Unknown
				}
			}
			continue
		}
		if s.stats.Propagations > stopAt {
			return Unknown
		}
		if s.restartDue() {
			s.stats.Restarts++
			s.sinceRestart = 0
			s.backtrack(s.baseLevel())
		}
		if s.stats.Conflicts >= s.nextReduce {
			s.reduce()
		}
		if status := s.pushAssumption(); status != Consistent {
			if status == Unsatisfiable {
				return status
			}
			continue
		}
		v := s.order.pop()
		for v >= 0 && s.value[Pos(int(v))] != 0 {
			v = s.order.pop()
		}
		if v < 0 {
			if limits.Scope != nil {
				return Consistent
			}
			s.model = append(s.model[:0], s.value...)
			return Satisfiable
		}
		s.stats.Decisions++
		if s.order.phase[v] {
			s.decide(Pos(int(v)))
		} else {
			s.decide(Neg(int(v)))
		}
	}
}

// baseLevel is the decision level of the last pushed assumption.
func (s *Solver) baseLevel() int {
	if s.pushed == 0 {
		return 0
	}
	return s.pushLevel[s.pushed-1]
}

// pushAssumption makes the next assumption a decision and returns Unknown; it
// returns Consistent when all hold already, Unsatisfiable when one is false.
func (s *Solver) pushAssumption() Status {
	for s.pushed < len(s.assumed) {
		a := s.assumed[s.pushed]
		if s.value[a] < 0 {
			s.coreOfFalse(a)
			return Unsatisfiable
		}
		fresh := s.value[a] == 0
		if fresh {
			s.decide(a)
		}
		s.pushLevel[s.pushed] = len(s.levels)
		s.pushed++
		if fresh {
			return Unknown
		}
	}
	return Consistent
}

func (s *Solver) restartDue() bool {
	return s.sinceRestart >= restartInterval && s.fastGlue > restartMargin*s.slowGlue &&
		len(s.levels) > s.baseLevel()
}

// learnFrom derives the first-UIP clause of a conflict, jumps back to where it
// propagates, and adds it. It returns false when there is no room for it.
func (s *Solver) learnFrom(conflict clause) bool {
	back, glue := s.analyze(conflict)
	s.stats.Learned++
	s.tellLearned(s.learn)
	s.backtrack(back)
	if len(s.learn) == 1 {
		s.assign(s.learn[0], none)
	} else if !s.room(len(s.learn)) {
		return false
	} else {
		ref := s.attach(s.learn, glue)
		s.learned = append(s.learned, ref)
		s.assign(s.learn[0], ref)
	}
	s.increment /= activityDecay
	s.sinceRestart++
	s.fastGlue += (float64(glue) - s.fastGlue) / 32
	s.slowGlue += (float64(glue) - s.slowGlue) / 4096
	if s.stats.Learned < 4096 { // plain average at first
		s.slowGlue += (float64(glue) - s.slowGlue) / float64(s.stats.Learned)
	}
	return true
}

// analyze sets s.learn to the first-UIP clause, the literal that it implies in
// front and one of the next highest level second. It returns that level and
// the clause's glue, the number of decision levels in it.
func (s *Solver) analyze(conflict clause) (back int, glue uint32) {
	s.learn = append(s.learn[:0], 0)
	current := int32(len(s.levels))
	open := 0
	at := len(s.trail)
	pivot := Lit(0)
	first := true
	reason := conflict
	for {
		s.touch(reason)
		for _, w := range s.lits(reason) {
			l := Lit(w)
			v := int32(l >> 1)
			if !first && l == pivot || s.seen[v] != 0 {
				continue
			}
			level := s.vars[v].level
			if level == 0 {
				continue
			}
			s.seen[v] = 1
			s.toClear = append(s.toClear, v)
			s.bump(v)
			if level == current {
				open++
			} else {
				s.learn = append(s.learn, l)
			}
		}
		for at--; s.seen[s.trail[at]>>1] == 0; at-- {
		}
		pivot = s.trail[at]
		first = false
		if open--; open == 0 {
			break
		}
		reason = s.vars[pivot>>1].reason
	}
	s.learn[0] = pivot.Not()
	s.minimise()
	glue = glueOf(s, s.learn)
	if len(s.learn) > 1 {
		best := 1
		for i := 2; i < len(s.learn); i++ {
			if s.level(s.learn[i]) > s.level(s.learn[best]) {
				best = i
			}
		}
		s.learn[1], s.learn[best] = s.learn[best], s.learn[1]
		back = int(s.level(s.learn[1]))
	}
	s.clearSeen()
	return back, glue
}

func (s *Solver) clearSeen() {
	for _, v := range s.toClear {
		s.seen[v] = 0
	}
	s.toClear = s.toClear[:0]
}

// minimise drops literals of s.learn that the others imply.
func (s *Solver) minimise() {
	kept := 1
	for _, l := range s.learn[1:] {
		if s.vars[l>>1].reason == none || !s.redundant(l) {
			s.learn[kept] = l
			kept++
		}
	}
	s.learn = s.learn[:kept]
}

const (
	inClause  = 1 // a literal of the clause or of the implication graph above it
	removable = 2
	needed    = 3
)

// redundant reports whether every path of reasons from l ends in literals of
// the clause (Sorensson & Biere 2009), with a depth-first search that keeps
// its verdicts in seen.
func (s *Solver) redundant(l Lit) bool {
	type frame struct {
		lit Lit
		at  int
	}
	var frames [64]frame // deep chains are given up: the literal then stays
	depth := 0
	frames[0] = frame{l, 0}
	for {
		f := &frames[depth]
		lits := s.lits(s.vars[f.lit>>1].reason)
		if f.at == len(lits) {
			v := int32(f.lit >> 1)
			if s.seen[v] == 0 {
				s.seen[v] = removable
				s.toClear = append(s.toClear, v)
			}
			if depth == 0 {
				return true
			}
			depth--
			continue
		}
		q := Lit(lits[f.at])
		f.at++
		v := int32(q >> 1)
		if v == int32(f.lit>>1) || s.vars[v].level == 0 || s.seen[v] == inClause || s.seen[v] == removable {
			continue
		}
		if s.vars[v].reason == none || s.seen[v] == needed || depth+1 == len(frames) {
			for i := depth; i > 0; i-- {
				if u := int32(frames[i].lit >> 1); s.seen[u] == 0 {
					s.seen[u] = needed
					s.toClear = append(s.toClear, u)
				}
			}
			return false
		}
		depth++
		frames[depth] = frame{q, 0}
	}
}

// glueOf counts the decision levels of a clause, all assumptions as one.
func glueOf[L ~uint32](s *Solver, c []L) uint32 {
	s.markEpoch++
	base := int32(s.baseLevel())
	for len(s.levelMark) <= len(s.levels) {
		s.levelMark = append(s.levelMark, 0)
	}
	n := uint32(0)
	for _, l := range c {
		level := max(s.vars[l>>1].level, base)
		if s.levelMark[level] != s.markEpoch {
			s.levelMark[level] = s.markEpoch
			n++
		}
	}
	return n
}

// touch notes that a learned clause took part in a conflict, and lowers its
// glue where the clause has become better.
func (s *Solver) touch(c clause) {
	if s.arena[c]&flagLearned == 0 {
		return
	}
	glue := s.arena[c+1] >> 2
	if glue > keptGlue {
		glue = min(glue, glueOf(s, s.lits(c)))
	}
	used := uint32(1)
	if glue <= goodGlue {
		used = 2
	}
	s.arena[c+1] = glue<<2 | used
}

func (s *Solver) bump(v int32) {
	s.order.activity[v] += s.increment
	if s.order.activity[v] > activityLimit {
		for i := range s.order.activity {
			s.order.activity[i] /= activityLimit
		}
		s.increment /= activityLimit
	}
	s.order.raise(v)
}

// coreOfConflict sets the core to the assumptions behind a false clause.
func (s *Solver) coreOfConflict(conflict clause) {
	for _, w := range s.lits(conflict) {
		s.markForCore(Lit(w))
	}
	s.collectCore()
}

// coreOfFalse sets the core to a and the assumptions that make it false.
func (s *Solver) coreOfFalse(a Lit) {
	s.core = append(s.core, a)
	s.markForCore(a)
	s.collectCore()
}

func (s *Solver) markForCore(l Lit) {
	if v := int32(l >> 1); s.vars[v].level > 0 && s.seen[v] == 0 {
		s.seen[v] = 1
		s.toClear = append(s.toClear, v)
	}
}

func (s *Solver) collectCore() {
	if len(s.levels) > 0 {
		for i := len(s.trail) - 1; i >= s.levels[0]; i-- {
			l := s.trail[i]
			if s.seen[l>>1] == 0 {
				continue
			}
			reason := s.vars[l>>1].reason
			if reason == none {
				s.core = append(s.core, l)
				continue
			}
			for _, w := range s.lits(reason) {
				s.markForCore(Lit(w))
			}
		}
	}
	s.clearSeen()
	if s.proof != nil {
		s.learn = s.learn[:0]
		for _, l := range s.core {
			s.learn = append(s.learn, l.Not())
		}
		s.tellLearned(s.learn)
	}
}
