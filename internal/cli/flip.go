package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/flip"
	"fewest/internal/cli/command"
	"fewest/level"
	"fewest/render"
)

// flipGroup is the group of the flip puzzles' commands.
func flipGroup(a *app) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "flip",
		Short: "Flip puzzles: press buttons until every cell is 0 (Lights Out and its family)",
		Long: `Flip puzzles: a press adds 1, modulo the number of colours, to every cell of the
button's mask; a board is done when every cell is 0. With the mask cross a cell
flips its row and column, with plus its side neighbours and itself (Lights Out).`,
	}, flipSolve(a), flipVerify(a), flipFarthest(a), flipCensus(a), flipTable(a), flipCheck(a), flipRandom(a), flipCompare(a))
}

// rules are the flags that say which flip puzzle is played. What a flag doesn't
// say, the file does.
type rules struct {
	flags   *cobra.Command
	mask    string
	wrap    bool
	colours int
	buttons string
	pattern string

	own *flip.Spec // read from the file of buttons
}

// puzzleFlags adds the flags.
func (r *rules) puzzleFlags(c *cobra.Command) {
	r.flags = c
	var names []string
	for _, m := range flip.Masks {
		names = append(names, string(m))
	}
	r.mask = names[0]
	c.Flags().Var(command.Choice{Value: &r.mask, Of: names}, "mask", "cells that a button changes: "+strings.Join(names, ", "))
	c.Flags().BoolVar(&r.wrap, "wrap", false, "the board is a torus: masks go on at the opposite side")
	c.Flags().IntVar(&r.colours, "colours", 0, "number of colours (default 2)")
	c.Flags().StringVar(&r.pattern, "pattern", "", `mask drawn by rows, such as 010/1X1/010; X the pressed cell, x if it doesn't change`)
	c.Flags().StringVar(&r.buttons, "buttons", "", `JSON file of a list of buttons, {"buttons": {"a": [[row, col, amount], ...]}}, or of a pattern`)
	_ = c.RegisterFlagCompletionFunc("mask", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// prepare reads the file of buttons. It must be called before spec.
func (r *rules) prepare(a *app) error {
	given := 0
	for _, name := range []string{"mask", "pattern", "buttons"} {
		if r.flags.Flags().Changed(name) {
			given++
		}
	}
	if given > 1 {
		return fmt.Errorf("--mask, --pattern and --buttons can't go together")
	}
	if r.flags.Flags().Changed("colours") && (r.colours < 2 || r.colours > flip.MaxColours) {
		return fmt.Errorf("--colours is from 2 to %d, not %d", flip.MaxColours, r.colours)
	}
	switch {
	case r.pattern != "":
		r.own = &flip.Spec{Mask: flip.Pattern, Pattern: strings.FieldsFunc(r.pattern, func(c rune) bool { return c == '/' || c == ' ' || c == ',' })}
	case r.buttons != "":
		f, name, err := a.Open(r.buttons)
		if err != nil {
			return err
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, 256<<20))
		if err != nil {
			return command.Environment(err)
		}
		var file struct {
			Buttons json.RawMessage `json:"buttons"`
			Pattern []string        `json:"pattern"`
			Colours int             `json:"colours"`
		}
		err = command.ReadJSON(text, &file)
		own := flip.Spec{}
		if err == nil {
			own, err = flip.Described("", false, 0, file.Pattern, file.Buttons)
		}
		if err != nil {
			return command.Hint(command.Environment(fmt.Errorf("%s: not a list of buttons: %w", name, err)),
				buttonsHint+`, or {"pattern": ["010", "1X1", "010"]}`)
		}
		r.own = &own
		if r.colours == 0 {
			r.colours = file.Colours
		}
		if len(own.Buttons) == 0 && len(own.Pattern) == 0 {
			return command.Environment(fmt.Errorf("%s: found neither buttons nor a pattern, expected one of them", name))
		}
	}
	return nil
}

const buttonsHint = `written {"buttons": {"a": [[row, col, amount], ...], ...}, "colours": 2}, rows and columns from 0, the amount 1 if left out`

// spec returns the puzzle that an entry's board belongs to; e may be nil.
func (r *rules) spec(e *level.Entry) (flip.Spec, error) {
	spec, err := flip.Spec{}, error(nil)
	if e != nil {
		spec, err = flip.Described(e.Mask, e.Wrap != nil && *e.Wrap, e.Colours, e.Pattern, e.Buttons)
	}
	if err != nil {
		return spec, command.Hint(fmt.Errorf("line %d: %w", e.Line, err), buttonsHint)
	}
	if r.colours > 0 {
		spec.Colours = r.colours
	}
	if r.flags.Flags().Changed("wrap") {
		spec.Wrap = r.wrap
	}
	switch {
	case r.own != nil:
		spec.Mask, spec.Buttons, spec.Pattern = r.own.Mask, r.own.Buttons, r.own.Pattern
	case r.flags.Flags().Changed("mask"):
		spec.Mask, spec.Buttons, spec.Pattern = flip.Mask(r.mask), nil, nil
	}
	return spec, nil
}

// puzzle returns the puzzle of an entry's board.
func (r *rules) puzzle(e *level.Entry) (*flip.Puzzle, error) {
	spec, err := r.spec(e)
	if err != nil {
		return nil, err
	}
	return flip.ForBoard(spec, e.Board)
}

// flipPuzzle describes flips to the shared commands.
func flipPuzzle(r *rules, l *command.Limits, method *flip.Method) command.Puzzle[flip.Press] {
	return command.Puzzle[flip.Press]{
		Name: level.Flip, Move: "press", Moves: "presses", Length: flip.Presses,
		Solve: func(ctx context.Context, e *level.Entry, report func(answer.Progress)) (flip.Answer, error) {
			p, err := r.puzzle(e)
			if err != nil {
				return flip.Answer{}, err
			}
			return flip.Solve(ctx, p, e.Board, flip.Options{Method: *method, MemoryLimit: l.Memory, Progress: report})
		},
		Replay: func(e *level.Entry, plan []flip.Press) error {
			p, err := r.puzzle(e)
			if err != nil {
				return err
			}
			return p.Verify(e.Board, plan)
		},
		Possible: func(ctx context.Context, e *level.Entry) (possible, known bool) {
			p, err := r.puzzle(e)
			if err != nil {
				return false, false
			}
			return flip.Solvable(ctx, p, e.Board)
		},
		Describe: func(e *level.Entry) string {
			p, err := r.puzzle(e)
			switch {
			case err != nil:
				return fmt.Sprintf("%d x %d", e.Board.Rows, e.Board.Cols)
			case p.Colours == 2:
				return rule(p, "")
			}
			return describe(p)
		},
		Advise: r.advise,
		Draw:   func(text render.Text, e *level.Entry, ans *flip.Answer) string { return drawFlip(r, text, e, ans) },
	}
}

// advise tells those who have said nothing of a mask which one they may mean.
func (r *rules) advise(ctx context.Context, e *level.Entry) string {
	if r.own != nil || r.flags.Flags().Changed("mask") || e.Mask != "" || len(e.Buttons) > 0 || len(e.Pattern) > 0 {
		return ""
	}
	advice := "the mask is cross, row and column of a cell; --mask plus is Lights Out"
	spec, err := r.spec(e)
	if err != nil {
		return advice
	}
	spec.Mask = flip.Plus
	if p, err := flip.ForBoard(spec, e.Board); err == nil {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if possible, _ := flip.Solvable(ctx, p, e.Board); possible {
			return advice + ", with which it is possible"
		}
	}
	return advice
}

// flipMethodFlag adds the flag that chooses how flips are solved.
func flipMethodFlag(c *cobra.Command, method *flip.Method, methods []flip.Method) {
	*method = methods[0]
	names := flip.Names(methods)
	c.Flags().Var(command.Choice{Value: (*string)(method), Of: names}, "method", "one of "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("method", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

func flipSolve(a *app) *cobra.Command {
	var (
		s      command.Solving[flip.Press]
		p      pictures[flip.Press]
		r      rules
		method flip.Method
	)
	c := &cobra.Command{
		Use:   "solve [FILE|-]...",
		Short: "Find the fewest presses, prove it, and mark the buttons",
		Long: `Find the fewest presses, prove it, and mark the buttons to press: [1]. An
unsolvable board is shown with the cells that prove it, (1): no press changes
their weighted sum.`,
		Example: `  printf '1010\n0000\n0110\n0000\n' | fewest flip solve
  fewest flip solve --mask plus examples/flip-lights-out.txt
  fewest flip solve --picture lights.gif --mask plus examples/flip-lights-out.txt
  fewest flip solve --json --time-limit 10s boards.jsonl > answers.jsonl`,
		RunE: func(c *cobra.Command, files []string) error {
			if err := r.prepare(a); err != nil {
				return err
			}
			s.Colours = r.colours
			if err := p.attach(&s); err != nil {
				return err
			}
			return s.Run(a.App, files)
		},
	}
	s.Puzzle = flipPuzzle(&r, &s.Limits, &method)
	s.Flags(c)
	p.draw = func(e *level.Entry, ans *flip.Answer, opt render.Options) (*render.Picture, error) {
		puzzle, err := r.puzzle(e)
		if err != nil {
			return nil, err
		}
		return render.Flip(puzzle, e.Board, ans.Plan, ans.Cells, opt)
	}
	p.flags(c)
	r.puzzleFlags(c)
	flipMethodFlag(c, &method, flip.Methods)
	return c
}

func flipVerify(a *app) *cobra.Command {
	var (
		v      command.Verifying[flip.Press]
		r      rules
		method flip.Method
	)
	c := &cobra.Command{
		Example: `  fewest flip solve --json boards.jsonl > answers.jsonl
  fewest flip verify boards.jsonl answers.jsonl
  fewest flip verify --par levels.jsonl`,
		RunE: func(c *cobra.Command, files []string) error {
			if err := r.prepare(a); err != nil {
				return err
			}
			v.Colours = r.colours
			return v.Run(a.App, files)
		},
	}
	v.Puzzle = flipPuzzle(&r, &v.Limits, &method)
	v.Flags(c)
	r.puzzleFlags(c)
	flipMethodFlag(c, &method, flip.Methods)
	return c
}

// drawFlip draws a flip board with the buttons to press, or the cells that show
// why none will do.
func drawFlip(r *rules, text render.Text, e *level.Entry, ans *flip.Answer) string {
	p, err := r.puzzle(e)
	if err != nil {
		return ""
	}
	var s strings.Builder
	if e.Board.Rows <= drawnRows && e.Board.Cols <= drawnCols {
		s.WriteString(text.Flip(e.Board, p.Colours, e.Alphabet, ans.Plan, ans.Cells))
	} else {
		s.WriteString("(too large to draw here)\n")
	}
	if len(ans.Plan) == 0 {
		return s.String()
	}
	s.WriteString("\n" + pressList(ans.Plan))
	return s.String()
}

// pressList writes a plan for people: named buttons in one line, cells row by
// row.
func pressList(plan []flip.Press) string {
	var lines []string
	var items []string
	row := 0
	end := func() {
		if len(items) > 0 {
			column := "columns"
			if len(items) == 1 {
				column = "column"
			}
			lines = append(lines, fmt.Sprintf("row %d: %s %s", row, column, strings.Join(items, ", ")))
		}
		items = nil
	}
	for _, press := range plan {
		times := ""
		if press.Times > 1 {
			times = fmt.Sprintf(" (%d times)", press.Times)
		}
		if press.Button != "" {
			items = append(items, press.Button+times)
			continue
		}
		if press.Row+1 != row {
			end()
			row = press.Row + 1
		}
		items = append(items, fmt.Sprint(press.Col+1)+times)
	}
	if row == 0 {
		return "press " + strings.Join(items, ", ") + "\n"
	}
	end()
	return "press\n" + strings.Join(lines, "\n") + "\n"
}
