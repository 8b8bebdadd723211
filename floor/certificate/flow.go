package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Flow proves a bound by the duals of a linear programme.
//
// The programme: x(v,c) is 1 if cell v ends with colour c, f(e,c) how often edge
// e carries colour c from its first cell to its second, b(e,c) how often back;
// the swaps of an edge are the sum of its f, and of its b. Every plan satisfies
//
//   - at every cell and for every colour: x(v,c) = [v begins with c] + in - out;
//   - in every room, cells of which all pairs touch: the x of a colour add up to 1
//     at most;
//   - order row of an edge at one of its cells, where the edge is swapped M times
//     at most: its swaps <= M times what edges carry away of the cell's initial
//     colour (a cell whose edges are swapped gives its initial tile away).
//
// Prices p(v,c), r(room,c) >= 0 and q(edge,cell) >= 0 of these rows hold with a
// unit u > 0 if for every edge (a,b) and all colours i and j that differ, with
// Q = the sum of the q of the edge and S(v) that of the order rows at v,
//
//	u + p(a,i) - p(b,i) + p(b,j) - p(a,j) - [a begins with i] S(a)
//	  - [b begins with j] S(b) + Q / M >= 0.
//
// Lemma (weak duality). Then every plan that satisfies the rows has at least
// (sum over cells of (min over allowed c of (p(v,c) + r of the cell's rooms) -
// p(v, begins)) - sum of r) / u swaps: add the rows, each times its price. A plan
// that swaps one edge N times or more has N y / u more, where the edge's
// condition holds with y >= 0 subtracted from the left.
type Flow struct {
	Rooms  [][]int     `json:"rooms"`
	Probes []FlowProbe `json:"probes,omitempty"`
	Tree   *FlowTree   `json:"tree"` // of "a plan has fewer swaps than the bound"
}

// FlowProbe shows that a plan with fewer swaps than the bound swaps an edge at
// most Most times. It may use the order rows of edges probed before it only.
type FlowProbe struct {
	Edge int       `json:"edge"`
	Most int       `json:"most"`
	Tree *FlowTree `json:"tree"` // of "... and one more than Most on the edge"
}

// FlowTree splits all plans by whether a cell ends with a colour; a leaf has
// prices.
type FlowTree struct {
	Cell   int         `json:"cell,omitempty"`
	Colour int         `json:"colour,omitempty"`
	Is     *FlowTree   `json:"is,omitempty"`
	Not    *FlowTree   `json:"not,omitempty"`
	Prices *FlowPrices `json:"prices,omitempty"`
}

// FlowPrices are a dual in whole numbers.
type FlowPrices struct {
	Cell  []int64  `json:"cell"`            // p, by cell times colours plus colour
	Room  []int64  `json:"room"`            // r, likewise
	Order [][3]int `json:"order,omitempty"` // edge, which of its cells, q
	Probe int64    `json:"probe,omitempty"` // y
}

// flowCheck is a check at work.
type flowCheck struct {
	*Floor
	ctx     context.Context
	colours int
	bound   int64
	rooms   [][]int
	at      [][]int // cells that touch each cell
	free    []bool  // cells that a swap reaches
	most    []int64 // swaps of each edge that was probed, else 0
	probed  int     // the edge that a probe is about, or -1
}

// checkFlow checks the probes in their order, then the refutation.
func (p *Part) checkFlow(ctx context.Context, f *Floor) error {
	if p.Flow == nil {
		return errors.New("no prices")
	}
	c := &flowCheck{
		Floor: f, ctx: ctx, colours: len(f.counts()), bound: int64(p.Lower), rooms: p.Flow.Rooms,
		at: around(len(f.Cells), f.Touch), free: make([]bool, len(f.Cells)), most: make([]int64, len(f.Swap)), probed: -1,
	}
	for _, e := range f.Swap {
		c.free[e[0]], c.free[e[1]] = true, true
	}
	for _, room := range c.rooms {
		for i, v := range room {
			for _, u := range room[:i] {
				if v < 0 || v >= len(c.at) || !slices.Contains(c.at[v], u) {
					return fmt.Errorf("cells %d and %d of a room don't touch", u, v)
				}
			}
		}
	}
	for i, probe := range p.Flow.Probes {
		if probe.Edge < 0 || probe.Edge >= len(f.Swap) || c.most[probe.Edge] != 0 || probe.Most < 1 || probe.Most > largestPrice {
			return fmt.Errorf("probe %d: no such edge, or probed before, or for %d swaps", i+1, probe.Most)
		}
		c.probed = probe.Edge
		if err := c.tree(probe.Tree, c.all(), int64(probe.Most)+1); err != nil {
			return fmt.Errorf("probe %d: %w", i+1, err)
		}
		c.most[probe.Edge] = int64(probe.Most)
	}
	c.probed = -1
	return c.tree(p.Flow.Tree, c.all(), 0)
}

