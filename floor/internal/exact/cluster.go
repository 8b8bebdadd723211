package exact

import (
	"fmt"
	"slices"
)

// cluster is a connected set of swapped edges in a model: moves that have
// nothing to do with those elsewhere.
type cluster struct {
	of    *model
	edges []int // rising
	cells []int // rising
	paid  int   // what the model pays for swaps: edges, and those swapped again
	cost  int   // what it pays in all, "more than t moves" included
}

// clusters returns the connected sets of swapped edges of the model.
func (s *solve) clusters() []cluster {
	p := s.model
	seen := make([]bool, len(p.edges))
	inside := make([]bool, len(p.cells))
	var all []cluster
	for e := range p.edges {
		if seen[e] || !p.holds(p.edges[e].s) {
			continue
		}
		seen[e] = true
		c := cluster{of: p, edges: []int{e}}
		for i := 0; i < len(c.edges); i++ {
			at := &p.edges[c.edges[i]]
			for _, v := range [2]int{at.a, at.b} {
				if inside[v] {
					continue
				}
				inside[v] = true
				c.cells = append(c.cells, v)
				for _, q := range p.cells[v].edges {
					if !seen[q.edge] && p.holds(p.edges[q.edge].s) {
						seen[q.edge] = true
						c.edges = append(c.edges, q.edge)
					}
				}
			}
		}
		slices.Sort(c.edges)
		slices.Sort(c.cells)
		for _, e := range c.edges {
			c.paid++
			at := &p.edges[e]
			if p.holds(at.wild) {
				c.paid++
			}
			if at.counted && p.holds(at.third) {
				c.paid++
			}
		}
		c.cost = c.paid
		for more := s.more[c.key()]; p.holds(more.at(c.cost)); c.cost++ {
		}
		all = append(all, c)
	}
	return all
}

// counter holds the variables "the swaps of these edges are more than t", by t.
type counter map[int]int

func (m counter) at(t int) int {
	if v, ok := m[t]; ok {
		return v
	}
	return -1
}

// places numbers the cluster's cells.
func (c cluster) places() map[int]int {
	place := make(map[int]int, len(c.cells))
	for i, v := range c.cells {
		place[v] = i
	}
	return place
}

// has reports whether a cell is one of the cluster's.
func (c cluster) has(v int) bool {
	_, found := slices.BinarySearch(c.cells, v)
	return found
}

// key names a cluster by its edges.
func (c cluster) key() string { return fmt.Sprint(c.edges) }

// finalColours returns the colour that each cell ends with in the model.
func (p *model) finalColours() []uint8 {
	final := make([]uint8, len(p.cells))
	for v := range p.cells {
		final[v] = uint8(p.which(p.cells[v].x))
	}
	return final
}
