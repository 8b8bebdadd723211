package board_test

import (
	"fmt"

	"fewest/board"
)

// Two columns with a gap between them: its edges, and its pieces.
func Example() {
	b := board.New(2, 3)
	b.Cells = []uint8{
		0, board.Hole, 1,
		2, board.Hole, 1,
	}
	fmt.Println(b.Tiles(), b.Counts())
	for _, e := range b.Edges() {
		fmt.Println(b.Cell(int(e.A)), "and", b.Cell(int(e.B)))
	}
	fmt.Println(b.Pieces())
	// Output:
	// 4 [1 2 1]
	// row 1, column 1 and row 2, column 1
	// row 1, column 3 and row 2, column 3
	// [[0 3] [2 5]]
}
