package answer

import (
	"encoding/json"
	"fmt"

	"fewest/board"
)

// Status says how much is known.
type Status string

const (
	// Optimal: the plan has the fewest moves, and a lower bound meets it.
	Optimal Status = "optimal"
	// Bounded: a limit ended the work; the bounds are proven, the gap is open.
	Bounded Status = "bounded"
	// Impossible: no plan exists.
	Impossible Status = "impossible"
	// Failed: the board could not be read or the question not be asked.
	Failed Status = "error"
)

// Unknown stands for a number of moves when no plan is known.
const Unknown = -1

// Answer is what a solver found for one board. M is the puzzle's move.
type Answer[M any] struct {
	Name       string           // the board's name
	Puzzle     string           // "floor" or "flip"
	Status     Status           // how much is known
	Moves      int              // the plan's length, or Unknown
	LowerBound int              // proven; equals Moves when optimal; meaningless when impossible
	Plan       []M              // the moves, in order; nil when none is known
	Method     string           // what produced the plan
	Proof      string           // what proved the lower bound, or the impossibility
	Reason     string           // why impossible, as a sentence
	Stop       Stop             // what ended the work, if bounded
	Cells      [][3]int         // flips: row, column, weight of the combination no press changes
	Seconds    float64          // time taken
	Work       map[string]int64 // counters such as "states" or "conflicts"
	Error      string           // what was wrong, for Failed
}

// Progress is what a running solver knows so far.
type Progress struct {
	Phase string // what it is doing, in a word or two
	Lower int    // proven lower bound
	Upper int    // length of the best plan known, or Unknown
	Done  uint64 // states counted or searched so far; 0 if that isn't how it works
	All   uint64 // of a census: as many as there can be at most; 0 if unknown
}

// Short gives the answer as one line for scripts: "35", "not possible",
// "35..37", "35.." when no plan is known, or "error".
func (a *Answer[M]) Short() string {
	switch {
	case a.Status == Optimal:
		return fmt.Sprint(a.Moves)
	case a.Status == Impossible:
		return "not possible"
	case a.Status == Bounded && a.Moves == Unknown:
		return fmt.Sprintf("%d..", a.LowerBound)
	case a.Status == Bounded:
		return fmt.Sprintf("%d..%d", a.LowerBound, a.Moves)
	default:
		return "error"
	}
}

// record is the answer as JSON; pointers and omitempty say what may be absent.
type record[M any] struct {
	Name       string `json:"name"`
	Puzzle     string `json:"puzzle"`
	Status     Status `json:"status"`
	Error      string `json:"error,omitempty"`
	Moves      *int   `json:"moves"`
	LowerBound *int   `json:"lower_bound"`
	Plan       []M    `json:"plan"`
	Method     string `json:"method,omitempty"`
	Proof      string `json:"proof,omitempty"`
	stopRecord
	Cells   []weighted       `json:"reason_cells,omitempty"`
	Seconds float64          `json:"seconds"`
	Work    map[string]int64 `json:"work,omitempty"`
}

// weighted is a cell with its weight: row, column, weight.
type weighted [3]int

// UnmarshalJSON reads three numbers, no more and no fewer.
func (w *weighted) UnmarshalJSON(data []byte) error {
	numbers, err := board.Numbers(data, len(w))
	if err != nil {
		return fmt.Errorf("a cell of a reason is [row, col, weight], not %w", err)
	}
	copy(w[:], numbers)
	return nil
}

// failure is all that is written of a board with an error.
type failure struct {
	Name   string `json:"name"`
	Puzzle string `json:"puzzle"`
	Status Status `json:"status"`
	Error  string `json:"error"`
}

// MarshalJSON writes the answer as one JSON object.
func (a Answer[M]) MarshalJSON() ([]byte, error) {
	if a.Status == Failed {
		return json.Marshal(failure{a.Name, a.Puzzle, a.Status, a.Error})
	}
	r := record[M]{
		Name: a.Name, Puzzle: a.Puzzle, Status: a.Status,
		Method: a.Method, Proof: a.Proof, stopRecord: a.Stop.record(),
		Seconds: a.Seconds, Work: a.Work,
	}
	for _, c := range a.Cells {
		r.Cells = append(r.Cells, c)
	}
	if a.Reason != "" {
		r.stopRecord = stopRecord{Reason: a.Reason}
	}
	if a.Status != Impossible {
		r.LowerBound = &a.LowerBound
		if a.Moves != Unknown {
			r.Moves = &a.Moves
			r.Plan = a.Plan
			if r.Plan == nil {
				r.Plan = []M{}
			}
		}
	}
	return json.Marshal(r)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *Answer[M]) UnmarshalJSON(data []byte) error {
	var r record[M]
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	*a = Answer[M]{
		Name: r.Name, Puzzle: r.Puzzle, Status: r.Status, Moves: Unknown, Plan: r.Plan,
		Method: r.Method, Proof: r.Proof, Stop: r.stop(),
		Seconds: r.Seconds, Work: r.Work, Error: r.Error,
	}
	for _, c := range r.Cells {
		a.Cells = append(a.Cells, c)
	}
	if r.Cause == "" {
		a.Reason = r.Reason
	}
	if r.Moves != nil {
		a.Moves = *r.Moves
	}
	if r.LowerBound != nil {
		a.LowerBound = *r.LowerBound
	}
	return nil
}
