package floor

import (
	"fmt"
	"math/rand/v2"
	"slices"

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
	b, _, err := random(rows, cols, colours, seed)
	return b, err
}

// RandomPossible returns a full board drawn uniformly from those that can be
// done: the board of Random if it can, else another drawn with the same seed.
// Like Random it is the same on every machine. It returns an error if no board
// of these colours can be done.
func RandomPossible(rows, cols, colours int, seed uint64) (*board.Board, error) {
	b, random, err := random(rows, cols, colours, seed)
	switch {
	case err != nil || balanced(b):
		return b, err
	case colours == 1:
		return nil, fmt.Errorf("%d x %d tiles of one colour always share their colour with a neighbour: 2 colours or more are needed", rows, cols)
	case colours == 2:
		// Two colours can be done only half and half: such boards are rare, but
		// all of them are orders of the same tiles.
		more := random.IntN(2)
		for i := range b.Cells {
			b.Cells[i] = palette[(i+more)%2] - 'A'
		}
		random.Shuffle(len(b.Cells), func(i, j int) { b.Cells[i], b.Cells[j] = b.Cells[j], b.Cells[i] })
		return b, nil
	}
	for !balanced(b) { // with three colours or more, less than every second one isn't
		draw(b, colours, random)
	}
	return b, nil
}

// random checks the arguments and draws a board. It returns where the numbers
// came from too.
func random(rows, cols, colours int, seed uint64) (*board.Board, *rand.Rand, error) {
	switch {
	case rows < 1 || cols < 1 || rows > board.MaxCells/cols:
		return nil, nil, fmt.Errorf("a random board has 1 to %d cells, not %d x %d", board.MaxCells, rows, cols)
	case colours < 1 || colours > MaxRandomColours:
		return nil, nil, fmt.Errorf("a random board has 1 to %d colours, not %d", MaxRandomColours, colours)
	}
	b, random := board.New(rows, cols), rand.New(rand.NewPCG(seed, 0))
	draw(b, colours, random)
	return b, random, nil
}

func draw(b *board.Board, colours int, random *rand.Rand) {
	for i := range b.Cells {
		b.Cells[i] = palette[random.IntN(colours)] - 'A'
	}
}

// balanced reports whether no colour of a full board has more than half the
// cells, rounded up: exactly then it can be done (see Possible).
func balanced(b *board.Board) bool {
	var counts [256]int
	for _, c := range b.Cells {
		counts[c]++
	}
	return slices.Max(counts[:]) <= (len(b.Cells)+1)/2
}
