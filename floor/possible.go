package floor

import (
	"context"
	"fmt"

	"fewest/board"
	"fewest/floor/internal/carry"
	"fewest/floor/internal/colouring"
	"fewest/floor/internal/graph"
)

// Verdict says whether a floor can be done.
type Verdict struct {
	Decided  bool         // false: the context ended before it was known
	Possible bool         // a done arrangement of the same tiles exists in every piece
	Reason   string       // why not, as a sentence
	Proof    Proof        // what decided it: ProofDone, ProofCounting or ProofColouring
	Witness  *board.Board // a done arrangement, where a search found it
}

// Possible reports whether swaps can leave no conflict. On a full board it is
// so exactly when no colour has more than half the cells, rounded up. With
// holes every connected piece keeps its own tiles and is decided by itself: a
// colour must not have more tiles than the largest set of cells of which no two
// share a side (Koenig's theorem gives its size), two colours must fill the two
// classes of the checkerboard, and else a search decides. An error says that b
// is no board.
func Possible(ctx context.Context, b *board.Board) (Verdict, error) {
	if err := b.Check(); err != nil {
		return Verdict{}, err
	}
	todo := withConflicts(b)
	v, found := possible(ctx, todo, b)
	if v.Possible && v.Proof == ProofColouring {
		v.Witness = b.Clone()
		for i, p := range todo {
			p.place(v.Witness, p.arrangement(found[i]))
		}
	}
	return v, nil
}

// possible decides for pieces of b that have conflicts, and returns the done
// arrangements that it searched for.
func possible(ctx context.Context, todo []*piece, b *board.Board) (v Verdict, found [][]uint8) {
	v, found = Verdict{Decided: true, Possible: true, Proof: ProofDone}, make([][]uint8, len(todo))
	var open []int
	for i, p := range todo {
		v.Proof = ProofCounting
		reason, decided := colouring.Count(p.Graph, p.colours, p.full(), func(c uint8) string { return board.Letter(p.names[c]) })
		if reason != "" {
			if p.size() < b.Tiles() {
				reason += fmt.Sprintf(", in the piece at %v", p.corner())
			}
			return Verdict{Decided: true, Reason: reason, Proof: ProofCounting}, found
		}
		if !decided {
			open = append(open, i)
		}
	}
	for k, i := range open {
		v.Proof = ProofColouring
		turn, cancel := share(ctx, len(open)-k)
		done, decided := colouring.Find(turn, todo[i].Graph, todo[i].colours)
		cancel()
		switch found[i] = done; {
		case !decided:
			v.Decided, v.Possible = false, false
		case done == nil:
			return Verdict{Decided: true, Reason: todo[i].excluded(), Proof: ProofColouring}, found
		}
	}
	return v, found
}

// arrangement returns a done arrangement of the piece: one that a search found,
// or one that can be constructed, or nil.
func (p *piece) arrangement(found []uint8) []uint8 {
	switch {
	case found != nil:
		return found
	case p.full():
		return carry.Done(p.rows, p.cols, p.counts)
	case len(p.counts) == 2: // the classes of the checkerboard
		classes := p.Classes()
		if other := classes != nil && graph.Counts(classes)[0] != p.counts[0]; other {
			for v := range classes {
				classes[v] = 1 - classes[v]
			}
		}
		return classes
	}
	return nil
}

// excluded is the reason when a search found no colouring of the piece.
func (p *piece) excluded() string {
	return fmt.Sprintf("the piece at %v: every colouring excluded", p.corner())
}
