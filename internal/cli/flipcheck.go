package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/flip"
	"fewest/flip/certificate"
	"fewest/internal/cli/command"
	"fewest/level"
)

// certify writes a certificate of a diameter into a file.
func (a *app) certify(file string, p *flip.Puzzle, d answer.Distances) error {
	c, err := flip.Certify(a.Ctx, p, d)
	if err != nil {
		return command.Hint(command.Environment(fmt.Errorf("%s isn't written: %w", file, err)), "--max 1 or more lists the board that a certificate needs")
	}
	err = replace(file, func(w io.Writer) error { return json.NewEncoder(w).Encode(c) })
	if err != nil {
		return command.Environment(err)
	}
	return nil
}

// flipCheck checks certificates that flip farthest --proof wrote.
func flipCheck(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Check proofs that farthest --proof wrote, without the solver",
		Long: `Check certificates of diameters: that a board takes so many presses, and that no
board takes more. The checker shares no code with the solver. It replays the
plan, tries every word of the kernel on it, and excludes farther boards by its
own search. Exit status 1 if one doesn't hold.`,
		Example: `  fewest flip farthest --size 9x9 --mask plus --proof plus-9x9.proof
  fewest flip check plus-9x9.proof`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			for _, file := range files {
				if err := a.checkDiameter(file); err != nil || a.Interrupted() {
					return err
				}
			}
			return nil
		},
	}
}

// checkDiameter checks a certificate and says what it proves, or what is wrong.
func (a *app) checkDiameter(file string) error {
	f, name, err := a.Open(file)
	if err != nil {
		a.Fail(err)
		return nil
	}
	defer f.Close()
	start := time.Now()
	name = level.Printable(name)
	c, err := certificate.Read(f)
	if err != nil {
		a.Fail(command.Hint(fmt.Errorf("%s: %s", name, level.Printable(err.Error())), "certificates are what \"flip farthest --proof FILE\" writes"))
		return nil
	}
	report, err := c.Check(a.Ctx)
	switch {
	case a.Interrupted():
		return nil
	case err != nil:
		a.Note(command.ExitWrong)
		return a.Print(fmt.Sprintf("%s: doesn't hold: %s\n", name, level.Printable(err.Error())))
	}
	wrapped := ""
	if c.Puzzle.Wrap {
		wrapped = ", wrapped"
	}
	how := fmt.Sprintf("%s tried on it, %s, %s excluded", count(report.Kernel, "plan"), count(report.Types, "column type"), count(report.Nodes, "class"))
	if c.Proof == certificate.Search {
		how = count(report.Nodes, "board") + " visited"
	}
	return a.Print(fmt.Sprintf("%s: holds: a board of %d x %d, %s, %d colours%s takes %s, and none takes more (%s; %s)\n",
		name, c.Puzzle.Rows, c.Puzzle.Cols, level.Printable(c.Puzzle.Mask), c.Puzzle.Colours, wrapped, count(c.Diameter, "press"), how, command.Seconds(time.Since(start).Seconds())))
}
