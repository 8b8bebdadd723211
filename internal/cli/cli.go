// Package cli is the command line: every command, its flags and what it prints.
// It computes nothing itself, and what commands share is package command's.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fewest/internal/cli/command"
)

// app is one run of the program. Commands are its methods.
type app struct{ *command.App }

// Run runs the command line and returns the exit status. The arguments don't
// include the program's name. When ctx ends, the work stops and the best bounds
// are printed.
func Run(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int {
	a := &app{&command.App{Ctx: ctx, In: in, Out: out, Err: err}}
	root := rootCommand(a)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(err)
	if c, failed := root.ExecuteContextC(ctx); failed != nil {
		if command.Mistake(failed) {
			failed = command.Hint(failed, fmt.Sprintf("%q says more", c.CommandPath()+" --help"))
		}
		a.Fail(failed)
	}
	return a.Status
}

// Main is the program: it runs the command line of the process, whose interrupt
// and termination end the work, and ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second one ends the program at once
	os.Exit(Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// rootCommand is the command line with all its commands.
func rootCommand(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "fewest",
		Short: "Find the fewest moves in grid puzzles and prove that no fewer will do",
		Example: `  fewest floor solve examples/floor-15x15.txt
  fewest floor random --size 8x8 --colours 4 | fewest floor solve`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetUsageTemplate(usageTemplate)
	root.SetVersionTemplate("{{.Version}}")
	root.SetGlobalNormalizationFunc(spelling)
	root.SetFlagErrorFunc(flagError)
	command.Group(root)
	root.AddCommand(floorGroup(a), flipGroup(a), permGroup(a), serveCommand(a), versionCommand(a))
	return root
}

// spelling takes the American spelling of a flag for the British one.
func spelling(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName(strings.ReplaceAll(name, "color", "colour"))
}

// flagError says of a flag's value what it should be.
func flagError(_ *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := "--" + invalid.GetFlag().Name
	switch kind := invalid.GetFlag().Value.Type(); {
	case strings.HasPrefix(kind, "uint"):
		return fmt.Errorf("%s is written as a whole number from 0 on, not %q", flag, invalid.GetValue())
	case strings.HasPrefix(kind, "int"):
		return fmt.Errorf("%s is written in whole numbers, not %q", flag, invalid.GetValue())
	case kind == "bool":
		return fmt.Errorf("%s is written without a value, not %q", flag, invalid.GetValue())
	}
	return fmt.Errorf("%s %s: %w", flag, invalid.GetValue(), errors.Unwrap(err))
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
