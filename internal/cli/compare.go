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

	"fewest/answer"
	"fewest/board"
	"fewest/floor"
	"fewest/internal/cli/command"
	"fewest/level"
)

// compared are the boards of the comparison, by size, colours and seed of
// "floor random". Each can be done, and isn't from the start.
var compared = []struct {
	rows, cols, colours int
	seed                uint64
}{
	{2, 3, 3, 6}, {3, 3, 3, 3}, {3, 4, 3, 13}, {4, 4, 3, 2}, {6, 6, 4, 1}, {15, 15, 6, 1},
}

// comparedMethods are the columns of interest, the naive one first.
var comparedMethods = []string{"dfs", "bfs", "bidirectional", "astar", "exact"}

func floorCompare(a *app) *cobra.Command {
	l := command.Limits{Time: 10 * time.Second, Memory: 1 << 30}
	methods := comparedMethods
	c := &cobra.Command{
		Use:   "compare",
		Short: "Compare the methods on boards of growing size, as a table in Markdown",
		Long: `Compare the methods on boards of growing size, as a table in Markdown. Every
run is a process of its own; memory is the most it ever held (the maximum
resident set that the operating system reports, the program itself included).`,
		Example: `  fewest floor compare --time-limit 10s --memory-limit 1GiB`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, m := range methods {
				if !slices.Contains(floor.Methods, floor.Method(m)) {
					return fmt.Errorf("no method %q; there are %s", m, strings.Join(command.Names(floor.Methods), ", "))
				}
			}
			return a.compare(l, methods)
		},
	}
	l.FlagsFor(c.Flags(), "a board and a method")
	c.Flags().StringSliceVar(&methods, "methods", methods, "methods to compare")
	return c
}

func (a *app) compare(l command.Limits, methods []string) error {
	header := "| board | method | moves | states | time | memory |\n|---|---|--:|--:|--:|--:|\n"
	if err := a.Print(header); err != nil {
		return err
	}
	for _, c := range compared {
		b, err := floor.Random(c.rows, c.cols, c.colours, c.seed)
		if err != nil {
			return err
		}
		for i, m := range methods {
			name := ""
			if i == 0 {
				name = fmt.Sprintf("%d x %d, %d colours", c.rows, c.cols, c.colours)
			}
			row, err := a.compareOne(b, m, l)
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

// compareOne solves a board in a process of its own and returns the cells of
// its row: moves, states, time, memory.
func (a *app) compareOne(b *board.Board, method string, l command.Limits) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", command.Environment(err)
	}
	input, err := (&level.Entry{Board: b}).Text()
	if err != nil {
		return "", err
	}
	// The child stops by itself; the deadline is for one that doesn't.
	ctx, cancel := context.WithTimeout(a.Ctx, l.Time+10*time.Second)
	defer cancel()
	child := exec.CommandContext(ctx, program, "floor", "solve", "--json", "--method", method,
		"--time-limit", l.Time.String(), "--memory-limit", fmt.Sprint(l.Memory))
	child.Stdin = strings.NewReader(input)
	var out, problems bytes.Buffer
	child.Stdout, child.Stderr = &out, &problems
	err = child.Run()
	memory := "-"
	if most := maxResident(child.ProcessState); most > 0 {
		memory = command.Size(most)
	}
	var ans floor.Answer
	if json.Unmarshal(out.Bytes(), &ans) != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && ctx.Err() == nil {
			return "", command.Environment(fmt.Errorf("%s: %v: %s", method, err, &problems))
		}
		return fmt.Sprintf("gave up | - | %s | %s", command.Seconds(l.Time.Seconds()), memory), nil
	}
	moves, states := "gave up", "-"
	switch {
	case ans.Status == answer.Optimal:
		moves = fmt.Sprint(ans.Moves)
	case ans.Status == answer.Impossible:
		moves = "not possible"
	case ans.Moves != answer.Unknown:
		moves = "gave up at " + ans.Short()
	}
	if n := ans.Work["states"]; n > 0 {
		states = command.Grouped(uint64(n))
	}
	return fmt.Sprintf("%s | %s | %s | %s", moves, states, command.Seconds(ans.Seconds), memory), nil
}
