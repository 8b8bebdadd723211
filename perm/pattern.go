package perm

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
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
	root, err := parse(text, "pattern")
	switch {
	case err != nil:
		return nil, errors.New("a pattern that is broken JSON")
	case root.items == nil:
		return nil, errors.New(`a pattern is written {"ORBIT": {"pieces": [1, 0], "orientation": [0, 0]}}`)
	}
	if inner := root.get("patternData"); inner != nil && inner.items != nil {
		root = inner
	}
	s := p.Solved()
	for _, name := range root.keys {
		i := p.orbit(name)
		if i < 0 {
			return nil, fmt.Errorf("no orbit %q in the pattern; there are %s", name, strings.Join(p.orbitNames(), ", "))
		}
		o, q := &p.Orbits[i], root.items[name]
		if q.items == nil || q.get("pieces") == nil {
			return nil, fmt.Errorf(`orbit %s: found no pieces, expected {"pieces": [1, 0], "orientation": [0, 0]}`, name)
		}
		if err := q.get("pieces").fill(s[i].Piece, 255); err != nil {
			return nil, fmt.Errorf("pieces of %s: %w", o.Name, err)
		}
		if twists := q.get("orientation"); twists != nil && twists.value != nil {
			if err := twists.fill(s[i].Twist, o.Twists-1); err != nil {
				return nil, fmt.Errorf("orientation of %s: %w", o.Name, err)
			}
		}
		for k, piece := range s[i].Piece {
			if o.Modulus != nil && int(piece) < len(o.Modulus) {
				s[i].Twist[k] %= uint8(o.Modulus[piece])
			}
		}
	}
	return s, nil
}

// orbit returns the index of an orbit, or -1.
func (p *Puzzle) orbit(name string) int {
	return slices.IndexFunc(p.Orbits, func(o Orbit) bool { return o.Name == name })
}

func (p *Puzzle) orbitNames() (names []string) {
	for _, o := range p.Orbits {
		names = append(names, o.Name)
	}
	return names
}

// fill puts the numbers of a list into places.
func (n *node) fill(places []uint8, most int) error {
	if n.value != json.Delim('[') || len(n.list) != len(places) {
		return fmt.Errorf("found %d numbers, expected one for each of its %d places", len(n.list), len(places))
	}
	for k, item := range n.list {
		number, _ := item.value.(json.Number)
		v, err := number.Int64()
		if err != nil || v < 0 || v > int64(most) {
			return fmt.Errorf("found %v, expected a whole number from 0 to %d", item.value, most)
		}
		places[k] = uint8(v)
	}
	return nil
}
