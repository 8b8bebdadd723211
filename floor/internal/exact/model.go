package exact

import (
	"context"

	"fewest/floor/internal/graph"
	"fewest/floor/internal/maxsat"
	"fewest/floor/internal/sat"
)

// The model. A plan is seen as a set of swapped edges and the net flow of each
// colour over each of them: how often the edge carries the colour one way, less
// how often it carries it back. Swaps of two tiles of one colour change nothing,
// so plans don't have them.
//
//	x[v][c]       cell v ends with colour c
//	s[e]          edge e is swapped
//	wild[e]       edge e is swapped twice or more
//	third[e]      edge e is swapped three times or more
//	n[e][d][c]    the net flow of c over e from A to B (d = 0) or back (d = 1)
//	              is 1 or more
//	t[e][d][c]    it is 2 or more (full form)
//	two[e][d]     it is 2 or more for some colour (light form)
//
// Soft, one move each: not s[e], not wild[e], and, once there is a reason to
// look at third swaps of the edge, not third[e].
//
// Every plan gives values to these variables that cost at most its length and
// satisfy the clauses of edges (edge.go) and of cells (cell.go). The converse
// doesn't hold: the order of swaps is left open. So where a cheapest model can't
// be realised, clauses are added that every plan satisfies, too. They are of
// four kinds: refinements (refine.go), circles (circle.go), closed regions and
// costs (cut.go).
type model struct {
	formula
	form
	graph *graph.Graph
	cells []cell
	edges []edge
}

// form is what a model is made for.
type form struct {
	colours int
	full    bool // with t, for few colours, else with two
}

type cell struct {
	tile   int // initial colour
	edges  []port
	x      []int
	orders []*order
}

// port is one end of an edge, seen from its cell.
type port struct {
	edge int
	out  int // the direction of the edge that leads away from the cell
	far  int // the cell at the other end
}

type edge struct {
	a, b    int // cells
	s, wild int
	third   int // -1 until it is needed, in the light form
	counted bool
	n       colour
	t       colour    // full form
	two     [2]int    // light form
	g       [2]colour // of the first and the second swap, once refined
	softs   []int     // numbers of the soft literals
}

// colour holds, for either direction, a variable for each colour.
type colour [2][]int

// newModel builds the model of a graph in a form, or returns nil when the context
// ends before.
func newModel(ctx context.Context, g *graph.Graph, tiles []uint8, f form, n notes, options maxsat.Options) *model {
	p := &model{formula: formula{solver: sat.New(), notes: n}, form: f, graph: g}
	if p.proof != nil {
		p.solver.Log(p.proof.log)
	}
	p.cells = make([]cell, len(g.At))
	for v := range p.cells {
		p.cells[v].tile = int(tiles[v])
	}
	for i, e := range g.Edges {
		u, v := int(e[0]), int(e[1])
		p.edges = append(p.edges, edge{a: u, b: v, third: -1})
		p.cells[u].edges = append(p.cells[u].edges, port{i, 0, v})
		p.cells[v].edges = append(p.cells[v].edges, port{i, 1, u})
	}
	options.Near = func(soft int) []int { return p.scopeOf(p.about[soft]) }
	p.search = maxsat.New(p.solver, options)
	balance := newBalance(p)
	steps := []struct {
		n    int
		step func(i int)
	}{
		{len(p.cells), p.addVariables},
		{len(p.edges), p.addSofts},
		{len(p.edges), p.constrainEdge},
		{len(g.Touch), p.keepApart},
		{len(p.cells), func(v int) { p.constrainCell(v, balance) }},
	}
	for _, s := range steps {
		for i := range s.n {
			if i%64 == 0 && ctx.Err() != nil {
				return nil
			}
			s.step(i)
		}
	}
	return p
}

// addVariables makes the variables of a cell and of the edges that lead on
// from it, those of one place next to each other.
func (p *model) addVariables(v int) {
	c := &p.cells[v]
	c.x = p.newVars(p.colours)
	p.proof.list(c.x, "x_%d", v)
	p.solver.SetPhase(c.x[c.tile], true)
	for _, q := range c.edges {
		if q.out != 0 {
			continue
		}
		e := &p.edges[q.edge]
		e.s, e.wild = p.solver.NewVar(), p.solver.NewVar()
		e.n = colour{p.newVars(p.colours), p.newVars(p.colours)}
		p.proof.name(e.s, "s_%d", q.edge)
		p.proof.name(e.wild, "w_%d", q.edge)
		p.proof.colour(e.n, "n_%d", q.edge)
		if p.full {
			e.t = colour{p.newVars(p.colours), p.newVars(p.colours)}
			e.third = p.solver.NewVar()
			p.proof.colour(e.t, "t_%d", q.edge)
			p.proof.name(e.third, "h_%d", q.edge)
		} else {
			e.two = [2]int{p.solver.NewVar(), p.solver.NewVar()}
			p.proof.list(e.two[:], "u_%d", q.edge)
		}
	}
}

// addSofts says what an edge costs.
func (p *model) addSofts(i int) {
	e := &p.edges[i]
	e.softs = []int{p.addSoft(e.s, e.a, e.b), p.addSoft(e.wild, e.a, e.b)}
}

// keepApart says that two cells that touch end with different colours.
func (p *model) keepApart(pair int) {
	t := p.graph.Touch[pair]
	for c := range p.colours {
		p.base(sat.Neg(p.cells[t[0]].x[c]), sat.Neg(p.cells[t[1]].x[c]))
	}
}

// scopeOf returns the variables of some cells and of the edges at them.
func (p *model) scopeOf(cells []int) []int {
	var scope []int
	for _, v := range cells {
		c := &p.cells[v]
		scope = append(scope, c.x...)
		for _, o := range c.orders {
			scope = append(scope, o.vars...)
		}
		for _, q := range c.edges {
			e := &p.edges[q.edge]
			scope = append(scope, e.s, e.wild)
			if e.third >= 0 {
				scope = append(scope, e.third)
			}
			if !p.full {
				scope = append(scope, e.two[0], e.two[1])
			}
			for _, g := range [...]colour{e.n, e.t, e.g[0], e.g[1]} {
				scope = append(append(scope, g[0]...), g[1]...)
			}
		}
	}
	return scope
}

// window returns the part of the model about some cells: no edge at them may
// be swapped for free.
func (p *model) window(cells []int) maxsat.Window {
	w := maxsat.Window{Scope: p.scopeOf(cells)}
	seen := map[int]bool{}
	for _, v := range cells {
		for _, q := range p.cells[v].edges {
			if !seen[q.edge] {
				seen[q.edge] = true
				w.Softs = append(w.Softs, p.edges[q.edge].softs...)
			}
		}
	}
	return w
}
