package flip

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"fewest/board"
	"fewest/flip/internal/coset"
	"fewest/level"
)

// number is a whole number in JSON: a string from 2^53 on, where readers that
// keep numbers in floating point would lose digits.
type number struct{ *big.Int }

func (n number) MarshalJSON() ([]byte, error) {
	if n.BitLen() > 53 {
		return []byte(`"` + n.String() + `"`), nil
	}
	return []byte(n.String()), nil
}

// MarshalJSON writes the distances as one JSON object. Where the diameter isn't
// proven it is null, and diameter_bounds has what is.
func (d Distances) MarshalJSON() ([]byte, error) {
	var out struct {
		Puzzle   string           `json:"puzzle"`
		Size     string           `json:"size"`
		Mask     Mask             `json:"mask"`
		Wrap     bool             `json:"wrap"`
		Colours  int              `json:"colours"`
		Nullity  *int             `json:"nullity"`
		Kernel   number           `json:"kernel"`
		Solvable number           `json:"solvable"`
		Diameter *int             `json:"diameter"`
		Bounds   *[2]int          `json:"diameter_bounds,omitempty"`
		Farthest *number          `json:"farthest"`
		Boards   []any            `json:"boards"`
		Counts   []number         `json:"boards_per_distance"`
		Method   string           `json:"method"`
		Seconds  float64          `json:"seconds"`
		Work     map[string]int64 `json:"work"`
	}
	out.Puzzle = "flip"
	out.Size = fmt.Sprintf("%dx%d", d.Puzzle.Rows, d.Puzzle.Cols)
	out.Mask, out.Wrap, out.Colours = d.Puzzle.Mask, d.Puzzle.Wrap, d.Puzzle.Colours
	if d.Nullity >= 0 {
		out.Nullity = &d.Nullity
	}
	out.Kernel, out.Solvable = number{d.Kernel}, number{d.Solvable}
	if d.Exact() {
		out.Diameter = &d.Diameter
	} else {
		out.Bounds = &[2]int{d.Diameter, d.Upper}
	}
	if d.Farthest != nil {
		out.Farthest = &number{d.Farthest}
	}
	out.Boards = []any{}
	for _, b := range d.Boards {
		out.Boards = append(out.Boards, rowsOf(b))
	}
	for _, n := range d.Counts {
		out.Counts = append(out.Counts, number{n})
	}
	out.Method, out.Seconds = d.Method, d.Seconds
	out.Work = map[string]int64{"states": d.States, "bytes": d.Bytes}
	return json.Marshal(out)
}

// rowsOf returns a board's rows as text, or as lists of numbers if a state has
// no digit.
func rowsOf(b *board.Board) any {
	if lines, err := level.Digits.Lines(b); err == nil {
		return lines
	}
	rows := make([][]any, b.Rows)
	for i, state := range b.Cells {
		if state == board.Hole {
			rows[i/b.Cols] = append(rows[i/b.Cols], nil)
		} else {
			rows[i/b.Cols] = append(rows[i/b.Cols], state)
		}
	}
	return rows
}

// ErrDiffer is what Check returns, wrapped, when two methods don't agree.
var ErrDiffer = errors.New("two methods differ")

// Check measures the puzzle again by another method and compares. It returns
// the method, or an error: ErrDiffer, or that no second method fits the memory.
func Check(ctx context.Context, d Distances, opt CensusOptions) (string, error) {
	opt.Max = 0
	var last error
	for _, method := range []string{"coset", "types", "bfs", "formula"} {
		if method == d.Method {
			continue
		}
		opt.Method = method
		again, err := Census(ctx, d.Puzzle, opt)
		if err != nil {
			last = err
			continue
		}
		same := again.Diameter == d.Diameter && d.Exact()
		if d.Counts != nil {
			same = same && slices.EqualFunc(again.Counts, d.Counts, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
		}
		if !same {
			return method, fmt.Errorf("%w: by %s the distances are %v, by %s %v", ErrDiffer, d.Method, d.Counts, method, again.Counts)
		}
		return method, nil
	}
	var large *coset.TooLarge
	if errors.As(last, &large) || last == nil {
		return "", fmt.Errorf("no second method fits: %v", last)
	}
	return "", fmt.Errorf("no second method fits: %w", last)
}
