package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Lemma is something that every plan satisfies beyond the model, with the reason.
// Which fields it has depends on the kind; a colour is given as [cell, colour].
type Lemma struct {
	Kind   LemmaKind `json:"kind"`
	Cell   int       `json:"cell,omitempty"`   // Order
	Cells  []int     `json:"cells,omitempty"`  // Closed, rising
	Edges  []int     `json:"edges,omitempty"`  // Cut, rising
	Twice  []int     `json:"twice,omitempty"`  // Order, Cut: edges that may be swapped again
	Thrice []int     `json:"thrice,omitempty"` // Cut: and those three times
	Ends   [][2]int  `json:"ends,omitempty"`   // Closed, Cut: cells with the colours they end with
	Circle [][3]int  `json:"circle,omitempty"` // Circle: order, source, sink
	From   int       `json:"from,omitempty"`   // Cut: paid for already
	To     int       `json:"to,omitempty"`     // Cut: not enough
}

// LemmaKind says what a lemma is about.
type LemmaKind string

// The kinds of lemmas; the functions of these names state them.
const (
	Order  LemmaKind = "order"
	Circle LemmaKind = "circle"
	Closed LemmaKind = "closed"
	Cut    LemmaKind = "cut"
)

// checkCore writes the model and the lemmas down, bounds the cost, and checks
// the refutation.
func (p *Part) checkCore(ctx context.Context, f *Floor, r *Report) error {
	m, err := p.constraints(ctx, f)
	if err != nil {
		return err
	}
	r.Lemmas += len(p.Lemmas)
	return p.refute(ctx, m.refutation, r)
}

// constraints returns the model, the lemmas, which it checks, and the bound of
// the cost.
func (p *Part) constraints(ctx context.Context, f *Floor) (*model, error) {
	if p.Model == nil {
		return nil, errors.New("no model")
	}
	m, err := newModel(ctx, f, p.Model)
	if err != nil {
		return nil, err
	}
	for i := range p.Lemmas {
		l := &p.Lemmas[i]
		err := m.fits(ctx)
		if err == nil {
			err = m.lemma(ctx, l)
		}
		if err != nil {
			return nil, fmt.Errorf("lemma %d (%s): %w", i+1, l.Kind, err)
		}
	}
	if !p.Impossible {
		m.give(m.cheaper(p.Lower))
	}
	return m, nil
}

// cheaper is the constraint that the cost is below a number of moves.
func (m *model) cheaper(moves int) constraint {
	c := constraint{degree: int64(len(m.costs) - moves + 1)}
	for _, l := range m.costs {
		c.terms = append(c.terms, term{l.not(), 1})
	}
	slices.SortFunc(c.terms, func(a, b term) int { return int(a.lit) - int(b.lit) })
	return c
}

func (m *model) lemma(ctx context.Context, l *Lemma) error {
	for _, list := range [][]int{l.Edges, l.Twice, l.Thrice} {
		if len(list) > mostEdges {
			return fmt.Errorf("more than %d edges", mostEdges)
		}
		if err := within(list, len(m.edges)); err != nil {
			return fmt.Errorf("edges: %w", err)
		}
	}
	for _, list := range [][]int{{l.Cell}, l.Cells} {
		if err := within(list, len(m.x)); err != nil {
			return fmt.Errorf("cells: %w", err)
		}
	}
	for _, e := range l.Ends {
		if e[0] < 0 || e[0] >= len(m.x) || e[1] < 0 || e[1] >= m.colours {
			return fmt.Errorf("no cell %d with colour %d", e[0], e[1])
		}
	}
	switch l.Kind {
	case Order:
		if len(m.at[l.Cell]) > mostOrdered {
			return fmt.Errorf("an order of more than %d edges", mostOrdered)
		}
		m.order(l)
		return nil
	case Circle:
		return m.circle(l)
	case Closed:
		return m.closed(ctx, l)
	case Cut:
		return m.cut(ctx, l)
	}
	return errors.New("no such kind of lemma")
}

// Bounds of what lemmas are about, so that none takes long to write down.
const mostEdges, mostOrdered = 2000, 16

