// Package anneal looks for short plans by simulated annealing over sequences of
// swaps: swaps are put in near conflicts, taken out and moved, anywhere in the
// sequence, and the price is the number of swaps plus so much a conflict. A
// first run over the whole board is followed by runs over small regions, each
// kept if it made nothing worse; good plans are local, so these cost the same
// on boards of any size. It proves nothing.
package anneal

import (
	"context"
	"math"
	"slices"
	"time"

	"fewest/floor/internal/graph"
	"fewest/floor/internal/pace"
)

// Options say how hard to try.
type Options struct {
	Seed  uint64
	Start []int32 // a plan to begin with, or nil
	Whole bool    // anneal the whole board first, also with a Start
	Guide *Guide  // for boards whose tiles must travel: takes half of Steps for the whole board
	// Fallback, if not nil, gives a plan that leaves no conflict, where annealing
	// the whole board leaves too many.
	Fallback func() []int32
	Steps    int64              // proposals to try, 0 for no limit; the first run is always finished
	Enough   int                // stop at a plan as short as this
	Report   func(plan []int32) // if not nil, called with every better plan
}

// How the annealing cools, found by experiment on boards of 10 x 10 to 60 x 60
// with 3 to 6 colours. Temperatures and the price of a conflict are in swaps.
const (
	hot, cold       = 0.5, 0.15 // temperature at the start and the end of a run
	priceLow        = 0.7       // price of a conflict at the start of a run
	priceHigh       = 2.0       // ... at the end
	priceQuench     = 4.0       // ... in the tenth of a run that follows
	priceLeft       = 8         // ... when two plans are compared
	stepsPerEdge    = 200       // length of a run
	regionCells     = 100
	maxWhole        = 4  // runs over the whole board to find a first plan
	mendsMost       = 40 // regions annealed for the conflicts that a run left, at most,
	mendsPer        = 50 // and one more for so many cells
	checkEvery      = 1024
	stepCost        = 130 // in units of pace
	shareOfFirstRun = 0.4 // of the time left, at most
)

// Improve returns the shortest plan found, as numbers of edges in order, or nil
// if every one it came upon left a conflict. It ends with the context, after
// Options.Steps, or with a plan that is short enough. Without a time limit the
// result depends on its arguments only.
func Improve(ctx context.Context, g *graph.Graph, colours []uint8, o Options) []int32 {
	s := &search{
		word: newWord(g, colours), ctx: ctx, random: random(o.Seed),
		left: o.Steps, inside: newSet(len(g.Edges)), mine: newSet(0), options: o,
	}
	if s.left <= 0 {
		s.left = math.MaxInt64
	}
	if len(s.conflicts.members) == 0 {
		return []int32{}
	}
	s.load(o.Start)
	s.keep()
	if s.best == nil && o.Start != nil && !o.Whole {
		s.mend()
	}
	if o.Whole || s.best == nil {
		if o.Guide == nil {
			s.whole()
		} else if s.follow(int(guidedWhole*float64(o.Steps)), schedules[o.Seed%2]); !s.mend() || s.best == nil {
			s.goBack()
		}
	}
	for s.ctx.Err() == nil && s.left > 0 && (s.best == nil || len(s.best) > o.Enough) {
		s.region()
		s.keep()
	}
	return s.best
}

type search struct {
	*word
	ctx     context.Context
	options Options
	random  random
	left    int64     // steps
	until   time.Time // the present run must cool down by then, if not zero
	mine    set       // the swaps that may be changed now
	inside  set       // the edges where swaps may be put now; empty for all
	best    []int32
	guide   *Guide // the one to follow now, or nil
}

// keep notes the present plan if it is the best so far.
func (s *search) keep() {
	if len(s.conflicts.members) > 0 || s.best != nil && s.length >= len(s.best) {
		return
	}
	s.best = s.plan()
	if s.options.Report != nil {
		s.options.Report(slices.Clone(s.best))
	}
}

// load puts in the swaps of a plan, at even times.
func (s *search) load(plan []int32) {
	gap := math.MaxUint64 / uint64(len(plan)+1)
	for i, e := range plan {
		time := gap * uint64(i+1)
		p, q := s.ends(e, time)
		s.put(e, time, p, q)
	}
}

