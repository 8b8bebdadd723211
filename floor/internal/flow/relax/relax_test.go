package relax

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fewest/floor/internal/graph"
)

// king returns a board whose cells touch diagonally too.
func king(rows, cols int) *graph.Graph {
	var swap, touch [][2]int32
	for v := range int32(rows * cols) {
		r, c := v/int32(cols), v%int32(cols)
		for _, d := range [][2]int32{{0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			if r+d[0] >= int32(rows) || c+d[1] < 0 || c+d[1] >= int32(cols) {
				continue
			}
			u := (r+d[0])*int32(cols) + c + d[1]
			touch = append(touch, [2]int32{v, u})
			if d[0] == 0 || d[1] == 0 {
				swap = append(swap, [2]int32{v, u})
			}
		}
	}
	g := graph.New(rows*cols, swap)
	g.SetTouch(touch)
	return g
}

// TestRooms checks that rooms are sets of cells each two of which touch, and that
// every pair that touches is in one; on a board with diagonals they are squares.
func TestRooms(t *testing.T) {
	g := king(3, 4)
	m := New(g, make([]uint8, 12))
	covered := map[[2]int32]bool{}
	for _, room := range m.Rooms {
		if len(room) != 4 {
			t.Errorf("room %v", room)
		}
		for i, v := range room {
			for _, u := range room[:i] {
				if !slices.Contains(g.Touch, [2]int32{u, v}) {
					t.Errorf("%d and %d don't touch", u, v)
				}
				covered[[2]int32{u, v}] = true
			}
		}
	}
	if len(covered) != len(g.Touch) || len(m.Rooms) != 6 {
		t.Errorf("%d of %d pairs in %d rooms", len(covered), len(g.Touch), len(m.Rooms))
	}
	plain := graph.New(3, [][2]int32{{0, 1}, {1, 2}})
	if m := New(plain, []uint8{0, 1, 0}); !slices.EqualFunc(m.Rooms, plain.Edges, func(a []int32, b [2]int32) bool { return slices.Equal(a, b[:]) }) {
		t.Errorf("rooms %v of a row", m.Rooms)
	}
}

// TestDomain compares what a domain strikes with all colourings of a small board:
// it may strike no colour that one has, and must find every colouring that is left.
func TestDomain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	g := king(2, 3)
	for range 300 {
		k := 3 + random.IntN(3)
		start := make([]uint8, 6)
		for v := range start {
			start[v] = uint8(v % k)
		}
		start[0] = uint8(k - 1)
		m := New(g, start)
		d := m.Domain()
		var rules []func([]uint8) bool
		good := true
		for range 1 + random.IntN(4) {
			v, c := int32(random.IntN(6)), uint8(random.IntN(k))
			if random.IntN(2) == 0 {
				good = good && d.Is(v, c)
				rules = append(rules, func(w []uint8) bool { return w[v] == c })
			} else {
				good = good && d.Not(v, c)
				rules = append(rules, func(w []uint8) bool { return w[v] != c })
			}
		}
		w := make([]uint8, 6)
		for code := range int(math.Pow(float64(k), 6)) {
			for v := range w {
				w[v] = uint8(code % k)
				code /= k
			}
			if len(g.Conflicts(w)) > 0 || slices.ContainsFunc(rules, func(rule func([]uint8) bool) bool { return !rule(w) }) {
				continue
			}
			if !good {
				t.Fatalf("%v fits, the domain says nothing does", w)
			}
			for v, c := range w {
				if !d.Allowed[v*k+int(c)] {
					t.Fatalf("%v fits, colour %d of cell %d is struck", w, c, v)
				}
			}
		}
	}
}

// TestDomainStart checks the domains of boards themselves.
func TestDomainStart(t *testing.T) {
	fixed := graph.New(3, [][2]int32{{0, 1}})
	fixed.SetTouch([][2]int32{{0, 1}, {1, 2}})
	// Cell 2 keeps colour 1, so cell 1 has colour 0, and cell 0 colour 1.
	if d := New(fixed, []uint8{0, 1, 1}).Domain(); d == nil || !slices.Equal(d.Allowed, []bool{false, true, true, false, false, true}) {
		t.Errorf("domain %v", d)
	}
	lone := graph.New(2, nil)
	lone.SetTouch([][2]int32{{0, 1}})
	if New(lone, []uint8{1, 1}).Domain() != nil || New(lone, []uint8{0, 0}).Domain() != nil {
		t.Error("two cells that keep one colour")
	}
	if New(lone, []uint8{0, 1}).Domain() == nil {
		t.Error("two cells that keep two colours")
	}
}

// TestBoundRefuses hands in prices that mustn't count.
func TestBoundRefuses(t *testing.T) {
	g := graph.New(3, [][2]int32{{0, 1}, {1, 2}})
	m := New(g, []uint8{0, 0, 1})
	d := m.Domain()
	good := func() *Prices {
		return &Prices{Cell: []int32{0, 0, 0, 0, 0, 1}, Room: []int32{1, 0, 0, 0}}
	}
	if _, _, ok := good().sum(m, d, Rows{}); !ok {
		t.Fatal("good prices were refused")
	}
	for name, change := range map[string]func(p *Prices){
		"too few cells":           func(p *Prices) { p.Cell = p.Cell[1:] },
		"too few rooms":           func(p *Prices) { p.Room = nil },
		"a room below 0":          func(p *Prices) { p.Room[1] = -1 },
		"a probe of nothing":      func(p *Prices) { p.Probe = 1 },
		"an order row of no edge": func(p *Prices) { p.Order = []Order{{Edge: 7, Price: 1}} },
		"an order row unasked":    func(p *Prices) { p.Order = []Order{{Edge: 0, Price: 1}} },
	} {
		p := good()
		change(p)
		if bound := p.Bound(m, d, Rows{}); bound != 0 {
			t.Errorf("%s: bound %d", name, bound)
		}
	}
	rows := Rows{Most: []int32{1, 0}}
	for _, o := range []Order{{Edge: 0, Side: 2, Price: 1}, {Edge: 0, Price: -1}, {Edge: 1, Price: 1}, {Edge: -1, Price: 1}} {
		p := good()
		p.Order = []Order{o}
		if _, _, ok := p.sum(m, d, rows); ok {
			t.Errorf("order row %v: accepted", o)
		}
	}
}
