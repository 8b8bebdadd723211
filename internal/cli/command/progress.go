package command

import (
	"fmt"
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
		p := now()
		bounds := fmt.Sprintf("at least %d %s", p.Lower, moves)
		if p.Upper != answer.Unknown {
			bounds = fmt.Sprintf("%d to %d %s", p.Lower, p.Upper, moves)
		}
		return strings.TrimRight(fmt.Sprintf(" %s  %.1f s  %s", bounds, time.Since(start).Seconds(), p.Phase), " ")
	}
	bars := mpb.New(mpb.WithOutput(a.Err), mpb.WithWidth(30), mpb.WithRenderDelay(show), mpb.WithRefreshRate(100*time.Millisecond))
	bar := bars.New(1, mpb.BarStyle().Lbound("▕").Filler("█").Tip("█").Padding("░").Rbound("▏"),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(level.Printable(name))),
		mpb.AppendDecorators(decor.Any(text)))
	report = func(p answer.Progress) {
		mutex.Lock()
		latest = p
		mutex.Unlock()
		if p.Upper > 0 { // the bar is full when the bounds meet, but stays until stop
			bar.SetTotal(int64(p.Upper)+1, false)
			bar.SetCurrent(int64(p.Lower))
		}
	}
	return report, func() {
		timer.Stop()
		bar.Abort(true)
		bars.Wait()
	}
}
