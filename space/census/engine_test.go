package census

import (
	"slices"
	"testing"

	"fewest/space/rank"
)

// TestEnginesAgree makes each way of filling a layer run on the same spaces
// with regions so small that there are many.
func TestEnginesAgree(t *testing.T) {
	s := Arrangements{Ranking: rank.Permutations(8)}
	for k := 1; k < 8; k++ { // exchange neighbours: inversions (A008302)
		move := []uint8{0, 1, 2, 3, 4, 5, 6, 7}
		move[k-1], move[k] = move[k], move[k-1]
		s.Moves = append(s.Moves, move)
	}
	want := []uint64{1, 7, 27, 76, 174, 343, 602, 961, 1415, 1940, 2493, 3017, 3450, 3736, 3836,
		3736, 3450, 3017, 2493, 1940, 1415, 961, 602, 343, 174, 76, 27, 7, 1}
	for _, workers := range []int{1, 3} {
		for _, shift := range []uint{6, 13} {
			for name, fill := range map[string]func(e *engine){
				"push": func(e *engine) { e.push() },
				"pull": func(e *engine) { e.each(e.pull) },
			} {
				o := Options{Workers: workers}
				e := plan(s, &o)
				e.shift = shift
				regions := (e.size-1)>>shift + 1
				e.hasNow, e.hasNext = make([]bool, regions), make([]bool, regions)
				e.begin()
				for _, w := range e.workers {
					w.buckets = buckets{}
					w.buckets.plan(int(regions), shift, e.size)
					w.buckets.total = int(regions) + 300 // full again and again
					w.buckets.begin()
				}
				e.next[0], e.hasNext[0] = 1, true
				var got []uint64
				for n := e.settle(0); n > 0; n = e.settle(len(got)) {
					got = append(got, n)
					fill(e)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %d workers, regions of 2^%d: %v", name, workers, shift, got)
				}
			}
		}
	}
}
