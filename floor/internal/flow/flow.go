// Package flow bounds floors whose tiles must travel, from below by prices and
// from above by plans that follow them. It is strong where the local-order model
// (package exact) is weak: tiles of one colour lie in blocks, or a colour has
// nearly half the cells.
//
// # Use
//
// Bound does everything there is, until bounds meet, nothing more can be gained
// or the context ends. To take turns with other methods, make a Search and call
// its steps; each goes on from what the steps before it found:
//
//	s := flow.New(g, colours, flow.Options{Report: report})
//	s.Relax(ctx)           // the linear programme: a bound in milliseconds
//	s.Dive(ctx, work)      // a plan that follows the flows
//	s.Learn(lower, plan)   // what another method has found meanwhile
//	s.Improve(ctx, steps)  // annealing guided by the prices
//	s.Branch(ctx, nodes)   // a better bound, branching on final colours
//	s.Order(ctx, nodes)    // ... with order rows, and the probes that allow them
//	result := s.Result()
//
// The floor is a connected graph.Graph: plans are numbers of its Edges, Touch
// says what must differ, and a cell without edges keeps its tile. Fixed tiles
// are cells whose edges are left out. A floor that can't be done has no answer
// here: ask before.
//
// Work is counted in iterations of the linear programme's solver: the same
// calls give the same results, unless a context ends one. Every step stops
// within a few milliseconds of its context, and what it found until then counts.
//
// What the bound claims is added up in integers; Result.Proof has the prices,
// the branches and the probes, for a checker that trusts nothing here (package
// relax says what they mean).
package flow

import (
	"context"
	"math"
	"slices"

	"fewest/floor/internal/flow/pdhg"
	"fewest/floor/internal/flow/relax"
	"fewest/floor/internal/graph"
)

// Options of a search.
type Options struct {
	Seed        uint64
	MemoryLimit int64 // bytes, about; 0 for none
	// Report, if not nil, is called whenever a bound is better: lower is proven,
	// plan (nil if there is none) leaves no conflict. It must not keep plan.
	Report func(lower int, plan []int32)
}

// Result is what a search has found.
type Result struct {
	Lower int     // no plan is shorter
	Plan  []int32 // the shortest plan found, as numbers of edges; nil if none
	// Proof shows a bound: Lower, unless that was learned from elsewhere. It is
	// nil for a bound of 0.
	Proof *relax.Proof
	// Value is the least of the linear programme, nearly: a measure of the floor.
	Value      float64
	Iterations int64 // of the linear programme's solver
}

// Search holds what is known about a floor.
type Search struct {
	model   *relax.Model
	domain  *relax.Domain // nil if no colouring is done
	solver  *pdhg.Solver
	root    *pdhg.Saved // the point of the linear programme
	guide   []float64   // the prices of its cells
	options Options
	result  Result
	bytes   int64    // of saved points and prices, about
	plain   *tree    // branches without order rows
	ordered *ordered // ... and with them

	dives, improvements uint64 // how often plans were looked for, for the seeds
	failures            int    // improvements of the whole floor that gave no plan
}

// New returns a search of the floor with these colours, numbered from 0.
func New(g *graph.Graph, colours []uint8, o Options) *Search {
	m := relax.New(g, colours)
	s := &Search{model: m, domain: m.Domain(), solver: pdhg.New(m), options: o}
	if o.MemoryLimit <= 0 {
		s.options.MemoryLimit = math.MaxInt64
	}
	s.bytes = 12 * pdhg.Bytes(m)
	if len(g.Conflicts(colours)) == 0 {
		s.result.Plan = []int32{}
	}
	return s
}

// Bytes is about the memory that a search takes at least.
func Bytes(g *graph.Graph, colours []uint8) int64 {
	k := len(graph.Counts(colours))
	return 64 * int64((2*len(g.At)+2*len(g.Edges)+len(g.Touch))*k+3*len(g.Edges))
}

// Result returns what is known now.
func (s *Search) Result() Result { return s.result }

// Closed reports whether the bounds meet.
func (s *Search) Closed() bool { return s.result.Plan != nil && s.result.Lower >= len(s.result.Plan) }

// Learn takes over a bound and a plan that another method has found; 0 and nil
// are none. The plan must leave no conflict.
func (s *Search) Learn(lower int, plan []int32) {
	s.result.Lower = max(s.result.Lower, lower)
	if plan != nil && (s.result.Plan == nil || len(plan) < len(s.result.Plan)) {
		s.result.Plan = slices.Clone(plan)
	}
}

// improve keeps a plan if it is the shortest and leaves no conflict.
func (s *Search) improve(plan []int32) {
	if plan == nil || s.result.Plan != nil && len(plan) >= len(s.result.Plan) {
		return
	}
	if len(s.model.Conflicts(s.model.Replay(s.model.Start, plan))) == 0 {
		s.result.Plan = slices.Clone(plan)
		s.report()
	}
}

// raise keeps a proof if its bound is the best.
func (s *Search) raise(p *relax.Proof) {
	if s.result.Proof == nil || p.Bound > s.result.Proof.Bound {
		s.result.Proof = p
	}
	if p.Bound > s.result.Lower {
		s.result.Lower = p.Bound
		s.report()
	}
}

func (s *Search) report() {
	if s.options.Report != nil {
		s.options.Report(s.result.Lower, s.result.Plan)
	}
}

// Limits of the linear programme itself.
const (
	rootGap        = 0.02
	rootIterations = 20000
	rootFirst      = 2000 // iterations after which what there is may do
)

// Relax solves the linear programme: the first bound, and the prices and flows
// that all other steps start from; they call it themselves if it wasn't.
func (s *Search) Relax(ctx context.Context) {
	if s.root != nil || s.domain == nil || s.Closed() {
		return
	}
	s.solver.Set(s.model.Start, s.domain, relax.Rows{})
	target := math.Inf(1)
	if s.result.Plan != nil {
		target = float64(len(s.result.Plan)-1) + margin
	}
	for _, limit := range []int{rootFirst, rootIterations} {
		r := s.run(ctx, pdhg.Limits{Iterations: limit, Target: target, Gap: rootGap})
		s.result.Value = r.Value
		if prices := s.solver.Prices(); prices != nil {
			if bound := prices.Bound(s.model, s.domain, relax.Rows{}); bound > 0 {
				s.raise(&relax.Proof{Bound: bound, Rooms: s.model.Rooms, Refutation: &relax.Tree{Prices: prices}})
			}
		}
		if r.Done || r.Bound > target || ctx.Err() != nil || math.Ceil(r.Value-2*rootGap) <= float64(s.result.Lower) {
			break
		}
	}
	s.root = s.solver.Save()
	s.guide = slices.Clone(s.solver.CellPrices())
}

// run runs the solver and counts its work.
func (s *Search) run(ctx context.Context, l pdhg.Limits) pdhg.Result {
	r := s.solver.Run(ctx, l)
	s.result.Iterations += int64(r.Iterations)
	return r
}

// margin is by how much a bound must be above a whole number for the solver to
// stop, so that it still is after rounding.
const margin = 0.002
