package exact

import "fewest/floor/internal/sat"

// constrainEdge says what the net flow over an edge can be.
//
// Lemma. Let a plan without swaps of equal colours carry, over one edge, each
// colour c f(c) times more from A to B than back. Each swap carries one colour
// either way, so the f(c) are integers with sum 0. Let s, wild and third say that
// the edge is swapped at least once, twice, three times, n[0][c] that f(c) >= 1,
// n[1][c] that f(c) <= -1, t likewise with 2, and two[d] that some t[d][c] holds.
// Then all clauses below hold: each is a statement about integers with sum 0,
// or about one swap of two different colours, or, the last one, about plans of
// fewest moves, in which two swaps of an edge have a swap of a neighbour between
// them, since they would undo each other otherwise.
func (p *model) constrainEdge(i int) {
	add := p.base
	e := &p.edges[i]
	for d := range e.n {
		// A single swap carries exactly one colour.
		add(or([]sat.Lit{sat.Neg(e.s), sat.Pos(e.wild)}, e.n[d])...)
		for c, n := range e.n[d] {
			add(sat.Neg(n), sat.Pos(e.s))
			for _, m := range e.n[d][:c] {
				add(sat.Neg(n), sat.Neg(m), sat.Pos(e.wild))
			}
			add(or([]sat.Lit{sat.Neg(n)}, without(e.n[1-d], c))...)
		}
	}
	for c := range p.colours {
		add(sat.Neg(e.n[0][c]), sat.Neg(e.n[1][c]))
	}
	if p.full {
		p.constrainTwice(e)
		add(sat.Neg(e.third), sat.Pos(e.wild))
	} else {
		add(sat.Neg(e.two[0]), sat.Pos(e.wild))
		add(sat.Neg(e.two[1]), sat.Pos(e.wild))
	}
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

// constrainTwice says what a net flow of two is, and that two one way, by one
// colour or by two, need two the other way.
func (p *model) constrainTwice(e *edge) {
	add := p.base
	for d := range e.t {
		for c, t := range e.t[d] {
			add(sat.Neg(t), sat.Pos(e.n[d][c]))
			add(sat.Neg(t), sat.Pos(e.wild))
			p.needTwo(e, 1-d, sat.Neg(t))
			for _, m := range e.n[d][:c] {
				p.needTwo(e, 1-d, sat.Neg(e.n[d][c]), sat.Neg(m))
			}
		}
	}
}

// needTwo says that unless one of the literals holds, a colour goes twice in a
// direction, or two colours go.
func (p *model) needTwo(e *edge, d int, unless ...sat.Lit) {
	for c, n := range e.n[d] {
		clause := append(unless[:len(unless):len(unless)], sat.Neg(n))
		p.base(or(or(clause, e.t[d]), without(e.n[d], c))...)
	}
}

// or returns the clause of some literals and some variables.
func or(lits []sat.Lit, vars []int) []sat.Lit {
	clause := lits[:len(lits):len(lits)]
	for _, v := range vars {
		clause = append(clause, sat.Pos(v))
	}
	return clause
}

// without returns the list without one of its places.
func without(list []int, place int) []int {
	return append(list[:place:place], list[place+1:]...)
}
