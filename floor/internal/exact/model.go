package exact

import (
	"fewest/board"
	"fewest/internal/maxsat"
	"fewest/internal/sat"
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
//	              is the initial tile, sink 0 the final one, source and sink
//	              j+1 the j-th edge of the cell
//
// Soft, one move each: not s[e], not wild[e]. Where a wild edge touches a cell
// the cell's order is left open, so that every plan has a model of at most its
// cost; the converse is what realise and the cuts are for.
type model struct {
	solver  *sat.Solver
	search  *maxsat.Search
	colours int
	cells   []cell
	edges   []edge
}

type cell struct {
	index int    // position on the board
	tile  int    // initial colour
	edges []port // the edges at the cell
	x     []int
	m     [5][5]int // variables; -1 where there is none
}

// port is one end of an edge, seen from its cell.
type port struct {
	edge int
	out  int // the direction of the edge that leads away from the cell
	far  int // the cell at the other end
}

type edge struct {
	a, b      int // cells
	s, wild   int
	g         [2][]int
	soft      int // number of not s[e]; that of not wild[e] is one more
	conserved bool
}

// newModel builds the model of a board for tiles whose colours are 0, 1, ...
// without gaps. stop is asked with every new lower bound.
func newModel(b *board.Board, colours int, options maxsat.Options) *model {
	p := &model{solver: sat.New(), colours: colours}
	number := make([]int, len(b.Cells))
	for v, c := range b.Cells {
		if c == board.Hole {
			continue
		}
		number[v] = len(p.cells)
		p.cells = append(p.cells, cell{index: v, tile: int(c)})
	}
	for _, e := range b.Edges() {
		u, v := number[e.A], number[e.B]
		n := len(p.edges)
		p.edges = append(p.edges, edge{a: u, b: v})
		p.cells[u].edges = append(p.cells[u].edges, port{n, 0, v})
		p.cells[v].edges = append(p.cells[v].edges, port{n, 1, u})
	}
	p.addVariables()
	options.Near = p.near
	p.search = maxsat.New(p.solver, options)
	for i := range p.edges {
		e := &p.edges[i]
		e.soft = p.search.AddSoft(sat.Neg(e.s))
		p.search.AddSoft(sat.Neg(e.wild))
	}
	for i := range p.edges {
		p.constrainEdge(i)
	}
	for v := range p.cells {
		p.constrainCell(v)
	}
	return p
}

// addVariables makes the variables, those of one place next to each other.
func (p *model) addVariables() {
	for v := range p.cells {
		c := &p.cells[v]
		c.x = p.newVars(p.colours)
		p.solver.SetPhase(c.x[c.tile], true)
		for i := range c.m {
			for o := range c.m[i] {
				c.m[i][o] = -1
				if i <= len(c.edges) && o <= len(c.edges) && (i == 0 || i != o) {
					c.m[i][o] = p.solver.NewVar()
				}
			}
		}
		for _, port := range c.edges {
			if port.out != 0 {
				continue
			}
			e := &p.edges[port.edge]
			e.s, e.wild = p.solver.NewVar(), p.solver.NewVar()
			e.g[0], e.g[1] = p.newVars(p.colours), p.newVars(p.colours)
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
	for d := range e.g {
		used := []sat.Lit{sat.Neg(e.s)}
		for c, v := range e.g[d] {
			used = append(used, sat.Pos(v))
			add(sat.Neg(v), sat.Pos(e.s))
			for _, w := range e.g[d][:c] {
				add(sat.Neg(v), sat.Neg(w))
			}
		}
		add(used...)
	}
	for c := range p.colours {
		add(sat.Neg(e.g[0][c]), sat.Neg(e.g[1][c]))
		add(sat.Neg(p.cells[e.a].x[c]), sat.Neg(p.cells[e.b].x[c]))
	}
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

func (p *model) constrainCell(v int) {
	add := p.solver.AddClause
	c := &p.cells[v]
	atLeast := make([]sat.Lit, 0, 8)
	for k, x := range c.x {
		atLeast = append(atLeast, sat.Pos(x))
		for _, y := range c.x[:k] {
			add(sat.Neg(x), sat.Neg(y))
		}
	}
	add(atLeast...)

	// m is a one-to-one matching of the used sources to the used sinks.
	ends := len(c.edges) + 1
	var anyWild []sat.Lit
	for _, q := range c.edges {
		anyWild = append(anyWild, sat.Pos(p.edges[q.edge].wild))
	}
	match := func(lits []sat.Lit, used sat.Lit, always bool) {
		clause := append([]sat.Lit(nil), lits...)
		if !always {
			clause = append(clause, used.Not())
		}
		add(append(clause, anyWild...)...)
		for i, l := range lits {
			if !always {
				add(l.Not(), used)
			}
			for _, k := range lits[:i] {
				add(l.Not(), k.Not())
			}
		}
	}
	for i := range ends {
		var from, to []sat.Lit
		for j := range ends {
			if c.m[i][j] >= 0 {
				from = append(from, sat.Pos(c.m[i][j]))
			}
			if c.m[j][i] >= 0 {
				to = append(to, sat.Pos(c.m[j][i]))
			}
		}
		if i == 0 {
			match(from, 0, true)
			match(to, 0, true)
		} else {
			used := sat.Pos(p.edges[c.edges[i-1].edge].s)
			match(from, used, false)
			match(to, used, false)
		}
	}

	// m keeps colours.
	for i := range ends {
		for o := range ends {
			if c.m[i][o] < 0 {
				continue
			}
			m := sat.Neg(c.m[i][o])
			source, sink := p.colourAt(c, i, true), p.colourAt(c, o, false)
			switch {
			case source == nil && sink == nil:
				add(m, sat.Pos(c.x[c.tile]))
			case source == nil:
				add(m, sat.Pos(sink[c.tile]))
			default:
				for k := range p.colours {
					if sink == nil {
						add(m, sat.Neg(source[k]), sat.Pos(c.x[k]))
						add(m, sat.Pos(source[k]), sat.Neg(c.x[k]))
						continue
					}
					add(m, sat.Neg(source[k]), sat.Pos(sink[k]))
					add(m, sat.Pos(source[k]), sat.Neg(sink[k]))
				}
			}
		}
	}

	// No directed cycle among the edges: with the matching, that makes an order.
	p.forEachCycle(ends, func(cycle []int) {
		clause := make([]sat.Lit, len(cycle))
		for i, a := range cycle {
			clause[i] = sat.Neg(c.m[a][cycle[(i+1)%len(cycle)]])
		}
		add(clause...)
	})
}

// colourAt returns the colour variables of a source (in) or sink of the cell,
// nil for the initial and the final tile.
func (p *model) colourAt(c *cell, end int, in bool) []int {
	if end == 0 {
		return nil
	}
	q := c.edges[end-1]
	if in {
		return p.edges[q.edge].g[1-q.out]
	}
	return p.edges[q.edge].g[q.out]
}

// forEachCycle visits the directed cycles of two or more of the ends 1, 2, ...,
// each once, its smallest end first.
func (p *model) forEachCycle(ends int, visit func(cycle []int)) {
	var cycle []int
	var extend func()
	extend = func() {
		if len(cycle) >= 2 {
			visit(cycle)
		}
	next:
		for j := cycle[0] + 1; j < ends; j++ {
			for _, k := range cycle {
				if k == j {
					continue next
				}
			}
			cycle = append(cycle, j)
			extend()
			cycle = cycle[:len(cycle)-1]
		}
	}
	for i := 1; i < ends; i++ {
		cycle = append(cycle[:0], i)
		extend()
	}
}

// near returns the variables around an edge: those of its two cells and of the
// edges at them.
func (p *model) near(soft int) []int {
	if soft >= 2*len(p.edges) {
		return nil // a cut's; it comes with the edges that it is about
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
		for i := range c.m {
			for _, m := range c.m[i] {
				if m >= 0 {
					scope = append(scope, m)
				}
			}
		}
		for _, q := range c.edges {
			e := &p.edges[q.edge]
			scope = append(scope, e.s, e.wild)
			scope = append(scope, e.g[0]...)
			scope = append(scope, e.g[1]...)
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
				soft := p.edges[q.edge].soft
				w.Softs = append(w.Softs, soft, soft+1)
			}
		}
	}
	return w
}
