package flip

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"fewest/answer"
)

// ErrDiffer is what Check returns, wrapped, when two methods don't agree.
var ErrDiffer = errors.New("two methods differ")

// Check measures the puzzle again by another method and compares. It returns
// the method, or an error: ErrDiffer, or that no second method fits the memory.
func Check(ctx context.Context, p *Puzzle, d Distances, opt CensusOptions) (string, error) {
	opt.Max = 0
	last := answer.Stop{Cause: answer.OwnLimit, What: "no other method is made for this puzzle"}
	for _, method := range []string{"coset", "types", "bfs", "formula"} {
		if method == d.Method {
			continue
		}
		opt.Method = method
		again, err := Census(ctx, p, opt)
		if err != nil {
			continue // not made for this puzzle
		}
		if !again.Exact() {
			last = again.Stop
			continue
		}
		same := again.Lower == d.Lower && d.Exact()
		if d.Counts != nil {
			same = same && slices.EqualFunc(again.Counts, d.Counts, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
		}
		if !same {
			return method, fmt.Errorf("%w: by %s the distances are %v, by %s %v", ErrDiffer, d.Method, d.Counts, method, again.Counts)
		}
		return method, nil
	}
	return "", fmt.Errorf("no second method fits: %w", last)
}
