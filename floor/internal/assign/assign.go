// Package assign solves minimum-cost assignment and transport on a graph whose
// edges cost 1 a unit in either direction: which source serves which sink, and
// by which edges, so that the units travel the least in all. It knows no puzzle.
package assign

import (
	"context"
	"errors"
)

// Edge joins two nodes, numbered from 0.
type Edge struct{ A, B int32 }

// Plan is a cheapest transport with its proof.
type Plan struct {
	Cost int // edges travelled by all units together
	// Flow says what each edge carries: positive from A to B, negative from B
	// to A. There are no circular flows.
	Flow []int
	// Price is the dual solution: prices of two joined nodes differ by at most
	// 1, and Bound of them equals Cost, so nothing cheaper exists.
	Price []int
}

// ErrCut means that some part of the graph has more supply than demand.
var ErrCut = errors.New("assign: more supply than demand in a connected part of the graph")

// Bound returns the lower bound on the cost that prices prove, whatever the
// flow, or 0 if they prove none because they differ by more than 1 somewhere. A
// unit that goes from a source to a sink of the highest price travels at least
// the difference of the prices; every sink of a lower price saves so much at
// most for every unit it can take.
func Bound(edges []Edge, supply, price []int) int {
	for _, e := range edges {
		if d := price[e.A] - price[e.B]; d < -1 || d > 1 {
			return 0
		}
	}
	highest := 0
	for v, s := range supply {
		if s < 0 {
			highest = max(highest, price[v])
		}
	}
	bound := 0
	for v, s := range supply {
		bound += s * (highest - price[v])
	}
	return bound
}

// Transport carries supply[v] units away from every node v, or at most so many
// to it where negative, over the edges at the least cost. It is the primal-dual method: a
// shortest-path search from all nodes with units left raises the prices, then
// as many units as possible go along edges on shortest paths (Ford and
// Fulkerson 1962). Prices are whole numbers below the longest path, so few
// rounds are needed: 45 x 45 grids take milliseconds. The error is ErrCut, or the
// context's when it ends first.
func Transport(ctx context.Context, edges []Edge, supply []int) (Plan, error) {
	t := newTransport(edges, supply)
	for t.left > 0 {
		if !t.raisePrices() {
			return Plan{}, ErrCut
		}
		for t.layers() {
			for v := range t.excess {
				if v%1024 == 0 && ctx.Err() != nil {
					return Plan{}, ctx.Err()
				}
				for t.excess[v] > 0 {
					sent := t.send(int32(v), t.excess[v])
					if sent == 0 {
						break
					}
					t.excess[v] -= sent
				}
			}
		}
	}
	plan := Plan{Flow: t.flow, Price: t.price}
	for _, f := range t.flow {
		plan.Cost += max(f, -f)
	}
	return plan, nil
}

// arc is one direction of an edge: edge number times 2, plus 1 from B to A.
type arc int32

type transport struct {
	edges  []Edge
	first  []int32 // arcs of node v: arcs[first[v]:first[v+1]]
	arcs   []arc
	flow   []int
	price  []int
	excess []int // units still to leave; negative: still to come
	left   int   // sum of the positive ones
	dist   []int
	level  []int32 // layer in the graph of shortest paths, -1 unreached
	next   []int32 // current arc of each node
	queue  []int32
}

func newTransport(edges []Edge, supply []int) *transport {
	n := len(supply)
	t := &transport{
		edges: edges, first: make([]int32, n+1), arcs: make([]arc, 2*len(edges)),
		flow: make([]int, len(edges)), price: make([]int, n), excess: make([]int, n),
		dist: make([]int, n), level: make([]int32, n), next: make([]int32, n),
	}
	for _, e := range edges {
		t.first[e.A]++
		t.first[e.B]++
	}
	for v, sum := 0, int32(0); v <= n; v++ {
		sum += t.first[v]
		t.first[v] = sum
	}
	for i, e := range edges {
		t.first[e.A]--
		t.arcs[t.first[e.A]] = arc(2 * i)
		t.first[e.B]--
		t.arcs[t.first[e.B]] = arc(2*i + 1)
	}
	for v, s := range supply {
		t.excess[v] = s
		t.left += max(s, 0)
	}
	return t
}

