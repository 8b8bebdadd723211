package assign

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// grid returns the edges of a grid.
func grid(rows, cols int) []Edge {
	var edges []Edge
	for v := range rows * cols {
		if v%cols+1 < cols {
			edges = append(edges, Edge{int32(v), int32(v + 1)})
		}
		if v+cols < rows*cols {
			edges = append(edges, Edge{int32(v), int32(v + cols)})
		}
	}
	return edges
}

// distances returns the shortest distances between all nodes (Floyd-Warshall).
func distances(n int, edges []Edge) [][]int {
	dist := make([][]int, n)
	for v := range dist {
		dist[v] = make([]int, n)
		for u := range dist[v] {
			if u != v {
				dist[v][u] = 1 << 20
			}
		}
	}
	for _, e := range edges {
		dist[e.A][e.B], dist[e.B][e.A] = 1, 1
	}
	for k := range n {
		for i := range n {
			for j := range n {
				dist[i][j] = min(dist[i][j], dist[i][k]+dist[k][j])
			}
		}
	}
	return dist
}

// cheapest tries every assignment of sources to sinks.
func cheapest(dist [][]int, sources, sinks []int) int {
	if len(sources) == 0 {
		return 0
	}
	best := 1 << 30
	for i, t := range sinks {
		rest := append(append([]int(nil), sinks[:i]...), sinks[i+1:]...)
		best = min(best, dist[sources[0]][t]+cheapest(dist, sources[1:], rest))
	}
	return best
}

// check fails unless the plan carries the supply and its prices prove its cost.
func check(t *testing.T, edges []Edge, supply []int, plan Plan) {
	t.Helper()
	left := append([]int(nil), supply...)
	cost := 0
	for i, e := range edges {
		left[e.A] -= plan.Flow[i]
		left[e.B] += plan.Flow[i]
		cost += max(plan.Flow[i], -plan.Flow[i])
	}
	for v, x := range left {
		if x > 0 || x < min(supply[v], 0) {
			t.Fatalf("node %d, supply %d, is left with %d", v, supply[v], x)
		}
	}
	if bound := Bound(edges, supply, plan.Price); cost != plan.Cost || bound != cost {
		t.Fatalf("cost %d, stated %d, proven %d", cost, plan.Cost, bound)
	}
}

func TestTransportAgainstEveryAssignment(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		rows, cols := 1+random.IntN(5), 1+random.IntN(5)
		edges := grid(rows, cols)
		for i := len(edges) - 1; i >= 0; i-- { // some edges missing
			if random.IntN(6) == 0 {
				edges = append(edges[:i], edges[i+1:]...)
			}
		}
		supply := make([]int, rows*cols)
		var sources, sinks []int
		for range random.IntN(6) {
			s, d := random.IntN(len(supply)), random.IntN(len(supply))
			supply[s]++
			supply[d]--
			sources, sinks = append(sources, s), append(sinks, d)
		}
		for range random.IntN(3) { // more demand than supply
			d := random.IntN(len(supply))
			supply[d]--
			sinks = append(sinks, d)
		}
		want := cheapest(distances(len(supply), edges), sources, sinks)
		plan, err := Transport(t.Context(), edges, supply)
		if err != nil {
			if want < 1<<20 {
				t.Fatalf("%d x %d, supply %v: %v, want cost %d", rows, cols, supply, err, want)
			}
			continue
		}
		if plan.Cost != want {
			t.Fatalf("%d x %d, supply %v: cost %d, want %d", rows, cols, supply, plan.Cost, want)
		}
		check(t, edges, supply, plan)
	}
}

func TestTransportCut(t *testing.T) {
	for _, supply := range [][]int{{1, 0, 0}, {2, -1, 0}} {
		if _, err := Transport(t.Context(), grid(1, 3), supply); err != ErrCut {
			t.Errorf("supply %v: error %v, want ErrCut", supply, err)
		}
	}
}

func TestTransportCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Transport(ctx, grid(1, 3), []int{1, 0, -1}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

func TestTransportLarge(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	edges := grid(40, 40)
	supply := make([]int, 1600)
	for range 1500 {
		supply[random.IntN(800)]++
		supply[800+random.IntN(800)]--
	}
	plan, err := Transport(t.Context(), edges, supply)
	if err != nil {
		t.Fatal(err)
	}
	check(t, edges, supply, plan)
}

func BenchmarkTransport(b *testing.B) {
	for _, n := range []int{15, 45, 200} {
		b.Run(fmt.Sprintf("%dx%d", n, n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(3, 0))
			edges := grid(n, n)
			supply := make([]int, n*n)
			for i, v := range random.Perm(n * n)[:n*n/2] {
				supply[v] = 1 - 2*(i%2)
			}
			if n*n/2%2 == 1 {
				b.Fatal("unbalanced")
			}
			for b.Loop() {
				if _, err := Transport(b.Context(), edges, supply); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
