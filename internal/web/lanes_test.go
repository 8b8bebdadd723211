package web_test

import (
	"testing"
	"time"

	"fewest/internal/web"
)

// A hint, a small board and a check don't wait while long proofs run and wait.
// Each is asked for several times; the fastest says how long it takes by itself.
func TestShortWorkBesideLong(t *testing.T) {
	c := start(t, web.Options{Running: 1})
	var running []job
	for range 4 {
		running = append(running, c.submit(long(t)))
	}
	time.Sleep(500 * time.Millisecond)
	board := object{"rows": []string{"RRGG", "RRGG", "BBYY", "BBYY"}}
	other := object{"rows": drawn(t, 15, 15, 6)}
	for what, ask := range map[string]func(){
		"a hint": func() {
			c.call("POST", "/api/v1/hint", object{"puzzle": "floor", "board": other}, nil)
		},
		"a small board": func() {
			if j := c.follow(c.submit(object{"puzzle": "floor", "board": board}).ID, nil); j.State != "done" || j.Answer.Status != "optimal" {
				t.Errorf("a small board: %s", j.State)
			}
		},
		"a check": func() {
			c.call("POST", "/api/v1/verify", object{"puzzle": "floor", "board": board, "plan": [][4]int{}}, nil)
		},
	} {
		best := time.Hour
		for range 5 {
			begin := time.Now()
			ask()
			best = min(best, time.Since(begin))
		}
		t.Logf("%s takes %v", what, best.Round(time.Millisecond))
		if best > 300*time.Millisecond && full() {
			t.Errorf("%s takes %v", what, best)
		}
	}
	for _, j := range running {
		var now job
		if c.call("DELETE", "/api/v1/jobs/"+j.ID+"?keep=true", nil, &now); now.State == "done" {
			t.Errorf("a long proof has ended: %s", now.State)
		}
	}
}
