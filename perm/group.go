package perm

import (
	"context"
	"math/big"

	"fewest/perm/internal/chain"
)

// group is what the turns of a puzzle can make of it, where all its pieces are
// different: then states are permutations of stickers, those that can be reached
// are a group, and a stabiliser chain tells them from all others.
type group struct {
	puzzle *Puzzle
	first  [][]int // by orbit and place: the number of the place's first sticker; -1 where nothing changes
	twists []int   // by orbit: stickers of a place
	n      int
	chain  *chain.Chain
}

// maxStickers bounds what a chain is made of, and maxSifts what it takes to verify
// it, in points moved.
const maxStickers, maxSifts = 256, 1e9

// newGroup returns the group, nil if pieces are alike, or twists of some pieces
// don't matter, or places are forbidden, or moves can't be undone, or it is too
// large, or the context ends.
func newGroup(ctx context.Context, p *Puzzle, turns []Move) *group {
	g := &group{puzzle: p}
	if len(p.Illegal) > 0 || len(turns) == 0 {
		return nil
	}
	for i := range p.Orbits {
		o := &p.Orbits[i]
		if o.Modulus != nil {
			return nil
		}
		twists, first := 1, make([]int, len(o.Solved.Piece))
		for k := range first {
			first[k] = -1
			for _, t := range turns {
				if int(t.Turns[i].From[k]) != k || t.Turns[i].Twist[k] != 0 {
					first[k] = 0
				}
				if t.Turns[i].Twist[k] != 0 {
					twists = o.Twists
				}
			}
		}
		var seen [256]bool
		for k := range first {
			if first[k] < 0 {
				continue
			}
			if seen[o.Solved.Piece[k]] {
				return nil // alike pieces
			}
			seen[o.Solved.Piece[k]] = true
			first[k] = g.n
			g.n += twists
		}
		g.first, g.twists = append(g.first, first), append(g.twists, twists)
	}
	if g.n > maxStickers || g.n == 0 {
		return nil
	}
	var gens []chain.Perm
	for _, t := range turns {
		perm := chain.Identity(g.n)
		for i := range t.Turns {
			for k, f := range t.Turns[i].From {
				if to := g.first[i][k]; to >= 0 {
					g.carry(perm, i, g.first[i][f], to, int(t.Turns[i].Twist[k]))
				}
			}
		}
		gens = append(gens, perm)
	}
	c := chain.Random(ctx, gens)
	if c == nil || c.Work() > maxSifts || !c.Verify(ctx) {
		return nil
	}
	g.chain = c
	return g
}

// carry takes the stickers of a place to those of another, twisted.
func (g *group) carry(p chain.Perm, orbit, from, to, twist int) {
	n := g.twists[orbit]
	for u := range n {
		p[from+u] = uint16(to + (u+twist)%n)
	}
}

// has reports whether a state can be reached. Its pieces must be those of the
// solved state, what never changes as it is there.
func (g *group) has(s State) bool {
	perm := chain.Identity(g.n)
	for i := range g.puzzle.Orbits {
		solved := &g.puzzle.Orbits[i].Solved
		var home [256]int
		for k, first := range g.first[i] {
			if first >= 0 {
				home[solved.Piece[k]] = k
			}
		}
		for k, first := range g.first[i] {
			if first < 0 {
				continue
			}
			from := home[s[i].Piece[k]]
			twists := g.puzzle.Orbits[i].Twists
			twist := (int(s[i].Twist[k]) - int(solved.Twist[from]) + twists) % twists
			if g.twists[i] == 1 && twist != 0 {
				return false
			}
			g.carry(perm, i, g.first[i][from], first, twist)
		}
	}
	return g.chain.Has(perm)
}

// order returns how many states can be reached, nil for no group.
func (g *group) order() *big.Int {
	if g == nil {
		return nil
	}
	return g.chain.Order()
}

// States returns how many states of a puzzle turns lead to, where all its pieces
// are different: the order of the group that the turns generate on its stickers,
// by a stabiliser chain that has been verified. It returns nil where that isn't
// known: where pieces are alike, twists of some don't matter, places are
// forbidden, the puzzle has too many stickers, or the context ends.
func States(ctx context.Context, p *Puzzle, o Options) (*big.Int, error) {
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		return nil, err
	}
	if len(turns) == 0 {
		return big.NewInt(1), nil
	}
	if g := newGroup(ctx, p, turns); g != nil {
		return g.chain.Order(), nil
	}
	return nil, nil
}
