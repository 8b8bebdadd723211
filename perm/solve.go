package perm

import (
	"context"
	"fmt"
	"math/bits"
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
	MaxBytes int64    // memory; 0 for no limit

	// Progress, if not nil, is called now and then, and must return soon.
	Progress func(answer.Progress)
}

// Count counts all states by their distance from the solved one, counted in
// moves from it. The Space tells what the numbers of the farthest states mean.
func Count(ctx context.Context, p *Puzzle, o Options, c census.Options) (census.Table, *Space, error) {
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		return census.Table{}, nil, err
	}
	s, err := NewSpace(ctx, p, turns)
	if ctx.Err() != nil {
		return census.Table{Stop: space.Cancelled}, nil, nil
	}
	if err != nil {
		return census.Table{}, nil, err
	}
	t, err := census.Count(ctx, s, c)
	return t, s, err
}

// maxPattern is the most states of a pattern, one byte each.
const maxPattern = 1 << 24

// Solve finds the fewest moves from a state to the solved one: IDA* guided by
// pattern databases, built for all pairs of parts that aren't too large. What is
// impossible because of twists, parity or pieces in the wrong orbit is
// recognised; what is impossible for another reason only if the whole puzzle is
// small, otherwise the search goes on until the context ends.
func Solve(ctx context.Context, p *Puzzle, state State, o Options) (a answer.Answer[string], err error) {
	began := time.Now()
	a = answer.Answer[string]{Name: p.Name, Puzzle: "perm", Status: answer.Bounded, Moves: answer.Unknown, Method: "idastar"}
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		return a, err
	}
	s, err := NewSpace(ctx, p, turns)
	if err != nil && ctx.Err() == nil {
		return a, err
	}
	if err != nil {
		return a, nil
	}
	defer func() { a.Seconds = time.Since(began).Seconds() }()
	start, err := s.Rank(state)
	if err == nil {
		err = s.parity(state)
	}
	if err != nil {
		a.Status, a.Reason, a.Proof = answer.Impossible, err.Error(), "invariant"
		return a, nil
	}
	estimate, err := s.patterns(ctx, &o)
	if err != nil {
		if ctx.Err() != nil {
			return a, nil
		}
		return a, err
	}
	search := sequences{census.Search(s, start), redundantPairs(p, turns)}
	r := space.IDAStar(ctx, pattern.Guide[uint64](search, estimate), space.Options{
		MaxBytes: o.MaxBytes,
		Progress: func(q space.Progress) {
			if o.Progress != nil {
				o.Progress(answer.Progress{Phase: "search", Lower: q.Lower, Upper: answer.Unknown})
			}
		},
	})
	a.LowerBound, a.Work = r.Lower, map[string]int64{"states": r.Expanded}
	switch {
	case r.Impossible():
		a.Status, a.Proof = answer.Impossible, "exhaustive"
		a.Reason = "the moves don't lead from this state to the solved one"
	case r.Stop == space.Found:
		at := state
		for _, k := range r.Path {
			a.Plan = append(a.Plan, turns[k].Name)
			at = p.Apply(at, turns[k])
		}
		if !at.Equal(p.Solved()) {
			return a, fmt.Errorf("internal error: the plan %v doesn't solve the state", a.Plan)
		}
		a.Moves = len(r.Path)
		if r.Optimal() {
			a.Status, a.Proof = answer.Optimal, "idastar"
		}
	}
	return a, nil
}

// patterns builds the estimate: from the whole puzzle if that is small, else
// from all pairs of parts that are, and from parts that are in no pair.
func (s *Space) patterns(ctx context.Context, o *Options) (func(uint64) int, error) {
	limit := uint64(maxPattern)
	n := len(s.Parts)
	if o.MaxBytes > 0 { // each is one byte a state, and a little to count it
		limit = min(limit, uint64(o.MaxBytes)/uint64(2+n*n/2))
	}
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
		if o.Progress != nil {
			o.Progress(answer.Progress{Phase: fmt.Sprintf("pattern %d of %d", len(estimates)+1, len(groups)), Upper: answer.Unknown})
		}
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
