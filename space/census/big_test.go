package census_test

import (
	"os"
	"slices"
	"testing"

	"fewest/space/census"
)

// TestLarge counts spaces that take minutes: set FEWEST_LARGE to run it.
func TestLarge(t *testing.T) {
	if os.Getenv("FEWEST_LARGE") == "" {
		t.Skip("set FEWEST_LARGE=1 to run")
	}
	for _, c := range []struct {
		name string
		census.Space
		diameter int
		reached  uint64
		last     uint64
	}{
		{"seats 4 x 6", seats(4, 6), 20, 2_704_156, 4},
		{"10 pancakes (A058986)", pancakes(10), 11, 3_628_800, 0},
		{"11 pancakes", pancakes(11), 13, 39_916_800, 0},
		{"5 x 5 Lights Out", lightsOut(5, 5), 15, 1 << 23, 0},
		{"3 x 4 sliding (A151944)", newSliding(3, 4), 53, 239_500_800, 18},
		{"5 x 6 Lights Out", lightsOut(5, 6), 0, 1 << 30, 0},
	} {
		table, err := census.Count(t.Context(), c.Space, census.Options{MaxFarthest: 1})
		t.Logf("%s: %.1f s, %.1f Mstates/s, %d MB, %v", c.name, table.Seconds,
			float64(table.Reached())/table.Seconds/1e6, table.Bytes>>20, table.Layers)
		if err != nil || !table.Complete() || c.diameter > 0 && table.Diameter() != c.diameter || table.Reached() != c.reached ||
			c.last > 0 && !slices.Equal(table.Layers[len(table.Layers)-1:], []uint64{c.last}) {
			t.Errorf("%s: %v %v diameter %d, %d states, want %d, %d", c.name, table.Stop, err, table.Diameter(), table.Reached(), c.diameter, c.reached)
		}
	}
}

func BenchmarkSliding3x4(b *testing.B) { benchmark(b, newSliding(3, 4)) }
