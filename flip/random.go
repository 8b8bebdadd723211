package flip

import (
	"fmt"
	"math/rand/v2"

	"fewest/board"
)

// MaxPresses is the largest number of random presses that Random makes.
const MaxPresses = 10_000_000

// Random returns a random board of the puzzle, the same for the same seed. With
// presses above 0 it is made by so many presses of random buttons; otherwise
// every plan is equally likely, and so is every board that can be solved. The
// error is that p isn't a puzzle, or presses not from 0 to MaxPresses.
func Random(p *Puzzle, seed uint64, presses int) (*board.Board, error) {
	if err := p.ready(); err != nil {
		return nil, err
	}
	if presses < 0 || presses > MaxPresses {
		return nil, fmt.Errorf("%d random presses: want 0 to %d", presses, MaxPresses)
	}
	rng := rand.New(rand.NewPCG(seed, 0x666c6970))
	buttons, k := p.buttons(), p.grid.colours
	times := make([]uint8, p.moves.count())
	if presses > 0 && len(buttons) > 0 {
		for range presses {
			b := buttons[rng.IntN(len(buttons))]
			times[b] = uint8((int(times[b]) + 1) % k)
		}
		return p.undone(times), nil
	}
	for _, b := range buttons {
		times[b] = uint8(rng.IntN(k))
	}
	return p.undone(times), nil
}
