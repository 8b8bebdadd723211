package walsh

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomCoset returns a coset with positions grouped by column, and the positions.
func randomCoset(rng *rand.Rand, dims, length int) (c Coset, columns []uint64, x []uint8) {
	for range length {
		columns = append(columns, rng.Uint64()&(1<<dims-1))
		x = append(x, uint8(rng.IntN(2)))
	}
	return grouped(dims, columns, x), columns, x
}

func grouped(dims int, columns []uint64, x []uint8) Coset {
	c := Coset{Dims: dims}
	for p, column := range columns {
		at := slices.Index(c.Columns, column)
		if at < 0 {
			at = len(c.Columns)
			c.Columns = append(c.Columns, column)
			c.Sums = append(c.Sums, 0)
		}
		c.Sums[at] += 1 - 2*int32(x[p])
	}
	return c
}

// lightest weighs every word of a coset by itself.
func lightest(dims int, columns []uint64, x []uint8) int {
	least := len(x)
	for word := range uint64(1) << dims {
		weight := 0
		for p, column := range columns {
			weight += (int(x[p]) + bits.OnesCount64(column&word)) & 1
		}
		least = min(least, weight)
	}
	return least
}

func TestLightest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		dims, length := rng.IntN(13), 1+rng.IntN(40)
		c, columns, x := randomCoset(rng, dims, length)
		want := lightest(dims, columns, x)
		best := Lightest(t.Context(), &c, Options{Start: rng.Uint64() & (1<<dims - 1), Workers: 1 + rng.IntN(3)})
		weight := 0
		for p, column := range columns {
			weight += (int(x[p]) + bits.OnesCount64(column&best.Word)) & 1
		}
		if !best.Exact || weight != want || int64(length)-best.Sum != int64(2*want) {
			t.Fatalf("%d dimensions, %d positions: %+v weighs %d, not %d", dims, length, best, weight, want)
		}
	}
}

// With more dimensions than a transform covers there are prefixes, and lanes.
func TestPrefixes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for dims := 14; dims <= 18; dims++ {
		c, columns, x := randomCoset(rng, dims, 60)
		best := Lightest(t.Context(), &c, Options{Workers: 1})
		if want := lightest(dims, columns, x); !best.Exact || (60-int(best.Sum))/2 != want || best.Words != 1<<dims {
			t.Fatalf("%d dimensions: %+v, not %d", dims, best, want)
		}
		for workers := 2; workers < 4; workers++ {
			if again := Lightest(t.Context(), &c, Options{Workers: workers}); again != best {
				t.Fatalf("%+v with %d workers, %+v with one", again, workers, best)
			}
		}
	}
}

// A code and a word that a group of eight permutations maps to themselves: the
// positions are a square, the generators come in orbits.
func symmetric(rng *rand.Rand, n, dims int) (int, []uint64, []uint8, [][]int32) {
	turn, flip := make([]int32, n*n), make([]int32, n*n)
	for r := range n {
		for c := range n {
			turn[r*n+c] = int32(c*n + n - 1 - r)
			flip[r*n+c] = int32(c*n + r)
		}
	}
	permute := func(word []uint8, to []int32) []uint8 {
		out := make([]uint8, len(word))
		for p, q := range to {
			out[q] = word[p]
		}
		return out
	}
	random := func() []uint8 {
		word := make([]uint8, n*n)
		for i := range word {
			word[i] = uint8(rng.IntN(2))
		}
		return word
	}
	columns := make([]uint64, n*n)
	rank := 0
	add := func(word []uint8) {
		var s span
		trial := slices.Clone(columns)
		independent := 0
		for p := range trial {
			trial[p] |= uint64(word[p]) << rank
			if s.add(trial[p]) {
				independent++
			}
		}
		if independent == rank+1 {
			columns, rank = trial, rank+1
		}
	}
	orbit := func(word []uint8) {
		for range 4 {
			add(word)
			add(permute(word, flip))
			word = permute(word, turn)
		}
	}
	for rank+8 <= dims {
		orbit(random())
	}
	// A word whose images differ from it by words of the code.
	x := make([]uint8, n*n)
	for r := range n {
		for c := range n {
			x[r*n+c] = uint8((min(r, n-1-r)*5 + min(c, n-1-c)*5) % 7 & 1)
		}
	}
	for p, column := range columns {
		x[p] ^= uint8(bits.OnesCount64(column&0x2545F4914F6CDD1D) & 1)
	}
	return rank, columns, x, [][]int32{turn, flip}
}

