package cli

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/board"
	"fewest/flip"
	"fewest/internal/cli/command"
)

// tabling is what flip table is asked for.
type tabling struct {
	limits   command.Limits
	masks    []string
	wrap     bool
	sizes    []string
	from, to int
	colours  []int
	format   string
}

func flipTable(a *app) *cobra.Command {
	t := tabling{
		limits: command.Limits{Time: 20 * time.Second}, masks: []string{string(flip.Plus)},
		from: 1, to: 9, colours: []int{2}, format: "markdown",
	}
	c := &cobra.Command{
		Use:   "table",
		Short: "Print what is known of puzzles, as a table",
		Long: `Print what is known of puzzles, a line for each mask, size and number of colours:
the dimension of the kernel (nullity), how many boards can be solved, the
diameter, how many boards are that far, and how many presses the board takes whose
cells all show 1; each with how it was proven, or bounds. Entries of the On-Line
Encyclopedia of Integer Sequences that say the same are named, and what others
say differently.`,
		Example: `  fewest flip table --to 24
  fewest flip table --masks cross,king --sizes 3x3,3x4,5x5 --colours 2,3 --format csv`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return t.run(a) },
	}
	var names []string
	for _, m := range flip.Masks {
		names = append(names, string(m))
	}
	t.limits.FlagsFor(c.Flags(), "a line")
	c.Flags().StringSliceVar(&t.masks, "masks", t.masks, "masks: "+strings.Join(names, ", "))
	c.Flags().BoolVar(&t.wrap, "wrap", false, "the boards are tori: masks go on at the opposite side")
	c.Flags().StringSliceVar(&t.sizes, "sizes", nil, "sizes, instead of squares")
	c.Flags().IntVar(&t.from, "from", t.from, "side of the first square")
	c.Flags().IntVar(&t.to, "to", t.to, "side of the last square")
	c.Flags().IntSliceVar(&t.colours, "colours", t.colours, "numbers of colours")
	c.Flags().Var(command.Choice{Value: &t.format, Of: []string{"markdown", "csv"}}, "format", "markdown or csv")
	return c
}

// run prints the table line by line.
func (t *tabling) run(a *app) error {
	if t.from < 1 || t.to < t.from || t.to > 1000 {
		return errors.New("--from and --to are sides of squares, from 1 to 1000")
	}
	if len(t.sizes) == 0 {
		for n := t.from; n <= t.to; n++ {
			t.sizes = append(t.sizes, fmt.Sprintf("%dx%d", n, n))
		}
	}
	var puzzles []*flip.Puzzle
	for _, mask := range t.masks {
		for _, colours := range t.colours {
			for _, size := range t.sizes {
				rows, cols, err := board.ParseSize(size)
				if err != nil {
					return err
				}
				p, err := flip.New(flip.Spec{Rows: rows, Cols: cols, Mask: flip.Mask(mask), Wrap: t.wrap, Colours: colours})
				if err != nil {
					return err
				}
				puzzles = append(puzzles, p)
			}
		}
	}
	if err := t.print(a, "mask", "size", "colours", "nullity", "solvable", "diameter", "by", "farthest boards", "all lit", "by", "OEIS"); err != nil {
		return err
	}
	if t.format == "markdown" {
		if err := a.Print("|---|---|--:|--:|--:|--:|---|--:|--:|---|---|\n"); err != nil {
			return err
		}
	}
	for _, p := range puzzles {
		ctx, cancel := t.limits.Context(a.Ctx)
		row, err := flip.Tabulate(ctx, p, flip.CensusOptions{MemoryLimit: t.limits.Memory})
		cancel()
		if err != nil || a.Interrupted() {
			return err
		}
		if row.Distances.Status == answer.Bounded || row.Lit.Status == answer.Bounded {
			a.Note(command.ExitBounded)
		}
		if err := t.print(a, t.fields(&row)...); err != nil {
			return err
		}
	}
	return nil
}

// fields are the entries of a line.
func (t *tabling) fields(r *flip.Row) []string {
	p, d := r.Puzzle, &r.Distances
	mask := string(p.Mask)
	if p.Wrap {
		mask += ", wrapped"
	}
	nullity, solvable, farthest := "", "", ""
	dimension, known := d.Fact("nullity").(int)
	if known {
		nullity = fmt.Sprint(dimension)
	}
	switch {
	case d.Solvable == nil:
	case d.Solvable.BitLen() > 40 && known:
		solvable = fmt.Sprintf("%d^%d", p.Colours, p.Cells()-dimension)
	default:
		solvable = d.Solvable.String()
	}
	if n := d.Farthest(); n != nil {
		farthest = n.String()
	}
	return []string{
		mask, fmt.Sprintf("%dx%d", p.Rows, p.Cols), fmt.Sprint(p.Colours), nullity, solvable, bounds(d), d.Method, farthest,
		r.Lit.Short(), r.Lit.Proof, strings.Join(slices.Concat(r.Agrees, r.Differs), "; "),
	}
}

// print prints a line of fields.
func (t *tabling) print(a *app, fields ...string) error {
	if t.format == "markdown" {
		return a.Print("| " + strings.Join(fields, " | ") + " |\n")
	}
	var line strings.Builder
	w := csv.NewWriter(&line)
	_ = w.Write(fields) // into memory
	w.Flush()
	return a.Print(line.String())
}