// all allows every colour everywhere, but a tile that never moves.
func (c *flowCheck) all() []bool {
	may := make([]bool, len(c.Cells)*c.colours)
	for v, own := range c.Cells {
		for k := range c.colours {
			may[v*c.colours+k] = c.free[v] || k == own
		}
	}
	return may
}

// settle takes away what is impossible beside cells with one colour left, and
// reports whether every cell has one.
func (c *flowCheck) settle(may []bool) bool {
	only := func(v int) (colour, left int) {
		for k, ok := range may[v*c.colours : (v+1)*c.colours] {
			if ok {
				colour, left = k, left+1
			}
		}
		return colour, left
	}
	queue := make([]int, len(c.Cells))
	for v := range queue {
		queue[v] = v
	}
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		colour, left := only(v)
		if left == 0 {
			return false
		}
		if left > 1 {
			continue
		}
		for _, u := range c.at[v] {
			if may[u*c.colours+colour] {
				may[u*c.colours+colour] = false
				queue = append(queue, u)
			}
		}
	}
	return true
}

// tree checks that no plan is left whose cells end as may says and that has
// fewer swaps than the bound; least is for the probed edge.
func (c *flowCheck) tree(t *FlowTree, may []bool, least int64) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if !c.settle(may) {
		return nil
	}
	switch {
	case t == nil:
		return errors.New("a branch is missing")
	case t.Is == nil && t.Not == nil:
		return c.leaf(t.Prices, may, least)
	case t.Cell < 0 || t.Cell >= len(c.Cells) || t.Colour < 0 || t.Colour >= c.colours:
		return fmt.Errorf("no cell %d with colour %d", t.Cell, t.Colour)
	}
	is, not := slices.Clone(may), may
	for k := range c.colours {
		is[t.Cell*c.colours+k] = is[t.Cell*c.colours+k] && k == t.Colour
	}
	not[t.Cell*c.colours+t.Colour] = false
	if err := c.tree(t.Is, is, least); err != nil {
		return err
	}
	return c.tree(t.Not, not, least)
}

// largestPrice bounds prices, so that no sum overflows.
const largestPrice = 1 << 31

// leaf checks the prices of a leaf.
func (c *flowCheck) leaf(p *FlowPrices, may []bool, least int64) error {
	k := c.colours
	if p == nil || len(p.Cell) != len(c.Cells)*k || len(p.Room) != len(c.rooms)*k {
		return errors.New("a leaf without a price for each colour of each cell and room")
	}
	if p.Probe < 0 || p.Probe > largestPrice || p.Probe > 0 && c.probed < 0 {
		return errors.New("a price of a probe that is negative, or of no probe")
	}
	value := p.Probe * least
	here := make([]int64, len(p.Cell)) // p + r
	for i, price := range p.Cell {
		if price > largestPrice || price < -largestPrice {
			return errors.New("a price over 2^31")
		}
		here[i] = price
	}
	for i, room := range c.rooms {
		for colour, price := range p.Room[i*k : (i+1)*k] {
			if price < 0 || price > largestPrice {
				return errors.New("a price of a room that is negative, or over 2^31")
			}
			value -= price
			for _, v := range room {
				here[v*k+colour] += price
			}
		}
	}
	for v, own := range c.Cells {
		lowest, found := int64(0), false
		for i := range k {
			if may[v*k+i] && (!found || here[v*k+i] < lowest) {
				lowest, found = here[v*k+i], true
			}
		}
		value += lowest - p.Cell[v*k+own]
	}
	order, away := make([]int64, len(c.Swap)), make([]int64, len(c.Cells)) // Q and S
	for _, q := range p.Order {
		if q[0] < 0 || q[0] >= len(order) || c.most[q[0]] == 0 || q[1] < 0 || q[1] > 1 || q[2] < 0 || q[2] > largestPrice {
			return fmt.Errorf("an order row %v that isn't there, or with a negative price", q)
		}
		order[q[0]] += int64(q[2])
		away[c.Swap[q[0]][q[1]]] += int64(q[2])
	}
	// Every plan of this leaf has more than bound - 1 swaps if value > (bound-1) u
	// for a unit u that holds for all edges. If the numerator is positive, the
	// smallest u is best; it is found edge by edge.
	unit := int64(1)
	for e, cells := range c.Swap {
		a, b := cells[0], cells[1]
		for i := range k {
			for j := range k {
				if i == j {
					continue
				}
				rest := p.Cell[a*k+i] - p.Cell[b*k+i] + p.Cell[b*k+j] - p.Cell[a*k+j]
				if c.Cells[a] == i {
					rest -= away[a]
				}
				if c.Cells[b] == j {
					rest -= away[b]
				}
				if e == c.probed {
					rest -= p.Probe
				}
				if order[e] > 0 {
					rest += order[e] / c.most[e] // rounded down: a stronger condition
				}
				unit = max(unit, -rest)
			}
		}
	}
	if value <= (c.bound-1)*unit {
		return fmt.Errorf("the prices add up to %d / %d swaps, not to more than %d", value, unit, c.bound-1)
	}
	return nil
}
