package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/board"
	"fewest/render"
)

// puzzle is what the shared commands must know of a puzzle. M is its move.
type puzzle[M any] struct {
	name        board.Puzzle
	move, moves string // what a move is called: "swap", "swaps"

	// solve answers a board. The answer's name need not be set. An error means
	// that the question can't be asked of this board.
	solve func(ctx context.Context, e *board.Entry, report func(answer.Progress)) (answer.Answer[M], error)
	// length counts the moves of a plan; nil if each entry is one.
	length func(plan []M) int
	// replay makes the moves of a plan and says what is wrong with it.
	replay func(e *board.Entry, plan []M) error
	// possible reports whether the board can be done, and whether that is known.
	possible func(ctx context.Context, e *board.Entry) (possible, known bool)
	// draw shows the board, what the plan leads to, and the plan.
	draw func(text render.Text, e *board.Entry, ans *answer.Answer[M]) string
}

// solving is what the solve command of every puzzle has in common.
type solving[M any] struct {
	puzzle[M]
	limits  limits
	json    bool
	answer  bool
	quiet   bool
	colours int // flips: overrides the file
	// keep, if not nil, does something more with an answer, such as drawing it.
	keep func(e *board.Entry, ans *answer.Answer[M]) error

	printed bool // whether a board has been drawn yet
}

// flags adds the flags that every solve command has.
func (s *solving[M]) flags(c *cobra.Command) {
	s.limits.flags(c.Flags())
	c.Flags().BoolVar(&s.json, "json", false, "print one JSON object a board")
	c.Flags().BoolVar(&s.answer, "answer", false, "print only the number, 'not possible', bounds such as 35..37, or 'error'")
	c.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "print no pictures, plans and progress")
}

// run answers the boards of the files one after another.
func (s *solving[M]) run(a *app, files []string) error {
	if s.json && s.answer {
		return fmt.Errorf("--json and --answer can't go together")
	}
	for e, err := range a.boards(files, board.Options{Puzzle: s.name, Colours: s.colours}) {
		if err != nil {
			a.fail(err)
			continue
		}
		ans, ended := s.solveOne(a, e)
		switch ans.Status {
		case answer.Bounded:
			a.note(exitBounded)
		case answer.Failed:
			a.note(exitBadInput)
		}
		if s.keep != nil && ans.Status != answer.Failed {
			if err := s.keep(e, &ans); err != nil {
				return environment{err}
			}
		}
		if err := s.print(a, e, &ans, ended); err != nil {
			return err
		}
		if a.interrupted() {
			break
		}
	}
	a.interrupted()
	return nil
}

// solveOne answers a board and says what ended the work if it isn't finished.
func (s *solving[M]) solveOne(a *app, e *board.Entry) (ans answer.Answer[M], ended string) {
	ctx, cancel := s.limits.context(a.ctx)
	defer cancel()
	err := error(nil)
	if e.Err != nil {
		err = e.Err
	} else {
		report, stop := a.watch(e.Name, s.moves, s.quiet)
		ans, err = s.solve(ctx, e, report)
		stop()
		if err != nil {
			err = fmt.Errorf("%s: %w", board.Printable(e.Name), err)
		}
	}
	if err != nil {
		ans = answer.Answer[M]{Status: answer.Failed, Error: err.Error()}
		if e.Err != nil && e.Err.Hint != "" {
			ans.Error += " (" + e.Err.Hint + ")"
		}
		a.fail(err)
	}
	ans.Name, ans.Puzzle = e.Name, string(s.name)
	switch {
	case a.ctx.Err() != nil:
		ended = "interrupted"
	case ctx.Err() != nil:
		ended = "time limit reached"
	default:
		ended = "memory limit or method's own limit reached"
	}
	return ans, ended
}

// print shows an answer in the form that was asked for.
func (s *solving[M]) print(a *app, e *board.Entry, ans *answer.Answer[M], ended string) error {
	switch {
	case s.json:
		line, err := json.Marshal(ans)
		if err != nil {
			return err
		}
		return a.print(string(line) + "\n")
	case s.answer:
		return a.print(ans.Short() + "\n")
	case ans.Status == answer.Failed:
		return nil // it has been said on standard error
	case s.quiet:
		return a.print(board.Printable(e.Name) + ": " + s.summary(ans, ended) + "\n")
	}
	text, out := a.picture()
	picture := ""
	if s.printed {
		picture = "\n"
	}
	s.printed = true
	picture += fmt.Sprintf("%s (%d x %d)\n\n", board.Printable(e.Name), e.Board.Rows, e.Board.Cols)
	picture += s.draw(text, e, ans) + "\n"
	if _, err := io.WriteString(out, picture); err != nil {
		return environment{fmt.Errorf("writing the output: %w", err)}
	}
	return a.print(s.summary(ans, ended) + "\n")
}

// summary says in one line what is known, how, and how long it took.
func (s *solving[M]) summary(ans *answer.Answer[M], ended string) string {
	took := seconds(ans.Seconds)
	proof := strings.ReplaceAll(ans.Proof, "+", " and ") // of a board in several pieces
	method := strings.ReplaceAll(ans.Method, "+", " and ")
	switch {
	case ans.Status == answer.Impossible:
		return fmt.Sprintf("not possible: %s (by %s, %s)", ans.Reason, proof, took)
	case ans.Status == answer.Optimal && ans.Moves == 0:
		return fmt.Sprintf("0 %s, optimal: nothing to do (%s)", s.moves, took)
	case ans.Status == answer.Optimal:
		return fmt.Sprintf("%s, optimal: lower bound %d by %s, plan replayed (%s)", s.count(ans.Moves), ans.LowerBound, proof, took)
	case ans.Moves == answer.Unknown:
		return fmt.Sprintf("at least %s: lower bound by %s, no plan found, %s (%s)", s.count(ans.LowerBound), proof, ended, took)
	}
	return fmt.Sprintf("%d to %d %s: lower bound %d by %s, plan of %d by %s replayed, %s (%s)",
		ans.LowerBound, ans.Moves, s.moves, ans.LowerBound, proof, ans.Moves, method, ended, took)
}

// count writes a number of moves.
func (p *puzzle[M]) count(n int) string {
	if n == 1 {
		return "1 " + p.move
	}
	return fmt.Sprintf("%d %s", n, p.moves)
}

// seconds writes a time for people.
func seconds(s float64) string {
	switch {
	case s < 0.001:
		return "under 1 ms"
	case s < 0.1:
		return fmt.Sprintf("%.0f ms", 1000*s)
	}
	return fmt.Sprintf("%.1f s", s)
}
