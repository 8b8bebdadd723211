package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/board"
	"fewest/flip"
	"fewest/internal/cli/command"
	"fewest/level"
)

// measuring is what farthest and census have in common.
type measuring struct {
	rules
	limits command.Limits
	size   string
	like   string
	method flip.Method
	max    int
	check  bool
	json   bool
	proof  string // file for a certificate
}

func (m *measuring) flags(c *cobra.Command, boards int) {
	m.max = boards
	c.Args = cobra.NoArgs
	c.Flags().StringVar(&m.size, "size", "", "rows x columns")
	c.Flags().StringVar(&m.like, "like", "", "take the size, the holes and the rules from the first board of this file")
	m.puzzleFlags(c)
	m.limits.Flags(c.Flags())
	flipMethodFlag(c, &m.method, flip.CensusMethods)
	c.Flags().IntVar(&m.max, "max", boards, "list at most so many of the farthest boards")
	c.Flags().BoolVar(&m.check, "check", false, "measure again by a second method and compare")
	c.Flags().BoolVar(&m.json, "json", false, "print one JSON object")
}

// whole returns the puzzle that the flags describe.
func (m *measuring) whole(a *app) (*flip.Puzzle, error) {
	if err := m.prepare(a); err != nil {
		return nil, err
	}
	switch {
	case m.like != "" && m.size != "":
		return nil, fmt.Errorf("--size and --like can't go together")
	case m.like != "":
		for e, err := range a.Boards([]string{m.like}, level.Options{Puzzle: level.Flip, Colours: m.colours}) {
			switch {
			case err != nil:
				return nil, err
			case e.Err != nil:
				return nil, e.Err
			}
			return m.puzzle(e)
		}
		return nil, command.Environment(fmt.Errorf("%s: no board", m.like))
	case m.size == "":
		return nil, fmt.Errorf("--size is needed, such as --size 4x4")
	}
	spec, err := m.spec(nil)
	if err != nil {
		return nil, err
	}
	if spec.Rows, spec.Cols, err = board.ParseSize(m.size); err != nil {
		return nil, err
	}
	return flip.New(spec)
}

// run measures and prints.
func (m *measuring) run(a *app, farthest bool) error {
	p, err := m.whole(a)
	if err != nil {
		return err
	}
	ctx, cancel := m.limits.Context(a.Ctx)
	defer cancel()
	opt := flip.CensusOptions{Method: m.method, MemoryLimit: m.limits.Memory, Max: m.max}
	report, stop := a.Watch(describe(p), "presses", m.json)
	opt.Progress = report
	measure := flip.Census
	if farthest {
		measure = flip.Farthest
	}
	d, err := measure(ctx, p, opt)
	stop()
	if err != nil {
		return command.Environment(fmt.Errorf("%s: %w", describe(p), err))
	}
	c := counted{
		moves: "presses", thing: "board", things: "boards",
		boards:  func(d *answer.Distances) string { return directive(p) + plainBoards(d) },
		heading: func(d *answer.Distances) string { return heading(p, d) },
		hint:    "a larger --memory-limit, another --method, or \"farthest\" instead of \"census\" may do",
	}
	if err := c.print(a, &d, m.json, farthest); err != nil {
		return err
	}
	if m.proof != "" && d.Status == answer.Optimal {
		if err := a.certify(m.proof, p, d); err != nil {
			return err
		}
	}
	if !m.check {
		return nil
	}
	method, err := flip.Check(ctx, p, d, opt)
	switch {
	case errors.Is(err, flip.ErrDiffer):
		a.Note(command.ExitWrong)
		fmt.Fprintf(a.Err, "error: %v\n", err)
	case err != nil:
		a.Note(command.ExitBounded)
		fmt.Fprintf(a.Err, "not checked: %v\n", err)
	case m.json:
		fmt.Fprintf(a.Err, "checked: %s gives the same\n", method)
	default:
		return a.Print(fmt.Sprintf("checked: %s gives the same\n", method))
	}
	return nil
}

func flipFarthest(a *app) *cobra.Command {
	var m measuring
	c := &cobra.Command{
		Use:   "farthest",
		Short: "Find how far the farthest board is, and which boards are that far",
		Example: `  fewest flip farthest --size 4x4
  fewest flip farthest --size 9x9 --mask plus
  fewest flip farthest --size 5x5 --mask plus --colours 3 --json`,
		RunE: func(*cobra.Command, []string) error { return m.run(a, true) },
	}
	m.flags(c, 1)
	c.Flags().StringVar(&m.proof, "proof", "", "write a certificate of the diameter into this `FILE`, for \"flip check\"")
	return c
}

func flipCensus(a *app) *cobra.Command {
	var m measuring
	c := &cobra.Command{
		Use:   "census",
		Short: "Count the boards at each distance",
		Example: `  fewest flip census --size 5x5 --mask plus
  fewest flip census --size 6x7 --mask plus --wrap --json
  fewest flip census --size 3x3 --colours 4 --check`,
		RunE: func(*cobra.Command, []string) error { return m.run(a, false) },
	}
	m.flags(c, 0)
	return c
}

// describe names a puzzle: "4 x 4, cross, 2 colours".
func describe(p *flip.Puzzle) string {
	return rule(p, fmt.Sprintf(", %d colours", p.Colours))
}

