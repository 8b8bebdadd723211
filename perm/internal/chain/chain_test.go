package chain

import (
	"math/rand/v2"
	"testing"
)

// TestOrders compares random small groups with all their elements, listed.
func TestOrders(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 2 + r.IntN(6)
		var gens []Perm
		for range 1 + r.IntN(3) {
			g := Identity(n)
			r.Shuffle(1+r.IntN(n), func(i, j int) { g[i], g[j] = g[j], g[i] })
			gens = append(gens, g)
		}
		name := func(p Perm) string {
			s := ""
			for _, x := range p {
				s += string(rune('a' + x))
			}
			return s
		}
		seen := map[string]bool{name(Identity(n)): true}
		queue := []Perm{Identity(n)}
		for at := 0; at < len(queue); at++ {
			for _, g := range gens {
				if next := queue[at].Then(g); !seen[name(next)] {
					seen[name(next)] = true
					queue = append(queue, next)
				}
			}
		}
		c := Random(t.Context(), gens)
		if got := c.Order().Int64(); got != int64(len(queue)) || !c.Verify(t.Context()) || c.Order().Int64() != got {
			t.Fatalf("seed %d: %v has %d elements, not %d", seed, gens, len(queue), got)
		}
		for range 20 {
			g := Identity(n)
			r.Shuffle(n, func(i, j int) { g[i], g[j] = g[j], g[i] })
			if c.Has(g) != seen[name(g)] {
				t.Fatalf("seed %d: %v in the group of %v: %t", seed, g, gens, c.Has(g))
			}
		}
		// A chain of the generators alone is made whole by Verify.
		bare := &Chain{n: n}
		for _, g := range gens {
			bare.add(g)
		}
		if !bare.Verify(t.Context()) || bare.Order().Int64() != int64(len(queue)) {
			t.Fatalf("seed %d: verified, the group of %v has %v elements, not %d", seed, gens, bare.Order(), len(queue))
		}
	}
}
