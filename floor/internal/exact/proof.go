package exact

import (
	"slices"

	"fewest/floor/certificate"
	"fewest/floor/internal/pbp"
)

// proof is what is written down for a certificate while a search goes on: names
// for the variables, the lemmas added to the model, and the steps of the solver.
// Without one (nil) nothing is.
type proof struct {
	log     *pbp.Log
	lemmas  []certificate.Lemma
	orders  int
	matches map[int][3]int // by variable: order, source, sink
	sets    map[string]int // numbers of the sets of edges that were cut
	told    func(certificate.Lemma)
}

func newProof() *proof {
	return &proof{log: pbp.New(), matches: map[int][3]int{}, sets: map[string]int{}}
}

// bytes is about the memory that the proof takes.
func (p *proof) bytes() int64 {
	if p == nil {
		return 0
	}
	return p.log.Bytes()
}

func (p *proof) name(variable int, format string, numbers ...any) {
	if p != nil {
		p.log.Name(variable, format, numbers...)
	}
}

// list names a variable for each colour, or direction.
func (p *proof) list(variables []int, format string, numbers ...any) {
	if p == nil {
		return
	}
	for i, v := range variables {
		p.log.Name(v, format+"_%d", append(slices.Clone(numbers), i)...)
	}
}

func (p *proof) colour(g colour, format string, numbers ...any) {
	if p == nil {
		return
	}
	for d := range g {
		p.list(g[d], format+"_%d", append(slices.Clone(numbers), d)...)
	}
}

func (p *proof) lemma(l certificate.Lemma) {
	if p != nil {
		p.lemmas = append(p.lemmas, l)
		if p.told != nil {
			p.told(l)
		}
	}
}

func (p *proof) order(cell int, twice []int, o *order) {
	if p == nil {
		return
	}
	for i := range o.m {
		for j, m := range o.m[i] {
			if m >= 0 {
				p.name(m, "m_%d_%d_%d", p.orders, i, j)
				p.matches[m] = [3]int{p.orders, i, j}
			}
		}
	}
	p.orders++
	p.lemma(certificate.Lemma{Kind: certificate.Order, Cell: cell, Twice: slices.Sorted(slices.Values(twice))})
}

func (p *proof) circle(c circle) {
	if p == nil {
		return
	}
	l := certificate.Lemma{Kind: certificate.Circle}
	for _, m := range slices.Backward(c) { // it was found from its end
		l.Circle = append(l.Circle, p.matches[m])
	}
	p.lemma(l)
}

// ends lists cells with the colours that they end with.
func ends(cells []int, colours []uint8) [][2]int {
	var all [][2]int
	for _, v := range cells {
		all = append(all, [2]int{v, int(colours[v])})
	}
	return all
}

// more names the variable "the swaps of these edges are more than t".
func (p *proof) more(c cluster, t, variable int) {
	if p == nil {
		return
	}
	if _, known := p.sets[c.key()]; !known {
		p.sets[c.key()] = len(p.sets)
	}
	p.name(variable, "z_%d_%d", p.sets[c.key()], t)
}

func (p *proof) cut(m *model, c cluster, named [][2]int) {
	if p == nil {
		return
	}
	l := certificate.Lemma{Kind: certificate.Cut, Edges: c.edges, Ends: named, From: c.paid, To: c.cost}
	for _, e := range c.edges {
		if m.holds(m.edges[e].wild) {
			l.Twice = append(l.Twice, e)
		}
		if m.holds(m.edges[e].third) {
			l.Thrice = append(l.Thrice, e)
		}
	}
	p.lemma(l)
}

// part returns the proof of a bound, or that there is no plan, and its
// refutation. Cells are those of the part.
func (s *solve) part() (*certificate.Part, string) {
	p := s.model.proof
	part := &certificate.Part{
		Kind: certificate.Core, Lower: s.model.search.Lower(), Impossible: s.model.search.Refuted(),
		Model: &certificate.Model{Full: s.model.full}, Lemmas: p.lemmas,
	}
	if part.Impossible {
		part.Lower = 0
	}
	s.model.search.Conclude()
	return part, p.log.Text()
}
