package board

import (
	"fmt"
	"regexp"
	"strconv"
)

// letters are the names of the first colours.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Letter returns what people call a colour: its letter, A for colour 0, or where
// letters end its number.
func Letter(colour uint8) string {
	if int(colour) < len(letters) {
		return letters[colour : colour+1]
	}
	return strconv.Itoa(int(colour))
}

var sizePattern = regexp.MustCompile(`^ *([0-9]{1,7}) *[xX×*, ] *([0-9]{1,7}) *$`)

// ParseSize reads the size of a board, "4x15", also with the other signs that
// people write between the numbers. It has 1 to MaxCells cells.
func ParseSize(text string) (rows, cols int, err error) {
	if m := sizePattern.FindStringSubmatch(text); m != nil {
		rows, _ = strconv.Atoi(m[1])
		cols, _ = strconv.Atoi(m[2])
	}
	if rows < 1 || cols < 1 || rows > MaxCells/cols {
		return 0, 0, fmt.Errorf("a size is written ROWSxCOLUMNS, such as 4x15, with at most 1,000,000 cells, not %q", text)
	}
	return rows, cols, nil
}
