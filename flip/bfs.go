package flip

import (
	"context"
	"fmt"

	"fewest/answer"
	"fewest/board"
)

// unreached marks a board that the search hasn't seen.
const unreached = 0xFF

// boardsTable is the distance of every board from all zeros: of the board whose
// cells read as a number in base k, the last cell first, byte by byte. It is
// made the classic way, by one breadth-first search backwards from the goal,
// and is what the other methods are tested against.
type boardsTable struct {
	k        int
	cells    []int // positions of the cells, holes left out
	distance []uint8
	layers   []int64 // boards per distance
}

// backwards makes the table. Distances above 254 don't fit.
func (p *Puzzle) backwards(ctx context.Context, memory int64) (*boardsTable, error) {
	t := &boardsTable{k: p.Colours}
	size := int64(1)
	for i := range p.Rows * p.Cols {
		if !p.hole(i) {
			t.cells = append(t.cells, i)
			if size *= int64(p.Colours); size > memory/5 || size > 1<<32-1 {
				return nil, fmt.Errorf("breadth-first search needs a byte and a place in a queue for each of %d^%d boards: too many for the memory limit", p.Colours, p.Cells())
			}
		}
	}
	if p.Cells()*(p.Colours-1) > unreached-1 {
		return nil, fmt.Errorf("breadth-first search counts to %d presses only", unreached-1)
	}
	t.distance = make([]uint8, size)
	for i := range t.distance {
		t.distance[i] = unreached
	}
	if p.Colours == 2 {
		return t, t.searchBits(ctx, p)
	}
	return t, t.search(ctx, p)
}

// searchBits is the search for two colours: a board is a set of bits, a press
// an exclusive or.
func (t *boardsTable) searchBits(ctx context.Context, p *Puzzle) error {
	var masks []uint32
	for _, terms := range t.moves(p) {
		mask := uint32(0)
		for _, m := range terms {
			mask |= 1 << m.Index
		}
		if mask != 0 {
			masks = append(masks, mask)
		}
	}
	layer, next := []uint32{0}, []uint32(nil)
	t.distance[0] = 0
	for d := uint8(1); len(layer) > 0; d++ {
		t.layers = append(t.layers, int64(len(layer)))
		next = next[:0]
		for i, board := range layer {
			if i&0xFFFF == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for _, mask := range masks {
				if to := board ^ mask; t.distance[to] == unreached {
					t.distance[to] = d
					next = append(next, to)
				}
			}
		}
		layer, next = next, layer
	}
	return nil
}

// search is the search for any number of colours. It presses buttons forwards
// from the goal, so a table entry is the distance of the negative board.
func (t *boardsTable) search(ctx context.Context, p *Puzzle) error {
	powers := make([]uint32, len(t.cells))
	power := uint32(1)
	for i := range powers {
		powers[i] = power
		power *= uint32(t.k)
	}
	moves := t.moves(p)
	digits := make([]uint32, len(t.cells))
	layer, next := []uint32{0}, []uint32(nil)
	t.distance[0] = 0
	for d := uint8(1); len(layer) > 0; d++ {
		t.layers = append(t.layers, int64(len(layer)))
		next = next[:0]
		for i, board := range layer {
			if i&0xFFF == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for j, rest := 0, board; j < len(digits); j++ {
				digits[j], rest = rest%uint32(t.k), rest/uint32(t.k)
			}
			for _, terms := range moves {
				to := board
				for _, m := range terms {
					to += uint32(m.Amount) * powers[m.Index]
					if digits[m.Index]+uint32(m.Amount) >= uint32(t.k) {
						to -= uint32(t.k) * powers[m.Index]
					}
				}
				if t.distance[to] == unreached {
					t.distance[to] = d
					next = append(next, to)
				}
			}
		}
		layer, next = next, layer
	}
	return nil
}

// moves returns what each button changes, by place among the table's cells.
func (t *boardsTable) moves(p *Puzzle) [][]term {
	place := make([]int32, p.Rows*p.Cols)
	for i, cell := range t.cells {
		place[cell] = int32(i)
	}
	moves := make([][]term, p.buttons())
	for b := range moves {
		moves[b] = p.effects(nil, b)
		for i := range moves[b] {
			moves[b][i].Index = place[moves[b][i].Index]
		}
	}
	return moves
}

// index returns the table's entry for a board: of its negative.
func (t *boardsTable) index(b *board.Board) int {
	at := 0
	for i := len(t.cells) - 1; i >= 0; i-- {
		at = at*t.k + (t.k-int(b.Cells[t.cells[i]]))%t.k
	}
	return at
}

// solveBFS looks a board up in the table and walks down it.
func (p *Puzzle) solveBFS(ctx context.Context, b *board.Board, opt Options) (Answer, error) {
	a := Answer{Status: answer.Bounded, Moves: answer.Unknown, LowerBound: p.pressBound(b), Proof: "cells per press"}
	t, err := p.backwards(ctx, opt.MemoryLimit)
	if ctx.Err() != nil {
		return a, nil
	}
	if err != nil {
		return Answer{}, err
	}
	a.Work = map[string]int64{}
	for _, n := range t.layers {
		a.Work["states"] += n
	}
	here := b.Clone()
	d := t.distance[t.index(here)]
	if d == unreached {
		work := a.Work
		a, err = p.unsolvable(ctx, a, b)
		a.Work, a.Method = work, "bfs"
		return a, err
	}
	times := make([]uint8, p.buttons())
	for left := int(d); left > 0; left-- {
		for button := range times {
			to := here.Clone()
			for _, m := range p.effects(nil, button) {
				to.Cells[m.Index] = uint8((int(to.Cells[m.Index]) + int(m.Amount)) % p.Colours)
			}
			if int(t.distance[t.index(to)]) == left-1 {
				times[button]++
				here = to
				break
			}
		}
	}
	return p.finish(a, b, times, int(d), "bfs", "bfs")
}
