// Package pattern makes lower bounds for A* and IDA* by solving a simpler puzzle
// completely (pattern databases, Culberson and Schaeffer 1998).
//
// A pattern leaves out or makes alike some of a puzzle's pieces, so that many
// states become one. A move of the puzzle is a move of the pattern or changes
// nothing, so the pattern is never farther from its goal than the puzzle is. A
// census of the pattern gives the distances; looking one up is an estimate.
package pattern

import (
	"context"
	"fmt"

	"fewest/space"
	"fewest/space/census"
	"fewest/space/rank"
)

// Pattern is a simpler puzzle. S is the state of the puzzle itself.
type Pattern[S comparable] struct {
	// Space has the pattern's states; its starts are what the goals become. If
	// moves can't be undone by moves, its moves are those of the puzzle made
	// backwards.
	Space census.Space
	// Image returns the state of the pattern that s becomes. It may be called
	// from one goroutine at a time only.
	Image func(s S) uint64
}

// Table holds the distances of a pattern, one byte for each of its states.
type Table[S comparable] struct {
	Layers    []uint64 // states of the pattern at each distance
	distances census.Distances
	image     func(S) uint64
}

// Build counts a pattern. If a limit or the context ends that, or the space is
// at fault, there is no table but an error.
func Build[S comparable](ctx context.Context, p Pattern[S], o census.Options) (*Table[S], error) {
	size := p.Space.Size()
	if o.MaxBytes > 0 && size > uint64(o.MaxBytes) {
		return nil, fmt.Errorf("pattern of %d states: more than %d bytes", size, o.MaxBytes)
	}
	if o.MaxBytes > 0 {
		o.MaxBytes -= int64(size)
	}
	t := &Table[S]{distances: census.NewDistances(size), image: p.Image}
	o.Record = t.distances.Record
	o.MaxDistance = 0
	counted, err := census.Count(ctx, p.Space, o)
	switch {
	case err != nil:
		return nil, fmt.Errorf("pattern: %w", err)
	case counted.Stop == space.Cancelled:
		return nil, fmt.Errorf("pattern of %d states: %w", size, context.Cause(ctx))
	case !counted.Complete():
		return nil, fmt.Errorf("pattern of %d states: %v", size, counted.Stop)
	case counted.Diameter() >= 255:
		return nil, fmt.Errorf("pattern with distances up to %d: a table holds up to 254", counted.Diameter())
	}
	t.Layers = counted.Layers
	return t, nil
}

// Estimate returns the distance of the pattern of s from its goal, negative if
// it can't be reached.
func (t *Table[S]) Estimate(s S) int {
	if d := t.distances[t.image(s)]; d != 255 {
		return int(d)
	}
	return -1
}

// Max returns an estimate that is the largest of several.
func Max[S comparable](estimates ...func(S) int) func(S) int {
	return func(s S) int {
		most := 0
		for _, estimate := range estimates {
			h := estimate(s)
			if h < 0 {
				return -1
			}
			most = max(most, h)
		}
		return most
	}
}

// Sum returns an estimate that is the sum of several. It is a lower bound only
// if no move of the puzzle counts in more than one of them.
func Sum[S comparable](estimates ...func(S) int) func(S) int {
	return func(s S) int {
		sum := 0
		for _, estimate := range estimates {
			h := estimate(s)
			if h < 0 {
				return -1
			}
			sum += h
		}
		return sum
	}
}

// Guide gives a space an estimate. What the space knows about moves that
// commute or are redundant stays known.
func Guide[S comparable](s space.Space[S], estimate func(S) int) space.Guided[S] {
	g := guided[S]{s, estimate}
	switch k := s.(type) {
	case space.Pruner:
		return struct {
			guided[S]
			space.Pruner
		}{g, k}
	case space.Commuter:
		return struct {
			guided[S]
			space.Commuter
		}{g, k}
	}
	return g
}

type guided[S comparable] struct {
	space.Space[S]
	estimate func(S) int
}

func (g guided[S]) Estimate(s S) int { return g.estimate(s) }

// Parts returns the pattern of a product that keeps some of its parts, by
// index in rising order. Its states are those of the product itself, by number.
// Every move must have its opposite among the moves.
func Parts(p census.Product, keep ...int) Pattern[uint64] {
	few := census.Product{}
	type kept struct{ below, size, weight uint64 }
	var parts []kept
	below, next, weight := uint64(1), 0, uint64(1)
	for i, part := range p.Parts {
		size := uint64(len(part))
		if next < len(keep) && keep[next] == i {
			few.Parts = append(few.Parts, part)
			parts = append(parts, kept{below, size, weight})
			weight *= size
			next++
		}
		below *= size
	}
	image := func(s uint64) uint64 {
		r := uint64(0)
		for _, k := range parts {
			r += s / k.below % k.size * k.weight
		}
		return r
	}
	for s := range p.Starts() {
		few.From = append(few.From, image(s))
	}
	return Pattern[uint64]{few, image}
}

// Alike returns the pattern of arrangements in which the pieces that kind gives
// the same number are alike; kinds count from 0 without gaps. Its states are
// those of the arrangements themselves, by number.
func Alike(a census.Arrangements, kind []uint8) Pattern[uint64] {
	cursor := a.Ranking.Cursor()
	counts := []int{}
	for _, piece := range cursor.State() {
		k := int(kind[piece])
		for len(counts) <= k {
			counts = append(counts, 0)
		}
		counts[k]++
	}
	alike := rank.Multiset(counts...)
	pieces := make([]uint8, alike.Len())
	image := func(s uint64) uint64 {
		cursor.Seek(s)
		for i, piece := range cursor.State() {
			pieces[i] = kind[piece]
		}
		return alike.Rank(pieces)
	}
	few := census.Arrangements{Ranking: alike}
	for _, m := range a.Moves { // backwards
		back := make([]uint8, len(m))
		for i, f := range m {
			back[f] = uint8(i)
		}
		few.Moves = append(few.Moves, back)
	}
	for s := range a.Starts() {
		few.From = append(few.From, image(s))
	}
	return Pattern[uint64]{few, image}
}
