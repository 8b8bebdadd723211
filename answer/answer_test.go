package answer

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Every kind of answer, what it is as JSON and what it is in short.
var examples = []struct {
	answer Answer[[2]int]
	json   string
	short  string
}{
	{
		Answer[[2]int]{Name: "a", Puzzle: "floor", Status: Optimal, Moves: 1, LowerBound: 1, Plan: [][2]int{{3, 4}},
			Method: "bfs", Proof: "exhaustion", Seconds: 0.5, Work: map[string]int64{"states": 7}},
		`{"name":"a","puzzle":"floor","status":"optimal","moves":1,"lower_bound":1,"plan":[[3,4]],"method":"bfs","proof":"exhaustion","seconds":0.5,"work":{"states":7}}`,
		"1",
	},
	{
		Answer[[2]int]{Name: "done", Puzzle: "floor", Status: Optimal, Plan: [][2]int{}},
		`{"name":"done","puzzle":"floor","status":"optimal","moves":0,"lower_bound":0,"plan":[],"seconds":0}`,
		"0",
	},
	{
		Answer[[2]int]{Name: "b", Puzzle: "flip", Status: Bounded, Moves: 2, LowerBound: 1, Plan: [][2]int{{0, 0}, {1, 1}}, Proof: "p"},
		`{"name":"b","puzzle":"flip","status":"bounded","moves":2,"lower_bound":1,"plan":[[0,0],[1,1]],"proof":"p","seconds":0}`,
		"1..2",
	},
	{
		Answer[[2]int]{Name: "c", Puzzle: "flip", Status: Bounded, Moves: Unknown, LowerBound: 5},
		`{"name":"c","puzzle":"flip","status":"bounded","moves":null,"lower_bound":5,"plan":null,"seconds":0}`,
		"5..",
	},
	{
		Answer[[2]int]{Name: "d", Puzzle: "flip", Status: Impossible, Moves: Unknown, Proof: "counting", Reason: "why", Cells: [][3]int{{0, 1, 2}}},
		`{"name":"d","puzzle":"flip","status":"impossible","moves":null,"lower_bound":null,"plan":null,"proof":"counting","reason":"why","reason_cells":[[0,1,2]],"seconds":0}`,
		"not possible",
	},
	{
		Answer[[2]int]{Name: "e", Puzzle: "floor", Status: Failed, Moves: Unknown, Error: "what"},
		`{"name":"e","puzzle":"floor","status":"error","error":"what"}`,
		"error",
	},
}

func TestJSON(t *testing.T) {
	for _, e := range examples {
		got, err := json.Marshal(e.answer)
		if err != nil || string(got) != e.json {
			t.Errorf("%s: %v\n got %s\nwant %s", e.answer.Name, err, got, e.json)
		}
		var back Answer[[2]int]
		if err := json.Unmarshal([]byte(e.json), &back); err != nil || !reflect.DeepEqual(back, e.answer) {
			t.Errorf("%s came back as %+v, %v", e.json, back, err)
		}
	}
}

// An optimal answer of no moves has a plan, an empty one.
func TestEmptyPlan(t *testing.T) {
	got, _ := json.Marshal(Answer[[2]int]{Status: Optimal})
	if want := `{"name":"","puzzle":"","status":"optimal","moves":0,"lower_bound":0,"plan":[],"seconds":0}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestShort(t *testing.T) {
	for _, e := range examples {
		if got := e.answer.Short(); got != e.short {
			t.Errorf("%s: %q, want %q", e.answer.Name, got, e.short)
		}
	}
}

func TestBrokenJSON(t *testing.T) {
	for _, text := range []string{``, `[]`, `{"moves":"many"}`, `{"plan":[[1,"x"]]}`, `{"plan":{}}`, `{"reason_cells":[[0,1]]}`, `{"reason_cells":[[0,1,2,3]]}`, `{"reason_cells":[[0,1,null]]}`} {
		var a Answer[[2]int]
		if json.Unmarshal([]byte(text), &a) == nil {
			t.Errorf("%s read as %+v", text, a)
		}
	}
}
