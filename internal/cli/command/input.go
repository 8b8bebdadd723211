package command

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"

	"fewest/level"
)

// Open opens a file, "-" being standard input, and returns what to call it.
func (a *App) Open(file string) (io.ReadCloser, string, error) {
	if file == "-" {
		if isTerminal(a.In) && isTerminal(a.Err) {
			fmt.Fprintln(a.Err, "reading from the terminal: type or paste, then end with Ctrl-D on a line of its own")
		}
		return io.NopCloser(a.In), "stdin", nil
	}
	f, err := os.Open(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, file, environment{fmt.Errorf("no such file: %s", file)}
		}
		return nil, file, environment{err}
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, file, environment{fmt.Errorf("%s is a directory, not a file of boards", file)}
	}
	return f, file, nil
}

// Boards yields the boards of the files, each as soon as it's there; no files
// mean standard input. An error is one of a whole file: the next follows.
func (a *App) Boards(files []string, opt level.Options) iter.Seq2[*level.Entry, error] {
	if len(files) == 0 {
		files = []string{"-"}
	}
	return interruptible(a, func(yield func(*level.Entry, error) bool) {
		for _, file := range files {
			f, name, err := a.Open(file)
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			opt.File = name
			reader := level.NewReader(f, opt)
			for err == nil {
				var entry *level.Entry
				if entry, err = reader.Next(); err == io.EOF {
					break
				}
				if err != nil {
					err = environment{err}
				} else if entry.Warning != nil {
					a.Warn(entry.Warning)
				}
				if !yield(entry, err) {
					f.Close()
					return
				}
			}
			f.Close()
		}
	})
}

// Line is a line of a file.
type Line struct {
	File   string
	Number int
	Text   []byte
}

// Lines yields the lines of a file, blank ones left out.
func (a *App) Lines(file string) iter.Seq2[Line, error] {
	return interruptible(a, func(yield func(Line, error) bool) {
		f, name, err := a.Open(file)
		if err != nil {
			yield(Line{}, err)
			return
		}
		defer f.Close()
		scanner := bufio.NewScanner(f)
		scanner.Buffer(nil, 256<<20)
		for number := 1; scanner.Scan(); number++ {
			text := bytes.Clone(bytes.TrimSpace(scanner.Bytes()))
			if len(text) > 0 && !yield(Line{name, number, text}, nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(Line{}, environment{fmt.Errorf("%s: %w", name, err)})
		}
	})
}

// interruptible yields what a sequence yields, one ahead of the consumer, but
// ends when the user interrupts even if the sequence is stuck awaiting input.
func interruptible[T any](a *App, sequence iter.Seq2[T, error]) iter.Seq2[T, error] {
	type item struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		items, done := make(chan item), make(chan struct{})
		defer close(done)
		go func() {
			defer close(items)
			for value, err := range sequence {
				select {
				case items <- item{value, err}:
				case <-done:
					return
				}
			}
		}()
		for {
			select {
			case <-a.Ctx.Done():
				return
			case i, open := <-items:
				if !open || !yield(i.value, i.err) {
					return
				}
			}
		}
	}
}
