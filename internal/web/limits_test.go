package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"fewest/flip"
	"fewest/floor"
	"fewest/internal/web"
	"fewest/level"
)

// late is when a limit of 200 ms has failed. Others may keep the machine busy, so
// it is the work of this process that counts, and for one that waits for nothing,
// a time that is long in any case.
const late, veryLate = 5 * time.Second, time.Minute

// stopwatch measures both.
type stopwatch struct {
	begin time.Time
	cpu   time.Duration
}

func startWatch() stopwatch { return stopwatch{time.Now(), cpu()} }

// late reports whether it's too late, and how late it is.
func (w stopwatch) late() (bool, string) {
	wall, work := time.Since(w.begin), cpu()-w.cpu
	return work > late || wall > veryLate, fmt.Sprintf("%v, %v of work", wall.Round(time.Millisecond), work.Round(time.Millisecond))
}

// drawn is a random floor as rows.
func drawn(t testing.TB, rows, cols, colours int) []string {
	t.Helper()
	b, err := floor.Random(rows, cols, colours, 1)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := level.Letters.Lines(b)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// repeated is a board of one row many times.
func repeated(row string, rows int) []string { return slices.Repeat([]string{row}, rows) }

// heaviest is, for each route, a path and a body that make as much work as may
// be asked for; jobs are the ids of a long job that runs and of a large one that
// has ended.
func heaviest(t testing.TB, running, ended string) map[string][2]string {
	zeros := repeated(strings.Repeat("0", 100), 100)
	presses := make([][3]int, 0, 10_000)
	for i := range 10_000 {
		presses = append(presses, [3]int{i / 100, i % 100, 1})
	}
	swaps := make([][4]int, 0, 199) // more are too long a film
	for i := range cap(swaps) {
		swaps = append(swaps, [4]int{i % 100, 0, i % 100, 1})
	}
	wide := drawn(t, 100, 100, 6)
	return map[string][2]string{
		"POST /api/v1/jobs":            {"/api/v1/jobs", text(t, object{"puzzle": "floor", "board": object{"rows": wide}, "options": object{"time_limit": 0.2}})},
		"GET /api/v1/jobs":             {"/api/v1/jobs?limit=100", ""},
		"GET /api/v1/jobs/{id}":        {"/api/v1/jobs/" + ended, ""},
		"GET /api/v1/jobs/{id}/events": {"/api/v1/jobs/" + ended + "/events", ""},
		"DELETE /api/v1/jobs/{id}":     {"/api/v1/jobs/" + running, ""},
		"POST /api/v1/read":            {"/api/v1/read", text(t, object{"puzzle": "floor", "text": strings.Repeat(strings.Join(wide, "\n")+"\n\n", 190)})},
		"POST /api/v1/random":          {"/api/v1/random", `{"puzzle":"flip","size":"100x100","mask":"cross","presses":1000000,"colours":9}`},
		"POST /api/v1/verify": {"/api/v1/verify", text(t, object{"puzzle": "flip", "plan": presses, "board": object{
			"rows": zeros, "wrap": true, "pattern": append(repeated(strings.Repeat("1", 1000), 999), "X"+strings.Repeat("1", 999))}})},
		"POST /api/v1/picture": {"/api/v1/picture", text(t, object{"puzzle": "floor", "format": "gif", "board": object{"rows": wide}, "plan": swaps})},
		"POST /api/v1/hint":    {"/api/v1/hint", text(t, object{"puzzle": "floor", "board": object{"rows": wide}})},
		"GET /openapi.json":    {"/openapi.json", ""},
		"GET /healthz":         {"/healthz", ""},
		"GET /metrics":         {"/metrics", ""},
		"GET /":                {"/", ""},
	}
}

// largeBoard is one whose buttons fill a request.
func largeBoard(t testing.TB, bytes int) object {
	buttons := object{}
	var cells [][2]int
	for i := range 100 {
		cells = append(cells, [2]int{i / 10, i % 10})
	}
	each := len(text(t, cells)) + 10
	for i := range bytes / each {
		buttons[fmt.Sprintf("b%d", i)] = cells
	}
	return object{"rows": repeated("0000000000", 10), "buttons": buttons, "name": strings.Repeat("n", 200)}
}

// Every endpoint there is answers in time, and leaves nothing running when its
// client has left.
func TestEveryEndpoint(t *testing.T) {
	if testing.Short() {
		t.Skip("measures work, of which the race detector makes ten times as much")
	}
	s, err := web.New(web.Options{Running: 1})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		s.Close()
	})
	c := connect(t, h.URL)
	request := long(t)
	running := c.submit(request)
	ended := c.follow(c.submit(object{"puzzle": "flip", "board": largeBoard(t, 1_900_000)}).ID, nil)
	if ended.State != "done" {
		t.Fatalf("the large board: %s %v", ended.State, ended.Error)
	}
	routes := s.Routes()
	slices.Sort(routes)
	leaving := heaviest(t, running.ID, ended.ID)
	for _, route := range routes {
		if leaving[route][0] == "" {
			t.Errorf("%s isn't tested", route)
		}
	}
	c.call("DELETE", "/api/v1/jobs/"+running.ID, nil, nil)
	for _, route := range routes {
		t.Run(route, func(t *testing.T) {
			about := strings.Contains(route, "{id}") // a job that runs
			var running job
			begin := func() {
				if about {
					running = c.submit(request)
				}
			}
			end := func() {
				if about {
					c.call("DELETE", "/api/v1/jobs/"+running.ID+"?keep=true", nil, nil)
				}
			}
			begin()
			method, _, _ := strings.Cut(route, " ")
			what := heaviest(t, running.ID, ended.ID)[route]
			send := func(ctx context.Context) (int, []byte, error) {
				request, err := http.NewRequestWithContext(ctx, method, c.base+what[0], strings.NewReader(what[1]))
				if err != nil {
					t.Fatal(err)
				}
				if method == "POST" {
					request.Header.Set("Content-Type", "application/json")
				}
				response, err := c.http.Do(request)
				if err != nil {
					return 0, nil, err
				}
				defer response.Body.Close()
				body, err := io.ReadAll(response.Body)
				return response.StatusCode, body, err
			}
			watch := startWatch()
			status, body, err := send(t.Context())
			tooLate, took := watch.late()
			if err != nil || status >= 300 || tooLate {
				t.Errorf("%s, %d %.200s, %v", took, status, body, err)
			}
			end()
			quiet(t, "an answer")

			begin()
			what = heaviest(t, running.ID, ended.ID)[route]
			ctx, leave := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer leave()
			_, _, _ = send(ctx)
			end()
			quiet(t, "its client left")
			t.Logf("answered in %s", took)
		})
	}
}

