package spread

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"fewest/flip/internal/code"
)

// spreadCode returns a code whose types lie in some of the subspaces of a
// spread: those of the pairs (v, m v) for elements m of a field of 2^d elements,
// and of (0, v).
func spreadCode(rng *rand.Rand, d, subspaces, length int) *code.Code {
	times := func(a, b uint32) uint32 { // in the field, by x^2+x+1 or x^3+x+1
		product := uint32(0)
		for i := range d {
			if b>>i&1 != 0 {
				product ^= a << i
			}
		}
		for i := 2*d - 2; i >= d; i-- {
			if product>>i&1 != 0 {
				product ^= (1<<d | 3) << (i - d)
			}
		}
		return product
	}
	chosen := rng.Perm(1<<d + 1)[:subspaces]
	for {
		c := &code.Code{K: 2, Orders: slices.Repeat([]int{2}, 2*d)}
		var vectors []uint32
		for range length {
			v := 1 + rng.Uint32N(1<<d-1)
			m := chosen[rng.IntN(subspaces)]
			at := v << d
			if m < 1<<d {
				at = v | times(v, uint32(m))<<d
			}
			vectors = append(vectors, at)
			column := make([]uint8, 2*d)
			for i := range column {
				column[i] = uint8(at >> i & 1)
			}
			c.Columns = append(c.Columns, column)
		}
		if rng.IntN(4) == 0 {
			c.Columns = append(c.Columns, make([]uint8, 2*d)) // a position that no word changes
		}
		if rank(vectors) == 2*d {
			return c
		}
	}
}

// lightest returns what the lightest word of a coset weighs.
func lightest(c *code.Code, x []uint8) int {
	least := len(x)
	for word := range uint32(1) << len(c.Orders) {
		weight := 0
		for p, column := range c.Columns {
			on := uint32(0)
			for i, v := range column {
				on |= uint32(v) << i
			}
			weight += (int(x[p]) + bits.OnesCount32(on&word)) & 1
		}
		least = min(least, weight)
	}
	return least
}

// radius is the covering radius, by trying all words.
func radius(c *code.Code) int {
	most := 0
	for bit := range uint32(1) << len(c.Columns) {
		x := make([]uint8, len(c.Columns))
		for p := range x {
			x[p] = uint8(bit >> p & 1)
		}
		most = max(most, lightest(c, x))
	}
	return most
}

func TestExists(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	games := map[int]int{}
	for range 100 {
		d := 2
		length := 9 + rng.IntN(3)
		if rng.IntN(4) == 0 {
			d, length = 3, 11
		}
		c := spreadCode(rng, d, 3+rng.IntN(2), length)
		g := New(t.Context(), c)
		if g == nil {
			continue // too few types to make out the subspaces
		}
		games[len(g.spaces)]++
		want := radius(c)
		for weight := want - 2; weight <= want+2; weight++ {
			r := g.Exists(t.Context(), weight, 1)
			if !r.Decided || (r.Word != nil) != (weight <= want) {
				t.Fatalf("%+v has the radius %d; at %d: %+v", c, want, weight, r)
			}
			if r.Word != nil && lightest(c, r.Word) < weight {
				t.Fatalf("%+v: %v weighs %d, not %d", c, r.Word, lightest(c, r.Word), weight)
			}
			again := g.Exists(t.Context(), weight, 3)
			if !slices.Equal(again.Word, r.Word) || again.Pairs != r.Pairs || again.Triples != r.Triples {
				t.Fatalf("%+v with three workers, %+v with one", again, r)
			}
		}
	}
	if games[3] < 20 || games[4] < 5 {
		t.Errorf("too few codes were split: %v", games)
	}
}

// The greatest assignment is that of all permutations, and what is found in a
// hurry is no greater.
func TestAssign(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		m := &matrix{size: 4}
		for i := range 4 {
			for j := range 4 {
				m.n[i][j] = rng.IntN(20) - 10
			}
		}
		want := -1 << 20
		for a := range 4 {
			for b := range 4 {
				for c := range 4 {
					if d := 6 - a - b - c; a != b && a != c && b != c && d >= 0 && d < 4 {
						want = max(want, m.n[0][a]+m.n[1][b]+m.n[2][c]+m.n[3][d])
					}
				}
			}
		}
		value, to := m.assign()
		sum := 0
		for row := range 4 {
			sum += m.n[row][to[row]]
		}
		if value != want || sum != want {
			t.Fatalf("%v: %d along %v, not %d", m.n, value, to[:4], want)
		}
	}
}

func TestBeyond(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		c := spreadCode(rng, 2, 4, 16)
		g := New(t.Context(), c)
		if g == nil || len(g.spaces) != 4 {
			continue
		}
		s := &join{Game: g, ctx: t.Context(), limit: 6}
		for i := range 2 {
			list, _ := g.spaces[i].list(t.Context(), s.limit, true, 1000)
			s.lists = append(s.lists, list)
		}
		for _, one := range s.lists[0] {
			for _, two := range s.lists[1] {
				value, _ := s.matrix(one, two).assign()
				l, m := s.levels(one, 0), s.levels(two, 1)
				if l.beyond(&m, s.size, value) {
					t.Fatalf("%v and %v: an assignment beyond the greatest, %d", one, two, value)
				}
			}
		}
	}
}

// A code that isn't a spread isn't taken.
func TestNew(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	c := &code.Code{K: 2, Orders: slices.Repeat([]int{2}, 6)}
	for range 60 {
		column := make([]uint8, 6)
		for i := range column {
			column[i] = uint8(rng.IntN(2))
		}
		c.Columns = append(c.Columns, column)
	}
	if New(t.Context(), c) != nil {
		t.Error("a random code is taken for a spread")
	}
	c.K = 3
	if New(t.Context(), c) != nil {
		t.Error("three values")
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	rng := rand.New(rand.NewPCG(9, 10))
	for {
		g := New(ctx, spreadCode(rng, 3, 4, 40))
		if g == nil {
			continue
		}
		cancel()
		if r := g.Exists(ctx, 18, 2); r.Decided && r.Word == nil && r.Pairs > 0 {
			t.Errorf("%+v after the context has ended", r)
		}
		return
	}
}
