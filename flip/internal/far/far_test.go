package far

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"fewest/flip/internal/code"
)

// randomCode returns a code over a field, given by generators.
func randomCode(rng *rand.Rand) *code.Code {
	k := []int{2, 2, 3, 5}[rng.IntN(4)]
	dims, length := 1+rng.IntN(3), 3+rng.IntN(8/k*2)
	c := &code.Code{K: k}
	for range dims {
		c.Orders = append(c.Orders, k)
	}
	for p := range length {
		column := make([]uint8, dims)
		for i := range column {
			column[i] = uint8(rng.IntN(k))
		}
		if p < dims {
			clear(column)
			column[p] = 1
		}
		c.Columns = append(c.Columns, column)
	}
	return c
}

// lightest returns what the lightest word of a coset weighs.
func lightest(c *code.Code, x []uint8) int {
	least := 1 << 30
	words := make([]int, 1)
	for range c.Orders {
		words = make([]int, len(words)*c.K)
	}
	for w := range words {
		weight := 0
		for p, column := range c.Columns {
			v, rest := int(x[p]), w
			for _, y := range column {
				v += int(y) * (rest % c.K)
				rest /= c.K
			}
			weight += v % c.K
		}
		least = min(least, weight)
	}
	return least
}

// radius is the covering radius, by trying all words.
func radius(c *code.Code) int {
	x, most := make([]uint8, len(c.Columns)), 0
	for more := true; more; {
		most = max(most, lightest(c, x))
		more = false
		for i := 0; i < len(x) && !more; i++ {
			x[i] = uint8((int(x[i]) + 1) % c.K)
			more = x[i] != 0
		}
	}
	return most
}

// On small codes the covering radius is found, and never more.
func TestRadius(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	missed := 0
	for range 150 {
		c := randomCode(rng)
		want := radius(c)
		best := 0
		for goal := want; goal <= want+1; goal++ { // another goal, another parity
			for seed := range uint64(3) {
				f := Anneal(t.Context(), c, goal, Options{Seed: seed, Moves: 500})
				if got := lightest(c, f.Word); got != f.Weight || got > want {
					t.Fatalf("%+v: %+v weighs %d, and nothing more than %d", c, f, got, want)
				}
				best = max(best, f.Weight)
			}
		}
		if best < want {
			missed++
		}
	}
	if missed > 3 {
		t.Errorf("the radius was missed %d times", missed)
	}
}

// With ties the word keeps to them, and weighs what is said.
func TestTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		c := randomCode(rng)
		var ties [][]int32
		for p := range c.Columns {
			if len(ties) > 0 && rng.IntN(2) == 0 {
				ties[len(ties)-1] = append(ties[len(ties)-1], int32(p))
			} else {
				ties = append(ties, []int32{int32(p)})
			}
		}
		f := Anneal(t.Context(), c, 1+rng.IntN(len(c.Columns)), Options{Ties: ties, Moves: 300})
		if got := lightest(c, f.Word); got != f.Weight {
			t.Fatalf("%+v tied as %v: %+v weighs %d", c, ties, f, got)
		}
		for _, positions := range ties {
			for _, p := range positions {
				if f.Word[p] != f.Word[positions[0]] {
					t.Fatalf("%v isn't tied as %v", f.Word, ties)
				}
			}
		}
	}
}

func TestSame(t *testing.T) {
	c := randomCode(rand.New(rand.NewPCG(5, 6)))
	f, g := Anneal(t.Context(), c, 50, Options{Moves: 500}), Anneal(t.Context(), c, 50, Options{Moves: 500})
	if !slices.Equal(f.Word, g.Word) || f.Moves != g.Moves {
		t.Errorf("%+v and then %+v", f, g)
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := randomCode(rand.New(rand.NewPCG(7, 8)))
	if f := Anneal(ctx, c, 5, Options{}); f.Weight != 0 || len(f.Word) != len(c.Columns) {
		t.Errorf("%+v after the context has ended", f)
	}
}

func TestClimb(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	missed := 0
	for range 100 {
		c := randomCode(rng)
		want := radius(c)
		last := 0
		found := Climb(t.Context(), c, 0, ClimbOptions{Upper: want, Work: 1e6, Found: func(f Found) {
			if f.Weight <= last || lightest(c, f.Word) != f.Weight {
				t.Errorf("%+v after %d", f, last)
			}
			last = f.Weight
		}})
		if found.Weight > want || found.Weight > 0 && lightest(c, found.Word) != found.Weight {
			t.Fatalf("%+v: %+v, not %d", c, found, want)
		}
		if found.Weight < want {
			missed++
		}
	}
	if missed > 2 {
		t.Errorf("the radius was missed %d times", missed)
	}
}
