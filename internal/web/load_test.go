package web_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fewest/internal/web"
)

// 200 clients at a time: each request is answered or refused as described, no
// job is lost, and afterwards nothing is left running.
func TestManyClients(t *testing.T) {
	clients, each := 200, 2
	if testing.Short() { // under the race detector
		clients = 50
	}
	c := start(t, web.Options{Running: 2, Queued: 30, Kept: 10_000})
	requests := []string{
		`{"puzzle":"floor","board":{"rows":["RRGG","RRGG","BBYY","BBYY"]}}`,
		`{"puzzle":"floor","board":{"rows":["RR","RG"]}}`,
		`{"puzzle":"flip","board":{"rows":["010","111","011"],"mask":"plus"}}`,
		`{"puzzle":"flip","kind":"farthest","size":"4x4"}`,
		text(t, long(t)), // to be stopped
	}
	before := runtime.NumGoroutine()
	var refused atomic.Int64
	var mu sync.Mutex
	accepted := map[string]bool{}
	var all sync.WaitGroup
	for n := range clients {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			for i := range each {
				kind := rng.IntN(4)
				if n%50 == 0 {
					kind = 4
				}
				j, ok := c.insist(requests[kind], &refused)
				if !ok {
					continue
				}
				mu.Lock()
				accepted[j.ID] = true
				mu.Unlock()
				if kind == 4 || i == 1 {
					c.call("DELETE", "/api/v1/jobs/"+j.ID+"?keep=true", nil, nil)
				}
				var end job
				if rng.IntN(2) == 0 {
					end = c.follow(j.ID, nil)
				} else {
					for end = j; end.State == "queued" || end.State == "running"; time.Sleep(20 * time.Millisecond) {
						c.call("GET", "/api/v1/jobs/"+j.ID, nil, &end)
					}
				}
				if end.ID != j.ID || end.State != "done" && (end.State != "cancelled" || kind != 4 && i != 1) {
					t.Errorf("%s ended %s", requests[kind], end.State)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d jobs accepted, %d refused at first", len(accepted), refused.Load())
	if len(accepted) != clients*each {
		t.Errorf("%d jobs accepted, want %d", len(accepted), clients*each)
	}
	listed := c.list()
	for id := range accepted {
		if !listed[id] {
			t.Errorf("job %s is lost", id)
		}
	}
	// Only connections that clients keep open are left.
	c.http.CloseIdleConnections()
	for wait := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+10; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(wait) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// insist starts a job, again if there is no room.
func (c *client) insist(request string, refused *atomic.Int64) (job, bool) {
	for range 2000 {
		status, header, body := c.raw("POST", "/api/v1/jobs", nil, strings.NewReader(request))
		var j job
		switch err := json.Unmarshal(body, &j); {
		case status == http.StatusAccepted && err == nil:
			return j, true
		case status == http.StatusTooManyRequests && header.Get("Retry-After") != "":
			refused.Add(1)
			time.Sleep(30 * time.Millisecond) // sooner than it says, to press on
		default:
			c.t.Errorf("starting a job: %d %s", status, body)
			return j, false
		}
	}
	c.t.Error("no room for a job")
	return job{}, false
}

// list returns the ids of all jobs.
func (c *client) list() map[string]bool {
	ids := map[string]bool{}
	for path := "/api/v1/jobs?limit=100"; ; {
		var list struct {
			Jobs []job
			Next *string
		}
		c.call("GET", path, nil, &list)
		for _, j := range list.Jobs {
			ids[j.ID] = true
		}
		if list.Next == nil {
			return ids
		}
		path = "/api/v1/jobs?limit=100&after=" + *list.Next
	}
}

// Followers that leave in the middle leave nothing behind.
func TestLeaving(t *testing.T) {
	c := start(t, web.Options{})
	j := c.submit(long(t))
	before := runtime.NumGoroutine()
	for range 20 {
		response, err := c.http.Get(c.base + "/api/v1/jobs/" + j.ID + "/events")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := response.Body.Read(make([]byte, 10)); err != nil {
			t.Error(err)
		}
		response.Body.Close()
	}
	for wait := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+5; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(wait) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
	c.call("DELETE", "/api/v1/jobs/"+j.ID, nil, nil)
}

// program runs "fewest serve" as a process of its own.
type program struct {
	*client
	process *exec.Cmd
	log     *strings.Builder
	ended   chan error
}

func run(t *testing.T, arguments ...string) *program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{process: exec.Command(self, append([]string{"serve", "--port", "0"}, arguments...)...), log: &strings.Builder{}, ended: make(chan error, 1)}
	p.process.Env = append(os.Environ(), "RUN_FEWEST=1")
	p.process.Stderr = p.log
	out, err := p.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.process.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, out)
		p.ended <- p.process.Wait()
	}()
	t.Cleanup(func() { p.kill() })
	if err != nil {
		p.kill()
		t.Fatalf("the program said %q, %v: %s", line, err, p.log)
	}
	base, _, _ := strings.Cut(line, "/  ")
	p.client = connect(t, base)
	return p
}

// kill ends the program without warning.
func (p *program) kill() {
	_ = p.process.Process.Kill()
	<-p.ended
	p.ended <- nil
}

// A kill in mid-job loses no finished result, and a start after it shows what
// was under way as interrupted.
func TestKill(t *testing.T) {
	database := filepath.Join(t.TempDir(), "jobs.db")
	arguments := []string{"--database", database, "--jobs", "2", "--queue", "100"}
	p := run(t, arguments...)
	finished := map[string]job{}
	for round := range 3 {
		running := p.submit(long(t))
		for i := range 10 {
			j := p.submit(fmt.Sprintf(`{"puzzle":"floor","board":{"name":"%d-%d","rows":["RRGG","RRGG","BBYY","BBYY"]}}`, round, i))
			finished[j.ID] = p.follow(j.ID, nil)
		}
		other, waiting := p.submit(long(t)), p.submit(long(t)) // both places are taken
		p.kill()

		p = run(t, arguments...)
		for id, was := range finished {
			var is job
			if status := p.call("GET", "/api/v1/jobs/"+id, nil, &is); status != 200 || text(t, is) != text(t, was) {
				t.Errorf("%d: %s\nwas %s", status, text(t, is), text(t, was))
			}
		}
		for _, id := range []string{running.ID, other.ID, waiting.ID} {
			if j := p.follow(id, nil); j.State != "interrupted" {
				t.Errorf("what was under way: %s", j.State)
			}
		}
	}

	// A second server can't have the same database.
	self, _ := os.Executable()
	second := exec.Command(self, "serve", "--port", "0", "--database", database)
	second.Env = append(os.Environ(), "RUN_FEWEST=1")
	if out, err := second.CombinedOutput(); err == nil || second.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "in use by another server") {
		t.Errorf("a second server: %v, %s", err, out)
	}
}

// A signal ends the program in good order: who follows a job gets its bounds.
func TestShutdown(t *testing.T) {
	database := filepath.Join(t.TempDir(), "jobs.db")
	p := run(t, "--database", database, "--log", "json", "--verbose")
	j := p.submit(long(t))
	events := 0
	end := p.follow(j.ID, func() {
		if events++; events == 3 {
			if err := p.process.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
	})
	if end.State != "interrupted" || end.Answer.Status != "bounded" {
		t.Errorf("%s, %s", end.State, text(t, end.Answer))
	}
	p.http.CloseIdleConnections()
	select {
	case err := <-p.ended:
		if err != nil {
			t.Errorf("%v: %s", err, p.log)
		}
		p.ended <- nil
	case <-time.After(20 * time.Second):
		t.Fatal("it goes on")
	}
	for _, line := range strings.Split(strings.TrimSpace(p.log.String()), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("not a line of JSON: %s", line)
		}
	}
	p = run(t, "--database", database)
	var again job
	if p.call("GET", "/api/v1/jobs/"+j.ID, nil, &again); text(t, again) != text(t, end) {
		t.Errorf("got %s\nwas %s", text(t, again), text(t, end))
	}
}
