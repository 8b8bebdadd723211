package perm

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"fewest/answer"
	"fewest/space"
	"fewest/space/census"
	"fewest/space/pattern"
)

// Options choose the moves and limit the work.
type Options struct {
	Metric   Metric
	Moves    []string // names of the moves to use; none stands for all
	Workers  int      // for counting; 0 for one a processor
	MaxBytes int64    // memory; 0 for DefaultMaxBytes

	// Progress, if not nil, is called now and then, and must return soon.
	Progress func(answer.Progress)
}

// DefaultMaxBytes is the memory that may be used unless told.
const DefaultMaxBytes = 2 << 30

// maxPattern is the most states of a pattern, one byte each.
const maxPattern = 1 << 24

// Solve finds the fewest moves from a state to the solved one, as a Solver does.
func Solve(ctx context.Context, p *Puzzle, state State, o Options) (answer.Answer[string], error) {
	s, err := NewSolver(p, o)
	if err != nil {
		return answer.Answer[string]{}, err
	}
	return s.Solve(ctx, state, o.Progress)
}

// Verify replays a plan, each of whose entries must be one move of the metric, and
// says what is wrong with it: a move that isn't there or isn't possible, or a
// state that isn't solved at the end. It says nothing about whether a shorter plan
// exists.
func Verify(p *Puzzle, metric Metric, moves []string, state State, plan []string) error {
	turns, err := p.Turns(metric, moves...)
	if err != nil {
		return err
	}
	for i, name := range plan {
		move, err := p.Sequence(name)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		key := move.key()
		if !slices.ContainsFunc(turns, func(t Move) bool { return t.key() == key }) {
			return fmt.Errorf("move %d: %s isn't one move here; there are %s", i+1, name, strings.Join(names(turns), " "))
		}
		if state = p.Apply(state, move); !p.Legal(state) {
			return fmt.Errorf("move %d: after %s a piece lies where it may not", i+1, name)
		}
	}
	solved := p.Solved()
	for i, o := range p.Orbits {
		for k := range solved[i].Piece {
			if state[i].Piece[k] != solved[i].Piece[k] || state[i].Twist[k] != solved[i].Twist[k] {
				return fmt.Errorf("not solved after the plan: in place %d of %s lies piece %d, twisted by %d", k+1, o.Name, state[i].Piece[k]+1, state[i].Twist[k])
			}
		}
	}
	return nil
}

// Solver solves states of a puzzle, one at a time: IDA* guided by pattern
// databases of all pairs of parts that aren't too large. It makes them for the
// first state and keeps them.
type Solver struct {
	puzzle    *Puzzle
	options   Options
	turns     []Move
	redundant [][]bool
	space     *Space           // nil until it's made, or if it doesn't fit
	estimate  func(uint64) int // the same
	deep      *deepening       // for puzzles that tables don't fit
	group     *group           // of those, where all pieces are different
}

// NewSolver makes a solver. The error names a move that the puzzle doesn't have.
func NewSolver(p *Puzzle, o Options) (*Solver, error) {
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		return nil, err
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	return &Solver{puzzle: p, options: o, turns: turns, redundant: redundantPairs(p, turns)}, nil
}

