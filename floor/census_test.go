package floor

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fewest/answer"
	"fewest/board"
	"fewest/space/census"
	"fewest/space/rank"
)

// allArrangements lists the arrangements of a board's tiles.
func allArrangements(b *board.Board) []*board.Board {
	seen := map[string]bool{string(b.Cells): true}
	list := []*board.Board{b}
	for i := 0; i < len(list); i++ {
		for _, e := range b.Edges() {
			next := list[i].Clone()
			next.Cells[e.A], next.Cells[e.B] = next.Cells[e.B], next.Cells[e.A]
			if !seen[string(next.Cells)] {
				seen[string(next.Cells)] = true
				list = append(list, next)
			}
		}
	}
	return list
}

// A census agrees with solving every arrangement, and its count of equal floors
// with comparing them all.
func TestCensusAgainstSolve(t *testing.T) {
	ctx := context.Background()
	for _, b := range []*board.Board{
		parse("RRGGB"), parse("RRR/GGG"), parse("RRG/GBB"), parse("RRR/GGB/BB."),
		parse("RRR/R.G/GGG"), parse("RRRR/GGBB"), parse("R"),
	} {
		d, err := Census(ctx, b, CensusOptions{Max: 3})
		if err != nil {
			t.Fatal(err)
		}
		all := allArrangements(b)
		var want []uint64
		for _, a := range all {
			got, err := Solve(ctx, a, Options{Method: BFS})
			if err != nil {
				t.Fatal(err)
			}
			for len(want) <= got.Moves {
				want = append(want, 0)
			}
			want[got.Moves]++
		}
		if fmt.Sprint(d.Counts) != fmt.Sprint(want) || !d.Exact() || fmt.Sprint(d.Fact("arrangements")) != fmt.Sprint(len(all)) {
			t.Errorf("%v: %v of %v, want %v of %d", b.Cells, d.Counts, d.Fact("arrangements"), want, len(all))
		}
		if len(d.Boards) == 0 {
			t.Errorf("%v: no farthest floor", b.Cells)
		}
		for _, far := range d.Boards {
			if got, _ := Solve(ctx, far.Board, Options{}); got.Moves != d.Lower {
				t.Errorf("%v: a farthest floor takes %d, the diameter is %d", b.Cells, got.Moves, d.Lower)
			}
		}
		once, err := Census(ctx, b, CensusOptions{Distinct: true})
		if err != nil {
			t.Fatal(err)
		}
		if want := orbits(all); !once.Solvable.IsInt64() || once.Solvable.Int64() != int64(want) {
			t.Errorf("%v: %d different floors, want %d", b.Cells, once.Solvable, want)
		}
	}
}

// orbits counts arrangements up to turns, reflections and new names of colours
// of equal number, by joining all that are equal.
func orbits(all []*board.Board) int {
	number := map[string]int{}
	parent := make([]int, len(all))
	for i, b := range all {
		number[string(b.Cells)] = i
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	counts := all[0].Counts()
	join := func(i int, cells []uint8) {
		if j, ok := number[string(cells)]; ok {
			parent[root(i)] = root(j)
		}
	}
	for i, b := range all {
		for k := range 3 {
			turned := make([]uint8, len(b.Cells))
			for v := range b.Cells {
				row, col := v/b.Cols, v%b.Cols
				switch k {
				case 0:
					row = b.Rows - 1 - row
				case 1:
					col = b.Cols - 1 - col
				case 2:
					if b.Rows == b.Cols {
						row, col = col, row
					}
				}
				turned[v] = b.Cells[row*b.Cols+col]
			}
			join(i, turned)
		}
		for c, n := range counts {
			for e, m := range counts[:c] {
				if n != m || n == 0 {
					continue
				}
				renamed := slices.Clone(b.Cells)
				for v, x := range b.Cells {
					if x == uint8(c) {
						renamed[v] = uint8(e)
					} else if x == uint8(e) {
						renamed[v] = uint8(c)
					}
				}
				join(i, renamed)
			}
		}
	}
	n := 0
	for i := range all {
		if root(i) == i {
			n++
		}
	}
	return n
}

// Sampled arrangements of larger floors have the distance that Solve proves.
func TestCensusSampledAgainstSolve(t *testing.T) {
	ctx := context.Background()
	for _, tiles := range []struct {
		rows, cols int
		tiles      string
	}{{3, 4, "R4G4B4"}, {3, 4, "R6G6"}, {2, 6, "R4G4B4"}, {1, 12, "R4G4B4"}, {3, 3, "R3G3B3"}, {2, 5, "R4G3B3"}} {
		b, err := WithTiles(tiles.rows, tiles.cols, tiles.tiles)
		if err != nil {
			t.Fatal(err)
		}
		c := newCounting(b, CensusOptions{})
		c.ranking = rank.Multiset(c.counts...)
		done, stop := c.doneFloors(ctx, 1<<20)
		if stop != (answer.Stop{}) {
			t.Fatal(stop)
		}
		distances := census.NewDistances(c.ranking.Size())
		if _, err := census.Count(ctx, census.Arrangements{Ranking: c.ranking, Moves: c.moves(), From: done},
			census.Options{Record: distances.Record}); err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, uint64(tiles.rows)))
		for range 40 {
			n := r.Uint64N(c.ranking.Size())
			got, err := Solve(ctx, c.board(n), Options{})
			if err != nil || got.Moves != int(distances[n]) {
				t.Errorf("%d x %d, %s, number %d: solved in %d, counted at %d (%v)",
					tiles.rows, tiles.cols, tiles.tiles, n, got.Moves, distances[n], err)
			}
		}
	}
}

// An empty margin changes nothing.
func TestDistinctWithinAMargin(t *testing.T) {
	for _, rows := range []string{"GR/BB", "GR./BB.", ".../GR./BB.", "...GR/...BB/....."} {
		d, err := Census(context.Background(), parse(rows), CensusOptions{Distinct: true})
		if err != nil || fmt.Sprint(d.Counts) != "[1 1]" {
			t.Errorf("%s: %v, %v", rows, d.Counts, err)
		}
	}
}

func TestCensusOfWhatCantBeDone(t *testing.T) {
	d, err := Census(context.Background(), parse("RRR/RRG"), CensusOptions{})
	if err != nil || d.Status != answer.Impossible || len(d.Counts) != 0 || fmt.Sprint(d.Fact("arrangements")) != "6" {
		t.Errorf("got %+v, %v", d, err)
	}
	text, err := json.Marshal(d)
	if err != nil || !strings.Contains(string(text), `"solvable":0,"diameter":null`) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestCensusRefuses(t *testing.T) {
	large := board.New(8, 8)
	for i := range large.Cells {
		large.Cells[i] = uint8(i % 4)
	}
	for name, b := range map[string]*board.Board{"apart": parse("R.G"), "large": large, "huge": board.New(20, 20)} {
		if _, err := Census(context.Background(), b, CensusOptions{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
