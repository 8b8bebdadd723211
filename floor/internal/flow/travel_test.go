package flow

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fewest/floor/internal/graph"
)

type floor struct {
	Name    string
	Rows    []string
	Optimum int
	Bounds  [2]int
}

func (f floor) graph() (*graph.Graph, []uint8) {
	cols := len(f.Rows[0])
	number := map[rune]uint8{}
	var start []uint8
	for _, c := range strings.Join(f.Rows, "") {
		if _, known := number[c]; !known {
			number[c] = uint8(len(number))
		}
		start = append(start, number[c])
	}
	return grid(len(f.Rows), cols, nil), start
}

func readFloors(t testing.TB, name string) []floor {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []floor
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var f floor
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			t.Fatal(err)
		}
		if f.Optimum > 0 {
			f.Bounds = [2]int{f.Optimum, f.Optimum}
		}
		all = append(all, f)
	}
	return all
}

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestTravel solves the floors of testdata that take a moment, and checks their
// proofs; with FEWEST_LONG all of them, for 20 seconds each at most.
func TestTravel(t *testing.T) {
	quick := "sorted8 sorted12 sorted10c3 quad10 stripes3_12 half48_3 half40c4_1 clump10_1 clump10c4_3 rects10_3 rects10c4_2 two10_1 two_rows"
	limit := time.Minute
	if os.Getenv("FEWEST_LONG") != "" {
		quick, limit = "", 20*time.Second
	}
	for _, f := range readFloors(t, "testdata/travel.jsonl") {
		if quick != "" && !slices.Contains(strings.Fields(quick), f.Name) {
			continue
		}
		g, start := f.graph()
		r := sweep(t, f, limit)
		if f.Optimum > 0 && (r.Plan == nil || len(r.Plan) != f.Optimum || r.Lower != f.Optimum) {
			t.Errorf("%s: %d..%d, want %d", f.Name, r.Lower, len(r.Plan), f.Optimum)
		}
		if err := check(g, start, r.Proof); err != nil || r.Proof.Bound != r.Lower {
			t.Errorf("%s: proof of %d: %v", f.Name, r.Lower, err)
		}
	}
}

// TestSweep prints how the floors of the file FEWEST_FLOORS fare with
// FEWEST_LIMIT for each.
func TestSweep(t *testing.T) {
	if os.Getenv("FEWEST_FLOORS") == "" {
		t.Skip("set FEWEST_FLOORS to a file of floors")
	}
	limit, err := time.ParseDuration(os.Getenv("FEWEST_LIMIT"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range readFloors(t, os.Getenv("FEWEST_FLOORS")) {
		if only := os.Getenv("FEWEST_ONLY"); only != "" && !slices.Contains(strings.Fields(only), f.Name) {
			continue
		}
		r := sweep(t, f, limit)
		if os.Getenv("FEWEST_CHECK") != "" && r.Proof != nil {
			g, start := f.graph()
			if err := check(g, start, r.Proof); err != nil {
				t.Errorf("%s: proof of %d: %v", f.Name, r.Proof.Bound, err)
			}
		}
	}
}

// sweep bounds a floor and logs what came when.
func sweep(t *testing.T, f floor, limit time.Duration) Result {
	g, start := f.graph()
	begun := cpu()
	var log strings.Builder
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // the limit is of CPU time
		for cpu() < begun+limit && ctx.Err() == nil {
			time.Sleep(limit / 100)
		}
		cancel()
	}()
	r := Bound(ctx, g, start, Options{Report: func(lower int, plan []int32) {
		n := -1
		if plan != nil {
			n = len(plan)
			if len(g.Conflicts(g.Replay(start, plan))) > 0 {
				t.Errorf("%s: the plan of %d leaves conflicts", f.Name, n)
			}
		}
		fmt.Fprintf(&log, " %d..%d@%.2f", lower, n, (cpu() - begun).Seconds())
		if f.Bounds[1] > 0 && (lower > f.Bounds[1] || plan != nil && n < f.Bounds[0]) {
			t.Errorf("%s: %d..%d, known %v", f.Name, lower, n, f.Bounds)
		}
	}})
	state := "open  "
	if r.Plan != nil && len(r.Plan) <= r.Lower {
		state = "closed"
	}
	t.Logf("%s %-12s %v %d..%d, value %.2f, %.2f s, %d iterations:%s", state, f.Name, f.Bounds, r.Lower, len(r.Plan), r.Value, (cpu() - begun).Seconds(), r.Iterations, log.String())
	return r
}
