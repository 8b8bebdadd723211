package flip

import (
	"math/rand/v2"

	"fewest/board"
)

// Random returns a random board of the puzzle, the same for the same seed. With
// presses above 0 it is made by so many presses of random buttons; otherwise
// every plan is equally likely, and so is every board that can be solved.
func Random(p *Puzzle, seed uint64, presses int) *board.Board {
	rng := rand.New(rand.NewPCG(seed, 0x666c6970))
	var buttons []int
	for b := range p.buttons() {
		if p.isButton(b) {
			buttons = append(buttons, b)
		}
	}
	times := make([]uint8, p.buttons())
	if presses > 0 && len(buttons) > 0 {
		for range presses {
			b := buttons[rng.IntN(len(buttons))]
			times[b] = uint8((int(times[b]) + 1) % p.Colours)
		}
		return p.undone(times)
	}
	for _, b := range buttons {
		times[b] = uint8(rng.IntN(p.Colours))
	}
	return p.undone(times)
}
