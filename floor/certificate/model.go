package certificate

import (
	"context"
	"errors"
	"fmt"
)

// Model says how the constraints of a Core proof are made.
type Model struct {
	Full bool `json:"full"` // the form with flows of two by colour, for few colours; else the light one
}

// model writes down what every shortest plan of a part satisfies.
//
// A plan is seen as a set of swapped pairs ("edges") and the net flow of each
// colour over each: how often the edge carries the colour from its first cell to
// its second, less how often back. A shortest plan has no swap of two tiles of
// one colour, which changes nothing, nor two swaps of an edge without a swap of
// another edge at its cells between them, which undo each other.
//
//	x_V_C    cell V ends with colour C
//	s_E      edge E is swapped; w_E twice or more, h_E three times or more
//	n_E_D_C  the net flow of C over E is 1 or more, from the first cell to the
//	         second (D = 0) or back (D = 1)
//	t_E_D_C  it is 2 or more (full form)
//	u_E_D    it is 2 or more for some colour (light form); a plan that swaps the
//	         edge twice may say so in any case: it stands where more is allowed
//
// The cost is the number of s, w and h that are true, and of the variables that
// cuts bring; a plan has at least as many swaps as it costs.
type model struct {
	*refutation
	floor    *Floor
	full     bool
	colours  int
	at       [][]port // by cell
	x        [][]literal
	edges    []edge
	touching [][]int // by cell
	orders   []order
	sets     map[string]int // the sets of edges of cuts, in the order they came
	costs    []literal      // what costs one move when true
}

// port is an edge seen from one of its cells; out is its direction away.
type port struct{ edge, out int }

type edge struct {
	cells          [2]int
	s, wild, third literal
	n, t           [2][]literal
	two            [2]literal
	g              [2][2][]literal // of the first and the second swap; see again
}

// mostVariables bounds the colours times the cells and edges of a model.
const mostVariables = 50_000_000

// newModel writes the model of a part.
func newModel(ctx context.Context, f *Floor, m *Model) (*model, error) {
	p := &model{refutation: &refutation{}, floor: f, full: m.Full, colours: len(f.counts()), at: make([][]port, len(f.Cells)), touching: around(len(f.Cells), f.Touch), sets: map[string]int{}}
	if (len(f.Cells)+len(f.Swap))*p.colours*p.colours > mostVariables {
		return nil, errors.New("too many cells and colours")
	}
	for i, e := range f.Swap {
		p.edges = append(p.edges, edge{cells: e})
		p.at[e[0]] = append(p.at[e[0]], port{i, 0})
		p.at[e[1]] = append(p.at[e[1]], port{i, 1})
	}
	for v := range f.Cells {
		p.x = append(p.x, p.list("x_%d", v))
	}
	for i := range p.edges {
		e := &p.edges[i]
		e.s, e.wild, e.third = p.variable("s_%d", i), p.variable("w_%d", i), p.variable("h_%d", i)
		p.costs = append(p.costs, e.s, e.wild, e.third)
		for d := range 2 {
			e.n[d] = p.list("n_%d_%d", i, d)
			if p.full {
				e.t[d] = p.list("t_%d_%d", i, d)
			} else {
				e.two[d] = p.variable("u_%d_%d", i, d)
			}
		}
	}
	for i := range p.edges {
		p.edge(i)
	}
	for _, e := range f.Touch { // touching cells end with different colours
		for c := range p.colours {
			p.clause(p.x[e[0]][c].not(), p.x[e[1]][c].not())
		}
	}
	for v := range f.Cells {
		if err := p.fits(ctx); err != nil {
			return nil, err
		}
		p.cell(v)
	}
	return p, p.fits(ctx)
}

func (m *model) variable(format string, numbers ...any) literal {
	return m.add(fmt.Sprintf(format, numbers...))
}

// list makes a variable for each colour.
func (m *model) list(format string, numbers ...any) []literal {
	all := make([]literal, m.colours)
	for c := range all {
		all[c] = m.variable(format+"_%d", append(numbers[:len(numbers):len(numbers)], c)...)
	}
	return all
}

// clause adds the constraint that one of the literals is true.
func (m *model) clause(lits ...literal) { m.give(clause(lits...)) }

// with returns a list with more at its end.
func with[T any](list []T, more ...T) []T { return append(list[:len(list):len(list)], more...) }

// without leaves out one place of a list.
func without(list []literal, place int) []literal { return with(list[:place], list[place+1:]...) }

