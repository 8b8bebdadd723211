package web_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"fewest/internal/web"
)

func TestOtherSites(t *testing.T) {
	c := start(t, web.Options{})
	remote := start(t, web.Options{AllowRemote: true, Hosts: []string{"puzzles.example"}})
	own := strings.TrimPrefix(c.base, "http://")
	far := strings.TrimPrefix(remote.base, "http://")
	_, port, _ := net.SplitHostPort(own)
	const board = `{"puzzle":"floor","size":"2x2"}`
	for _, test := range []struct {
		c            *client
		method, path string
		header       string // "Name: value", separated by "; "
		body         string
		want         int
	}{
		{c, "GET", "/", "Host: " + own, "", 200},
		{c, "GET", "/", "Host: localhost:" + port, "", 200},
		{c, "GET", "/", "Host: LOCALHOST", "", 200},
		{c, "GET", "/", "Host: [::1]:" + port, "", 200},
		{c, "GET", "/", "Host: evil.example", "", 421},
		{c, "GET", "/", "Host: localhost.evil.example:" + port, "", 421},
		{c, "GET", "/", "Host: 127.0.0.1.evil.example", "", 421},
		{c, "GET", "/", "Host: 192.168.1.2:" + port, "", 421},
		{c, "GET", "/metrics", "Host: evil.example", "", 421},
		{c, "GET", "/api/v1/jobs", "Host: evil.example", "", 421},
		{remote, "GET", "/", "Host: 192.168.1.2:" + port, "", 200},
		{remote, "GET", "/", "Host: puzzles.example", "", 200},
		{remote, "GET", "/", "Host: evil.example", "", 421},
		{remote, "GET", "/api/v1/jobs", "Host: " + far + "; Origin: http://evil.example", "", 403},

		{c, "POST", "/api/v1/random", "Host: " + own + "; Origin: http://" + own + "; Content-Type: application/json; Sec-Fetch-Site: same-origin", board, 200},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Content-Type: application/json;charset=utf-8", board, 200},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Origin: http://evil.example; Content-Type: application/json", board, 403},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Origin: http://localhost:3000; Content-Type: application/json", board, 403},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Origin: null; Content-Type: application/json", board, 403},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Sec-Fetch-Site: cross-site; Content-Type: application/json", board, 403},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Sec-Fetch-Site: same-site; Content-Type: application/json", board, 403},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Content-Type: text/plain", board, 415},
		{c, "POST", "/api/v1/random", "Host: " + own + "; Content-Type: application/x-www-form-urlencoded", board, 415},
		{c, "POST", "/api/v1/random", "Host: " + own, board, 415},
		{c, "GET", "/api/v1/jobs", "Host: " + own + "; Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate", "", 403},
		{c, "DELETE", "/api/v1/jobs/x", "Host: " + own + "; Origin: http://evil.example", "", 403},
		{c, "OPTIONS", "/api/v1/jobs", "Host: " + own + "; Origin: http://evil.example; Access-Control-Request-Method: POST", "", 403},
		// A link to the page.
		{c, "GET", "/", "Host: " + own + "; Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate", "", 200},
		{c, "GET", "/", "Host: " + own + "; Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: no-cors", "", 403},
	} {
		header := http.Header{}
		for _, field := range strings.Split(test.header, "; ") {
			name, value, _ := strings.Cut(field, ": ")
			header.Set(name, value)
		}
		status, answer, _ := test.c.raw(test.method, test.path, header, strings.NewReader(test.body))
		if status != test.want {
			t.Errorf("%s %s with %s: %d, want %d", test.method, test.path, test.header, status, test.want)
		}
		if answer.Get("Access-Control-Allow-Origin") != "" || answer.Get("Set-Cookie") != "" {
			t.Errorf("headers %v", answer)
		}
	}
}

