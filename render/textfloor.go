package render

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"fewest/board"
	"fewest/floor"
)

// Text draws for a terminal.
type Text struct {
	Colour bool // tiles in colour, by escape codes; otherwise plain characters
	Width  int  // columns there are
}

// layout is how a floor is drawn: the characters of a tile and between tiles.
type layout struct {
	tile, between int
	steps         bool // swaps carry their numbers
	vertical      bool // lines between the rows, for swaps of one row with the next
}

// Floor draws the floor with the swaps of the plan as links between its tiles,
// numbered where there is room, and beside it, or below, what the plan leads
// to. The plan must be one that floor.Replay accepts. Without a plan, nil, it
// draws the floor alone.
func (t Text) Floor(b *board.Board, plan []floor.Swap) string {
	steps := stepsOf(b, plan)
	wide := 1
	for _, colour := range b.Cells {
		if colour != board.Hole {
			wide = max(wide, len(board.Letter(colour)))
		}
	}
	pictures := 1
	if len(plan) > 0 {
		pictures = 2
	}
	choices := []layout{{wide, 3, true, true}, {wide, 1, false, true}}
	if t.Colour && wide == 1 {
		choices = append([]layout{{3, 3, true, true}, {3, 1, false, true}}, choices...)
	}
	var l layout
	var width int // of one picture and the gap beside it
	for _, l = range choices {
		if l.steps && (len(plan) > 99 || pictures == 1) {
			continue
		}
		width = len(fmt.Sprint(b.Rows)) + 4 + b.Cols*(l.tile+l.between)
		if pictures*width <= t.Width+3 {
			break
		}
	}
	l.vertical = false
	for _, s := range plan {
		l.vertical = l.vertical || s.A.Col == s.B.Col
	}
	before := t.floor(b, steps, l)
	if pictures == 1 {
		return strings.Join(before, "\n") + "\n"
	}
	after, err := floor.Replay(b, plan)
	if err != nil {
		return strings.Join(before, "\n") + "\n"
	}
	result := t.floor(after, nil, l)
	if pictures*width > t.Width+3 {
		return strings.Join(before, "\n") + "\n\n" + strings.Join(result, "\n") + "\n"
	}
	var s strings.Builder
	for i, line := range before {
		padding := width - lipgloss.Width(line)
		s.WriteString(strings.TrimRight(line+strings.Repeat(" ", padding)+result[i], " ") + "\n")
	}
	return s.String()
}

// stepsOf gives the numbers of the swaps over each edge, from 1.
func stepsOf(b *board.Board, plan []floor.Swap) map[board.Edge][]int {
	steps := map[board.Edge][]int{}
	for i, s := range plan {
		e := edgeOf(b, s)
		steps[e] = append(steps[e], i+1)
	}
	return steps
}

// edgeOf returns the edge that a swap goes over.
func edgeOf(b *board.Board, s floor.Swap) board.Edge {
	p, q := b.Index(s.A), b.Index(s.B)
	return board.Edge{A: int32(min(p, q)), B: int32(max(p, q))}
}

// floor draws one board as lines without trailing blanks.
func (t Text) floor(b *board.Board, steps map[board.Edge][]int, l layout) []string {
	margin := len(fmt.Sprint(b.Rows)) + 1
	lines := []string{t.columnNumbers(b.Cols, margin, l)}
	for r := range b.Rows {
		var row, below strings.Builder
		fmt.Fprintf(&row, "%*d ", margin-1, r+1)
		below.WriteString(strings.Repeat(" ", margin))
		for c := range b.Cols {
			v := r*b.Cols + c
			row.WriteString(t.tile(b.Cells[v], l.tile))
			if c+1 < b.Cols {
				row.WriteString(across(steps[board.Edge{A: int32(v), B: int32(v + 1)}], l))
			}
			below.WriteString(down(steps[board.Edge{A: int32(v), B: int32(v + b.Cols)}], l))
		}
		lines = append(lines, strings.TrimRight(row.String(), " "))
		if l.vertical && r+1 < b.Rows {
			lines = append(lines, strings.TrimRight(below.String(), " "))
		}
	}
	return lines
}

// columnNumbers is the line above a board: every column's number, or where
// there's no room for that the first and every fifth.
func (t Text) columnNumbers(cols, margin int, l layout) string {
	pitch := l.tile + l.between
	all := len(fmt.Sprint(cols)) < pitch
	line := []byte(strings.Repeat(" ", margin+cols*pitch+1))
	for c := range cols {
		if all || c == 0 || (c+1)%5 == 0 {
			number := fmt.Sprint(c + 1)
			at := margin + c*pitch + (l.tile-1)/2
			if len(number) > 1 && at > margin {
				at -= (len(number) - 1) / 2
			}
			copy(line[at:], number)
		}
	}
	return strings.TrimRight(string(line), " ")
}

// tile draws a cell in the given number of columns.
func (t Text) tile(colour uint8, width int) string {
	if colour == board.Hole {
		return centre(".", width)
	}
	text := centre(board.Letter(colour), width)
	if !t.Colour {
		return text
	}
	tile, ink := paintOf(colour)
	return lipgloss.NewStyle().Background(lipgloss.Color(string(tile))).Foreground(lipgloss.Color(string(ink))).
		Bold(true).Render(text)
}

// across draws the swaps over an edge between two tiles of a row.
func across(steps []int, l layout) string {
	if len(steps) == 0 {
		return strings.Repeat(" ", l.between)
	}
	text := stepLabel(steps, l, "─")
	for left := true; lipgloss.Width(text) < l.between; left = !left {
		if left {
			text = "─" + text
		} else {
			text += "─"
		}
	}
	return text
}

// down draws the swaps over an edge between a tile and the one below.
func down(steps []int, l layout) string {
	text := ""
	if len(steps) > 0 {
		text = centre(stepLabel(steps, l, "│"), l.tile)
	}
	return text + strings.Repeat(" ", l.tile+l.between-lipgloss.Width(text))
}

// stepLabel is the number of the first swap over an edge, with a plus if there
// are more, or just a line.
func stepLabel(steps []int, l layout, line string) string {
	switch {
	case !l.steps:
		return line
	case len(steps) > 1:
		return fmt.Sprintf("%d+", steps[0])
	}
	return fmt.Sprint(steps[0])
}

// centre puts a text in the middle of a field, or a little left of it.
func centre(text string, width int) string {
	free := max(0, width-lipgloss.Width(text))
	return strings.Repeat(" ", free/2) + text + strings.Repeat(" ", free-free/2)
}
