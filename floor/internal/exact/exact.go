// Package exact finds the fewest swaps for a floor, and proves them, by
// core-guided search on a model of net flows.
//
// The model (model.go) is a relaxation: every plan has a model of at most its
// cost. So the cost of a cheapest model is a lower bound. Where that model can
// be turned into a plan of the same length (realise.go), the plan is optimal;
// where it can't, what no plan breaks is added (refine.go, circle.go, cut.go),
// and the search goes on from where it was.
package exact

import (
	"context"

	"fewest/floor/certificate"
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
	// Explain, if not nil, is told what the search does, step by step. It needs
	// Prove.
	Explain func(Step)
	// Prove asks for the proof of the bound, which takes time and memory.
	Prove bool
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
	// Proof is a part of a certificate, where one was asked for, without its
	// cells, and Refutation the text that it rests on.
	Proof      *certificate.Part
	Refutation string
	Work       map[string]int64
}

// stateCost is what it costs to make one state of a search through the swaps of
// a cluster, in units of pace.
const stateCost = 150

// windowConflicts limits each question about a window.
const windowConflicts = 200

// Up to fullColours the model has its full form, and up to treeColours bounds
// are found by dividing. Up to patientColours that begins when a question about
// the whole takes more conflicts than patience; with more, dividing a large board
// costs more than it gains. Measured on random boards.
const (
	fullColours, treeColours, patientColours = 3, 3, 4

	patience = 1000
)

// Solve finds the fewest swaps after which no two cells of the graph that touch
// have the same colour, where that can be reached. The colours of the cells are
// 0, 1, ... without gaps. When the context ends it returns the best bounds so
// far.
func Solve(ctx context.Context, g *graph.Graph, colours []uint8, options Options) Result {
	return newSolve(colours, options).solve(ctx, g, colours)
}

func newSolve(tiles []uint8, options Options) *solve {
	s := &solve{options: options, limits: clusterLimits, upper: options.Upper, more: map[string]counter{}}
	for _, c := range tiles {
		s.form.colours = max(s.form.colours, int(c)+1)
	}
	s.form.full = s.form.colours <= fullColours
	s.tree = s.form.colours <= treeColours
	return s
}

func (s *solve) solve(ctx context.Context, g *graph.Graph, tiles []uint8) Result {
	if s.options.Memory > 0 && modelBytes(g, s.form.colours) > s.options.Memory {
		return Result{}
	}
	options := maxsat.Options{Stop: s.raise}
	if s.options.Prove {
		s.proof = newProof()
		options.Proof = s.proof.log
		if s.options.Explain != nil {
			options.Core = s.core
			s.proof.told = func(l certificate.Lemma) { s.options.Explain(Lemma{l}) }
		}
	}
	s.model = newModel(ctx, g, tiles, s.form, s.notes, options)
	if s.model == nil {
		return Result{}
	}
	s.model.solver.LimitMemory(s.options.Memory)
	s.run(ctx)
	s.impossible = s.model.search.Refuted()
	return s.result()
}

// modelBytes estimates what the model of a graph takes, with room to grow.
func modelBytes(g *graph.Graph, colours int) int64 {
	return int64(len(g.At)) * int64(20_000+7_000*colours)
}

type solve struct {
	options Options
	limits  limits
	form    form
	notes
	tree       bool // find bounds by dividing, from the start or by now
	divided    bool
	model      *model
	upper      int // length of the shortest plan known, 0 if none
	plan       []int32
	impossible bool
	// more holds, for the edges of clusters that were cut, the variables of
	// "their swaps are more than t".
	more  map[string]counter
	stats struct{ rounds, refined, circles, regions, cuts int64 }
}

// limits bound the work on one cluster. They grow when they are in the way.
type limits struct {
	play   int // sets of swaps that are tried
	search int // arrangements that a search holds
	close  int // steps of filling its cells
}

var clusterLimits = limits{play: 20_000, search: 200_000, close: 200_000}

// arrangementBytes is what a cluster's search takes for an arrangement.
const arrangementBytes = 400

// grow raises the limits, unless memory is in the way.
func (s *solve) grow() bool {
	s.limits.play *= 4
	s.limits.search *= 4
	return s.options.Memory == 0 || int64(s.limits.search)*arrangementBytes <= s.options.Memory
}

// raise reports a new lower bound and says whether it ends the search.
func (s *solve) raise(lower int) bool {
	if s.options.Report != nil {
		s.options.Report(lower, nil)
	}
	return s.outOfMemory() || s.upper > 0 && lower >= s.upper
}

// outOfMemory reports whether the search may not go on for its memory.
func (s *solve) outOfMemory() bool {
	used := s.model.solver.Bytes() + s.model.proof.bytes()
	return s.model.solver.OutOfMemory() || s.options.Memory > 0 && used > s.options.Memory
}

func (s *solve) run(ctx context.Context) {
	for _, cells := range windows(s.model.graph) {
		limits := sat.Limits{Conflicts: windowConflicts}
		if !s.model.search.Tighten(ctx, s.model.window(cells), limits) {
			return
		}
	}
	for {
		if s.minimise(ctx) != sat.Satisfiable {
			return
		}
		s.stats.rounds++
		s.solution()
		plan, changed := s.realise(ctx)
		if plan != nil && (s.upper == 0 || len(plan) < s.upper) {
			s.upper, s.plan = len(plan), plan
			if s.options.Report != nil {
				s.options.Report(s.model.search.Lower(), plan)
			}
		}
		if s.optimal() || ctx.Err() != nil {
			return
		}
		// Nothing to say of this model is left only where a limit stopped the
		// work on a cluster.
		if !changed && !s.grow() {
			return
		}
	}
}

// minimise finds a cheapest model. Without dividing, as long as no question takes
// long: cores are found faster, but the counters that they leave make late
// questions hard.
func (s *solve) minimise(ctx context.Context) sat.Status {
	if !s.tree {
		limits := sat.Limits{}
		if s.form.colours <= patientColours {
			limits.Conflicts = patience
		}
		status := s.model.search.Minimise(ctx, limits)
		if status != sat.Unknown || limits.Conflicts == 0 || ctx.Err() != nil || s.optimal() || s.outOfMemory() {
			return status
		}
		s.tree = true
	}
	if !s.divided && !s.model.search.Divide(ctx, s.model.place()) {
		return sat.Unknown
	}
	s.divided = true
	return s.model.search.Minimise(ctx, sat.Limits{})
}

// optimal reports whether the bounds have met.
func (s *solve) optimal() bool {
	lower := s.model.search.Lower()
	return s.upper > 0 && lower >= s.upper || s.plan != nil && len(s.plan) <= lower
}

func (s *solve) result() Result {
	solver, search := s.model.solver.Stats(), s.model.search.Stats()
	lower := s.model.search.Lower()
	result := Result{
		Lower:      lower,
		Plan:       s.plan,
		Optimal:    s.optimal(),
		Impossible: s.impossible,
		Work: map[string]int64{
			"cores":        search.Cores + search.Exhausted + search.Parts,
			"conflicts":    solver.Conflicts,
			"propagations": solver.Propagations,
			"solver_calls": solver.Solves,
			"rounds":       s.stats.rounds,
			"cuts":         s.stats.cuts + s.stats.regions + s.stats.circles,
		},
	}
	if s.model.proof != nil {
		result.Proof, result.Refutation = s.part()
	}
	return result
}