// Solve finds the fewest moves from a state to the solved one. What is impossible
// because of twists, parity or pieces in the wrong orbit is recognised; what is
// impossible for another reason only if the whole puzzle is small, otherwise the
// search goes on until the context ends. The error says that the puzzle is too
// large. Progress, if not nil, is called now and then.
func (s *Solver) Solve(ctx context.Context, state State, progress func(answer.Progress)) (a answer.Answer[string], err error) {
	began := time.Now()
	defer func() { a.Seconds = time.Since(began).Seconds() }()
	a = answer.Answer[string]{Name: s.puzzle.Name, Puzzle: "perm", Status: answer.Bounded, Moves: answer.Unknown, Method: "idastar", Proof: "exhaustion"}
	if progress == nil {
		progress = func(answer.Progress) {}
	}
	if s.space == nil && s.deep == nil {
		if err := s.prepare(ctx); err != nil {
			return ended(ctx, a, err)
		}
	}
	if s.deep != nil {
		return s.solveDeep(ctx, state, a, progress)
	}
	start, err := s.space.Rank(state)
	if err == nil {
		err = s.space.parity(state)
	}
	if err != nil {
		a.Status, a.Reason, a.Method, a.Proof = answer.Impossible, err.Error(), "", "invariant"
		return a, nil
	}
	if start != s.space.From[0] {
		a.LowerBound = 1
	}
	if s.estimate == nil {
		if s.estimate, err = s.space.patterns(ctx, &s.options, progress); err != nil {
			return ended(ctx, a, err)
		}
	}
	search := sequences{census.Search(s.space, start), s.redundant}
	r := space.IDAStar(ctx, pattern.Guide[uint64](search, s.estimate), space.Options{
		MaxBytes: s.options.MaxBytes, Progress: progress,
	})
	a.LowerBound, a.Work = r.Lower, map[string]int64{"states": r.Expanded}
	switch {
	case r.Impossible():
		a.Status = answer.Impossible
		a.Reason = "the moves don't lead from this state to the solved one"
	case r.Stop == space.Found:
		if err := s.finish(&a, state, r.Path); err != nil || !r.Optimal() {
			return a, err
		}
		a.Status = answer.Optimal
	case r.Stop == space.MemoryLimit:
		a.Stop = answer.Stop{Cause: answer.MemoryLimit}
	default:
		a.Stop = answer.Ended(ctx)
	}
	return a, nil
}

// prepare chooses how to search: over numbered states where tables for them fit
// a quarter of the memory, else over states as they are.
func (s *Solver) prepare(ctx context.Context) (err error) {
	if len(s.puzzle.Illegal) == 0 && s.options.Metric != OneWay {
		if s.space, err = newSpace(ctx, s.puzzle, s.turns, s.options.MaxBytes/4); !errors.As(err, new(tooLarge)) {
			return err
		}
		s.space = nil
	}
	s.deep, err = newDeepening(s.puzzle, s.turns, s.options.Workers, s.options.MaxBytes/2)
	if err == nil {
		s.group = newGroup(ctx, s.puzzle, s.turns)
	}
	return err
}

// solveDeep answers by deepening.
func (s *Solver) solveDeep(ctx context.Context, state State, a answer.Answer[string], progress func(answer.Progress)) (answer.Answer[string], error) {
	why := unreachable(s.puzzle, s.turns, state)
	if why == "" && !s.puzzle.Legal(state) {
		why = "the state is one that may not be passed"
	}
	if why != "" {
		a.Status, a.Reason, a.Method, a.Proof = answer.Impossible, why, "", "invariant"
		return a, nil
	}
	if s.group != nil && !s.group.has(state) {
		a.Status, a.Method, a.Proof = answer.Impossible, "", "stabiliser chain"
		a.Reason = fmt.Sprintf("the moves lead to %v states, and this isn't one of them", s.group.chain.Order())
		return a, nil
	}
	path := s.deep.solve(ctx, state, &a, progress)
	if path == nil {
		return a, nil
	}
	if err := s.finish(&a, state, path); err != nil {
		return a, err
	}
	a.Status, a.LowerBound = answer.Optimal, a.Moves
	return a, nil
}

// finish writes the plan down, after it has been replayed.
func (s *Solver) finish(a *answer.Answer[string], state State, path []int) error {
	a.Plan, a.Moves = []string{}, len(path)
	for _, k := range path {
		a.Plan = append(a.Plan, s.turns[k].Name)
		if state = s.puzzle.Apply(state, s.turns[k]); !s.puzzle.Legal(state) {
			return fmt.Errorf("internal error: the plan %v passes a state that may not be passed", a.Plan)
		}
	}
	if !state.Equal(s.puzzle.Solved()) {
		return fmt.Errorf("internal error: the plan %v doesn't solve the state", a.Plan)
	}
	return nil
}

// ended returns the answer if an error is only that the context ended.
func ended(ctx context.Context, a answer.Answer[string], err error) (answer.Answer[string], error) {
	if a.Stop = answer.Ended(ctx); a.Stop != (answer.Stop{}) {
		err = nil
	}
	return a, err
}

