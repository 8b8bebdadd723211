package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Report says what was checked.
type Report struct {
	Claim       Claim
	Kinds       []Kind // of the parts, in order
	Constraints int    // of the models
	Lemmas      int    // what was added to them
	Steps       int    // of the refutations
	States      int    // searched
}

// Check goes through the certificate. The error names the first thing that
// doesn't hold; without one the claim is true.
func (c *Certificate) Check(ctx context.Context) (Report, error) {
	r := Report{Claim: c.Claim}
	if err := c.Floor.wellFormed(); err != nil {
		return r, fmt.Errorf("the floor: %w", err)
	}
	if c.Claim.Impossible && (c.Claim.Lower != 0 || c.Claim.Plan != nil) {
		return r, errors.New("the claim: impossible, and a plan or a bound")
	}
	if err := c.checkPlan(); err != nil {
		return r, fmt.Errorf("the plan: %w", err)
	}
	floors, err := c.split()
	if err != nil {
		return r, err
	}
	sum, impossible := 0, false
	for i := range c.Parts {
		p := &c.Parts[i]
		if err := p.check(ctx, floors[i], &r); err != nil {
			return r, fmt.Errorf("part %d (%s): %w", i+1, p.Kind, err)
		}
		r.Kinds = append(r.Kinds, p.Kind)
		sum += p.Lower
		impossible = impossible || p.Impossible
	}
	switch {
	case c.Claim.Impossible && !impossible:
		return r, errors.New("the claim: that there is no plan, which no part proves")
	case !c.Claim.Impossible && sum < c.Claim.Lower:
		return r, fmt.Errorf("the claim: at least %d swaps, and the parts prove %d", c.Claim.Lower, sum)
	}
	return r, nil
}

// check checks the proof of a part.
func (p *Part) check(ctx context.Context, f *Floor, r *Report) error {
	if p.Lower < 0 || p.Lower > 0 && p.Impossible {
		return fmt.Errorf("a bound of %d", p.Lower)
	}
	if p.Impossible && p.Kind != Core && p.Kind != Colouring {
		return errors.New("it doesn't prove that there is no plan")
	}
	switch p.Kind {
	case Core:
		return p.checkCore(ctx, f, r)
	case FlowBound:
		return p.checkFlow(ctx, f)
	case Transport:
		return p.checkTransport(f)
	case Search:
		return p.checkSearch(ctx, f, r)
	case Colouring:
		return p.checkColouring(ctx, f, r)
	}
	return errors.New("no such kind of proof")
}

// wellFormed reports what is wrong with a floor.
func (f *Floor) wellFormed() error {
	if len(f.Cells) == 0 || len(f.Cells) > mostCells {
		return fmt.Errorf("%d cells, want 1 to %d", len(f.Cells), mostCells)
	}
	for v, colour := range f.Cells {
		if colour < 0 || colour > 255 {
			return fmt.Errorf("cell %d has colour %d, want 0 to 255", v, colour)
		}
	}
	if f.At != nil && len(f.At) != len(f.Cells) {
		return fmt.Errorf("places for %d of %d cells", len(f.At), len(f.Cells))
	}
	for _, v := range f.Fixed {
		if v < 0 || v >= len(f.Cells) {
			return fmt.Errorf("no cell %d is there to be fixed", v)
		}
	}
	for _, list := range [][][2]int{f.Touch, f.Swap} {
		seen := map[[2]int]bool{}
		for _, e := range list {
			if e[0] < 0 || e[1] >= len(f.Cells) || e[0] >= e[1] {
				return fmt.Errorf("a pair %v: want two cells, the smaller first", e)
			}
			if seen[e] {
				return fmt.Errorf("the pair %v twice", e)
			}
			seen[e] = true
		}
	}
	return nil
}

// checkPlan replays the plan.
func (c *Certificate) checkPlan() error {
	if c.Claim.Plan == nil {
		return nil
	}
	f := &c.Floor
	allowed := map[[2]int]bool{}
	for _, e := range f.swaps() {
		allowed[e] = true
	}
	now := slices.Clone(f.Cells)
	for i, e := range c.Claim.Plan {
		if !allowed[e] && !allowed[[2]int{e[1], e[0]}] {
			return fmt.Errorf("swap %d: cells %d and %d can't be exchanged", i+1, e[0], e[1])
		}
		now[e[0]], now[e[1]] = now[e[1]], now[e[0]]
	}
	for _, e := range f.Touch {
		if now[e[0]] == now[e[1]] {
			return fmt.Errorf("at its end cells %d and %d touch and have the same colour", e[0], e[1])
		}
	}
	if len(c.Claim.Plan) < c.Claim.Lower {
		return fmt.Errorf("%d swaps, less than the bound of %d", len(c.Claim.Plan), c.Claim.Lower)
	}
	return nil
}

