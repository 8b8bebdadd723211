package flip_test

import (
	"context"
	"fmt"

	"fewest/board"
	"fewest/flip"
)

func ExampleSolve() {
	b := board.New(3, 3)
	b.Cells = []uint8{
		0, 1, 0,
		1, 1, 1,
		0, 1, 1,
	}
	p, err := flip.ForBoard(flip.Spec{Mask: flip.Plus}, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := flip.Solve(context.Background(), p, b, flip.Options{})
	fmt.Println(a.Status, a.Moves, a.Plan, err)
	// Output: optimal 6 [(1,2) (1,3) (2,1) (2,2) (3,1) (3,3)] <nil>
}

// The puzzle of the classic question: a press flips the row and the column of a
// cell on a 4 x 4 board. Which board is farthest from white, and how far?
func ExampleFarthest() {
	p, err := flip.New(flip.Spec{Rows: 4, Cols: 4, Mask: flip.Cross})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := flip.Farthest(context.Background(), p, flip.CensusOptions{Max: 1})
	fmt.Println(d.Lower, d.Farthest(), d.Boards[0].Board.Cells, err)
	// Output: 16 1 [1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1] <nil>
}
