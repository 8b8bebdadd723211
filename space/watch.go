package space

import (
	"context"
	"time"

	"fewest/answer"
)

const (
	// checkEvery is how many expansions pass between two looks at the context:
	// few, for a puzzle may take a millisecond over each.
	checkEvery = 16
	// reportEvery is the time between two calls of Progress.
	reportEvery = 100 * time.Millisecond
)

// watch counts the work of a search and tells it when to stop.
type watch struct {
	done    <-chan struct{}
	options *Options
	said    time.Time // when Progress was last called
	Result
}

func newWatch(ctx context.Context, o *Options) *watch {
	return &watch{done: ctx.Done(), options: o, said: time.Now()}
}

// cancelled reports whether the context has ended, and notes it.
func (w *watch) cancelled() bool {
	select {
	case <-w.done:
		w.Stop = Cancelled
		return true
	default:
		return false
	}
}

// tick counts one expansion that begins with so many states stored, bytes in
// use and states waiting. It reports whether the search must stop, and notes
// why.
func (w *watch) tick(stored, bytes, frontier int64) bool {
	w.Stored, w.Bytes = stored, bytes
	w.Peak = max(w.Peak, frontier)
	o := w.options
	if o.MaxStates > 0 && stored > o.MaxStates {
		w.Stop = StateLimit
		return true
	}
	if o.MaxBytes > 0 && bytes > o.MaxBytes {
		w.Stop = MemoryLimit
		return true
	}
	if w.Expanded%checkEvery == 0 {
		if w.cancelled() {
			return true
		}
		if o.Progress != nil && time.Since(w.said) >= reportEvery {
			w.said = time.Now()
			o.Progress(answer.Progress{Phase: "searching", Lower: w.Lower, Upper: answer.Unknown, Done: uint64(w.Expanded)})
		}
	}
	w.Expanded++
	return false
}

// stopped reports whether something ended the search.
func (w *watch) stopped() bool { return w.Stop != Unfinished }

// result completes what was found: a search that nothing ended has nothing left
// to search.
func (w *watch) result(stored, bytes int64) Result {
	if !w.stopped() {
		w.Stop = Exhausted
	}
	w.Stored, w.Bytes = stored, bytes
	return w.Result
}

// found notes a path.
func (w *watch) found(path []int) {
	w.Stop = Found
	w.Path = path
}