// patterns builds the estimate: from the whole puzzle if that is small, else
// from all pairs of parts that are, and from parts that are in no pair.
func (s *Space) patterns(ctx context.Context, o *Options, progress func(answer.Progress)) (func(uint64) int, error) {
	n := len(s.Parts)
	limit := min(maxPattern, uint64(o.MaxBytes)/uint64(2+n*n/2)) // each is one byte a state, and a little to count it
	var groups [][]int
	if s.Size() <= limit {
		whole := []int{}
		for i := range n {
			whole = append(whole, i)
		}
		groups = append(groups, whole)
	} else {
		for i := range n {
			paired := false
			for j := range n {
				if i != j && uint64(len(s.Parts[i]))*uint64(len(s.Parts[j])) <= limit {
					paired = true
					if i < j {
						groups = append(groups, []int{i, j})
					}
				}
			}
			if !paired && uint64(len(s.Parts[i])) <= limit {
				groups = append(groups, []int{i})
			}
		}
	}
	var estimates []func(uint64) int
	for _, keep := range groups {
		progress(answer.Progress{Phase: fmt.Sprintf("pattern %d of %d", len(estimates)+1, len(groups)), Upper: answer.Unknown})
		table, err := pattern.Build(ctx, pattern.Parts(s.Product, keep...), census.Options{Workers: o.Workers})
		if err != nil {
			return nil, err
		}
		estimates = append(estimates, table.Estimate)
	}
	return pattern.Max(estimates...), nil
}

// sequences knows which turns need not follow which.
type sequences struct {
	space.Targeted[uint64]
	redundant [][]bool
}

func (q sequences) Redundant(a, b int) bool { return q.redundant[a][b] }

// redundantPairs finds the pairs of turns that do nothing, do what one turn
// does, or do what an earlier pair does.
func redundantPairs(p *Puzzle, turns []Move) [][]bool {
	seen := map[string]bool{p.nothing().key(): true}
	for _, t := range turns {
		seen[t.key()] = true
	}
	pairs := make([][]bool, len(turns))
	for i, a := range turns {
		pairs[i] = make([]bool, len(turns))
		for j, b := range turns {
			key := p.then(a, b).key()
			pairs[i][j] = seen[key]
			seen[key] = true
		}
	}
	return pairs
}

// parity looks whether the turns can make the exchanges that a state needs: in
// each part with pieces that are all different an odd or an even number.
func (s *Space) parity(state State) error {
	var wanted uint64
	var parts []int
	for i, q := range s.parts {
		if !q.twists && len(q.kinds) == len(q.places) && len(parts) < 64 {
			parts = append(parts, i)
		}
	}
	for bit, i := range parts {
		q := s.parts[i]
		is := make([]uint8, len(q.places))
		was := make([]uint8, len(q.places))
		for k, place := range q.places {
			is[k] = state[q.orbit].Piece[place]
			was[k] = s.puzzle.Orbits[q.orbit].Solved.Piece[place]
		}
		if evenOrder(is) != evenOrder(was) {
			wanted |= 1 << bit
		}
	}
	// Elimination: basis[i] is a sum of turns whose highest bit is i.
	var basis [64]uint64
	reduce := func(v uint64) uint64 {
		for v != 0 {
			top := bits.Len64(v) - 1
			if basis[top] == 0 {
				return v
			}
			v ^= basis[top]
		}
		return 0
	}
	for _, t := range s.Turns {
		var v uint64
		for bit, i := range parts {
			if q := s.parts[i]; !evenOrder(local(t.Turns[q.orbit].From, q.places)) {
				v |= 1 << bit
			}
		}
		if v = reduce(v); v != 0 {
			basis[bits.Len64(v)-1] = v
		}
	}
	if rest := reduce(wanted); rest != 0 {
		q := s.parts[parts[bits.Len64(rest)-1]]
		return fmt.Errorf("orbit %s: the pieces are an odd number of exchanges from solved where the moves allow an even one, given the other orbits",
			s.puzzle.Orbits[q.orbit].Name)
	}
	return nil
}
