package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/sync/semaphore"
)

// What one client and all together may take. Each request that brings work
// takes a turn while it is read and answered; bodies that are arriving and
// answers that are leaving count against a budget of bytes, so that slow clients
// can't fill the memory. Small ones cost nothing.
const (
	maxRequests  = 1024             // at a time, streams of events included
	maxPerClient = 512              // of them from one address
	small        = 16 << 10         // bytes
	arriving     = 32 << 20         // bytes of bodies
	leaving      = 64 << 20         // bytes of answers
	turns        = 4                // at a time
	largeTurn    = 2                // turns that a body of more than largeBody takes
	largeBody    = 128 << 10        // bytes
	patience     = 5 * time.Second  // to wait for a turn, for a job that is stopped, for a picture
	deadline     = 10 * time.Second // for an answer, from when the request is there
)

// limits count what is taken.
type limits struct {
	turns, arriving, leaving *semaphore.Weighted
	drawing                  *semaphore.Weighted // pictures

	mu      sync.Mutex
	all     int
	clients map[netip.Prefix]int
}

func newLimits(drawing int) *limits {
	return &limits{
		turns: semaphore.NewWeighted(turns), arriving: semaphore.NewWeighted(arriving), leaving: semaphore.NewWeighted(leaving),
		drawing: semaphore.NewWeighted(int64(drawing)), clients: map[netip.Prefix]int{},
	}
}

// clientOf is whom a connection comes from: an address, or the network of 64
// bits that a client of IPv6 has for itself.
func clientOf(remote string) netip.Prefix {
	host, _, _ := net.SplitHostPort(remote)
	address, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Prefix{}
	}
	address = address.Unmap().WithZone("")
	bits := 64
	if address.Is4() {
		bits = 32
	}
	network, _ := address.Prefix(bits)
	return network
}

// enter counts a request, or says why there is no room for it.
func (l *limits) enter(client netip.Prefix) (refusal string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.all >= maxRequests:
		return "too many requests at a time"
	case l.clients[client] >= maxPerClient:
		return fmt.Sprintf("too many requests at a time from one address: %d are the most", maxPerClient)
	}
	l.all++
	l.clients[client]++
	return ""
}

func (l *limits) leave(client netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.clients[client]--; l.clients[client] == 0 {
		delete(l.clients, client)
	}
}

// lease is what one request has taken.
type lease struct {
	limits                  *limits
	turns, arrived, leaving int64
}

type leaseKey struct{}

// hold waits until so much is free. It reports false if that takes too long or
// the client leaves.
func hold(ctx context.Context, of *semaphore.Weighted, n int64) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return of.Acquire(ctx, n) == nil
}

// end gives everything back.
func (l *lease) end() {
	l.endTurn()
	l.limits.leaving.Release(l.leaving)
	l.leaving = 0
}

// endTurn gives back what reading and answering took.
func (l *lease) endTurn() {
	l.limits.turns.Release(l.turns)
	l.limits.arriving.Release(l.arrived)
	l.turns, l.arrived = 0, 0
}

// leaseOf returns a request's lease.
func leaseOf(ctx context.Context) *lease { return ctx.Value(leaseKey{}).(*lease) }

// answering ends a request's turn and takes room for its answer, until it has
// been sent. Its error is a refusal.
func answering(ctx context.Context, bytes int64) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if answeringAtLast(ctx, bytes) != nil {
		return busy(huma.Error503ServiceUnavailable("too many large answers are being sent: try again later"))
	}
	return nil
}

// answeringAtLast is answering for those who have time.
func answeringAtLast(ctx context.Context, bytes int64) error {
	l := leaseOf(ctx)
	l.endTurn()
	if bytes <= small {
		return nil
	}
	bytes = min(bytes, leaving)
	err := l.limits.leaving.Acquire(ctx, bytes)
	if err == nil {
		l.leaving += bytes
	}
	return err
}

// within gives an operation its deadline.
func within(limit time.Duration) huma.Middlewares {
	return huma.Middlewares{func(c huma.Context, next func(huma.Context)) {
		ctx, cancel := context.WithTimeout(c.Context(), limit)
		defer cancel()
		next(huma.WithContext(c, ctx))
	}}
}

// connections closes those of a client that has too many: the one that has been
// idle for longest, or else the new one.
type connections struct {
	mu   sync.Mutex
	idle map[netip.Prefix][]net.Conn // that wait for a request, the longest first
	all  map[netip.Prefix]int
}

func newConnections() *connections {
	return &connections{idle: map[netip.Prefix][]net.Conn{}, all: map[netip.Prefix]int{}}
}

// maxConnections is how many a client may have. It is more than the requests it
// may have at a time, so that there are always some to close.
const maxConnections = maxPerClient + 128

// changed is told of every connection's state.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	client := clientOf(conn.RemoteAddr().String())
	c.mu.Lock()
	defer c.mu.Unlock()
	idle := c.idle[client]
	for i, other := range idle {
		if other == conn {
			idle = append(idle[:i:i], idle[i+1:]...)
			break
		}
	}
	switch state {
	case http.StateNew:
		if c.all[client]++; c.all[client] > maxConnections {
			if len(idle) > 0 {
				_ = idle[0].Close()
				idle = idle[1:]
			} else {
				_ = conn.Close()
			}
		}
		idle = append(idle, conn)
	case http.StateIdle:
		idle = append(idle, conn)
	case http.StateClosed, http.StateHijacked:
		c.all[client]--
	}
	if len(idle) > 0 {
		c.idle[client] = idle
	} else {
		delete(c.idle, client)
	}
	if c.all[client] == 0 {
		delete(c.all, client)
	}
}
