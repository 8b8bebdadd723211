package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/board"
	"fewest/floor"
	"fewest/internal/cli/command"
	"fewest/level"
	"fewest/render"
)

// floorGroup is the group of the tile floors' commands.
func floorGroup(a *app) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "floor",
		Short: "Tile floors: swap neighbours until no two share a colour",
		Long: `Tile floors: a move swaps two tiles that share a side; a floor is done when no
two tiles that share a side have the same colour.`,
	}, floorSolve(a), floorVerify(a), floorFarthest(a), floorCensus(a), floorDiameters(a), floorCheck(a), floorRandom(a), floorCompare(a))
}

// floorPuzzle describes floors to the shared commands.
func floorPuzzle(l *command.Limits, method *string, seed *uint64) command.Puzzle[floor.Swap] {
	return command.Puzzle[floor.Swap]{
		Name: level.Floor, Move: "swap", Moves: "swaps",
		Solve: func(ctx context.Context, e *level.Entry, report func(answer.Progress)) (floor.Answer, error) {
			return floor.Solve(ctx, e.Board, floor.Options{Method: floor.Method(*method), MemoryLimit: l.Memory, Seed: *seed, Progress: report})
		},
		Replay: func(e *level.Entry, plan []floor.Swap) error { return floor.Verify(e.Board, plan) },
		Possible: func(ctx context.Context, e *level.Entry) (possible, known bool) {
			v, err := floor.Possible(ctx, e.Board)
			return v.Possible, v.Decided && err == nil
		},
		Draw: drawFloor,
	}
}

// methodFlags adds the flags that choose how floors are solved.
func methodFlags(c *cobra.Command, method *string, seed *uint64) {
	methods := command.Names(floor.Methods)
	*method = methods[0]
	c.Flags().Var(command.Choice{Value: method, Of: methods}, "method", "how to solve: "+strings.Join(methods, ", "))
	c.Flags().Uint64Var(seed, "seed", 0, "seed of the local search that looks for good plans")
	_ = c.RegisterFlagCompletionFunc("method", cobra.FixedCompletions(methods, cobra.ShellCompDirectiveNoFileComp))
}

func floorSolve(a *app) *cobra.Command {
	var (
		s       command.Solving[floor.Swap]
		p       pictures[floor.Swap]
		proofs  proofs
		explain bool
		method  string
		seed    uint64
	)
	c := &cobra.Command{
		Use:   "solve [FILE|-]...",
		Short: "Find the fewest swaps, prove it, and print the plan",
		Example: `  fewest floor solve examples/floor-15x15.txt
  printf 'RRG\nGBB\n' | fewest floor solve
  fewest floor solve --json --time-limit 10s boards.jsonl > answers.jsonl
  fewest floor solve --proof kitchen.proof kitchen.txt
  fewest floor solve --picture floor.gif --style quilt examples/floor-15x15.txt`,
		RunE: func(c *cobra.Command, files []string) error {
			if explain {
				return a.explain(files, s.Limits)
			}
			if err := proofs.attach(&s, func() floor.Options {
				return floor.Options{Method: floor.Method(method), MemoryLimit: s.Limits.Memory, Seed: seed}
			}); err != nil {
				return err
			}
			if err := p.attach(&s); err != nil {
				return err
			}
			return s.Run(a.App, files)
		},
	}
	s.Puzzle = floorPuzzle(&s.Limits, &method, &seed)
	s.Flags(c)
	methodFlags(c, &method, &seed)
	c.Flags().StringVar(&proofs.file, "proof", "", "write a proof of each answer into this `FILE` (of a second board into FILE-2, and so on), for \"floor check\"")
	c.Flags().BoolVar(&explain, "explain", false, "tell what the core-guided search does, step by step, on boards of up to 100 tiles")
	p.draw = func(e *level.Entry, ans *floor.Answer, opt render.Options) (*render.Picture, error) {
		return render.Floor(e.Board, ans.Plan, opt)
	}
	p.flags(c)
	return c
}

