package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.uber.org/goleak"

	"fewest/internal/cli"
	"fewest/internal/web"
)

// TestMain runs the tests, or the program itself if a test asks for it.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_FEWEST") != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		os.Exit(cli.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

// client talks to a server and holds every answer against the schema that the
// server gives.
type client struct {
	t    testing.TB
	base string
	http *http.Client
	api  *schemas
}

// start starts a server in this process, stopped at the test's end.
func start(t testing.TB, opt web.Options) *client {
	t.Helper()
	s, err := web.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return connect(t, h.URL)
}

// connect returns a client of a server.
func connect(t testing.TB, base string) *client {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 200}
	t.Cleanup(transport.CloseIdleConnections)
	c := &client{t: t, base: base, http: &http.Client{Transport: transport, Timeout: time.Minute}}
	status, _, body := c.raw("GET", "/openapi.json", nil, nil)
	if status != 200 {
		t.Fatalf("openapi.json: %d", status)
	}
	c.api = readSchemas(t, body)
	return c
}

// raw sends a request and returns the answer's status, headers and body.
func (c *client) raw(method, path string, header http.Header, body io.Reader) (int, http.Header, []byte) {
	c.t.Helper()
	request, err := http.NewRequest(method, c.base+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	if header != nil {
		request.Header = header
		request.Host = header.Get("Host")
	} else if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.t.Errorf("%s %s: %v", method, path, err)
		return 0, nil, nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Errorf("%s %s: %v", method, path, err)
	}
	return response.StatusCode, response.Header, text
}

// call sends a request with a body, any value as JSON or a string as it is, and
// reads the answer into to, if it isn't nil. The answer must fit the schema.
func (c *client) call(method, path string, body, to any) int {
	c.t.Helper()
	var send io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		send = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			c.t.Fatal(err)
		}
		send = bytes.NewReader(text)
	}
	status, header, text := c.raw(method, path, nil, send)
	if err := c.api.check(method, path, status, header.Get("Content-Type"), text); err != nil {
		c.t.Errorf("%s %s: %d %.300s\nisn't as described: %v", method, path, status, text, err)
	}
	if to != nil {
		if err := json.Unmarshal(text, to); err != nil {
			c.t.Errorf("%s %s: %d %.300s: %v", method, path, status, text, err)
		}
	}
	return status
}

// job is a job in the form that clients see.
type job struct {
	ID       string
	State    string
	Progress struct {
		Phase string
		Lower int
		Upper *int
	}
	Answer struct {
		Status     string
		Moves      *int
		LowerBound *int `json:"lower_bound"`
		Plan       json.RawMessage
		Diameter   *int
		Counts     []any `json:"boards_per_distance"`
	}
	Error *string
}

// submit starts a job.
func (c *client) submit(request any) job {
	c.t.Helper()
	var j job
	if status := c.call("POST", "/api/v1/jobs", request, &j); status != http.StatusAccepted {
		c.t.Fatalf("submit: %d", status)
	}
	return j
}

// follow reads the events of a job until it has ended, and calls each, if it
// isn't nil, for every progress.
func (c *client) follow(id string, each func()) job {
	c.t.Helper()
	response, err := c.http.Get(c.base + "/api/v1/jobs/" + id + "/events")
	if err != nil {
		c.t.Errorf("events of %s: %v", id, err)
		return job{}
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		c.t.Errorf("events of %s: %s", id, response.Status)
	}
	var j job
	name := ""
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case field == "event":
			name = value
		case field == "data" && name == "progress":
			if err := c.api.component("Progress", []byte(value)); err != nil {
				c.t.Errorf("progress %s isn't as described: %v", value, err)
			}
			if each != nil {
				each()
			}
		case field == "data" && name == "done":
			if err := c.api.component("EndedJob", []byte(value)); err != nil {
				c.t.Errorf("job %s isn't as described: %v", value, err)
			}
			if err := json.Unmarshal([]byte(value), &j); err != nil {
				c.t.Error(err)
			}
			name = "ended"
		}
	}
	if name != "ended" || lines.Err() != nil {
		c.t.Errorf("events of %s ended after %q: %v", id, name, lines.Err())
	}
	return j
}

// schemas are those of an OpenAPI document.
type schemas struct {
	document map[string]any
	mu       sync.Mutex // guards compiler
	compiler *jsonschema.Compiler
}

func readSchemas(t testing.TB, text []byte) *schemas {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	s := &schemas{document: document.(map[string]any), compiler: jsonschema.NewCompiler()}
	if err := s.compiler.AddResource("http://test/openapi.json", document); err != nil {
		t.Fatal(err)
	}
	return s
}

// check reports how an answer differs from its description.
func (s *schemas) check(method, path string, status int, contentType string, body []byte) error {
	path, _, _ = strings.Cut(path, "?")
	route := path
	if rest, ok := strings.CutPrefix(path, "/api/v1/jobs/"); ok {
		_, tail, _ := strings.Cut(rest, "/")
		route = strings.TrimSuffix("/api/v1/jobs/{id}/"+tail, "/")
	}
	operation := dig(s.document, "paths", route, strings.ToLower(method))
	if operation == nil {
		return fmt.Errorf("no operation %s %s", method, route)
	}
	code := fmt.Sprint(status)
	if dig(operation, "responses", code) == nil {
		if code = "default"; status < 400 {
			return fmt.Errorf("no response %d", status)
		}
	}
	content := dig(operation, "responses", code, "content")
	if content == nil {
		if len(body) > 0 {
			return fmt.Errorf("no content described")
		}
		return nil
	}
	media := dig(content, contentType)
	if media == nil {
		return fmt.Errorf("no content of type %s described", contentType)
	}
	if dig(media, "schema") == nil {
		return nil
	}
	return s.validate([]string{"paths", route, strings.ToLower(method), "responses", code, "content", contentType, "schema"}, body)
}

// component reports how a value differs from a schema among the components.
func (s *schemas) component(name string, body []byte) error {
	return s.validate([]string{"components", "schemas", name}, body)
}

func (s *schemas) validate(pointer []string, body []byte) error {
	at := "http://test/openapi.json#"
	for _, part := range pointer {
		at += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	s.mu.Lock()
	schema, err := s.compiler.Compile(at)
	s.mu.Unlock()
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func dig(value any, keys ...string) any {
	for _, key := range keys {
		object, _ := value.(map[string]any)
		value = object[key]
	}
	return value
}
