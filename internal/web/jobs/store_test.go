package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fewest/answer"
	"fewest/internal/parallel"
)

// The store keeps to its budget of bytes, and a file that was kept without one
// becomes small.
func TestBudget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs.db")
	large := json.RawMessage(`"` + strings.Repeat("x", 1_000_000) + `"`)
	fill := func(opt Options, n int) (newest string) {
		store, err := OpenStore(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Open(store, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range n {
			j, err := m.Submit("floor", "solve", large, false, known(string(large)))
			if err != nil {
				t.Fatal(err)
			}
			until(t, m, j.ID, ended)
			newest = j.ID
		}
		m.Close()
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		return newest
	}
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	budget := Options{Running: 1, Queued: 1, KeptBytes: 10_000_000}
	fill(budget, 10)
	if n := size(); n > 15_000_000 {
		t.Errorf("%d bytes for a budget of %d", n, budget.KeptBytes)
	}
	fill(Options{Running: 1, Queued: 1}, 25) // 50 MB
	if n := size(); n < 50_000_000 {
		t.Errorf("%d bytes without a budget", n)
	}
	newest := fill(budget, 1)
	if n := size(); n > 15_000_000 {
		t.Errorf("%d bytes for a budget of %d", n, budget.KeptBytes)
	}
	m := open(t, path, budget)
	list, err := m.List(100, "")
	if err != nil || len(list) != 4 || list[0].ID != newest {
		t.Errorf("%d jobs, %v", len(list), err)
	}
	for _, j := range list {
		if j.Bytes != 2*int64(len(large)) || j.Request != nil || j.Answer != nil {
			t.Errorf("a job of %d bytes, %d and %d of them listed", j.Bytes, len(j.Request), len(j.Answer))
		}
	}
	if j, err := m.Get(newest); err != nil || !bytes.Equal(j.Request, large) || !bytes.Equal(j.Answer, large) {
		t.Errorf("the newest: %v", err)
	}
}

// A row that no server wrote is a job that failed, and takes nobody with it.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs.db")
	damages := []string{
		"answer = 'no JSON'", "answer = x'ff00'", "request = '{'", "state = 'happy'", "created = 9223372036854775807", "created = -1",
		"finished = 9223372036854775807", "finished = -5", "lower = -9", "upper = -9", "state = 'running'",
		"phase = x'ff', error = x'00ff'", "puzzle = ''",
	}
	store, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(store, Options{Running: 1, Queued: 1})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for range damages {
		j := submit(t, m, known(`1`))
		until(t, m, j.ID, ended)
		ids = append(ids, j.ID)
	}
	m.Close()
	for i, change := range damages {
		change = strings.ReplaceAll(change, "x'ff', error = x'00ff'", "CAST(x'ff' AS TEXT), error = CAST(x'00ff' AS TEXT)")
		change = strings.ReplaceAll(strings.ReplaceAll(change, "'no JSON'", "CAST('no JSON' AS BLOB)"), "'{'", "CAST('{' AS BLOB)")
		if _, err := store.db.Exec("UPDATE jobs SET "+change+" WHERE id = ?", ids[i]); err != nil {
			t.Fatal(change, err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	m = open(t, path, Options{})
	list, err := m.List(100, "")
	if err != nil || len(list) != len(damages) {
		t.Fatalf("%d jobs, %v", len(list), err)
	}
	for i, change := range damages {
		j, err := m.Get(ids[i])
		if err != nil {
			t.Errorf("%s: %v", change, err)
		}
		harmless := strings.HasPrefix(change, "phase") || strings.HasPrefix(change, "puzzle") || strings.HasPrefix(change, "finished = -")
		if !harmless && (j.State != Failed || !strings.Contains(j.Error, "can be read")) {
			t.Errorf("%s: %s %q", change, j.State, j.Error)
		}
		if _, err := json.Marshal(j); err != nil {
			t.Errorf("%s: %v", change, err)
		}
		if err := m.Remove(ids[i]); err != nil && !strings.HasPrefix(change, "finished = -") {
			t.Errorf("removing it, %s: %v", change, err)
		}
	}
}

// A panic in a goroutine of a job is the job's alone; the log has its stack.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	m := open(t, Memory, Options{Running: 1, Queued: 5, Log: slog.New(slog.NewTextHandler(&log, nil))})
	explode := func(what any) { panic(what) }
	j := submit(t, m, func(context.Context, func(answer.Progress)) (Result, error) {
		var g parallel.Group
		g.Go(func() { explode("annealing went wrong") })
		g.Wait()
		return Result{}, errors.New("it went on")
	})
	j = until(t, m, j.ID, ended)
	if j.State != Failed || j.Error != "internal error: annealing went wrong" {
		t.Errorf("%s %q", j.State, j.Error)
	}
	j = until(t, m, submit(t, m, known(`1`)).ID, ended)
	if j.State != Done {
		t.Errorf("the next: %s", j.State)
	}
	m.Close()
	for _, want := range []string{"job panicked", "annealing went wrong", "store_test.go"} {
		if !strings.Contains(log.String(), want) && !(strings.Contains(log.String(), "TestPanic.func")) {
			t.Errorf("no %s in the log: %s", want, fmt.Sprint(log.String()))
		}
	}
}
