package census_test

import (
	"os"
	"testing"

	"fewest/space/census"
)

// TestLarge counts spaces that take minutes: set FEWEST_LARGE=1 to run it. The
// tables are compared by diameter, size of the last layer and number of states.
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
	}{
		{"seats 4 x 6", seats(4, 6), 20, 4, 2_704_156},
		{"10 pancakes (A058986)", pancakes(10), 11, 73_232, 3_628_800},
		{"11 pancakes (A058986)", pancakes(11), 13, 6, 39_916_800},
		{"5 x 5 Lights Out", lightsOut(5, 5), 15, 7350, 1 << 23},
		{"3 x 4 sliding (A151944)", newSliding(3, 4), 53, 18, 239_500_800},
		{"5 x 6 Lights Out, every board solvable", lightsOut(5, 6), 30, 1, 1 << 30},
	} {
		table, err := census.Count(t.Context(), c.Space, census.Options{})
		t.Logf("%s: %.1f s, %.1f million states/s, %d MB\n%v", c.name, table.Seconds,
			float64(table.Reached())/table.Seconds/1e6, table.Bytes>>20, table.Layers)
		if err != nil || !table.Complete() || table.Diameter() != c.diameter || table.Reached() != c.reached ||
			table.Layers[c.diameter] != c.last {
			t.Errorf("%s: %v %v, want diameter %d, %d states, %d of them last", c.name, table.Stop, err, c.diameter, c.reached, c.last)
		}
	}
}

func BenchmarkSliding3x4(b *testing.B) { benchmark(b, newSliding(3, 4)) }
