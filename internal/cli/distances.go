package cli

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/dustin/go-humanize"

	"fewest/answer"
	"fewest/internal/cli/command"
)

// counted says in the words of a puzzle what its census counts.
type counted struct {
	moves         string // "swaps"
	thing, things string // "floor", "floors"
	// heading describes the puzzle and how much there is to count; boards lists
	// those of the farthest that are wanted.
	heading, boards func(*answer.Distances) string
	hint            string // what may help where memory or a method ended the work
}

// print prints what a census, or with farthest a search for the diameter, found.
func (c *counted) print(a *app, d *answer.Distances, asJSON, farthest bool) error {
	a.Interrupted()
	if !d.Exact() {
		a.Note(command.ExitBounded)
	}
	text := ""
	if asJSON {
		line, err := json.Marshal(d)
		if err != nil {
			return err
		}
		text = string(line) + "\n"
	} else {
		text = c.text(d, farthest)
	}
	if cause := d.Stop.Cause; cause == answer.MemoryLimit || cause == answer.OwnLimit && d.Counts == nil {
		defer fmt.Fprintf(a.Err, "hint: %s\n", c.hint)
	}
	return a.Print(text)
}

// text is what people read. Where it lists boards it is a file of them, and the
// rest are its comments: "solve" reads it.
func (c *counted) text(d *answer.Distances, farthest bool) string {
	s := c.heading(d)
	if !farthest && d.Counts != nil {
		s += "\n" + c.table(d)
	}
	if d.Status != answer.Impossible && farthest || !d.Exact() {
		s += "\n" + c.diameter(d)
	}
	if len(d.Boards) == 0 {
		return s
	}
	return comment(s) + c.boards(d)
}

// comment makes lines comments of a file of boards.
func comment(text string) string {
	text = "; " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n; ") + "\n"
	return strings.ReplaceAll(text, "; \n", ";\n")
}

// diameter says how far the farthest are, and how many are.
func (c *counted) diameter(d *answer.Distances) string {
	s := ""
	switch n := d.Farthest(); {
	case d.Status == answer.Bounded:
		s = fmt.Sprintf("diameter: %s %s, %s", bounds(d), c.moves, d.Stop)
	case n == nil:
		s = fmt.Sprintf("diameter: %d %s", d.Lower, c.moves)
	case n.IsInt64() && n.Int64() == 1:
		s = fmt.Sprintf("diameter: %d %s; %s %s is that far", d.Lower, c.moves, digits(n), c.thing)
	default:
		s = fmt.Sprintf("diameter: %d %s; %s %s are that far", d.Lower, c.moves, digits(n), c.things)
	}
	return s + by(d) + "\n"
}

// bounds writes what is known of the diameter.
func bounds(d *answer.Distances) string {
	switch {
	case d.Exact():
		return fmt.Sprint(d.Lower)
	case d.Upper == answer.Unknown:
		return fmt.Sprintf("at least %d", d.Lower)
	}
	return fmt.Sprintf("%d..%d", d.Lower, d.Upper)
}

// by says how it was counted and how long that took.
func by(d *answer.Distances) string {
	if d.Method == "" {
		return fmt.Sprintf(" (%s)", command.Seconds(d.Seconds))
	}
	return fmt.Sprintf(" (by %s, %s)", d.Method, command.Seconds(d.Seconds))
}

// table lists how many there are at each distance.
func (c *counted) table(d *answer.Distances) string {
	var s strings.Builder
	sum, all := d.Counted(), "all"
	if !d.Exact() {
		all = "counted"
	}
	width := max(len(digits(sum)), len(c.things))
	fmt.Fprintf(&s, "%7s  %*s\n", c.moves, width, c.things)
	for i, n := range d.Counts {
		fmt.Fprintf(&s, "%7d  %*s\n", i, width, digits(n))
	}
	fmt.Fprintf(&s, "%7s  %*s %s\n", all, width, digits(sum), by(d))
	return s.String()
}

// digits writes a number with its digits in groups.
func digits(n *big.Int) string { return humanize.BigComma(n) }
