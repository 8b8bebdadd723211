// Package chain finds how many elements a group of permutations has, and which
// permutations are in it, by a base and strong generating set (Sims 1970).
//
// A chain lists points, the base, and for each the permutations found that fix the
// points before it, together with the points that they take it to, its orbit, and
// for each of those a permutation that does. Sifting a permutation through the
// chain undoes at each point what it does there; a permutation that comes out as
// the identity is a product of those in the chain.
package chain

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
)

// Perm takes point i to the point p[i].
type Perm []uint16

// Identity takes each of n points to itself.
func Identity(n int) Perm {
	p := make(Perm, n)
	for i := range p {
		p[i] = uint16(i)
	}
	return p
}

// Then returns the permutation p and then q.
func (p Perm) Then(q Perm) Perm {
	r := make(Perm, len(p))
	for i, x := range p {
		r[i] = q[x]
	}
	return r
}

// Inverse returns what undoes p.
func (p Perm) Inverse() Perm {
	r := make(Perm, len(p))
	for i, x := range p {
		r[x] = uint16(i)
	}
	return r
}

func (p Perm) identity() bool {
	for i, x := range p {
		if int(x) != i {
			return false
		}
	}
	return true
}

// Chain is a group, or what is known of it.
type Chain struct {
	n      int
	levels []level
}

type level struct {
	base  uint16
	gens  []Perm
	orbit []uint16
	back  []Perm // by point: takes it to the base; nil if it isn't in the orbit
}

// calm is how many random elements in a row must sift to the identity before
// the chain is thought to be whole.
const calm = 40

// Random makes the chain of the group that permutations of the same points make,
// from random elements (Leon 1980): all that it has is in the group, and that it
// has all of it is likely, not certain. It takes the same random elements each
// time. It returns nil if the context ends.
func Random(ctx context.Context, gens []Perm) *Chain {
	c := &Chain{n: len(gens[0])}
	for _, g := range gens {
		c.add(g)
	}
	random := rand.New(rand.NewPCG(1, 2))
	pool := slices.Clone(gens) // product replacement (Celler et al. 1995)
	for len(pool) < 10 {
		pool = append(pool, gens[len(pool)%len(gens)])
	}
	next := func() Perm {
		i, j := random.IntN(len(pool)), random.IntN(len(pool)-1)
		if j >= i {
			j++
		}
		other := pool[j]
		if random.IntN(2) == 0 {
			other = other.Inverse()
		}
		if pool[i] = pool[i].Then(other); random.IntN(2) == 0 {
			pool[i] = other.Then(pool[i])
		}
		return pool[i]
	}
	for range 60 {
		next()
	}
	for quiet := 0; quiet < calm; quiet++ {
		if ctx.Err() != nil {
			return nil
		}
		if c.add(next()) {
			quiet = 0
		}
	}
	return c
}

// add sifts a permutation and puts what is left of it into the chain. It reports
// whether anything was.
func (c *Chain) add(g Perm) bool {
	rest, at := c.sift(g)
	if rest.identity() {
		return false
	}
	if at == len(c.levels) {
		base := 0
		for int(rest[base]) == base {
			base++
		}
		c.levels = append(c.levels, level{base: uint16(base)})
	}
	// What is left fixes the base points before: it belongs to all levels up to at.
	for i := at; i >= 0; i-- {
		if fixes(rest, c.levels[:i]) {
			c.levels[i].gens = append(c.levels[i].gens, rest)
			c.levels[i].spread(c.n)
		}
	}
	return true
}

// fixes reports whether a permutation fixes the base points of some levels.
func fixes(p Perm, levels []level) bool {
	for i := range levels {
		if p[levels[i].base] != levels[i].base {
			return false
		}
	}
	return true
}

// spread finds the orbit of the base point.
func (l *level) spread(n int) {
	l.orbit, l.back = []uint16{l.base}, make([]Perm, n)
	l.back[l.base] = Identity(n)
	for at := 0; at < len(l.orbit); at++ {
		x := l.orbit[at]
		for _, g := range l.gens {
			if y := g[x]; l.back[y] == nil {
				l.back[y] = g.Inverse().Then(l.back[x])
				l.orbit = append(l.orbit, y)
			}
		}
	}
}

// sift undoes what a permutation does to the base points, one after another, and
// returns what is left and at which level that stopped.
func (c *Chain) sift(g Perm) (Perm, int) {
	for i := range c.levels {
		back := c.levels[i].back[g[c.levels[i].base]]
		if back == nil {
			return g, i
		}
		g = g.Then(back)
	}
	return g, len(c.levels)
}

// Has reports whether a permutation is one of the chain.
func (c *Chain) Has(g Perm) bool {
	rest, _ := c.sift(g)
	return rest.identity()
}

// Order returns how many permutations the chain has: the product of its orbits.
func (c *Chain) Order() *big.Int {
	order := big.NewInt(1)
	for _, l := range c.levels {
		order.Mul(order, big.NewInt(int64(len(l.orbit))))
	}
	return order
}

// Verify makes the chain whole, for certain, if it isn't: by Schreier's lemma the
// permutations back(x)^-1 g back(g(x)), for all points x of a level's orbit and its
// generators g, generate what fixes its base point; all of them must sift to the
// identity. It returns false if the context ends before that is known.
func (c *Chain) Verify(ctx context.Context) bool {
	for i := len(c.levels) - 1; i >= 0; i-- {
		if ctx.Err() != nil {
			return false
		}
		if c.verifyLevel(ctx, i) {
			continue
		}
		if ctx.Err() != nil {
			return false
		}
		i = len(c.levels) // something was added: look again from below
	}
	return true
}

// verifyLevel sifts the Schreier generators of a level. It reports whether all
// came out as the identity; the first that doesn't is added.
func (c *Chain) verifyLevel(ctx context.Context, at int) bool {
	l := &c.levels[at]
	for _, x := range l.orbit {
		to := l.back[x].Inverse()
		for _, g := range l.gens {
			if ctx.Err() != nil {
				return false
			}
			if c.add(to.Then(g).Then(l.back[g[x]])) {
				return false
			}
		}
	}
	return true
}

// Work returns how many points Verify moves, about, if it finds nothing to add.
func (c *Chain) Work() float64 {
	work := 0.0
	for _, l := range c.levels {
		work += float64(len(l.orbit)) * float64(len(l.gens)) * float64(len(c.levels)*c.n)
	}
	return work
}
