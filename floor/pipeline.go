package floor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"fewest/answer"
	"fewest/floor/internal/anneal"
	"fewest/floor/internal/bound"
	"fewest/floor/internal/exact"
	"fewest/floor/internal/half"
	"fewest/floor/internal/row"
	"fewest/floor/internal/states"
	"fewest/internal/parallel"
	"fewest/space"
)

// smallPiece is the number of cells up to which auto takes A* rather than the
// exact method.
const smallPiece = 16

// known is what is known of a piece.
type known struct {
	lower      int
	proof      Proof   // of lower
	plan       []int32 // the best plan, or nil
	method     Method  // that made the plan
	impossible bool
	reason     string      // why impossible
	stop       answer.Stop // what ended the work early
	work       map[string]int64
}

func (k *known) optimal() bool { return k.plan != nil && len(k.plan) == k.lower }

// raise takes a lower bound over if it isn't worse.
func (k *known) raise(lower int, proof Proof) {
	if lower >= k.lower {
		k.lower, k.proof = lower, proof
	}
}

// improve takes a plan over if it is shorter.
func (k *known) improve(plan []int32, method Method) {
	if plan != nil && (k.plan == nil || len(plan) < len(k.plan)) {
		k.plan, k.method = plan, method
	}
}

// count adds to the counters of work.
func (k *known) count(work map[string]int64) {
	if k.work == nil {
		k.work = map[string]int64{}
	}
	for name, n := range work {
		k.work[name] += n
	}
}

// solver is the work on one piece that has conflicts.
type solver struct {
	*piece
	*known // what it learns, at once
	opt    Options
	done   []uint8            // a done arrangement, where one is known
	report func(phase string) // tells about what was learnt
}

// solve asks the method that fits.
func (s *solver) solve(ctx context.Context) error {
	method, err := s.choose()
	if err != nil {
		return err
	}
	switch method {
	case Row:
		s.solveRow(ctx)
	case Assignment:
		classes := s.Classes()
		colour := half.Colour(s.colours, classes, s.rows, s.cols)
		if plan, lower, ok := half.Solve(ctx, s.Graph, s.colours, classes, colour); ok {
			s.improve(plan, Assignment)
			s.raise(lower, ProofAssignment)
		} else {
			s.stop = answer.Ended(ctx)
		}
	case Exact:
		s.solveExact(ctx)
	default:
		if err := s.search(ctx, method); err != nil {
			return fmt.Errorf("method %s: %w", method, err)
		}
	}
	if s.plan == nil && !s.impossible {
		s.anyPlan(ctx)
	}
	return nil
}

// choose picks the method by the shape and the colours of the piece, or checks
// that the one asked for fits.
func (s *solver) choose() (Method, error) {
	path, halved := row.Path(s.Graph) != nil, half.Colour(s.colours, s.Classes(), s.rows, s.cols) >= 0
	switch s.opt.Method {
	case Auto:
		switch {
		case path && row.Bytes(s.counts) <= s.opt.MemoryLimit:
			return Row, nil
		case halved:
			return Assignment, nil
		case s.size() <= smallPiece:
			return AStar, nil
		}
		return Exact, nil
	case Row:
		if !path {
			return "", errors.New("method row takes one row, one column or another path of cells, and this board is none; auto takes any")
		}
	case Assignment:
		if !halved {
			return "", errors.New("method assignment takes pieces of two colours, and full boards of two or more rows and columns where a colour has exactly half the tiles, rounded up; auto takes any")
		}
	}
	return s.opt.Method, nil
}

// giveUp notes that the piece can't be done.
func (s *solver) giveUp(proof Proof) {
	s.impossible, s.proof, s.reason = true, proof, s.excluded()
}

