package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/render"
)

// patient is a puzzle whose solver works until its context ends, and knows
// nothing but bounds; started is closed once it works.
func patient(started chan struct{}) puzzle[int] {
	return puzzle[int]{
		name: board.Floor, move: "step", moves: "steps",
		solve: func(ctx context.Context, e *board.Entry, report func(answer.Progress)) (answer.Answer[int], error) {
			close(started)
			<-ctx.Done()
			return answer.Answer[int]{Status: answer.Bounded, Moves: 2, LowerBound: 1, Plan: []int{7, 8}, Method: "luck", Proof: "faith"}, nil
		},
		draw: func(render.Text, *board.Entry, *answer.Answer[int]) string { return "picture\n" },
	}
}

func TestInterruptedWhileSolving(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	var out, problems bytes.Buffer
	a := &app{ctx: ctx, in: strings.NewReader("RG\n\nRG\n"), out: &out, err: &problems}
	started := make(chan struct{})
	s := solving[int]{puzzle: patient(started)}
	go func() {
		<-started
		interrupt()
	}()
	if err := s.run(a, nil); err != nil {
		t.Fatal(err)
	}
	want := "stdin#1 (1 x 2)\n\npicture\n\n1 to 2 steps: lower bound 1 by faith, plan of 2 by luck replayed, interrupted (under 1 ms)\n"
	if out.String() != want || problems.Len() > 0 || a.status != exitInterrupted {
		t.Errorf("status %d, output %q, errors %q", a.status, &out, &problems)
	}
}

func TestTimeLimit(t *testing.T) {
	var out bytes.Buffer
	a := &app{ctx: context.Background(), in: strings.NewReader("RG\n"), out: &out, err: io.Discard}
	s := solving[int]{puzzle: patient(make(chan struct{})), quiet: true}
	s.limits.time = time.Millisecond
	if err := s.run(a, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "time limit reached") || a.status != exitBounded {
		t.Errorf("status %d, output %q", a.status, &out)
	}
}

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
		if status := Run(ctx, args, in, &out, &problems); status != exitInterrupted {
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
		done <- Run(context.Background(), []string{"floor", "solve", "--answer"}, in, out, io.Discard)
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
	if status := <-done; status != exitDone {
		t.Errorf("status %d", status)
	}
}

func TestReadingFails(t *testing.T) {
	in := io.MultiReader(strings.NewReader("RG\n\nRG"), brokenReader{})
	var out, problems bytes.Buffer
	status := Run(context.Background(), []string{"floor", "solve", "--answer"}, in, &out, &problems)
	if status != exitBadInput || out.String() != "0\n" || problems.String() != "error: broken disk\n" {
		t.Errorf("status %d, output %q, errors %q", status, &out, &problems)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("broken disk") }

func TestExitStatusesRank(t *testing.T) {
	for _, test := range []struct {
		noted []int
		want  int
	}{
		{nil, 0}, {[]int{0, 3}, 3}, {[]int{2, 3}, 2}, {[]int{3, 2}, 2}, {[]int{1, 3}, 1}, {[]int{2, 1}, 2}, {[]int{130, 2}, 130},
	} {
		a := &app{}
		for _, status := range test.noted {
			a.note(status)
		}
		if a.status != test.want {
			t.Errorf("%v: %d, want %d", test.noted, a.status, test.want)
		}
	}
}

func TestSizeValue(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "1b": 1, "2GiB": 2 << 30, "2g": 2 << 30, "500MB": 500e6, "1.5 KiB": 1536, "1k": 1024, "3TB": 3e12,
		"": -1, "0": -1, "-1": -1, "GiB": -1, "1XB": -1, "nan": -1, "inf": -1, "1e30": -1, "0x10": -1, "1e3": 1000,
	} {
		var v sizeValue
		if err := v.Set(text); (err != nil) != (want < 0) || err == nil && int64(v) != want {
			t.Errorf("%q: %d, %v", text, v, err)
		}
	}
}

func TestSummary(t *testing.T) {
	p := solving[int]{puzzle: puzzle[int]{move: "press", moves: "presses"}}
	for _, test := range []struct {
		ans  answer.Answer[int]
		want string
	}{
		{answer.Answer[int]{Status: answer.Optimal, Moves: 35, LowerBound: 35, Proof: "core-guided search", Seconds: 0.12}, "35 presses, optimal: lower bound 35 by core-guided search, plan replayed (0.1 s)"},
		{answer.Answer[int]{Status: answer.Optimal, Moves: 1, LowerBound: 1, Proof: "exhaustion", Seconds: 0.012}, "1 press, optimal: lower bound 1 by exhaustion, plan replayed (12 ms)"},
		{answer.Answer[int]{Status: answer.Optimal}, "0 presses, optimal: nothing to do (under 1 ms)"},
		{answer.Answer[int]{Status: answer.Impossible, Reason: "too red", Proof: "counting"}, "not possible: too red (by counting, under 1 ms)"},
		{answer.Answer[int]{Status: answer.Bounded, Moves: answer.Unknown, LowerBound: 4, Proof: "x", Seconds: 5}, "at least 4 presses: lower bound by x, no plan found, late (5.0 s)"},
	} {
		if got := p.summary(&test.ans, "late"); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
