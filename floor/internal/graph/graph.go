// Package graph holds what the methods for floors share: cells joined by edges,
// both numbered from 0. Colours are a slice by cell, a plan is a slice of edges.
package graph

import "slices"

// Graph is a number of cells and the edges between them.
type Graph struct {
	Edges [][2]int32 // the two cells of each edge, the smaller first
	At    [][]int32  // the edges of each cell, in rising order
}

// New returns the graph of so many cells and these edges.
func New(cells int, edges [][2]int32) *Graph {
	degree := make([]int32, cells)
	for _, e := range edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	g := &Graph{Edges: edges, At: make([][]int32, cells)}
	room := make([]int32, 2*len(edges))
	for v, d := range degree {
		g.At[v], room = room[:0:d], room[d:]
	}
	for i, e := range edges {
		g.At[e[0]] = append(g.At[e[0]], int32(i))
		g.At[e[1]] = append(g.At[e[1]], int32(i))
	}
	return g
}

// Other returns the cell at the other end of an edge.
func (g *Graph) Other(edge, v int32) int32 { return g.Edges[edge][0] + g.Edges[edge][1] - v }

// Conflicts returns the edges whose two cells have the same colour.
func (g *Graph) Conflicts(colours []uint8) []int32 {
	var all []int32
	for i, e := range g.Edges {
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
