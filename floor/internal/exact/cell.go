package exact

import "fewest/floor/internal/sat"

// constrainCell says what may happen at a cell.
//
// Lemma (balance). What comes into a cell of a colour, less what leaves it, is
// [the cell ends with it] - [it begins with it]. This holds for every plan, in
// whatever order and however often the edges are swapped.
//
// Lemma (trail). If edges at the cell are swapped, none twice, the first of
// these swaps takes the initial tile away, and that edge's only swap carries it
// out net.
//
// With three colours, where no edge at the cell is swapped twice, both together
// say exactly that the swaps at the cell can be put into an order in which what
// comes with one leaves with the next. The swaps are arcs from the colour that
// leaves to the colour that comes; balance makes them a trail from the initial
// to the final colour and cycles, and two of three colours, one of them the
// initial one, always leave no room for a cycle apart. With more colours there
// is, and refinements say the rest.
func (p *model) constrainCell(v int, b *balance) {
	add := p.base
	c := &p.cells[v]
	some := make([]sat.Lit, 0, 8)
	for k, x := range c.x {
		some = append(some, sat.Pos(x))
		for _, y := range c.x[:k] {
			add(sat.Neg(x), sat.Neg(y))
		}
	}
	add(some...)
	for k, x := range c.x {
		began := 0
		if k == c.tile {
			began = 1
		}
		b.add(c, k, 0, 1-began, sat.Pos(x))
		b.add(c, k, 0, 2-began)
		b.add(c, k, 1, began, sat.Neg(x))
		b.add(c, k, 1, began+1)
	}
	var leaves []sat.Lit
	for _, q := range c.edges {
		leaves = append(leaves, sat.Pos(p.edges[q.edge].wild), sat.Pos(p.edges[q.edge].n[q.out][c.tile]))
	}
	for _, q := range c.edges {
		add(append(leaves[:len(leaves):len(leaves)], sat.Neg(p.edges[q.edge].s))...)
	}
}

// balance writes sums of net flows as clauses. Each edge of a cell gets a level,
// and if every edge brings at least its level, the sum of the levels comes in.
type balance struct {
	*model
	choices map[[2]int][][]int // by number of edges and sum
}

// At cells with more edges than manyEdges only so many of them, fewFlows, get a
// level other than 0; leaving out clauses only relaxes the model.
const manyEdges, fewFlows = 8, 3

func newBalance(p *model) *balance { return &balance{p, map[[2]int][][]int{}} }

// add says that flows of at least a sum into the cell (way 0), or out of it
// (way 1), need one of the literals.
func (b *balance) add(c *cell, colour, way, sum int, unless ...sat.Lit) {
	for _, levels := range b.levels(len(c.edges), sum) {
		clause := unless[:len(unless):len(unless)]
		for i, level := range levels {
			clause = append(clause, b.notAtLeast(c.edges[i], colour, way, level))
		}
		b.base(clause...)
	}
}

// notAtLeast returns a literal that holds if less than a level of a colour comes
// in by a port, or goes out by it (way 1). It may hold otherwise.
func (b *balance) notAtLeast(q port, colour, way, level int) sat.Lit {
	e := &b.edges[q.edge]
	along, back := q.out^1^way, q.out^way
	switch level {
	case 2:
		return sat.Neg(e.t[along][colour])
	case 1:
		return sat.Neg(e.n[along][colour])
	case 0:
		return sat.Pos(e.n[back][colour])
	case -1:
		if !b.full {
			return sat.Pos(e.two[back])
		}
		return sat.Pos(e.t[back][colour])
	default:
		return sat.Pos(e.third)
	}
}

// levels returns the ways to give so many edges levels with a sum: -1, 0 or 1,
// and in the full form 2 or -2 to one at most.
func (b *balance) levels(edges, sum int) [][]int {
	key := [2]int{edges, sum}
	if found, ok := b.choices[key]; ok {
		return found
	}
	var all [][]int
	levels := make([]int, edges)
	var choose func(i, rest, twos, flows int)
	choose = func(i, rest, twos, flows int) {
		if i == edges {
			if rest == 0 {
				all = append(all, append([]int(nil), levels...))
			}
			return
		}
		for level := -2; level <= 2; level++ {
			two, flow := level*level/4, min(1, level*level)
			if two > twos || flow > flows {
				continue
			}
			levels[i] = level
			choose(i+1, rest-level, twos-two, flows-flow)
		}
	}
	twos, flows := 0, edges
	if b.full {
		twos = 1
	}
	if edges > manyEdges {
		flows = fewFlows
	}
	choose(0, sum, twos, flows)
	b.choices[key] = all
	return all
}
