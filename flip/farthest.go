package flip

import (
	"context"
	"math/big"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/berlekamp"
	"fewest/flip/internal/far"
	"fewest/flip/internal/radius"
	"fewest/flip/internal/spread"
)

// moment is how long a count may take, in nanoseconds of an estimate, to come
// before other ways to the diameter: it says how many boards are that far as
// well. try is how much work a search gets that ends at once or hardly ever.
const (
	moment = 1e9
	try    = 2e9
)

// farthest finds the diameter and boards that are that far, by what is expected
// to end soonest: closed forms, a count that takes a moment, the search by column
// types for a while; then boards that lie far are looked for, functions on few
// subspaces are joined if the types fall into them, and what is left is counted,
// or searched to the end.
func (m *measurement) farthest(ctx context.Context) error {
	if m.p.plainCross() && m.p.crossEven() && (m.opt.Method == Auto || m.opt.Method == Formula) {
		if m.census(ctx) != nil { // so many boards that their numbers aren't listed
			m.crossDiameter()
		}
		return nil
	}
	counter, reason := m.counter(ctx)
	if reason == nil && (counter.nanoseconds <= moment || m.opt.Method != Auto && m.opt.Method != Types) {
		return m.count(ctx, counter)
	}
	if m.kernel == nil || m.opt.Method != Auto && m.opt.Method != Types {
		return reason
	}
	if m.opt.Method == Auto && m.p.plainCross() && m.columns(ctx) {
		return nil
	}
	search, err := radius.New(ctx, &m.kernel.Code, m.opt.MemoryLimit)
	if err == nil {
		m.search(ctx, search, try)
	}
	if m.d.Status == answer.Bounded {
		m.anneal(ctx, search)
	}
	if m.d.Status == answer.Bounded {
		m.subspaces(ctx)
	}
	if m.d.Status == answer.Bounded && reason == nil {
		reason = m.count(ctx, counter)
	}
	if m.d.Status == answer.Bounded && err == nil {
		m.search(ctx, search, 0)
	}
	switch {
	case m.d.Status == answer.Optimal:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return reason
}

// narrow takes note of bounds of the diameter, and of a board at the lower one;
// far is nil if the lower bound isn't new.
func (m *measurement) narrow(lower, upper int, method Method, work int64, far func() *board.Board) {
	d := &m.d
	if lower > d.Lower || lower == d.Lower && d.Boards == nil && far != nil {
		d.Lower, d.Method, d.Boards = lower, string(method), nil
		if m.opt.Max > 0 {
			d.Boards = []answer.Far{{Board: far()}}
		}
	}
	if upper < d.Upper {
		d.Upper, d.Method = upper, string(method)
	}
	if d.Work == nil {
		d.Work = map[string]int64{"bytes": 0}
	}
	d.Work["states"] += work
	if d.Lower == d.Upper {
		d.Status = answer.Optimal
	}
	m.report(d.Lower, d.Upper)
}

// report tells of bounds of the diameter.
func (m *measurement) report(lower, upper int) {
	if m.opt.Progress != nil {
		m.opt.Progress(answer.Progress{Phase: "diameter", Lower: max(lower, m.d.Lower), Upper: min(upper, m.d.Upper)})
	}
}

// search narrows the bounds by column types, with so much work; 0 for no limit.
func (m *measurement) search(ctx context.Context, search *radius.Search, work int64) {
	before := search.Nodes()
	r := search.Run(ctx, work, m.report)
	m.narrow(r.Lower, r.Upper, Types, r.Nodes-before, func() *board.Board { return m.kernel.board(r.Word) })
}

// climbMoves and climbWork are how many changes are tried to find boards that lie
// farther, and in how many words of the kernel altogether.
const (
	climbMoves = 500_000
	climbWork  = 1e10
)

// anneal raises the lower bound by boards that are found to lie far, boards that
// a reflection leaves alone among them.
func (m *measurement) anneal(ctx context.Context, search *radius.Search) {
	c := &m.kernel.Code
	if !c.Field() || far.Bytes(c) > float64(m.opt.MemoryLimit) {
		return
	}
	words, _ := new(big.Float).SetInt(c.Size()).Float64()
	far.Climb(ctx, c, m.d.Lower, far.ClimbOptions{
		Upper: m.d.Upper, Ties: m.kernel.orbits(), Work: min(climbMoves*words, climbWork),
		Found: func(f far.Found) {
			m.narrow(f.Weight, m.d.Upper, Annealing, f.Moves, func() *board.Board { return m.kernel.board(f.Word) })
			if search != nil {
				search.Raise(f.Weight, f.Word)
			}
		},
	})
}

// subspaces decides the diameter, from the upper bound down, where the column
// types fall into few subspaces.
func (m *measurement) subspaces(ctx context.Context) {
	game := spread.New(ctx, &m.kernel.Code)
	for game != nil && m.d.Status == answer.Bounded {
		r := game.Exists(ctx, m.d.Upper, 0)
		switch {
		case !r.Decided:
			return
		case r.Word != nil:
			m.narrow(m.d.Upper, m.d.Upper, Subspaces, r.Pairs, func() *board.Board { return m.kernel.board(r.Word) })
		default:
			m.narrow(m.d.Lower, m.d.Upper-1, Subspaces, r.Pairs, nil)
		}
	}
}

// orbits lists the orbits of the buttons under each reflection of the board that
// maps buttons to buttons.
func (k *kernel) orbits() (ties [][][]int32) {
	place := map[int32]int32{}
	for i, b := range k.buttons {
		place[int32(b)] = int32(i)
	}
turns:
	for _, turn := range k.p.turns() {
		var orbits [][]int32
		for i, b := range k.buttons {
			j, ok := place[turn[b]]
			switch {
			case !ok:
				continue turns
			case int(j) == i:
				orbits = append(orbits, []int32{j})
			case int(j) > i: // a reflection leads back
				orbits = append(orbits, []int32{int32(i), j})
			}
		}
		ties = append(ties, orbits)
	}
	return ties
}

// columnMoves is how many changes are tried to find a grid that lies so far, from
// each of columnStarts starts.
const (
	columnMoves  = 200_000
	columnStarts = 8
)

// columns decides the diameter of a plain cross puzzle with odd sides: from
// below by grids that are found to lie far, from above by columns in order. It
// reports whether the bounds met.
func (m *measurement) columns(ctx context.Context) bool {
	rows, cols := m.p.grid.rows, m.p.grid.cols
	short, long := min(rows, cols), max(rows, cols)
	if !berlekamp.Fits(short, long, m.d.Upper) || !berlekamp.Fits(short, long, m.d.Lower) {
		return false
	}
	at := func(distance int, grid berlekamp.Grid, work int64) {
		m.narrow(distance, m.d.Upper, Columns, work, func() *board.Board { return m.p.gridBoard(grid, distance) })
	}
	for goal := m.d.Lower; goal <= min(m.d.Lower+2, m.d.Upper) && ctx.Err() == nil; goal++ {
		for seed := range uint64(columnStarts) {
			if grid := berlekamp.Anneal(ctx, short, long, goal, seed, columnMoves); grid != nil {
				at(goal, grid, 0)
				break
			}
		}
	}
	for m.d.Status == answer.Bounded {
		r := berlekamp.Exists(ctx, short, long, m.d.Upper, berlekamp.Options{})
		switch {
		case !r.Decided:
			return false
		case r.Grid != nil:
			at(m.d.Upper, r.Grid, r.Nodes)
		default: // and none at one more, which was excluded before
			m.narrow(m.d.Lower, m.d.Upper-1, Columns, r.Nodes, nil)
		}
	}
	return true
}
