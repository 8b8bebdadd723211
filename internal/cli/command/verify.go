package command

import (
	"context"
	"fmt"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/level"
)

// Verifying is what the verify command of every puzzle has in common.
type Verifying[M any] struct {
	Puzzle[M]
	Limits  Limits
	Optimal bool
	Par     string
	Colours int // flips: overrides the file
	// Boards yields the boards of a file; nil for those that package level reads.
	Boards func(a *App, file string) iter.Seq2[*level.Entry, error]

	answers              *answers[M]
	checked, wrong, open int
	without              int // boards that state no par
}

// Flags adds the flags and the texts that every verify command has.
func (v *Verifying[M]) Flags(c *cobra.Command) {
	c.Use = "verify BOARDS ANSWERS | verify --par BOARDS"
	c.Short = "Check answers by replaying them, or the pars of levels by solving them"
	c.Long = `Check what solve --json wrote: every board must have its answer, every plan
must lead to a finished board in the moves it claims. A line may also be a plan
alone, as in an answer; without a name it is for the next board. With --optimal,
solve again and compare. With --par, compare the par of every line of BOARDS with
the fewest moves. Exit status 1 if anything is wrong.`
	c.Args = func(_ *cobra.Command, args []string) error {
		switch {
		case v.Par != "" && len(args) > 0:
			return fmt.Errorf("--par takes its one file alone")
		case v.Par == "" && len(args) != 2:
			return fmt.Errorf("two files are needed, boards and answers, not %d", len(args))
		case v.Par == "" && args[0] == "-" && args[1] == "-":
			return fmt.Errorf("boards and answers can't both come from standard input")
		}
		return nil
	}
	v.CheckFlags(c)
	c.Flags().StringVar(&v.Par, "par", "", "compare the par of every line of this file with the fewest moves")
}

// CheckFlags adds the flags of a verify command that has no pars to check.
func (v *Verifying[M]) CheckFlags(c *cobra.Command) {
	v.Limits.Flags(c.Flags())
	c.Flags().BoolVar(&v.Optimal, "optimal", false, "solve again and compare")
}

// Run checks the boards and prints what is wrong, and how many were right.
func (v *Verifying[M]) Run(a *App, files []string) error {
	if v.Par != "" {
		return v.verify(a, v.Par, v.comparePar)
	}
	if info, err := os.Stat(files[0]); files[0] != "-" && (err != nil || info.IsDir()) {
		_, _, err := a.Open(files[0]) // before all answers are read
		return err
	}
	v.readAnswers(a, files[1])
	if a.Interrupted() {
		return nil
	}
	err := v.verify(a, files[0], func(ctx context.Context, a *App, e *level.Entry) verdict {
		ans := v.answers.take(e)
		if ans == nil {
			return wrong("no answer")
		}
		return v.check(ctx, e, ans)
	})
	if err == nil && !a.Interrupted() {
		for _, name := range v.answers.left() {
			v.wrong++
			a.Note(ExitWrong)
			line := fmt.Sprintf("wrong: %s: an answer without a board\n", level.Printable(name))
			if name == "" {
				line = "wrong: a plan without a name that no board is left for\n"
			}
			if err := a.Print(line); err != nil {
				return err
			}
		}
		err = a.Print(v.result())
	}
	return err
}

// verdict is what a check says of a board: right if empty.
type verdict struct {
	wrong string // what is wrong
	open  string // why it could not be told
	none  bool   // nothing is stated that could be checked
}

func wrong(format string, a ...any) verdict   { return verdict{wrong: fmt.Sprintf(format, a...)} }
func unknown(format string, a ...any) verdict { return verdict{open: fmt.Sprintf(format, a...)} }

