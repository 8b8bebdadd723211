package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"fewest/answer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open returns a manager over the database at path, closed at the test's end.
func open(t *testing.T, path string, opt Options) *Manager {
	t.Helper()
	store, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(store, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		m.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// known is work that is done at once.
func known(text string) Work {
	return func(context.Context, func(answer.Progress)) (Result, error) {
		return Result{json.RawMessage(text), true}, nil
	}
}

// patient is work that reports bounds, and goes on until its context ends or
// release is closed.
func patient(release <-chan struct{}) Work {
	return func(ctx context.Context, report func(answer.Progress)) (Result, error) {
		report(answer.Progress{Phase: "thinking", Lower: 3, Upper: 5})
		select {
		case <-ctx.Done():
			return Result{json.RawMessage(`"3..5"`), false}, nil
		case <-release:
			return Result{json.RawMessage(`"4"`), true}, nil
		}
	}
}

func submit(t *testing.T, m *Manager, work Work) Job {
	t.Helper()
	j, err := m.Submit("floor", "solve", json.RawMessage(`{}`), false, work)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// until follows a job until it is as wanted, and returns it.
func until(t *testing.T, m *Manager, id string, ok func(Job) bool) Job {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		j, changed, err := m.Follow(id)
		if err != nil {
			t.Fatal(err)
		}
		if ok(j) {
			if j, err = m.Get(id); err != nil {
				t.Fatal(err)
			}
			return j
		}
		if j.State.Ended() {
			t.Fatalf("ended too early: %+v", j)
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("waited in vain: %+v", j)
		}
	}
}

func ended(j Job) bool    { return j.State.Ended() }
func thinking(j Job) bool { return j.Progress.Phase == "thinking" }

func TestOutcomes(t *testing.T) {
	m := open(t, Memory, Options{Running: 2, Queued: 10})
	for name, c := range map[string]struct {
		work   Work
		stop   bool
		state  State
		answer string
		error  string
	}{
		"done": {work: known(`"4"`), state: Done, answer: `"4"`},
		"bounded by its limit": {work: func(context.Context, func(answer.Progress)) (Result, error) {
			return Result{json.RawMessage(`"3..5"`), false}, nil
		}, state: Done, answer: `"3..5"`},
		"failed":   {work: func(context.Context, func(answer.Progress)) (Result, error) { return Result{}, errors.New("too large") }, state: Failed, error: "too large"},
		"panicked": {work: func(context.Context, func(answer.Progress)) (Result, error) { panic("oh") }, state: Failed, error: "internal error: oh"},
		"stopped":  {work: patient(nil), stop: true, state: Cancelled, answer: `"3..5"`},
		"stopped with no answer": {work: func(ctx context.Context, report func(answer.Progress)) (Result, error) {
			report(answer.Progress{Phase: "thinking"})
			<-ctx.Done()
			return Result{}, ctx.Err()
		}, stop: true, state: Cancelled},
		"stopped when it had the answer": {work: func(ctx context.Context, report func(answer.Progress)) (Result, error) {
			report(answer.Progress{Phase: "thinking"})
			<-ctx.Done()
			return Result{json.RawMessage(`"4"`), true}, nil
		}, stop: true, state: Done, answer: `"4"`},
	} {
		t.Run(name, func(t *testing.T) {
			j := submit(t, m, c.work)
			if c.stop {
				until(t, m, j.ID, thinking)
				if err := m.Stop(j.ID); err != nil {
					t.Fatal(err)
				}
			}
			j = until(t, m, j.ID, ended)
			if j.State != c.state || string(j.Answer) != c.answer || j.Error != c.error || j.Finished.IsZero() {
				t.Errorf("got %s, answer %s, error %q, finished %v", j.State, j.Answer, j.Error, j.Finished)
			}
			if err := m.Stop(j.ID); err != nil {
				t.Errorf("stopping it again: %v", err)
			}
			if again, err := m.Get(j.ID); err != nil || again.State != c.state {
				t.Errorf("after stopping it again: %v, %v", again.State, err)
			}
		})
	}
}

func TestQueue(t *testing.T) {
	m := open(t, Memory, Options{Running: 1, Queued: 2})
	release := make(chan struct{})
	running := submit(t, m, patient(release))
	until(t, m, running.ID, thinking)
	first, second := submit(t, m, known(`1`)), submit(t, m, known(`2`))
	if first.State != Queued || second.State != Queued {
		t.Errorf("%s and %s, want both queued", first.State, second.State)
	}
	if _, err := m.Submit("floor", "solve", json.RawMessage(`{}`), false, known(`3`)); err != ErrFull {
		t.Errorf("a job too many: %v", err)
	}
	if n, w := m.Load(); n != 1 || w != 2 {
		t.Errorf("%d running, %d waiting", n, w)
	}
	if err := m.Remove(first.ID); err != ErrNotFound {
		t.Errorf("removing a job that waits: %v", err)
	}
	if err := m.Stop(first.ID); err != nil {
		t.Fatal(err)
	}
	if j := until(t, m, first.ID, ended); j.State != Cancelled || j.Answer != nil {
		t.Errorf("stopped while waiting: %s %s", j.State, j.Answer)
	}
	third := submit(t, m, known(`3`)) // there is room again
	close(release)
	for _, id := range []string{running.ID, second.ID, third.ID} {
		if j := until(t, m, id, ended); j.State != Done {
			t.Errorf("%s: %s", id, j.State)
		}
	}
	if err := m.Remove(second.ID); err != nil {
		t.Error(err)
	}
	for _, id := range []string{second.ID, "nobody"} {
		if _, err := m.Get(id); err != ErrNotFound {
			t.Errorf("%s: %v", id, err)
		}
		if err := errors.Join(m.Remove(id), m.Stop(id)); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// Every job that was accepted is there after a stop and a start.
func TestRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "here", "jobs.db")
	store, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(store, Options{Running: 1, Queued: 5})
	if err != nil {
		t.Fatal(err)
	}
	done := submit(t, m, known(`"4"`))
	until(t, m, done.ID, ended)
	running := submit(t, m, patient(nil))
	until(t, m, running.ID, thinking)
	waiting := submit(t, m, known(`1`))
	m.Close()
	if _, err := m.Submit("floor", "solve", nil, false, known(`1`)); err != ErrClosed {
		t.Errorf("a job after the end: %v", err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}

	m = open(t, path, Options{})
	for _, want := range []struct {
		id     string
		state  State
		answer string
	}{{done.ID, Done, `"4"`}, {running.ID, Interrupted, `"3..5"`}, {waiting.ID, Interrupted, ""}} {
		j, err := m.Get(want.id)
		if err != nil || j.State != want.state || string(j.Answer) != want.answer || j.Finished.IsZero() {
			t.Errorf("got %+v, %v, want %+v", j, err, want)
		}
	}
	if j, _ := m.Get(running.ID); j.Progress != (answer.Progress{Phase: "thinking", Lower: 3, Upper: 5}) {
		t.Errorf("progress %+v", j.Progress)
	}
	if j, _ := m.Get(done.ID); !j.Created.Equal(done.Created) || string(j.Request) != "{}" || j.Puzzle != "floor" || j.Kind != "solve" {
		t.Errorf("got %+v, was %+v", j, done)
	}
}

// A database whose process was killed has jobs that look as if they ran.
func TestInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs.db")
	store, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	job := Job{ID: "a", State: Running, Created: time.Now(), Request: json.RawMessage(`{}`), Progress: answer.Progress{Phase: "thinking", Lower: 7, Upper: answer.Unknown}}
	if err := errors.Join(store.insert(&job), store.progress(&job), store.Close()); err != nil {
		t.Fatal(err)
	}
	m := open(t, path, Options{})
	if j, err := m.Get("a"); err != nil || j.State != Interrupted || j.Finished.IsZero() || j.Progress != job.Progress {
		t.Errorf("%+v, %v", j, err)
	}
}

func TestList(t *testing.T) {
	m := open(t, Memory, Options{Running: 1, Queued: 20, Kept: 8})
	var ids []string // the newest first
	for range 10 {
		j := submit(t, m, known(`1`))
		until(t, m, j.ID, ended)
		ids = slices.Insert(ids, 0, j.ID)
	}
	running := submit(t, m, patient(nil))
	until(t, m, running.ID, thinking)
	ids = slices.Insert(ids, 0, running.ID)[:9] // the oldest are forgotten

	var seen []string
	after := ""
	for {
		list, err := m.List(4, after)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			break
		}
		for _, j := range list {
			seen = append(seen, j.ID)
		}
		after = seen[len(seen)-1]
	}
	if !slices.Equal(seen, ids) {
		t.Errorf("got %v\nwant %v", seen, ids)
	}
	if list, err := m.List(1, ""); err != nil || list[0].State != Running || list[0].Progress.Lower != 3 {
		t.Errorf("the newest: %+v, %v", list, err)
	}
	if _, err := m.List(1, "nobody"); err != ErrNotFound {
		t.Errorf("after a job that isn't there: %v", err)
	}
}

// All jobs end well when many clients come, stop and leave at once.
func TestMany(t *testing.T) {
	m := open(t, Memory, Options{Running: 3, Quick: 2, Try: time.Minute, Queued: 30, Kept: 10_000})
	var clients sync.WaitGroup
	for c := range 50 {
		clients.Go(func() {
			for i := range 10 {
				j, err := m.Submit("flip", "census", json.RawMessage(`{}`), i%2 == 0, known(fmt.Sprint(100*c+i)))
				if err == ErrFull {
					continue
				}
				if err != nil {
					t.Error(err)
					continue
				}
				if i%3 == 0 {
					if err := m.Stop(j.ID); err != nil {
						t.Error(err)
					}
				}
				for !j.State.Ended() {
					var changed <-chan struct{}
					if j, changed, err = m.Follow(j.ID); err != nil {
						t.Error(err)
						break
					}
					if changed != nil {
						<-changed
					}
				}
				if j, err = m.Get(j.ID); err != nil {
					t.Error(err)
				}
				if j.State == Done && string(j.Answer) != fmt.Sprint(100*c+i) || j.State != Done && j.State != Cancelled {
					t.Errorf("job %d of client %d: %s %s", i, c, j.State, j.Answer)
				}
			}
		})
	}
	clients.Wait()
	if n, w := m.Load(); n != 0 || w != 0 {
		t.Errorf("%d running, %d waiting", n, w)
	}
}

func TestBadDatabases(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(path("text"), []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	newer, err := OpenStore(path("newer"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newer.db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	newer.Close()
	used, err := OpenStore(path("used % here?")) // a name that an address would read otherwise
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	if info, err := os.Stat(path("used % here?")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	for name, want := range map[string]string{
		"text": "not a database", "newer": "newer version", "used % here?": "in use by another server", "text/below": "not a directory", "": "",
	} {
		store, err := OpenStore(path(name))
		if err == nil {
			store.Close()
			t.Errorf("%s: no error", name)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
