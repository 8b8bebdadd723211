package exact

import "fewest/floor/internal/sat"

// order is the order of the swaps at a cell for the case that just some of its
// edges are swapped twice and the others at most once, as a one-to-one matching
// of sources to sinks: what comes from source i goes to sink o when m[i][o].
// Source 0 is the initial tile and sink 0 the final one; source and sink j+1
// are swap j.
//
// Lemma. Let a plan swap the edges so. The swaps at the cell happen one after
// another; what one brings leaves with the next, the first takes the initial
// tile, the last brings the final one. With m true exactly there, every clause
// of the order holds: each source and sink that takes part is matched once,
// colours are kept, and no swap comes before itself, nor the second swap of an
// edge before its first. In any other case all m are false, and each clause
// that wants one true has a literal of unless that holds.
type order struct {
	*model
	at     *cell
	swaps  []swap
	m      [][]int // variables; -1 where there is none
	vars   []int   // the same as a list
	unless []sat.Lit
}

// swap is a swap of an edge, seen from one of its cells: the only one (use
// only), the first or the second of two.
type swap struct {
	port
	use int
}

const only, first, second = -1, 0, 1

// newOrder makes the variables of an order.
func (p *model) newOrder(c *cell, swaps []swap, unless []sat.Lit) *order {
	o := &order{model: p, at: c, swaps: swaps, unless: unless, m: make([][]int, len(swaps)+1)}
	for i := range o.m {
		o.m[i] = make([]int, len(swaps)+1)
		for j := range o.m[i] {
			o.m[i][j] = -1
			if !o.pointless(i, j) {
				o.m[i][j] = o.solver.NewVar()
				o.vars = append(o.vars, o.m[i][j])
			}
		}
	}
	return o
}

// pointless reports whether source i can't go to sink j: a tile doesn't leave
// with the swap that brought it, nor with an earlier one.
func (o *order) pointless(i, j int) bool {
	return i > 0 && j > 0 && o.swaps[i-1].edge == o.swaps[j-1].edge && o.swaps[i-1].use >= o.swaps[j-1].use
}

// happens returns the literal that says that a swap happens.
func (o *order) happens(w swap) sat.Lit {
	if w.use == only {
		return sat.Pos(o.edges[w.edge].s)
	}
	return sat.Pos(o.edges[w.edge].wild)
}

// carries returns the variables of the colours that a swap carries: the net
// flow where it is the only one.
func (o *order) carries(w swap) colour {
	if w.use == only {
		return o.edges[w.edge].n
	}
	return o.edges[w.edge].g[w.use]
}

// constrain says what an order is.
func (o *order) constrain() {
	for i := range o.m {
		var from, to []sat.Lit
		for j := range o.m {
			if o.m[i][j] >= 0 {
				from = append(from, sat.Pos(o.m[i][j]))
			}
			if o.m[j][i] >= 0 {
				to = append(to, sat.Pos(o.m[j][i]))
			}
		}
		o.matchOne(from, i)
		o.matchOne(to, i)
		for j, m := range o.m[i] {
			if m >= 0 {
				o.keepColour(i, j)
			}
		}
	}
	o.forEachCircle(func(circle []int) {
		clause := make([]sat.Lit, len(circle))
		for i, m := range circle {
			clause[i] = sat.Neg(m)
		}
		o.refinement(clause...)
	})
}

// matchOne says that an end of the order is matched once if it takes part.
func (o *order) matchOne(matches []sat.Lit, end int) {
	add := o.refinement
	clause := append(append([]sat.Lit(nil), matches...), o.unless...)
	if end > 0 {
		happens := o.happens(o.swaps[end-1])
		clause = append(clause, happens.Not())
		for _, m := range matches {
			add(m.Not(), happens)
		}
	}
	add(clause...)
	for i, m := range matches {
		for _, n := range matches[:i] {
			add(m.Not(), n.Not())
		}
	}
}

// keepColour says that what source i gives is what sink j gets, when matched.
func (o *order) keepColour(i, j int) {
	add := o.refinement
	m := sat.Neg(o.m[i][j])
	sink := o.at.x
	if j > 0 {
		w := o.swaps[j-1]
		sink = o.carries(w)[w.out]
	}
	if i == 0 {
		add(m, sat.Pos(sink[o.at.tile]))
		return
	}
	w := o.swaps[i-1]
	source := o.carries(w)[1-w.out]
	for k := range o.colours {
		add(m, sat.Neg(source[k]), sat.Pos(sink[k]))
		add(m, sat.Pos(source[k]), sat.Neg(sink[k]))
	}
}

// longestCircle is how long the circles are that are forbidden from the start;
// longer ones, which only refined orders have, are cut when they turn up.
const longestCircle = 4

// forEachCircle visits the matches that would make swaps follow each other in
// a circle: a cycle of matches, or a path from the second swap of an edge to
// its first. With the matching, forbidding them makes an order.
func (o *order) forEachCircle(visit func(ms []int)) {
	var path, ms []int
	var extend func()
	extend = func() {
		last := path[len(path)-1]
		if len(ms) > 0 && o.m[last][path[0]] >= 0 {
			visit(append(ms, o.m[last][path[0]]))
		}
		if len(path) == longestCircle {
			return
		}
	next:
		for j := path[0] + 1; j < len(o.m); j++ {
			if o.m[last][j] < 0 {
				continue
			}
			for _, k := range path {
				if k == j {
					continue next
				}
			}
			path, ms = append(path, j), append(ms, o.m[last][j])
			extend()
			path, ms = path[:len(path)-1], ms[:len(ms)-1]
		}
	}
	for i := 1; i < len(o.m); i++ {
		path, ms = append(path[:0], i), ms[:0]
		extend()
	}
	for i := 1; i < len(o.m); i++ {
		for j := 1; j < len(o.m); j++ {
			if i != j && o.swaps[i-1].edge == o.swaps[j-1].edge && o.swaps[i-1].use == second {
				o.forEachPath(i, j, visit)
			}
		}
	}
}

// forEachPath visits the matches of paths between two swaps over at most two
// others.
func (o *order) forEachPath(from, to int, visit func(ms []int)) {
	for a := 1; a < len(o.m); a++ {
		if a == from || a == to || o.m[from][a] < 0 {
			continue
		}
		if o.m[a][to] >= 0 {
			visit([]int{o.m[from][a], o.m[a][to]})
		}
		for b := 1; b < len(o.m); b++ {
			if b != from && b != to && b != a && o.m[a][b] >= 0 && o.m[b][to] >= 0 {
				visit([]int{o.m[from][a], o.m[a][b], o.m[b][to]})
			}
		}
	}
}