// edge says what the net flow over an edge can be.
//
// Lemma (edge). Each swap carries one colour either way, and not the same, so
// the flows are whole numbers with sum 0; one swap carries one colour either
// way; the clauses say no more than that, and that an edge swapped again has a
// swapped neighbour.
func (m *model) edge(i int) {
	e := &m.edges[i]
	m.clause(e.wild.not(), e.s)
	for d := range 2 {
		m.clause(with(e.n[d], e.s.not(), e.wild)...)
		for c, n := range e.n[d] {
			m.clause(n.not(), e.s)
			m.clause(with(without(e.n[1-d], c), n.not())...) // something else comes back
			for _, other := range e.n[d][:c] {
				m.clause(n.not(), other.not(), e.wild)
			}
			if d == 0 {
				m.clause(n.not(), e.n[1][c].not())
			}
		}
		if !m.full {
			m.clause(e.two[d].not(), e.wild)
			continue
		}
		for c, t := range e.t[d] {
			m.clause(t.not(), e.n[d][c])
			m.clause(t.not(), e.wild)
			m.twoBack(e, 1-d, t.not())
			for _, other := range e.n[d][:c] {
				m.twoBack(e, 1-d, e.n[d][c].not(), other.not())
			}
		}
	}
	m.clause(e.third.not(), e.wild)
	again := []literal{e.wild.not()}
	for _, v := range e.cells {
		for _, q := range m.at[v] {
			if q.edge != i {
				again = append(again, m.edges[q.edge].s)
			}
		}
	}
	m.clause(again...)
}

// twoBack says that where two tiles go one way, unless one of the literals
// holds, two come back: one colour twice, or two colours.
func (m *model) twoBack(e *edge, d int, unless ...literal) {
	for c, n := range e.n[d] {
		m.clause(with(with(with(unless, n.not()), e.t[d]...), without(e.n[d], c)...)...)
	}
}

// cell says that a cell ends with one colour, and what flows into it.
//
// Lemma (balance). What comes into a cell of a colour, less what leaves it, is
// [the cell ends with it] - [it begins with it].
//
// Lemma (trail). If edges at a cell are swapped and none twice, the first of
// these swaps carries the initial tile out, and nothing carries it back over that
// edge.
func (m *model) cell(v int) {
	x, own := m.x[v], m.floor.Cells[v]
	m.clause(x...)
	for c := range x {
		for _, other := range x[:c] {
			m.clause(x[c].not(), other.not())
		}
		began := 0
		if c == own {
			began = 1
		}
		m.flow(v, c, 0, 1-began, x[c])
		m.flow(v, c, 0, 2-began)
		m.flow(v, c, 1, began, x[c].not())
		m.flow(v, c, 1, began+1)
	}
	var leaves []literal
	for _, q := range m.at[v] {
		leaves = append(leaves, m.edges[q.edge].wild, m.edges[q.edge].n[q.out][own])
	}
	for _, q := range m.at[v] {
		m.clause(with(leaves, m.edges[q.edge].s.not())...)
	}
}

// At cells with more edges than manyEdges only fewFlows of them count in a
// clause of balance, or there were too many.
const manyEdges, fewFlows = 8, 3

// flow says that a net flow of at least so much of a colour into a cell (way 0)
// or out of it (way 1) needs one of the literals: for every way to give the edges
// levels with that sum, some edge brings less than its level, or a literal holds.
func (m *model) flow(v, c, way, sum int, unless ...literal) {
	at := m.at[v]
	twos, flows := 0, len(at)
	if m.full {
		twos = 1 // edges with a level of 2 or -2
	}
	if len(at) > manyEdges {
		flows = fewFlows // edges with a level other than 0
	}
	var choose func(i, rest, twos, flows int, lits []literal)
	choose = func(i, rest, twos, flows int, lits []literal) {
		if i == len(at) {
			if rest == 0 {
				m.clause(lits...)
			}
			return
		}
		for level := -2; level <= 2; level++ {
			two, flow := level*level/4, min(1, level*level)
			if two <= twos && flow <= flows {
				choose(i+1, rest-level, twos-two, flows-flow, with(lits, m.less(at[i], c, way, level)))
			}
		}
	}
	choose(0, sum, twos, flows, unless)
}

// less returns a literal that holds if less than a level of a colour comes in by
// an edge (way 0), or goes out by it (way 1).
func (m *model) less(q port, c, way, level int) literal {
	e := &m.edges[q.edge]
	along, back := q.out^1^way, q.out^way
	switch {
	case level == 2:
		return e.t[along][c].not()
	case level == 1:
		return e.n[along][c].not()
	case level == 0:
		return e.n[back][c]
	case level == -1 && m.full:
		return e.t[back][c]
	case level == -1:
		return e.two[back]
	default:
		return e.third // a net flow of 3 or more takes three swaps
	}
}
