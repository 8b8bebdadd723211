package flip

import (
	"context"
	"math/big"

	"fewest/space/census"
)

// The ways to count that are only kept to compare, on a table of all boards.

// press returns the board that a button makes of a board, by number.
func (t *boardsTable) press(at int, terms []term, powers []int) int {
	to := at
	for _, m := range terms {
		power := powers[m.Index]
		to += int(m.Amount) * power
		if at/power%t.k+int(m.Amount) >= t.k {
			to -= t.k * power
		}
	}
	return to
}

func (t *boardsTable) powers() []int {
	powers := make([]int, len(t.cells))
	power := 1
	for i := range powers {
		powers[i] = power
		power *= t.k
	}
	return powers
}

// countMemo asks, for every board, how few presses of the buttons from the
// first on solve it, and keeps every answer: with a button pressed or not, how
// few of the later ones do.
func countMemo(ctx context.Context, p *Puzzle, memory int64) (*counts, error) {
	t, size, err := newTable(p, p.moves.count()+1, min(memory, 1<<31))
	if err != nil {
		return nil, err
	}
	moves, powers := t.moves(), t.powers()
	known := make([]uint8, size) // one more than the answer; 0 if there is none yet
	boards := len(known) / (len(moves) + 1)
	const hopeless = unreached - 1
	c, ended := &counts{method: Memo, bytes: size}, false
	var fewest func(button, at int) uint8
	fewest = func(button, at int) uint8 {
		entry := &known[button*boards+at]
		if *entry > 0 {
			return *entry - 1
		}
		if c.states++; c.states&0xfff == 0 && !ended {
			ended = ctx.Err() != nil
		}
		if ended {
			return hopeless
		}
		best := uint8(hopeless)
		if button == len(moves) {
			if at == 0 {
				best = 0
			}
		} else {
			to := at
			for times := range t.k {
				if n := fewest(button+1, to); n < hopeless {
					best = min(best, n+uint8(times))
				}
				to = t.press(to, moves[button], powers)
			}
		}
		*entry = best + 1
		return best
	}
	distance := known[:boards]
	for at := range distance {
		d := fewest(0, at)
		if ended {
			return nil, ctx.Err()
		}
		c.add(d, hopeless)
	}
	for at := range distance {
		distance[at]--
	}
	c.boards = t.farthest(t.negated(distance, powers), len(c.perDistance)-1)
	return c, nil
}

// negated turns a table by board into one by negative board.
func (t *boardsTable) negated(distance []uint8, powers []int) []uint8 {
	if t.k == 2 {
		return distance
	}
	out := make([]uint8, len(distance))
	for at, d := range distance {
		to := 0
		for _, power := range powers {
			to += (t.k - at/power%t.k) % t.k * power
		}
		out[to] = d
	}
	return out
}

// add counts a board at a distance.
func (c *counts) add(d, hopeless uint8) {
	if d == hopeless {
		return
	}
	for len(c.perDistance) <= int(d) {
		c.perDistance = append(c.perDistance, new(big.Int))
	}
	c.perDistance[d].Add(c.perDistance[d], big.NewInt(1))
}

// countNaive searches breadth first from every board until it meets the goal.
func countNaive(ctx context.Context, p *Puzzle, memory int64) (*counts, error) {
	t, size, err := newTable(p, 1, min(memory, 1<<26))
	if err != nil {
		return nil, err
	}
	t.distance = census.NewDistances(uint64(size))
	moves, powers := t.moves(), t.powers()
	masks := make([]int, len(moves)) // for two colours
	for b, terms := range moves {
		for _, m := range terms {
			masks[b] |= 1 << m.Index
		}
	}
	seen := make([]uint64, len(t.distance)/64+1) // a bit for each board
	c := &counts{method: Naive, bytes: int64(len(t.distance)) + int64(8*len(seen))}
	var layer, next []int
	search := func(from int) (d uint8, found bool) {
		clear(seen)
		layer = append(layer[:0], from)
		seen[from>>6] |= 1 << (from & 63)
		if from == 0 {
			return 0, true
		}
		for ; len(layer) > 0; layer, next = next, layer {
			d++
			next = next[:0]
			for _, at := range layer {
				if c.states++; c.states&0xfff == 0 && ctx.Err() != nil {
					return 0, false
				}
				for b := range moves {
					to := at ^ masks[b]
					if t.k > 2 {
						to = t.press(at, moves[b], powers)
					}
					if seen[to>>6]>>(to&63)&1 != 0 {
						continue
					}
					if to == 0 {
						return d, true
					}
					seen[to>>6] |= 1 << (to & 63)
					next = append(next, to)
				}
			}
		}
		return 0, false
	}
	for from := range t.distance {
		d, found := search(from)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if found {
			t.distance[from] = d
			c.add(d, unreached)
		}
	}
	c.boards = t.farthest(t.negated(t.distance, powers), len(c.perDistance)-1)
	return c, nil
}
