package census

import (
	"iter"
	"math/rand/v2"

	"fewest/space/rank"
)

// lightsOut: pressing a lamp inverts it and its side neighbours.
func lightsOut(rows, cols int) Bits {
	b := Bits{N: rows * cols}
	for r := range rows {
		for c := range cols {
			mask := uint64(0)
			for _, d := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				if y, x := r+d[0], c+d[1]; y >= 0 && y < rows && x >= 0 && x < cols {
					mask |= 1 << (y*cols + x)
				}
			}
			b.Moves = append(b.Moves, mask)
		}
	}
	return b
}

// cross: pressing a lamp inverts its row and column, the lamp once.
func cross(rows, cols int) Bits {
	b := Bits{N: rows * cols}
	for r := range rows {
		for c := range cols {
			mask := uint64(0)
			for y := range rows {
				for x := range cols {
					if y == r || x == c {
						mask |= 1 << (y*cols + x)
					}
				}
			}
			b.Moves = append(b.Moves, mask)
		}
	}
	return b
}

// pancakes: a move turns over the last k, 2 <= k <= n.
func pancakes(n int) Arrangements {
	a := Arrangements{Ranking: rank.Permutations(n)}
	for k := 2; k <= n; k++ {
		move := make([]uint8, n)
		for i := range n {
			move[i] = uint8(i)
			if i >= n-k {
				move[i] = uint8(n - 1 - (i - (n - k)))
			}
		}
		a.Moves = append(a.Moves, move)
	}
	return a
}

// seats: red and white pieces, half of each, side neighbours change places; the
// starts have the colours in two halves, by rows or by columns.
func seats(rows, cols int) Arrangements {
	n := rows * cols
	a := Arrangements{Ranking: rank.Subsets(n, n/2)}
	for v := range n {
		for _, u := range []int{v + 1, v + cols} {
			if u == v+1 && u%cols == 0 || u >= n {
				continue
			}
			move := make([]uint8, n)
			for i := range move {
				move[i] = uint8(i)
			}
			move[u], move[v] = uint8(v), uint8(u)
			a.Moves = append(a.Moves, move)
		}
	}
	s, o := make([]uint8, n), make([]uint8, n)
	for _, half := range []func(v int) bool{
		func(v int) bool { return v/cols < rows/2 },
		func(v int) bool { return v%cols < cols/2 },
	} {
		for v := range n {
			s[v], o[v] = 0, 1
			if half(v) {
				s[v], o[v] = 1, 0
			}
		}
		a.From = append(a.From, a.Ranking.Rank(s), a.Ranking.Rank(o))
	}
	return a
}

// sliding is the sliding puzzle: a blank in one of the cells, the tiles in the
// order of a path that winds through the rows like a snake. A blank that moves
// along the path doesn't change the order; one that moves across lets one tile
// pass an even number of others: the order stays even.
type sliding struct {
	rows, cols int
	orders     rank.Ranking
}

func newSliding(rows, cols int) sliding {
	return sliding{rows, cols, rank.EvenPermutations(rows*cols - 1)}
}

func (p sliding) Size() uint64             { return uint64(p.rows*p.cols) * p.orders.Size() }
func (p sliding) Starts() iter.Seq[uint64] { return startsOrZero(nil) }

func (p sliding) Expander() Expander {
	x := &slider{sliding: p, cursor: p.orders.Cursor(), per: p.orders.Size()}
	cells := p.rows * p.cols
	on := func(r, c int) int { // the cell's place on the path
		if r%2 == 1 {
			c = p.cols - 1 - c
		}
		return r*p.cols + c
	}
	x.moves = make([][]slide, cells)
	for r := range p.rows {
		for c := range p.cols {
			blank := on(r, c)
			for _, d := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
				if y, z := r+d[0], c+d[1]; y >= 0 && y < p.rows && z >= 0 && z < p.cols {
					to := on(y, z)
					order := make([]uint8, cells-1)
					for i := range order {
						order[i] = uint8(i)
					}
					if to < blank { // the first tile between goes last
						copy(order[to:blank], order[to+1:blank])
						order[blank-1] = uint8(to)
					} else { // the last goes first
						copy(order[blank+1:to], order[blank:to-1])
						order[blank] = uint8(to - 1)
					}
					x.moves[blank] = append(x.moves[blank], slide{uint64(to), newRearrangement(order)})
				}
			}
		}
	}
	return x
}

type slide struct {
	to uint64
	rearrangement
}

type slider struct {
	sliding
	cursor rank.Cursor
	per    uint64
	moves  [][]slide
}