// verify checks the boards of a file one after another.
func (v *Verifying[M]) verify(a *App, file string, check func(context.Context, *App, *level.Entry) verdict) error {
	boards := a.Boards([]string{file}, level.Options{Puzzle: v.Name, Colours: v.Colours})
	if v.Boards != nil {
		boards = v.Boards(a, file)
	}
	for e, err := range boards {
		if err != nil {
			a.Fail(err)
			continue
		}
		if e.Err != nil {
			a.Fail(e.Err)
			v.answers.take(e)
			continue
		}
		ctx, cancel := v.Limits.Context(a.Ctx)
		verdict := check(ctx, a, e)
		cancel()
		if a.Interrupted() {
			break
		}
		line := ""
		switch {
		case verdict.wrong != "":
			v.wrong++
			a.Note(ExitWrong)
			line = fmt.Sprintf("wrong: %s: %s\n", level.Printable(e.Name), verdict.wrong)
		case verdict.none:
			v.without++
		case verdict.open != "":
			v.open++
			a.Note(ExitBounded)
			line = fmt.Sprintf("open: %s: %s\n", level.Printable(e.Name), verdict.open)
		default:
			v.checked++
		}
		if err := a.Print(line); err != nil {
			return err
		}
	}
	if v.Par == "" || a.Interrupted() {
		return nil
	}
	if v.without > 0 && v.checked+v.wrong+v.open == 0 {
		return hinted{environment{fmt.Errorf("%s: no board states a par to compare", file)}, `state it in JSON: {"rows": ["RRG", "GBB"], "par": 1}`}
	}
	return a.Print(v.result())
}

// result is the line that ends the output.
func (v *Verifying[M]) result() string {
	line := fmt.Sprintf("%d right, %d wrong", v.checked, v.wrong)
	if v.open > 0 {
		line += fmt.Sprintf(", %d open", v.open)
	}
	if v.without > 0 {
		line += fmt.Sprintf(", %d without a par", v.without)
	}
	return line + "\n"
}

// check compares an answer with its board.
func (v *Verifying[M]) check(ctx context.Context, e *level.Entry, ans *answer.Answer[M]) verdict {
	switch {
	case ans.Puzzle != "" && ans.Puzzle != string(v.Name):
		return wrong("an answer of another puzzle, %s", level.Printable(ans.Puzzle))
	case ans.Status == answer.Failed:
		return wrong("answered with an error: %s", level.Printable(ans.Error))
	case ans.Status == answer.Impossible:
		switch possible, known := v.Possible(ctx, e); {
		case !known:
			return unknown("said to be impossible, which could not be decided in time")
		case possible:
			return wrong("said to be impossible, but it can be done")
		}
		return verdict{}
	case ans.Status == "":
		return wrong("an answer with neither a status nor a plan")
	case ans.Status != answer.Optimal && ans.Status != answer.Bounded:
		return wrong("a status is optimal, bounded, impossible or error, not %s", level.Printable(string(ans.Status)))
	case ans.Status == answer.Optimal && ans.Moves != ans.LowerBound:
		return wrong("said to be optimal, but %s and lower bound %d", v.Count(ans.Moves), ans.LowerBound)
	case ans.LowerBound < 0 || ans.Moves != answer.Unknown && ans.Moves < ans.LowerBound:
		return wrong("lower bound %d and %s", ans.LowerBound, v.Count(ans.Moves))
	case ans.Moves != answer.Unknown && ans.Moves != v.planLength(ans.Plan):
		return wrong("said to take %s, but the plan has %d", v.Count(ans.Moves), v.planLength(ans.Plan))
	}
	if ans.Moves != answer.Unknown {
		if err := v.Replay(e, ans.Plan); err != nil {
			return wrong("%v", err)
		}
	}
	if !v.Optimal {
		return verdict{}
	}
	again, err := v.Solve(ctx, e, nil)
	switch {
	case err != nil:
		return unknown("could not be solved again: %v", err)
	case again.Status == answer.Impossible:
		return wrong("solved again it isn't possible: %s", again.Reason)
	case ans.Moves != answer.Unknown && ans.Moves < again.LowerBound:
		return wrong("said to take %s, but at least %s needed", v.Count(ans.Moves), v.are(again.LowerBound))
	case again.Moves != answer.Unknown && ans.LowerBound > again.Moves:
		return wrong("said to take at least %s, but %s enough", v.Count(ans.LowerBound), v.are(again.Moves))
	case ans.Status == answer.Optimal && again.Status != answer.Optimal:
		return unknown("said to take %s, solved again only %s", v.Count(ans.Moves), again.Short())
	}
	return verdict{}
}

// planLength counts the moves of a plan.
func (p *Puzzle[M]) planLength(plan []M) int {
	if p.Length == nil {
		return len(plan)
	}
	return p.Length(plan)
}

// are writes a number of moves with its verb.
func (p *Puzzle[M]) are(n int) string {
	if n == 1 {
		return p.Count(n) + " is"
	}
	return p.Count(n) + " are"
}

