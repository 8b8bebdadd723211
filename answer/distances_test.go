package answer

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"testing"
	"time"

	"fewest/board"
)

// Distances as JSON: whole, none, bounded in each way, numbers beyond 2^53,
// boards as characters, as numbers and as patterns.
func TestDistancesJSON(t *testing.T) {
	grid := &board.Board{Rows: 2, Cols: 2, Cells: []uint8{0, 1, board.Hole, 2}}
	for _, c := range []struct {
		d    Distances
		edit func(*Distances)
		want string
	}{
		{Distances{Puzzle: "floor", Facts: []Fact{{"size", "2x2"}, {"kernel", big.NewInt(1 << 54)}, {"nullity", nil}}, Alphabet: ".ABC", Method: "bfs"},
			func(d *Distances) { d.SetLayers([]uint64{1, 1 << 60}, Stop{}); d.Boards = []Far{{Board: grid}} },
			`{"puzzle":"floor","size":"2x2","kernel":"18014398509481984","nullity":null,"status":"optimal","solvable":"1152921504606846977","diameter":1,"farthest":"1152921504606846976","boards":[["AB",".C"]],"boards_per_distance":[1,"1152921504606846976"],"method":"bfs","seconds":0,"work":null}`},
		{Distances{Alphabet: "_01"}, func(d *Distances) { d.SetLayers([]uint64{}, Stop{}); d.Boards = []Far{{Board: grid}} },
			`{"puzzle":"","status":"impossible","solvable":0,"diameter":null,"farthest":null,"boards":[[[0,1],[null,2]]],"boards_per_distance":null,"method":"","seconds":0,"work":null}`},
		{Distances{}, func(d *Distances) {
			d.SetLayers([]uint64{1, 2}, Stop{Cause: MemoryLimit, Needed: 1<<20 + 1})
			d.Boards = []Far{{Pattern: json.RawMessage(`{"A":1}`), Scramble: []string{"U", "R"}}}
		},
			`{"puzzle":"","status":"bounded","solvable":null,"diameter":null,"diameter_bounds":[1,null],"farthest":null,"boards":[{"scramble":"U R","pattern":{"A":1}}],"boards_per_distance":[1,2],"method":"","reason":"memory limit reached: needs 2 MiB","stopped_by":"memory limit","memory_needed":1048577,"seconds":0,"work":null}`},
		{Distances{Status: Bounded, Lower: 3, Upper: 5, Stop: Stop{Cause: OwnLimit, What: "enough"}}, func(*Distances) {},
			`{"puzzle":"","status":"bounded","solvable":null,"diameter":null,"diameter_bounds":[3,5],"farthest":null,"boards":[],"boards_per_distance":null,"method":"","reason":"enough","stopped_by":"own limit","limit":"enough","seconds":0,"work":null}`},
	} {
		c.edit(&c.d)
		got, err := json.Marshal(c.d)
		if err != nil || string(got) != c.want {
			t.Errorf("%v\n got %s\nwant %s", err, got, c.want)
		}
	}
}

// A stop says what ended the work, and comes back from JSON.
func TestStop(t *testing.T) {
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	for want, s := range map[string]Stop{
		"":                                     Ended(context.Background()),
		"time limit reached":                   Ended(late),
		"interrupted":                          Ended(stopped),
		"memory limit reached":                 {Cause: MemoryLimit},
		"memory limit reached: x: needs 1 MiB": {Cause: MemoryLimit, What: "x", Needed: 1},
		"only so far":                          {Cause: OwnLimit, What: "only so far"},
	} {
		if s.String() != want {
			t.Errorf("%q, want %q", s, want)
		}
		a := Answer[int]{Status: Bounded, Moves: Unknown, Stop: s}
		text, err := json.Marshal(a)
		var back Answer[int]
		if err != nil || json.Unmarshal(text, &back) != nil || back.Stop != s {
			t.Errorf("%+v came back from %s as %+v, %v", s, text, back.Stop, err)
		}
		var stop Stop
		if !errors.As(error(s), &stop) || stop != s {
			t.Errorf("%+v as an error is %+v", s, stop)
		}
	}
}
