package floor_test

import (
	"context"
	"fmt"

	"fewest/board"
	"fewest/floor"
)

func Example() {
	b := &board.Board{Rows: 2, Cols: 3, Cells: []uint8{
		0, 0, 1,
		2, 1, 1,
	}}
	a, err := floor.Solve(context.Background(), b, floor.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Status, a.Moves, floor.Verify(b, a.Plan))
	// Output: optimal 2 <nil>
}
