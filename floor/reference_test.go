package floor

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"fewest/board"
	"fewest/floor/internal/graph"
)

// parse makes a board of rows such as "RG/.B".
func parse(rows string) *board.Board {
	lines := strings.Split(rows, "/")
	b := board.New(len(lines), len(lines[0]))
	for i := range b.Cells {
		if c := lines[i/b.Cols][i%b.Cols]; c == '.' {
			b.Cells[i] = board.Hole
		} else {
			b.Cells[i] = c - 'A'
		}
	}
	return b
}

// unparse writes a board as parse reads it.
func unparse(b *board.Board) string {
	var s strings.Builder
	for i, c := range b.Cells {
		if i > 0 && i%b.Cols == 0 {
			s.WriteByte('/')
		}
		if c == board.Hole {
			s.WriteByte('.')
		} else {
			s.WriteByte(c + 'A')
		}
	}
	return s.String()
}

// reference is the plainest breadth-first search there is: it returns the
// fewest swaps, or -1 if no arrangement that can be reached is done. It shares
// nothing with the package but the board.
func reference(b *board.Board) int {
	done := func(s string) bool {
		for v := range s {
			if s[v] == board.Hole {
				continue
			}
			if v%b.Cols+1 < b.Cols && s[v+1] == s[v] || v+b.Cols < len(s) && s[v+b.Cols] == s[v] {
				return false
			}
		}
		return true
	}
	start := string(b.Cells)
	layer, seen := []string{start}, map[string]bool{start: true}
	for depth := 0; len(layer) > 0; depth++ {
		var next []string
		for _, s := range layer {
			if done(s) {
				return depth
			}
			for v := range s {
				for i, u := range []int{v + 1, v + b.Cols} {
					if i == 0 && u%b.Cols == 0 || u >= len(s) || s[v] == s[u] || s[v] == board.Hole || s[u] == board.Hole {
						continue
					}
					t := []byte(s)
					t[v], t[u] = t[u], t[v]
					if !seen[string(t)] {
						seen[string(t)] = true
						next = append(next, string(t))
					}
				}
			}
		}
		layer = next
	}
	return -1
}

// small returns a random board of up to 3 x 4 or 4 x 3 cells with 2 to 6
// colours, one in three with holes.
func small(random *rand.Rand) *board.Board {
	rows, cols := 1+random.IntN(3), 1+random.IntN(4)
	if random.IntN(2) == 0 {
		rows, cols = cols, rows
	}
	b := board.New(rows, cols)
	colours, holes := 2+random.IntN(5), random.IntN(3) == 0
	for i := range b.Cells {
		b.Cells[i] = uint8(random.IntN(colours))
		if holes && random.IntN(4) == 0 {
			b.Cells[i] = board.Hole
		}
	}
	return b
}

// shaped returns a random board of up to 4 x 4 cells that breadth-first search
// can do: mixed, in clumps, or with a colour that has nearly half of the cells;
// lines of up to 9; every other with holes.
func shaped(random *rand.Rand) *board.Board {
	for {
		rows, cols := 1+random.IntN(4), 1+random.IntN(4)
		if random.IntN(5) == 0 {
			rows, cols = 1, 1+random.IntN(9)
		}
		b := board.New(rows, cols)
		colours, kind, holes := 2+random.IntN(4), random.IntN(3), random.IntN(2) == 0
		var centres [5][2]int
		for c := range centres {
			centres[c] = [2]int{random.IntN(rows), random.IntN(cols)}
		}
		for v := range b.Cells {
			near := 1 << 10
			switch c := random.IntN(colours); {
			case holes && random.IntN(4) == 0:
				b.Cells[v] = board.Hole
			case kind == 0:
				b.Cells[v] = uint8(c)
			case kind == 1:
				for c, at := range centres[:colours] {
					if d := abs(at[0]-v/cols) + abs(at[1]-v%cols); d < near {
						b.Cells[v], near = uint8(c), d
					}
				}
			case random.IntN(2) > 0:
				b.Cells[v] = uint8(c)
			}
		}
		counts := slices.DeleteFunc(b.Counts(), func(n int) bool { return n == 0 })
		if n, ok := graph.Arrangements(counts); ok && n <= 20_000 {
			return b
		}
	}
}

// long reports whether the long versions of tests are asked for.
func long() bool { return os.Getenv("FEWEST_LONG") != "" }

// listed is a board with its proven fewest swaps, -1 if it can't be done.
type listed struct {
	name    string
	board   *board.Board
	optimum int
}

func cases(t testing.TB) []listed {
	t.Helper()
	file, err := os.Open("testdata/floors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []listed
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c struct {
			Name    string
			Rows    []string
			Optimum int
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, listed{c.Name, parse(strings.Join(c.Rows, "/")), c.Optimum})
	}
	return all
}