// solveRow fills the table if it isn't too large.
func (s *solver) solveRow(ctx context.Context) {
	bytes := row.Bytes(s.counts)
	if bytes > s.opt.MemoryLimit {
		if s.stop = (answer.Stop{Cause: answer.MemoryLimit, Needed: bytes}); bytes == math.MaxInt64 {
			s.stop.Needed = 0 // more than can be said
		}
		return
	}
	plan, ok := row.Solve(ctx, s.Graph, s.colours, row.Path(s.Graph))
	switch {
	case !ok:
		s.stop = answer.Ended(ctx)
	case plan == nil:
		s.giveUp(ProofTable)
	default:
		s.improve(plan, Row)
		s.raise(len(plan), ProofTable)
		s.count(map[string]int64{"bytes": bytes})
	}
}

// searches are the methods that search the state space.
var searches = map[Method]states.Method{
	DFS: states.DepthFirst, BFS: states.BreadthFirst, Bidirectional: states.Bidirectional, AStar: states.AStar, IDAStar: states.IDAStar,
}

// search searches the state space.
func (s *solver) search(ctx context.Context, method Method) error {
	m, ok := searches[method]
	if !ok {
		return errors.New("it searches no states")
	}
	r, err := states.Search(ctx, s.Graph, s.colours, m, space.Options{MaxBytes: s.opt.MemoryLimit, Progress: func(at answer.Progress) {
		s.raise(at.Lower, ProofExhaustion)
		s.report("searching")
	}})
	if err != nil {
		return err
	}
	s.count(map[string]int64{"states": r.Expanded, "generated": r.Generated, "peak": r.Peak, "stored": r.Stored, "bytes": r.Bytes})
	if r.Impossible() {
		s.giveUp(ProofExhaustion)
		return nil
	}
	s.raise(r.Lower, ProofExhaustion)
	switch r.Stop {
	case space.Found:
	case space.Cancelled:
		s.stop = answer.Ended(ctx)
		return nil
	case space.MemoryLimit:
		s.stop = answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("%d states", r.Stored)}
		return nil
	default:
		s.stop = answer.Stop{Cause: answer.OwnLimit, What: string(method) + " gave up: " + r.Stop.String()}
		return nil
	}
	plan := make([]int32, len(r.Path))
	for i, move := range r.Path {
		plan[i] = int32(move)
	}
	s.improve(plan, method)
	return nil
}

// solveExact looks for a first plan, then for the proof, or a better plan.
// Where the proof takes long, plans are improved beside it; whichever of the two
// closes the gap ends the work.
func (s *solver) solveExact(ctx context.Context) {
	if lower := bound.Travel(ctx, s.Graph, s.colours); lower > s.lower {
		s.raise(lower, ProofTravel)
	}
	s.firstPlan(ctx)
	if s.optimal() {
		return
	}
	inner, stop := context.WithCancel(ctx)
	var mutex sync.Mutex
	var over atomic.Bool // the proof is
	learn := func(lower int, plan []int32, method Method) {
		mutex.Lock()
		defer mutex.Unlock()
		s.raise(lower, ProofCores)
		s.improve(plan, method)
		s.report("proving")
		if s.optimal() {
			stop()
		}
	}
	beside := parallel.Group{Panicked: stop}
	upper := len(s.plan)
	if o := (anneal.Options{Seed: s.opt.Seed + 1, Start: s.plan, Whole: s.method != Annealing}); s.plan != nil {
		beside.Go(func() {
			s.improveBeside(inner, o, &over, func(plan []int32) { learn(0, plan, Annealing) })
		})
	}
	r := exact.Solve(inner, s.Graph, s.colours, exact.Options{
		Upper:  upper,
		Memory: s.opt.MemoryLimit,
		Report: func(lower int, plan []int32) { learn(lower, plan, Exact) },
	})
	if r.Optimal || r.Impossible {
		stop()
	}
	over.Store(true)
	beside.Wait() // out of memory for the proof, there is still time for plans
	stop()
	s.count(r.Work)
	if r.Impossible {
		s.giveUp(ProofCores)
		return
	}
	s.raise(r.Lower, ProofCores)
	s.improve(r.Plan, Exact)
	if !s.optimal() {
		if s.stop = answer.Ended(ctx); s.stop == (answer.Stop{}) {
			s.stop.Cause = answer.MemoryLimit
		}
	}
}
