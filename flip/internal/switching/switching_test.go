package switching

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"
)

// brute returns the weight of the lightest form by trying all even sets of
// lines of odd length.
func brute(grid [][]uint8) int {
	rows, cols := len(grid), len(grid[0])
	best := rows*cols + 1
	for r := range 1 << rows {
		for c := range 1 << cols {
			if oddOnes(r) || oddOnes(c) || cols%2 == 0 && r != 0 || rows%2 == 0 && c != 0 {
				continue
			}
			n := 0
			for i, line := range grid {
				for j, x := range line {
					n += int(x) ^ r>>i&1 ^ c>>j&1
				}
			}
			best = min(best, n)
		}
	}
	return best
}

func oddOnes(x int) bool {
	n := 0
	for ; x > 0; x &= x - 1 {
		n++
	}
	return n%2 == 1
}

// sameForm reports whether two grids differ by even sets of lines of odd length.
func sameForm(a, b [][]uint8) bool {
	rows, cols := len(a), len(a[0])
	diff := func(r, c int) uint8 { return a[r][c] ^ b[r][c] }
	var rowFlips, colFlips int
	for r := range rows {
		for c := range cols {
			if diff(r, c) != diff(r, 0)^diff(0, c)^diff(0, 0) {
				return false
			}
		}
		rowFlips += int(diff(r, 0))
	}
	for c := range cols {
		colFlips += int(diff(0, c) ^ diff(0, 0))
	}
	// Rows r flip by diff(r,0), columns by diff(0,c)^diff(0,0); or all the other way.
	switch {
	case rows%2 == 0 && cols%2 == 0:
		return rowFlips == 0 && colFlips == 0
	case cols%2 == 0: // columns only
		return (rowFlips == 0 || rowFlips == rows) && (colFlips+min(rowFlips, 1)*(cols-2*colFlips))%2 == 0
	case rows%2 == 0:
		return (colFlips == 0 || colFlips == cols) && (rowFlips+min(colFlips, 1)*(rows-2*rowFlips))%2 == 0
	}
	return rowFlips%2 == colFlips%2
}

func randomGrid(rng *rand.Rand, rows, cols int) [][]uint8 {
	grid := make([][]uint8, rows)
	for r := range grid {
		grid[r] = make([]uint8, cols)
		for c := range grid[r] {
			grid[r][c] = uint8(rng.IntN(2))
		}
	}
	return grid
}

func TestLightest(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 600 {
		grid := randomGrid(rng, 1+rng.IntN(6), 1+rng.IntN(6))
		f := Lightest(context.Background(), grid, nil)
		if want := brute(grid); f.Weight != want || f.Bound != want || ones(f.Grid) != want {
			t.Fatalf("%v: weight %d, bound %d, want %d", grid, f.Weight, f.Bound, want)
		}
		if !sameForm(grid, f.Grid) {
			t.Fatalf("%v is no form of %v", f.Grid, grid)
		}
	}
}

// TestMeeting compares the search with its own bounds on larger grids, ended
// after various times: they must not contradict one another.
func TestMeeting(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	for range 10 {
		grid := randomGrid(rng, 23, 23+2*rng.IntN(3))
		full := Lightest(context.Background(), grid, nil)
		if full.Weight != full.Bound || !sameForm(grid, full.Grid) {
			t.Fatalf("bound %d, weight %d", full.Bound, full.Weight)
		}
		for _, limit := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			f := Lightest(ctx, grid, nil)
			cancel()
			if f.Bound > full.Weight || f.Weight < full.Weight || ones(f.Grid) != f.Weight || !sameForm(grid, f.Grid) {
				t.Fatalf("limit %v: bounds %d..%d, truth %d", limit, f.Bound, f.Weight, full.Weight)
			}
		}
	}
}
