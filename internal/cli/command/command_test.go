package command

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"fewest/answer"
	"fewest/level"
	"fewest/render"
)

// patient is a puzzle whose solver works until its context ends, and knows
// nothing but bounds; started is closed once it works.
func patient(started chan struct{}) Puzzle[int] {
	return Puzzle[int]{
		Name: level.Floor, Move: "step", Moves: "steps",
		Solve: func(ctx context.Context, e *level.Entry, report func(answer.Progress)) (answer.Answer[int], error) {
			close(started)
			<-ctx.Done()
			return answer.Answer[int]{Status: answer.Bounded, Moves: 2, LowerBound: 1, Plan: []int{7, 8}, Method: "luck", Proof: "faith", Stop: answer.Ended(ctx)}, nil
		},
		Draw: func(render.Text, *level.Entry, *answer.Answer[int]) string { return "picture\n" },
	}
}

func TestInterruptedWhileSolving(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	var out, problems bytes.Buffer
	a := &App{Ctx: ctx, In: strings.NewReader("RG\n\nRG\n"), Out: &out, Err: &problems}
	started := make(chan struct{})
	s := Solving[int]{Puzzle: patient(started)}
	go func() {
		<-started
		interrupt()
	}()
	if err := s.Run(a, nil); err != nil {
		t.Fatal(err)
	}
	want := "stdin#1 (1 x 2)\n\npicture\n\n1 to 2 steps: lower bound 1 by faith, plan of 2 by luck replayed, interrupted (under 1 ms)\n"
	if out.String() != want || problems.Len() > 0 || a.Status != ExitInterrupted {
		t.Errorf("status %d, output %q, errors %q", a.Status, &out, &problems)
	}
}

func TestTimeLimit(t *testing.T) {
	var out bytes.Buffer
	a := &App{Ctx: context.Background(), In: strings.NewReader("RG\n"), Out: &out, Err: io.Discard}
	s := Solving[int]{Puzzle: patient(make(chan struct{})), Quiet: true}
	s.Limits.Time = time.Millisecond
	if err := s.Run(a, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "time limit reached") || a.Status != ExitBounded {
		t.Errorf("status %d, output %q", a.Status, &out)
	}
}

func TestExitStatusesRank(t *testing.T) {
	for _, test := range []struct {
		noted []int
		want  int
	}{
		{nil, 0}, {[]int{0, 3}, 3}, {[]int{2, 3}, 2}, {[]int{3, 2}, 2}, {[]int{1, 3}, 1}, {[]int{2, 1}, 2}, {[]int{130, 2}, 130},
	} {
		a := &App{}
		for _, status := range test.noted {
			a.Note(status)
		}
		if a.Status != test.want {
			t.Errorf("%v: %d, want %d", test.noted, a.Status, test.want)
		}
	}
}

func TestSizeValue(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "1b": 1, "2GiB": 2 << 30, "2g": 2 << 30, "500MB": 500e6, "1.5 KiB": 1536, "1k": 1024, "3TB": 3e12,
		"": -1, "0": -1, "-1": -1, "GiB": -1, "1XB": -1, "nan": -1, "inf": -1, "1e30": -1, "0x10": -1,
	} {
		var v sizeValue
		if err := v.Set(text); (err != nil) != (want < 0) || err == nil && int64(v) != want {
			t.Errorf("%q: %d, %v", text, v, err)
		}
	}
}

func TestSummary(t *testing.T) {
	p := Solving[int]{Puzzle: Puzzle[int]{Move: "press", Moves: "presses"}}
	for _, test := range []struct {
		ans  answer.Answer[int]
		want string
	}{
		{answer.Answer[int]{Status: answer.Optimal, Moves: 35, LowerBound: 35, Proof: "core-guided search", Seconds: 0.12}, "35 presses, optimal: lower bound 35 by core-guided search, plan replayed (0.1 s)"},
		{answer.Answer[int]{Status: answer.Optimal, Moves: 1, LowerBound: 1, Proof: "exhaustion", Seconds: 0.012}, "1 press, optimal: lower bound 1 by exhaustion, plan replayed (12 ms)"},
		{answer.Answer[int]{Status: answer.Optimal}, "0 presses, optimal: nothing to do (under 1 ms)"},
		{answer.Answer[int]{Status: answer.Impossible, Reason: "too red", Proof: "counting"}, "not possible: too red (by counting, under 1 ms)"},
		{answer.Answer[int]{Status: answer.Bounded, Moves: answer.Unknown, LowerBound: 4, Proof: "x", Seconds: 5, Stop: answer.Stop{Cause: answer.OwnLimit, What: "late"}}, "at least 4 presses: lower bound by x, no plan found, late (5.0 s)"},
	} {
		if got := p.Summary(&test.ans); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