func TestBadRequests(t *testing.T) {
	c := start(t, web.Options{MaxCells: 100})
	deep := strings.Repeat("[", 500_000)
	for _, test := range []struct {
		path, body string
		want       int
	}{
		{"jobs", ``, 400},
		{"jobs", `{`, 400},
		{"jobs", `[]`, 422},
		{"jobs", `null`, 422},
		{"jobs", `"x"`, 422},
		{"jobs", `{}`, 422},
		{"jobs", `{"puzzle":"chess"}`, 422},
		{"jobs", `{"puzzle":3}`, 422},
		{"jobs", `{"puzzle":"floor"}`, 422},
		{"jobs", `{"puzzle":"floor","board":null}`, 422},
		{"jobs", `{"puzzle":"floor","board":7}`, 422},
		{"jobs", `{"puzzle":"floor","board":{}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":"RG"}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":["RG","R"]}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"name":"` + strings.Repeat("n", 201) + `","rows":["RG"]}}`, 422},
		{"jobs", `{"puzzle":"floor","kind":"census","size":"2x2","tiles":"` + strings.Repeat("R", 2000) + `"}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"cells":[[1.5]]}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"cells":[[300]]}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":["01"]}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":["` + strings.Repeat("R", 101) + `"]}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":["RG"]},"colour":3}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":["RG"]},"options":{"method":"magic"}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":["RG"]},"options":{"time_limit":-1}}`, 422},
		{"jobs", `{"puzzle":"floor","board":{"rows":["RG"]},"options":{"time_limit":1e400}}`, 400},
		{"jobs", `{"puzzle":"floor","board":{"rows":["RG"]},"options":{"memory_limit":"1GiB"}}`, 422},
		{"jobs", `{"puzzle":"floor","kind":"census","size":"4x4"}`, 422},
		{"jobs", `{"puzzle":"floor","kind":"census","size":"4x4","tiles":"R4G4"}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"census","size":"4x4","tiles":"R8G8"}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"census"}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"census","size":"99999999x1"}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"census","size":"1000000x1000000"}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"census","size":"0x4"}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"census","size":"4x4","mask":"star"}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"census","size":"4x4","colours":1}`, 422},
		{"jobs", `{"puzzle":"flip","kind":"farthest","size":"4x4","max":5000}`, 422},
		{"jobs", `{"puzzle":"flip","board":{"rows":["01"],"buttons":{"a":[[9,9,1]]}}}`, 422},
		{"jobs", `{"puzzle":"flip","board":{"rows":["01"],"buttons":{"a":"b"}}}`, 422},
		{"jobs", `{"puzzle":"flip","board":{"rows":["01"],"pattern":["11"]}}`, 422},
		{"jobs", deep, 400},
		{"jobs", `{"puzzle":"floor","board":` + deep, 400},
		{"jobs", `{"puzzle":"floor","board":{"x":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}}`, 422},
		{"jobs", strings.Repeat(`{"a":`, 300_000), 400},
		{"jobs", `{"puzzle":"floor","board":{"cells":[[` + strings.Repeat(`"x",`, 100_000) + `1]]}}`, 422},
		{"read", `{"puzzle":"floor","text":["RG"]}`, 422},
		{"random", `{"puzzle":"floor","size":"20x20"}`, 422},
		{"random", `{"puzzle":"floor","size":"2x2","colours":200}`, 422},
		{"random", `{"puzzle":"floor","size":"2x2","seed":-1}`, 422},
		{"verify", `{"puzzle":"floor","board":{"rows":["RG"]}}`, 422},
		{"verify", `{"puzzle":"floor","board":{"rows":["RG"]},"plan":[[0,0]]}`, 422},
		{"verify", `{"puzzle":"floor","board":{"rows":["RG"]},"plan":[[0,0,0,"x"]]}`, 422},
		{"verify", `{"puzzle":"flip","board":{"rows":["01"]},"plan":{"a":1}}`, 422},
		{"picture", `{"puzzle":"floor","board":{"rows":["RG"]},"format":"exe"}`, 422},
	} {
		var problem struct{ Detail string }
		if status := c.call("POST", "/api/v1/"+test.path, test.body, &problem); status != test.want || problem.Detail == "" {
			t.Errorf("%s %.80s: %d %q, want %d", test.path, test.body, status, problem.Detail, test.want)
		}
		if len(problem.Detail) > 500 {
			t.Errorf("%s %.80s: an answer of %d bytes", test.path, test.body, len(problem.Detail))
		}
	}
	// Plans that can be read and not made are answers.
	for _, plan := range []string{`[[0,0,9,9]]`, `[[-1,0,0,0]]`, `[[0,0,1,1]]`, `[[9223372036854775807,0,0,0]]`} {
		var result struct{ OK bool }
		if status := c.call("POST", "/api/v1/verify", `{"puzzle":"floor","board":{"rows":["RG","RG"]},"plan":`+plan+`}`, &result); status != 200 || result.OK {
			t.Errorf("plan %s: %d %v", plan, status, result.OK)
		}
	}
	for _, plan := range []string{`[[0,0,-1]]`, `[[5,5,1]]`, `[["a",1]]`, `[[0,0,9223372036854775807]]`} {
		var result struct{ OK bool }
		if status := c.call("POST", "/api/v1/verify", `{"puzzle":"flip","board":{"rows":["01"]},"plan":`+plan+`}`, &result); status != 200 && status != 422 || result.OK {
			t.Errorf("plan %s: %d %v", plan, status, result.OK)
		}
	}
	// The server is none the worse for it.
	if j := c.follow(c.submit(`{"puzzle":"floor","board":{"rows":["RRG","GBB"]}}`).ID, nil); j.State != "done" {
		t.Errorf("afterwards: %s", j.State)
	}
}

