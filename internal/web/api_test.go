package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fewest/floor"
	"fewest/internal/web"
	"fewest/level"
)

type object = map[string]any

// long is a floor that takes far longer than a test.
func long(t testing.TB) object {
	b, err := floor.Random(40, 40, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := level.Letters.Lines(b)
	if err != nil {
		t.Fatal(err)
	}
	return object{"puzzle": "floor", "board": object{"name": "long", "rows": rows}}
}

func TestJobs(t *testing.T) {
	c := start(t, web.Options{Running: 2})
	buttons := object{"a": [][3]int{{0, 0, 1}, {0, 1, 1}}, "b": [][3]int{{0, 1, 1}}}
	for _, test := range []struct {
		request  string
		status   string
		moves    int
		diameter int
	}{
		{`{"puzzle":"floor","board":{"rows":["RRGG","RRGG","BBYY","BBYY"]}}`, "optimal", 4, -1},
		{`{"puzzle":"floor","kind":"solve","board":{"name":"x","cells":[[0,0,1],[1,2,null]]},"options":{"method":"bfs","time_limit":5,"memory_limit":100000000,"seed":7}}`, "optimal", 1, -1},
		{`{"puzzle":"floor","board":{"rows":["RR","RG"]}}`, "impossible", -1, -1},
		{`{"puzzle":"floor","board":{"rows":["RG","GR"], "par": 0, "author": "me"}}`, "optimal", 0, -1},
		{`{"puzzle":"flip","board":{"rows":["010","111","011"],"mask":"plus"}}`, "optimal", 6, -1},
		{`{"puzzle":"flip","board":{"rows":["#."],"mask":"neighbours","wrap":false}}`, "optimal", 1, -1},
		{`{"puzzle":"flip","board":{"rows":["100","000","000","000"],"mask":"king"}}`, "optimal", -2, -1},
		{`{"puzzle":"flip","board":{"rows":["10000","00000","00000","00000","00000"],"mask":"plus"}}`, "impossible", -1, -1},
		{`{"puzzle":"flip","board":{"cells":[[1,2,0],[0,2,1]],"colours":3,"pattern":["010","1X1","010"]}}`, "impossible", -1, -1},
		{`{"puzzle":"flip","board":{"cells":[[1,2,0],[0,2,1]],"colours":3,"pattern":["X1"]}}`, "optimal", -2, -1},
		{fmt.Sprintf(`{"puzzle":"flip","board":{"rows":["01"],"buttons":%s}}`, text(t, buttons)), "optimal", 1, -1},
		{`{"puzzle":"flip","kind":"farthest","size":"4x4"}`, "optimal", -1, 16},
		{`{"puzzle":"flip","kind":"farthest","size":"4x4","mask":"plus","max":5}`, "optimal", -1, 7},
		{`{"puzzle":"flip","kind":"census","size":"3 x 3","mask":"plus","colours":3,"wrap":true}`, "optimal", -1, -2},
		{`{"puzzle":"flip","kind":"census","size":"2x2","colours":4}`, "optimal", -1, -2},
		{`{"puzzle":"flip","kind":"farthest","board":{"rows":["0_0","000"],"mask":"plus"}}`, "optimal", -1, -2},
		{`{"puzzle":"floor","kind":"census","size":"3x4","tiles":"R4G4B4"}`, "optimal", -1, 6},
		{`{"puzzle":"floor","kind":"farthest","size":"4x4","tiles":"R8G8","max":3,"distinct":true}`, "optimal", -1, 10},
		{`{"puzzle":"floor","kind":"farthest","board":{"rows":["RRR","G.G","GGR"]}}`, "optimal", -1, -2},
		{`{"puzzle":"floor","kind":"census","size":"2x3","tiles":"R5G1"}`, "impossible", -1, -1},
		{`{"puzzle":"flip","kind":"farthest","size":"20x20","mask":"cross"}`, "optimal", -1, -2},
	} {
		j := c.submit(test.request)
		j = c.follow(j.ID, nil)
		if j.State != "done" || j.Error != nil {
			t.Errorf("%s: %s, error %v", test.request, j.State, j.Error)
			continue
		}
		if j.Answer.Status != test.status {
			t.Errorf("%s: %s, want %s", test.request, j.Answer.Status, test.status)
		}
		if (j.Answer.Moves == nil) != (test.moves == -1) || test.moves >= 0 && *j.Answer.Moves != test.moves {
			t.Errorf("%s: got %v, want %d moves", test.request, text(t, j.Answer), test.moves)
		}
		if (j.Answer.Diameter == nil) != (test.diameter == -1) || test.diameter >= 0 && *j.Answer.Diameter != test.diameter {
			t.Errorf("%s: got %v, want diameter %d", test.request, text(t, j.Answer), test.diameter)
		}
		// Asked again it's the same, and a browser that comes back after the
		// last event is told so.
		var again job
		if status := c.call("GET", "/api/v1/jobs/"+j.ID, nil, &again); status != 200 || text(t, again) != text(t, j) {
			t.Errorf("%d: got %s\nwas %s", status, text(t, again), text(t, j))
		}
		header := http.Header{"Last-Event-Id": {"done"}}
		if status, _, _ := c.raw("GET", "/api/v1/jobs/"+j.ID+"/events", header, nil); status != http.StatusNoContent {
			t.Errorf("events after the last: %d", status)
		}
	}
	var list struct {
		Jobs []job
		Next *string
	}
	seen := 0
	for path := "/api/v1/jobs?limit=5"; ; path = "/api/v1/jobs?limit=5&after=" + *list.Next {
		list.Next = nil
		c.call("GET", path, nil, &list)
		seen += len(list.Jobs)
		if list.Next == nil {
			break
		}
	}
	if seen != 21 {
		t.Errorf("%d jobs in the list", seen)
	}
	id := list.Jobs[0].ID
	for i, want := range []int{204, 404} {
		if status := c.call("DELETE", "/api/v1/jobs/"+id, nil, nil); status != want {
			t.Errorf("removing it, %d: %d", i, status)
		}
	}
}

// text is a value as JSON.
func text(t testing.TB, v any) string {
	t.Helper()
	s, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(s)
}

// The checks against the schemas can fail.
func TestSchemas(t *testing.T) {
	c := start(t, web.Options{})
	var j object
	c.call("POST", "/api/v1/jobs", `{"puzzle":"floor","board":{"rows":["RG"]}}`, &j)
	for field, value := range map[string]any{"id": 7, "state": "happy", "created": nil, "progress": object{"phase": "x"}, "answer": object{"status": "optimal"}, "error": 1} {
		bad := maps.Clone(j)
		bad[field] = value
		if c.api.component("Job", []byte(text(t, bad))) == nil {
			t.Errorf("a job with %s = %v is taken for one", field, value)
		}
	}
	if c.api.component("Job", []byte(text(t, j))) != nil || c.api.check("GET", "/api/v1/nothing", 200, "application/json", nil) == nil {
		t.Error("the schemas are misread")
	}
}

func TestStopping(t *testing.T) {
	c := start(t, web.Options{Running: 1, Queued: 1})
	running := c.submit(long(t))
	waiting := c.submit(long(t))
	if running.State == "done" {
		t.Errorf("%s and %s", running.State, waiting.State)
	}
	status, header, _ := c.raw("POST", "/api/v1/jobs", nil, strings.NewReader(text(t, long(t))))
	if status != http.StatusTooManyRequests || header.Get("Retry-After") == "" {
		t.Errorf("a job too many: %d, Retry-After %q", status, header.Get("Retry-After"))
	}
	var stopped job
	if status := c.call("DELETE", "/api/v1/jobs/"+waiting.ID, nil, &stopped); status != 200 || stopped.State != "cancelled" {
		t.Errorf("stopping one that waits: %d %s", status, stopped.State)
	}

	// Short work goes on beside it.
	if j := c.follow(c.submit(`{"puzzle":"floor","board":{"rows":["RRG","GBB"]}}`).ID, nil); j.State != "done" {
		t.Errorf("short work: %s", j.State)
	}
	events := 0
	ended := c.follow(running.ID, func() {
		if events++; events == 3 { // bounds are coming
			if status := c.call("DELETE", "/api/v1/jobs/"+running.ID+"?keep=true", nil, &stopped); status != 200 {
				t.Errorf("stopping: %d", status)
			}
		}
	})
	a := ended.Answer
	if ended.State != "cancelled" || a.Status != "bounded" || a.Moves == nil || *a.LowerBound < 1 || *a.LowerBound >= *a.Moves {
		t.Errorf("stopped: %s, %s", ended.State, text(t, a))
	}
	if text(t, stopped) != text(t, ended) {
		t.Errorf("stopping gave %s\nthe end was %s", text(t, stopped), text(t, ended))
	}
	if status := c.call("DELETE", "/api/v1/jobs/"+running.ID+"?keep=true", nil, nil); status != 200 {
		t.Errorf("stopping it again: %d", status)
	}
	var result struct {
		OK    bool
		Moves int
	}
	c.call("POST", "/api/v1/verify", object{"puzzle": "floor", "board": long(t)["board"], "plan": a.Plan}, &result)
	if !result.OK || result.Moves != *a.Moves {
		t.Errorf("its plan: %+v", result)
	}
}

func TestTimeLimit(t *testing.T) {
	c := start(t, web.Options{})
	request := long(t)
	request["options"] = object{"time_limit": 0.3}
	j := c.follow(c.submit(request).ID, nil)
	if j.State != "done" || j.Answer.Status != "bounded" {
		t.Errorf("%s, %s", j.State, text(t, j.Answer))
	}
	j = c.follow(c.submit(`{"puzzle":"flip","kind":"census","size":"7x7","mask":"plus","options":{"method":"naive","time_limit":0.05}}`).ID, nil)
	if j.State != "done" || j.Answer.Status != "bounded" {
		t.Errorf("a census out of time: %s, %s", j.State, text(t, j.Answer))
	}
}

func TestRead(t *testing.T) {
	c := start(t, web.Options{MaxCells: 50})
	type answer struct {
		Boards []object
		Errors []web.ReadError
	}
	for _, test := range []struct {
		puzzle, text string
		colours      int
		boards       string
		errors       []string
	}{
		{"floor", "RGB\nG4B\n\n; name: a\nRG\nGR\n\n{\"cells\": [[0, 30]]}\n", 0,
			`[{"name":"a","rows":["RG","GR"]},{"cells":[[0,30]],"name":"board#3"}]`, []string{"2:2 found '4', expected a letter for a colour or '.' for a hole"}},
		{"flip", "; fewest: flip mask=plus colours=3 wrap\n012\n", 0, `[{"colours":3,"mask":"plus","name":"board#1","rows":["012"],"wrap":true}]`, nil},
		{"flip", "012\n", 3, `[{"colours":3,"name":"board#1","rows":["012"]}]`, nil},
		{"flip", "012\n", 0, `[]`, []string{"1:3 found '2', expected a state below 2, the number of colours"}},
		{"flip", "{\"rows\": [\"01\"], \"mask\": \"star\"}\n", 0, `[]`, []string{"1:0 no mask"}},
		{"floor", strings.Repeat("RGRGRGRG\n", 7), 0, `[]`, []string{"1:0 a board of 7 x 8"}},
		{"floor", "", 0, `[]`, []string{"0:0 found no board"}},
		{"floor", "\x00\xff\xfe", 0, `[]`, []string{"1:1 found U+0000"}},
	} {
		var got answer
		if status := c.call("POST", "/api/v1/read", object{"puzzle": test.puzzle, "text": test.text, "colours": test.colours}, &got); status != 200 {
			t.Errorf("%q: %d", test.text, status)
		}
		if text(t, got.Boards) != test.boards {
			t.Errorf("%q: boards %s", test.text, text(t, got.Boards))
		}
		if !slices.EqualFunc(got.Errors, test.errors, func(e web.ReadError, want string) bool {
			return strings.HasPrefix(fmt.Sprintf("%d:%d %s", e.Line, e.Column, e.Message), want)
		}) {
			t.Errorf("%q: errors %+v", test.text, got.Errors)
		}
	}
	var got answer
	c.call("POST", "/api/v1/read", object{"puzzle": "floor", "text": strings.Repeat("RG\n\n", 1500)}, &got)
	if len(got.Boards) != 1000 || len(got.Errors) != 1 {
		t.Errorf("a long file: %d boards, errors %v", len(got.Boards), got.Errors)
	}
}

func TestRandomAndVerify(t *testing.T) {
	c := start(t, web.Options{})
	var drawn struct {
		Board json.RawMessage
		Seed  uint64
	}
	for _, request := range []object{
		{"puzzle": "floor", "size": "6x6", "colours": 4, "seed": 1},
		{"puzzle": "floor", "size": "3x4"},
		{"puzzle": "flip", "size": "5x5", "mask": "plus", "presses": 4},
		{"puzzle": "flip", "size": "3x3", "mask": "king", "wrap": true, "colours": 5},
	} {
		if status := c.call("POST", "/api/v1/random", request, &drawn); status != 200 {
			t.Errorf("%v: %d", request, status)
			continue
		}
		first := string(drawn.Board)
		request["seed"] = drawn.Seed
		c.call("POST", "/api/v1/random", request, &drawn)
		if string(drawn.Board) != first {
			t.Errorf("%v: drew %s, then %s", request, first, drawn.Board)
		}
		j := c.follow(c.submit(object{"puzzle": request["puzzle"], "board": drawn.Board}).ID, nil)
		var result struct {
			OK      bool
			Problem string
			Moves   int
		}
		if j.Answer.Status != "optimal" {
			continue // a random floor may be impossible
		}
		c.call("POST", "/api/v1/verify", object{"puzzle": request["puzzle"], "board": drawn.Board, "plan": j.Answer.Plan}, &result)
		if !result.OK || result.Problem != "" || result.Moves != *j.Answer.Moves {
			t.Errorf("%v: %+v", request, result)
		}
		c.call("POST", "/api/v1/verify", object{"puzzle": request["puzzle"], "board": drawn.Board, "plan": []int{}}, &result)
		if result.OK == (*j.Answer.Moves > 0) || result.OK == (result.Problem != "") {
			t.Errorf("%v without moves: %+v", request, result)
		}
	}
}

// A hint is a plan at once, though a job proves the same board.
func TestHint(t *testing.T) {
	c := start(t, web.Options{Running: 1})
	running := c.submit(long(t))
	var upper *int
	for upper == nil {
		c.call("GET", "/api/v1/jobs/"+running.ID, nil, &running)
		upper = running.Progress.Upper
		time.Sleep(10 * time.Millisecond)
	}
	var hint struct{ Answer json.RawMessage }
	for i, request := range []object{
		{"puzzle": "floor", "board": long(t)["board"]},
		{"puzzle": "floor", "board": object{"rows": []string{"RRGG", "RRGG", "BBYY", "BBYY"}}},
		{"puzzle": "flip", "board": object{"rows": []string{"010", "111", "011"}, "mask": "plus"}},
	} {
		if status := c.call("POST", "/api/v1/hint", request, &hint); status != 200 {
			t.Errorf("%d", status)
		}
		var a struct {
			Status string
			Moves  int
			Plan   json.RawMessage
		}
		if err := json.Unmarshal(hint.Answer, &a); err != nil {
			t.Error(err)
		}
		var result struct{ OK bool }
		c.call("POST", "/api/v1/verify", object{"puzzle": request["puzzle"], "board": request["board"], "plan": a.Plan}, &result)
		if i == 0 && a.Moves > *upper {
			t.Errorf("a hint of %d moves, and %d were known", a.Moves, *upper)
		}
		if !result.OK || a.Moves < 1 {
			t.Errorf("the plan of %d moves, %s: %+v", a.Moves, a.Status, result)
		}
	}
	if status := c.call("POST", "/api/v1/hint", object{"puzzle": "floor", "board": object{"rows": []string{"01"}}}, nil); status != 422 {
		t.Errorf("no floor: %d", status)
	}
}

func TestPicture(t *testing.T) {
	c := start(t, web.Options{})
	for _, test := range []struct {
		request object
		begin   string
		kind    string
	}{
		{object{"puzzle": "floor", "board": object{"rows": []string{"RRG", "GBB"}}, "plan": [][4]int{{0, 1, 1, 1}}}, "<svg", "image/svg+xml"},
		{object{"puzzle": "floor", "board": object{"rows": []string{"RRG", "GBB"}}, "plan": nil, "format": "png", "style": "quilt"}, "\x89PNG", "image/png"},
		{object{"puzzle": "flip", "board": object{"rows": []string{"010", "111", "010"}, "mask": "plus"}, "plan": [][3]int{{1, 1, 1}}, "format": "gif"}, "GIF8", "image/gif"},
	} {
		status, header, body := c.raw("POST", "/api/v1/picture", nil, strings.NewReader(text(t, test.request)))
		if status != 200 || header.Get("Content-Type") != test.kind || !bytes.HasPrefix(bytes.TrimSpace(body), []byte(test.begin)) {
			t.Errorf("%v: %d, %s, %.60q", test.request, status, header.Get("Content-Type"), body)
		}
	}
	bad := object{"puzzle": "floor", "board": object{"rows": []string{"RRG"}}, "plan": [][4]int{{0, 0, 0, 2}}}
	if status := c.call("POST", "/api/v1/picture", bad, nil); status != 422 {
		t.Errorf("a plan that can't be: %d", status)
	}
}

func TestPage(t *testing.T) {
	c := start(t, web.Options{})
	status, header, body := c.raw("GET", "/", nil, nil)
	if status != 200 || header.Get("Content-Type") != "text/html; charset=utf-8" || !bytes.Contains(body, []byte("<html")) {
		t.Errorf("%d, %s, %.100s", status, header.Get("Content-Type"), body)
	}
	if !strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'") || header.Get("Set-Cookie") != "" {
		t.Errorf("headers %v", header)
	}
	if bytes.Contains(body, []byte("http://")) || bytes.Contains(body, []byte("https://")) {
		t.Errorf("the page loads from elsewhere: %s", body)
	}
	again := http.Header{"If-None-Match": {header.Get("ETag")}}
	if status, _, _ := c.raw("GET", "/", again, nil); status != http.StatusNotModified {
		t.Errorf("unchanged: %d", status)
	}
	for _, path := range []string{"/healthz", "/metrics"} {
		if status, _, body := c.raw("GET", path, nil, nil); status != 200 || len(body) == 0 {
			t.Errorf("%s: %d", path, status)
		}
	}
	c.submit(`{"puzzle":"floor","board":{"rows":["RG"]}}`)
	_, _, body = c.raw("GET", "/metrics", nil, nil)
	for _, want := range []string{"fewest_jobs_running", "fewest_jobs_waiting", `fewest_http_requests_total{route="POST /api/v1/jobs",status="202"} 1`, "go_goroutines"} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %s in the metrics", want)
		}
	}
}
