package exact

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"fewest/board"
	"fewest/floor/internal/graph"
)

func randomBoard(r *rand.Rand, rows, cols, colours int, holes bool) *board.Board {
	b := board.New(rows, cols)
	for i := range b.Cells {
		b.Cells[i] = uint8(r.IntN(colours))
		if holes && r.IntN(5) == 0 {
			b.Cells[i] = board.Hole
		}
	}
	return b
}

// asGraph returns the board's cells with tiles as a graph with places, and their
// colours as 0, 1, ... without gaps.
func asGraph(b *board.Board) (*graph.Graph, []uint8) {
	number := make([]int32, len(b.Cells))
	var colours []uint8
	var xy [][2]float64
	code := map[uint8]uint8{}
	for i, c := range b.Cells {
		if c == board.Hole {
			continue
		}
		if _, ok := code[c]; !ok {
			code[c] = uint8(len(code))
		}
		number[i] = int32(len(colours))
		colours = append(colours, code[c])
		xy = append(xy, [2]float64{float64(i % b.Cols), float64(i / b.Cols)})
	}
	var edges [][2]int32
	for _, e := range b.Edges() {
		edges = append(edges, [2]int32{number[e.A], number[e.B]})
	}
	g := graph.New(len(colours), edges)
	g.XY = xy
	return g, colours
}

// fewest is plain breadth-first search; -1 when no done arrangement is reached.
func fewest(g *graph.Graph, colours []uint8) int {
	start := string(colours)
	seen := map[string]bool{start: true}
	for layer, depth := []string{start}, 0; len(layer) > 0; depth++ {
		var next []string
		for _, state := range layer {
			if len(g.Conflicts([]uint8(state))) == 0 {
				return depth
			}
			for _, e := range g.Edges {
				s := []byte(state)
				s[e[0]], s[e[1]] = s[e[1]], s[e[0]]
				if !seen[string(s)] {
					seen[string(s)] = true
					next = append(next, string(s))
				}
			}
		}
		layer = next
	}
	return -1
}

func replay(g *graph.Graph, colours []uint8, plan []int32) bool {
	return len(g.Conflicts(g.Replay(colours, plan))) == 0
}

func checkAgainstSearch(t *testing.T, boards, maxRows, maxCols, maxTiles int) {
	for seed := range uint64(boards) {
		r := rand.New(rand.NewPCG(seed, 11))
		b := randomBoard(r, 1+r.IntN(maxRows), 1+r.IntN(maxCols), 2+r.IntN(5), seed%3 == 0)
		if b.Tiles() > maxTiles {
			continue
		}
		g, colours := asGraph(b)
		want := fewest(g, colours)
		if want < 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		got := Solve(ctx, g, colours, Options{})
		cancel()
		if !got.Optimal && want > 0 || got.Lower != want || len(got.Plan) != want || !replay(g, colours, got.Plan) {
			t.Fatalf("seed %d, %d x %d %v: got %d, plan %v, want %d", seed, b.Rows, b.Cols, b.Cells, got.Lower, got.Plan, want)
		}
	}
}

func TestAgainstBreadthFirst(t *testing.T) { checkAgainstSearch(t, 1500, 3, 4, 10) }
