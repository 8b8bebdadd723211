package flip

import (
	"context"

	"fewest/answer"
	"fewest/flip/internal/radius"
)

// moment is how long a count may take, in nanoseconds of an estimate, to come
// before other ways to the diameter: it says how many boards are that far as well.
const moment = 1e9

// farthest finds the diameter and boards that are that far, by what is expected
// to end soonest: closed forms, a count that takes a moment; then the search by
// column types, which as a rule ends at once or hardly ever, for as long as a
// count would take; the count; and the search to its end.
func (m *measurement) farthest(ctx context.Context) error {
	if m.p.plainCross() && m.p.crossEven() && (m.opt.Method == Auto || m.opt.Method == Formula) {
		if m.census(ctx) != nil { // so many boards that their numbers aren't listed
			m.crossDiameter()
		}
		return nil
	}
	counter, reason := m.counter(ctx)
	if reason == nil && counter.nanoseconds <= moment {
		return m.count(ctx, counter)
	}
	if m.kernel == nil || m.opt.Method != Auto && m.opt.Method != Types {
		return reason
	}
	search, err := radius.New(ctx, &m.kernel.Code, m.opt.MemoryLimit)
	if err == nil {
		m.search(ctx, search, int64(counter.nanoseconds))
	}
	if m.d.Status == answer.Bounded && reason == nil {
		reason = m.count(ctx, counter)
	}
	if m.d.Status == answer.Bounded && err == nil {
		m.search(ctx, search, 0)
		reason = ctx.Err()
	}
	if m.d.Status == answer.Bounded {
		return reason
	}
	return nil
}

// search narrows the bounds of the diameter by column types, with so much work;
// 0 for no limit.
func (m *measurement) search(ctx context.Context, search *radius.Search, work int64) {
	d := &m.d
	r := search.Run(ctx, work, func(lower, upper int) {
		if m.opt.Progress != nil {
			m.opt.Progress(answer.Progress{Phase: "diameter", Lower: max(lower, d.Lower), Upper: min(upper, d.Upper)})
		}
	})
	d.Method, d.Work = string(Types), map[string]int64{"states": r.Nodes, "bytes": 0}
	if r.Lower >= d.Lower && m.opt.Max > 0 {
		d.Boards = []answer.Far{{Board: m.kernel.board(r.Word)}}
	}
	d.Lower, d.Upper = max(d.Lower, r.Lower), min(d.Upper, r.Upper)
	if d.Lower == d.Upper {
		d.Status = answer.Optimal
	}
}
