// Package jobs keeps work that takes a while: it queues it, runs it, tells who
// asks how far it is, stops it, and keeps what came of it in a database, so that
// a restart loses nothing that was finished. It doesn't know what the work is.
package jobs

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"fewest/answer"
)

// State says what has become of a job.
type State string

// The states. A job starts Queued or Running and ends in one of the others.
const (
	Queued      State = "queued"
	Running     State = "running"
	Done        State = "done"        // the work ended by itself, by its time limit too
	Cancelled   State = "cancelled"   // stopped by the user; the answer has what was known, if anything
	Interrupted State = "interrupted" // the server stopped
	Failed      State = "failed"      // Error says why
)

// Ended reports whether nothing more will happen to a job in this state.
func (s State) Ended() bool { return s != Queued && s != Running }

// Job is a piece of work and what has become of it.
type Job struct {
	ID       string
	Puzzle   string
	Kind     string
	Request  json.RawMessage // what was asked
	State    State
	Created  time.Time
	Finished time.Time // zero until the job has ended
	Progress answer.Progress
	Answer   json.RawMessage // nil if there is none
	Error    string          // why the job failed
}

// Result is what work comes to.
type Result struct {
	Answer json.RawMessage
	Whole  bool // the answer is all there is to know, not what was known when the context ended
}

// Work is what a job does. It ends soon after its context and then returns what
// it knows, if anything.
type Work func(ctx context.Context, report func(answer.Progress)) (Result, error)

// Options say how many jobs a Manager takes and keeps.
type Options struct {
	Running int                           // at a time; 1 or more
	Queued  int                           // waiting, beside those that run
	Kept    int                           // ended jobs; older ones are forgotten
	Log     *slog.Logger                  // nil for none
	Ended   func(j *Job, seconds float64) // called after a job has ended, if not nil
}

// Errors that a Manager returns.
var (
	ErrFull     = errors.New("as many jobs are waiting as may")
	ErrClosed   = errors.New("the server is stopping")
	ErrNotFound = errors.New("no such job")
)

// The causes for which a job's context ends before its time.
var (
	errStopped  = errors.New("stopped by the user")
	errShutdown = errors.New("the server stopped")
)

// Manager runs jobs.
type Manager struct {
	opt   Options
	store *Store

	mu       sync.Mutex
	live     map[string]*live // jobs that haven't ended, and ended ones that could not be stored
	waiting  []*live          // in order
	running  int
	reserved int // jobs that are being written to the store for the first time
	closed   bool
	work     sync.WaitGroup // jobs that run, and the keeper of progress
	quit     chan struct{}
}

// live is a job in memory. Its fields are guarded by the manager's mutex.
type live struct {
	Job
	work    Work
	started time.Time
	cancel  context.CancelCauseFunc // nil until it runs
	changed chan struct{}           // closed at the next change
	unsaved bool                    // progress that the store doesn't have
}

// Open returns a Manager over a store. Jobs that the store says are waiting or
// running are those of a server that was killed, and are marked as interrupted.
func Open(store *Store, opt Options) (*Manager, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	opt.Running = max(opt.Running, 1)
	n, err := store.interrupt(time.Now())
	if err != nil {
		return nil, err
	}
	if n > 0 {
		opt.Log.Warn("jobs of an earlier run were interrupted", "jobs", n)
	}
	m := &Manager{opt: opt, store: store, live: map[string]*live{}, quit: make(chan struct{})}
	m.work.Add(1)
	go m.keepProgress()
	return m, nil
}

