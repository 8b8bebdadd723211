package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/internal/cli/command"
	"fewest/level"
	"fewest/perm"
)

func permVerify(a *app) *cobra.Command {
	var (
		t      turns
		v      command.Verifying[string]
		puzzle *perm.Puzzle
		solver *perm.Solver
	)
	states := map[*level.Entry]perm.State{}
	v.Puzzle = command.Puzzle[string]{
		Name: "perm", Move: "move", Moves: "moves",
		Solve: func(ctx context.Context, e *level.Entry, report func(answer.Progress)) (answer.Answer[string], error) {
			return solver.Solve(ctx, states[e], report)
		},
		Replay: func(e *level.Entry, plan []string) error {
			return perm.Verify(puzzle, t.metric(), t.moves, states[e], plan)
		},
		Possible: func(ctx context.Context, e *level.Entry) (possible, known bool) {
			ans, err := solver.Solve(ctx, states[e], nil)
			return ans.Status == answer.Optimal, err == nil && ans.Status != answer.Bounded
		},
	}
	v.Boards = func(_ *command.App, file string) iter.Seq2[*level.Entry, error] {
		return func(yield func(*level.Entry, error) bool) {
			number := 0
			for g, err := range a.scramblesOf(file) {
				state, wrong := perm.State(nil), error(nil)
				if err == nil {
					state, wrong = g.state(puzzle)
				}
				if err = errors.Join(err, wrong); err != nil {
					if !yield(nil, err) {
						return
					}
					continue
				}
				number++
				e := &level.Entry{Name: g.name, Named: true, Number: number}
				clear(states)
				states[e] = state
				if !yield(e, nil) {
					return
				}
			}
		}
	}
	c := &cobra.Command{
		Use:   "verify FILE SCRAMBLES ANSWERS",
		Short: "Check answers by replaying them",
		Long: `Check what solve --json wrote: every scramble must have its answer, every plan
must solve it in the moves it claims, each of them one move. A line of ANSWERS may
also be a plan alone, ["R", "U2"]; without a name it is for the next scramble. With
--optimal, solve again and compare. Exit status 1 if anything is wrong.`,
		Example: `  fewest perm random --count 5 --length 8 examples/skewb.json > scrambles.txt
  fewest perm solve --json examples/skewb.json < scrambles.txt > answers.jsonl
  fewest perm verify examples/skewb.json scrambles.txt answers.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 3:
				return fmt.Errorf("three files are needed, the puzzle, scrambles and answers, not %d", len(args))
			case args[1] == "-" && args[2] == "-":
				return fmt.Errorf("scrambles and answers can't both come from standard input")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) (err error) {
			o, err := t.options(&v.Limits)
			if err != nil {
				return err
			}
			if puzzle, err = a.readPuzzle(args[0]); err != nil {
				return err
			}
			if solver, err = perm.NewSolver(puzzle, o); err != nil {
				return err
			}
			return v.Run(a.App, args[1:])
		},
	}
	v.CheckFlags(c)
	t.flags(c)
	return c
}
