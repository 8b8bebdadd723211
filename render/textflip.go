package render

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"fewest/board"
	"fewest/flip"
	"fewest/level"
)

// flipPaints are the colours of a flip board's states from 1 on; 0 is white,
// and with two colours 1 is black.
var flipPaints = []paint{"#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#0072b2", "#d55e00", "#f0e442", "#332288", "#999933"}

// Flip draws a flip board with the buttons of the plan that are cells marked,
// `[1]`, and, if any is pressed more than once, beside it how often each is
// pressed. alphabet gives the characters of the states. marks, if there is no
// plan, are cells with weights to mark, `(1)`, the weights beside them if any
// isn't 1. Cells are in colour on a terminal that has colours.
func (t Text) Flip(b *board.Board, colours int, alphabet level.Alphabet, plan []flip.Press, marks [][3]int) string {
	open, shut := "[", "]"
	weights := map[int]int{}
	many := false
	if plan == nil {
		open, shut = "(", ")"
		for _, m := range marks {
			weights[m[0]*b.Cols+m[1]] = m[2]
			many = many || m[2] != 1
		}
	}
	for _, p := range plan {
		if p.Button == "" {
			weights[p.Row*b.Cols+p.Col] = p.Times
			many = many || p.Times != 1
		}
	}
	width := 1
	for _, state := range b.Cells {
		if state != board.Hole {
			width = max(width, len(flipLabel(state, alphabet)))
		}
	}
	margin := len(fmt.Sprint(b.Rows)) + 1
	l := layout{tile: width + 2}
	header := t.columnNumbers(b.Cols, margin, l)
	lines, beside := []string{header}, []string{header}
	for r := range b.Rows {
		var row, counts strings.Builder
		fmt.Fprintf(&row, "%*d ", margin-1, r+1)
		fmt.Fprintf(&counts, "%*d ", margin-1, r+1)
		for c := range b.Cols {
			v := r*b.Cols + c
			row.WriteString(t.flipCell(b.Cells[v], colours, alphabet, weights[v] > 0, open, shut, width))
			text := "·"
			switch {
			case b.Cells[v] == board.Hole:
				text = " "
			case weights[v] > 0:
				text = fmt.Sprint(weights[v])
			}
			counts.WriteString(centre(text, width+2))
		}
		lines = append(lines, strings.TrimRight(row.String(), " "))
		beside = append(beside, strings.TrimRight(counts.String(), " "))
	}
	if !many {
		return strings.Join(lines, "\n") + "\n"
	}
	wide := margin + b.Cols*(width+2) + 3
	if 2*wide > t.Width+3 {
		return strings.Join(lines, "\n") + "\n\n" + strings.Join(beside, "\n") + "\n"
	}
	var s strings.Builder
	for i, line := range lines {
		s.WriteString(line + strings.Repeat(" ", wide-lipgloss.Width(line)) + beside[i] + "\n")
	}
	return s.String()
}

// flipCell draws a cell with marks at its sides.
func (t Text) flipCell(state uint8, colours int, alphabet level.Alphabet, marked bool, open, shut string, width int) string {
	if state == board.Hole {
		return strings.Repeat(" ", width+2)
	}
	text := centre(flipLabel(state, alphabet), width)
	if marked {
		text = open + text + shut
	} else {
		text = " " + text + " "
	}
	if !t.Colour {
		return text
	}
	paper := light
	switch {
	case state == 0:
	case colours == 2:
		paper = dark
	default:
		paper = flipPaints[(int(state)-1)%len(flipPaints)]
	}
	ink := light
	if contrast(paper, dark) > contrast(paper, light) {
		ink = dark
	}
	return lipgloss.NewStyle().Background(lipgloss.Color(string(paper))).Foreground(lipgloss.Color(string(ink))).
		Bold(true).Render(text)
}

// flipLabel is a state's character, or its number where it has none.
func flipLabel(state uint8, alphabet level.Alphabet) string {
	if ch, err := alphabet.Character(state); err == nil {
		return string(ch)
	}
	return fmt.Sprint(state)
}