func floorVerify(a *app) *cobra.Command {
	var (
		v      command.Verifying[floor.Swap]
		method string
		seed   uint64
	)
	c := &cobra.Command{
		Example: `  fewest floor solve --json boards.txt > answers.jsonl
  fewest floor verify boards.txt answers.jsonl
  fewest floor verify --par levels.jsonl`,
		RunE: func(c *cobra.Command, files []string) error { return v.Run(a.App, files) },
	}
	v.Puzzle = floorPuzzle(&v.Limits, &method, &seed)
	v.Flags(c)
	methodFlags(c, &method, &seed)
	return c
}

func floorRandom(a *app) *cobra.Command {
	var (
		size    = "15x15"
		colours = 6
		seed    uint64
		count   = 1
		anyOne  bool
		asJSON  bool
	)
	c := &cobra.Command{
		Use:   "random",
		Short: "Print random floors that can be done, the same for the same seed",
		Example: `  fewest floor random --size 15x15 --colours 6 --seed 1
  fewest floor random --size 3x4 --colours 3 --count 100 | fewest floor solve --answer`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			rows, cols, err := board.ParseSize(size)
			if err != nil {
				return err
			}
			if count < 1 {
				return fmt.Errorf("--count is at least 1, not %d", count)
			}
			random := floor.RandomPossible
			if anyOne {
				random = floor.Random
			}
			for i := range count {
				b, err := random(rows, cols, colours, seed+uint64(i))
				if err != nil {
					return err
				}
				e := &level.Entry{
					Name: fmt.Sprintf("%dx%d-%d-%d", rows, cols, colours, seed+uint64(i)), Named: true, Board: b,
				}
				text, err := e.Text()
				if asJSON {
					var line []byte
					line, err = json.Marshal(e)
					text = string(line) + "\n"
				} else if i > 0 {
					text = "\n" + text
				}
				if err != nil {
					return err
				}
				if err := a.Print(text); err != nil {
					return err
				}
				if a.Interrupted() {
					break
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&size, "size", size, "rows x columns")
	c.Flags().IntVar(&colours, "colours", colours, "number of colours to draw from")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed; further boards have the seeds that follow")
	c.Flags().IntVar(&count, "count", count, "number of boards")
	c.Flags().BoolVar(&anyOne, "any", false, "every arrangement is equally likely, also those that can't be done")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a board")
	return c
}

// drawn is how large a board may be to be drawn with characters.
const drawnRows, drawnCols = 200, 100

// drawFloor draws a floor and lists the swaps of its plan.
func drawFloor(text render.Text, e *level.Entry, ans *floor.Answer) string {
	var s strings.Builder
	if e.Board.Rows <= drawnRows && e.Board.Cols <= drawnCols {
		s.WriteString(text.Floor(e.Board, ans.Plan))
	} else {
		s.WriteString("(too large to draw here; --picture draws it)\n")
	}
	width := len(strconv.Itoa(len(ans.Plan)))
	b := e.Board.Clone()
	for i, swap := range ans.Plan {
		if i == 0 {
			s.WriteString("\n")
		}
		p, q := b.Index(swap.A), b.Index(swap.B)
		if p > q {
			p, q = q, p
		}
		first, second := b.Cell(p), b.Cell(q)
		place := fmt.Sprintf("row %d, columns %d and %d", first.Row+1, first.Col+1, second.Col+1)
		if first.Col == second.Col {
			place = fmt.Sprintf("rows %d and %d, column %d", first.Row+1, second.Row+1, first.Col+1)
		}
		fmt.Fprintf(&s, "%*d. %s: %s and %s\n", width, i+1, place, board.Letter(b.Cells[p]), board.Letter(b.Cells[q]))
		b.Cells[p], b.Cells[q] = b.Cells[q], b.Cells[p]
	}
	return s.String()
}
