package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// MostStates is how many arrangements of a part are searched again at most.
const MostStates = 1_000_000

// breadthFirst searches what swaps of some pairs of places make of a state, up to
// a distance. It returns the distance of the nearest wanted state, -1 if there is
// none, and how many states it saw.
func breadthFirst(ctx context.Context, start []byte, pairs [][2]int, most int, wanted func(state []byte) bool) (distance, states int, err error) {
	seen := map[string]bool{string(start): true}
	layer := []string{string(start)}
	for ; len(layer) > 0 && distance <= most; distance++ {
		var next []string
		for _, state := range layer {
			if wanted([]byte(state)) {
				return distance, len(seen), nil
			}
			if err := ctx.Err(); err != nil {
				return -1, len(seen), err
			}
			for _, e := range pairs {
				s := []byte(state)
				s[e[0]], s[e[1]] = s[e[1]], s[e[0]]
				if seen[string(s)] {
					continue
				}
				if len(seen) == MostStates {
					return -1, len(seen), fmt.Errorf("more than %d arrangements", MostStates)
				}
				seen[string(s)] = true
				next = append(next, string(s))
			}
		}
		layer = next
	}
	return -1, len(seen), nil
}

// checkSearch searches the arrangements of the part's tiles, breadth first.
func (p *Part) checkSearch(ctx context.Context, f *Floor, r *Report) error {
	start := make([]byte, len(f.Cells))
	for v, c := range f.Cells {
		start[v] = byte(c)
	}
	distance, states, err := breadthFirst(ctx, start, f.Swap, p.Lower-1, func(state []byte) bool {
		return !slices.ContainsFunc(f.Touch, func(e [2]int) bool { return state[e[0]] == state[e[1]] })
	})
	r.States += states
	if err == nil && distance >= 0 {
		err = fmt.Errorf("%d swaps are enough", distance)
	}
	return err
}

// Target is a set of cells where the tiles of one colour may end, given by its
// place among the sets that there are, and a price for each cell.
type Target struct {
	Colour int   `json:"colour"`
	Class  int   `json:"class"` // 0 or 1
	Prices []int `json:"prices"`
}

// checkTransport checks that every plan brings the tiles of some colour to one
// of two classes of the cells, and what that takes at least.
//
// Lemma (classes). Touching pairs are in different classes, and the part is
// connected, so there are two classes. With two colours each fills one. A colour
// with half the cells, rounded up, fills one too if a walk goes through all cells
// once along pairs that touch, and returns to its start when the number is even:
// of any two cells in a row it has at most one, so it has every other one.
//
// Lemma (transport). A price for each cell with a difference of at most 1 across
// every swap changes by at most 1 with a swap when it is summed over the cells
// that the colour holds. So the sum at the end less the sum at the start is a
// lower bound. A swap of two tiles of that colour, or of two others, changes
// nothing.
func (p *Part) checkTransport(f *Floor) error {
	class, ok := f.classes()
	if !ok {
		return errors.New("the part isn't connected, or has no two classes")
	}
	if len(p.Targets) == 0 {
		return errors.New("no colour is named")
	}
	colour := p.Targets[0].Colour
	counts := f.counts()
	if colour < 0 || colour >= len(counts) || counts[colour] == 0 {
		return fmt.Errorf("colour %d has no tiles", colour)
	}
	two := len(slices.DeleteFunc(slices.Clone(counts), func(n int) bool { return n == 0 })) == 2
	if !two {
		if counts[colour] != (len(f.Cells)+1)/2 {
			return fmt.Errorf("colour %d hasn't half the tiles", colour)
		}
		if err := p.checkWalk(f); err != nil {
			return err
		}
	}
	sizes := [2]int{}
	for _, c := range class {
		sizes[c]++
	}
	proven := [2]bool{sizes[0] != counts[colour], sizes[1] != counts[colour]} // it can't fill that class
	for _, t := range p.Targets {
		if t.Colour != colour || t.Class < 0 || t.Class > 1 || len(t.Prices) != len(f.Cells) {
			return errors.New("a target of another colour, of no class, or without a price for each cell")
		}
		for _, price := range t.Prices {
			if price > len(f.Cells) || price < -len(f.Cells) {
				return errors.New("a price larger than any distance")
			}
		}
		for _, e := range f.Swap {
			if d := t.Prices[e[0]] - t.Prices[e[1]]; d < -1 || d > 1 {
				return fmt.Errorf("the prices of cells %v differ by %d", e, d)
			}
		}
		bound := 0
		for v, price := range t.Prices {
			if class[v] == t.Class {
				bound += price
			}
			if f.Cells[v] == colour {
				bound -= price
			}
		}
		proven[t.Class] = proven[t.Class] || bound >= p.Lower
	}
	if !proven[0] || !proven[1] {
		return fmt.Errorf("the prices don't prove %d swaps for each class the colour can fill", p.Lower)
	}
	return nil
}

// checkWalk checks that the walk goes through all cells once along pairs that
// touch, and closes when their number is even.
func (p *Part) checkWalk(f *Floor) error {
	touches := map[[2]int]bool{}
	for _, e := range f.Touch {
		touches[e] = true
	}
	seen := make([]bool, len(f.Cells))
	if len(p.Walk) != len(f.Cells) {
		return fmt.Errorf("a walk of %d cells through %d", len(p.Walk), len(f.Cells))
	}
	for i, v := range p.Walk {
		if v < 0 || v >= len(seen) || seen[v] {
			return errors.New("the walk isn't one through all cells")
		}
		seen[v] = true
		u := p.Walk[(i+1)%len(p.Walk)]
		if i+1 == len(p.Walk) && len(p.Walk)%2 == 1 {
			break
		}
		if !touches[[2]int{min(u, v), max(u, v)}] {
			return fmt.Errorf("the walk steps from %d to %d, which don't touch", v, u)
		}
	}
	return nil
}
