// Package command holds what the commands of all puzzles have in common: a run
// of the program with its input, output and exit status, limits, progress, and
// the solve and verify commands that a puzzle describes itself to.
//
// Package cli is built from it, one file or two a puzzle.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fewest/level"
)

// Exit statuses. Where several apply, the one that outranks the others counts.
const (
	ExitDone        = 0   // every board answered, impossible included
	ExitWrong       = 1   // a verification failed
	ExitBadInput    = 2   // bad input or usage
	ExitBounded     = 3   // some answers are only bounded
	ExitInterrupted = 130 // interrupted, after printing the best bounds
)

// rank orders the exit statuses, the weightiest last.
var rank = map[int]int{ExitDone: 0, ExitBounded: 1, ExitWrong: 2, ExitBadInput: 3, ExitInterrupted: 4}

// App is one run of the program.
type App struct {
	Ctx    context.Context // ends when the user interrupts
	In     io.Reader
	Out    io.Writer
	Err    io.Writer
	Status int // the exit status so far
}

// environment is an error of the surroundings: a file, the output.
type environment struct{ error }

func (e environment) Unwrap() error { return e.error }

// Environment marks an error as one of the surroundings, not of the arguments.
func Environment(err error) error { return environment{err} }

// hinted is an error with advice.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// Hint adds advice to an error.
func Hint(err error, hint string) error { return hinted{err, hint} }

// Mistake reports whether an error is one in the arguments, without advice yet.
func Mistake(err error) bool {
	return !errors.As(err, new(environment)) && !errors.As(err, new(hinted))
}

// Note remembers an exit status unless a weightier one is known.
func (a *App) Note(status int) {
	if rank[status] > rank[a.Status] {
		a.Status = status
	}
}

// Fail prints an error and its hint, and makes the exit status that of bad
// input.
func (a *App) Fail(err error) {
	a.Note(ExitBadInput)
	fmt.Fprintf(a.Err, "error: %s\n", printable(err.Error()))
	var h hinted
	var b *level.Error
	switch {
	case errors.As(err, &h):
		fmt.Fprintf(a.Err, "hint: %s\n", printable(h.hint))
	case errors.As(err, &b) && b.Hint != "":
		fmt.Fprintf(a.Err, "hint: %s\n", printable(b.Hint))
	}
}

// Warn prints what may not be meant as it was read.
func (a *App) Warn(w *level.Error) {
	fmt.Fprintf(a.Err, "warning: %s\nhint: %s\n", printable(w.Error()), printable(w.Hint))
}

// printable replaces what a terminal could take for a command by '?', line by
// line: a message may hold the name of a file, or a piece of one.
func printable(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = level.Printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Print writes to the output. It returns what went wrong, for instance that
// the disk is full.
func (a *App) Print(text string) error {
	if _, err := io.WriteString(a.Out, text); err != nil {
		return environment{fmt.Errorf("writing the output: %w", err)}
	}
	return nil
}

// Interrupted reports whether the user asked to stop, and remembers it.
func (a *App) Interrupted() bool {
	if a.Ctx.Err() == nil {
		return false
	}
	a.Note(ExitInterrupted)
	return true
}

// Group makes a command one that only holds others: alone it prints its help,
// and a command it doesn't have is an error that names the nearest.
func Group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	c.AddCommand(commands...)
	c.SuggestionsMinimumDistance = 2
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := fmt.Sprintf("%q lists the commands", c.CommandPath()+" --help")
		if near := nearest(c, args[0]); len(near) > 0 {
			hint = fmt.Sprintf(`perhaps "%s"`, strings.Join(near, `" or "`))
		}
		return hinted{fmt.Errorf("unknown command %q", c.CommandPath()+" "+args[0]), hint}
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

// nearest returns the commands that a name may stand for: those of the groups
// below that are called so, else those that are written alike.
func nearest(c *cobra.Command, name string) (paths []string) {
	alike := c.SuggestionsFor(name)
	for _, group := range c.Commands() {
		for _, below := range group.Commands() {
			if below.Name() == name {
				paths = append(paths, below.CommandPath())
			}
		}
	}
	if len(paths) == 0 {
		for _, near := range alike {
			paths = append(paths, c.CommandPath()+" "+near)
		}
	}
	return paths
}
