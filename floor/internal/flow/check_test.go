package flow

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"fewest/floor/internal/flow/relax"
	"fewest/floor/internal/graph"
)

// check adds a proof up from the definition in package relax's comment alone,
// in integers, with none of its code.
func check(g *graph.Graph, start []uint8, p *relax.Proof) error {
	k := 0
	for _, c := range start {
		k = max(k, int(c)+1)
	}
	touch := map[[2]int32]bool{}
	for _, pair := range g.Touch {
		touch[pair], touch[[2]int32{pair[1], pair[0]}] = true, true
	}
	for _, room := range p.Rooms {
		for i, u := range room {
			for _, v := range room[:i] {
				if !touch[[2]int32{u, v}] {
					return fmt.Errorf("cells %d and %d of a room don't touch", u, v)
				}
			}
		}
	}
	c := checker{g, start, k, p.Rooms, int64(p.Bound), map[int32]int64{}}
	for _, probe := range p.Probes {
		if _, again := c.most[probe.Edge]; again || probe.Most < 1 {
			return fmt.Errorf("edge %d is probed again, or for %d", probe.Edge, probe.Most)
		}
		if err := c.tree(probe.Refutation, c.all(), probe.Edge, int64(probe.Most)+1); err != nil {
			return fmt.Errorf("probe of edge %d: %w", probe.Edge, err)
		}
		c.most[probe.Edge] = int64(probe.Most)
	}
	return c.tree(p.Refutation, c.all(), -1, 0)
}

type checker struct {
	g     *graph.Graph
	start []uint8
	k     int
	rooms [][]int32
	bound int64
	most  map[int32]int64 // by edges whose probes hold
}

// all is every colour everywhere, but what can't be swapped keeps its own.
func (c *checker) all() [][]bool {
	may := make([][]bool, len(c.start))
	for v := range may {
		may[v] = make([]bool, c.k)
		for i := range may[v] {
			may[v][i] = len(c.g.At[v]) > 0 || i == int(c.start[v])
		}
	}
	return may
}

// settle strikes colours that a touching cell must have, until nothing changes.
// It returns false if a cell has none left.
func (c *checker) settle(may [][]bool) bool {
	for changed := true; changed; {
		changed = false
		for _, pair := range c.g.Touch {
			for side, v := range pair {
				only, count := -1, 0
				for i, ok := range may[v] {
					if ok {
						only, count = i, count+1
					}
				}
				if count == 0 {
					return false
				}
				if count == 1 && may[pair[1-side]][only] {
					may[pair[1-side]][only], changed = false, true
				}
			}
		}
	}
	return true
}

func (c *checker) tree(t *relax.Tree, may [][]bool, probe int32, least int64) error {
	if !c.settle(may) {
		return nil
	}
	if t == nil {
		return fmt.Errorf("a branch is missing")
	}
	if t.Is == nil && t.Not == nil {
		if t.Prices == nil {
			return fmt.Errorf("a leaf has no prices")
		}
		return c.leaf(t.Prices, may, probe, least)
	}
	is, not := make([][]bool, len(may)), make([][]bool, len(may))
	for v := range may {
		is[v], not[v] = append([]bool(nil), may[v]...), append([]bool(nil), may[v]...)
	}
	for i := range is[t.Cell] {
		is[t.Cell][i] = is[t.Cell][i] && i == int(t.Colour)
	}
	not[t.Cell][t.Colour] = false
	if err := c.tree(t.Is, is, probe, least); err != nil {
		return err
	}
	return c.tree(t.Not, not, probe, least)
}

