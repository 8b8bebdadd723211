package certificate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fewest/board"
)

// meaning gives the variables of a model the values that a plan, edges in order,
// means by them: it returns the names of those that are true, and the colours at
// the end.
func meaning(m *model, plan []int) (map[string]bool, []int) {
	type swap struct {
		edge    int
		colours [2]int // that leave the first and the second cell
	}
	now := slices.Clone(m.floor.Cells)
	of := make([][]swap, len(m.edges))         // the swaps of each edge
	at := make([][][2]int, len(m.floor.Cells)) // by cell: edge and which of its swaps
	for _, i := range plan {
		e := m.edges[i].cells
		for _, v := range e {
			at[v] = append(at[v], [2]int{i, len(of[i])})
		}
		of[i] = append(of[i], swap{i, [2]int{now[e[0]], now[e[1]]}})
		now[e[0]], now[e[1]] = now[e[1]], now[e[0]]
	}
	is := map[string]bool{}
	set := func(holds bool, format string, numbers ...any) {
		if holds {
			is[fmt.Sprintf(format, numbers...)] = true
		}
	}
	for v, c := range now {
		set(true, "x_%d_%d", v, c)
	}
	for i, swaps := range of {
		set(len(swaps) >= 1, "s_%d", i)
		set(len(swaps) >= 2, "w_%d", i)
		set(len(swaps) >= 3, "h_%d", i)
		flow := map[int]int{}
		for use, w := range swaps {
			flow[w.colours[0]]++
			flow[w.colours[1]]--
			for d, c := range w.colours {
				set(use < 2 && len(swaps) >= 2, "g_%d_%d_%d_%d", i, use, d, c)
			}
		}
		for c, f := range flow {
			set(f >= 1, "n_%d_0_%d", i, c)
			set(f <= -1, "n_%d_1_%d", i, c)
			set(f >= 2, "t_%d_0_%d", i, c)
			set(f <= -2, "t_%d_1_%d", i, c)
		}
		set(len(swaps) >= 2, "u_%d_0", i)
		set(len(swaps) >= 2, "u_%d_1", i)
	}
	for k, o := range m.orders {
		given := true
		place := map[[2]int]int{} // of an edge and which of its swaps
		for j, u := range o.swaps {
			i, n := m.at[o.cell][u.port].edge, 0
			n = len(of[i])
			given = given && (u.which < 0 && n <= 1 || u.which >= 0 && n == 2)
			place[[2]int{i, max(0, u.which)}] = j + 1
		}
		from := 0
		for _, w := range at[o.cell] {
			set(given, "m_%d_%d_%d", k, from, place[w])
			from = place[w]
		}
		set(given, "m_%d_%d_0", k, from)
	}
	for set, k := range m.sets {
		var edges []int
		for _, f := range strings.Fields(strings.Trim(set, "[]")) {
			i := 0
			fmt.Sscan(f, &i)
			edges = append(edges, i)
		}
		cells, _ := m.spread(edges)
		alone, paid, swaps := true, 0, 0
		for i := range m.edges {
			if slices.Contains(edges, i) {
				alone = alone && len(of[i]) > 0
				paid += min(3, len(of[i]))
				swaps += len(of[i])
			} else if slices.Contains(cells, m.edges[i].cells[0]) || slices.Contains(cells, m.edges[i].cells[1]) {
				alone = alone && len(of[i]) == 0
			}
		}
		for t := paid; alone && t < swaps; t++ {
			is[fmt.Sprintf("z_%d_%d", k, t)] = true
		}
	}
	return is, now
}

// broken returns the first constraint that the values break, "" if none.
func (m *model) broken(is map[string]bool) string {
	for _, c := range m.constraints {
		sum := int64(0)
		for _, t := range c.terms {
			if is[m.names[t.lit.variable()]] != (t.lit&1 != 0) {
				sum += t.coefficient
			}
		}
		if sum < c.degree {
			return m.text(c)
		}
	}
	return ""
}

// cost is what the values cost.
func (m *model) cost(is map[string]bool) int {
	n := 0
	for _, l := range m.costs {
		if is[m.names[l.variable()]] {
			n++
		}
	}
	return n
}

// small returns a small random floor: a board, sometimes with holes.
func small(random *rand.Rand, most int) Floor {
	for {
		rows, cols := 1+random.IntN(3), 2+random.IntN(4)
		b := board.New(rows, cols)
		colours := 2 + random.IntN(3)
		for v := range b.Cells {
			b.Cells[v] = uint8(random.IntN(colours))
			if random.IntN(8) == 0 {
				b.Cells[v] = board.Hole
			}
		}
		f, _ := FromBoard(b)
		if len(f.Swap) > 0 && len(f.Cells) <= most && len(slices.Compact(slices.Sorted(slices.Values(f.Cells)))) > 1 {
			return f
		}
	}
}

