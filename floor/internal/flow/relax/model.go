// Package relax states the flow relaxation of a floor and what proves a bound of
// it, in integers. Nothing here searches; package pdhg finds the prices.
//
// # The relaxation
//
// A plan of L swaps gives f[e,d,c], how often edge e carries a tile of colour c
// in direction d (0: from its first cell to its second), and x[v,c], 1 if cell v
// ends with colour c. These are at least 0, the x of a cell add up to 1, and the
// f of all edges to 2L. Let in and out be what arrives at v and leaves it:
//
//	x[v,c] + out[v,c] - in[v,c] = 1 if v has colour c at the start, else 0
//	sum over c of f[e,0,c] = sum over c of f[e,1,c]        a swap is an exchange
//	sum over the cells v of a room of x[v,c] <= 1          each two of them touch
//
// So the least half sum of f under these rows is at most the fewest swaps.
//
// # Order rows
//
// Let n be the swaps on edge e, half the sum of its f, and v a cell of e. If n is
// not 0, some swap at v is the first; it takes away the tile that v has at the
// start. So where n <= M is known, n <= M * out[v, colour of v at the start].
//
// # Prices
//
// Give the rows of cells a price p[v,c], of rooms r[R,c] >= 0, the order row of
// edge e at v q[e,v] >= 0, and, to refute that edge e is swapped N times or more,
// the row n >= N a price y >= 0. Let S[v] be the sum of q at v, and Q the sum of
// both of e. By weak duality, if on each edge e = (a, b), and for all colours c
// and d,
//
//	1 + Q/M - y + p[a,c] - p[b,c] - (S[a] if a starts with c)
//	            + p[b,d] - p[a,d] - (S[b] if b starts with d) >= 0
//
// then every plan (with n <= M, and n >= N, where these were priced) has at least
//
//	sum over v of (min over allowed c of p[v,c] + sum of r[R,c] over rooms R of v)
//	 - sum over v of p[v, colour at the start] - sum of r + y N
//
// swaps. The price of the exchange row was chosen best. Useless swaps, of two
// tiles of one colour, may be left out of every plan, so with three or more
// colours it is enough that the first condition holds for c other than d.
package relax

import (
	"slices"

	"fewest/floor/internal/graph"
)

// Model is a floor as the relaxation sees it.
type Model struct {
	*graph.Graph
	Start   []uint8   // the colour of each cell
	Colours int       // all of Start are below
	Rooms   [][]int32 // sets of cells each two of which touch; each pair of Touch is in one
	RoomsAt [][]int32 // the rooms of each cell
}

// New returns the model of a floor. Colours are numbered from 0.
func New(g *graph.Graph, start []uint8) *Model {
	m := &Model{Graph: g, Start: start}
	for _, c := range start {
		m.Colours = max(m.Colours, int(c)+1)
	}
	m.Rooms = rooms(g)
	m.RoomsAt = make([][]int32, len(start))
	for i, room := range m.Rooms {
		for _, v := range room {
			m.RoomsAt[v] = append(m.RoomsAt[v], int32(i))
		}
	}
	return m
}

// rooms covers the pairs that touch by maximal sets of cells each two of which
// touch: on a plain floor these are the pairs themselves.
func rooms(g *graph.Graph) [][]int32 {
	var all [][]int32
	around := make([][]int32, len(g.TouchAt))
	for v, at := range g.TouchAt {
		for _, i := range at {
			around[v] = append(around[v], g.Touching(i, int32(v)))
		}
		slices.Sort(around[v])
	}
	touch := func(u, v int32) bool {
		_, found := slices.BinarySearch(around[u], v)
		return found
	}
	covered := map[[2]int32]bool{}
	for _, pair := range g.Touch {
		if covered[pair] {
			continue
		}
		room := pair[:]
		for _, u := range around[pair[0]] {
			if !slices.ContainsFunc(room, func(v int32) bool { return !touch(u, v) }) {
				room = append(slices.Clone(room), u)
			}
		}
		slices.Sort(room)
		for i, u := range room {
			for _, v := range room[:i] {
				covered[[2]int32{v, u}] = true
			}
		}
		all = append(all, room)
	}
	return all
}

// Domain is the set of colours that each cell may end with.
type Domain struct {
	model   *Model
	Allowed []bool  // by cell * Colours + colour
	left    []int32 // how many are allowed, by cell
}

// Domain returns that of the floor itself: every colour everywhere, but a cell
// that can't be swapped keeps its own. It is nil if that can't be.
func (m *Model) Domain() *Domain {
	d := &Domain{model: m, Allowed: make([]bool, len(m.Start)*m.Colours), left: make([]int32, len(m.Start))}
	for i := range d.Allowed {
		d.Allowed[i] = true
	}
	for v := range d.left {
		d.left[v] = int32(m.Colours)
	}
	if m.Colours == 1 && len(m.Touch) > 0 {
		return nil
	}
	for v, at := range m.At {
		if len(at) == 0 && !d.Is(int32(v), m.Start[v]) {
			return nil
		}
	}
	return d
}

// Clone returns a copy.
func (d *Domain) Clone() *Domain {
	return &Domain{d.model, slices.Clone(d.Allowed), slices.Clone(d.left)}
}

// Is lets cell v end with colour c only, so that no cell touching it may, and so
// on for cells that this leaves a single colour. It returns false if a cell is
// left none.
func (d *Domain) Is(v int32, c uint8) bool {
	k := int32(d.model.Colours)
	if !d.Allowed[v*k+int32(c)] {
		return false
	}
	for i := range k {
		if i != int32(c) && !d.Not(v, uint8(i)) {
			return false
		}
	}
	return true
}

// Not lets cell v not end with colour c; else as Is.
func (d *Domain) Not(v int32, c uint8) bool {
	k := int32(d.model.Colours)
	if !d.Allowed[v*k+int32(c)] {
		return true
	}
	d.Allowed[v*k+int32(c)] = false
	d.left[v]--
	return d.left[v] > 1 || d.settle(v)
}

// settle passes on what follows from cell v being left one colour, or none.
func (d *Domain) settle(v int32) bool {
	if d.left[v] == 0 {
		return false
	}
	k := d.model.Colours
	c := slices.Index(d.Allowed[int(v)*k:int(v+1)*k], true)
	for _, i := range d.model.TouchAt[v] {
		if !d.Not(d.model.Touching(i, v), uint8(c)) {
			return false
		}
	}
	return true
}
