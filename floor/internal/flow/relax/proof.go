package relax

import "math"

// Proof shows that every plan has at least Bound swaps. A checker goes through
// the probes in their order, then the refutation, and needs nothing else: the
// probes come with the edges whose swaps they limit, and a refutation may use
// the order rows of edges probed before it only. (Two probes that lean on each
// other prove nothing.)
type Proof struct {
	Bound      int
	Rooms      [][]int32
	Probes     []Probe
	Refutation *Tree // of "a plan has fewer than Bound swaps"
}

// Probe shows that a plan with fewer than Bound swaps swaps an edge at most so
// many times.
type Probe struct {
	Edge       int32
	Most       int32
	Refutation *Tree // of "a plan has fewer than Bound swaps, and Most+1 or more on the edge"
}

// Tree splits all plans by the colours that cells end with. A node with
// branches says whether Cell ends with Colour or not (Domain.Is, Domain.Not); a
// leaf has prices whose bound is above Bound-1, or none where a cell has no
// colour left.
type Tree struct {
	Cell    int32
	Colour  uint8
	Is, Not *Tree // both or none
	Prices  *Prices
}

// Prices are the dual of a leaf in integers, over a common denominator that is
// the least for which they hold.
type Prices struct {
	Cell  []int32 // p, by cell * colours + colour
	Room  []int32 // r, by room * colours + colour
	Order []Order // q, where not 0
	Probe int32   // y
}

// Order is the price of the order row of an edge at one of its cells.
type Order struct {
	Edge  int32
	Side  uint8 // the cell is that of the edge: 0 the first, 1 the second
	Price int32
}

// Rows says which rows a leaf may price.
type Rows struct {
	Most  []int32 // by edge, the most swaps for its order rows, or 0 for none; nil for none at all
	Probe int32   // the edge that is swapped Least times or more, if Least > 0
	Least int32
}

// Bound adds up what the prices prove: at least ceil(value / unit) swaps. It is
// 0 if they are of the wrong shape, below 0 where they mustn't be, or without a
// row.
func (p *Prices) Bound(m *Model, d *Domain, rows Rows) int {
	value, unit, ok := p.sum(m, d, rows)
	if !ok || value <= 0 {
		return 0
	}
	return int((value-1)/unit + 1)
}

func (p *Prices) sum(m *Model, d *Domain, rows Rows) (value, unit int64, ok bool) {
	k := m.Colours
	if len(p.Cell) != len(m.Start)*k || len(p.Room) != len(m.Rooms)*k || p.Probe < 0 || p.Probe > 0 && rows.Least <= 0 {
		return 0, 0, false
	}
	lower := make([]int64, len(p.Cell))
	for i, price := range p.Cell {
		lower[i] = int64(price)
	}
	for i, room := range m.Rooms {
		for c, price := range p.Room[i*k : (i+1)*k] {
			if price < 0 {
				return 0, 0, false
			}
			value -= int64(price)
			for _, v := range room {
				lower[int(v)*k+c] += int64(price)
			}
		}
	}
	for v, c := range m.Start {
		least := int64(math.MaxInt64)
		for i := range k {
			if d.Allowed[v*k+i] {
				least = min(least, lower[v*k+i])
			}
		}
		value += least - int64(p.Cell[v*k+int(c)])
	}
	value += int64(p.Probe) * int64(rows.Least)
	order := make([]int64, len(m.Edges)) // Q
	leave := make([]int64, len(m.Start)) // S
	for _, q := range p.Order {
		if q.Price < 0 || q.Edge < 0 || int(q.Edge) >= len(rows.Most) || rows.Most[q.Edge] <= 0 || q.Side > 1 {
			return 0, 0, false
		}
		order[q.Edge] += int64(q.Price)
		leave[m.Edges[q.Edge][q.Side]] += int64(q.Price)
	}
	unit = 1
	for e, cells := range m.Edges {
		there := p.carry(m, cells[0], cells[1], leave)
		back := p.carry(m, cells[1], cells[0], leave)
		need := -cheapest(there, back)
		if rows.Least > 0 && rows.Probe == int32(e) {
			need += int64(p.Probe)
		}
		if order[e] > 0 { // the least unit with (need - unit) M <= Q
			need -= order[e] / int64(rows.Most[e])
		}
		unit = max(unit, need)
	}
	return value, unit, true
}

// none is more than any sum of prices at an edge.
const none = 1 << 40

// carried are the two colours that cost least to carry over an edge, and what.
type carried struct {
	first, second int64
	colour        int
}

func (p *Prices) carry(m *Model, a, b int32, leave []int64) carried {
	k := m.Colours
	w := carried{none, none, -1}
	for c := range k {
		cost := int64(p.Cell[int(a)*k+c]) - int64(p.Cell[int(b)*k+c])
		if int(m.Start[a]) == c {
			cost -= leave[a]
		}
		if cost < w.first {
			w.second, w.first, w.colour = w.first, cost, c
		} else if cost < w.second {
			w.second = cost
		}
	}
	return w
}

// cheapest returns the least cost of an exchange of two colours that differ.
func cheapest(there, back carried) int64 {
	if there.colour != back.colour {
		return there.first + back.first
	}
	return min(there.first+back.second, there.second+back.first)
}
