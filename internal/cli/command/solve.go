package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/level"
	"fewest/render"
)

// Puzzle is what the shared commands must know of a puzzle. M is its move.
type Puzzle[M any] struct {
	Name        level.Puzzle
	Move, Moves string // what a move is called: "swap", "swaps"

	// Solve answers a board. The answer's name need not be set. An error means
	// that the question can't be asked of this board.
	Solve func(ctx context.Context, e *level.Entry, report func(answer.Progress)) (answer.Answer[M], error)
	// Length counts the moves of a plan; nil if each entry is one.
	Length func(plan []M) int
	// Replay makes the moves of a plan and says what is wrong with it.
	Replay func(e *level.Entry, plan []M) error
	// Possible reports whether the board can be done, and whether that is known.
	Possible func(ctx context.Context, e *level.Entry) (possible, known bool)
	// Describe gives the board's size and rules in a few words; nil for the size
	// alone.
	Describe func(e *level.Entry) string
	// Advise says what may help where the board can't be done; nil for nothing.
	Advise func(ctx context.Context, e *level.Entry) string
	// Draw shows the board, what the plan leads to, and the plan.
	Draw func(text render.Text, e *level.Entry, ans *answer.Answer[M]) string
}

// Solving is what the solve command of every puzzle has in common.
type Solving[M any] struct {
	Puzzle[M]
	Limits  Limits
	JSON    bool
	Answer  bool
	Quiet   bool
	Colours int // flips: overrides the file
	// Keep, if not nil, does something more with an answer, such as drawing it.
	Keep func(e *level.Entry, ans *answer.Answer[M]) error

	printed bool // whether a board has been drawn yet
	advised bool // whether advice has been given: once is enough
}

// Flags adds the flags that every solve command has.
func (s *Solving[M]) Flags(c *cobra.Command) {
	s.Limits.Flags(c.Flags())
	c.Flags().BoolVar(&s.JSON, "json", false, "print one JSON object a board")
	c.Flags().BoolVar(&s.Answer, "answer", false, "print only the number, 'not possible', bounds such as 35..37, or 'error'")
	c.Flags().BoolVarP(&s.Quiet, "quiet", "q", false, "print no pictures, plans and progress")
}

// Run answers the boards of the files one after another.
func (s *Solving[M]) Run(a *App, files []string) error {
	if s.JSON && s.Answer {
		return fmt.Errorf("--json and --answer can't go together")
	}
	for e, err := range a.Boards(files, level.Options{Puzzle: s.Name, Colours: s.Colours}) {
		if err != nil {
			a.Fail(err)
			continue
		}
		ans := s.solveOne(a, e)
		switch ans.Status {
		case answer.Bounded:
			a.Note(ExitBounded)
		case answer.Failed:
			a.Note(ExitBadInput)
		}
		if err := s.print(a, e, &ans); err != nil {
			return err
		}
		if ans.Status == answer.Impossible && s.Advise != nil && !s.advised {
			if advice := s.Advise(a.Ctx, e); advice != "" {
				s.advised = true
				fmt.Fprintf(a.Err, "hint: %s\n", advice)
			}
		}
		if s.Keep != nil && ans.Status != answer.Failed {
			if err := s.Keep(e, &ans); err != nil {
				a.Fail(fmt.Errorf("%s: %w", level.Printable(e.Name), err))
			}
		}
		if a.Interrupted() {
			break
		}
	}
	a.Interrupted()
	return nil
}

// solveOne answers a board.
func (s *Solving[M]) solveOne(a *App, e *level.Entry) (ans answer.Answer[M]) {
	ctx, cancel := s.Limits.Context(a.Ctx)
	defer cancel()
	err := error(nil)
	if e.Err != nil {
		err = e.Err
	} else {
		report, stop := a.Watch(e.Name, s.Moves, s.Quiet)
		ans, err = s.Solve(ctx, e, report)
		stop()
		if err != nil {
			err = fmt.Errorf("%s: %w", level.Printable(e.Name), err)
		}
	}
	if err != nil {
		ans = answer.Answer[M]{Status: answer.Failed, Error: err.Error()}
		if e.Err != nil && e.Err.Hint != "" {
			ans.Error += " (" + e.Err.Hint + ")"
		}
		a.Fail(err)
	}
	ans.Name, ans.Puzzle = e.Name, string(s.Name)
	return ans
}

// print shows an answer in the form that was asked for.
func (s *Solving[M]) print(a *App, e *level.Entry, ans *answer.Answer[M]) error {
	switch {
	case s.JSON:
		line, err := json.Marshal(ans)
		if err != nil {
			return err
		}
		return a.Print(string(line) + "\n")
	case s.Answer:
		return a.Print(ans.Short() + "\n")
	case ans.Status == answer.Failed:
		return nil // it has been said on standard error
	case s.Quiet:
		return a.Print(level.Printable(e.Name) + ": " + s.Summary(ans) + "\n")
	}
	text, out := a.Picture()
	picture := ""
	if s.printed {
		picture = "\n"
	}
	s.printed = true
	size := fmt.Sprintf("%d x %d", e.Board.Rows, e.Board.Cols)
	if s.Describe != nil {
		size = s.Describe(e)
	}
	picture += fmt.Sprintf("%s (%s)\n\n", level.Printable(e.Name), size)
	picture += s.Draw(text, e, ans) + "\n"
	if _, err := io.WriteString(out, picture); err != nil {
		return environment{fmt.Errorf("writing the output: %w", err)}
	}
	return a.Print(s.Summary(ans) + "\n")
}

// Summary says in one line what is known, how, what ended the work if it isn't
// finished, and how long it took.
func (p *Puzzle[M]) Summary(ans *answer.Answer[M]) string {
	took := Seconds(ans.Seconds)
	proof := strings.ReplaceAll(ans.Proof, "+", " and ") // of a board in several pieces
	method := strings.ReplaceAll(ans.Method, "+", " and ")
	switch {
	case ans.Status == answer.Impossible:
		return fmt.Sprintf("not possible: %s (by %s, %s)", ans.Reason, proof, took)
	case ans.Status == answer.Optimal && ans.Moves == 0:
		return fmt.Sprintf("0 %s, optimal: nothing to do (%s)", p.Moves, took)
	case ans.Status == answer.Optimal:
		return fmt.Sprintf("%s, optimal: lower bound %d by %s, plan replayed (%s)", p.Count(ans.Moves), ans.LowerBound, proof, took)
	case ans.Moves == answer.Unknown:
		return fmt.Sprintf("at least %s: lower bound by %s, no plan found, %s (%s)", p.Count(ans.LowerBound), proof, ans.Stop, took)
	}
	return fmt.Sprintf("%d to %d %s: lower bound %d by %s, plan of %d by %s replayed, %s (%s)",
		ans.LowerBound, ans.Moves, p.Moves, ans.LowerBound, proof, ans.Moves, method, ans.Stop, took)
}

// Count writes a number of moves.
func (p *Puzzle[M]) Count(n int) string {
	if n == 1 {
		return "1 " + p.Move
	}
	return fmt.Sprintf("%d %s", n, p.Moves)
}

// Seconds writes a time for people.
func Seconds(s float64) string {
	switch {
	case s < 0.001:
		return "under 1 ms"
	case s < 0.1:
		return fmt.Sprintf("%.0f ms", 1000*s)
	}
	return fmt.Sprintf("%.1f s", s)
}

// Grouped writes a whole number with its digits in groups of three.
func Grouped(n uint64) string { return humanize.BigComma(new(big.Int).SetUint64(n)) }
