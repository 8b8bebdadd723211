// Package pace lets two workers run side by side and tell each other what they
// find, such that the same work gives the same results however fast either runs.
//
// Each worker has a clock that counts its work, not its time. What one says at
// some time on its clock the other hears when its own clock is a fixed time
// further; if the first isn't there yet, the second waits. So neither can tell
// how fast the other really is, and with one processor both get their share
// (conservative synchronisation of a simulation; Chandy and Misra 1979).
//
// The clock comes with the context, so that every loop that heeds its context
// can say what it has done:
//
//	for !done && ctx.Err() == nil {
//		steps := step()
//		pace.Work(ctx, stepCost*steps)
//	}
package pace

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"fewest/internal/parallel"
)

// Unit is what a worker does in about a nanosecond: costs of work are told in
// it, so that the clocks of different workers go about equally fast.
type Unit = int64

const (
	grain Unit = 2e6   // how often clocks are compared
	lead  Unit = 100e6 // how far one may be ahead of the other
)

// Clock counts the work of one worker, which alone may use it.
type Clock[T any] struct {
	*pair[T]
	me     int
	cancel context.CancelFunc
	now    Unit
	rate   Unit
	heard  int // of what the other said
}

// pair is what both workers see, under its lock.
type pair[T any] struct {
	sync.Mutex
	moved *sync.Cond
	ctx   context.Context
	met   func(a, b T) bool
	end   Unit // the work is done when both clocks are there
	sides [2]struct {
		now   Unit
		until Unit // dismissed when it is there, if not 0
		over  bool
		said  []Said[T]
	}
}

// Said is something that a worker said, and when.
type Said[T any] struct {
	At   Unit
	What T
}

type key struct{}

// Work adds to the clock of the context, if it has one. It returns when the
// other worker is near enough; soon, if the context ends.
func Work(ctx context.Context, done Unit) {
	if w, ok := ctx.Value(key{}).(interface{ work(Unit) }); ok {
		w.work(done)
	}
}

// Run lets two workers run until both return. What each says replaces what it
// said before. When met says that the last words of the two are all that can be
// found, it ends their contexts as soon as both clocks are there. What counts of
// all they said is returned in the order of the clocks: nothing that was said
// later.
func Run[T any](ctx context.Context, met func(a, b T) bool, first, second func(ctx context.Context, c *Clock[T])) []Said[T] {
	p := &pair[T]{ctx: ctx, met: met, end: math.MaxInt64}
	p.moved = sync.NewCond(p)
	defer context.AfterFunc(ctx, p.wake)()
	var both parallel.Group
	for i, work := range []func(context.Context, *Clock[T]){first, second} {
		inner, cancel := context.WithCancel(ctx)
		c := &Clock[T]{pair: p, me: i, cancel: cancel, rate: 1}
		both.Go(func() {
			defer c.over()
			work(context.WithValue(inner, key{}, c), c)
		})
	}
	both.Wait()
	all := append(p.sides[0].said, p.sides[1].said...)
	slices.SortStableFunc(all, func(a, b Said[T]) int { return cmp.Compare(a.At, b.At) })
	return slices.DeleteFunc(all, func(s Said[T]) bool { return s.At > p.end })
}

func (p *pair[T]) wake() {
	p.Lock()
	defer p.Unlock()
	p.moved.Broadcast()
}

// Say tells the other worker.
func (c *Clock[T]) Say(what T) {
	c.Lock()
	defer c.Unlock()
	c.sides[c.me].said = append(c.sides[c.me].said, Said[T]{c.now, what})
	var nothing T
	if c.met(what, nothing) {
		c.end = min(c.end, c.now)
	}
	for _, s := range c.sides[1-c.me].said {
		if c.met(what, s.What) {
			c.end = min(c.end, max(c.now, s.At))
		}
	}
	if c.now >= c.end {
		c.cancel()
	}
}

// News returns what the other said since the last call, as far as this worker
// can know.
func (c *Clock[T]) News() []T {
	c.Lock()
	defer c.Unlock()
	var news []T
	for _, s := range c.sides[1-c.me].said[c.heard:] {
		if s.At >= c.sides[c.me].now-lead { // at that very time it may say more
			break
		}
		c.heard++
		news = append(news, s.What)
	}
	return news
}

// Wait sets the clock to a later time, and returns when the other is there or
// over.
func (c *Clock[T]) Wait(until Unit) {
	c.Lock()
	defer c.Unlock()
	me, other := &c.sides[c.me], &c.sides[1-c.me]
	c.now, me.now = until, until
	c.moved.Broadcast()
	for !other.over && other.now < until && c.ctx.Err() == nil {
		c.moved.Wait()
	}
}

// Dismiss ends the context of the other worker, soon.
func (c *Clock[T]) Dismiss() {
	c.Lock()
	defer c.Unlock()
	if other := &c.sides[1-c.me]; other.until == 0 {
		other.until = c.now + lead
	}
}

// Now returns what the clock shows.
func (c *Clock[T]) Now() Unit { return c.now }

// Slow makes the clock count so many times as much for the same work, so that
// this worker gets so much less of a processor that they share.
func (c *Clock[T]) Slow(times int) { c.rate = Unit(times) }

func (c *Clock[T]) over() {
	c.cancel()
	c.Lock()
	defer c.Unlock()
	c.sides[c.me].over = true
	c.moved.Broadcast()
}

// work adds to the clock, and waits for the other.
func (c *Clock[T]) work(done Unit) {
	c.now += done * c.rate
	me, other := &c.sides[c.me], &c.sides[1-c.me]
	if c.now < me.now+grain { // none but this worker writes me.now
		return
	}
	c.Lock()
	defer c.Unlock()
	me.now = c.now
	c.moved.Broadcast()
	for !other.over && other.now < c.now-lead && c.now <= c.end && c.ctx.Err() == nil {
		c.moved.Wait()
	}
	if c.now > c.end || me.until > 0 && c.now > me.until {
		c.cancel()
	}
}
