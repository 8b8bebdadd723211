package render_test

import (
	"context"
	"fmt"
	"os"

	"fewest/board"
	"fewest/floor"
	"fewest/render"
)

// A floor with its plan, for a terminal and as a picture.
func Example() {
	b := &board.Board{Rows: 2, Cols: 3, Cells: []uint8{17, 17, 6, 6, 1, 1}}
	a, err := floor.Solve(context.Background(), b, floor.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text := render.Text{Width: 80}
	fmt.Print(text.Floor(b, a.Plan))

	picture, err := render.Floor(b, a.Plan, render.Options{Title: "kitchen"})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.CreateTemp("", "*.svg")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(file.Name())
	defer file.Close()
	fmt.Println(picture.SVG(file))
	// Output:
	//   1   2   3        1   2   3
	// 1 R   R   G      1 R   B   G
	//       1
	// 2 G   B   B      2 G   R   B
	// <nil>
}
