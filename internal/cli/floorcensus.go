package cli

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/board"
	"fewest/floor"
	"fewest/internal/cli/command"
	"fewest/level"
)

// floorMeasuring is what the floors' farthest and census have in common.
type floorMeasuring struct {
	limits   command.Limits
	size     string
	tiles    string
	like     string
	max      int
	distinct bool
	json     bool
	onDisk
}

func (m *floorMeasuring) flags(c *cobra.Command, boards int) {
	c.Args = cobra.NoArgs
	c.Flags().StringVar(&m.size, "size", "", "rows x columns")
	c.Flags().StringVar(&m.tiles, "tiles", "", "the tiles, a letter and a number for each colour, such as R4G4B4")
	c.Flags().StringVar(&m.like, "like", "", "take the shape and the tiles from the first board of this file")
	m.onDisk.flags(c)
	m.limits.Flags(c.Flags())
	c.Flags().IntVar(&m.max, "max", boards, "list at most so many of the farthest floors")
	c.Flags().BoolVar(&m.distinct, "distinct", false, "count floors once that differ by a turn, a reflection or the names of colours of equal number")
	c.Flags().BoolVar(&m.json, "json", false, "print one JSON object")
}

// board returns a floor with the shape and the tiles that the flags name.
func (m *floorMeasuring) board(a *app) (*board.Board, error) {
	if m.like == "" {
		if m.size == "" || m.tiles == "" {
			return nil, errors.New("--size and --tiles are needed, such as --size 3x4 --tiles R4G4B4, or --like FILE")
		}
		rows, cols, err := board.ParseSize(m.size)
		if err != nil {
			return nil, err
		}
		return floor.WithTiles(rows, cols, m.tiles)
	}
	if m.size != "" || m.tiles != "" {
		return nil, errors.New("--like can't go together with --size and --tiles")
	}
	for e, err := range a.Boards([]string{m.like}, level.Options{Puzzle: level.Floor}) {
		switch {
		case err != nil:
			return nil, err
		case e.Err != nil:
			return nil, e.Err
		}
		return e.Board, nil
	}
	return nil, command.Environment(fmt.Errorf("%s: no board", m.like))
}

func (m *floorMeasuring) run(a *app, farthest bool) error {
	if err := m.check(); err != nil {
		return err
	}
	b, err := m.board(a)
	if err != nil {
		return err
	}
	ctx, cancel := m.limits.Context(a.Ctx)
	defer cancel()
	report, stop := a.Watch(describeFloor(b), "swaps", m.json)
	d, err := floor.Census(ctx, b, floor.CensusOptions{
		MemoryLimit: m.limits.Memory, Max: m.max, Distinct: m.distinct, Progress: report,
		MaxDistance: m.maxDistance, Disk: m.dir, Resume: m.resume,
	})
	stop()
	if err != nil {
		return command.Environment(fmt.Errorf("%s: %w", describeFloor(b), err))
	}
	c := counted{
		moves: "swaps", thing: "floor", things: "floors", boards: floorsOf,
		heading: func(d *answer.Distances) string { return floorHeading(b, d) },
		hint:    "a larger --memory-limit may do, or --disk DIR, which keeps the floors on disk",
	}
	return c.print(a, &d, m.json, farthest)
}

func floorFarthest(a *app) *cobra.Command {
	var m floorMeasuring
	c := &cobra.Command{
		Use:   "farthest",
		Short: "Find which arrangements of some tiles are hardest, and how hard",
		Example: `  fewest floor farthest --size 3x4 --tiles R4G4B4
  fewest floor farthest --size 4x4 --tiles R8G8 --max 10 --distinct`,
		RunE: func(*cobra.Command, []string) error { return m.run(a, true) },
	}
	m.flags(c, 1)
	return c
}

func floorCensus(a *app) *cobra.Command {
	var m floorMeasuring
	c := &cobra.Command{
		Use:   "census",
		Short: "Count the arrangements of some tiles by the swaps they need",
		Example: `  fewest floor census --size 3x4 --tiles R4G4B4
  fewest floor census --size 3x4 --tiles R4G4B4 --distinct --json
  fewest floor census --like examples/floor-small.txt`,
		RunE: func(*cobra.Command, []string) error { return m.run(a, false) },
	}
	m.flags(c, 0)
	return c
}

