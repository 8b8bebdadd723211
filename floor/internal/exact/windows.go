package exact

import (
	"math"

	"fewest/floor/internal/graph"
)

// windowSizes are the sides of the windows in which cores are looked for, the
// smallest first.
var windowSizes = []int{2, 3, 4, 5, 6, 8, 16, 32, 64}

// windows returns the cells of square windows that cover the graph, each
// overlapping the next by half, of all sizes smaller than the graph.
func windows(g *graph.Graph) [][]int {
	at := places(g)
	var low, length [2]float64
	for d := range low {
		high := math.Inf(-1)
		low[d] = math.Inf(1)
		for _, p := range at {
			low[d], high = min(low[d], p[d]), max(high, p[d])
		}
		length[d] = high - low[d] + 1
	}
	var all [][]int
	for _, side := range windowSizes {
		size := float64(side)
		if size >= max(length[0], length[1]) {
			break
		}
		var corners [2][]float64
		for d := range corners {
			i := 0.0
			for ; i+size < length[d]; i += float64(max(1, side/2)) {
				corners[d] = append(corners[d], low[d]+i)
			}
			corners[d] = append(corners[d], low[d]+max(0, length[d]-size))
		}
		covered := make([][]int, len(corners[0])*len(corners[1]))
		for v, p := range at {
			for i, y := range corners[1] {
				for j, x := range corners[0] {
					if p[1] < y || p[1] >= y+size {
						break
					}
					if p[0] >= x && p[0] < x+size {
						covered[i*len(corners[0])+j] = append(covered[i*len(corners[0])+j], v)
					}
				}
			}
		}
		for _, cells := range covered {
			if len(cells) > 0 {
				all = append(all, cells)
			}
		}
	}
	return all
}

// places returns where the cells lie. For a graph that wasn't drawn these are
// the distances from two cells that are far from each other: from the last one
// reached from cell 0, and from one as far as can be both from that and from
// the last one reached from there.
func places(g *graph.Graph) [][2]float64 {
	if g.XY != nil || len(g.At) == 0 {
		return g.XY
	}
	_, last := distances(g, 0)
	first, last := distances(g, last)
	other, corner := distances(g, last)
	for v := range first {
		if min(first[v], other[v]) > min(first[corner], other[corner]) {
			corner = v
		}
	}
	second, _ := distances(g, corner)
	at := make([][2]float64, len(g.At))
	for v := range at {
		at[v] = [2]float64{float64(first[v]), float64(second[v])}
	}
	return at
}

// distances returns how many edges each cell is away from one, 0 where it can't
// be reached, and the last cell reached.
func distances(g *graph.Graph, from int) (distance []int, last int) {
	distance = make([]int, len(g.At))
	seen := make([]bool, len(g.At))
	seen[from] = true
	queue := []int{from}
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		for _, e := range g.At[v] {
			if u := int(g.Other(e, int32(v))); !seen[u] {
				seen[u] = true
				distance[u] = distance[v] + 1
				queue = append(queue, u)
			}
		}
	}
	return distance, queue[len(queue)-1]
}

// place returns where soft literals lie: in the middle of the cells that they
// are about.
func (p *model) place() func(soft int) [2]float64 {
	at := places(p.graph)
	return func(soft int) [2]float64 {
		var middle [2]float64
		for _, v := range p.about[soft] {
			for d := range middle {
				middle[d] += at[v][d] / float64(len(p.about[soft]))
			}
		}
		return middle
	}
}
