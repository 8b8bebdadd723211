package jobs

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"fewest/answer"
	"fewest/internal/parallel"
)

// The causes for which a job's context ends before its time.
var (
	errStopped  = errors.New("stopped by the user")
	errShutdown = errors.New("the server stopped")
	errTried    = errors.New("not short work after all")
)

// run does a job's work and keeps what comes of it.
func (m *Manager) run(ctx context.Context, l *live, in lane) {
	m.opt.Log.Info("job started", "job", l.ID, "puzzle", l.Puzzle, "kind", l.Kind, "lane", string(in))
	if in == quickLane {
		try := time.AfterFunc(m.opt.Try, func() { m.cut(l) })
		defer try.Stop()
	}
	result, err := m.attempt(ctx, l)
	cause := context.Cause(ctx)
	whole := err == nil && result.Whole
	if cause == errTried && !whole && m.again(l, in, result.Answer) {
		return
	}
	m.mu.Lock()
	state := Done
	switch {
	case l.stopped && !whole:
		state = Cancelled
	case (cause == errShutdown || cause == errTried) && !whole:
		state = Interrupted
	case err != nil:
		state = Failed
	}
	l.cancel(nil)
	m.lanes.enter(l, in, -1)
	ended := m.settle(l, state)
	m.mu.Unlock()
	if result.Answer != nil {
		ended.Answer = result.Answer
	}
	if state == Failed {
		ended.Answer, ended.Error = nil, shortened(err.Error())
	}
	m.end(l, ended)
	m.mu.Lock()
	m.startNext()
	m.mu.Unlock()
}

// shortened keeps an error from repeating a large request.
func shortened(text string) string {
	const most = 1000
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// cut ends a job's try.
func (m *Manager) cut(l *live) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l.cancel != nil {
		l.cancel(errTried)
	}
}

// attempt does the work and turns a panic into an error.
func (m *Manager) attempt(ctx context.Context, l *live) (result Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			stack := string(debug.Stack())
			if inner, ok := p.(*parallel.Panic); ok {
				stack = inner.Stack
			}
			m.opt.Log.Error("job panicked", "job", l.ID, "panic", fmt.Sprint(p), "stack", stack)
			result, err = Result{}, fmt.Errorf("internal error: %v", p)
		}
	}()
	return l.work(ctx, func(p answer.Progress) {
		m.mu.Lock()
		defer m.mu.Unlock()
		// What a first try has found holds.
		before := l.Progress
		p.Lower = max(p.Lower, before.Lower)
		if p.Upper == answer.Unknown || before.Upper != answer.Unknown && before.Upper < p.Upper {
			p.Upper = before.Upper
		}
		if !l.State.Ended() && p != before {
			l.Progress = p
			l.change()
		}
	})
}

// settle decides how a job ends, so that nobody else ends it, and returns it
// with what is known so far. The mutex is held.
func (m *Manager) settle(l *live, state State) Job {
	m.lanes.count(l.short, -1)
	ended := l.Job
	ended.State = state
	if l.cancel == nil {
		l.State = state // it doesn't run
	}
	return ended
}

// end stores how a job ended and tells those who follow it. A job that can't be
// stored stays in memory, so that its answer isn't lost while the server runs.
func (m *Manager) end(l *live, ended Job) {
	ended.Finished = time.Now().UTC().Truncate(time.Millisecond)
	err := m.store.finish(&ended)
	if err == nil {
		err = m.store.trim(m.opt.Kept, m.opt.KeptBytes)
	}
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
