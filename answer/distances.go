package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"fewest/board"
)

// Distances says how far from the goal the boards of a puzzle lie: the fewest
// moves from each. It is what a census counted, or a search for the farthest
// found.
type Distances struct {
	Puzzle       string     // "floor", "flip" or "perm"
	Facts        []Fact     // what was measured: its size, its tiles, its moves and the like
	Status       Status     // Optimal: the diameter is proven; Bounded: Stop says why it isn't; Impossible: no board reaches the goal
	Stop         Stop       // what ended the work, if Bounded
	Solvable     *big.Int   // how many boards reach the goal; nil if that isn't known
	Lower, Upper int        // proven bounds on the diameter, equal if Optimal; Upper may be Unknown
	Counts       []*big.Int // boards at each distance from 0 on; if Bounded, at the first distances; nil if not counted
	Boards       []Far      // some of the farthest
	Alphabet     string     // how JSON writes cells: the character of a hole, then those of colours 0, 1, 2, ...
	Method       string
	Seconds      float64          // time taken
	Work         map[string]int64 // counters such as "states" or "bytes"
}

// Fact is a field of Distances that only some puzzles have.
type Fact struct {
	Name  string // as in JSON
	Value any    // a string, a bool, an int, a *big.Int, a list, or nil
}

// Far is one of the boards that lie farthest.
type Far struct {
	Board    *board.Board    // nil for permutation puzzles
	Pattern  json.RawMessage // permutation puzzles: the state
	Scramble []string        // permutation puzzles: a shortest way there from the solved state; nil if not known
}

// Exact reports whether all is known that was asked for.
func (d *Distances) Exact() bool { return d.Status != Bounded }

// Fact returns the value of a fact, nil if there is none of that name.
func (d *Distances) Fact(name string) any {
	for _, f := range d.Facts {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Counted returns how many boards are counted.
func (d *Distances) Counted() *big.Int {
	sum := new(big.Int)
	for _, n := range d.Counts {
		sum.Add(sum, n)
	}
	return sum
}

// Farthest returns how many boards lie at the diameter; nil if that wasn't
// counted.
func (d *Distances) Farthest() *big.Int {
	if d.Status != Optimal || len(d.Counts) == 0 {
		return nil
	}
	return d.Counts[len(d.Counts)-1]
}

// SetLayers takes the counts of a whole census over, or of its first layers.
// Where they aren't all there is, stop says why.
func (d *Distances) SetLayers(layers []uint64, stop Stop) {
	d.Status, d.Stop, d.Counts = Optimal, stop, nil
	for _, n := range layers {
		d.Counts = append(d.Counts, new(big.Int).SetUint64(n))
	}
	d.Lower = max(len(layers)-1, 0)
	d.Upper = d.Lower
	switch {
	case stop != Stop{}:
		d.Status, d.Upper = Bounded, Unknown
	case len(layers) == 0:
		d.Status = Impossible
		d.Solvable = new(big.Int)
	default:
		d.Solvable = d.Counted()
	}
}

// distancesRecord is what the JSON of all puzzles' distances has, behind the facts.
type distancesRecord struct {
	Status   Status `json:"status"`
	Solvable any    `json:"solvable"`
	Diameter *int   `json:"diameter"`
	Bounds   []*int `json:"diameter_bounds,omitempty"`
	Farthest any    `json:"farthest"`
	Boards   []any  `json:"boards"`
	Counts   []any  `json:"boards_per_distance"`
	Method   string `json:"method"`
	stopRecord
	Seconds float64          `json:"seconds"`
	Work    map[string]int64 `json:"work"`
}

// MarshalJSON writes the distances as one JSON object. Where the diameter isn't
// proven it is null, and diameter_bounds has what is known. Boards are rows of
// characters, or of numbers where a colour has no character.
func (d Distances) MarshalJSON() ([]byte, error) {
	r := distancesRecord{
		Status: d.Status, Solvable: whole(d.Solvable), Farthest: whole(d.Farthest()), Boards: []any{},
		Method: d.Method, stopRecord: d.Stop.record(), Seconds: d.Seconds, Work: d.Work,
	}
	switch {
	case d.Status == Optimal:
		r.Diameter = &d.Lower
	case d.Status == Bounded && d.Upper == Unknown:
		r.Bounds = []*int{&d.Lower, nil}
	case d.Status == Bounded:
		r.Bounds = []*int{&d.Lower, &d.Upper}
	}
	for _, far := range d.Boards {
		r.Boards = append(r.Boards, far.json(d.Alphabet))
	}
	if d.Counts != nil {
		r.Counts = []any{}
	}
	for _, n := range d.Counts {
		r.Counts = append(r.Counts, whole(n))
	}
	var out bytes.Buffer
	for i, f := range append([]Fact{{"puzzle", d.Puzzle}}, d.Facts...) {
		if n, ok := f.Value.(*big.Int); ok {
			f.Value = whole(n)
		}
		text, err := json.Marshal(f.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		fmt.Fprintf(&out, "%c%q:%s", "{,"[min(i, 1)], f.Name, text)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	out.WriteByte(',')
	out.Write(text[1:])
	return out.Bytes(), nil
}

// json returns the board as JSON has it.
func (f *Far) json(alphabet string) any {
	if f.Board == nil {
		return struct {
			Scramble any             `json:"scramble"`
			Pattern  json.RawMessage `json:"pattern"`
		}{f.scramble(), f.Pattern}
	}
	lines, numbers := []string{}, [][]any{}
	for cells := range slices.Chunk(f.Board.Cells, f.Board.Cols) {
		var line []byte
		var row []any
		for _, colour := range cells {
			place := int(colour) + 1
			row = append(row, colour)
			if colour == board.Hole {
				place, row[len(row)-1] = 0, nil
			}
			if place < len(alphabet) {
				line = append(line, alphabet[place])
			}
		}
		lines, numbers = append(lines, string(line)), append(numbers, row)
		if len(line) < len(cells) {
			alphabet = "" // of no use for this board
		}
	}
	if alphabet == "" {
		return numbers
	}
	return lines
}

// scramble returns the way to a state as text, nil if it isn't known.
func (f *Far) scramble() any {
	if f.Scramble == nil {
		return nil
	}
	return strings.Join(f.Scramble, " ")
}

// whole returns a whole number as JSON has it in every answer: a string from
// 2^53 on, where readers that keep numbers in floating point would lose digits;
// null for nil.
func whole(n *big.Int) any {
	switch {
	case n == nil:
		return nil
	case n.BitLen() > 53:
		return n.String()
	}
	return n.Int64()
}
