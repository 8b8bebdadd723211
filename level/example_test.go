package level_test

import (
	"fmt"
	"strings"

	"fewest/level"
)

// A file of two boards, one of which is wrong.
func ExampleReadAll() {
	file := strings.NewReader("; name: kitchen\nRGB\nGBR\n\nRG\nG4\n")
	entries, err := level.ReadAll(file, level.Options{File: "boards.txt", Puzzle: level.Floor})
	for _, e := range entries {
		if e.Err != nil {
			fmt.Println(e.Name, "-", e.Err)
			fmt.Println("hint:", e.Err.Hint)
			continue
		}
		fmt.Println(e.Name, e.Board.Rows, "x", e.Board.Cols, e.Board.Cells)
	}
	fmt.Println(err)
	// Output:
	// kitchen 2 x 3 [17 6 1 6 1 17]
	// boards.txt#2 - boards.txt:6:2: found '4', expected a letter for a colour or '.' for a hole
	// hint: colours are letters; colours as numbers go into JSON: {"cells": [[0, 1], [1, 0]]}
	// <nil>
}
