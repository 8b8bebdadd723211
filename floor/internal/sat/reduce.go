package sat

import (
	"cmp"
	"slices"
)

// reduce forgets the less useful three quarters of the learned clauses that aren't in
// use: high glue first, long ones first.
func (s *Solver) reduce() {
	s.reductions++
	s.nextReduce = s.stats.Conflicts + reduceInterval + reduceIncrement*s.reductions
	var candidates []clause
	for _, c := range s.learned {
		info := s.arena[c+1]
		used := info & usedMask
		if used > 0 { // one round of grace
			s.arena[c+1] = info&^usedMask | used - 1
		}
		if info>>2 <= keptGlue || used > 0 || s.isReason(c) {
			continue
		}
		candidates = append(candidates, c)
	}
	slices.SortStableFunc(candidates, func(a, b clause) int {
		if d := cmp.Compare(s.arena[b+1]>>2, s.arena[a+1]>>2); d != 0 {
			return d
		}
		return cmp.Compare(s.arena[b]>>2, s.arena[a]>>2)
	})
	deleted := candidates[:len(candidates)*3/4]
	for _, c := range deleted {
		s.tellForgotten(s.lits(c))
		s.stats.Deleted++
		s.arena[c] |= flagDeleted
		s.wasted += headerSize + int(s.arena[c]>>2)
	}
	s.sweep(deleted)
	if s.wasted > len(s.arena)/4 {
		s.compact()
	}
}

func (s *Solver) isReason(c clause) bool {
	for _, w := range s.lits(c)[:2] {
		if s.value[w] > 0 && s.vars[w>>1].reason == c {
			return true
		}
	}
	return false
}

// sweep drops deleted clauses from the list and from where they are watched.
func (s *Solver) sweep(deleted []clause) {
	if len(deleted) == 0 {
		return
	}
	s.learned = slices.DeleteFunc(s.learned, func(c clause) bool { return s.arena[c]&flagDeleted != 0 })
	for _, c := range deleted {
		for _, w := range s.lits(c)[:2] {
			ws := s.watches[w^1]
			kept := 0
			for _, w := range ws {
				if w.ref&1 != 0 || s.arena[w.ref>>1]&flagDeleted == 0 {
					ws[kept] = w
					kept++
				}
			}
			s.watches[w^1] = ws[:kept]
		}
	}
}

// compact moves the clauses together and renames them everywhere.
func (s *Solver) compact() {
	old := s.arena
	s.arena = make([]uint32, 0, len(old)-s.wasted+len(old)/8)
	move := func(list []clause) {
		for i, c := range list {
			size := clause(old[c]>>2) + headerSize
			list[i] = clause(len(s.arena))
			s.arena = append(s.arena, old[c:c+size]...)
			old[c+1] = uint32(list[i]) // forwarding address
		}
	}
	move(s.clauses)
	move(s.learned)
	for _, ws := range s.watches {
		for i, w := range ws {
			ws[i].ref = old[w.ref>>1+1]<<1 | w.ref&1
		}
	}
	for _, l := range s.trail {
		if r := &s.vars[l>>1].reason; *r != none {
			*r = clause(old[*r+1])
		}
	}
	s.wasted = 0
}