// within checks that numbers rise and are below a limit.
func within(list []int, limit int) error {
	for i, n := range list {
		if n < 0 || n >= limit || i > 0 && n <= list[i-1] {
			return errors.New("numbers that don't rise, or aren't there")
		}
	}
	return nil
}

// again names what the first two swaps of an edge carry, with g_E_I_D_C for
// "swap I, 0 or 1, carries C in direction D", all false if there is no second.
//
// Lemma. A swap carries one colour either way, and not the same. Unless there is
// a third swap, the net flow of a colour is the sum of what the two carry.
func (m *model) again(i int) {
	e := &m.edges[i]
	if e.g[0][0] != nil {
		return
	}
	wild, third := e.wild, e.third
	for use := range 2 {
		g := &e.g[use]
		for d := range 2 {
			g[d] = m.list("g_%d_%d_%d", i, use, d)
		}
		for d := range 2 {
			m.clause(with(g[d], wild.not())...)
			for c, v := range g[d] {
				m.clause(v.not(), wild)
				for _, w := range g[d][:c] {
					m.clause(v.not(), w.not())
				}
			}
		}
		for c := range m.colours {
			m.clause(g[0][c].not(), g[1][c].not())
		}
	}
	for d := range 2 {
		for c, n := range e.n[d] {
			for use := range 2 {
				one, other := e.g[use], e.g[1-use]
				m.clause(third, one[d][c].not(), other[1-d][c], n)
				m.clause(third, n.not(), one[1-d][c].not())
			}
			g0, g1 := e.g[0][d][c], e.g[1][d][c]
			m.clause(third, wild.not(), n.not(), g0, g1)
			if !m.full {
				m.clause(g0.not(), g1.not(), e.two[d])
				continue
			}
			t := e.t[d][c]
			m.clause(third, g0.not(), g1.not(), t)
			m.clause(third, t.not(), g0)
			m.clause(third, t.not(), g1)
		}
	}
}

// order is the order of the swaps at a cell, for the case that just some of its
// edges are swapped twice and the others once at most: m_K_I_J says that in
// order K what comes from source I leaves with sink J. Source 0 is the initial
// tile, sink 0 the final one, the others are the swaps.
type order struct {
	cell  int
	swaps []use
	m     [][]literal // none where source and sink can't meet
}

// use is a swap of an edge: its only one (-1), its first (0) or second (1).
type use struct{ port, which int }

const none = literal(-1)

// order adds an order.
//
// Lemma. The swaps at a cell happen one after another: what one brings leaves
// with the next, the first takes the initial tile, the last brings the final
// one. So each source and sink that takes part is matched once, matched ends
// have the same colour, and no swap comes before itself, nor the second swap of
// an edge before its first. In any other case all m are false.
func (m *model) order(l *Lemma) {
	at := m.at[l.Cell]
	o := order{cell: l.Cell}
	var unless []literal // the case isn't given
	for i, q := range at {
		e := &m.edges[q.edge]
		if !slices.Contains(l.Twice, q.edge) {
			o.swaps = append(o.swaps, use{i, -1})
			unless = append(unless, e.wild)
			continue
		}
		m.again(q.edge)
		o.swaps = append(o.swaps, use{i, 0}, use{i, 1})
		unless = append(unless, e.wild.not(), e.third)
	}
	ends := len(o.swaps) + 1
	for i := range ends {
		o.m = append(o.m, make([]literal, ends))
		for j := range ends {
			o.m[i][j] = none
			same := i > 0 && j > 0 && o.swaps[i-1].port == o.swaps[j-1].port
			if !same || o.swaps[i-1].which < o.swaps[j-1].which {
				o.m[i][j] = m.variable("m_%d_%d_%d", len(m.orders), i, j)
			}
		}
	}
	m.orders = append(m.orders, o)
	for i := range ends {
		var from, to []literal
		for j := range ends {
			if o.m[i][j] != none {
				from = append(from, o.m[i][j])
				m.sameColour(l.Cell, &o, i, j)
			}
			if o.m[j][i] != none {
				to = append(to, o.m[j][i])
			}
		}
		for _, matches := range [][]literal{from, to} {
			some := with(matches, unless...)
			if i > 0 {
				happens := m.happens(l.Cell, o.swaps[i-1])
				some = append(some, happens.not())
				for _, match := range matches {
					m.clause(match.not(), happens)
				}
			}
			m.clause(some...)
			for k, match := range matches {
				for _, other := range matches[:k] {
					m.clause(match.not(), other.not())
				}
			}
		}
	}
	m.shortCircles(&o)
}

