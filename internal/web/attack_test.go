package web_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// full reports whether the attacks come at their full size.
func full() bool { return os.Getenv("FEWEST_LONG") != "" }

// memory is the most memory that the program has had, in bytes.
func (p *program) memory() int64 {
	p.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.process.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		p.t.Fatal(err)
	}
	return n << 10
}

// cpu is how long the program has worked.
func (p *program) cpu() time.Duration {
	p.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.process.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// attacked starts a program whose health is asked for all the while until the
// test ends; then its memory must have stayed below 500 MB.
func attacked(t *testing.T) *program {
	if runtime.GOOS != "linux" {
		t.Skip("memory is measured on Linux")
	}
	p := run(t, "--database", t.TempDir()+"/jobs.db", "--jobs", "1")
	stop := make(chan struct{})
	var asking sync.WaitGroup
	var slowest atomic.Int64
	asking.Go(func() {
		own := &http.Client{Timeout: veryLate}
		defer own.CloseIdleConnections()
		for {
			begin := time.Now()
			response, err := own.Get(p.base + "/healthz")
			if err != nil {
				t.Errorf("/healthz: %v", err)
				return
			}
			response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("/healthz: %s", response.Status)
			}
			slowest.Store(max(slowest.Load(), int64(time.Since(begin))))
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	t.Cleanup(func() {
		close(stop)
		asking.Wait()
		const most = 500_000_000
		n := p.memory()
		if n > most {
			t.Errorf("%d MB of memory", n/1_000_000)
		}
		t.Logf("%d MB of memory at most, /healthz answers in %v at most", n/1_000_000, time.Duration(slowest.Load()))
	})
	return p
}

// Many jobs with the longest names and the largest requests, listed by several
// at once.
func TestAttackByLists(t *testing.T) {
	n, bytes := 20, 200_000
	if full() {
		n, bytes = 100, 1_900_000
	}
	p := attacked(t)
	body := text(t, object{"puzzle": "flip", "board": largeBoard(t, bytes)})
	var refused atomic.Int64
	for range n {
		j, ok := p.insist(body, &refused)
		if !ok {
			t.FailNow()
		}
		p.follow(j.ID, nil)
	}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 5 {
				status, _, list := p.raw("GET", "/api/v1/jobs?limit=100", nil, nil)
				if status != 200 || len(list) > 1000*n {
					t.Errorf("a list of %d bytes: %d", len(list), status)
				}
			}
		})
	}
	all.Wait()
}

// Readers that ask for the events of a large job and never read them.
func TestAttackByReaders(t *testing.T) {
	n, bytes := 60, 200_000
	if full() {
		n, bytes = 400, 1_900_000
	}
	p := attacked(t)
	j := p.submit(object{"puzzle": "flip", "board": largeBoard(t, bytes)})
	p.follow(j.ID, nil)
	running := p.submit(long(t))
	for i := range n {
		conn, err := net.Dial("tcp", strings.TrimPrefix(p.base, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
		path := "/api/v1/jobs/" + j.ID
		switch i % 3 {
		case 1:
			path += "/events"
		case 2:
			path = "/api/v1/jobs/" + running.ID + "/events"
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path)
	}
	time.Sleep(2 * time.Second)
	p.call("DELETE", "/api/v1/jobs/"+running.ID+"?keep=true", nil, nil)
	time.Sleep(time.Second)
}

// The largest bodies for each operation from clients that leave: no core is held
// for more than a second after.
func TestAttackByLeaving(t *testing.T) {
	if testing.Short() {
		t.Skip("measures work, of which the race detector makes ten times as much")
	}
	n := 5
	if full() {
		n = 50
	}
	p := attacked(t)
	for route, what := range heaviest(t, "nobody", "nobody") {
		if !strings.HasPrefix(route, "POST") || strings.HasSuffix(route, "/jobs") {
			continue // a job isn't bound to its client
		}
		var all sync.WaitGroup
		for range n {
			all.Go(func() {
				ctx, leave := context.WithTimeout(t.Context(), 200*time.Millisecond)
				defer leave()
				request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.base+what[0], strings.NewReader(what[1]))
				if err != nil {
					t.Error(err)
					return
				}
				request.Header.Set("Content-Type", "application/json")
				if response, err := p.http.Do(request); err == nil {
					response.Body.Close()
				}
			})
		}
		all.Wait()
		before := p.cpu()
		time.Sleep(2 * time.Second)
		if held := p.cpu() - before; held > time.Second {
			t.Errorf("%s: a core is held for %v after its clients left", route, held)
		} else {
			t.Logf("%s: %v of work after its clients left", route, held)
		}
	}
}

// Requests that never end, and connections that never begin one, from one
// address: others are served, and so is the address itself when they are gone.
func TestAttackByConnections(t *testing.T) {
	p := attacked(t)
	address := strings.TrimPrefix(p.base, "http://")
	var held []net.Conn
	for i := range 900 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		held = append(held, conn)
		if i%2 == 0 {
			fmt.Fprintf(conn, "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1900000\r\n\r\n{")
		}
	}
	time.Sleep(time.Second)
	for _, conn := range held {
		conn.Close()
	}
	if j := p.follow(p.submit(`{"puzzle":"floor","board":{"rows":["RRG","GBB"]}}`).ID, nil); j.State != "done" {
		t.Errorf("afterwards: %s", j.State)
	}
}