func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3 {
		dims, columns, x, permutations := symmetric(rng, 7, 24)
		c := grouped(dims, columns, x)
		var maps []Map
		for _, to := range permutations {
			m, ok := NewMap(dims, columns, x, to)
			if !ok {
				t.Fatal("the permutation maps the coset to itself")
			}
			word := rng.Uint64() & (1<<dims - 1)
			if c.Sum(word) != c.Sum(m.apply(word)) {
				t.Fatal("a word and its image weigh the same")
			}
			maps = append(maps, m)
		}
		plain := Lightest(t.Context(), &c, Options{})
		folded := Lightest(t.Context(), &c, Options{Maps: maps})
		if folded.Sum != plain.Sum || c.Sum(folded.Word) != folded.Sum || !folded.Exact {
			t.Fatalf("%+v with symmetry, %+v without", folded, plain)
		}
		if folded.Words*2 > plain.Words {
			t.Errorf("of %d words %d were weighed: symmetry saves nothing", plain.Words, folded.Words)
		}
		word, basis, ok := Fixed(dims, maps)
		if !ok {
			t.Fatal("the coset has words that are symmetric")
		}
		for range 20 {
			w := word ^ combine(basis, rng.Uint64()&(1<<len(basis)-1))
			for _, m := range maps {
				if m.apply(w) != w {
					t.Fatalf("%x is said to be fixed, but goes to %x", w, m.apply(w))
				}
			}
		}
	}
}

// A permutation that does not map the coset to itself is found out.
func TestNoSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	_, columns, x := randomCoset(rng, 5, 20)
	to := make([]int32, 20)
	for p := range to {
		to[p] = int32((p + 1) % 20)
	}
	if _, ok := NewMap(5, columns, x, to); ok {
		t.Error("a random code has no symmetry")
	}
}

func TestContextEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	c, _, _ := randomCoset(rng, 40, 300)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if best := Lightest(ctx, &c, Options{}); best.Exact || best.Sum != c.Sum(0) {
		t.Errorf("%+v after the context has ended", best)
	}
}

func TestFits(t *testing.T) {
	if c := (Coset{Dims: 3, Columns: []uint64{1}, Sums: []int32{maxTotal + 1}}); c.Fits() {
		t.Error("more positions than a lane counts")
	}
	// At the limit a lane holds its largest numbers.
	c := Coset{Dims: 2, Columns: []uint64{1, 2, 3}, Sums: []int32{-8000, 8000, -383}}
	if best := Lightest(t.Context(), &c, Options{}); !c.Fits() || best.Sum != maxTotal || best.Word != 1 {
		t.Errorf("%+v, not the word 1 with %d", best, maxTotal)
	}
}

func BenchmarkTransform(b *testing.B) {
	table := make([]uint64, 1<<12)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 1500 {
		table[rng.IntN(len(table))] = uint64(i & 1)
	}
	for b.Loop() {
		transform(table, 16000)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(4*len(table)), "ns/word")
}

// The words that one or two symmetries leave alone are looked at, and no others.
func TestSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 5 {
		dims, columns, x, permutations := symmetric(rng, 5, 16)
		c := grouped(dims, columns, x)
		var maps []Map
		for _, to := range permutations {
			m, ok := NewMap(dims, columns, x, to)
			if !ok {
				t.Fatal("the permutation maps the coset to itself")
			}
			maps = append(maps, m)
		}
		want := c.Sum(0)
		for word := range uint64(1) << dims {
			for _, g := range closure(dims, maps) {
				if g.apply(word) == word {
					want = max(want, c.Sum(word))
				}
			}
		}
		best := Symmetric(t.Context(), &c, Options{Maps: maps}, 1e9)
		if best.Sum != want || c.Sum(best.Word) != want || best.Exact {
			t.Errorf("%+v, not %d", best, want)
		}
	}
}
