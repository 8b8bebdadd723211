// Package cli is the command line: commands, flags, and what people and
// programs get to read. It computes nothing itself.
//
// A command is a method of app in a file with its group; solve.go and verify.go
// hold what the puzzles' commands share, input.go, limits.go, progress.go and
// terminal.go what all commands need.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fewest/board"
)

// Exit statuses. Where several apply, the one that outranks the others counts.
const (
	exitDone        = 0   // every board answered, impossible included
	exitWrong       = 1   // a verification failed
	exitBadInput    = 2   // bad input or usage
	exitBounded     = 3   // some answers are only bounded
	exitInterrupted = 130 // interrupted, after printing the best bounds
)

// rank orders the exit statuses, the weightiest last.
var rank = map[int]int{exitDone: 0, exitBounded: 1, exitWrong: 2, exitBadInput: 3, exitInterrupted: 4}

// app is one run of the program.
type app struct {
	ctx    context.Context // ends when the user interrupts
	in     io.Reader
	out    io.Writer
	err    io.Writer
	status int
}

// Run runs the command line and returns the exit status. The arguments don't
// include the program's name. When ctx ends, the work stops and the best bounds
// are printed.
func Run(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int {
	a := &app{ctx: ctx, in: in, out: out, err: err}
	root := &cobra.Command{
		Use:   "fewest",
		Short: "Find the fewest moves in grid puzzles and prove that no fewer will do",
		Example: `  fewest floor solve examples/floor-15x15.txt
  fewest floor random --size 8x8 --colours 4 | fewest floor solve`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(err)
	root.SetUsageTemplate(usageTemplate)
	group(root)
	root.AddCommand(a.floor(), a.flip(), a.version())
	if command, failed := root.ExecuteContextC(ctx); failed != nil {
		if !errors.As(failed, new(environment)) && !errors.As(failed, new(hinted)) { // a mistake in the arguments
			failed = hinted{failed, fmt.Sprintf("%q says more", command.CommandPath()+" --help")}
		}
		a.fail(failed)
	}
	return a.status
}

// group makes a command one that only holds others: alone it prints its help,
// and a command it doesn't have is an error that names the nearest.
func group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	c.AddCommand(commands...)
	c.SuggestionsMinimumDistance = 2
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		hint := fmt.Sprintf("%q lists the commands", c.CommandPath()+" --help")
		if near := c.SuggestionsFor(args[0]); len(near) > 0 {
			hint = fmt.Sprintf(`perhaps "%s %s"`, c.CommandPath(), strings.Join(near, `" or "`+c.CommandPath()+" "))
		}
		return hinted{fmt.Errorf("unknown command %q", c.CommandPath()+" "+args[0]), hint}
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	return c
}

// usageTemplate is what --help prints below a command's description.
const usageTemplate = `Usage:
  {{if .HasAvailableSubCommands}}{{.CommandPath}} COMMAND{{else}}{{.UseLine}}{{end}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- if .HasAvailableSubCommands}}

Commands:
{{- range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{- end}}
{{- if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}
{{- end}}
`

// environment is an error of the surroundings: a file, the output.
type environment struct{ error }

func (e environment) Unwrap() error { return e.error }

// hinted is an error with advice.
type hinted struct {
	error
	hint string
}

// note remembers an exit status unless a weightier one is known.
func (a *app) note(status int) {
	if rank[status] > rank[a.status] {
		a.status = status
	}
}

// fail prints an error and its hint, and makes the exit status that of bad
// input.
func (a *app) fail(err error) {
	a.note(exitBadInput)
	fmt.Fprintf(a.err, "error: %v\n", err)
	var h hinted
	var b *board.Error
	switch {
	case errors.As(err, &h):
		fmt.Fprintf(a.err, "hint: %s\n", h.hint)
	case errors.As(err, &b) && b.Hint != "":
		fmt.Fprintf(a.err, "hint: %s\n", b.Hint)
	}
}

// print writes to the output. It returns what went wrong, for instance that
// the disk is full.
func (a *app) print(text string) error {
	if _, err := io.WriteString(a.out, text); err != nil {
		return environment{fmt.Errorf("writing the output: %w", err)}
	}
	return nil
}

// interrupted reports whether the user asked to stop, and remembers it.
func (a *app) interrupted() bool {
	if a.ctx.Err() == nil {
		return false
	}
	a.note(exitInterrupted)
	return true
}
