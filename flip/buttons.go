package flip

import (
	"fmt"
	"slices"
	"strings"

	"fewest/board"
)

// listed is the mask Buttons: buttons of the user's, numbered in the order of
// their names.
type listed struct {
	grid
	names  []string
	number map[string]int
	effect [][]term // of each button
	cause  [][]term // of each cell
}

// list sets out a list of buttons on a grid.
func list(g grid, buttons map[string][][3]int) (*listed, error) {
	if len(buttons) == 0 {
		return nil, fmt.Errorf("the mask %q needs a list of buttons", Buttons)
	}
	l := &listed{grid: g, number: map[string]int{}, effect: make([][]term, len(buttons)), cause: make([][]term, g.rows*g.cols)}
	for name := range buttons {
		l.names = append(l.names, name)
	}
	slices.SortFunc(l.names, compareNames)
	for b, name := range l.names {
		l.number[name] = b
		for _, cell := range buttons[name] {
			row, col := cell[0], cell[1]
			if row < 0 || row >= g.rows || col < 0 || col >= g.cols {
				return nil, fmt.Errorf("button %q: no row %d, column %d (counted from 0) on a board of %d x %d", name, row, col, g.rows, g.cols)
			}
			l.effect[b] = l.add(l.effect[b], row*g.cols+col, mod(cell[2], g.colours))
		}
		l.effect[b] = l.gather(l.effect[b])
		for _, t := range l.effect[b] {
			l.cause[t.Index] = append(l.cause[t.Index], term{Index: int32(b), Amount: t.Amount})
		}
	}
	return l, nil
}

// compareNames orders names, numbers in them by value: b2 before b10.
func compareNames(a, b string) int {
	trim := func(s string) string { return strings.TrimRight(s, "0123456789") }
	if x, y := trim(a), trim(b); x == y && len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func (l *listed) count() int  { return len(l.names) }
func (l *listed) is(int) bool { return true }

func (l *listed) most() int {
	n := 0
	for _, terms := range l.effect {
		n = max(n, len(terms))
	}
	return n
}

func (l *listed) effects(buf []term, button int) []term { return append(buf, l.effect[button]...) }
func (l *listed) causes(buf []term, cell int) []term    { return append(buf, l.cause[cell]...) }
func (l *listed) apply(b *board.Board, times []uint8)   { applyEach(l, l.colours, b, times) }
func (l *listed) press(button, times int) Press         { return Press{Button: l.names[button], Times: times} }

func (l *listed) find(press Press) (int, error) {
	if b, ok := l.number[press.Button]; ok {
		return b, nil
	}
	return 0, fmt.Errorf("no button %q", press.Button)
}
