package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"fewest/internal/cli"
)

// While nothing comes in, an interrupt must still end the program.
func TestInterruptedWhileWaiting(t *testing.T) {
	for _, args := range [][]string{
		{"floor", "solve"},
		{"floor", "verify", "cli_test.go", "-"},
		{"floor", "verify", "--par", "-"},
	} {
		ctx, interrupt := context.WithCancel(context.Background())
		in, feed := io.Pipe()
		go func() {
			io.WriteString(feed, "RG\n") // returns once it's read
			interrupt()
		}()
		var out, problems bytes.Buffer
		if status := cli.Run(ctx, args, in, &out, &problems); status != 130 {
			t.Errorf("%v: status %d, output %q, errors %q", args, status, &out, &problems)
		}
		feed.Close()
	}
}

// Answers must come out one by one while boards are still coming in.
func TestAnswersAreFlushed(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() {
		done <- cli.Run(context.Background(), []string{"floor", "solve", "--answer"}, in, out, io.Discard)
		out.Close()
	}()
	for _, text := range []string{"RG\n\n", "{\"rows\":[\"RG\"]}\n"} {
		if _, err := io.WriteString(feed, text); err != nil {
			t.Fatal(err)
		}
		line := make([]byte, 2)
		if _, err := io.ReadFull(answers, line); err != nil || string(line) != "0\n" {
			t.Fatalf("got %q, %v", line, err)
		}
	}
	feed.Close()
	if status := <-done; status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestReadingFails(t *testing.T) {
	in := io.MultiReader(strings.NewReader("RG\n\nRG"), brokenReader{})
	var out, problems bytes.Buffer
	status := cli.Run(context.Background(), []string{"floor", "solve", "--answer"}, in, &out, &problems)
	if status != 2 || out.String() != "0\n" || problems.String() != "error: broken disk\n" {
		t.Errorf("status %d, output %q, errors %q", status, &out, &problems)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("broken disk") }

// The name of a file that isn't there can't take the terminal over.
func TestEscapes(t *testing.T) {
	var out, problems bytes.Buffer
	for _, args := range [][]string{
		{"floor", "solve", "\x1b[2Jx"}, {"flip", "solve", "--buttons", "\x1b]0;x\a"}, {"perm", "solve", "no\x1bthing"},
		{"floor", "solve", "--picture", "\x1b[2J/x.svg"}, {"floor", "\x1b[31m"},
	} {
		if status := cli.Run(t.Context(), args, strings.NewReader(""), &out, &problems); status != 2 {
			t.Errorf("%q: status %d", args, status)
		}
	}
	if text := problems.String(); strings.ContainsAny(text, "\x1b\a") || !strings.Contains(text, "no such file: ?[2Jx") {
		t.Errorf("%q", text)
	}
}
