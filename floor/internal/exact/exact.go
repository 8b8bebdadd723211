// Package exact finds the fewest swaps for a floor, and proves them, by
// core-guided search on a local-order model.
//
// The model (model.go) is a relaxation: every plan has a model of at most its
// cost. So the cost of a cheapest model is a lower bound. Where that model can
// be turned into a plan of the same length (realise.go), the plan is optimal;
// where it can't, a cut that no plan breaks is added (cut.go), and the search
// goes on from where it was.
package exact

import (
	"context"

	"fewest/floor/internal/graph"
	"fewest/floor/internal/maxsat"
	"fewest/floor/internal/sat"
)

// Options steer a search. The zero value is usable.
type Options struct {
	// Upper is the length of a plan that the caller has, or 0. The search ends
	// when the lower bound meets it.
	Upper int
	// Report is called with every new lower bound, and with a plan each time a
	// shorter one than before is found (else nil).
	Report func(lower int, plan []int32)
	// Memory limits the bytes that the search may take; 0: no limit. A board too
	// large for it gets no bound.
	Memory int64
}

// Result is what a search found.
type Result struct {
	Lower      int     // proven
	Plan       []int32 // the shortest plan found, as edges of the graph; nil if none
	Optimal    bool    // Plan has Lower moves, or Lower met Options.Upper
	Impossible bool    // no done arrangement can be reached
	Work       map[string]int64
}

// windowConflicts limits each question about a window.
const windowConflicts = 200

// Solve finds the fewest swaps after which no two cells of the graph that touch
// have the same colour, where that can be reached. The colours of the cells are
// 0, 1, ... without gaps. When the context ends it returns the best bounds so
// far.
func Solve(ctx context.Context, g *graph.Graph, colours []uint8, options Options) Result {
	s := &solve{options: options, upper: options.Upper}
	n := 0
	for _, c := range colours {
		n = max(n, int(c)+1)
	}
	if options.Memory > 0 && modelBytes(g, n) > options.Memory {
		return Result{}
	}
	s.model = newModel(ctx, g, colours, n, maxsat.Options{Stop: s.raise})
	if s.model == nil {
		return Result{}
	}
	s.cuts = map[string]map[int]int{}
	s.run(ctx)
	return s.result()
}

// modelBytes estimates what the model of a graph takes, with room to grow.
func modelBytes(g *graph.Graph, colours int) int64 {
	return int64(len(g.At)) * int64(20_000+7_000*colours)
}

type solve struct {
	options    Options
	model      *model
	upper      int // length of the shortest plan known, 0 if none
	plan       []int32
	impossible bool
	// cuts holds the variable of "the cluster of these edges takes more than t
	// moves", by its edges and t.
	cuts  map[string]map[int]int
	stats struct{ rounds, cuts, circles int64 }
}

// raise reports a new lower bound and says whether it ends the search.
func (s *solve) raise(lower int) bool {
	if s.options.Report != nil {
		s.options.Report(lower, nil)
	}
	if s.options.Memory > 0 && s.model.solver.Bytes() > s.options.Memory {
		return true
	}
	return s.upper > 0 && lower >= s.upper
}

func (s *solve) run(ctx context.Context) {
	for _, cells := range windows(s.model.graph) {
		limits := sat.Limits{Conflicts: windowConflicts}
		if !s.model.search.Tighten(ctx, s.model.window(cells), limits) {
			return
		}
	}
	for {
		switch s.model.search.Minimise(ctx, sat.Limits{}) {
		case sat.Unsatisfiable:
			s.impossible = true
			return
		case sat.Unknown:
			return
		}
		s.stats.rounds++
		plan, changed := s.realise(ctx)
		if plan != nil && (s.upper == 0 || len(plan) < s.upper) {
			s.upper, s.plan = len(plan), plan
			if s.options.Report != nil {
				s.options.Report(s.model.search.Lower(), plan)
			}
		}
		if s.upper > 0 && s.model.search.Lower() >= s.upper || !changed {
			return
		}
	}
}

func (s *solve) result() Result {
	solver, search := s.model.solver.Stats(), s.model.search.Stats()
	lower := s.model.search.Lower()
	return Result{
		Lower:      lower,
		Plan:       s.plan,
		Optimal:    s.upper > 0 && lower >= s.upper,
		Impossible: s.impossible,
		Work: map[string]int64{
			"cores":        search.Cores + search.Exhausted,
			"conflicts":    solver.Conflicts,
			"propagations": solver.Propagations,
			"solver_calls": solver.Solves,
			"rounds":       s.stats.rounds,
			"cuts":         s.stats.cuts + s.stats.circles,
		},
	}
}
