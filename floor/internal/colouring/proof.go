package colouring

import (
	"fmt"

	"fewest/floor/internal/graph"
	"fewest/floor/internal/pbp"
)

// proof writes a refutation down. What is given, in this order: every cell has
// a colour; no pair that touches has the same, a constraint for each colour; no
// colour has too many cells; cells that no swap reaches keep their colour. A nil
// proof is told nothing.
type proof struct {
	*pbp.Log
	graph    *graph.Graph
	counts   []int
	given    int // how many constraints are given
	counters map[[3]int]pbp.Counted
}

func newProof(g *graph.Graph, colours []uint8) *proof {
	p := &proof{Log: pbp.New(), graph: g, counts: graph.Counts(colours), counters: map[[3]int]pbp.Counted{}}
	p.given = len(colours) + (len(g.Touch)+1)*len(p.counts)
	for _, edges := range g.At {
		if len(edges) == 0 {
			p.given++
		}
	}
	return p
}

// hasColour names the constraint that a cell has a colour, apart that two that
// touch don't have the same, most that a colour hasn't too many.
func (p *proof) hasColour(v int) pbp.ID { return pbp.ID(v + 1 - p.given) }

func (p *proof) apart(pair, c int) pbp.ID {
	return pbp.ID(len(p.graph.At) + pair*len(p.counts) + c + 1 - p.given)
}

func (p *proof) most(c int) pbp.ID { return p.apart(len(p.graph.Touch), c) }

func x(v, c int) string { return fmt.Sprintf("x_%d_%d", v, c) }

func (p *proof) name(variable int, format string, numbers ...any) {
	if p != nil {
		p.Name(variable, format, numbers...)
	}
}

// define defines that more than i of the cells up to v have a colour.
func (p *proof) define(c, v, i, variable int) {
	if p == nil {
		return
	}
	var literals []string
	for u := range v + 1 {
		literals = append(literals, x(u, c))
	}
	name := fmt.Sprintf("k_%d_%d_%d", c, v, i)
	p.name(variable, "%s", name)
	p.counters[[3]int{c, v, i}] = p.Define(name, literals, i+1)
}

// carry derives that what holds up to the cell before v holds up to v.
func (p *proof) carry(c, v, i int) {
	if p != nil {
		p.Sum().Add(p.counters[[3]int{c, v - 1, i}].Then).Add(p.counters[[3]int{c, v, i}].Else).AddLiteral(x(v, c)).Saturate().End()
	}
}

// count derives that v is one more.
func (p *proof) count(c, v, i int) {
	if p == nil {
		return
	}
	sum := p.Sum().Add(p.counters[[3]int{c, v, i}].Else)
	if i > 0 {
		sum.Add(p.counters[[3]int{c, v - 1, i - 1}].Then)
	} else {
		for u := range v {
			sum.AddLiteral(x(u, c))
		}
	}
	sum.Saturate().End()
}

// tooMany derives that v isn't one more where no more are allowed.
func (p *proof) tooMany(c, v, most int) {
	if p == nil {
		return
	}
	sum := p.Sum().Add(p.counters[[3]int{c, v - 1, most - 1}].Then).Add(p.most(c))
	for u := v + 1; u < len(p.graph.At); u++ {
		sum.AddLiteral(x(u, c))
	}
	sum.Saturate().End()
}

// tooManyForMatching proves that a colour has more tiles than pairs of touching
// cells and cells left over, of each of which it can have one at most. All other
// colours together have the other tiles at most, so the colour has all of its.
func (p *proof) tooManyForMatching(classes []uint8) bool {
	size, mate := matching(p.graph, classes)
	colour := graph.Largest(p.counts)
	if p.counts[colour] <= len(mate)-size {
		return false
	}
	sum := p.Sum()
	for v := range mate {
		sum.Add(p.hasColour(v))
	}
	for c := range p.counts {
		if c != colour {
			sum.Add(p.most(c))
		}
	}
	for i, e := range p.graph.Touch {
		if mate[e[0]] == e[1] {
			sum.Add(p.apart(i, colour))
			mate[e[0]], mate[e[1]] = -2, -2 // once, should the pair be listed again
		}
	}
	for v, u := range mate {
		if u == -1 {
			sum.AddLiteral("~" + x(v, colour))
		}
	}
	sum.End()
	return true
}

// wrongClasses proves that two colours can't fill the two classes: whichever the
// first cell has, each cell of its class must have, and the other the other.
func (p *proof) wrongClasses(classes []uint8) bool {
	sizes := graph.Counts(classes)
	if len(p.counts) != 2 || p.counts[0] == sizes[0] || p.counts[0] == sizes[1] {
		return false
	}
	var not [2]pbp.ID
	for first := range not { // the colour of the first cell, which is in class 0
		class, colour := 0, first
		if sizes[0] < p.counts[first] {
			class, colour = 1, 1-first
		}
		var ids []pbp.ID
		for v, k := range classes {
			if int(k) == class && v > 0 {
				ids = append(ids, p.Implies(x(0, first), x(v, colour)))
			}
		}
		sum := p.Sum().Add(p.most(colour))
		for _, id := range ids {
			sum.Add(id)
		}
		for v, k := range classes {
			if int(k) != class {
				sum.AddLiteral(x(v, colour))
			}
		}
		not[first] = sum.Saturate().End()
	}
	p.Sum().Add(p.hasColour(0)).Add(not[0]).Add(not[1]).End()
	return true
}
