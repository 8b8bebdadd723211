package disk

import (
	"os"
	"slices"
	"testing"

	"fewest/answer"
	"fewest/space/internal/classic"
)

// TestLarge counts the 3 x 4 sliding puzzle in a tenth of the memory that three
// bits a state would take, and less: set FEWEST_LARGE to run it.
func TestLarge(t *testing.T) {
	if os.Getenv("FEWEST_LARGE") == "" {
		t.Skip("set FEWEST_LARGE=1 to run")
	}
	s := classic.NewSliding(3, 4)
	table, err := Count(t.Context(), t.TempDir(), s, Options{MaxBytes: 8 << 20, Progress: func(p answer.Progress) {
		t.Logf("%d: %d", p.Lower, p.Done)
	}})
	t.Logf("%.1f s, %.2f Mstates/s, %v", table.Seconds, float64(table.Reached())/table.Seconds/1e6, table.Layers)
	if err != nil || !table.Complete() || table.Reached() != s.Size() || !slices.Equal(table.Layers[50:], []uint64{5390, 1115, 86, 18}) {
		t.Error(err, table.Stop)
	}
}