// whole anneals the whole board and mends the regions of the conflicts that are
// left, hotter and longer each time until none is left. Where there are too many
// it goes back to a plan without conflicts, from before or from the fallback.
func (s *search) whole() {
	if deadline, ok := s.ctx.Deadline(); ok {
		s.until = time.Now().Add(time.Duration(shareOfFirstRun * float64(time.Until(deadline))))
	}
	steps, temperature, many := float64(stepsPerEdge*len(s.Edges)), hot, false
	for range maxWhole {
		s.mine.clear()
		for cell := range s.head {
			s.eachSwap(int32(cell), s.mine.add)
		}
		s.run(int(steps), temperature)
		s.until = time.Time{}
		many = !s.mend()
		if s.best != nil || s.ctx.Err() != nil || many && s.options.Fallback != nil {
			break
		}
		steps, temperature = steps*2, temperature*1.2
	}
	if len(s.conflicts.members) > 0 && (many || s.best == nil) {
		s.goBack()
	}
}

// mend anneals the regions of conflicts, and keeps the plan if none is left. It
// returns false where there are too many to try.
func (s *search) mend() bool {
	mends := mendsMost + len(s.head)/mendsPer
	if len(s.conflicts.members) > mends {
		return false
	}
	for i := 0; i < mends && len(s.conflicts.members) > 0 && s.ctx.Err() == nil; i++ {
		s.region()
	}
	s.keep()
	return true
}

// goBack continues from the best plan so far, or the fallback.
func (s *search) goBack() {
	plan := s.best
	if plan == nil && s.options.Fallback != nil {
		plan = s.options.Fallback()
		s.left = max(s.left, int64(stepsPerEdge*len(s.Edges))) // to improve it
	}
	if plan != nil {
		*s.word = *newWord(s.Graph, s.first)
		s.load(plan)
		s.keep()
	}
}

// eachSwap calls visit with every swap at a cell.
func (s *search) eachSwap(cell int32, visit func(x int32)) {
	for x := s.head[cell]; x != none; x = s.next[x][s.side(x, cell)] {
		visit(x)
	}
}

// region anneals the swaps among some hundred cells, around a conflict if there
// is one, and takes back what it did if that made things worse.
func (s *search) region() {
	centre := int32(s.random.below(len(s.head)))
	if n := len(s.conflicts.members); n > 0 {
		centre = s.Touch[s.conflicts.members[s.random.below(n)]][0]
	}
	s.choose(centre)
	if len(s.inside.members) == 0 {
		s.left--
		return
	}
	type timed struct {
		edge int32
		time uint64
	}
	var before []timed
	for _, x := range s.mine.members {
		before = append(before, timed{s.edge[x], s.time[x]})
	}
	price := s.price()
	steps := stepsPerEdge * len(s.inside.members)
	if turn := s.random.below(len(schedules) + 1); s.options.Guide != nil && turn < len(schedules) {
		s.follow(steps, schedules[turn])
	} else {
		s.run(steps, hot)
	}
	if s.price() > price {
		for _, x := range slices.Clone(s.mine.members) {
			p, q := s.endsOf(x)
			s.take(x, p, q)
		}
		for _, b := range before {
			p, q := s.ends(b.edge, b.time)
			s.put(b.edge, b.time, p, q)
		}
	}
	s.inside.clear()
}

func (s *search) price() int { return s.length + priceLeft*len(s.conflicts.members) }

// choose fills inside with the edges between the cells nearest to the centre,
// and mine with the swaps on them.
func (s *search) choose(centre int32) {
	s.inside.clear()
	s.mine.clear()
	near := map[int32]bool{centre: true}
	queue := []int32{centre}
	for i := 0; i < len(queue) && len(queue) < regionCells; i++ {
		for _, u := range s.around[queue[i]] {
			if !near[u] {
				near[u] = true
				queue = append(queue, u)
			}
		}
	}
	for _, c := range queue {
		for _, e := range s.At[c] {
			if near[s.Edges[e][0]] && near[s.Edges[e][1]] {
				s.inside.add(e)
			}
		}
		s.eachSwap(c, func(x int32) {
			if e := s.Edges[s.edge[x]]; near[e[0]] && near[e[1]] {
				s.mine.add(x)
			}
		})
	}
}

// run anneals: it cools from the given temperature while the price of a
// conflict rises, then spends a tenth as long at a price that few conflicts
// survive.
func (s *search) run(steps int, temperature float64) {
	s.phase(steps, schedule{heat: span{temperature, cold}, price: span{priceLow, priceHigh}})
	s.phase(steps/10, schedule{heat: span{cold, cold / 2}, price: span{priceQuench, priceQuench}})
}

// span is a number at the start of a phase and at the end.
type span struct{ from, to float64 }

func (s span) at(done float64) float64 { return s.from + (s.to-s.from)*done }

// schedule is how a phase of annealing cools.
type schedule struct {
	heat  span // the temperature, in swaps
	price span // of a conflict
	trust span // in the guide, if there is one: the part of its prices that counts
}

// odds says which changes to accept now. Without a guide, it holds the chance, in
// 2^-64, by how conflicts and swaps grow.
type odds struct {
	chance             [2*maxChange + 1][3]uint64
	heat, price, trust float64
}

