package floor

import (
	"encoding/json"
	"fmt"

	"fewest/answer"
	"fewest/board"
)

// Swap exchanges the tiles of two cells that share a side.
type Swap struct{ A, B board.Cell }

// Answer is what Solve returns.
type Answer = answer.Answer[Swap]

// String gives the swap as people count, from 1.
func (s Swap) String() string { return fmt.Sprintf("%v with %v", s.A, s.B) }

// MarshalJSON writes [row, col, row, col], counted from 0.
func (s Swap) MarshalJSON() ([]byte, error) {
	return json.Marshal([4]int{s.A.Row, s.A.Col, s.B.Row, s.B.Col})
}

// UnmarshalJSON reads [row, col, row, col], counted from 0.
func (s *Swap) UnmarshalJSON(data []byte) error {
	numbers, err := board.Numbers(data, 4)
	if err != nil {
		return fmt.Errorf("a swap is [row, col, row, col], not %w", err)
	}
	s.A = board.Cell{Row: numbers[0], Col: numbers[1]}
	s.B = board.Cell{Row: numbers[2], Col: numbers[3]}
	return nil
}

// Conflicts returns the edges whose two tiles have the same colour, in the
// order of Board.Edges. An error says that b is no board.
func Conflicts(b *board.Board) ([]board.Edge, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	var conflicts []board.Edge
	for _, e := range b.Edges() {
		if b.Cells[e.A] == b.Cells[e.B] {
			conflicts = append(conflicts, e)
		}
	}
	return conflicts, nil
}

// Replay returns the board that the plan leads to, and leaves b as it is. The
// error says that b is no board, or which swap, counted from 1, can't be made
// and why.
func Replay(b *board.Board, plan []Swap) (*board.Board, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	after := b.Clone()
	for i, s := range plan {
		for _, c := range []board.Cell{s.A, s.B} {
			if c.Row < 0 || c.Row >= b.Rows || c.Col < 0 || c.Col >= b.Cols {
				return nil, fmt.Errorf("swap %d: %v is not on the board of %d x %d", i+1, c, b.Rows, b.Cols)
			}
			if !b.Contains(c) {
				return nil, fmt.Errorf("swap %d: %v is a hole", i+1, c)
			}
		}
		if abs(s.A.Row-s.B.Row)+abs(s.A.Col-s.B.Col) != 1 {
			return nil, fmt.Errorf("swap %d: %v and %v do not share a side", i+1, s.A, s.B)
		}
		p, q := b.Index(s.A), b.Index(s.B)
		after.Cells[p], after.Cells[q] = after.Cells[q], after.Cells[p]
	}
	return after, nil
}

// Verify replays the plan and reports what is wrong with it: a swap that can't
// be made, or a floor that isn't done at the end. It says nothing about whether
// a shorter plan exists. With no plan it says whether the floor is done.
func Verify(b *board.Board, plan []Swap) error {
	after, err := Replay(b, plan)
	if err != nil {
		return err
	}
	left, err := Conflicts(after)
	if len(left) > 0 {
		return fmt.Errorf("not done after %s: %v and %v have the same colour (%s)",
			count(len(plan), "swap"), b.Cell(int(left[0].A)), b.Cell(int(left[0].B)), count(len(left), "such pair"))
	}
	return err
}

// count writes how many there are of something.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
