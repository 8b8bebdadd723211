package pace

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// count is what the workers of the test say: how far each has come.
type count struct{ n int }

// TestSame: whatever the speed of either worker, what counts is the same, and
// both hear the same at the same time on their clocks.
func TestSame(t *testing.T) {
	var first []Said[count]
	var firstHeard [2][]Unit
	for round := range 20 {
		r := rand.New(rand.NewPCG(uint64(round), 0))
		var heard [2][]Unit
		worker := func(me int, pause time.Duration, cost Unit) func(context.Context, *Clock[count]) {
			return func(ctx context.Context, c *Clock[count]) {
				for i := 1; ctx.Err() == nil; i++ {
					if Work(ctx, cost); i%10 == 0 {
						c.Say(count{i})
					}
					for _, n := range c.News() {
						heard[me] = append(heard[me], c.Now(), Unit(n.n))
					}
					if i%100 == 0 && round > 0 {
						time.Sleep(pause)
					}
				}
			}
		}
		said := Run(t.Context(), func(a, b count) bool { return a.n+b.n >= 900 },
			worker(0, time.Duration(r.IntN(2000))*time.Microsecond, 1e6), worker(1, time.Duration(r.IntN(2000))*time.Microsecond, 3e6))
		// What is heard after the end depends on speed; nothing of it counts.
		end := said[len(said)-1].At
		for i := range heard {
			for j := 0; j < len(heard[i]); j += 2 {
				if heard[i][j] > end {
					heard[i] = heard[i][:j]
				}
			}
		}
		if round == 0 {
			if first, firstHeard = said, heard; len(heard[0]) == 0 || len(heard[1]) == 0 {
				t.Fatal("nothing was heard")
			}
		} else if !slices.Equal(said, first) || !slices.Equal(heard[0], firstHeard[0]) || !slices.Equal(heard[1], firstHeard[1]) {
			t.Fatalf("round %d: another result: %d said, %d and %d heard; first %d, %d and %d", round, len(said), len(heard[0]), len(heard[1]), len(first), len(firstHeard[0]), len(firstHeard[1]))
		}
	}
}

// TestEnds: a worker that waits for the other heeds its context, and one whose
// other is over waits no more.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	busy := func(ctx context.Context, c *Clock[count]) {
		for ctx.Err() == nil {
			Work(ctx, grain)
		}
	}
	never := func(count, count) bool { return false }
	Run(ctx, never, busy, func(ctx context.Context, c *Clock[count]) { <-ctx.Done() })
	said := Run(t.Context(), func(a, b count) bool { return a.n == 1 }, func(ctx context.Context, c *Clock[count]) {
		for range 1000 {
			Work(ctx, grain)
		}
		c.Say(count{1})
		if ctx.Err() == nil {
			t.Error("it goes on though all is found")
		}
	}, func(context.Context, *Clock[count]) {})
	if len(said) != 1 {
		t.Errorf("%v", said)
	}
	Work(t.Context(), 1) // without a clock
}
