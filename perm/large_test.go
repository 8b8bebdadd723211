package perm

import (
	"fmt"
	"os"
	"testing"
)

// TestLarge counts the corners of the 3 x 3 x 3 cube by quarter turns
// (A080630): set FEWEST_LARGE=1 to run it.
func TestLarge(t *testing.T) {
	if os.Getenv("FEWEST_LARGE") == "" {
		t.Skip("set FEWEST_LARGE=1 to run")
	}
	p := &Puzzle{Name: "corners", Orbits: []Orbit{orbit("CORNERS", 8, 3)}}
	for i, m := range []matrix{quarterX, quarterX, quarterY, quarterY, quarterZ, quarterZ} {
		p.Moves = append(p.Moves, Move{"RLFBUD"[i : i+1], []Turn{cornerTurn(m, half(faces[i]))}})
	}
	d, err := Census(t.Context(), p, CensusOptions{Options: Options{Metric: QuarterTurn}})
	want := []uint64{1, 12, 114, 924, 6539, 39528, 199926, 806136, 2761740, 8656152, 22334112, 32420448, 18780864, 2166720, 6624}
	t.Logf("%.1f s, %d MB", d.Seconds, d.Work["bytes"]>>20)
	if err != nil || fmt.Sprint(d.Counts) != fmt.Sprint(want) {
		t.Errorf("%v %v", d.Counts, err)
	}
}