// rule names a puzzle with its colours, if they need to be said.
func rule(p *flip.Puzzle, colours string) string {
	s := fmt.Sprintf("%d x %d, %s%s", p.Rows, p.Cols, p.Mask, colours)
	if p.Mask == flip.Buttons {
		s = fmt.Sprintf("%d x %d, %d buttons%s", p.Rows, p.Cols, len(p.Buttons), colours)
	}
	if p.Wrap {
		s += ", wrapped"
	}
	if n := p.Rows*p.Cols - p.Cells(); n > 0 {
		s += fmt.Sprintf(", %d holes", n)
	}
	return s
}

// heading describes the puzzle and how many of its boards can be solved.
func heading(p *flip.Puzzle, d *answer.Distances) string {
	s := describe(p) + "\n"
	all := new(big.Int).Exp(big.NewInt(int64(p.Colours)), big.NewInt(int64(p.Cells())), nil)
	switch {
	case d.Solvable == nil:
	case d.Solvable.Cmp(all) == 0 && d.Solvable.BitLen() <= 256:
		s += fmt.Sprintf("%s boards, all solvable\n", digits(all))
	case all.BitLen() <= 256:
		s += fmt.Sprintf("%s boards, %s of them solvable\n", digits(all), digits(d.Solvable))
	}
	if n, _ := d.Fact("nullity").(int); n > 0 {
		s += fmt.Sprintf("kernel: dimension %d\n", n)
	}
	return s
}

// plainBoards writes boards so that they can be read again.
func plainBoards(d *answer.Distances) string {
	var s strings.Builder
	for _, far := range d.Boards {
		text, err := (&level.Entry{Board: far.Board, Alphabet: level.Digits}).Text()
		switch {
		case far.Board.Rows > drawnRows || far.Board.Cols > 2*drawnCols:
			text = "; (too large to print here; --json has it)\n"
		case err != nil:
			text = "; (more than ten states; --json has it)\n"
		}
		s.WriteString("\n" + text)
	}
	return s.String()
}

func flipRandom(a *app) *cobra.Command {
	var (
		r       rules
		size    = "5x5"
		seed    uint64
		count   = 1
		presses int
		par     bool
		asJSON  bool
	)
	c := &cobra.Command{
		Use:   "random",
		Short: "Print random boards that can be solved, the same for the same seed",
		Example: `  fewest flip random --size 5x5 --mask plus --seed 1
  fewest flip random --size 6x6 --presses 8 --count 20 --par > levels.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := r.prepare(a); err != nil {
				return err
			}
			spec, err := r.spec(nil)
			if err != nil {
				return err
			}
			if spec.Rows, spec.Cols, err = board.ParseSize(size); err != nil {
				return err
			}
			if count < 1 {
				return fmt.Errorf("--count is at least 1")
			}
			p, err := flip.New(spec)
			if err != nil {
				return err
			}
			for i := range count {
				b, err := flip.Random(p, seed+uint64(i), presses)
				if err != nil {
					return err
				}
				e := &level.Entry{
					Name:     fmt.Sprintf("%dx%d-%s-%d", p.Rows, p.Cols, p.Mask, seed+uint64(i)),
					Named:    true,
					Board:    b,
					Alphabet: level.Digits,
				}
				if err := r.printRandom(a, p, e, asJSON || par, par, i == 0); err != nil || a.Interrupted() {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&size, "size", size, "rows x columns")
	r.puzzleFlags(c)
	c.Flags().Uint64Var(&seed, "seed", 1, "seed; further boards have the seeds that follow")
	c.Flags().IntVar(&count, "count", count, "number of boards")
	c.Flags().IntVar(&presses, "presses", 0, "press so many random buttons (default: any plan, all equally likely)")
	c.Flags().BoolVar(&par, "par", false, "solve the boards and state the fewest presses, as JSON")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a board")
	return c
}

// directive is the line of a file of boards that says which puzzle they are of. A
// pattern or buttons of one's own it can't say.
func directive(p *flip.Puzzle) string {
	line := "; fewest: flip"
	if p.Mask != flip.Pattern && p.Mask != flip.Buttons {
		line += " mask=" + string(p.Mask)
	}
	line += fmt.Sprintf(" colours=%d", p.Colours)
	if p.Wrap {
		line += " wrap"
	}
	return line + "\n"
}

// printRandom prints a board as text, the rules in a directive above the first,
// or as JSON with the rules.
func (r *rules) printRandom(a *app, p *flip.Puzzle, e *level.Entry, asJSON, par, first bool) error {
	if !asJSON {
		text, err := e.Text()
		if err != nil {
			return command.Hint(err, "--json writes boards of any number of colours")
		}
		if !first {
			return a.Print("\n" + text)
		}
		return a.Print(directive(p) + text)
	}
	if p.Mask != flip.Pattern && p.Mask != flip.Buttons {
		e.Mask = string(p.Mask)
	}
	e.Colours, e.Wrap, e.Pattern = p.Colours, &p.Wrap, p.Pattern
	if p.Mask == flip.Buttons {
		text, err := json.Marshal(p.Buttons)
		if err != nil {
			return err
		}
		e.Buttons = text
	}
	if par {
		ans, err := flip.Solve(a.Ctx, p, e.Board, flip.Options{})
		if err != nil {
			return err
		}
		if ans.Status == answer.Optimal {
			e.Par = &ans.Moves
		}
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return a.Print(string(line) + "\n")
}
