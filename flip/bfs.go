package flip

import (
	"context"
	"fmt"

	"fewest/answer"
	"fewest/board"
	"fewest/space"
	"fewest/space/census"
)

// unreached marks a board that no presses lead to.
const unreached = 0xFF

// boardsTable is the distance of every board from all zeros: of the board whose
// cells read as a number in base k, the last cell first, byte by byte. It is
// made the classic way, by one breadth-first search backwards from the goal,
// and is what the other methods are tested against.
type boardsTable struct {
	k        int
	cells    []int // positions of the cells, holes left out
	distance census.Distances
	layers   []uint64 // boards per distance
	bytes    int64
	stop     answer.Stop // what ended the search before the table was whole, if anything
}

// backwards makes the table. Distances above 254 don't fit. It presses buttons
// forwards from the goal, so an entry is the distance of the negative board.
func (p *Puzzle) backwards(ctx context.Context, memory int64) (*boardsTable, error) {
	t := &boardsTable{k: p.Colours}
	tooMany := answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("breadth-first search needs a byte and three bits for each of %d^%d boards", p.Colours, p.Cells())}
	size := int64(1)
	for i := range p.Rows * p.Cols {
		if !p.hole(i) {
			t.cells = append(t.cells, i)
			if size *= int64(p.Colours); size > memory/11*8 || size > 1<<40 {
				return nil, tooMany
			}
		}
	}
	if p.Cells()*(p.Colours-1) > unreached-1 {
		return nil, fmt.Errorf("breadth-first search counts to %d presses only", unreached-1)
	}
	t.distance = census.NewDistances(uint64(size))
	table, err := census.Count(ctx, t.space(p), census.Options{MaxBytes: memory - size, Record: t.distance.Record})
	switch {
	case err != nil:
		return nil, err
	case table.Stop == space.MemoryLimit:
		tooMany.Needed = table.Bytes + size
		return nil, tooMany
	}
	t.layers, t.bytes = table.Layers, table.Bytes+size
	if !table.Complete() {
		t.stop = answer.Ended(ctx)
	}
	return t, nil
}

// space returns the boards and buttons as a space of numbered states.
func (t *boardsTable) space(p *Puzzle) census.Space {
	bits := census.Bits{N: len(t.cells)}
	vectors := census.Vectors{N: len(t.cells), K: t.k}
	for _, terms := range t.moves(p) {
		mask, vector := uint64(0), make([]uint8, len(t.cells))
		for _, m := range terms {
			mask |= 1 << m.Index
			vector[m.Index] = uint8(m.Amount)
		}
		bits.Moves = append(bits.Moves, mask)
		vectors.Moves = append(vectors.Moves, vector)
	}
	if t.k == 2 {
		return bits
	}
	return vectors
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
	if err == nil && t.stop != (answer.Stop{}) {
		err = t.stop
	}
	if a.Stop = stopped(ctx, err); a.Stop != (answer.Stop{}) {
		return a, nil
	}
	if err != nil {
		return Answer{}, err
	}
	a.Work = map[string]int64{}
	for _, n := range t.layers {
		a.Work["states"] += int64(n)
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
