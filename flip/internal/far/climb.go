package far

import (
	"context"
	"math"

	"fewest/flip/internal/code"
)

// ClimbOptions say how Climb searches and for how long.
type ClimbOptions struct {
	Upper int         // no coset is heavier
	Ties  [][][]int32 // ways to tie positions that are tried besides none, such as the orbits of symmetries
	Work  float64     // what may be done, in changes times words of the code; 0 for no limit
	Found func(Found) // called with each coset heavier than those before
}

// firstMoves is how many changes a search of Climb gets at first.
const firstMoves = 20_000

// Climb looks for cosets that are heavier and heavier, from the weight of a
// start on, until the upper bound is met, the work is done or the context ends,
// and returns the heaviest; that is one of weight lower without a word if none
// is heavier. It tries the next two weights in turn, since a code all of whose
// words weigh even has its heaviest cosets at one parity, with each way of tying
// in turn, and gives all of them more time when none has found anything.
func Climb(ctx context.Context, c *code.Code, lower int, opt ClimbOptions) Found {
	best := Found{Weight: lower}
	words := math.Pow(float64(c.K), float64(len(c.Orders)))
	ways := append([][][]int32{nil}, opt.Ties...)
	work, moves := 0.0, int64(0)
	for attempt := 0; best.Weight < opt.Upper && ctx.Err() == nil && len(c.Columns) > 1; attempt++ {
		goal := min(best.Weight+1+attempt%2, opt.Upper)
		round := attempt / (2 * len(ways))
		o := Options{Ties: ways[attempt/2%len(ways)], Seed: uint64(attempt), Moves: firstMoves << min(round, 20)}
		if opt.Work > 0 {
			left := (opt.Work - work) / words
			if left < 1 {
				break
			}
			o.Moves = int(min(float64(o.Moves), left))
		}
		f := Anneal(ctx, c, goal, o)
		moves += f.Moves
		work += float64(max(f.Moves, 64)) * words // an annealing that is over at once isn't free
		if f.Weight > best.Weight {
			best = f
			attempt = -1 // what follows is as it would be from there
			if opt.Found != nil {
				opt.Found(f)
			}
		}
	}
	best.Moves = moves
	return best
}