// Submit stores a job and starts it, or puts it in the queue. It returns
// ErrFull if there is no room and ErrClosed when the server is stopping.
func (m *Manager) Submit(puzzle, kind string, request json.RawMessage, work Work) (Job, error) {
	l := &live{work: work, changed: make(chan struct{}), Job: Job{
		ID: strings.ToLower(rand.Text()[:16]), Puzzle: puzzle, Kind: kind, Request: request,
		State: Queued, Created: time.Now().UTC().Truncate(time.Millisecond),
		Progress: answer.Progress{Phase: "waiting", Upper: answer.Unknown},
	}}
	m.mu.Lock()
	switch {
	case m.closed:
		m.mu.Unlock()
		return Job{}, ErrClosed
	case m.running+len(m.waiting)+m.reserved >= m.opt.Running+m.opt.Queued:
		m.mu.Unlock()
		return Job{}, ErrFull
	}
	m.reserved++
	m.work.Add(1) // Close waits for the job to be stored
	m.mu.Unlock()
	defer m.work.Done()

	err := m.store.insert(&l.Job)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reserved--
	if err != nil {
		return Job{}, err
	}
	m.live[l.ID] = l
	m.waiting = append(m.waiting, l)
	if m.closed {
		return Job{}, ErrClosed // Close ends it with the others that wait
	}
	m.startNext()
	return l.Job, nil
}

// startNext starts jobs that wait while there is room. The mutex is held.
func (m *Manager) startNext() {
	for len(m.waiting) > 0 && m.running < m.opt.Running && !m.closed {
		l := m.waiting[0]
		m.waiting = slices.Delete(m.waiting, 0, 1)
		m.running++
		ctx, cancel := context.WithCancelCause(context.Background())
		l.State, l.cancel, l.started = Running, cancel, time.Now()
		l.Progress.Phase = "starting"
		l.change()
		m.work.Add(1)
		go func() {
			defer m.work.Done()
			m.run(ctx, l)
		}()
	}
}

// change tells those who follow the job. The mutex is held.
func (l *live) change() {
	l.unsaved = true
	close(l.changed)
	l.changed = make(chan struct{})
}

// run does a job's work and keeps what comes of it.
func (m *Manager) run(ctx context.Context, l *live) {
	m.opt.Log.Info("job started", "job", l.ID, "puzzle", l.Puzzle, "kind", l.Kind)
	result, err := m.attempt(ctx, l)
	cause := context.Cause(ctx)
	l.cancel(nil)

	m.mu.Lock()
	ended := l.Job // with the progress so far
	m.mu.Unlock()
	ended.Answer = result.Answer
	switch {
	case cause == errStopped && !(err == nil && result.Whole):
		ended.State = Cancelled
	case cause == errShutdown && !(err == nil && result.Whole):
		ended.State = Interrupted
	case err != nil:
		ended.State, ended.Error = Failed, err.Error()
	default:
		ended.State = Done
	}
	m.end(l, ended)
	m.mu.Lock()
	m.running--
	m.startNext()
	m.mu.Unlock()
}

// attempt does the work and turns a panic into an error.
func (m *Manager) attempt(ctx context.Context, l *live) (result Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			m.opt.Log.Error("job panicked", "job", l.ID, "panic", p, "stack", string(debug.Stack()))
			result, err = Result{}, fmt.Errorf("internal error: %v", p)
		}
	}()
	return l.work(ctx, func(p answer.Progress) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if !l.State.Ended() && p != l.Progress {
			l.Progress = p
			l.change()
		}
	})
}

// end stores how a job ended and tells those who follow it. A job that can't be
// stored stays in memory, so that its answer isn't lost while the server runs.
func (m *Manager) end(l *live, ended Job) {
	ended.Finished = time.Now().UTC().Truncate(time.Millisecond)
	err := m.store.finish(&ended, m.opt.Kept)
	if err != nil {
		m.opt.Log.Error("job could not be stored", "job", l.ID, "error", err)
	}
	m.mu.Lock()
	l.Job = ended
	l.work = nil
	if err == nil {
		delete(m.live, l.ID)
	}
	l.change()
	l.unsaved = false
	seconds := 0.0
	if !l.started.IsZero() {
		seconds = time.Since(l.started).Seconds()
	}
	m.mu.Unlock()
	m.opt.Log.Info("job ended", "job", ended.ID, "state", ended.State, "seconds", seconds, "error", ended.Error)
	if m.opt.Ended != nil {
		m.opt.Ended(&ended, seconds)
	}
}

