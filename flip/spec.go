package flip

import (
	"encoding/json"
	"fmt"
)

// Spec describes a puzzle in full; New checks it.
type Spec struct {
	Rows, Cols int
	Holes      []bool              // cells that aren't there, row-major; nil for none
	Colours    int                 // at least 2; 0 stands for 2
	Mask       Mask                // "" stands for Cross, or for Pattern or Buttons if one is given
	Wrap       bool                // the board is a torus; a cell reached twice counts twice
	Pattern    []string            // for Pattern: digits, 0 to 9, one X (flips itself) or x (doesn't)
	Buttons    map[string][][3]int // for Buttons: name to [row, col, amount]
}

// Described returns the Spec of what a file, a request or a flag says of a
// puzzle, without size and holes: the name of a mask, whether the board is a
// torus, the number of colours, a pattern drawn row by row, and a list of
// buttons as ParseButtons reads it. What isn't said is the zero value.
func Described(mask string, wrap bool, colours int, pattern []string, buttons []byte) (Spec, error) {
	spec := Spec{Mask: Mask(mask), Wrap: wrap, Colours: colours, Pattern: pattern}
	var err error
	if len(buttons) > 0 {
		spec.Buttons, err = ParseButtons(buttons)
	}
	return spec, err
}

// ParseButtons reads a list of buttons: {"name": [[row, col, amount], ...], ...},
// rows and columns counted from 0, the amount 1 where it is left out.
func ParseButtons(text []byte) (map[string][][3]int, error) {
	var lists map[string][][]*int
	if err := json.Unmarshal(text, &lists); err != nil {
		return nil, fmt.Errorf("the list of buttons isn't names with lists of cells, [row, col] or [row, col, amount], in whole numbers")
	}
	buttons := map[string][][3]int{}
	for name, list := range lists {
		if list == nil {
			return nil, fmt.Errorf("button %q: null: want a list of cells", name)
		}
		cells := make([][3]int, 0, len(list))
		for _, numbers := range list {
			cell := [3]int{2: 1}
			if n := len(numbers); n != 2 && n != 3 {
				return nil, fmt.Errorf("button %q: a cell of %d numbers: want [row, col] or [row, col, amount]", name, n)
			}
			for i, number := range numbers {
				if number == nil {
					return nil, fmt.Errorf("button %q: null in a cell: want [row, col] or [row, col, amount]", name)
				}
				cell[i] = *number
			}
			cells = append(cells, cell)
		}
		buttons[name] = cells
	}
	return buttons, nil
}
