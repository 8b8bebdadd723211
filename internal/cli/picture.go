package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"fewest/answer"
	"fewest/internal/cli/command"
	"fewest/level"
	"fewest/render"
)

// pictures is what a solve command draws into files.
type pictures[M any] struct {
	file   string // of a board and its plan; "" for none
	bounds string // of how the bounds closed in; "" for none
	style  string
	draw   func(e *level.Entry, ans *answer.Answer[M], opt render.Options) (*render.Picture, error)

	mutex   sync.Mutex
	history []render.Known // of the board being solved

	number, before int // of the last board drawn in its file, and of all in files before
}

func (p *pictures[M]) flags(c *cobra.Command) {
	var styles []string
	for _, s := range render.Styles {
		styles = append(styles, string(s))
	}
	p.style = styles[0]
	c.Flags().StringVar(&p.file, "picture", "", "draw each board and its plan into this `FILE`.svg, .png or .gif (a second board into FILE-2.svg, and so on)")
	c.Flags().StringVar(&p.bounds, "bounds", "", "draw into this `FILE`.svg or .png how the bounds closed in")
	c.Flags().Var(command.Choice{Value: &p.style, Of: styles}, "style", "of pictures: "+strings.Join(styles, ", "))
	_ = c.RegisterFlagCompletionFunc("style", cobra.FixedCompletions(styles, cobra.ShellCompDirectiveNoFileComp))
}

// attach makes a solve command draw what the flags say. It refuses files that
// can't be written before any work is done.
func (p *pictures[M]) attach(s *command.Solving[M]) error {
	for _, f := range []struct{ flag, file string }{{"--picture", p.file}, {"--bounds", p.bounds}} {
		if f.file == "" {
			continue
		}
		if format := formatOf(f.file); !slices.Contains(render.Formats, format) {
			return command.Hint(fmt.Errorf("%s %s: no format %q", f.flag, f.file, format),
				"give the file a name that ends with ."+strings.Join(render.Formats, ", ."))
		}
		if err := replace(f.file, nil); err != nil {
			return command.Environment(err)
		}
	}
	if p.file == "" && p.bounds == "" {
		return nil
	}
	solve := s.Solve
	s.Solve = func(ctx context.Context, e *level.Entry, report func(answer.Progress)) (answer.Answer[M], error) {
		if p.file != "" && len(e.Board.Cells) > render.MaxCells {
			return answer.Answer[M]{}, fmt.Errorf("too large to draw: %d x %d cells, and %d are the most", e.Board.Rows, e.Board.Cols, render.MaxCells)
		}
		if p.bounds != "" {
			report = p.watch(report)
		}
		return solve(ctx, e, report)
	}
	s.Keep = func(e *level.Entry, ans *answer.Answer[M]) error {
		if e.Number <= p.number { // another file
			p.before += p.number
		}
		p.number = e.Number
		opt := render.Options{Title: e.Name + ": not possible", Style: render.Style(p.style)}
		switch ans.Status {
		case answer.Optimal:
			opt.Title = fmt.Sprintf("%s: %s, optimal", e.Name, s.Count(ans.Moves))
		case answer.Bounded:
			opt.Title = fmt.Sprintf("%s: %s %s", e.Name, ans.Short(), s.Moves)
		}
		var picture, bounds *render.Picture
		var err error
		if p.file != "" {
			if picture, err = p.draw(e, ans, opt); err != nil {
				return err
			}
		}
		if p.bounds != "" && ans.Status != answer.Impossible {
			p.note(render.Known{Seconds: ans.Seconds, Lower: ans.LowerBound, Upper: ans.Moves})
			if bounds, err = render.Bounds(p.history, s.Moves, opt); err != nil {
				return err
			}
		}
		return errors.Join(p.save(p.file, picture), p.save(p.bounds, bounds))
	}
	return nil
}

// watch begins a history, and returns where to report it.
func (p *pictures[M]) watch(report func(answer.Progress)) func(answer.Progress) {
	start := time.Now()
	p.history = nil
	return func(now answer.Progress) {
		p.note(render.Known{Seconds: time.Since(start).Seconds(), Lower: now.Lower, Upper: now.Upper})
		if report != nil {
			report(now)
		}
	}
}

// note adds to the history. The best bounds known hold, whatever phase reports.
func (p *pictures[M]) note(k render.Known) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.history) > 0 {
		last := p.history[len(p.history)-1]
		k.Seconds, k.Lower = max(k.Seconds, last.Seconds), max(k.Lower, last.Lower)
		if last.Upper >= 0 && (k.Upper < 0 || k.Upper > last.Upper) {
			k.Upper = last.Upper
		}
		if n := len(p.history); n > 1 && last.Lower == k.Lower && last.Upper == k.Upper &&
			p.history[n-2].Lower == k.Lower && p.history[n-2].Upper == k.Upper {
			p.history = p.history[:n-1] // nothing new for a while
		}
	}
	p.history = append(p.history, k)
}

// save writes a picture, if there is one. Boards after the first have their
// number in the file's name.
func (p *pictures[M]) save(file string, picture *render.Picture) error {
	if picture == nil {
		return nil
	}
	if n := p.before + p.number; n > 1 {
		end := filepath.Ext(file)
		file = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(file, end), n, end)
	}
	return replace(file, func(w io.Writer) error { return picture.Write(context.Background(), w, formatOf(file)) })
}

// formatOf returns the format that a file's name says.
func formatOf(file string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
}

// replace writes a file beside the one named and then puts it in its place, so
// that there is never half of it. Of a symbolic link it replaces the file that it
// leads to. Without a write it only tries to begin.
func replace(file string, write func(io.Writer) error) error {
	fail := func(err error) error {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return fmt.Errorf("can't write %s: %w", file, err)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fail(errors.New("it is a directory"))
	}
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	} else if info, err := os.Lstat(file); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fail(errors.New("it is a link that leads nowhere"))
	}
	beside := fmt.Sprintf("%s.%d.tmp", file, os.Getpid())
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return fail(err)
	}
	if write == nil {
		f.Close()
		return os.Remove(beside)
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(beside, file)
	}
	if err != nil {
		os.Remove(beside)
		return fail(err)
	}
	return nil
}
