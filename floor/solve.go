package floor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/floor/internal/bound"
)

// Methods are the names that Options.Method takes; the package comment says
// what they are.
var Methods = []string{"auto", "dfs", "bfs", "bidirectional", "astar", "idastar", "assignment", "row", "exact"}

// DefaultMemoryLimit is the memory a method may use unless told, in bytes.
const DefaultMemoryLimit = 2 << 30

// Options say how Solve works. A time limit is given by the context.
type Options struct {
	Method      string                // one of Methods; "" means auto
	MemoryLimit int64                 // bytes; 0 means DefaultMemoryLimit
	Progress    func(answer.Progress) // if not nil, called now and then; must return soon
	Seed        uint64                // for the choices of local search
}

// Solve finds the fewest swaps that leave no conflict. It returns an error only
// if the method is unknown or isn't made for this board. An impossible board is
// an answer, and so is a bounded one when the context or the memory limit ended
// the work: the lower bound is proven, the plan, if there is one, is valid, and
// Stop says what ended the work. Every plan has been replayed.
func Solve(ctx context.Context, b *board.Board, opt Options) (Answer, error) {
	start := time.Now()
	if opt.Method == "" {
		opt.Method = Methods[0]
	}
	if !slices.Contains(Methods, opt.Method) {
		return Answer{}, fmt.Errorf("no method %q; there are %s", opt.Method, strings.Join(Methods, ", "))
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
	}
	a, err := solve(ctx, b, opt)
	if err != nil {
		return Answer{}, err
	}
	if a.Moves != answer.Unknown {
		if err := Verify(b, a.Plan); err != nil {
			return Answer{}, fmt.Errorf("floor: method %s made a wrong plan, please report this board: %w", a.Method, err)
		}
	}
	a.Puzzle = "floor"
	a.Seconds = time.Since(start).Seconds()
	return a, nil
}

// known is what is known of a piece.
type known struct {
	lower      int
	proof      string  // of lower
	plan       []int32 // the best plan, or nil
	method     string  // that made the plan
	impossible bool
	reason     string      // why impossible
	stop       answer.Stop // what ended the work early
	work       map[string]int64
}

func (k *known) optimal() bool { return k.plan != nil && len(k.plan) == k.lower }

// raise takes a lower bound over if it isn't worse.
func (k *known) raise(lower int, proof string) {
	if lower >= k.lower {
		k.lower, k.proof = lower, proof
	}
}

// improve takes a plan over if it is shorter.
func (k *known) improve(plan []int32, method string) {
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

// solve solves every piece that has conflicts, the small ones first.
func solve(ctx context.Context, b *board.Board, opt Options) (Answer, error) {
	var todo []*piece
	for _, p := range pieces(b) {
		if p.conflicts() > 0 {
			todo = append(todo, p)
		}
	}
	slices.SortStableFunc(todo, func(p, q *piece) int { return cmp.Compare(p.size(), q.size()) })
	turn, cancel := share(ctx, 2)
	v := possible(turn, todo, b)
	cancel()
	if v.Decided && !v.Possible {
		return Answer{Status: answer.Impossible, Moves: answer.Unknown, Proof: v.Proof, Reason: v.Reason}, nil
	}

	all := make([]known, len(todo))
	for i, p := range todo {
		all[i] = known{lower: bound.Packing(p.Graph, p.colours), proof: "conflict packing"}
	}
	for i, p := range todo {
		report := func(phase string) {
			if opt.Progress != nil {
				lower, upper := total(all)
				opt.Progress(answer.Progress{Phase: phase, Lower: lower, Upper: upper})
			}
		}
		turn, cancel := share(ctx, len(todo)-i)
		err := p.solve(turn, opt, &all[i], report)
		cancel()
		if err != nil {
			return Answer{}, err
		}
		if k := all[i]; k.impossible {
			return Answer{Status: answer.Impossible, Moves: answer.Unknown, Proof: k.proof, Reason: k.reason}, nil
		}
	}

	a := Answer{Status: answer.Optimal, Method: "none", Proof: "done", Plan: []Swap{}, Work: map[string]int64{}}
	var methods, proofs []string
	for i, k := range all {
		if k.plan != nil && len(k.plan) < k.lower {
			return Answer{}, fmt.Errorf("floor: a plan of %d swaps (%s) and a lower bound of %d (%s) exclude each other, please report this board",
				len(k.plan), k.method, k.lower, k.proof)
		}
		if !k.optimal() {
			a.Status = answer.Bounded
			a.Stop = k.stop
		}
		methods, proofs = append(methods, k.method), append(proofs, k.proof)
		a.Plan = append(a.Plan, todo[i].swaps(k.plan)...)
		for name, n := range k.work {
			a.Work[name] += n
		}
	}
	a.LowerBound, a.Moves = total(all)
	if a.Moves == answer.Unknown {
		a.Plan = nil
	}
	if len(all) > 0 {
		a.Method, a.Proof = joined(methods), joined(proofs)
	}
	return a, nil
}

// total adds up the bounds of the pieces.
func total(all []known) (lower, upper int) {
	for _, k := range all {
		lower += k.lower
		if k.plan == nil {
			upper = answer.Unknown
		} else if upper != answer.Unknown {
			upper += len(k.plan)
		}
	}
	return lower, upper
}

// joined lists the different names that occur, joined by "+".
func joined(names []string) string {
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(s string) bool { return s == "" })
	return strings.Join(names, "+")
}

// share returns a context for one of several pieces of work that are left: it
// ends when its share of the time is over.
func share(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok || parts <= 1 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(parts))
}
