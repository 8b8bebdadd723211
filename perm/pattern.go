package perm

import (
	"encoding/json"
	"fmt"
)

// arranged is what lies in an orbit, as KPuzzle JSON has it: counted from 0.
type arranged struct {
	Pieces      []int `json:"pieces"`
	Orientation []int `json:"orientation"`
}

// Pattern writes a state as JSON: for each orbit its pieces and how they lie,
// {"CORNERS": {"pieces": [1, 0, 2], "orientation": [0, 2, 1]}}, counted from 0.
// Alike pieces have the same number, and the numbers have no gaps.
func (p *Puzzle) Pattern(s State) string {
	orbits := map[string]arranged{}
	for i, o := range p.Orbits {
		q := arranged{[]int{}, []int{}}
		for k := range s[i].Piece {
			q.Pieces = append(q.Pieces, int(s[i].Piece[k]))
			q.Orientation = append(q.Orientation, int(s[i].Twist[k]))
		}
		orbits[o.Name] = q
	}
	text, err := json.Marshal(orbits)
	if err != nil {
		panic(err) // numbers can't fail
	}
	return string(text)
}

// ReadPattern reads a state as Pattern writes it. An orbit left out is solved,
// and so is an orientation. Whether the state can be reached, Solve says.
func (p *Puzzle) ReadPattern(text []byte) (State, error) {
	var orbits map[string]arranged
	if err := json.Unmarshal(text, &orbits); err != nil {
		return nil, fmt.Errorf(`a pattern is written {"ORBIT": {"pieces": [1, 0], "orientation": [0, 0]}}: %w`, err)
	}
	s := p.Solved()
	for i, o := range p.Orbits {
		q, ok := orbits[o.Name]
		if !ok {
			continue
		}
		delete(orbits, o.Name)
		if err := fill(s[i].Piece, q.Pieces, 255); err != nil {
			return nil, fmt.Errorf("pieces of %s: %w", o.Name, err)
		}
		if q.Orientation == nil {
			continue
		}
		if err := fill(s[i].Twist, q.Orientation, o.Twists-1); err != nil {
			return nil, fmt.Errorf("orientation of %s: %w", o.Name, err)
		}
	}
	for name := range orbits {
		return nil, fmt.Errorf("the puzzle has no orbit %q", name)
	}
	return s, nil
}

// fill puts numbers into places.
func fill(places []uint8, numbers []int, most int) error {
	if len(numbers) != len(places) {
		return fmt.Errorf("%d numbers for %d places", len(numbers), len(places))
	}
	for k, n := range numbers {
		if n < 0 || n > most {
			return fmt.Errorf("%d where a number from 0 to %d should be", n, most)
		}
		places[k] = uint8(n)
	}
	return nil
}
