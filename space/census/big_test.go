package census_test

import (
	"os"
	"slices"
	"testing"

	"fewest/space/census"
)

// binomials are the states at each distance where every one of n moves is made
// or not and no two ways lead to the same state.
func binomials(n int) []uint64 {
	row := []uint64{1}
	for k := range n {
		row = append(row, row[k]*uint64(n-k)/uint64(k+1))
	}
	return row
}

// TestLarge counts spaces that take minutes: set FEWEST_LARGE=1 to run it. The
// tables are compared whole where they are known, else by diameter, size of the
// last layer and number of states.
func TestLarge(t *testing.T) {
	if os.Getenv("FEWEST_LARGE") == "" {
		t.Skip("set FEWEST_LARGE=1 to run")
	}
	for _, c := range []struct {
		name string
		census.Space
		diameter int
		last     uint64
		reached  uint64
		layers   []uint64 // all of them, or nil
	}{
		{"seats 4 x 6", seats(4, 6), 20, 4, 2_704_156, []uint64{
			4, 20, 114, 444, 1524, 4432, 11480, 26312, 54630, 102692, 176830, 279252, 401628, 512064, 572980,
			402864, 130450, 23368, 2896, 168, 4,
		}},
		{"10 pancakes (A058986)", pancakes(10), 11, 73_232, 3_628_800, nil},
		{"11 pancakes (A058986)", pancakes(11), 13, 6, 39_916_800, nil},
		{"5 x 5 Lights Out", lightsOut(5, 5), 15, 7350, 1 << 23, []uint64{
			1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294, 1684446, 1004934, 383670, 82614, 7350,
		}},
		{"3 x 4 sliding (A151944)", newSliding(3, 4), 53, 18, 239_500_800, nil},
		{"5 x 6 Lights Out, every board solvable", lightsOut(5, 6), 30, 1, 1 << 30, binomials(30)},
	} {
		table, err := census.Count(t.Context(), c.Space, census.Options{})
		t.Logf("%s: %.1f s, %.1f million states/s, %d MB\n%v", c.name, table.Seconds,
			float64(table.Reached())/table.Seconds/1e6, table.Bytes>>20, table.Layers)
		if err != nil || !table.Complete() || table.Diameter() != c.diameter || table.Reached() != c.reached ||
			table.Layers[c.diameter] != c.last {
			t.Errorf("%s: %v %v, want diameter %d, %d states, %d of them last", c.name, table.Stop, err, c.diameter, c.reached, c.last)
		}
		if c.layers != nil && !slices.Equal(table.Layers, c.layers) {
			t.Errorf("%s: %v, want %v", c.name, table.Layers, c.layers)
		}
	}
}

func BenchmarkSliding3x4(b *testing.B) { benchmark(b, newSliding(3, 4)) }
