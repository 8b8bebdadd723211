package floor

import (
	"context"
	"fmt"
	"io"
	"strings"

	"fewest/answer"
	"fewest/board"
	"fewest/floor/certificate"
	"fewest/floor/internal/exact"
)

// ExplainCells is how large a floor Explain takes.
const ExplainCells = 100

// Explain writes how the core-guided search goes about a floor, step by step:
// the cores that raise the bound, the solutions of the model, what becomes of
// them, and why. An error says that b is no board, or too large to be told about,
// or that writing failed.
func Explain(ctx context.Context, b *board.Board, w io.Writer) error {
	if err := b.Check(); err != nil {
		return err
	}
	if b.Tiles() > ExplainCells {
		return fmt.Errorf("a floor of %d tiles is too large to explain: at most %d", b.Tiles(), ExplainCells)
	}
	todo := withConflicts(b)
	v, _ := possible(ctx, todo, b)
	if v.Decided && !v.Possible {
		_, err := fmt.Fprintf(w, "Not possible: %s.\n", v.Reason)
		return err
	}
	var total int
	for _, p := range todo {
		t := &teller{piece: p, w: w}
		t.begin(b)
		r := exact.Solve(ctx, p.Graph, p.colours, exact.Options{Prove: true, Explain: t.step})
		t.end(r, ctx)
		total += r.Lower
		if t.err != nil {
			return t.err
		}
	}
	var err error
	switch {
	case len(todo) == 0:
		_, err = fmt.Fprintln(w, "Nothing to do: no two tiles that touch share a colour.")
	case len(todo) > 1:
		_, err = fmt.Fprintf(w, "\nThe pieces have nothing to do with each other: %s in all.\n", swaps(total))
	}
	return err
}

// teller writes about a piece.
type teller struct {
	*piece
	w      io.Writer
	cores  int
	rounds int
	err    error
}

func (t *teller) say(format string, a ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, a...)
	}
}

func swaps(n int) string {
	if n == 1 {
		return "1 swap"
	}
	return fmt.Sprintf("%d swaps", n)
}

func (t *teller) begin(b *board.Board) {
	if t.size() < b.Tiles() {
		t.say("The piece at %v: ", t.corner())
	}
	t.say("%d tiles, %d pairs to swap. Bound 0: nothing is swapped, until that is refuted.\n", t.size(), len(t.Edges))
}

// edge names an edge by its places on the board.
func (t *teller) edge(i int) string {
	a, b := t.cell(t.Edges[i][0]), t.cell(t.Edges[i][1])
	if t.cells[t.Edges[i][0]] > t.cells[t.Edges[i][1]] {
		a, b = b, a
	}
	if a.Row == b.Row {
		return fmt.Sprintf("row %d, columns %d-%d", a.Row+1, a.Col+1, b.Col+1)
	}
	return fmt.Sprintf("rows %d-%d, column %d", a.Row+1, b.Row+1, a.Col+1)
}

func (t *teller) edges(list []int) string {
	var names []string
	for _, i := range list {
		names = append(names, t.edge(i))
	}
	return strings.Join(names, "; ")
}

func (t *teller) step(step exact.Step) {
	switch s := step.(type) {
	case exact.Core:
		t.cores++
		t.say("\nCore %d. At least one of these is due:\n", t.cores)
		for _, c := range s.Costs {
			t.say("  %s\n", t.cost(c))
		}
		t.say("Bound %d.\n", s.Lower)
	case exact.Solution:
		t.rounds++
		t.say("\nSolution %d of the model, for %s:\n%s", t.rounds, swaps(s.Cost), t.draw(s))
	case exact.Cluster:
		if s.Swaps == nil {
			t.say("Cluster of %s: %s of these edges don't lead there.\n", t.edges(s.Edges), swaps(s.Cost))
			break
		}
		var list []int
		for _, e := range s.Swaps {
			list = append(list, int(e))
		}
		t.say("Cluster, realised by %s in this order: %s.\n", swaps(len(list)), t.edges(list))
	case exact.Lemma:
		t.say("%s\n", t.lemma(s.Lemma))
	}
}