// quiet waits until this process does nothing.
func quiet(t testing.TB, after string) {
	t.Helper()
	const window = 100 * time.Millisecond
	for watch := startWatch(); ; {
		before := cpu()
		time.Sleep(window)
		if used := cpu() - before; used < window/50 {
			return
		}
		if tooLate, took := watch.late(); tooLate {
			t.Fatalf("%s after %s the server still works", took, after)
		}
	}
}

// Every kind of job by every method, on boards that take it long, ends by its
// limit, when it is stopped, and when the server stops.
func TestEveryJob(t *testing.T) {
	if testing.Short() {
		t.Skip("measures work, of which the race detector makes ten times as much")
	}
	requests := everyJob(t)
	c := start(t, web.Options{Running: 2, Queued: len(requests)})
	for i, r := range requests {
		name := fmt.Sprintf("%d-%v-%v-%v", i, r["puzzle"], r["kind"], r["options"].(object)["method"])
		t.Run(name, func(t *testing.T) {
			r["options"].(object)["time_limit"] = 0.2
			watch := startWatch()
			j := c.follow(c.submit(r).ID, nil)
			if tooLate, took := watch.late(); tooLate || j.State != "done" && j.State != "failed" {
				t.Errorf("with a limit of 0.2 s: %s after %s", j.State, took)
			}
			if j.State != "done" && !strings.Contains(fmt.Sprint(text(t, j.Error)), "method") {
				t.Errorf("%s %v", j.State, text(t, j.Error))
			}
			delete(r["options"].(object), "time_limit")
			j = c.submit(r)
			time.Sleep(100 * time.Millisecond)
			watch = startWatch()
			c.call("DELETE", "/api/v1/jobs/"+j.ID+"?keep=true", nil, nil)
			j = c.follow(j.ID, nil)
			if tooLate, took := watch.late(); tooLate {
				t.Errorf("stopped: %s after %s", j.State, took)
			}
		})
	}
	// All at once, and the server stops.
	s, err := web.New(web.Options{Running: len(requests), Queued: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range requests {
		q := httptest.NewRequest(http.MethodPost, "/api/v1/jobs", bytes.NewReader([]byte(text(t, r))))
		q.Host = "localhost"
		q.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, q); w.Code != http.StatusAccepted {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	time.Sleep(200 * time.Millisecond)
	watch := startWatch()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if tooLate, took := watch.late(); tooLate {
		t.Errorf("the server took %s to stop", took)
	}
	quiet(t, "its end")
}

// everyJob is a request for each kind and method there is.
func everyJob(t testing.TB) []object {
	var all []object
	add := func(r object, method string) {
		copied := object{}
		if err := json.Unmarshal([]byte(text(t, r)), &copied); err != nil {
			t.Fatal(err)
		}
		copied["options"] = object{"method": method}
		all = append(all, copied)
	}
	for _, method := range floor.Methods {
		rows := drawn(t, 25, 25, 6)
		switch method {
		case "row":
			rows = drawn(t, 1, 60, 3)
		case "assignment":
			rows = nil
			for r := range 60 {
				rows = append(rows, strings.Repeat("RG"[r%2:r%2+1]+"G", 30)[:60])
			}
			for r := range rows {
				rows[r] = strings.Repeat("R", 30) + strings.Repeat("G", 30)
			}
		}
		add(object{"puzzle": "floor", "kind": "solve", "board": object{"rows": rows}}, string(method))
	}
	for _, method := range flip.Methods {
		for _, b := range []object{
			{"rows": repeated(strings.Repeat("10", 15), 30), "mask": "cross"},
			{"rows": repeated("1"+strings.Repeat("0", 18), 19), "mask": "plus"},
			{"rows": repeated("12"+strings.Repeat("0", 28), 30), "mask": "king", "colours": 6, "wrap": true},
		} {
			add(object{"puzzle": "flip", "kind": "solve", "board": b}, string(method))
		}
	}
	for _, kind := range []string{"census", "farthest"} {
		add(object{"puzzle": "floor", "kind": kind, "size": "5x5", "tiles": "R7G6B6C6"}, "bfs")
		for _, method := range flip.CensusMethods {
			add(object{"puzzle": "flip", "kind": kind, "size": "5x5", "mask": "plus"}, string(method))
			add(object{"puzzle": "flip", "kind": kind, "size": "16x16", "mask": "plus", "max": 12}, string(method))
			add(object{"puzzle": "flip", "kind": kind, "size": "99x99", "mask": "plus"}, string(method))
			add(object{"puzzle": "flip", "kind": kind, "size": "4x6", "mask": "king", "colours": 3, "wrap": true}, string(method))
		}
	}
	return all
}
