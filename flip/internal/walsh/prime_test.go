package walsh

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomPrime(rng *rand.Rand, k, dims, types int) PrimeCoset {
	c := PrimeCoset{K: k, Dims: dims}
	for range types {
		column := make([]uint8, dims)
		for i := range column {
			column[i] = uint8(rng.IntN(k))
		}
		c.Columns = append(c.Columns, column)
		for range k {
			c.Costs = append(c.Costs, int32(rng.IntN(5)))
		}
	}
	return c
}

func TestLightestPrime(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		k := []int{2, 3, 5, 7}[rng.IntN(4)]
		dims := rng.IntN(primeLow(k, 99) + 2)
		if k == 2 {
			dims = min(dims, 10)
		}
		c := randomPrime(rng, k, dims, rng.IntN(30))
		word, want := make([]uint8, dims), int64(1<<40)
		for more := true; more; {
			want = min(want, c.Weight(word))
			more = false
			for i := 0; i < dims && !more; i++ {
				word[i] = uint8((int(word[i]) + 1) % k)
				more = word[i] != 0
			}
		}
		start := make([]uint8, dims)
		best := LightestPrime(t.Context(), &c, start, 1+rng.IntN(2))
		if !best.Exact || best.Weight != want || c.Weight(best.Word) != want {
			t.Fatalf("%d values, %d dimensions: %+v, not %d", k, dims, best, want)
		}
		again := LightestPrime(t.Context(), &c, start, 3)
		if !slices.Equal(again.Word, best.Word) || again.Words != best.Words {
			t.Fatalf("%+v with three workers, not %+v", again, best)
		}
	}
}

func TestPrimeContextEnds(t *testing.T) {
	c := randomPrime(rand.New(rand.NewPCG(3, 4)), 3, 20, 100)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if best := LightestPrime(ctx, &c, make([]uint8, 20), 2); best.Exact {
		t.Errorf("%+v after the context has ended", best)
	}
}

func BenchmarkPrime(b *testing.B) {
	c := randomPrime(rand.New(rand.NewPCG(3, 4)), 3, 12, 200)
	for b.Loop() {
		LightestPrime(b.Context(), &c, make([]uint8, 12), 1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/531441, "ns/word")
}