const maxChange = 16

func (o *odds) set(c schedule, done float64) {
	o.heat = c.heat.from * math.Pow(c.heat.to/c.heat.from, done)
	o.price, o.trust = c.price.at(done), c.trust.at(done)
	for conflicts := -maxChange; conflicts <= maxChange; conflicts++ {
		for swaps := -1; swaps <= 1; swaps++ {
			chance := uint64(math.MaxUint64)
			if d := o.price*float64(conflicts) + float64(swaps); d > 0 {
				chance = uint64(math.Exp(-d/o.heat) * math.MaxUint64)
			}
			o.chance[conflicts+maxChange][swaps+1] = chance
		}
	}
}

// accepts throws the dice for a change of so many conflicts and swaps that a
// guide finds worth so much.
func (s *search) accepts(o *odds, conflicts, swaps int, worth float64) bool {
	dice := s.random.uint64()
	if s.guide == nil {
		return dice < o.chance[min(max(conflicts, -maxChange), maxChange)+maxChange][swaps+1]
	}
	d := o.price*float64(conflicts) + float64(swaps) - o.trust*worth
	return d <= 0 || float64(dice>>11)/(1<<53) < math.Exp(-d/o.heat)
}

func (s *search) phase(steps int, c schedule) {
	var odds odds
	begun := time.Now()
	for i := range steps {
		if i%checkEvery == 0 {
			if pace.Work(s.ctx, checkEvery*stepCost); s.ctx.Err() != nil {
				return
			}
			done := float64(i) / float64(steps)
			if !s.until.IsZero() {
				gone := float64(time.Since(begun)) / float64(s.until.Sub(begun))
				if done = max(done, gone); done > 1 {
					return
				}
			}
			odds.set(c, done)
			s.left -= checkEvery
		}
		switch dice := s.random.uint64(); {
		case len(s.conflicts.members) > 0 && (dice&1 == 0 || len(s.mine.members) == 0):
			s.tryPut(&odds, dice)
		case len(s.mine.members) == 0:
			return // nothing to mend and nothing to save
		case dice&2 == 0:
			s.tryTake(&odds)
		default:
			s.tryMove(&odds, dice)
		}
	}
}

// allowed reports whether a swap may be put on an edge.
func (s *search) allowed(edge int32) bool {
	return len(s.inside.members) == 0 || s.inside.rank[edge] != none
}

// edgeNear returns an edge at a cell, or at a neighbour of it; none where a cell
// keeps its tile.
func (s *search) edgeNear(cell int32, further bool) int32 {
	if further && len(s.around[cell]) > 0 {
		cell = s.around[cell][s.random.below(len(s.around[cell]))]
	}
	if len(s.At[cell]) == 0 {
		return none
	}
	return s.At[cell][s.random.below(len(s.At[cell]))]
}

// tryPut puts in a swap near a conflict.
func (s *search) tryPut(odds *odds, dice uint64) {
	conflict := s.conflicts.members[s.random.below(len(s.conflicts.members))]
	edge := s.edgeNear(s.Touch[conflict][dice>>8&1], dice>>9&7 == 0)
	if edge == none || !s.allowed(edge) {
		return
	}
	time := s.random.uint64()
	p, q := s.ends(edge, time)
	if s.accepts(odds, s.change(p, q), 1, s.worth(p, q)) {
		s.mine.add(s.put(edge, time, p, q))
	}
}

// tryTake takes a swap out.
func (s *search) tryTake(odds *odds) {
	x := s.mine.members[s.random.below(len(s.mine.members))]
	p, q := s.endsOf(x)
	if s.accepts(odds, s.change(p, q), -1, s.worth(p, q)) {
		s.mine.remove(x)
		s.take(x, p, q)
	}
}

// tryMove moves a swap to an edge near by, at the same or another time.
func (s *search) tryMove(odds *odds, dice uint64) {
	x := s.mine.members[s.random.below(len(s.mine.members))]
	edge, time := s.edge[x], s.time[x]
	to, toTime := s.edgeNear(s.Edges[edge][dice>>8&1], dice>>9&1 == 0), time
	if dice>>10&1 == 0 {
		toTime = s.random.uint64()
	}
	if !s.allowed(to) {
		return
	}
	p, q := s.endsOf(x)
	d, worth := s.change(p, q), s.worth(p, q)
	s.mine.remove(x)
	s.take(x, p, q)
	toP, toQ := s.ends(to, toTime)
	if s.accepts(odds, d+s.change(toP, toQ), 0, worth+s.worth(toP, toQ)) {
		s.mine.add(s.put(to, toTime, toP, toQ))
	} else {
		s.mine.add(s.put(edge, time, p, q))
	}
}
