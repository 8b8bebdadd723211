package berlekamp

import (
	"bufio"
	"context"
	"encoding/json"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// censusRow is a row of the censuses known: of the mask of a row and a column.
type censusRow struct {
	Mask       string
	Wrap       bool
	Rows, Cols int
	Colours    int
	Diameter   int
	Counts     []json.Number `json:"boards_per_distance"`
}

func censuses(t *testing.T) (rows []censusRow) {
	file, err := os.Open("../../testdata/flip_census.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r censusRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Mask == "cross" && !r.Wrap && r.Colours == 2 && r.Rows%2 == 1 && r.Cols%2 == 1 && r.Rows > 1 {
			rows = append(rows, r)
		}
	}
	if len(rows) < 4 {
		t.Fatalf("%d censuses of odd sides", len(rows))
	}
	return rows
}

// The numbers of cosets at every distance, and which distances there are, are
// those of the censuses.
func TestCensuses(t *testing.T) {
	for _, row := range censuses(t) {
		if !Fits(row.Rows, row.Cols, 0) {
			continue
		}
		if len(row.Counts) == 0 {
			continue // TestSquares has it
		}
		least := 0
		if row.Rows*row.Cols > 35 {
			least = row.Diameter - 3 // the counts of small distances take long
		}
		at := func(d int) *big.Int {
			n, ok := new(big.Int), true
			for ; d < len(row.Counts) && ok; d += 2 {
				var c *big.Int
				c, ok = new(big.Int).SetString(row.Counts[d].String(), 10)
				n.Add(n, c)
			}
			if !ok {
				t.Fatal("a count is no number")
			}
			return n
		}
		for d := least; d <= row.Diameter+3; d++ {
			n, err := Count(t.Context(), row.Rows, row.Cols, d)
			if err != nil || n.Cmp(at(d)) != 0 {
				t.Errorf("%d x %d at %d: %v, %v, not %v", row.Rows, row.Cols, d, n, err, at(d))
			}
			r := Exists(t.Context(), row.Rows, row.Cols, d, Options{Workers: 1})
			if !r.Decided || (r.Grid != nil) != (at(d).Sign() > 0) || r.Grid != nil && !Far(row.Rows, r.Grid, d) {
				t.Errorf("%d x %d at %d: %+v", row.Rows, row.Cols, d, r)
			}
		}
	}
}

// distance is how far the grid is whose columns have the signs given, tried out.
func distance(rows int, grid Grid, signs int) int {
	least := rows * len(grid)
	full := uint16(1)<<rows - 1
	for x := range uint16(1) << rows {
		if bits.OnesCount16(x)%2 != 0 {
			continue
		}
		for y := range 1 << len(grid) {
			if bits.OnesCount(uint(y))%2 != 0 {
				continue
			}
			weight := 0
			for j, c := range grid {
				c ^= x
				if (signs^y)>>j&1 != 0 {
					c ^= full
				}
				weight += bits.OnesCount16(c)
			}
			least = min(least, weight)
		}
	}
	return least
}

func TestFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		rows, cols := 3+2*rng.IntN(2), 3+2*rng.IntN(2)
		grid := make(Grid, cols)
		for j := range grid {
			grid[j] = uint16(rng.IntN(1 << (rows - 1)))
		}
		want := distance(rows, grid, 0)
		other := distance(rows, grid, 1) // of the other parity
		for d := range rows*cols/2 + 2 {
			of := want
			if (d-want)%2 != 0 {
				of = other
			}
			if Far(rows, grid, d) != (of >= d) {
				t.Fatalf("%d rows, %v: at least %d is %v, but it is at %d", rows, grid, d, Far(rows, grid, d), of)
			}
		}
	}
}

func TestKnownCounts(t *testing.T) {
	for _, c := range []struct {
		side, radius int
		count        int64
	}{{5, 8, 1920}, {7, 17, 151200}} {
		if n, err := Count(t.Context(), c.side, c.side, c.radius); err != nil || n.Int64() != c.count {
			t.Errorf("%d x %d: %v at %d, %v", c.side, c.side, n, c.radius, err)
		}
	}
}

// The diameters in print, by both parities above.
func TestSquares(t *testing.T) {
	for rows, radius := range map[int]int{3: 3, 5: 8, 7: 17, 9: 28} {
		for d := radius; d < radius+3; d++ {
			one := Exists(t.Context(), rows, rows, d, Options{Workers: 1})
			if again := Exists(t.Context(), rows, rows, d, Options{Workers: 3}); !slices.Equal(one.Grid, again.Grid) || one.Nodes != again.Nodes {
				t.Errorf("%d rows at %d: %+v with three workers, %+v with one", rows, d, again, one)
			}
			if !one.Decided || (one.Grid != nil) != (d == radius) {
				t.Errorf("%d rows at %d: %+v", rows, d, one)
			}
		}
	}
}

// A rectangle is decided alike along either side.
func TestTransposed(t *testing.T) {
	for _, c := range [][2]int{{3, 5}, {3, 7}, {5, 7}, {3, 9}, {5, 9}, {3, 11}} {
		for d := range c[0]*c[1]/2 + 1 {
			if !Fits(c[0], c[1], d) || !Fits(c[1], c[0], d) {
				continue
			}
			a := Exists(t.Context(), c[0], c[1], d, Options{Workers: 1})
			b := Exists(t.Context(), c[1], c[0], d, Options{Workers: 1})
			if !a.Decided || !b.Decided || (a.Grid == nil) != (b.Grid == nil) {
				t.Errorf("%v at %d: %+v, transposed %+v", c, d, a, b)
			}
		}
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := Exists(ctx, 13, 13, 65, Options{}); r.Decided {
		t.Errorf("%+v after the context has ended", r)
	}
	if n, err := Count(ctx, 9, 9, 20); err == nil {
		t.Errorf("%v after the context has ended", n)
	}
}

func TestAnneal(t *testing.T) {
	for rows, radius := range map[int]int{3: 3, 5: 8, 7: 17, 9: 28} {
		found := false
		for seed := uint64(0); seed < 8 && !found; seed++ {
			grid := Anneal(t.Context(), rows, rows, radius, seed, 100_000)
			found = grid != nil
			if found && !Far(rows, grid, radius) {
				t.Errorf("%d rows: %v isn't at %d", rows, grid, radius)
			}
			if !slices.Equal(grid, Anneal(t.Context(), rows, rows, radius, seed, 100_000)) {
				t.Errorf("%d rows: another grid the second time", rows)
			}
		}
		if !found {
			t.Errorf("%d rows: no grid at %d", rows, radius)
		}
		if grid := Anneal(t.Context(), rows, rows, radius+1, 1, 1000); grid != nil {
			t.Errorf("%d rows: %v at %d", rows, grid, radius+1)
		}
	}
}