// swaps returns the pairs that can be exchanged, without those of fixed cells.
func (f *Floor) swaps() [][2]int {
	if len(f.Fixed) == 0 {
		return f.Swap
	}
	fixed := make([]bool, len(f.Cells))
	for _, v := range f.Fixed {
		fixed[v] = true
	}
	var free [][2]int
	for _, e := range f.Swap {
		if !fixed[e[0]] && !fixed[e[1]] {
			free = append(free, e)
		}
	}
	return free
}

// split returns the floors of the parts, their cells numbered in the order of
// the part, their colours in the order in which they come, with the pairs among
// them, sorted. No swap may lead out of a part, and no
// cell may be in two. Pairs that touch across a border are left out: what is
// proven with fewer conditions holds with all.
func (c *Certificate) split() ([]*Floor, error) {
	f := &c.Floor
	floors := make([]*Floor, len(c.Parts))
	owner, number := make([]int, len(f.Cells)), make([]int, len(f.Cells)) // from 1; 0: in no part
	for i, p := range c.Parts {
		floors[i] = new(Floor)
		colours := map[int]int{}
		if len(p.Cells) == 0 {
			return nil, fmt.Errorf("part %d has no cells", i+1)
		}
		for k, v := range p.Cells {
			if v < 0 || v >= len(f.Cells) || owner[v] != 0 {
				return nil, fmt.Errorf("part %d: cell %d isn't one of the floor, or in another part, too", i+1, v)
			}
			owner[v], number[v] = i+1, k
			colour, known := colours[f.Cells[v]]
			if !known {
				colour = len(colours)
				colours[f.Cells[v]] = colour
			}
			floors[i].Cells = append(floors[i].Cells, colour)
		}
	}
	pair := func(e [2]int) [2]int {
		a, b := number[e[0]], number[e[1]]
		return [2]int{min(a, b), max(a, b)}
	}
	for _, e := range f.swaps() {
		if owner[e[0]] != owner[e[1]] {
			return nil, fmt.Errorf("cells %d and %d can be exchanged, and are not in one part", e[0], e[1])
		}
		if i := owner[e[0]]; i > 0 {
			floors[i-1].Swap = append(floors[i-1].Swap, pair(e))
		}
	}
	for _, e := range f.Touch {
		if i := owner[e[0]]; i > 0 && i == owner[e[1]] {
			floors[i-1].Touch = append(floors[i-1].Touch, pair(e))
		}
	}
	for _, part := range floors {
		for _, pairs := range [][][2]int{part.Swap, part.Touch} {
			slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
		}
	}
	return floors, nil
}

// counts returns how many cells there are of each colour.
func (f *Floor) counts() []int {
	counts := make([]int, slices.Max(f.Cells)+1)
	for _, c := range f.Cells {
		counts[c]++
	}
	return counts
}

// around lists the cells that each cell forms a pair with.
func around(cells int, pairs [][2]int) [][]int {
	at := make([][]int, cells)
	for _, e := range pairs {
		at[e[0]] = append(at[e[0]], e[1])
		at[e[1]] = append(at[e[1]], e[0])
	}
	return at
}

// classes returns the class of each cell when pairs that touch are in
// different ones, cell 0 in class 0; not ok if there are no such classes or
// several.
func (f *Floor) classes() (class []int, ok bool) {
	class = make([]int, len(f.Cells))
	for i := range class {
		class[i] = -1
	}
	at := around(len(f.Cells), f.Touch)
	class[0] = 0
	queue := []int{0}
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		for _, u := range at[v] {
			if class[u] == class[v] {
				return nil, false
			}
			if class[u] < 0 {
				class[u] = 1 - class[v]
				queue = append(queue, u)
			}
		}
	}
	return class, len(queue) == len(f.Cells)
}
