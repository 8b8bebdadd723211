package certificate

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// colouring writes down that the part has a done arrangement of its tiles, with
// x_V_C for "cell V ends with colour C": every cell has a colour, no pair that
// touches has the same, and no colour has more cells than tiles. A cell that no
// swap reaches keeps its colour.
func (f *Floor) colouring(r *refutation) {
	counts := f.counts()
	x := make([][]literal, len(f.Cells))
	for v := range x {
		for c := range counts {
			x[v] = append(x[v], r.add(fmt.Sprintf("x_%d_%d", v, c)))
		}
		r.give(clause(x[v]...))
	}
	for _, e := range f.Touch {
		for c := range counts {
			r.give(clause(x[e[0]][c].not(), x[e[1]][c].not()))
		}
	}
	for c, n := range counts {
		most := constraint{degree: int64(len(x) - n)}
		for v := range x {
			most.terms = append(most.terms, term{x[v][c].not(), 1})
		}
		r.give(most)
	}
	for v, at := range around(len(x), f.Swap) {
		if len(at) == 0 {
			r.give(clause(x[v][f.Cells[v]]))
		}
	}
}

// checkColouring checks the refutation of the colouring.
func (p *Part) checkColouring(ctx context.Context, f *Floor, r *Report) error {
	if !p.Impossible {
		return errors.New("a colouring proves that there is no plan, and nothing else")
	}
	proof := &refutation{}
	f.colouring(proof)
	return p.refute(ctx, proof, r)
}

// refute checks the refutation of what is given.
func (p *Part) refute(ctx context.Context, proof *refutation, r *Report) error {
	r.Constraints += len(proof.constraints)
	err := proof.check(ctx, strings.NewReader(p.refuted))
	r.Steps += proof.steps
	return err
}
