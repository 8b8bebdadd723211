// Package classic has puzzles from the literature whose tables are known, to
// test and measure the engines on.
package classic

import (
	"iter"
	"slices"

	"fewest/space/census"
	"fewest/space/rank"
)

// LightsOut is the puzzle in which pressing a lamp inverts it and its side
// neighbours.
func LightsOut(rows, cols int) census.Bits {
	b := census.Bits{N: rows * cols}
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

// Cross is the puzzle in which pressing a lamp inverts its row and column, the
// lamp once.
func Cross(rows, cols int) census.Bits {
	b := census.Bits{N: rows * cols}
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

// Pancakes is a stack of n, of which a move turns over the last k, 2 <= k <= n.
func Pancakes(n int) census.Arrangements {
	a := census.Arrangements{Ranking: rank.Permutations(n)}
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

// Seats are red and white pieces, half of each, whose side neighbours change
// places; the starts have the colours in two halves, by rows or by columns.
func Seats(rows, cols int) census.Arrangements {
	n := rows * cols
	a := census.Arrangements{Ranking: rank.Subsets(n, n/2)}
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

// Sliding is the sliding puzzle: a blank in one of the cells, the tiles in the
// order of a path that winds through the rows like a snake. A blank that moves
// along the path doesn't change the order; one that moves across lets one tile
// pass an even number of others: the order stays even.
type Sliding struct {
	rows, cols int
	orders     rank.Ranking
}

// NewSliding returns the puzzle; the start is state 0, the blank in the corner.
func NewSliding(rows, cols int) Sliding {
	return Sliding{rows, cols, rank.EvenPermutations(rows*cols - 1)}
}

// Size returns the number of states, half of all arrangements.
func (p Sliding) Size() uint64 { return uint64(p.rows*p.cols) * p.orders.Size() }

// Undirected reports true.
func (p Sliding) Undirected() bool { return true }

// Starts yields state 0.
func (p Sliding) Starts() iter.Seq[uint64] { return slices.Values([]uint64{0}) }

// Expander returns a Reverser.
func (p Sliding) Expander() census.Expander {
	x := &slider{Sliding: p, cursor: p.orders.Cursor(), per: p.orders.Size()}
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
					lo, hi := min(blank, to), max(blank, to)
					if hi == lo+1 {
						hi = lo // nothing changes
					}
					x.moves[blank] = append(x.moves[blank], slide{uint64(to), lo, hi, order[lo:hi]})
				}
			}
		}
	}
	return x
}

// slide is a move of the blank: place lo+i of the order gets what from[i] held.
type slide struct {
	to     uint64
	lo, hi int
	from   []uint8
}

type slider struct {
	Sliding
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

// PocketCube is the 2 x 2 x 2 cube with one corner held: the places of the
// other seven and the twists of six of them, in two parts. Quarter turns of
// three faces, both ways; with half turns too, if wanted.
func PocketCube(halfTurns bool) census.Product {
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
	return census.Product{Parts: [][][]uint32{places, turned}}
}

// choose leaves the half turn out unless it is wanted.
func choose(powers []uint32, half bool) []uint32 {
	if half {
		return powers
	}
	return []uint32{powers[0], powers[2]}
}
