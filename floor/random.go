package floor

import (
	"fmt"
	"math/rand/v2"

	"fewest/board"
)

// palette orders the colours that Random uses: first those people can tell
// apart most easily, then the other letters.
const palette = "RGBCPYADEFHIJKLMNOQSTUVWXZ"

// MaxRandomColours is the largest number of colours Random takes.
const MaxRandomColours = len(palette)

// Random returns a full board whose cells, in row-major order, are drawn
// uniformly from the first colours letters of RGBCPY, then the others from A to
// Z, by rand.New(rand.NewPCG(seed, 0)).IntN(colours). The same arguments give
// the same board on every machine. Not every such board can be done.
func Random(rows, cols, colours int, seed uint64) (*board.Board, error) {
	switch {
	case rows < 1 || cols < 1 || rows > board.MaxCells/cols:
		return nil, fmt.Errorf("a random board has 1 to %d cells, not %d x %d", board.MaxCells, rows, cols)
	case colours < 1 || colours > MaxRandomColours:
		return nil, fmt.Errorf("a random board has 1 to %d colours, not %d", MaxRandomColours, colours)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	b := board.New(rows, cols)
	for i := range b.Cells {
		b.Cells[i] = palette[random.IntN(colours)] - 'A'
	}
	return b, nil
}
