package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fewest/board"
	"fewest/flip"
	"fewest/internal/cli/command"
)

// comparedSizes and comparedWays are the table that compare prints.
var (
	comparedSizes = []string{"3x3", "3x4", "4x4", "4x5", "5x5", "5x7"}
	comparedWays  = []string{"naive", "memo", "bfs", "coset", "types", "formula"}
)

func flipCompare(a *app) *cobra.Command {
	var r rules
	l := command.Limits{Time: 60 * time.Second, Memory: 2 << 30}
	sizes, methods := comparedSizes, comparedWays
	c := &cobra.Command{
		Use:   "compare",
		Short: "Compare the ways to find the farthest board, as a table in Markdown",
		Long: `Compare the ways to find the farthest board, as a table in Markdown: a search
from every board (naive), recursion with a table (memo), one search backwards
from the goal (bfs), and linear algebra: passes over all boards (coset), column
types (types), closed forms (formula). Every run is a process of its own; memory
is the most it ever held.`,
		Example: `  fewest flip compare
  fewest flip compare --mask plus --sizes 4x4,5x5 --methods bfs,coset,types`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, m := range methods {
				if !slices.Contains(flip.Names(flip.CensusMethods), m) {
					return fmt.Errorf("no method %q; there are %s", m, strings.Join(flip.Names(flip.CensusMethods), ", "))
				}
			}
			if err := r.prepare(a); err != nil {
				return err
			}
			return a.compareFlips(&r, l, sizes, methods)
		},
	}
	r.puzzleFlags(c)
	l.FlagsFor(c.Flags(), "a size and a method")
	c.Flags().StringSliceVar(&sizes, "sizes", sizes, "sizes to compare")
	c.Flags().StringSliceVar(&methods, "methods", methods, "methods to compare")
	return c
}

func (a *app) compareFlips(r *rules, l command.Limits, sizes, methods []string) error {
	if err := a.Print("| board | method | diameter | farthest boards | states | time | memory |\n|---|---|--:|--:|--:|--:|--:|\n"); err != nil {
		return err
	}
	for _, size := range sizes {
		if _, _, err := board.ParseSize(size); err != nil {
			return err
		}
		for i, m := range methods {
			name := ""
			if i == 0 {
				name = strings.ReplaceAll(size, "x", " x ")
			}
			row, err := a.compareFlip(r, size, m, l)
			if a.Interrupted() {
				return nil
			}
			if err != nil {
				return err
			}
			if err := a.Print(fmt.Sprintf("| %s | %s | %s |\n", name, m, row)); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareFlip measures a puzzle in a process of its own and returns the cells
// of its row: diameter, farthest boards, states, time, memory.
func (a *app) compareFlip(r *rules, dimensions, method string, l command.Limits) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", command.Environment(err)
	}
	args := []string{"flip", "farthest", "--json", "--max", "0", "--size", dimensions, "--method", method,
		"--time-limit", l.Time.String(), "--memory-limit", fmt.Sprint(l.Memory)}
	for _, name := range []string{"mask", "wrap", "colours", "pattern", "buttons"} {
		if f := r.flags.Flags().Lookup(name); f.Changed {
			args = append(args, "--"+name+"="+f.Value.String())
		}
	}
	ctx, cancel := context.WithTimeout(a.Ctx, l.Time+10*time.Second) // for a child that doesn't stop
	defer cancel()
	child := exec.CommandContext(ctx, program, args...)
	var out bytes.Buffer
	child.Stdout = &out
	err = child.Run()
	memory := "-"
	if most := maxResident(child.ProcessState); most > 0 {
		memory = command.Size(most)
	}
	var d struct {
		Diameter *int
		Farthest any
		Seconds  float64
		Work     map[string]int64
	}
	if json.Unmarshal(out.Bytes(), &d) != nil || d.Diameter == nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == command.ExitBadInput {
			return "does not fit | | | | ", nil
		}
		return fmt.Sprintf("gave up | | | %s | %s", command.Seconds(l.Time.Seconds()), memory), nil
	}
	farthest := "-"
	if d.Farthest != nil {
		farthest = fmt.Sprintf("%.0f", d.Farthest)
		if text, ok := d.Farthest.(string); ok {
			farthest = text
		}
	}
	states := "-"
	if d.Work["states"] > 0 {
		states = command.Grouped(uint64(d.Work["states"]))
	}
	return fmt.Sprintf("%d | %s | %s | %s | %s", *d.Diameter, farthest, states, command.Seconds(d.Seconds), memory), nil
}