func describeFloor(b *board.Board) string {
	return fmt.Sprintf("%d x %d, %s", b.Rows, b.Cols, floor.TilesOf(b))
}

// floorHeading says what is counted.
func floorHeading(b *board.Board, d *answer.Distances) string {
	all, _ := d.Fact("arrangements").(*big.Int)
	s := fmt.Sprintf("%s\n%s arrangements", describeFloor(b), digits(all))
	switch {
	case d.Status == answer.Impossible:
		return s + ", none of which can be done\n"
	case !d.Exact():
		return s + fmt.Sprintf(", %s counted\n", digits(d.Counted()))
	case d.Fact("distinct") != nil:
		return s + fmt.Sprintf(", %s different ones counted\n", digits(d.Solvable))
	}
	return s + ", all of which can be done\n"
}

func floorsOf(d *answer.Distances) string {
	var s strings.Builder
	for _, far := range d.Boards {
		text, err := (&level.Entry{Board: far.Board, Alphabet: level.Letters}).Text()
		if err != nil {
			text = "; (more colours than letters; --json has it)\n"
		}
		s.WriteString("\n" + text)
	}
	return s.String()
}

func floorDiameters(a *app) *cobra.Command {
	l := command.Limits{Time: 20 * time.Second}
	cells := 12
	colours := []int{2, 3}
	c := &cobra.Command{
		Use:     "diameters",
		Short:   "Print the hardest floors of every small size with balanced colours, as a table in Markdown",
		Example: "  fewest floor diameters --cells 12 --colours 2,3",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if cells < 2 || cells > 100 {
				return fmt.Errorf("--cells is from 2 to 100, not %d", cells)
			}
			for _, k := range colours {
				if k < 1 || k > 6 {
					return fmt.Errorf("--colours are from 1 to 6, not %d", k)
				}
			}
			return a.floorTable(l, cells, colours)
		},
	}
	l.Flags(c.Flags())
	c.Flags().IntVar(&cells, "cells", cells, "sizes of up to so many cells")
	c.Flags().IntSliceVar(&colours, "colours", colours, "numbers of colours")
	return c
}

// floorTable prints a row for each size and number of colours.
func (a *app) floorTable(l command.Limits, cells int, colours []int) error {
	if err := a.Print("| board | tiles | arrangements | diameter | farthest floors | different ones | time |\n|---|---|--:|--:|--:|--:|--:|\n"); err != nil {
		return err
	}
	for rows := 1; rows*rows <= cells; rows++ {
		for cols := max(rows, 2); rows*cols <= cells; cols++ {
			for _, k := range colours {
				if k > rows*cols {
					continue
				}
				b := board.New(rows, cols)
				for i := range b.Cells {
					b.Cells[i] = "RGBCPY"[i%k] - 'A'
				}
				row, err := a.floorRow(l, b)
				if err != nil || a.Interrupted() {
					return err
				}
				if err := a.Print(fmt.Sprintf("| %d x %d | %s | %s |\n", rows, cols, floor.TilesOf(b), row)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (a *app) floorRow(l command.Limits, b *board.Board) (string, error) {
	ctx, cancel := l.Context(a.Ctx)
	defer cancel()
	d, err := floor.Census(ctx, b, floor.CensusOptions{MemoryLimit: l.Memory})
	if err != nil {
		return "", err
	}
	all, _ := d.Fact("arrangements").(*big.Int)
	if d.Status == answer.Impossible {
		return fmt.Sprintf("%s | not possible | | | %s", digits(all), command.Seconds(d.Seconds)), nil
	}
	once, err := floor.Census(ctx, b, floor.CensusOptions{MemoryLimit: l.Memory, Distinct: true})
	if err != nil || !d.Exact() || !once.Exact() {
		return fmt.Sprintf("%s | gave up | | | %s", digits(all), command.Seconds(d.Seconds+once.Seconds)), err
	}
	return fmt.Sprintf("%s | %d | %s | %s | %s", digits(all), d.Lower, digits(d.Farthest()), digits(once.Farthest()), command.Seconds(d.Seconds)), nil
}
