// Package graph holds what the methods for floors share: cells that may be
// exchanged and cells that touch, both lists of edges between cells, all
// numbered from 0. Colours are a slice by cell, a plan is a slice of edges.
package graph

import (
	"bytes"
	"math/bits"
	"slices"
)

// Graph is a number of cells and the edges between them.
type Graph struct {
	Edges [][2]int32 // the pairs of cells that a move may exchange, the smaller first
	At    [][]int32  // the edges of each cell, in rising order
	// Touch has the pairs of cells that must not end with the same colour, the
	// smaller first, and TouchAt those of each cell, in rising order. On plain
	// floors they are Edges and At themselves.
	Touch   [][2]int32
	TouchAt [][]int32
	// XY gives the place of each cell, where the graph was drawn; else it is
	// nil. It decides nothing, but what lies together is looked at together.
	XY [][2]float64
}

// New returns the graph of so many cells and these edges, along which cells may
// be exchanged and touch.
func New(cells int, edges [][2]int32) *Graph {
	at := incidence(cells, edges)
	return &Graph{Edges: edges, At: at, Touch: edges, TouchAt: at}
}

// SetTouch makes others than the cells that may be exchanged touch.
func (g *Graph) SetTouch(touch [][2]int32) {
	g.Touch, g.TouchAt = touch, incidence(len(g.At), touch)
}

// incidence lists the edges of each cell.
func incidence(cells int, edges [][2]int32) [][]int32 {
	degree := make([]int32, cells)
	for _, e := range edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	at := make([][]int32, cells)
	room := make([]int32, 2*len(edges))
	for v, d := range degree {
		at[v], room = room[:0:d], room[d:]
	}
	for i, e := range edges {
		at[e[0]] = append(at[e[0]], int32(i))
		at[e[1]] = append(at[e[1]], int32(i))
	}
	return at
}

// Other returns the cell at the other end of an edge.
func (g *Graph) Other(edge, v int32) int32 { return g.Edges[edge][0] + g.Edges[edge][1] - v }

// Touching returns the cell at the other end of a pair that touches.
func (g *Graph) Touching(pair, v int32) int32 { return g.Touch[pair][0] + g.Touch[pair][1] - v }

// Conflicts returns the pairs of cells that touch and have the same colour, as
// numbers of Touch.
func (g *Graph) Conflicts(colours []uint8) []int32 {
	var all []int32
	for i, e := range g.Touch {
		if colours[e[0]] == colours[e[1]] {
			all = append(all, int32(i))
		}
	}
	return all
}

// Replay returns the colours after the swaps of a plan.
func (g *Graph) Replay(colours []uint8, plan []int32) []uint8 {
	now := slices.Clone(colours)
	for _, e := range plan {
		a, b := g.Edges[e][0], g.Edges[e][1]
		now[a], now[b] = now[b], now[a]
	}
	return now
}

// Counts returns how many cells have each colour; colours count from 0.
func Counts(colours []uint8) []int {
	var counts []int
	for _, c := range colours {
		for len(counts) <= int(c) {
			counts = append(counts, 0)
		}
		counts[c]++
	}
	return counts
}

// Largest returns a colour with the most cells.
func Largest(counts []int) int {
	best := 0
	for c, n := range counts {
		if n > counts[best] {
			best = c
		}
	}
	return best
}

// Classes returns for each cell of a connected graph which of two classes it is
// in, such that only cells of different classes touch, cell 0 in class 0; nil
// where there are no such classes, which a checkerboard always has.
func (g *Graph) Classes() []uint8 {
	const none = 2
	class := bytes.Repeat([]uint8{none}, len(g.At))
	class[0] = 0
	queue := make([]int32, 1, len(g.At))
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		for _, e := range g.TouchAt[v] {
			switch u := g.Touching(e, v); class[u] {
			case none:
				class[u] = 1 - class[v]
				queue = append(queue, u)
			case class[v]:
				return nil
			}
		}
	}
	return class
}

// Arrangements returns in how many ways so many tiles of each colour can lie, a
// multinomial coefficient, and whether it is below 2^63.
func Arrangements(counts []int) (uint64, bool) {
	product, n := uint64(1), uint64(0)
	for _, count := range counts {
		for k := 1; k <= count; k++ {
			n++
			hi, lo := bits.Mul64(product, n)
			if hi >= uint64(k) {
				return 0, false
			}
			if product, _ = bits.Div64(hi, lo, uint64(k)); product >= 1<<63 {
				return 0, false
			}
		}
	}
	return product, true
}