// comparePar solves a board and compares what its line states.
func (v *Verifying[M]) comparePar(ctx context.Context, a *App, e *level.Entry) verdict {
	if e.Par == nil {
		return verdict{none: true}
	}
	ans, err := v.Solve(ctx, e, nil)
	stated := fmt.Sprint(*e.Par)
	if *e.Par < 0 {
		stated += " (not possible)"
	}
	switch {
	case err != nil:
		a.Fail(fmt.Errorf("%s: %w", level.Printable(e.Name), err))
		return unknown("not solved")
	case ans.Status == answer.Impossible && *e.Par >= 0:
		return wrong("par %s, but it isn't possible: %s", stated, ans.Reason)
	case ans.Status == answer.Impossible:
		return verdict{}
	case *e.Par < 0 && ans.Moves != answer.Unknown:
		return wrong("par %s, but %s enough", stated, v.are(ans.Moves))
	case *e.Par >= 0 && *e.Par < ans.LowerBound:
		return wrong("par %s, but at least %s needed", stated, v.are(ans.LowerBound))
	case ans.Moves != answer.Unknown && *e.Par > ans.Moves:
		return wrong("par %s, but %s enough", stated, v.are(ans.Moves))
	case ans.Status != answer.Optimal:
		return unknown("par %s, known is only %s", stated, ans.Short())
	}
	return verdict{}
}

// answers are what solve wrote, to be matched with the boards by name.
type answers[M any] struct {
	byName map[string][]*answer.Answer[M]
	order  []string // names in the order of the file
}

// readAnswers reads a file of answers. What can't be read is reported.
func (v *Verifying[M]) readAnswers(a *App, file string) {
	v.answers = &answers[M]{byName: map[string][]*answer.Answer[M]{}}
	for line, err := range a.Lines(file) {
		if err != nil {
			a.Fail(err)
			break
		}
		ans, err := v.readAnswer(line.Text)
		if err != nil {
			a.Fail(hinted{
				environment{fmt.Errorf("%s:%d: not an answer: %w", line.File, line.Number, err)},
				fmt.Sprintf("answers are what \"fewest %s solve --json\" prints, or plans as they stand in them", v.Name),
			})
			continue
		}
		v.answers.byName[ans.Name] = append(v.answers.byName[ans.Name], ans)
		v.answers.order = append(v.answers.order, ans.Name)
	}
}

// readAnswer reads an answer, or a plan alone. Of a plan nothing is claimed but
// that it leads to a finished board, unless it shall be compared with the fewest
// moves.
func (v *Verifying[M]) readAnswer(text []byte) (*answer.Answer[M], error) {
	var ans answer.Answer[M]
	if text[0] == '[' {
		if err := ReadJSON(text, &ans.Plan); err != nil {
			return nil, err
		}
		ans.Moves = answer.Unknown
	} else if err := ReadJSON(text, &ans); err != nil {
		return nil, err
	}
	if ans.Status != "" || ans.Plan == nil {
		return &ans, nil
	}
	if ans.Status = answer.Bounded; ans.Moves == answer.Unknown {
		ans.Moves = v.planLength(ans.Plan)
	}
	if v.Optimal {
		ans.Status, ans.LowerBound = answer.Optimal, ans.Moves
	}
	return &ans, nil
}

// take returns the answer of a board, nil if there is none. Of boards with the
// same name the first gets the first answer. A board that has no name of its
// own also takes one given to the board at its place in another file, so that
// "solve < FILE" can be verified with FILE. An answer without a name is for the
// next board that has none by its name.
func (s *answers[M]) take(e *level.Entry) *answer.Answer[M] {
	if s == nil {
		return nil
	}
	name := e.Name
	if len(s.byName[name]) == 0 && !e.Named {
		place := name[strings.LastIndex(name, "#"):]
		for _, other := range s.order {
			if len(s.byName[other]) > 0 && strings.HasSuffix(other, place) {
				name = other
				break
			}
		}
	}
	if len(s.byName[name]) == 0 {
		name = ""
	}
	list := s.byName[name]
	if len(list) == 0 {
		return nil
	}
	s.byName[name] = list[1:]
	return list[0]
}

// left returns the names of answers that no board took.
func (s *answers[M]) left() []string {
	var names []string
	for _, name := range s.order {
		if list := s.byName[name]; len(list) > 0 {
			s.byName[name] = list[1:]
			names = append(names, name)
		}
	}
	return names
}
