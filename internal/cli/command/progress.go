package command

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"fewest/answer"
	"fewest/level"
)

// patience is how long work goes on before its progress is shown.
const patience = 300 * time.Millisecond

// Watch shows on a terminal how the bounds of a board close in. It returns
// where to report them, and what takes the picture away at the end. Anywhere
// else it does nothing.
func (a *App) Watch(name, moves string, quiet bool) (report func(answer.Progress), stop func()) {
	if quiet || !isTerminal(a.Err) {
		return nil, func() {}
	}
	var (
		mutex  sync.Mutex
		latest = answer.Progress{Upper: answer.Unknown}
		start  = time.Now()
		show   = make(chan any)
		timer  = time.AfterFunc(patience, func() { close(show) })
	)
	now := func() answer.Progress {
		mutex.Lock()
		defer mutex.Unlock()
		return latest
	}
	text := func(decor.Statistics) string {
		return strings.TrimRight(fmt.Sprintf(" %s  %.1f s  %s", known(now(), moves), time.Since(start).Seconds(), now().Phase), " ")
	}
	bars := mpb.New(mpb.WithOutput(a.Err), mpb.WithWidth(30), mpb.WithRenderDelay(show), mpb.WithRefreshRate(100*time.Millisecond))
	// A bar whose total is 0 never completes by itself: it stays until stop.
	bar := bars.New(0, mpb.BarStyle().Lbound("▕").Filler("█").Tip("█").Padding("░").Rbound("▏"),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(level.Printable(name))),
		mpb.AppendDecorators(decor.Any(text)))
	report = func(p answer.Progress) {
		mutex.Lock()
		latest = p
		mutex.Unlock()
		switch {
		case p.Upper > 0: // full when the bounds meet
			bar.SetTotal(int64(p.Upper), false)
			bar.SetCurrent(int64(p.Lower))
		case p.All > 0: // full when all are counted
			bar.SetTotal(int64(min(p.All, math.MaxInt64)), false)
			bar.SetCurrent(int64(min(p.Done, p.All, math.MaxInt64)))
		}
	}
	return report, func() {
		timer.Stop()
		bar.Abort(true)
		bars.Wait()
	}
}

// known says in words what is known so far.
func known(p answer.Progress, moves string) string {
	switch {
	case p.All > 0:
		return fmt.Sprintf("%s of up to %s, up to %d %s away", Grouped(p.Done), Grouped(p.All), p.Lower, moves)
	case p.Upper != answer.Unknown:
		return fmt.Sprintf("%s: %d to %d", moves, p.Lower, p.Upper)
	}
	return fmt.Sprintf("%s: at least %d", moves, p.Lower)
}
