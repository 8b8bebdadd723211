package certificate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// region is some cells with what is said of their ends.
type region struct {
	cells   []int
	place   map[int]int // of each cell in cells
	must    []int       // the colour that each cell ends with, -1 if any
	not     [][]int     // colours of given cells around that touch it
	earlier [][]int     // places before it that touch it
}

func (m *model) region(cells []int, ends [][2]int) *region {
	r := &region{cells: cells, place: map[int]int{}}
	given := map[int]int{}
	for _, e := range ends {
		given[e[0]] = e[1]
	}
	for i, v := range cells {
		r.place[v] = i
		must, not, earlier := -1, []int(nil), []int(nil)
		if c, ok := given[v]; ok {
			must = c
		}
		for _, u := range m.touching[v] {
			if j, ok := r.place[u]; ok {
				earlier = append(earlier, j)
			} else if c, ok := given[u]; ok && !slices.Contains(cells, u) {
				not = append(not, c)
			}
		}
		r.must, r.not, r.earlier = append(r.must, must), append(r.not, not), append(r.earlier, earlier)
	}
	return r
}

// fits reports whether place i agrees with what is said and with the places
// before it.
func (r *region) fits(state []byte, i int) bool {
	c := int(state[i])
	return (r.must[i] < 0 || r.must[i] == c) && !slices.Contains(r.not[i], c) &&
		!slices.ContainsFunc(r.earlier[i], func(j int) bool { return state[j] == state[i] })
}

// tiles returns what lies on the cells.
func (m *model) tiles(cells []int) []byte {
	state := make([]byte, len(cells))
	for i, v := range cells {
		state[i] = byte(m.floor.Cells[v])
	}
	return state
}

// unless returns the literals that some cells don't all end as given.
func (m *model) unless(ends [][2]int) []literal {
	var lits []literal
	for _, e := range ends {
		lits = append(lits, m.x[e[0]][e[1]].not())
	}
	return lits
}

// closed excludes that nothing leaves or enters some cells while cells end with
// given colours.
//
// Lemma. If no edge between the cells and others is swapped, the cells keep
// their tiles among themselves. If no arrangement of these tiles agrees with the
// ends (cells end as given, don't share the colour of given cells that touch
// them, no two that touch are alike), the plan isn't one.
func (m *model) closed(ctx context.Context, l *Lemma) error {
	r := m.region(l.Cells, l.Ends)
	var left [256]int
	for _, c := range m.tiles(l.Cells) {
		left[c]++
	}
	state, steps := make([]byte, len(l.Cells)), 0
	var fill func(i int) bool // false: every way is excluded
	fill = func(i int) bool {
		if steps++; i == len(state) || steps%4096 == 0 && ctx.Err() != nil {
			return true
		}
		for c := range m.colours {
			if state[i] = byte(c); left[c] > 0 && r.fits(state, i) {
				left[c]--
				if fill(i + 1) {
					return true
				}
				left[c]++
			}
		}
		return false
	}
	if fill(0) {
		return cmp.Or(ctx.Err(), errors.New("its tiles can be arranged as given"))
	}
	lits := m.unless(l.Ends)
	for _, e := range m.edges {
		_, a := r.place[e.cells[0]]
		if _, b := r.place[e.cells[1]]; a != b {
			lits = append(lits, e.s)
		}
	}
	m.clause(lits...)
	return nil
}

// longestCut bounds how far a cut goes beyond what its edges pay.
const longestCut = 1000

// cut makes edges cost more than the model pays for them.
//
// Lemma. Let a plan swap the edges, which are connected, and no other edge at
// their cells; none again but those that Twice and Thrice name; and let it end
// as Ends says. What it leaves at these cells, its swaps of these edges alone
// reach. If no arrangement that To of them reach, or fewer, agrees with the ends,
// the plan has more than To of them.
// Let z_K_T, for the K-th set of edges, be true when the plan swaps just these
// edges at their cells and what it pays for them (s, w and h) is at most T, and T less than its swaps of them. Then what it pays for
// the edges and these variables together is at most its swaps of them; two
// connected sets that share a cell are not both swapped so, and no swap is paid
// for twice. Here it pays From at most, so that z_K_T is true for T from From to
// To.
func (m *model) cut(ctx context.Context, l *Lemma) error {
	paid := len(l.Edges) + len(l.Twice) + len(l.Thrice)
	cells, whole := m.spread(l.Edges)
	switch {
	case !whole:
		return errors.New("the edges don't hang together")
	case l.From < paid || l.To < l.From || l.To > paid+longestCut:
		return fmt.Errorf("it pays for %d swaps, and the cut goes from %d to %d", paid, l.From, l.To)
	}
	lits := m.unless(l.Ends)
	for _, i := range l.Edges {
		e := &m.edges[i]
		lits = append(lits, e.s.not())
		if !slices.Contains(l.Twice, i) {
			lits = append(lits, e.wild)
		}
		if !slices.Contains(l.Thrice, i) {
			lits = append(lits, e.third)
		}
	}
	for _, i := range with(l.Twice, l.Thrice...) {
		if !slices.Contains(l.Edges, i) {
			return fmt.Errorf("edge %d isn't one of its edges", i)
		}
	}
	for _, v := range cells {
		for _, q := range m.at[v] {
			if !slices.Contains(l.Edges, q.edge) {
				lits = append(lits, m.edges[q.edge].s)
			}
		}
	}
	if err := m.unreachable(ctx, l, m.region(cells, l.Ends)); err != nil {
		return err
	}
	slices.Sort(lits)
	lits = slices.Compact(lits)
	set := fmt.Sprint(l.Edges)
	if _, known := m.sets[set]; !known {
		m.sets[set] = len(m.sets)
	}
	for t := l.From; t <= l.To; t++ {
		name := fmt.Sprintf("z_%d_%d", m.sets[set], t)
		if _, known := m.number[name]; !known {
			m.costs = append(m.costs, m.add(name))
		}
		m.clause(with(lits, literal(2*m.number[name]))...)
	}
	return nil
}

// unreachable checks, breadth first, that no arrangement that agrees with the
// ends is reached by To swaps of the edges or fewer.
func (m *model) unreachable(ctx context.Context, l *Lemma, r *region) error {
	var pairs [][2]int
	for _, i := range l.Edges {
		e := &m.edges[i]
		pairs = append(pairs, [2]int{r.place[e.cells[0]], r.place[e.cells[1]]})
	}
	distance, _, err := breadthFirst(ctx, m.tiles(r.cells), pairs, l.To, func(state []byte) bool {
		for i := range state {
			if !r.fits(state, i) {
				return false
			}
		}
		return true
	})
	if err == nil && distance >= 0 {
		err = fmt.Errorf("%d swaps of the edges are enough", distance)
	}
	return err
}

// spread returns the cells of some edges, rising, and whether they hang
// together.
func (m *model) spread(edges []int) (cells []int, whole bool) {
	if len(edges) == 0 {
		return nil, false
	}
	reached := slices.Clone(edges[:1])
	for i := 0; i < len(reached); i++ {
		for _, v := range m.edges[reached[i]].cells {
			cells = append(cells, v)
			for _, q := range m.at[v] {
				if slices.Contains(edges, q.edge) && !slices.Contains(reached, q.edge) {
					reached = append(reached, q.edge)
				}
			}
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells), len(reached) == len(edges)
}
