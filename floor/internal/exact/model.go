package exact

import (
	"context"

	"fewest/floor/internal/graph"
	"fewest/floor/internal/maxsat"
	"fewest/floor/internal/sat"
)

// The local-order model. A plan is seen as a set of swapped edges, the colours
// that each carries either way, and at every cell the order in which its edges
// are swapped: what comes in with one swap leaves with the next.
//
//	x[v][c]       cell v ends with colour c
//	s[e]          edge e is swapped
//	g[e][d][c]    edge e carries colour c from A to B (d = 0) or back (d = 1)
//	wild[e]       edge e is swapped twice or more
//	m[v][i][o]    at cell v, what comes from source i goes to sink o; source 0
//	              is the initial tile, sink 0 the final one, the others are
//	              the swaps at the cell
//
// Soft, one move each: not s[e], not wild[e]. Where a wild edge touches a cell
// the cell's order is left open, so that every plan has a model of at most its
// cost; the converse is what realise and the cuts are for. Where wild edges
// turn up in a cheapest model, the cells at them get a finer order, in which
// they are swapped just twice (refine.go); a third swap is soft then, too.
type model struct {
	graph   *graph.Graph
	solver  *sat.Solver
	search  *maxsat.Search
	colours int
	cells   []cell
	edges   []edge
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
	third   int       // "swapped three times or more", -1 until it is needed
	g       [2]colour // of the first swap and, once refined, of the second
	softs   []int     // numbers of the soft literals
}

// colour holds, for either direction, the variables of the colour carried.
type colour [2][]int

// newModel builds the model of a graph for tiles of so many colours, or returns
// nil when the context ends before.
func newModel(ctx context.Context, g *graph.Graph, tiles []uint8, colours int, options maxsat.Options) *model {
	p := &model{graph: g, solver: sat.New(), colours: colours}
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
	options.Near = p.near
	p.search = maxsat.New(p.solver, options)
	ended := func(i int) bool { return i%64 == 0 && ctx.Err() != nil }
	for v := range p.cells {
		if ended(v) {
			return nil
		}
		p.addVariables(v)
	}
	for i := range p.edges {
		e := &p.edges[i]
		e.softs = []int{p.search.AddSoft(sat.Neg(e.s)), p.search.AddSoft(sat.Neg(e.wild))}
	}
	for i := range p.edges {
		if ended(i) {
			return nil
		}
		p.constrainEdge(i)
	}
	for i, t := range g.Touch {
		if ended(i) {
			return nil
		}
		for c := range p.colours {
			p.solver.AddClause(sat.Neg(p.cells[t[0]].x[c]), sat.Neg(p.cells[t[1]].x[c]))
		}
	}
	for v := range p.cells {
		if ended(v) {
			return nil
		}
		p.constrainCell(v)
	}
	return p
}

// addVariables makes the variables of a cell and of the edges that lead on
// from it, those of one place next to each other.
func (p *model) addVariables(v int) {
	c := &p.cells[v]
	c.x = p.newVars(p.colours)
	p.solver.SetPhase(c.x[c.tile], true)
	swaps := make([]swap, len(c.edges))
	for i, q := range c.edges {
		swaps[i] = swap{q, 0}
	}
	c.orders = []*order{p.newOrder(swaps)}
	for _, q := range c.edges {
		if q.out == 0 {
			e := &p.edges[q.edge]
			e.s, e.wild = p.solver.NewVar(), p.solver.NewVar()
			e.g[0] = colour{p.newVars(p.colours), p.newVars(p.colours)}
		}
	}
}

func (p *model) newVars(n int) []int {
	vs := make([]int, n)
	for i := range vs {
		vs[i] = p.solver.NewVar()
	}
	return vs
}

func (p *model) constrainEdge(i int) {
	add := p.solver.AddClause
	e := &p.edges[i]
	p.constrainColours(e.g[0], sat.Pos(e.s))
	// A second swap undoes the first unless another came between.
	add(sat.Neg(e.wild), sat.Pos(e.s))
	again := []sat.Lit{sat.Neg(e.wild)}
	for _, v := range [2]int{e.a, e.b} {
		for _, q := range p.cells[v].edges {
			if q.edge != i {
				again = append(again, sat.Pos(p.edges[q.edge].s))
			}
		}
	}
	add(again...)
}

// constrainColours says that a swap carries one colour either way, and not the
// same, if it happens, and none if it doesn't.
func (p *model) constrainColours(g colour, happens sat.Lit) {
	add := p.solver.AddClause
	for d := range g {
		some := []sat.Lit{happens.Not()}
		for c, v := range g[d] {
			some = append(some, sat.Pos(v))
			add(sat.Neg(v), happens)
			for _, w := range g[d][:c] {
				add(sat.Neg(v), sat.Neg(w))
			}
		}
		add(some...)
	}
	for c := range p.colours {
		add(sat.Neg(g[0][c]), sat.Neg(g[1][c]))
	}
}

func (p *model) constrainCell(v int) {
	add := p.solver.AddClause
	c := &p.cells[v]
	some := make([]sat.Lit, 0, 8)
	for k, x := range c.x {
		some = append(some, sat.Pos(x))
		for _, y := range c.x[:k] {
			add(sat.Neg(x), sat.Neg(y))
		}
	}
	add(some...)
	var unless []sat.Lit
	for _, q := range c.edges {
		unless = append(unless, sat.Pos(p.edges[q.edge].wild))
	}
	p.constrainOrder(c, c.orders[0], unless)
}

// near returns the variables around an edge: those of its two cells and of the
// edges at them.
func (p *model) near(soft int) []int {
	if soft >= 2*len(p.edges) {
		return nil // a refinement's or a cut's: it comes with edges it is about
	}
	e := &p.edges[soft/2]
	return p.scopeOf([]int{e.a, e.b})
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
			for _, g := range e.g {
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
