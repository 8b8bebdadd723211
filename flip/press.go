package flip

import (
	"encoding/json"
	"fmt"
	"math"
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
		default:
			return fmt.Errorf("a press is [row, col, times] or [\"button\", times], not %s", data)
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

// Presses returns a plan's length: how many times any button is pressed, or
// math.MaxInt if that is more.
func Presses(plan []Press) int {
	n := 0
	for _, press := range plan {
		if press.Times > 0 && n > math.MaxInt-press.Times {
			return math.MaxInt
		}
		n += press.Times
	}
	return n
}