func (m *model) happens(cell int, u use) literal {
	e := &m.edges[m.at[cell][u.port].edge]
	if u.which < 0 {
		return e.s
	}
	return e.wild
}

// carries returns what a swap carries out of the cell, or into it.
func (m *model) carries(cell int, u use, out bool) []literal {
	q := m.at[cell][u.port]
	d := q.out
	if !out {
		d = 1 - d
	}
	if e := &m.edges[q.edge]; u.which >= 0 {
		return e.g[u.which][d]
	} else {
		return e.n[d]
	}
}

// sameColour says that a source and a sink that are matched have one colour.
func (m *model) sameColour(cell int, o *order, i, j int) {
	match, sink := o.m[i][j].not(), m.x[cell]
	if j > 0 {
		sink = m.carries(cell, o.swaps[j-1], true)
	}
	if i == 0 {
		m.clause(match, sink[m.floor.Cells[cell]])
		return
	}
	source := m.carries(cell, o.swaps[i-1], false)
	for c := range m.colours {
		m.clause(match, source[c].not(), sink[c])
		m.clause(match, source[c], sink[c].not())
	}
}

// longestCircle is how many swaps the circles have that an order excludes from
// the start.
const longestCircle = 4

// shortCircles excludes the circles within an order: matches that lead from a
// swap back to it, or from the second swap of an edge to its first.
func (m *model) shortCircles(o *order) {
	var extend func(path []int, lits []literal)
	extend = func(path []int, lits []literal) {
		start, last := path[0], path[len(path)-1]
		for j := 1; j < len(o.m); j++ {
			if o.m[last][j] == none {
				continue
			}
			step := with(lits, o.m[last][j].not())
			if j == start && start == slices.Min(path) || o.isFirst(j, start) {
				m.clause(step...)
			} else if len(path) < longestCircle && !slices.Contains(path, j) {
				extend(append(path[:len(path):len(path)], j), step)
			}
		}
	}
	for i := 1; i < len(o.m); i++ {
		extend([]int{i}, nil)
	}
}

// isFirst reports whether swap i is the first of an edge and swap j its second.
func (o *order) isFirst(i, j int) bool {
	a, b := o.swaps[i-1], o.swaps[j-1]
	return a.port == b.port && a.which == 0 && b.which == 1
}

// circle excludes a circle through orders of several cells.
//
// Lemma. A match from swap I to swap J says that I comes before J. The first
// swap of an edge comes before its second. Nothing comes before itself.
func (m *model) circle(l *Lemma) error {
	type swap struct{ edge, which int }
	var from, to []swap
	var lits []literal
	for _, c := range l.Circle {
		if c[0] < 0 || c[0] >= len(m.orders) {
			return fmt.Errorf("no order %d", c[0])
		}
		o := &m.orders[c[0]]
		if c[1] < 1 || c[1] >= len(o.m) || c[2] < 1 || c[2] >= len(o.m) || o.m[c[1]][c[2]] == none {
			return fmt.Errorf("order %d has no match of %d with %d", c[0], c[1], c[2])
		}
		at := m.at[o.cell]
		a, b := o.swaps[c[1]-1], o.swaps[c[2]-1]
		from = append(from, swap{at[a.port].edge, a.which})
		to = append(to, swap{at[b.port].edge, b.which})
		lits = append(lits, o.m[c[1]][c[2]].not())
	}
	for i, t := range to {
		next := from[(i+1)%len(from)]
		if t != next && (t.edge != next.edge || t.which != 0 || next.which != 1) {
			return errors.New("not a circle")
		}
	}
	if len(lits) == 0 {
		return errors.New("no matches")
	}
	m.clause(lits...)
	return nil
}
