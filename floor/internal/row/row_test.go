package row

import (
	"testing"

	"fewest/floor/internal/graph"
)

func TestPath(t *testing.T) {
	for name, c := range map[string]struct {
		cells int
		edges [][2]int32
		path  bool
	}{
		"row":           {3, [][2]int32{{0, 1}, {1, 2}}, true},
		"one cell":      {1, nil, true},
		"round corners": {5, [][2]int32{{0, 3}, {1, 2}, {1, 4}, {3, 4}}, true},
		"square":        {4, [][2]int32{{0, 1}, {0, 2}, {1, 3}, {2, 3}}, false},
		"branch":        {4, [][2]int32{{0, 2}, {1, 2}, {2, 3}}, false},
	} {
		g := graph.New(c.cells, c.edges)
		path := Path(g)
		if (path != nil) != c.path {
			t.Errorf("%s: path %v", name, path)
			continue
		}
		seen := map[int32]bool{}
		for i, v := range path {
			joined := i == 0
			for _, e := range g.At[v] {
				joined = joined || g.Other(e, v) == path[i-1]
			}
			if !joined || seen[v] {
				t.Errorf("%s: path %v", name, path)
			}
			seen[v] = true
		}
		if c.path && len(path) != c.cells {
			t.Errorf("%s: path %v", name, path)
		}
	}
}
