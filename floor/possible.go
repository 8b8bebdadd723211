package floor

import (
	"context"
	"fmt"
	"math"

	"fewest/board"
	"fewest/floor/internal/anneal"
	"fewest/floor/internal/sat"
)

// Verdict says whether a floor can be done.
type Verdict struct {
	Decided  bool         // false: the context ended before it was known
	Possible bool         // a done arrangement of the same tiles exists in every piece
	Reason   string       // why not, as a sentence
	Proof    string       // what decided it: "done", "counting" or "colouring search"
	Witness  *board.Board // a done arrangement, where a search found it
}

// Possible reports whether swaps can leave no conflict. On a full board it is
// so exactly when no colour has more than half the cells, rounded up. With
// holes every connected piece keeps its own tiles and is decided by itself: a
// colour must not have more tiles than the largest set of cells of which no two
// share a side (Koenig's theorem gives its size), two colours must fill the two
// classes of the checkerboard, and else a search decides.
func Possible(ctx context.Context, b *board.Board) Verdict { return possible(ctx, pieces(b), b) }

// possible decides for some of the pieces of b, and notes in them the done
// arrangements it finds.
func possible(ctx context.Context, some []*piece, b *board.Board) Verdict {
	v := Verdict{Decided: true, Possible: true, Proof: "done"}
	var moved, open []*piece
	for _, p := range some {
		if p.conflicts() == 0 {
			continue
		}
		moved = append(moved, p)
		if v.Proof = "counting"; p.full() && p.counts[p.largest()] <= (p.size()+1)/2 {
			continue
		}
		reason, decided := p.excludedByCounting()
		if reason != "" {
			if p.size() < b.Tiles() {
				reason += fmt.Sprintf(", in the piece at %v", p.cell(0))
			}
			return Verdict{Decided: true, Reason: reason, Proof: "counting"}
		}
		if !decided {
			open = append(open, p)
		}
	}
	if len(open) == 0 {
		return v
	}
	v.Proof = "colouring search"
	for i, p := range open {
		turn, cancel := share(ctx, len(open)-i)
		found, decided := p.colour(turn)
		cancel()
		switch {
		case !decided:
			v.Decided, v.Possible = false, false
		case !found:
			return Verdict{Decided: true, Reason: p.excluded(), Proof: v.Proof}
		}
	}
	if v.Possible {
		v.Witness = b.Clone()
		for _, p := range moved {
			for i, c := range p.arrangement() {
				v.Witness.Cells[p.cells[i]] = p.names[c]
			}
		}
	}
	return v
}

// excluded is the reason when a search found no colouring of the piece.
func (p *piece) excluded() string {
	return fmt.Sprintf("the piece at %v: every colouring excluded", p.cell(0))
}

// excludedByCounting gives a reason why the piece has no done arrangement, or
// "", and whether counting decides.
func (p *piece) excludedByCounting() (reason string, decided bool) {
	c := p.largest()
	fit := (p.size() + 1) / 2
	if !p.full() {
		fit = p.size() - p.matching()
	}
	if p.counts[c] > fit {
		return fmt.Sprintf("colour %s has %d tiles, and at most %d fit without two sharing a side",
			colourName(p.names[c]), p.counts[c], fit), true
	}
	if len(p.counts) > 2 {
		return "", false
	}
	classes := [2]int{}
	for _, class := range p.classes() {
		classes[class]++
	}
	if p.counts[0] != classes[0] && p.counts[0] != classes[1] {
		return fmt.Sprintf("colours %s and %s have %d and %d tiles, and two colours must fill the classes of a checkerboard, %d and %d cells",
			colourName(p.names[0]), colourName(p.names[1]), p.counts[0], p.counts[1], classes[0], classes[1]), true
	}
	p.done = p.classes()
	if p.counts[0] != classes[0] {
		for v := range p.done {
			p.done[v] = 1 - p.done[v]
		}
	}
	return "", true
}

// colourName is the letter of a colour, or its number where letters end.
func colourName(colour uint8) string {
	if colour < 26 {
		return string(rune('A' + colour))
	}
	return fmt.Sprint(colour)
}

// classes returns for each cell which class of the checkerboard it is in, 0 or
// 1; the first cell is in class 0.
func (p *piece) classes() []uint8 {
	classes := make([]uint8, p.size())
	first := p.cell(0)
	for v := range classes {
		c := p.cell(int32(v))
		classes[v] = uint8((c.Row + c.Col + first.Row + first.Col) % 2)
	}
	return classes
}