// lemmas returns random orders, and all cuts and closed regions of a few sizes
// that hold.
func (m *model) lemmas(random *rand.Rand) {
	for v := range m.at {
		for range 2 {
			l := Lemma{Kind: Order, Cell: v}
			for _, q := range m.at[v] {
				if random.IntN(3) == 0 {
					l.Twice = append(l.Twice, q.edge)
				}
			}
			slices.Sort(l.Twice)
			m.order(&l)
		}
	}
	for range 12 {
		edges := []int{random.IntN(len(m.edges))}
		for range random.IntN(4) {
			edges = append(edges, random.IntN(len(m.edges)))
		}
		slices.Sort(edges)
		l := Lemma{Kind: Cut, Edges: slices.Compact(edges)}
		for _, e := range l.Edges {
			if random.IntN(3) == 0 {
				l.Twice = append(l.Twice, e)
				if random.IntN(2) == 0 {
					l.Thrice = append(l.Thrice, e)
				}
			}
		}
		for v := range m.x {
			if random.IntN(3) == 0 {
				l.Ends = append(l.Ends, [2]int{v, random.IntN(m.colours)})
			}
		}
		l.From = len(l.Edges) + len(l.Twice) + len(l.Thrice)
		l.To = l.From + random.IntN(3)
		_ = m.lemma(context.Background(), &l) // an error: it doesn't hold, and adds nothing
		closed := Lemma{Kind: Closed, Ends: l.Ends}
		for v := range m.x {
			if random.IntN(2) == 0 {
				closed.Cells = append(closed.Cells, v)
			}
		}
		_ = m.lemma(context.Background(), &closed)
	}
	// Circles of two matches: over one edge, or between two orders.
	for range 30 {
		a, b := random.IntN(len(m.orders)), random.IntN(len(m.orders))
		pick := func(k int) [3]int { n := len(m.orders[k].m); return [3]int{k, random.IntN(n), random.IntN(n)} }
		_ = m.lemma(context.Background(), &Lemma{Kind: Circle, Circle: [][3]int{pick(a), pick(b)}})
	}
}

// Every plan means a solution of the model and of all lemmas, which costs no
// more than its length. Plans here are random walks, so that edges are swapped
// often; what they end with is free, since nothing touches.
func TestPlansAreSolutions(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	var cuts, circles int
	for range 150 {
		f := small(random, 8)
		touch := f.Touch
		if f.Touch = nil; random.IntN(2) == 0 {
			f.Touch = touch
		}
		m, err := newModel(context.Background(), &f, &Model{Full: random.IntN(2) == 0})
		if err != nil {
			t.Fatal(err)
		}
		m.lemmas(random)
		cuts += len(m.sets)
		for range 40 {
			// Swap different colours, and no edge again before a neighbour.
			now, ready := slices.Clone(f.Cells), make([]bool, len(m.edges))
			for i := range ready {
				ready[i] = true
			}
			var plan []int
			for range random.IntN(14) {
				i := random.IntN(len(m.edges))
				e := m.edges[i].cells
				if !ready[i] || now[e[0]] == now[e[1]] {
					continue
				}
				plan = append(plan, i)
				now[e[0]], now[e[1]] = now[e[1]], now[e[0]]
				for _, v := range e {
					for _, q := range m.at[v] {
						ready[q.edge] = true
					}
				}
				ready[i] = false
			}
			if f.Touch != nil && slices.ContainsFunc(f.Touch, func(e [2]int) bool { return now[e[0]] == now[e[1]] }) {
				continue
			}
			is, _ := meaning(m, plan)
			if broken := m.broken(is); broken != "" {
				t.Fatalf("%v, full %v: plan %v breaks %s", f, m.full, plan, broken)
			}
			if cost := m.cost(is); cost > len(plan) {
				t.Fatalf("%v: plan %v costs %d", f, plan, cost)
			}
			for name := range is {
				if _, ok := m.number[name]; !ok && strings.ContainsAny(name[:1], "swhnxm") {
					t.Fatalf("%v: plan %v: no variable %s", f, plan, name)
				}
				circles += strings.Count(name[:1], "m")
			}
		}
	}
	if cuts < 150 || circles < 4000 {
		t.Errorf("only %d cuts held and %d matches were seen", cuts, circles)
	}
}
