package floor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/floor/internal/bound"
)

// DefaultMemoryLimit is the memory a method may use unless told, in bytes.
const DefaultMemoryLimit = 2 << 30

// Options say how Solve works. A time limit is given by the context.
type Options struct {
	Method      Method                // one of Methods; "" means Auto
	MemoryLimit int64                 // bytes; 0 means DefaultMemoryLimit
	Progress    func(answer.Progress) // if not nil, called now and then; must return soon
	Better      func(plan []Swap)     // if not nil, gets each better plan when it is found; must return soon
	Seed        uint64                // for the choices of local search
	Proof       io.Writer             // if not nil, gets a certificate of the answer (package certificate)
	Name        string                // of the board, in the certificate
}

// Solve finds the fewest swaps that leave no conflict. It returns an error only
// if b is no board, or if the method is unknown or isn't made for this board. An
// impossible board is an answer, and so is a bounded one when the context or the
// memory limit ended the work: the lower bound is proven, the plan, if there is
// one, is valid, and Stop says what ended the work. Every plan has been
// replayed.
func Solve(ctx context.Context, b *board.Board, opt Options) (Answer, error) {
	start := time.Now()
	if err := b.Check(); err != nil {
		return Answer{}, err
	}
	if opt.Method == "" {
		opt.Method = Auto
	}
	if !slices.Contains(Methods, opt.Method) {
		return Answer{}, fmt.Errorf("no method %q; there are %s", opt.Method, joined(Methods, ", "))
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
	}
	a, todo, all, err := solve(ctx, b, opt)
	if err != nil {
		return Answer{}, err
	}
	if a.Moves != answer.Unknown {
		if err := Verify(b, a.Plan); err != nil {
			return Answer{}, fmt.Errorf("floor: method %s made a wrong plan, please report this board: %w", a.Method, err)
		}
	}
	if opt.Proof != nil {
		if err := opt.certify(ctx, b, &a, todo, all); err != nil {
			return Answer{}, fmt.Errorf("floor: %w", err)
		}
	}
	a.Puzzle = "floor"
	a.Seconds = time.Since(start).Seconds()
	return a, nil
}

// withConflicts returns the pieces of a board that have conflicts, the small
// ones first, in an order that doesn't depend on where they lie.
func withConflicts(b *board.Board) []*piece {
	todo := slices.DeleteFunc(pieces(b), func(p *piece) bool { return p.conflicts() == 0 })
	slices.SortStableFunc(todo, func(p, q *piece) int {
		return cmp.Or(cmp.Compare(p.size(), q.size()), cmp.Compare(p.cols, q.cols), slices.Compare(p.colours, q.colours))
	})
	return todo
}

// solve solves every piece that has conflicts. It also returns these and what is
// known of them.
func solve(ctx context.Context, b *board.Board, opt Options) (Answer, []*piece, []known, error) {
	todo := withConflicts(b)
	turn, cancel := share(ctx, 2)
	v, found := possible(turn, todo, b)
	cancel()
	if v.Decided && !v.Possible {
		return impossible(v.Proof, v.Reason), todo, nil, nil
	}
	all, work := make([]known, len(todo)), make([]solver, len(todo))
	best := answer.Unknown
	report := func(phase string) {
		lower, upper := total(all)
		if opt.Progress != nil {
			opt.Progress(answer.Progress{Phase: phase, Lower: lower, Upper: upper})
		}
		if opt.Better != nil && upper != answer.Unknown && (best == answer.Unknown || upper < best) {
			best = upper
			plan := []Swap{}
			for i, k := range all {
				plan = append(plan, todo[i].swaps(k.plan)...)
			}
			opt.Better(plan)
		}
	}
	quick, cancel := share(ctx, quickParts)
	for i, p := range todo {
		all[i] = known{lower: bound.Packing(p.Graph, p.colours), proof: ProofPacking}
		work[i] = solver{piece: p, known: &all[i], opt: opt, done: p.arrangement(found[i]), report: report}
		work[i].quickPlan(quick)
	}
	cancel()
	for i := range work {
		if ended := answer.Ended(ctx); ended != (answer.Stop{}) {
			all[i].stop = ended
			continue
		}
		turn, cancel := share(ctx, len(work)-i)
		err := work[i].solve(turn)
		cancel()
		if err != nil {
			return Answer{}, nil, nil, err
		}
		if k := all[i]; k.impossible {
			return impossible(k.proof, k.reason), todo, all, nil
		}
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTime)
	defer cancel()
	for i := range work {
		if all[i].plan == nil {
			work[i].fallBack()
		}
		if all[i].plan == nil && late.Err() == nil {
			work[i].quickPlan(late)
			work[i].firstPlan(late)
		}
	}
	a, err := sum(todo, all)
	return a, todo, all, err
}

func impossible(p Proof, reason string) Answer {
	return Answer{Status: answer.Impossible, Moves: answer.Unknown, Proof: string(p), Reason: reason}
}

// sum adds up what is known of all pieces.
func sum(todo []*piece, all []known) (Answer, error) {
	a := Answer{Status: answer.Optimal, Method: "none", Proof: string(ProofDone), Plan: []Swap{}, Work: map[string]int64{}}
	var methods []Method
	var proofs []Proof
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
		slices.Sort(methods)
		slices.Sort(proofs)
		a.Method, a.Proof = joined(slices.Compact(methods), "+"), joined(slices.Compact(proofs), "+")
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

// joined writes names one after another, the empty ones left out.
func joined[T ~string](names []T, between string) string {
	var s []string
	for _, name := range names {
		if name != "" {
			s = append(s, string(name))
		}
	}
	return strings.Join(s, between)
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
