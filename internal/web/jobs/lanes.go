package jobs

import (
	"context"
	"slices"
	"time"
)

// lanes are where jobs run. Nobody can tell beforehand how long a search takes,
// so a lane of its own is kept for short work: what is expected to be short runs
// there at once, and any job that would have to wait gets one try there. A job
// that isn't done when its try is over goes back to the queue with the bounds it
// has, and starts anew when there is room among the long ones. So short work
// never waits behind long work, for at most one try's time lost.
type lanes struct {
	waiting     []*live // in order
	running     int     // in the lane for any work
	quick       int     // in the lane for short work
	trying      int     // of these, jobs that aren't expected to be short
	long, short int     // jobs accepted and not ended, by what is expected of them
}

// lane is one of the two.
type lane string

const (
	anyLane   lane = "any"
	quickLane lane = "quick"
)

// count counts a job that is accepted, or with -1 one that has ended.
func (a *lanes) count(short bool, n int) {
	if short {
		a.short += n
	} else {
		a.long += n
	}
}

// takes reports whether there is room for one more job. Long ones leave short
// ones their room. The mutex is held.
func (m *Manager) takes(short bool) bool {
	if short && m.opt.Quick > 0 {
		return m.lanes.short < m.opt.Quick+m.opt.Queued
	}
	return m.lanes.long < m.opt.Running+m.opt.Queued
}

// next takes a job that can start from the queue, and says in which lane; nil
// if none can. The mutex is held.
func (m *Manager) next() (*live, lane) {
	a := &m.lanes
	first := func(ok func(l *live) bool) *live {
		i := slices.IndexFunc(a.waiting, ok)
		if i < 0 {
			return nil
		}
		l := a.waiting[i]
		a.waiting = slices.Delete(a.waiting, i, i+1)
		return l
	}
	if a.quick < m.opt.Quick {
		if l := first(func(l *live) bool { return l.short && !l.tried }); l != nil {
			return l, quickLane
		}
	}
	if a.running < m.opt.Running {
		if l := first(func(l *live) bool { return l.tried }); l != nil {
			return l, anyLane
		}
		return first(func(*live) bool { return true }), anyLane
	}
	// One place is always left to what is expected to be short.
	if a.quick < m.opt.Quick && a.trying < m.opt.Quick-1 {
		return first(func(l *live) bool { return !l.tried }), quickLane
	}
	return nil, ""
}

// startNext starts jobs that wait while there is room. The mutex is held.
func (m *Manager) startNext() {
	for !m.closed {
		l, in := m.next()
		if l == nil {
			return
		}
		m.lanes.enter(l, in, +1)
		ctx, cancel := context.WithCancelCause(context.Background())
		l.State, l.cancel = Running, cancel
		if l.started.IsZero() {
			l.started = time.Now()
		}
		l.Progress.Phase = "starting"
		l.change()
		m.work.Add(1)
		go func() {
			defer m.work.Done()
			m.run(ctx, l, in)
		}()
	}
}

// enter notes that a job is in a lane, or with -1 that it has left it.
func (a *lanes) enter(l *live, in lane, n int) {
	switch {
	case in == anyLane:
		a.running += n
	default:
		a.quick += n
		if !l.short {
			a.trying += n
		}
	}
}

// again puts a job whose try is over back into the queue. It reports false if
// the job was stopped or the server is stopping.
func (m *Manager) again(l *live, in lane, known []byte) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || l.stopped {
		return false
	}
	m.lanes.enter(l, in, -1)
	l.cancel(nil)
	l.cancel, l.tried = nil, true
	l.State, l.Progress.Phase = Queued, "waiting for its turn"
	if known != nil {
		l.Answer = known
	}
	l.change()
	m.lanes.waiting = append(m.lanes.waiting, l)
	m.startNext()
	return true
}

// Load returns how many jobs run and wait.
func (m *Manager) Load() (running, waiting int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	running = m.lanes.running + m.lanes.quick
	return running, m.lanes.long + m.lanes.short - running
}
