package flip

import (
	"context"
	"fmt"
	"math/big"

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
	p        *Puzzle
	k        int
	cells    []int // positions of the cells, holes left out
	distance census.Distances
	layers   []uint64 // boards per distance
	bytes    int64
	stop     answer.Stop // what ended the search before the table was whole, if anything
}

// newTable prepares a table of all boards, entries left out. The error says that
// there are too many: copies of the table take more than most bytes.
func newTable(p *Puzzle, copies int, most int64) (t *boardsTable, size int64, err error) {
	t = &boardsTable{p: p, k: p.grid.colours}
	size = int64(copies)
	for i := range p.grid.rows * p.grid.cols {
		if p.grid.hole(i) {
			continue
		}
		t.cells = append(t.cells, i)
		if size *= int64(t.k); size > most {
			return nil, 0, answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("a table of %d^%d boards", t.k, p.Cells())}
		}
	}
	if p.Cells()*(t.k-1) > unreached-1 {
		return nil, 0, answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("tables of boards count to %d presses only", unreached-1)}
	}
	return t, size, nil
}

// backwards makes the table, a byte and three bits for each board. It presses
// buttons forwards from the goal, so an entry is the distance of the negative
// board.
func backwards(ctx context.Context, p *Puzzle, memory int64) (*boardsTable, error) {
	t, size, err := newTable(p, 1, min(memory/11*8, 1<<40))
	if err != nil {
		return nil, err
	}
	t.distance = census.NewDistances(uint64(size))
	table, err := census.Count(ctx, t.space(), census.Options{MaxBytes: memory - size, Record: t.distance.Record})
	switch {
	case err != nil:
		return nil, err
	case table.Stop == space.MemoryLimit:
		return nil, answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("breadth-first search of %d^%d boards", t.k, p.Cells()), Needed: table.Bytes + size}
	}
	t.layers, t.bytes = table.Layers, table.Bytes+size
	if !table.Complete() {
		t.stop = answer.Ended(ctx)
	}
	return t, nil
}

// space returns the boards and buttons as a space of numbered states.
func (t *boardsTable) space() census.Space {
	bits := census.Bits{N: len(t.cells)}
	vectors := census.Vectors{N: len(t.cells), K: t.k}
	for _, terms := range t.moves() {
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
func (t *boardsTable) moves() [][]term {
	place := make([]int32, t.p.grid.rows*t.p.grid.cols)
	for i, cell := range t.cells {
		place[cell] = int32(i)
	}
	moves := make([][]term, t.p.moves.count())
	for b := range moves {
		moves[b] = t.p.moves.effects(nil, b)
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

// count counts the boards at each distance.
func (t *boardsTable) count() *counts {
	c := &counts{method: BFS, bytes: t.bytes, stop: t.stop, boards: t.farthest(t.distance, len(t.layers)-1)}
	for _, n := range t.layers {
		c.perDistance = append(c.perDistance, new(big.Int).SetUint64(n))
		c.states += int64(n)
	}
	return c
}

// farthest visits the boards at a distance.
func (t *boardsTable) farthest(distance []uint8, far int) func(visit func(*board.Board) bool) {
	return func(visit func(*board.Board) bool) {
		for at, d := range distance {
			if int(d) != far {
				continue
			}
			b := t.p.Board()
			for _, cell := range t.cells {
				b.Cells[cell] = uint8((t.k - at%t.k) % t.k)
				at /= t.k
			}
			if !visit(b) {
				return
			}
		}
	}
}

// breadthFirst looks the board up in a table and walks down it.
func (s *solver) breadthFirst(ctx context.Context) error {
	t, err := backwards(ctx, s.p, s.opt.MemoryLimit)
	if err == nil && t.stop != (answer.Stop{}) {
		err = t.stop
	}
	if err != nil {
		s.a.Stop, err = stopped(ctx, err)
		return err
	}
	s.a.Work = map[string]int64{"states": t.count().states}
	here := s.b.Clone()
	d := t.distance[t.index(here)]
	if d == unreached {
		err := s.unsolvable(ctx)
		s.a.Method = "bfs"
		return err
	}
	times := make([]uint8, s.p.moves.count())
	for left := int(d); left > 0; left-- {
		for button := range times {
			to := here.Clone()
			for _, m := range s.p.moves.effects(nil, button) {
				to.Cells[m.Index] = uint8((int(to.Cells[m.Index]) + int(m.Amount)) % t.k)
			}
			if int(t.distance[t.index(to)]) == left-1 {
				times[button]++
				here = to
				break
			}
		}
	}
	return s.finish(times, int(d), "bfs", Exhaustion)
}