// endless is a body of many bytes.
type endless struct{ left int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), e.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	e.left -= n
	return int(n), nil
}

func TestLargeBodies(t *testing.T) {
	c := start(t, web.Options{})
	for _, known := range []bool{true, false} {
		request, err := http.NewRequest(http.MethodPost, c.base+"/api/v1/jobs", &endless{100 << 20})
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		if known {
			request.ContentLength = 100 << 20
		}
		response, err := c.http.Do(request)
		if err != nil {
			t.Errorf("length known %v: %v", known, err)
			continue
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(body), "at most") {
			t.Errorf("length known %v: %s %s", known, response.Status, body)
		}
	}
}

func TestPaths(t *testing.T) {
	c := start(t, web.Options{})
	for _, path := range []string{
		"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/assets/../index.html", "//etc/passwd",
		"/..\\..\\etc\\passwd", "/%5c..%5c", "/index.html%00.svg", "/./", "/dist/index.html", "/page.go", "/favicon.svg/", "/nobody", "/api", "/api/v2/jobs",
		"/api/v1/jobs/../jobs", "/api/v1/jobs/%2e%2e", "/api/v1/jobs/" + strings.Repeat("a", 5000), "/api/v1/jobs/a%2fb/events", "/api/v1/jobs/'%20OR%20''='",
		"/.git/config", "/jobs.db",
	} {
		// A client would tidy the path up.
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.base, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path)
		answer, _ := io.ReadAll(conn)
		conn.Close()
		line, _, _ := strings.Cut(string(answer), "\r\n")
		if !strings.Contains(line, " 404 ") && !strings.Contains(line, " 422 ") && !strings.Contains(line, " 400 ") {
			t.Errorf("%s: %s", path, line)
		}
	}
	for _, request := range []string{"PUT /api/v1/jobs", "PATCH /", "POST /healthz", "TRACE /", "BREW /api/v1/jobs"} {
		method, path, _ := strings.Cut(request, " ")
		header := http.Header{"Host": {"localhost"}, "Content-Type": {"application/json"}}
		if status, _, _ := c.raw(method, path, header, nil); status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", request, status)
		}
	}
}

func TestListen(t *testing.T) {
	for _, test := range []struct {
		address string
		remote  bool
		ok      bool
	}{{"127.0.0.1", false, true}, {"localhost", false, true}, {"0.0.0.0", false, false}, {"::", false, false}, {"192.0.2.1", false, false}, {"example.org", true, false}, {"", false, false}, {"127.0.0.1", true, true}} {
		l, err := web.Listen(test.address, 0, test.remote)
		if (err == nil) != test.ok {
			t.Errorf("%q, remote %v: %v", test.address, test.remote, err)
		}
		if err == nil {
			if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
				t.Errorf("%q listens on %v", test.address, l.Addr())
			}
			l.Close()
		}
	}
	// All addresses of IPv4 aren't those of IPv6.
	l, err := web.Listen("0.0.0.0", 0, true)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if !l.Addr().(*net.TCPAddr).IP.Equal(net.IPv4zero) || l.Addr().(*net.TCPAddr).IP.To4() == nil {
		t.Errorf("0.0.0.0 listens on %v", l.Addr())
	}
	if conn, err := net.Dial("tcp6", fmt.Sprintf("[::1]:%d", l.Addr().(*net.TCPAddr).Port)); err == nil {
		conn.Close()
		t.Error("0.0.0.0 listens on IPv6, too")
	}
}
