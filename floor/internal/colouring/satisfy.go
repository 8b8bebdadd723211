package colouring

import (
	"context"

	"fewest/floor/internal/graph"
	"fewest/floor/internal/sat"
)

// satisfy asks a SAT solver for a colouring with the same counts. Every cell has
// a colour and no colour has too many cells, so all counts are exact. A proof, if
// not nil, is told what the solver does.
func satisfy(ctx context.Context, g *graph.Graph, colours []uint8, conflicts int64, p *proof) (done []uint8, decided bool) {
	s, counts := sat.New(), graph.Counts(colours)
	if p != nil {
		s.Log(p.Log)
	}
	has := make([][]int, len(colours)) // has[v][c]: cell v has colour c
	for v := range has {
		has[v] = make([]int, len(counts))
		clause := make([]sat.Lit, len(counts))
		for c := range counts {
			has[v][c] = s.NewVar()
			clause[c] = sat.Pos(has[v][c])
			p.name(has[v][c], "x_%d_%d", v, c)
		}
		s.AddClause(clause...)
	}
	for _, e := range g.Touch {
		for c := range counts {
			s.AddClause(sat.Neg(has[e[0]][c]), sat.Neg(has[e[1]][c]))
		}
	}
	for c, most := range counts {
		// Sequential counter (Sinz 2005): sum[i] is true if more than i of the
		// cells so far have the colour.
		var sum []int
		for v := range has {
			here := sat.Neg(has[v][c])
			if len(sum) == most {
				p.tooMany(c, v, most)
				s.AddClause(here, sat.Neg(sum[most-1]))
			}
			now := make([]int, min(len(sum)+1, most))
			for i := range now {
				now[i] = s.NewVar()
				p.define(c, v, i, now[i])
				if i < len(sum) {
					p.carry(c, v, i)
					s.AddClause(sat.Neg(sum[i]), sat.Pos(now[i]))
				}
				p.count(c, v, i)
				if i == 0 {
					s.AddClause(here, sat.Pos(now[0]))
				} else {
					s.AddClause(here, sat.Neg(sum[i-1]), sat.Pos(now[i]))
				}
			}
			sum = now
			if v&63 == 0 && ctx.Err() != nil {
				return nil, false
			}
		}
	}
	switch s.Solve(ctx, nil, sat.Limits{Conflicts: conflicts}) {
	case sat.Unsatisfiable:
		return nil, true
	case sat.Satisfiable:
		done = make([]uint8, len(colours))
		for v := range has {
			for c, x := range has[v] {
				if s.Value(sat.Pos(x)) {
					done[v] = uint8(c)
				}
			}
		}
		return done, true
	}
	return nil, false
}

// Refute proves that there is no done arrangement of the tiles, as a refutation
// of what package certificate gives for a part of the kind Colouring. It is ""
// where there is one, or the context ends.
func Refute(ctx context.Context, g *graph.Graph, colours []uint8) string {
	p := newProof(g, colours)
	if classes := g.Classes(); classes != nil && (p.tooManyForMatching(classes) || p.wrongClasses(classes)) {
		return p.Text()
	}
	return refuteBySearch(ctx, g, colours)
}

func refuteBySearch(ctx context.Context, g *graph.Graph, colours []uint8) string {
	p := newProof(g, colours)
	if done, decided := satisfy(ctx, g, colours, 0, p); !decided || done != nil {
		return ""
	}
	p.Clause()
	return p.Text()
}
