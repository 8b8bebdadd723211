package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/floor"
	"fewest/floor/certificate"
	"fewest/internal/cli/command"
	"fewest/level"
)

// proofs is where a solve command writes certificates.
type proofs struct {
	file  string
	count int // of those written
}

// attach makes a solve command write a certificate of every answer, the second
// and later ones into files with their number. It refuses a file that can't be
// written before any work is done.
func (p *proofs) attach(s *command.Solving[floor.Swap], options func() floor.Options) error {
	if p.file == "" {
		return nil
	}
	if err := replace(p.file, nil); err != nil {
		return command.Environment(err)
	}
	s.Solve = func(ctx context.Context, e *level.Entry, report func(answer.Progress)) (floor.Answer, error) {
		var proof bytes.Buffer
		opt := options()
		opt.Progress, opt.Proof, opt.Name = report, &proof, e.Name
		ans, err := floor.Solve(ctx, e.Board, opt)
		if err != nil {
			return ans, err
		}
		file := p.file
		if p.count++; p.count > 1 {
			file += fmt.Sprintf("-%d", p.count)
		}
		return ans, replace(file, func(w io.Writer) error { _, err := proof.WriteTo(w); return err })
	}
	return nil
}

// explain tells how boards are solved, step by step.
func (a *app) explain(files []string, limits command.Limits) error {
	first := true
	for e, err := range a.Boards(files, level.Options{Puzzle: level.Floor}) {
		if err == nil && e.Err != nil {
			err = e.Err
		}
		if err != nil {
			a.Fail(err)
			continue
		}
		heading := fmt.Sprintf("%s (%d x %d)\n\n", level.Printable(e.Name), e.Board.Rows, e.Board.Cols)
		if !first {
			heading = "\n" + heading
		}
		first = false
		var text strings.Builder
		ctx, cancel := limits.Context(a.Ctx)
		err := floor.Explain(ctx, e.Board, &text)
		cancel()
		if err != nil {
			a.Fail(fmt.Errorf("%s: %w", level.Printable(e.Name), err))
			continue
		}
		if err := a.Print(heading + text.String()); err != nil {
			return err
		}
		if a.Interrupted() {
			break
		}
	}
	return nil
}

// floorCheck checks certificates that floor solve --proof wrote.
func floorCheck(a *app) *cobra.Command {
	var opb, pbp string
	c := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check proofs that solve --proof wrote, without the solver",
		Long: `Check certificates: that a floor takes at least so many swaps, or can't be done.
The checker shares no code with the solver but the grid: it writes the conditions
down from the floor again and follows every step of the proof. docs/proofs.md
says what is claimed and why it is true. Exit status 1 if one doesn't hold.`,
		Example: `  fewest floor solve --proof kitchen.proof kitchen.txt
  fewest floor check kitchen.proof
  fewest floor check --opb kitchen.opb --pbp kitchen.pbp kitchen.proof`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			if (opb != "" || pbp != "") && len(files) > 1 {
				return errors.New("--opb and --pbp take one certificate")
			}
			for _, file := range files {
				if err := a.checkFile(file, opb, pbp); err != nil {
					return err
				}
				if a.Interrupted() {
					break
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&opb, "opb", "", "write the conditions that the proof refutes into this `FILE`, for other checkers such as VeriPB")
	c.Flags().StringVar(&pbp, "pbp", "", "write the refutation into this `FILE`")
	return c
}

// checkFile checks a certificate and says what it proves, or what is wrong.
func (a *app) checkFile(file, opb, pbp string) error {
	f, name, err := a.Open(file)
	if err != nil {
		a.Fail(err)
		return nil
	}
	defer f.Close()
	start := time.Now()
	c, err := certificate.Read(f)
	if err != nil {
		a.Fail(command.Hint(fmt.Errorf("%s: %w", level.Printable(name), err), "certificates are what \"floor solve --proof FILE\" writes"))
		return nil
	}
	report, err := c.Check(a.Ctx)
	switch {
	case a.Interrupted():
		return nil
	case err != nil:
		a.Note(command.ExitWrong)
		return a.Print(fmt.Sprintf("%s: doesn't hold: %s\n", level.Printable(name), level.Printable(err.Error())))
	}
	if err := a.Print(fmt.Sprintf("%s: holds: %s (%s; %s)\n", level.Printable(name), claim(c), checked(report), command.Seconds(time.Since(start).Seconds()))); err != nil {
		return err
	}
	if opb == "" && pbp == "" {
		return nil
	}
	part := slices.IndexFunc(c.Parts, func(p certificate.Part) bool { return p.Proof != "" })
	if part < 0 {
		return command.Hint(fmt.Errorf("%s has no refutation to write: it is proven by %s", level.Printable(name), kinds(report)),
			"\"floor solve --method exact --proof FILE\" proves by core-guided search, which has one")
	}
	conditions, refutation, err := c.OPB(a.Ctx, part)
	if err != nil {
		return err
	}
	for _, out := range []struct{ file, text string }{{opb, conditions}, {pbp, refutation}} {
		if out.file == "" {
			continue
		}
		if err := replace(out.file, func(w io.Writer) error { _, err := io.WriteString(w, out.text); return err }); err != nil {
			return command.Environment(err)
		}
	}
	return nil
}

// claim says what a certificate proves.
func claim(c *certificate.Certificate) string {
	board := "a floor of " + count(len(c.Floor.Cells), "tile")
	if c.Name != "" {
		board = level.Printable(c.Name) + " (" + count(len(c.Floor.Cells), "tile") + ")"
	}
	switch {
	case c.Claim.Impossible:
		return board + " can't be done"
	case c.Claim.Optimal():
		return fmt.Sprintf("%s takes %s, and its plan has as many", board, count(c.Claim.Lower, "swap"))
	case c.Claim.Plan != nil:
		return fmt.Sprintf("%s takes at least %s, and its plan has %s", board, count(c.Claim.Lower, "swap"), humanize.Comma(int64(len(c.Claim.Plan))))
	}
	return fmt.Sprintf("%s takes at least %s", board, count(c.Claim.Lower, "swap"))
}

// checked says what a check went through.
func checked(r certificate.Report) string {
	parts := []string{"by " + kinds(r)}
	for _, n := range []struct {
		n    int
		what string
	}{{r.Constraints, "condition"}, {r.Lemmas, "lemma"}, {r.Steps, "step"}, {r.States, "arrangement"}} {
		if n.n > 0 {
			parts = append(parts, count(n.n, n.what))
		}
	}
	return strings.Join(parts, ", ")
}

// kinds lists how the parts are proven.
func kinds(r certificate.Report) string {
	var names []string
	for _, k := range r.Kinds {
		if name := string(k); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "nothing to do"
	}
	return strings.Join(names, " and ")
}

func count(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "s"):
		what += "es"
	default:
		what += "s"
	}
	return humanize.Comma(int64(n)) + " " + what
}
