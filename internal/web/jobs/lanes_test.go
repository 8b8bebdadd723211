package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"fewest/answer"
)

// stubborn is work that is done when it is asked for the second time, and
// reports what it knows of before.
func stubborn(release <-chan struct{}) Work {
	asked := 0
	return func(ctx context.Context, report func(answer.Progress)) (Result, error) {
		asked++
		report(answer.Progress{Phase: "thinking", Lower: 5 - asked, Upper: 6 + asked})
		if asked == 1 {
			<-ctx.Done()
			return Result{json.RawMessage(`"4..7"`), false}, nil
		}
		return patient(release)(ctx, report)
	}
}

func submitShort(t *testing.T, m *Manager, work Work) Job {
	t.Helper()
	j, err := m.Submit("floor", "solve", json.RawMessage(`{}`), true, work)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Short work is done while long work fills its lane and the queue.
func TestShortWork(t *testing.T) {
	m := open(t, Memory, Options{Running: 1, Quick: 2, Try: time.Minute, Queued: 2})
	running := submit(t, m, patient(nil))
	until(t, m, running.ID, thinking)
	trying := submit(t, m, patient(nil))
	until(t, m, trying.ID, thinking)
	waiting := submit(t, m, patient(nil))
	if _, err := m.Submit("floor", "solve", json.RawMessage(`{}`), false, known(`3`)); err != ErrFull {
		t.Errorf("a long job too many: %v", err)
	}
	for range 5 {
		j := submitShort(t, m, known(`1`))
		if j = until(t, m, j.ID, ended); j.State != Done {
			t.Errorf("short work: %s", j.State)
		}
	}
	if n, w := m.Load(); n != 2 || w != 1 {
		t.Errorf("%d running, %d waiting", n, w)
	}
	for _, id := range []string{waiting.ID, trying.ID, running.ID} {
		if err := m.Stop(id); err != nil {
			t.Error(err)
		}
		until(t, m, id, ended)
	}
}

// What isn't done when its try is over waits for its turn, keeps its bounds, and
// starts anew.
func TestTry(t *testing.T) {
	m := open(t, Memory, Options{Running: 1, Quick: 2, Try: time.Millisecond, Queued: 5})
	first, second := make(chan struct{}), make(chan struct{})
	running := submit(t, m, patient(first))
	until(t, m, running.ID, thinking)
	isBack := func(j Job) bool { return j.State == Queued && j.Progress.Phase == "waiting for its turn" }
	tried := submitShort(t, m, stubborn(second))
	j := until(t, m, tried.ID, isBack)
	if j.Progress.Lower != 4 || j.Progress.Upper != 7 || string(j.Answer) != `"4..7"` {
		t.Errorf("after its try: %+v", j)
	}
	stopped := submit(t, m, stubborn(nil))
	until(t, m, stopped.ID, isBack)
	if err := m.Stop(stopped.ID); err != nil {
		t.Fatal(err)
	}
	if j = until(t, m, stopped.ID, ended); j.State != Cancelled || string(j.Answer) != `"4..7"` {
		t.Errorf("stopped after its try: %+v", j)
	}
	close(first)
	j = until(t, m, tried.ID, func(j Job) bool { return j.State == Running && thinking(j) })
	if j.Progress.Lower != 4 || j.Progress.Upper != 5 { // 3..8, then 3..5
		t.Errorf("the second time: %+v", j.Progress)
	}
	close(second)
	if j = until(t, m, tried.ID, ended); j.State != Done || string(j.Answer) != `"4"` {
		t.Errorf("at the end: %+v", j)
	}
	if n, w := m.Load(); n != 0 || w != 0 {
		t.Errorf("%d running, %d waiting", n, w)
	}
}

// A job that is stopped when its try ends doesn't come back.
func TestStopInTry(t *testing.T) {
	m := open(t, Memory, Options{Running: 1, Quick: 2, Try: time.Millisecond, Queued: 5})
	running := submit(t, m, patient(nil))
	until(t, m, running.ID, thinking)
	for range 50 {
		j := submit(t, m, patient(nil))
		time.Sleep(time.Millisecond)
		if err := m.Stop(j.ID); err != nil {
			t.Fatal(err)
		}
		if j = until(t, m, j.ID, ended); j.State != Cancelled {
			t.Errorf("%s", j.State)
		}
	}
	m.Close()
	if _, err := m.Get(running.ID); errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}