// cost says what may be due.
func (t *teller) cost(c exact.Cost) string {
	var names []string
	for _, x := range c.Of {
		name := "one more move of a cut"
		if x.Edge >= 0 {
			name = t.edge(x.Edge) + " swapped"
			if x.Times > 1 {
				name += []string{" twice", " three times"}[x.Times-2]
			}
		}
		names = append(names, name)
	}
	if len(names) == 1 {
		return names[0]
	}
	return fmt.Sprintf("%d or more of: %s", c.Count, strings.Join(names, "; "))
}

// draw draws a solution: the colours at the end, with swapped edges between them,
// "=" or "‖" where they are swapped again.
func (t *teller) draw(s exact.Solution) string {
	top, left, bottom, right := 1<<30, 1<<30, 0, 0
	for v := range t.cells {
		c := t.cell(int32(v))
		top, bottom, left, right = min(top, c.Row), max(bottom, c.Row), min(left, c.Col), max(right, c.Col)
	}
	rows := make([][]rune, 2*(bottom-top)+1)
	for r := range rows {
		rows[r] = []rune(strings.Repeat(" ", 4*(right-left)+1))
	}
	for v, colour := range s.Ends {
		c := t.cell(int32(v))
		rows[2*(c.Row-top)][4*(c.Col-left)] = []rune(board.Letter(t.names[colour]))[0]
	}
	mark := func(list []int, flat, upright rune) {
		for _, i := range list {
			a, b := t.cell(t.Edges[i][0]), t.cell(t.Edges[i][1])
			r, c := a.Row+b.Row-2*top, 2*(a.Col+b.Col-2*left)
			if a.Row == b.Row {
				rows[r][c-1], rows[r][c], rows[r][c+1] = flat, flat, flat
			} else {
				rows[r][c] = upright
			}
		}
	}
	mark(s.Swapped, '─', '│')
	mark(s.Twice, '═', '║')
	var text strings.Builder
	for _, row := range rows {
		text.WriteString("  " + strings.TrimRight(string(row), " ") + "\n")
	}
	return text.String()
}

// lemma says what was added to the model.
func (t *teller) lemma(l certificate.Lemma) string {
	switch l.Kind {
	case certificate.Order:
		text := fmt.Sprintf("The swaps at %v get an order", t.cell(int32(l.Cell)))
		if len(l.Twice) > 0 {
			text += ", for the case that these are swapped twice: " + t.edges(l.Twice)
		}
		return text + "."
	case certificate.Circle:
		return fmt.Sprintf("A circle of %d swaps, each before the next, is excluded.", len(l.Circle))
	case certificate.Closed:
		return fmt.Sprintf("No arrangement of the tiles there fits%s: an edge that leads out is swapped, or something else is different.", t.given(l.Ends))
	case certificate.Cut:
		return fmt.Sprintf("A cut: %s, and no other edges there, take more than %s%s.", t.edges(l.Edges), swaps(l.To), t.given(l.Ends))
	}
	return ""
}

func (t *teller) given(ends [][2]int) string {
	if len(ends) == 0 {
		return ""
	}
	var names []string
	for _, e := range ends {
		names = append(names, fmt.Sprintf("%v with %s", t.cell(int32(e[0])), board.Letter(t.names[e[1]])))
	}
	return ", if these end so: " + strings.Join(names, "; ")
}

func (t *teller) end(r exact.Result, ctx context.Context) {
	switch {
	case r.Impossible:
		t.say("\nThe model has no solution: it can't be done.\n")
	case r.Optimal:
		t.say("\nThe plan has %s, as many as the bound: no plan is shorter.\n", swaps(r.Lower))
	default:
		why := answer.Ended(ctx)
		t.say("\nThe bound is %d; the work ended before a plan met it (%v).\n", r.Lower, why)
	}
}
