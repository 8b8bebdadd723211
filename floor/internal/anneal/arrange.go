package anneal

import (
	"context"
	"math"
	"time"

	"fewest/floor/internal/graph"
)

// Arrange returns a plan for a full rectangle of the given number of columns
// whose tiles must travel far: because a colour has nearly half the tiles, or
// lies in large blocks. It anneals from one done arrangement of the tiles to
// others, at the price of half the cells that all tiles travel, and then routes
// the tiles. The plan leaves no conflict. It is nil if the context ends before.
func Arrange(ctx context.Context, g *graph.Graph, colours []uint8, cols int, done []uint8, seed uint64) []int32 {
	a := newArrangement(g, colours, cols, done)
	a.random = random(seed)
	if !a.anneal(ctx, arrangePerCell*len(colours)) {
		return nil
	}
	return a.route(ctx, g.Edges)
}

// Found by experiment, as the constants of Improve.
const (
	arrangePerCell          = 2000 // steps
	arrangeHot, arrangeCold = 0.8, 0.1
)

// arrangement says which tile lies on each cell; a tile is numbered by the cell
// it comes from.
type arrangement struct {
	cols, rows int32
	first      []uint8
	around     [][]int32
	tile       []int32
	random     random
}

func newArrangement(g *graph.Graph, colours []uint8, cols int, target []uint8) *arrangement {
	a := &arrangement{
		cols: int32(cols), rows: int32(len(colours) / cols), first: colours,
		around: neighbours(g.Edges, g.At), tile: make([]int32, len(colours)),
	}
	// Tiles of a colour keep their order; annealing mends what that costs.
	var from [256][]int32
	for v, c := range colours {
		from[c] = append(from[c], int32(v))
	}
	for v, c := range target {
		a.tile[v], from[c] = from[c][0], from[c][1:]
	}
	return a
}

func (a *arrangement) colour(v int32) uint8 { return a.first[a.tile[v]] }

// distance is how far apart two cells are.
func (a *arrangement) distance(u, v int32) int32 {
	rows, cols := u/a.cols-v/a.cols, u%a.cols-v%a.cols
	return max(rows, -rows) + max(cols, -cols)
}

// touches reports whether p has a neighbour other than q of the given colour.
func (a *arrangement) touches(p, q int32, colour uint8) bool {
	for _, u := range a.around[p] {
		if u != q && a.colour(u) == colour {
			return true
		}
	}
	return false
}

// anneal lets pairs of tiles trade places where that makes no conflict. It
// returns false when the context ended first.
func (a *arrangement) anneal(ctx context.Context, steps int) bool {
	begun := time.Now()
	deadline, limited := ctx.Deadline()
	var temperature float64
	for i := range steps {
		if i%checkEvery == 0 {
			if ctx.Err() != nil {
				return false
			}
			done := float64(i) / float64(steps)
			if limited { // be cold when half the time is over
				if done = max(done, 2*float64(time.Since(begun))/float64(deadline.Sub(begun))); done > 1 {
					return true
				}
			}
			temperature = arrangeHot * math.Pow(arrangeCold/arrangeHot, done)
		}
		p := int32(a.random.below(len(a.tile)))
		q := a.near(p, i)
		s, t := a.tile[p], a.tile[q]
		if b, c := a.first[s], a.first[t]; b != c && (a.touches(p, q, c) || a.touches(q, p, b)) {
			continue
		}
		further := a.distance(p, t) + a.distance(q, s) - a.distance(p, s) - a.distance(q, t)
		if further <= 0 || float64(a.random.uint64()>>11)/(1<<53) < math.Exp(-float64(further)/2/temperature) {
			a.tile[p], a.tile[q] = t, s
		}
	}
	return true
}

// near returns a cell near p, or near where the tile on p comes from.
func (a *arrangement) near(p int32, step int) int32 {
	centre := p
	if step&3 == 0 {
		centre = a.tile[p]
	}
	row := centre/a.cols + int32(a.random.below(5)) - 2
	col := centre%a.cols + int32(a.random.below(5)) - 2
	return min(max(row, 0), a.rows-1)*a.cols + min(max(col, 0), a.cols-1)
}

// route returns swaps, as edges, that bring the tiles to their cells. A tile
// steps towards its cell; so does the tile in its way, and so on: either a ring
// closes and all tiles in it advance, or a tile that is at home makes way for
// one swap (Miltzow et al. 2016: at most four times the fewest swaps). Two tiles
// of one colour trade their names instead of their places.
func (a *arrangement) route(ctx context.Context, edges [][2]int32) []int32 {
	r := router{arrangement: a, edge: map[[2]int32]int32{}, goal: make([]int32, len(a.tile)), place: make([]int32, len(a.tile)), plan: []int32{}}
	for i, e := range edges {
		r.edge[e] = int32(i)
	}
	now := append([]uint8(nil), a.first...)
	r.now = now
	limit := 0
	for v, t := range a.tile {
		r.goal[t] = int32(v)
		limit += int(4 * a.distance(int32(v), t))
	}
	for i := range r.place {
		r.place[i] = none
	}
	for v := range r.goal {
		for {
			if ctx.Err() != nil || len(r.plan) > limit {
				return nil
			}
			if r.goal[v] == int32(v) {
				break
			}
			r.advance(int32(v))
		}
	}
	return r.plan
}

type router struct {
	*arrangement
	edge  map[[2]int32]int32
	now   []uint8 // the colour on each cell
	goal  []int32 // where the tile on each cell must go
	place []int32 // of each cell on the way, or none
	way   []int32
	plan  []int32
}

// advance follows the tile on v, the one in its way, and so on, and lets a ring
// of them advance or one make way.
func (r *router) advance(v int32) {
	r.way = r.way[:0]
	for r.place[v] == none {
		r.place[v] = int32(len(r.way))
		r.way = append(r.way, v)
		if r.goal[v] == v {
			break
		}
		v = r.step(v)
	}
	ring := r.way[r.place[v]:]
	for _, u := range r.way {
		r.place[u] = none
	}
	if len(ring) == 1 { // at home
		ring = r.way[len(r.way)-2:]
	}
	for i := len(ring) - 2; i >= 0; i-- {
		r.swap(ring[i], ring[i+1])
	}
}

// step returns the neighbour that the tile on v goes to next: one whose tile
// wants to come here, else one whose tile is on its way, else any.
func (r *router) step(v int32) int32 {
	best, rank := none, -1
	for _, u := range r.around[v] {
		if r.distance(u, r.goal[v]) >= r.distance(v, r.goal[v]) {
			continue
		}
		k := 0
		switch g := r.goal[u]; {
		case r.now[u] == r.now[v]:
			k = 3
		case g == u:
		case r.distance(v, g) < r.distance(u, g):
			k = 2
		default:
			k = 1
		}
		if k > rank {
			best, rank = int(u), k
		}
	}
	return int32(best)
}

func (r *router) swap(u, v int32) {
	r.goal[u], r.goal[v] = r.goal[v], r.goal[u]
	if r.now[u] != r.now[v] {
		r.now[u], r.now[v] = r.now[v], r.now[u]
		r.plan = append(r.plan, r.edge[[2]int32{min(u, v), max(u, v)}])
	}
}