func (c *checker) leaf(p *relax.Prices, may [][]bool, probe int32, least int64) error {
	price := func(v int32, i int) int64 { return int64(p.Cell[int(v)*c.k+i]) }
	sum := int64(p.Probe) * least
	for v, own := range c.start {
		best := int64(1) << 60
		for i := range c.k {
			here := price(int32(v), i)
			for r, room := range c.rooms {
				for _, u := range room {
					if u == int32(v) {
						here += int64(p.Room[r*c.k+i])
					}
				}
			}
			if may[v][i] {
				best = min(best, here)
			}
		}
		sum += best - price(int32(v), int(own))
	}
	for _, r := range p.Room {
		if r < 0 {
			return fmt.Errorf("a price below 0")
		}
		sum -= int64(r)
	}
	q, s := map[int32]int64{}, map[int32]int64{}
	for _, o := range p.Order {
		if o.Price < 0 || c.most[o.Edge] == 0 {
			return fmt.Errorf("an order row of edge %d, which wasn't probed, or a price below 0", o.Edge)
		}
		q[o.Edge] += int64(o.Price)
		s[c.g.Edges[o.Edge][o.Side]] += int64(o.Price)
	}
	// The least unit for which all exchanges of two colours hold, by trying all.
	unit := int64(1)
	for e, cells := range c.g.Edges {
		a, b := cells[0], cells[1]
		for i := range c.k {
			for j := range c.k {
				if i == j {
					continue
				}
				rest := price(a, i) - price(b, i) + price(b, j) - price(a, j)
				if int(c.start[a]) == i {
					rest -= s[a]
				}
				if int(c.start[b]) == j {
					rest -= s[b]
				}
				if probe == int32(e) {
					rest -= int64(p.Probe)
				}
				m := max(1, c.most[int32(e)])
				for m*(unit+rest)+q[int32(e)] < 0 {
					unit += max(1, -(m*(unit+rest)+q[int32(e)])/m)
				}
			}
		}
	}
	if sum <= (c.bound-1)*unit {
		return fmt.Errorf("%d / %d isn't above %d", sum, unit, c.bound-1)
	}
	return nil
}

// grid returns a board's graph: cells are true where there is a tile.
func grid(rows, cols int, tile []bool) *graph.Graph {
	number, n := make([]int32, rows*cols), int32(0)
	for v := range number {
		if tile == nil || tile[v] {
			number[v] = n
			n++
		}
	}
	var edges [][2]int32
	for v := range rows * cols {
		for _, u := range []int{v + 1, v + cols} {
			if u == v+1 && u%cols == 0 || u >= rows*cols || tile != nil && !(tile[v] && tile[u]) {
				continue
			}
			edges = append(edges, [2]int32{number[v], number[u]})
		}
	}
	return graph.New(int(n), edges)
}

// distance is the fewest swaps by breadth-first search, or -1 if impossible.
func distance(g *graph.Graph, start []uint8) int {
	seen := map[string]bool{string(start): true}
	layer := [][]uint8{start}
	for depth := 0; len(layer) > 0; depth++ {
		var next [][]uint8
		for _, now := range layer {
			if len(g.Conflicts(now)) == 0 {
				return depth
			}
			for _, e := range g.Edges {
				if now[e[0]] != now[e[1]] {
					then := append([]uint8(nil), now...)
					then[e[0]], then[e[1]] = then[e[1]], then[e[0]]
					if !seen[string(then)] {
						seen[string(then)] = true
						next = append(next, then)
					}
				}
			}
		}
		layer = next
	}
	return -1
}

// connected reports whether all cells hang together.
func connected(g *graph.Graph) bool {
	seen := make([]bool, len(g.At))
	queue := []int32{0}
	seen[0] = true
	for i := 0; i < len(queue); i++ {
		for _, e := range g.At[queue[i]] {
			if u := g.Other(e, queue[i]); !seen[u] {
				seen[u] = true
				queue = append(queue, u)
			}
		}
	}
	return len(queue) == len(g.At)
}