// matching returns the size of a largest matching (Hopcroft and Karp 1973). The
// cells that are left over when one cell of each of its pairs is dropped
// suitably are a largest set without common sides.
func (p *piece) matching() int {
	at, classes := p.At, p.classes()
	mate := make([]int32, p.size())
	depth := make([]int32, p.size())
	next := make([]int, p.size())
	for v := range mate {
		mate[v] = -1
	}
	var augment func(v int32) bool
	augment = func(v int32) bool {
		for ; next[v] < len(at[v]); next[v]++ {
			u := p.Other(at[v][next[v]], v)
			w := mate[u]
			if w < 0 || depth[w] == depth[v]+1 && augment(w) {
				mate[v], mate[u] = u, v
				return true
			}
		}
		return false
	}
	for size := 0; ; {
		var queue []int32
		for v := range mate {
			depth[v], next[v] = -1, 0
			if classes[v] == 0 && mate[v] < 0 {
				depth[v] = 0
				queue = append(queue, int32(v))
			}
		}
		for i := 0; i < len(queue); i++ {
			v := queue[i]
			for _, e := range at[v] {
				if w := mate[p.Other(e, v)]; w >= 0 && depth[w] < 0 {
					depth[w] = depth[v] + 1
					queue = append(queue, w)
				}
			}
		}
		before := size
		for v := range mate {
			if classes[v] == 0 && mate[v] < 0 && augment(int32(v)) {
				size++
			}
		}
		if size == before {
			return size
		}
	}
}

const (
	easyCells     = 100  // pieces that a short question to the solver mostly decides
	easyConflicts = 5000 // ... of so many conflicts
	mostCells     = 3000 // the formula grows with the square of the cells
)

// colour looks for a done arrangement of the piece and notes it in p.done. Not
// decided means that the context ended, or that the piece is too large.
func (p *piece) colour(ctx context.Context) (found, decided bool) {
	if p.size() <= easyCells {
		if found, decided = p.satisfy(ctx, easyConflicts); decided {
			return found, true
		}
	}
	plan := anneal.Improve(ctx, p.Graph, p.colours, anneal.Options{Steps: 1, Enough: math.MaxInt})
	if plan != nil {
		p.done = p.Replay(p.colours, plan)
		return true, true
	}
	if p.size() > mostCells {
		return false, false
	}
	return p.satisfy(ctx, 0)
}

// satisfy asks a SAT solver for a colouring with the counts of the piece. Every
// cell has a colour and no colour has too many cells, so all counts are exact.
func (p *piece) satisfy(ctx context.Context, conflicts int64) (found, decided bool) {
	s := sat.New()
	has := make([][]int, p.size()) // has[v][c]: cell v has colour c
	for v := range has {
		has[v] = make([]int, len(p.counts))
		clause := make([]sat.Lit, len(p.counts))
		for c := range p.counts {
			has[v][c] = s.NewVar()
			clause[c] = sat.Pos(has[v][c])
		}
		s.AddClause(clause...)
	}
	for _, e := range p.Edges {
		for c := range p.counts {
			s.AddClause(sat.Neg(has[e[0]][c]), sat.Neg(has[e[1]][c]))
		}
	}
	for c, most := range p.counts {
		// Sequential counter (Sinz 2005): sum[i] is true if more than i of the
		// cells so far have the colour.
		var sum []int
		for v := range has {
			here := sat.Neg(has[v][c])
			if len(sum) == most {
				s.AddClause(here, sat.Neg(sum[most-1]))
			}
			now := make([]int, min(len(sum)+1, most))
			for i := range now {
				now[i] = s.NewVar()
				if i < len(sum) {
					s.AddClause(sat.Neg(sum[i]), sat.Pos(now[i]))
				}
				if i == 0 {
					s.AddClause(here, sat.Pos(now[0]))
				} else {
					s.AddClause(here, sat.Neg(sum[i-1]), sat.Pos(now[i]))
				}
			}
			sum = now
			if v&63 == 0 && ctx.Err() != nil {
				return false, false
			}
		}
	}
	switch s.Solve(ctx, nil, sat.Limits{Conflicts: conflicts}) {
	case sat.Unsatisfiable:
		return false, true
	case sat.Satisfiable:
		p.done = make([]uint8, p.size())
		for v := range has {
			for c, x := range has[v] {
				if s.Value(sat.Pos(x)) {
					p.done[v] = uint8(c)
				}
			}
		}
		return true, true
	}
	return false, false
}
