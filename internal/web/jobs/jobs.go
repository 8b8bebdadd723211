// Package jobs keeps work that takes a while: it queues it, runs it, tells who
// asks how far it is, stops it, and keeps what came of it in a database, so that
// a restart loses nothing that was finished. It doesn't know what the work is.
package jobs

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"fewest/answer"
)

// State says what has become of a job.
type State string

// The states. A job is Queued and Running, perhaps more than once, and ends in
// one of the others.
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
	State    State
	Created  time.Time
	Finished time.Time // zero until the job has ended
	Progress answer.Progress
	Error    string // why the job failed
	Bytes    int64  // of Request and Answer together, where they are left out

	// What was asked, and what came of it, nil if nothing did. They can be
	// large: List and Follow leave them out.
	Request json.RawMessage
	Answer  json.RawMessage
}

// brief is the job without what can be large.
func (j Job) brief() Job {
	j.Bytes = int64(len(j.Request) + len(j.Answer))
	j.Request, j.Answer = nil, nil
	return j
}

// Result is what work comes to.
type Result struct {
	Answer json.RawMessage
	Whole  bool // the answer is all there is to know, not what was known when the context ended
}

// Work is what a job does. It ends soon after its context and then returns what
// it knows, if anything. It may be asked a second time if a first try was cut
// short.
type Work func(ctx context.Context, report func(answer.Progress)) (Result, error)

// Options say how many jobs a Manager takes and keeps.
type Options struct {
	Running   int                           // at a time; 1 or more
	Quick     int                           // at a time in the lane for short work; 0 for no such lane
	Try       time.Duration                 // how long a job may stay in that lane
	Queued    int                           // waiting, beside those that run
	Kept      int                           // ended jobs, 0 for any number; older ones are forgotten
	KeptBytes int64                         // of what ended jobs asked and answered, likewise
	Log       *slog.Logger                  // nil for none
	Ended     func(j *Job, seconds float64) // called after a job has ended, if not nil
}

// Errors that a Manager returns.
var (
	ErrFull     = errors.New("as many jobs are waiting as may")
	ErrClosed   = errors.New("the server is stopping")
	ErrNotFound = errors.New("no such job")
)

// Manager runs jobs.
type Manager struct {
	opt   Options
	store *Store

	mu     sync.Mutex
	live   map[string]*live // jobs that haven't ended, and ended ones that could not be stored
	lanes  lanes
	closed bool
	work   sync.WaitGroup // jobs that run, and the keeper of progress
	quit   chan struct{}
}

// live is a job in memory. Its fields are guarded by the manager's mutex.
type live struct {
	Job
	work    Work
	short   bool // it is expected to take a moment
	tried   bool // it has had its try in the lane for short work
	stopped bool // by the user
	started time.Time
	cancel  context.CancelCauseFunc // nil while it doesn't run
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
	if err := store.trim(opt.Kept, opt.KeptBytes); err != nil {
		return nil, err
	}
	if err := store.shrink(); err != nil {
		return nil, err
	}
	m := &Manager{opt: opt, store: store, live: map[string]*live{}, quit: make(chan struct{})}
	m.work.Add(1)
	go m.keepProgress()
	return m, nil
}

// Submit stores a job and starts it, or puts it in the queue. Short says that
// it is expected to take a moment. Submit returns ErrFull if there is no room
// and ErrClosed when the server is stopping.
func (m *Manager) Submit(puzzle, kind string, request json.RawMessage, short bool, work Work) (Job, error) {
	l := &live{work: work, short: short, changed: make(chan struct{}), Job: Job{
		ID: strings.ToLower(rand.Text()[:16]), Puzzle: puzzle, Kind: kind, Request: request,
		State: Queued, Created: time.Now().UTC().Truncate(time.Millisecond),
		Progress: answer.Progress{Phase: "waiting", Upper: answer.Unknown},
	}}
	m.mu.Lock()
	switch {
	case m.closed:
		m.mu.Unlock()
		return Job{}, ErrClosed
	case !m.takes(short):
		m.mu.Unlock()
		return Job{}, ErrFull
	}
	m.lanes.count(short, +1)
	m.work.Add(1) // Close waits for the job to be stored
	m.mu.Unlock()
	defer m.work.Done()

	err := m.store.insert(&l.Job)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.lanes.count(short, -1)
		return Job{}, err
	}
	m.live[l.ID] = l
	m.lanes.waiting = append(m.lanes.waiting, l)
	if m.closed {
		return Job{}, ErrClosed // Close ends it with the others that wait
	}
	m.startNext()
	return l.Job, nil
}

// change tells those who follow the job. The mutex is held.
func (l *live) change() {
	l.unsaved = true
	close(l.changed)
	l.changed = make(chan struct{})
}

// Get returns a job as it is now, all of it.
func (m *Manager) Get(id string) (Job, error) {
	if job, _, ok := m.inMemory(id); ok {
		return job, nil
	}
	return m.store.get(id)
}

// Follow returns a job as it is now, without what can be large, and a channel
// that is closed when it changes; nil if it has ended.
func (m *Manager) Follow(id string) (Job, <-chan struct{}, error) {
	if job, changed, ok := m.inMemory(id); ok {
		return job.brief(), changed, nil
	}
	job, err := m.store.brief(id)
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

// List returns at most limit jobs, the newest first, without what can be large;
// those that are older than the job after, if it isn't "".
func (m *Manager) List(limit int, after string) ([]Job, error) {
	list, err := m.store.list(limit, after)
	for i := range list {
		if job, _, ok := m.inMemory(list[i].ID); ok {
			list[i] = job.brief()
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
		_, _, err := m.Follow(id)
		return err
	}
	l.stopped = true
	if l.cancel != nil {
		l.cancel(errStopped)
		m.mu.Unlock()
		return nil
	}
	m.lanes.waiting = slices.DeleteFunc(m.lanes.waiting, func(other *live) bool { return other == l })
	ended := m.settle(l, Cancelled)
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
	waiting := m.lanes.waiting
	m.lanes.waiting = nil
	ended := make([]Job, len(waiting))
	for i, l := range waiting {
		ended[i] = m.settle(l, Interrupted)
	}
	m.mu.Unlock()
	for i, l := range waiting {
		m.end(l, ended[i])
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