// small returns a small floor: 1 x n to 4 x 4, with holes, clumped or with one
// colour near half, 2 to 6 colours.
func small(random *rand.Rand, most int) (*graph.Graph, []uint8) {
	for {
		rows, cols := 1+random.IntN(4), 2+random.IntN(8)
		if rows*cols > most+3 {
			continue
		}
		var tile []bool
		if random.IntN(3) == 0 {
			tile = make([]bool, rows*cols)
			for v := range tile {
				tile[v] = random.IntN(5) > 0
			}
		}
		g := grid(rows, cols, tile)
		n := len(g.At)
		if n < 2 || n > most || !connected(g) {
			continue
		}
		if random.IntN(4) == 0 {
			g = apart(random, g)
		}
		k := 2 + random.IntN(5)
		start := make([]uint8, n)
		kind := random.IntN(3)
		for v := range start {
			start[v] = uint8(random.IntN(k))
			switch {
			case kind == 1 && v > 0 && random.IntN(3) > 0:
				start[v] = start[v-1]
			case kind == 2 && v < (n+1)/2:
				start[v] = 0
			}
		}
		if kind == 2 {
			random.Shuffle(n, func(i, j int) { start[i], start[j] = start[j], start[i] })
		}
		return g, start
	}
}

// apart returns a graph whose cells touch otherwise than they may be exchanged,
// and some of whose cells may keep their tiles.
func apart(random *rand.Rand, g *graph.Graph) *graph.Graph {
	fixed := make([]bool, len(g.At))
	if random.IntN(2) == 0 {
		fixed[random.IntN(len(fixed))] = true
	}
	var swap, touch [][2]int32
	for _, e := range g.Edges {
		if !fixed[e[0]] && !fixed[e[1]] {
			swap = append(swap, e)
		}
		if random.IntN(4) > 0 {
			touch = append(touch, e)
		}
	}
	for range random.IntN(4) {
		u, v := int32(random.IntN(len(g.At))), int32(random.IntN(len(g.At)))
		if u < v && !slices.Contains(touch, [2]int32{u, v}) {
			touch = append(touch, [2]int32{u, v})
		}
	}
	slices.SortFunc(touch, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	other := graph.New(len(g.At), swap)
	other.SetTouch(touch)
	return other
}

// TestSmall compares all steps with breadth-first search: no bound above the
// truth at any report, all proofs hold, and bounds and plans meet.
func TestSmall(t *testing.T) {
	count, most := 600, 9
	if os.Getenv("FEWEST_LONG") != "" {
		count, most = 10_000, 12
	}
	random := rand.New(rand.NewPCG(1, 0))
	relaxed, branched, met, possible := 0, 0, 0, 0
	for i := range count {
		g, start := small(random, most)
		truth := distance(g, start)
		if truth < 0 {
			continue
		}
		s := New(g, start, Options{Report: func(lower int, plan []int32) {
			if lower > truth {
				t.Fatalf("%v %v: bound %d, truth %d", g.Edges, start, lower, truth)
			}
			if plan != nil && len(g.Conflicts(g.Replay(start, plan))) > 0 {
				t.Fatalf("%v %v: plan %v leaves conflicts", g.Edges, start, plan)
			}
		}})
		prove := func() {
			if r := s.Result(); r.Proof == nil && r.Lower > 0 || r.Proof != nil && r.Proof.Bound != r.Lower {
				t.Fatalf("%v %v: bound %d without proof", g.Edges, start, r.Lower)
			} else if r.Proof != nil {
				if err := check(g, start, r.Proof); err != nil {
					t.Fatalf("%v %v: bound %d: %v", g.Edges, start, r.Lower, err)
				}
			}
		}
		possible++
		s.Relax(t.Context())
		prove()
		if s.Result().Lower == truth {
			relaxed++
		}
		if i%2 == 0 {
			s.Branch(t.Context(), 40)
			prove()
			if s.Result().Lower == truth {
				branched++
			}
		}
		s.Order(t.Context(), 40)
		prove()
		s.Dive(t.Context(), 4000)
		s.Improve(t.Context(), 2000)
		if s.Closed() {
			met++
		}
	}
	t.Log(relaxed, branched, met, possible)
	if relaxed*10 < possible*9 || met*100 < possible*98 {
		t.Errorf("the bound is the truth on %d of %d, met by a plan on %d", relaxed, possible, met)
	}
}
