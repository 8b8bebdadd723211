package flip

import (
	"encoding/json"
	"fmt"

	"fewest/board"
)

// Press is a button pressed so many times. Button is its name in a puzzle with
// a list of buttons; elsewhere the button is the cell at Row and Col, from 0.
type Press struct {
	Button   string
	Row, Col int
	Times    int
}

// String gives the press as people write it, rows and columns from 1.
func (p Press) String() string {
	s := fmt.Sprintf("(%d,%d)", p.Row+1, p.Col+1)
	if p.Button != "" {
		s = p.Button
	}
	if p.Times != 1 {
		s += fmt.Sprintf(" x%d", p.Times)
	}
	return s
}

// MarshalJSON writes [row, col, times], counted from 0, or ["button", times].
func (p Press) MarshalJSON() ([]byte, error) {
	if p.Button != "" {
		return json.Marshal([]any{p.Button, p.Times})
	}
	return json.Marshal([3]int{p.Row, p.Col, p.Times})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Press) UnmarshalJSON(data []byte) error {
	var parts []any
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	var numbers []int
	*p = Press{}
	for i, part := range parts {
		switch v := part.(type) {
		case string:
			if i > 0 || v == "" {
				return fmt.Errorf("a press is [row, col, times] or [\"button\", times], not %s", data)
			}
			p.Button = v
		case float64:
			if v != float64(int(v)) {
				return fmt.Errorf("a press counts in whole numbers, not %v", v)
			}
			numbers = append(numbers, int(v))
		}
	}
	switch {
	case p.Button != "" && len(parts) == 2 && len(numbers) == 1:
		p.Times = numbers[0]
	case p.Button == "" && len(parts) == 3 && len(numbers) == 3:
		p.Row, p.Col, p.Times = numbers[0], numbers[1], numbers[2]
	default:
		return fmt.Errorf("a press is [row, col, times] or [\"button\", times], not %s", data)
	}
	return nil
}

// Presses returns a plan's length: how many times any button is pressed.
func Presses(plan []Press) int {
	n := 0
	for _, press := range plan {
		n += press.Times
	}
	return n
}

// Replay returns the board that a plan leads to, or which press can't be made.
func (p *Puzzle) Replay(b *board.Board, plan []Press) (*board.Board, error) {
	if err := p.check(b); err != nil {
		return nil, err
	}
	numbers := map[string]int{}
	for i, name := range p.names {
		numbers[name] = i
	}
	times := make([]uint8, p.buttons())
	for i, press := range plan {
		button, err := p.button(press, numbers)
		if err != nil {
			return nil, fmt.Errorf("press %d: %w", i+1, err)
		}
		if press.Times < 1 {
			return nil, fmt.Errorf("press %d: pressed %d times", i+1, press.Times)
		}
		times[button] = uint8((int(times[button]) + press.Times) % p.Colours)
	}
	out := b.Clone()
	p.apply(out, times)
	return out, nil
}

// apply presses each button so many times.
func (p *Puzzle) apply(b *board.Board, times []uint8) {
	if p.Mask == Cross {
		p.applyCross(b, times)
		return
	}
	var buf []term
	for button, n := range times {
		if n == 0 {
			continue
		}
		buf = p.effects(buf[:0], button)
		for _, t := range buf {
			b.Cells[t.Index] = uint8((int(b.Cells[t.Index]) + int(n)*int(t.Amount)) % p.Colours)
		}
	}
}

// applyCross is apply for the mask Cross: a cell changes by the presses of its
// row and its column, less its own, which are in both.
func (p *Puzzle) applyCross(b *board.Board, times []uint8) {
	rows, cols := make([]int, p.Rows), make([]int, p.Cols)
	for i, n := range times {
		if !p.hole(i) {
			rows[i/p.Cols] += int(n)
			cols[i%p.Cols] += int(n)
		}
	}
	for i, n := range times {
		if !p.hole(i) {
			b.Cells[i] = uint8((int(b.Cells[i]) + rows[i/p.Cols] + cols[i%p.Cols] + p.Colours - int(n)) % p.Colours)
		}
	}
}

// Verify reports why a plan doesn't bring the board to all zeros, or nil.
func (p *Puzzle) Verify(b *board.Board, plan []Press) error {
	end, err := p.Replay(b, plan)
	if err != nil {
		return err
	}
	for i, state := range end.Cells {
		if state != 0 && state != board.Hole {
			return fmt.Errorf("after the plan %v shows %d, not 0", end.Cell(i), state)
		}
	}
	return nil
}

// button returns the number of the button that a press names.
func (p *Puzzle) button(press Press, numbers map[string]int) (int, error) {
	if p.Mask == Buttons {
		if b, ok := numbers[press.Button]; ok {
			return b, nil
		}
		return 0, fmt.Errorf("no button %q", press.Button)
	}
	if press.Button != "" {
		return 0, fmt.Errorf("button %q: the buttons of this puzzle are its cells", press.Button)
	}
	at := board.Cell{Row: press.Row, Col: press.Col}
	if at.Row < 0 || at.Row >= p.Rows || at.Col < 0 || at.Col >= p.Cols || p.hole(at.Row*p.Cols+at.Col) {
		return 0, fmt.Errorf("%v is no cell of the board", at)
	}
	return at.Row*p.Cols + at.Col, nil
}

// plan returns the presses that button counts stand for, in button order.
func (p *Puzzle) plan(times []uint8) []Press {
	plan := []Press{}
	for b, n := range times {
		switch {
		case n == 0:
		case p.Mask == Buttons:
			plan = append(plan, Press{Button: p.names[b], Times: int(n)})
		default:
			plan = append(plan, Press{Row: b / p.Cols, Col: b % p.Cols, Times: int(n)})
		}
	}
	return plan
}
