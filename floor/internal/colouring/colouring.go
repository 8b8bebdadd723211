// Package colouring decides whether the tiles of a connected floor can lie so
// that none touches its like: by counting where that is enough, else by a search
// for such a colouring with the given number of cells of each colour.
package colouring

import (
	"context"
	"fmt"
	"math"

	"fewest/floor/internal/anneal"
	"fewest/floor/internal/graph"
)

// Count decides by counting where it can. A colour must not have more tiles
// than the largest set of cells of which no two touch (Koenig's theorem gives
// its size where the cells have two classes), and of two colours each must fill
// a class. On a rectangle nothing else is needed. The reason is a sentence, ""
// where nothing was found wrong; name gives the names of colours.
func Count(g *graph.Graph, colours []uint8, rectangle bool, name func(colour uint8) string) (reason string, decided bool) {
	counts := graph.Counts(colours)
	c := graph.Largest(counts)
	fit := (len(colours) + 1) / 2
	if rectangle && counts[c] <= fit {
		return "", true
	}
	classes := g.Classes()
	if classes == nil {
		return "", false
	}
	if !rectangle {
		pairs, _ := matching(g, classes)
		fit = len(colours) - pairs
	}
	if counts[c] > fit {
		return fmt.Sprintf("colour %s has %d tiles, and at most %d fit without two sharing a side",
			name(uint8(c)), counts[c], fit), true
	}
	if len(counts) > 2 {
		return "", false
	}
	if class := graph.Counts(classes); counts[0] != class[0] && counts[0] != class[1] {
		return fmt.Sprintf("colours %s and %s have %d and %d tiles, and two colours must fill the classes of a checkerboard, %d and %d cells",
			name(0), name(1), counts[0], counts[1], class[0], class[1]), true
	}
	return "", true
}

// matching returns the size of a largest matching (Hopcroft and Karp 1973), and
// each cell's mate in it, or -1. The cells that are left over when one cell of
// each of its pairs is dropped suitably are a largest set of cells of which no
// two touch.
func matching(g *graph.Graph, classes []uint8) (size int, mate []int32) {
	cells := len(classes)
	mate = make([]int32, cells)
	depth := make([]int32, cells)
	next := make([]int, cells)
	for v := range mate {
		mate[v] = -1
	}
	var augment func(v int32) bool
	augment = func(v int32) bool {
		for ; next[v] < len(g.TouchAt[v]); next[v]++ {
			u := g.Touching(g.TouchAt[v][next[v]], v)
			w := mate[u]
			if w < 0 || depth[w] == depth[v]+1 && augment(w) {
				mate[v], mate[u] = u, v
				return true
			}
		}
		return false
	}
	for {
		var queue []int32
		for v := range mate {
			depth[v], next[v] = -1, 0
			if classes[v] == 0 && mate[v] < 0 {
				depth[v] = 0
				queue = append(queue, int32(v))
			}
		}
		for i := 0; i < len(queue); i++ {
			v := queue[i]
			for _, e := range g.TouchAt[v] {
				if w := mate[g.Touching(e, v)]; w >= 0 && depth[w] < 0 {
					depth[w] = depth[v] + 1
					queue = append(queue, w)
				}
			}
		}
		before := size
		for v := range mate {
			if classes[v] == 0 && mate[v] < 0 && augment(int32(v)) {
				size++
			}
		}
		if size == before {
			return size, mate
		}
	}
}

const (
	easyCells     = 100  // pieces that a short question to the solver mostly decides
	easyConflicts = 5000 // ... of so many conflicts
	mostCells     = 3000 // the formula grows with the square of the cells
)

// Find looks for a done arrangement of the tiles. It is nil where there is none,
// which is proven only if decided: not decided means that the context ended, or
// that there are too many cells.
func Find(ctx context.Context, g *graph.Graph, colours []uint8) (done []uint8, decided bool) {
	if len(colours) <= easyCells {
		if done, decided = satisfy(ctx, g, colours, easyConflicts, nil); decided {
			return done, true
		}
	}
	if plan := anneal.Improve(ctx, g, colours, anneal.Options{Steps: 1, Enough: math.MaxInt}); plan != nil {
		return g.Replay(colours, plan), true
	}
	if len(colours) > mostCells {
		return nil, false
	}
	return satisfy(ctx, g, colours, 0, nil)
}