func (x *slider) Neighbours(s uint64, to []uint64) []uint64 {
	blank := s / x.per
	order := s - blank*x.per
	x.cursor.Seek(order)
	for i := range x.moves[blank] {
		m := &x.moves[blank][i]
		t := order
		if m.lo < m.hi {
			t = x.cursor.Rearranged(m.lo, m.hi, m.from)
		}
		to = append(to, m.to*x.per+t)
	}
	return to
}

func (x *slider) Predecessors(s uint64, from []uint64) []uint64 { return x.Neighbours(s, from) }

// pocketCube is the 2 x 2 x 2 cube with one corner held: the places of the
// other seven and the twists of six of them, in two parts. Quarter turns of
// three faces, both ways; with half turns too, if wanted.
func pocketCube(halfTurns bool) Product {
	// The corners that a quarter turn moves in a circle, and their twists.
	// Corner 7 is held; U, R and F don't touch it.
	type turn struct {
		places, twists [7]uint8
	}
	quarter := [3]turn{
		{[7]uint8{3, 0, 1, 2, 4, 5, 6}, [7]uint8{}},                    // U: 0 1 2 3
		{[7]uint8{4, 1, 2, 0, 6, 5, 3}, [7]uint8{2, 0, 0, 1, 1, 0, 2}}, // R: 0 3 6 4
		{[7]uint8{1, 5, 2, 3, 0, 4, 6}, [7]uint8{1, 2, 0, 0, 2, 1, 0}}, // F: 0 1 5 4
	}
	orders, twists := rank.Permutations(7), rank.Strings(6, 3)
	places := make([][]uint32, orders.Size())
	turned := make([][]uint32, twists.Size())
	s, t := make([]uint8, 7), make([]uint8, 7)
	for i := range places {
		for _, q := range quarter {
			orders.Unrank(uint64(i), s)
			var powers []uint32
			for range 3 {
				for k, f := range q.places {
					t[k] = s[f]
				}
				s, t = t, s
				powers = append(powers, uint32(orders.Rank(s)))
			}
			places[i] = append(places[i], choose(powers, halfTurns)...)
		}
	}
	for i := range turned {
		for _, q := range quarter {
			twists.Unrank(uint64(i), s[:6])
			sum := 0
			for _, w := range s[:6] {
				sum += int(w)
			}
			s[6] = uint8((3 - sum%3) % 3)
			var powers []uint32
			for range 3 {
				for k, f := range q.places {
					t[k] = (s[f] + q.twists[k]) % 3
				}
				s, t = t, s
				powers = append(powers, uint32(twists.Rank(s[:6])))
			}
			turned[i] = append(turned[i], choose(powers, halfTurns)...)
		}
	}
	return Product{Parts: [][][]uint32{places, turned}}
}

// choose leaves the half turn out unless it is wanted.
func choose(powers []uint32, half bool) []uint32 {
	if half {
		return powers
	}
	return []uint32{powers[0], powers[2]}
}

// anything is a random directed space, given by its lists.
type anything struct {
	out, in [][]uint64
	starts  []uint64
}

func newAnything(r *rand.Rand, n int) *anything {
	a := &anything{out: make([][]uint64, n), in: make([][]uint64, n)}
	for range int(float64(n) * r.Float64() * 2) {
		v, u := r.IntN(n), r.IntN(n)
		a.out[v] = append(a.out[v], uint64(u))
		a.in[u] = append(a.in[u], uint64(v))
	}
	for range r.IntN(4) {
		a.starts = append(a.starts, uint64(r.IntN(n)))
	}
	return a
}

func (a *anything) Size() uint64 { return uint64(len(a.out)) }
func (a *anything) Starts() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for _, s := range a.starts {
			if !yield(s) {
				return
			}
		}
	}
}
func (a *anything) Expander() Expander { return a }
func (a *anything) Neighbours(s uint64, to []uint64) []uint64 {
	return append(to, a.out[s]...)
}

// bothWays is anything with the way back.
type bothWays struct{ *anything }

func (b bothWays) Expander() Expander { return b }
func (b bothWays) Predecessors(s uint64, from []uint64) []uint64 {
	return append(from, b.in[s]...)
}

// plain is the textbook's breadth-first search with a map.
func plain(s Space) (layers []uint64, dist map[uint64]int) {
	dist = map[uint64]int{}
	var queue, to []uint64
	for st := range s.Starts() {
		if _, ok := dist[st]; !ok {
			dist[st] = 0
			queue = append(queue, st)
		}
	}
	x := s.Expander()
	for ; len(queue) > 0; queue = queue[1:] {
		d := dist[queue[0]]
		if d == len(layers) {
			layers = append(layers, 0)
		}
		layers[d]++
		to = x.Neighbours(queue[0], to[:0])
		for _, t := range to {
			if _, ok := dist[t]; !ok {
				dist[t] = d + 1
				queue = append(queue, t)
			}
		}
	}
	return layers, dist
}
