package hashed

import (
	"context"
	"slices"
	"testing"

	"fewest/space"
)

// pancakes are stacks of n pancakes, four bits each from the second lowest bit
// on; a move turns the uppermost ones. The state is repeated to so many words.
type pancakes struct{ n, words int }

func (p pancakes) Words() int { return p.words }

func (p pancakes) pack(stack []int) []uint64 {
	w := uint64(1)
	for i, x := range stack {
		w |= uint64(x) << (1 + 4*i)
	}
	return slices.Repeat([]uint64{w}, p.words)
}

func (p pancakes) Starts() [][]uint64 {
	var stack []int
	for i := range p.n {
		stack = append(stack, i)
	}
	return [][]uint64{p.pack(stack)}
}

func (p pancakes) Weight([]uint64) uint64 { return 1 }

func (p pancakes) Expander() Expander { return p }

func (p pancakes) Neighbours(state []uint64, by uint8, to []uint64, bys []uint8) ([]uint64, []uint8) {
	for k := 2; k <= p.n; k++ {
		if int(by) == k {
			continue
		}
		var stack []int
		for i := range p.n {
			stack = append(stack, int(state[0]>>(1+4*i)&15))
		}
		slices.Reverse(stack[:k])
		to, bys = append(to, p.pack(stack)...), append(bys, uint8(k))
	}
	return to, bys
}

// TestPancakes: eight pancakes need nine turns at most (A058986).
func TestPancakes(t *testing.T) {
	want := []uint64{1, 7, 42}
	for _, words := range []int{1, 2, 5} {
		for _, workers := range []int{1, 3} {
			table, err := Count(t.Context(), pancakes{8, words}, Options{Workers: workers, MaxFarthest: 3})
			sum := uint64(0)
			for _, n := range table.Layers {
				sum += n
			}
			if err != nil || table.Stop != space.Exhausted || sum != 40_320 || len(table.Layers)-1 != 9 || !slices.Equal(table.Layers[:3], want) {
				t.Errorf("%d words: %+v %v", words, table, err)
			}
			if n := int(table.Layers[9]); len(table.Farthest) != min(3, n) || !slices.IsSortedFunc(table.Farthest, slices.Compare) {
				t.Errorf("%d words: farthest %v of %d", words, table.Farthest, n)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	whole, err := Count(t.Context(), pancakes{8, 1}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	few, err := Count(t.Context(), pancakes{8, 1}, Options{MaxDistance: 4})
	if err != nil || few.Stop != space.DepthLimit || !slices.Equal(few.Layers, whole.Layers[:5]) {
		t.Errorf("to distance 4: %+v %v", few, err)
	}
	small, err := Count(t.Context(), pancakes{8, 1}, Options{MaxBytes: 100 << 10})
	if err != nil || small.Stop != space.MemoryLimit || len(small.Layers) == 0 || !slices.Equal(small.Layers, whole.Layers[:len(small.Layers)]) {
		t.Errorf("in 100 KiB: %+v %v", small, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none, err := Count(ctx, pancakes{8, 1}, Options{})
	if err != nil || none.Stop != space.Cancelled {
		t.Errorf("cancelled: %+v %v", none, err)
	}
}