// Get returns a job as it is now.
func (m *Manager) Get(id string) (Job, error) {
	job, _, err := m.Follow(id)
	return job, err
}

// Follow returns a job as it is now, and a channel that is closed when it
// changes; nil if it has ended.
func (m *Manager) Follow(id string) (Job, <-chan struct{}, error) {
	if job, changed, ok := m.inMemory(id); ok {
		return job, changed, nil
	}
	job, err := m.store.get(id)
	return job, nil, err
}

func (m *Manager) inMemory(id string) (Job, <-chan struct{}, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l, ok := m.live[id]
	switch {
	case !ok:
		return Job{}, nil, false
	case l.State.Ended():
		return l.Job, nil, true
	}
	return l.Job, l.changed, true
}

// List returns at most limit jobs, the newest first; those that are older than
// the job after, if it isn't "".
func (m *Manager) List(limit int, after string) ([]Job, error) {
	list, err := m.store.list(limit, after)
	for i := range list {
		if job, _, ok := m.inMemory(list[i].ID); ok {
			list[i] = job
		}
	}
	return list, err
}

// Stop asks a job to end. One that waits ends at once, one that runs soon, with
// what it knows; Follow tells when.
func (m *Manager) Stop(id string) error {
	m.mu.Lock()
	l, ok := m.live[id]
	if !ok || l.State.Ended() {
		m.mu.Unlock()
		_, err := m.Get(id)
		return err
	}
	if l.cancel != nil {
		l.cancel(errStopped)
		m.mu.Unlock()
		return nil
	}
	m.waiting = slices.DeleteFunc(m.waiting, func(other *live) bool { return other == l })
	l.State = Cancelled // so that nobody else ends it
	ended := l.Job
	m.mu.Unlock()
	m.end(l, ended)
	return nil
}

// Remove forgets a job that has ended.
func (m *Manager) Remove(id string) error {
	m.mu.Lock()
	if l, ok := m.live[id]; ok && l.State.Ended() {
		delete(m.live, id)
	}
	m.mu.Unlock()
	return m.store.remove(id)
}

// Load returns how many jobs run and wait.
func (m *Manager) Load() (running, waiting int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running, len(m.waiting) + m.reserved
}

// patience is how long a job may go on after it was told to end. It should take
// a tenth of a second.
const patience = 10 * time.Second

// Close takes no more jobs, ends those there are, and returns when what they
// knew is stored.
func (m *Manager) Close() {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return
	}
	m.closed = true
	for _, l := range m.live {
		if l.cancel != nil {
			l.cancel(errShutdown)
		}
	}
	close(m.quit)
	m.mu.Unlock()
	settled := make(chan struct{})
	go func() {
		m.work.Wait()
		close(settled)
	}()
	select {
	case <-settled:
	case <-time.After(patience): // the store will be told at the next start
		m.opt.Log.Error("jobs didn't end when told to")
	}
	m.mu.Lock()
	waiting := m.waiting
	m.waiting = nil
	for _, l := range waiting {
		l.State = Interrupted
	}
	m.mu.Unlock()
	for _, l := range waiting {
		m.end(l, l.Job)
	}
}

// keepProgress writes what running jobs know to the store now and then, for the
// case that the server is killed.
func (m *Manager) keepProgress() {
	defer m.work.Done()
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-m.quit:
			return
		case <-tick.C:
		}
		var changed []Job
		m.mu.Lock()
		for _, l := range m.live {
			if l.unsaved && !l.State.Ended() {
				changed = append(changed, l.Job)
				l.unsaved = false
			}
		}
		m.mu.Unlock()
		for i := range changed {
			if err := m.store.progress(&changed[i]); err != nil {
				m.opt.Log.Warn("progress could not be stored", "job", changed[i].ID, "error", err)
			}
		}
	}
}
