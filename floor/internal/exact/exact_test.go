package exact

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"fewest/board"
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

func done(edges []board.Edge, state string) bool {
	for _, e := range edges {
		if state[e.A] == state[e.B] {
			return false
		}
	}
	return true
}

// fewest is plain breadth-first search; -1 when no done arrangement is reached.
func fewest(b *board.Board) int {
	edges := b.Edges()
	start := string(b.Cells)
	seen := map[string]bool{start: true}
	for layer, depth := []string{start}, 0; len(layer) > 0; depth++ {
		var next []string
		for _, state := range layer {
			if done(edges, state) {
				return depth
			}
			for _, e := range edges {
				s := []byte(state)
				s[e.A], s[e.B] = s[e.B], s[e.A]
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

func replay(b *board.Board, plan []board.Edge) bool {
	state := b.Clone()
	edges := b.Edges()
	for _, e := range plan {
		known := false
		for _, f := range edges {
			known = known || e == f
		}
		if !known {
			return false
		}
		state.Cells[e.A], state.Cells[e.B] = state.Cells[e.B], state.Cells[e.A]
	}
	return done(edges, string(state.Cells))
}

func checkAgainstSearch(t *testing.T, boards, maxRows, maxCols, maxTiles int) {
	for seed := range uint64(boards) {
		r := rand.New(rand.NewPCG(seed, 11))
		b := randomBoard(r, 1+r.IntN(maxRows), 1+r.IntN(maxCols), 2+r.IntN(5), seed%3 == 0)
		if b.Tiles() > maxTiles {
			continue
		}
		want := fewest(b)
		if want < 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		got := Solve(ctx, b, Options{})
		cancel()
		if !got.Optimal && want > 0 || got.Lower != want || len(got.Plan) != want || !replay(b, got.Plan) {
			t.Fatalf("seed %d, %d x %d %v: got %d, plan %v, want %d", seed, b.Rows, b.Cols, b.Cells, got.Lower, got.Plan, want)
		}
	}
}

func TestAgainstBreadthFirst(t *testing.T) { checkAgainstSearch(t, 1500, 3, 4, 10) }
