package space_test

import (
	"iter"
	"math/rand/v2"

	"fewest/space"
)

// sliding is the puzzle of tiles 1 to 8 and a blank, 0, in a 3 x 3 frame; four
// bits a cell, the goal in order with the blank first.
type sliding struct{ start uint64 }

const slidingGoal = 0x876543210

// slidingStep gives for each cell the cell that a move of the blank leads to,
// or -1: up, left, right, down.
var slidingStep = [9][4]int{
	{-1, -1, 1, 3}, {-1, 0, 2, 4}, {-1, 1, -1, 5},
	{0, -1, 4, 6}, {1, 3, 5, 7}, {2, 4, -1, 8},
	{3, -1, 7, -1}, {4, 6, 8, -1}, {5, 7, -1, -1},
}

func (p sliding) Start() uint64      { return p.start }
func (p sliding) Goal(s uint64) bool { return s == slidingGoal }
func (p sliding) Goals() iter.Seq[uint64] {
	return func(yield func(uint64) bool) { yield(slidingGoal) }
}

func (p sliding) Neighbours(s uint64, to []space.Step[uint64]) []space.Step[uint64] {
	blank := 0
	for s>>(4*blank)&15 != 0 {
		blank++
	}
	for move, cell := range slidingStep[blank] {
		if cell >= 0 {
			tile := s >> (4 * cell) & 15
			to = append(to, space.Step[uint64]{Move: move, To: s ^ tile<<(4*cell) ^ tile<<(4*blank)})
		}
	}
	return to
}

// Estimate is the sum of the tiles' walking distances.
func (p sliding) Estimate(s uint64) int {
	sum := 0
	for cell := range 9 {
		if tile := int(s >> (4 * cell) & 15); tile != 0 {
			sum += abs(cell/3-tile/3) + abs(cell%3-tile%3)
		}
	}
	return sum
}

func abs(x int) int { return max(x, -x) }

// graph is a random graph with states of any type: node i is the state name[i].
type graph[S comparable] struct {
	name     []S
	index    map[S]int
	edges    [][]int
	start    int
	goals    map[int]bool
	estimate []int // admissible, seldom consistent
}

func (g *graph[S]) Start() S      { return g.name[g.start] }
func (g *graph[S]) Goal(s S) bool { return g.goals[g.index[s]] }
func (g *graph[S]) Goals() iter.Seq[S] {
	return func(yield func(S) bool) {
		for v := range g.name {
			for range 2 { // a state may come twice
				if g.goals[v] && !yield(g.name[v]) {
					return
				}
			}
		}
	}
}

func (g *graph[S]) Neighbours(s S, to []space.Step[S]) []space.Step[S] {
	for move, u := range g.edges[g.index[s]] {
		to = append(to, space.Step[S]{Move: move, To: g.name[u]})
	}
	return to
}

func (g *graph[S]) Estimate(s S) int { return g.estimate[g.index[s]] }

// directed is a graph whose edges lead one way.
type directed[S comparable] struct{ *graph[S] }

func (g directed[S]) Predecessors(s S, from []S) []S {
	for v, out := range g.edges {
		for _, u := range out {
			if g.name[u] == s {
				from = append(from, g.name[v])
			}
		}
	}
	return from
}

// newGraph draws a graph of n nodes and about degree edges at each, with loops
// and double edges, and up to three goals. Estimates lie anywhere between 0 and
// the truth; of nodes that reach no goal some say so.
func newGraph[S comparable](r *rand.Rand, n int, degree float64, bothWays bool, name func(int) S) *graph[S] {
	g := &graph[S]{index: map[S]int{}, goals: map[int]bool{}, start: r.IntN(n)}
	g.edges = make([][]int, n)
	for v := range n {
		g.name = append(g.name, name(v))
		g.index[name(v)] = v
	}
	for range int(degree * float64(n)) {
		v, u := r.IntN(n), r.IntN(n)
		g.edges[v] = append(g.edges[v], u)
		if bothWays {
			g.edges[u] = append(g.edges[u], v)
		}
	}
	for range r.IntN(3) + 1 {
		g.goals[r.IntN(n)] = true
	}
	for v := range n {
		d := g.distance(v)
		if d < 0 {
			d = r.IntN(2) - 1
		} else {
			d = r.IntN(d + 1)
		}
		g.estimate = append(g.estimate, d)
	}
	return g
}

// distance is the textbook's breadth-first search: moves from v to the nearest
// goal, or -1.
func (g *graph[S]) distance(v int) int {
	dist := map[int]int{v: 0}
	queue := []int{v}
	for len(queue) > 0 {
		v, queue = queue[0], queue[1:]
		if g.goals[v] {
			return dist[v]
		}
		for _, u := range g.edges[v] {
			if _, seen := dist[u]; !seen {
				dist[u] = dist[v] + 1
				queue = append(queue, u)
			}
		}
	}
	return -1
}

// follow makes the moves one after the other and reports whether all were
// possible, and the state they lead to.
func follow[S comparable](p space.Space[S], path []int) (S, bool) {
	s := p.Start()
	for _, move := range path {
		ok := false
		for _, step := range p.Neighbours(s, nil) {
			if step.Move == move {
				s, ok = step.To, true
				break
			}
		}
		if !ok {
			return s, false
		}
	}
	return s, true
}

// switches is a row of n lamps; move i turns lamp i, any two moves commute. The
// goal is all on; half the lamps may be turned only once they are needed.
type switches struct {
	n     int
	start uint64
}

func (p switches) Start() uint64         { return p.start }
func (p switches) Goal(s uint64) bool    { return s == 1<<p.n-1 }
func (p switches) Commute(a, b int) bool { return true }
func (p switches) Estimate(uint64) int   { return 0 }
func (p switches) Neighbours(s uint64, to []space.Step[uint64]) []space.Step[uint64] {
	for i := range p.n {
		to = append(to, space.Step[uint64]{Move: i, To: s ^ 1<<i})
	}
	return to
}
