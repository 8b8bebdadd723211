package exact

import (
	"fmt"

	"fewest/floor/certificate"
	"fewest/floor/internal/maxsat"
	"fewest/floor/internal/sat"
)

// A Step is what Options.Explain is told: Core, Solution, Cluster or Lemma.
type Step interface{ step() }

// Core says that one of some costs at least is due, so that the bound rises.
type Core struct {
	Costs []Cost
	Lower int // the bound then
}

// Cost is a part of what a plan pays: a variable of the model, or so many of
// several.
type Cost struct {
	Count int
	Of    []Charged
}

// Charged is what may cost one move: an edge that is swapped (Times 1), swapped
// twice or three times, or, of no edge (-1), one more move of edges that a cut
// names.
type Charged struct {
	Edge, Times int
}

// Solution is a cheapest solution of the model.
type Solution struct {
	Cost    int
	Swapped []int   // edges
	Twice   []int   // those of them that are swapped again
	Ends    []uint8 // the colour that each cell ends with
}

// Cluster is a connected set of edges of a solution, and the swaps that realise
// it, nil if there are none for its cost.
type Cluster struct {
	Edges []int
	Cost  int
	Swaps []int32
}

// Lemma is what was added to the model.
type Lemma struct{ certificate.Lemma }

func (Core) step()     {}
func (Solution) step() {}
func (Cluster) step()  {}
func (Lemma) step()    {}

// explain tells a step, if somebody wants to know.
func (s *solve) explain(step func() Step) {
	if s.options.Explain != nil {
		s.options.Explain(step())
	}
}

// core turns what the search charged for into what it means.
func (s *solve) core(charges []maxsat.Charge, lower int) {
	s.explain(func() Step {
		c := Core{Lower: lower}
		for _, charge := range charges {
			cost := Cost{Count: charge.Count}
			for _, soft := range charge.Softs {
				cost.Of = append(cost.Of, s.charged(soft))
			}
			c.Costs = append(c.Costs, cost)
		}
		return c
	})
}

// charged reads what a soft literal is about off its name.
func (s *solve) charged(soft int) Charged {
	var edge int
	name := s.model.proof.log.Literal(sat.Pos(s.model.costs[soft]))
	for times, format := range []string{"s_%d", "w_%d", "h_%d"} {
		if _, err := fmt.Sscanf(name, format, &edge); err == nil {
			return Charged{edge, times + 1}
		}
	}
	return Charged{Edge: -1, Times: 1}
}

// solution tells what the model says.
func (s *solve) solution() {
	s.explain(func() Step {
		m := Solution{Cost: s.model.search.Lower(), Ends: s.model.finalColours()}
		for i := range s.model.edges {
			e := &s.model.edges[i]
			if s.model.holds(e.s) {
				m.Swapped = append(m.Swapped, i)
			}
			if s.model.holds(e.wild) {
				m.Twice = append(m.Twice, i)
			}
		}
		return m
	})
}
