package census_test

import (
	"iter"
	"math/rand/v2"

	"fewest/space/census"
	"fewest/space/internal/classic"
)

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
func (a *anything) Expander() census.Expander { return a }
func (a *anything) Neighbours(s uint64, to []uint64) []uint64 {
	return append(to, a.out[s]...)
}

// bothWays is anything with the way back.
type bothWays struct{ *anything }

func (b bothWays) Expander() census.Expander { return b }
func (b bothWays) Predecessors(s uint64, from []uint64) []uint64 {
	return append(from, b.in[s]...)
}

// Short names for the puzzles.
var (
	lightsOut  = classic.LightsOut
	cross      = classic.Cross
	pancakes   = classic.Pancakes
	seats      = classic.Seats
	newSliding = classic.NewSliding
	pocketCube = classic.PocketCube
)

// plain is the textbook's breadth-first search with a map.
func plain(s census.Space) (layers []uint64, dist map[uint64]int) {
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
