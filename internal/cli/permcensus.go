package cli

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/internal/cli/command"
	"fewest/perm"
)

// onDisk are the flags of a census that may be larger than memory.
type onDisk struct {
	dir         string
	resume      bool
	maxDistance int
}

func (d *onDisk) flags(c *cobra.Command) {
	c.Flags().StringVar(&d.dir, "disk", "", "keep the layers in this directory, for more than memory holds; --memory-limit is for buffers then (default 512MiB)")
	c.Flags().BoolVar(&d.resume, "resume", false, "go on with what --disk has from before")
	c.Flags().IntVar(&d.maxDistance, "max-distance", 0, "count no farther than this (default no limit)")
	_ = c.MarkFlagDirname("disk")
}

func (d *onDisk) check() error {
	if d.maxDistance < 0 {
		return errors.New("--max-distance is at least 1, or 0 for no limit")
	}
	if d.resume && d.dir == "" {
		return errors.New("--resume needs --disk DIR, the directory to go on with")
	}
	if info, err := os.Stat(d.dir); err == nil && !info.IsDir() {
		return fmt.Errorf("--disk %s: that is a file, and a directory is needed", d.dir)
	}
	return nil
}

// permMeasuring is what the farthest and census of permutation puzzles have in
// common.
type permMeasuring struct {
	turns
	onDisk
	limits command.Limits
	max    int
	json   bool
}

func (m *permMeasuring) flags(c *cobra.Command, boards int) {
	c.Args = cobra.ExactArgs(1)
	m.turns.flags(c)
	m.onDisk.flags(c)
	m.limits.Flags(c.Flags())
	c.Flags().IntVar(&m.max, "max", boards, "list at most so many of the farthest states")
	c.Flags().BoolVar(&m.json, "json", false, "print one JSON object")
}

func (m *permMeasuring) run(a *app, file string, farthest bool) error {
	if err := m.check(); err != nil {
		return err
	}
	o, err := m.options(&m.limits)
	if err != nil {
		return err
	}
	p, err := a.readPuzzle(file)
	if err != nil {
		return err
	}
	ctx, cancel := m.limits.Context(a.Ctx)
	defer cancel()
	opt := perm.CensusOptions{Options: o, Max: m.max, MaxDistance: m.maxDistance, Disk: m.dir, Resume: m.resume}
	report, stop := a.Watch(p.Name, "moves", m.json)
	opt.Progress = report
	d, err := perm.Census(ctx, p, opt)
	stop()
	if err != nil {
		return command.Environment(fmt.Errorf("%s: %w", p.Name, err))
	}
	return countedStates.print(a, &d, m.json, farthest)
}

// countedStates are the states of a permutation puzzle.
var countedStates = counted{
	moves: "moves", thing: "state", things: "states", heading: statesHeading, boards: farStates,
	hint: "a larger --memory-limit may do, or --disk DIR, which keeps the states on disk",
}

func permFarthest(a *app) *cobra.Command {
	var m permMeasuring
	c := &cobra.Command{
		Use:   "farthest FILE",
		Short: "Find how far the farthest state is, and which states are that far",
		Example: `  fewest perm farthest examples/pocket-cube.tws
  fewest perm farthest --quarter --max 3 examples/pocket-cube.tws`,
		RunE: func(_ *cobra.Command, args []string) error { return m.run(a, args[0], true) },
	}
	m.flags(c, 1)
	return c
}

func permCensus(a *app) *cobra.Command {
	var m permMeasuring
	c := &cobra.Command{
		Use:   "census FILE",
		Short: "Count the states by their distance from the solved one",
		Example: `  fewest perm census examples/pocket-cube.tws
  fewest perm census --moves U,R --json examples/pocket-cube.tws
  fewest perm census --disk layers --memory-limit 100MB examples/skewb.json
  fewest perm census --disk layers --resume examples/skewb.json`,
		RunE: func(_ *cobra.Command, args []string) error { return m.run(a, args[0], false) },
	}
	m.flags(c, 0)
	return c
}

// statesHeading says what is counted.
func statesHeading(d *answer.Distances) string {
	names, _ := d.Fact("turns").([]string)
	s := fmt.Sprintf("%s\nmoves: %s\n%s states", d.Fact("name"), strings.Join(names, " "), digits(d.Counted()))
	if all, known := d.Fact("states").(*big.Int); known && !d.Exact() {
		s += " counted, of " + digits(all)
	} else if !d.Exact() {
		s += " counted"
	}
	return s + "\n"
}

// farStates lists states as lines that perm solve reads.
func farStates(d *answer.Distances) string {
	s := ""
	for _, far := range d.Boards {
		if far.Scramble == nil {
			s += fmt.Sprintf("\n{\"pattern\":%s}", far.Pattern)
			continue
		}
		s += "\n" + strings.Join(far.Scramble, " ")
	}
	if s != "" {
		s += "\n"
	}
	return s
}
