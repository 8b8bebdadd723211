package cli

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/internal/cli/command"
	"fewest/level"
	"fewest/perm"
)

// permGroup is the group of the permutation puzzles' commands.
func permGroup(a *app) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "perm",
		Short: "Permutation puzzles, such as twisty cubes, from .tws and KPuzzle JSON files",
		Long: `Permutation puzzles: pieces in places, perhaps twisted, perhaps alike; a move
rearranges and twists them. The file says which pieces and moves there are, as
.tws text or KPuzzle JSON.`,
	}, permSolve(a), permVerify(a), permFarthest(a), permCensus(a), permRandom(a))
}

// turns are the flags that say what counts as one move.
type turns struct {
	moves   []string
	quarter bool
	oneWay  bool
}

func (t *turns) flags(c *cobra.Command) {
	c.Flags().StringSliceVar(&t.moves, "moves", nil, "use these moves only, such as U,R,F (default all that the file defines)")
	c.Flags().BoolVar(&t.quarter, "quarter", false, "a move is a single turn either way; without, any number of turns at once, such as U2")
	c.Flags().BoolVar(&t.oneWay, "one-way", false, "a move is a single turn as the file defines it, not its opposite")
}

// metric is which turns count as one move.
func (t *turns) metric() perm.Metric {
	switch {
	case t.oneWay:
		return perm.OneWay
	case t.quarter:
		return perm.QuarterTurn
	}
	return perm.AnyTurn
}

func (t *turns) options(l *command.Limits) (perm.Options, error) {
	if t.quarter && t.oneWay {
		return perm.Options{}, errors.New("--quarter and --one-way can't go together")
	}
	return perm.Options{Metric: t.metric(), Moves: t.moves, MaxBytes: l.Memory}, nil
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

func permSolve(a *app) *cobra.Command {
	var s permSolving
	s.Puzzle = command.Puzzle[string]{Name: "perm", Move: "move", Moves: "moves"}
	c := &cobra.Command{
		Use:   "solve FILE [SCRAMBLE]...",
		Short: "Find the fewest moves that undo a scramble, and prove it",
		Long: `Find the fewest moves that undo a scramble, and prove it. Scrambles are sequences
of moves, as arguments or as lines of the standard input, where those that begin
with ";" or "#" are comments. A line may also be JSON: {"scramble": "R U2 F'"}, perhaps
with a "name", or with the state itself,
{"pattern": {"CORNERS": {"pieces": [1, 0, 2], "orientation": [0, 2, 1]}}},
or what "farthest --json" printed, with its list of "boards".`,
		Example: `  fewest perm solve examples/pocket-cube.tws "R U2 F' R U F2 R"
  fewest perm solve --quarter --answer examples/pocket-cube.tws < scrambles.txt
  fewest perm solve --json examples/skewb.json "A B C D A"
  fewest perm farthest examples/rings.tws | fewest perm solve examples/rings.tws`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) (err error) {
			if s.JSON && s.Answer {
				return errors.New("--json and --answer can't go together")
			}
			o, err := s.options(&s.Limits)
			if err != nil {
				return err
			}
			if s.puzzle, err = a.readPuzzle(args[0]); err != nil {
				return err
			}
			if s.solver, err = perm.NewSolver(s.puzzle, o); err != nil {
				return err
			}
			found := false
			for g, err := range a.scrambles(args[1:]) {
				found = true
				if err != nil {
					a.Fail(err)
					continue
				}
				if err := s.solve(a, g); err != nil {
					return err
				}
				if a.Interrupted() {
					break
				}
			}
			if !a.Interrupted() && !found {
				return command.Hint(errors.New("stdin: found no scramble, expected one a line"),
					"a scramble is a sequence of moves, such as R U2 F', or JSON; it can be an argument too")
			}
			return nil
		},
	}
	s.Flags(c)
	s.flags(c)
	return c
}

// solve answers one scramble.
func (s *permSolving) solve(a *app, g given) error {
	ctx, cancel := s.Limits.Context(a.Ctx)
	defer cancel()
	state, err := g.state(s.puzzle)
	var ans answer.Answer[string]
	if err == nil {
		report, stop := a.Watch(g.name, s.Moves, s.Quiet)
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
	ans.Name, ans.Puzzle = g.name, string(s.Name)
	summary := s.Summary(&ans) + "\n"
	name := level.Printable(g.name)
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