// head is the node an arc leads to.
func (t *transport) head(a arc) int32 {
	if a&1 == 0 {
		return t.edges[a>>1].B
	}
	return t.edges[a>>1].A
}

// reduced is the reduced cost of one more unit along an arc from v, and room
// how many units it holds for: taking back a unit that comes the other way
// saves 1.
func (t *transport) reduced(v int32, a arc) (cost, room int) {
	f := t.flow[a>>1]
	if a&1 == 1 {
		f = -f
	}
	cost, room = 1, int(^uint(0)>>1)
	if f < 0 {
		cost, room = -1, -f
	}
	return cost + t.price[v] - t.price[t.head(a)], room
}

// raisePrices finds the distances by reduced cost from all nodes with units
// left, up to the first node that wants some, and adds them to the prices. It
// reports whether there is such a node.
func (t *transport) raisePrices() bool {
	const far = int(^uint(0) >> 1)
	var buckets [][]int32
	put := func(v int32, d int) {
		for len(buckets) <= d {
			buckets = append(buckets, nil)
		}
		buckets[d] = append(buckets[d], v)
		t.dist[v] = d
	}
	for v, x := range t.excess {
		t.dist[v] = far
		if x > 0 {
			put(int32(v), 0)
		}
	}
	found := far
	for d := 0; d < len(buckets) && d <= found; d++ {
		for i := 0; i < len(buckets[d]); i++ {
			v := buckets[d][i]
			if t.dist[v] != d {
				continue
			}
			if t.excess[v] < 0 {
				found = d
			}
			for _, a := range t.arcs[t.first[v]:t.first[v+1]] {
				cost, _ := t.reduced(v, a)
				if u := t.head(a); d+cost < t.dist[u] {
					put(u, d+cost)
				}
			}
		}
	}
	if found == far {
		return false
	}
	for v := range t.price {
		t.price[v] += min(t.dist[v], found)
	}
	return true
}

// layers numbers the nodes by their distance from those with units left along
// arcs of reduced cost 0, and reports whether a node that wants units is reached.
func (t *transport) layers() bool {
	t.queue = t.queue[:0]
	for v, x := range t.excess {
		t.level[v] = -1
		t.next[v] = t.first[v]
		if x > 0 {
			t.level[v] = 0
			t.queue = append(t.queue, int32(v))
		}
	}
	reached := false
	for i := 0; i < len(t.queue); i++ {
		v := t.queue[i]
		reached = reached || t.excess[v] < 0
		for _, a := range t.arcs[t.first[v]:t.first[v+1]] {
			u := t.head(a)
			if t.level[u] >= 0 {
				continue
			}
			if cost, _ := t.reduced(v, a); cost == 0 {
				t.level[u] = t.level[v] + 1
				t.queue = append(t.queue, u)
			}
		}
	}
	return reached
}

// send moves up to units from v towards nodes that want them, layer by layer,
// and returns how many arrived. Its depth is the length of a shortest path.
func (t *transport) send(v int32, units int) int {
	if t.excess[v] < 0 {
		units = min(units, -t.excess[v])
		t.excess[v] += units
		t.left -= units
		return units
	}
	for ; t.next[v] < t.first[v+1]; t.next[v]++ {
		a := t.arcs[t.next[v]]
		u := t.head(a)
		if t.level[u] != t.level[v]+1 {
			continue
		}
		cost, room := t.reduced(v, a)
		if cost != 0 {
			continue
		}
		if sent := t.send(u, min(units, room)); sent > 0 {
			if a&1 == 0 {
				t.flow[a>>1] += sent
			} else {
				t.flow[a>>1] -= sent
			}
			return sent
		}
	}
	return 0
}
