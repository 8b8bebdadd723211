package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/internal/cli/command"
	"fewest/level"
	"fewest/perm"
)

// perm is the group of the permutation puzzles' commands.
func (a *app) perm() *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "perm",
		Short: "Permutation puzzles, such as twisty cubes, from .tws and KPuzzle JSON files",
		Long: `Permutation puzzles: pieces in places, perhaps twisted, perhaps alike; a move
rearranges and twists them. The file says which pieces and moves there are, as
.tws text or KPuzzle JSON.`,
	}, a.permSolve(), a.permFarthest(), a.permCensus())
}

// turns are the flags that say what counts as one move.
type turns struct {
	moves   []string
	quarter bool
}

func (t *turns) flags(c *cobra.Command) {
	c.Flags().StringSliceVar(&t.moves, "moves", nil, "use these moves only, such as U,R,F (default all that the file defines)")
	c.Flags().BoolVar(&t.quarter, "quarter", false, "a move is a single turn either way; without, any number of turns at once, such as U2")
}

func (t *turns) options(l *command.Limits) perm.Options {
	o := perm.Options{Moves: t.moves, MaxBytes: l.Memory}
	if t.quarter {
		o.Metric = perm.QuarterTurn
	}
	return o
}

// readPuzzle reads the file of a puzzle.
func (a *app) readPuzzle(file string) (*perm.Puzzle, error) {
	f, name, err := a.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 64<<20))
	if err != nil {
		return nil, command.Environment(err)
	}
	p, err := perm.Read(text, name)
	if err != nil {
		return nil, command.Hint(command.Environment(err), "a puzzle is .tws text or KPuzzle JSON, as the files in examples are")
	}
	if p.Name == "" {
		p.Name = name
	}
	return p, nil
}

// permSolving is perm solve at work.
type permSolving struct {
	turns
	command.Solving[string]
	puzzle *perm.Puzzle
	solver *perm.Solver
}

func (a *app) permSolve() *cobra.Command {
	var s permSolving
	s.Puzzle = command.Puzzle[string]{Name: "perm", Move: "move", Moves: "moves"}
	c := &cobra.Command{
		Use:   "solve FILE [SCRAMBLE]...",
		Short: "Find the fewest moves that undo a scramble, and prove it",
		Long: `Find the fewest moves that undo a scramble, and prove it. Scrambles are sequences
of moves, as arguments or as lines of the standard input. A line may also be JSON:
{"name": "one", "scramble": "R U2 F'"}, or with the state itself,
{"pattern": {"CORNERS": {"pieces": [1, 0, 2], "orientation": [0, 2, 1]}}}.`,
		Example: `  fewest perm solve examples/pocket-cube.tws "R U2 F' R U F2 R"
  fewest perm solve --quarter --answer examples/pocket-cube.tws < scrambles.txt
  fewest perm solve --json examples/skewb.json "A B C D A"`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) (err error) {
			if s.JSON && s.Answer {
				return errors.New("--json and --answer can't go together")
			}
			if s.puzzle, err = a.readPuzzle(args[0]); err != nil {
				return err
			}
			if s.solver, err = perm.NewSolver(s.puzzle, s.options(&s.Limits)); err != nil {
				return err
			}
			for line, err := range a.scrambles(args[1:]) {
				if err != nil {
					a.Fail(err)
					continue
				}
				if err := s.solve(a, line); err != nil {
					return err
				}
				if a.Interrupted() {
					break
				}
			}
			a.Interrupted()
			return nil
		},
	}
	s.Flags(c)
	s.flags(c)
	return c
}

// scrambles yields the arguments, or the lines of the input if there are none.
func (a *app) scrambles(args []string) iter.Seq2[command.Line, error] {
	if len(args) == 0 {
		return a.Lines("-")
	}
	return func(yield func(command.Line, error) bool) {
		for i, text := range args {
			if !yield(command.Line{File: "scramble", Number: i + 1, Text: []byte(text)}, nil) {
				return
			}
		}
	}
}

// state reads a scramble and returns what it is called.
func (s *permSolving) state(line command.Line) (string, perm.State, error) {
	name, text := string(line.Text), string(line.Text)
	if bytes.HasPrefix(line.Text, []byte("{")) {
		var entry struct {
			Name     string          `json:"name"`
			Scramble *string         `json:"scramble"`
			Pattern  json.RawMessage `json:"pattern"`
		}
		name = fmt.Sprintf("%s:%d", line.File, line.Number)
		if err := json.Unmarshal(line.Text, &entry); err != nil {
			return name, nil, err
		}
		if entry.Name != "" {
			name = entry.Name
		}
		if entry.Scramble == nil && (entry.Pattern == nil || string(entry.Pattern) == "null") {
			return name, nil, errors.New("neither scramble nor pattern")
		}
		if entry.Scramble == nil {
			state, err := s.puzzle.ReadPattern(entry.Pattern)
			return name, state, err
		}
		text = *entry.Scramble
		if entry.Name == "" {
			name = text
		}
	}
	scramble, err := s.puzzle.Sequence(text)
	if err != nil {
		return name, nil, err
	}
	return name, s.puzzle.Apply(s.puzzle.Solved(), scramble), nil
}

// solve answers one scramble.
func (s *permSolving) solve(a *app, line command.Line) error {
	ctx, cancel := s.Limits.Context(a.Ctx)
	defer cancel()
	name, state, err := s.state(line)
	var ans answer.Answer[string]
	if err != nil {
		err = command.Environment(fmt.Errorf("%s:%d: %w", line.File, line.Number, err))
	} else {
		report, stop := a.Watch(name, s.Moves, s.Quiet)
		ans, err = s.solver.Solve(ctx, state, report)
		stop()
	}
	switch {
	case err != nil:
		ans = answer.Answer[string]{Status: answer.Failed, Error: err.Error()}
		a.Fail(err)
	case ans.Status == answer.Bounded:
		a.Note(command.ExitBounded)
	}
	ans.Name, ans.Puzzle = name, string(s.Name)
	summary := s.Summary(&ans, a.Ended(ctx)) + "\n"
	name = level.Printable(name)
	switch {
	case s.JSON:
		text, err := json.Marshal(ans)
		if err != nil {
			return err
		}
		return a.Print(string(text) + "\n")
	case s.Answer:
		return a.Print(ans.Short() + "\n")
	case err != nil:
		return nil // it has been said
	case s.Quiet:
		return a.Print(name + ": " + summary)
	case len(ans.Plan) > 0:
		return a.Print(name + ": " + strings.Join(ans.Plan, " ") + "\n" + summary)
	}
	return a.Print(name + "\n" + summary)
}
