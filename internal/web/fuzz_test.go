package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fewest/internal/web"
)

// Whatever is sent, it's answered or refused, in JSON or as a picture.
func FuzzRequests(f *testing.F) {
	s, err := web.New(web.Options{Running: 1, Queued: 1, Kept: 10, MaxCells: 30, TimeLimit: 5 * time.Millisecond, MemoryLimit: 1 << 20})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	operations := []string{"jobs", "read", "random", "verify", "picture", "hint"}
	for _, seed := range []struct {
		operation uint8
		body      string
	}{
		{0, `{"puzzle":"floor","board":{"rows":["RRG","GBB"]},"options":{"method":"exact"}}`},
		{0, `{"puzzle":"flip","board":{"cells":[[1,null]],"colours":3,"pattern":["X1"],"wrap":true}}`},
		{0, `{"puzzle":"flip","board":{"rows":["01"],"buttons":{"a":[[0,0,1]]}}}`},
		{0, `{"puzzle":"flip","kind":"farthest","size":"3x3","mask":"king","max":3}`},
		{0, `{"puzzle":"floor","kind":"census","size":"2x3","tiles":"R3G3","distinct":true}`},
		{1, `{"puzzle":"flip","text":"; fewest: flip mask=plus\n01\n10\n\n{\"rows\":[\"01\"]}"}`},
		{2, `{"puzzle":"flip","size":"3x3","mask":"plus","colours":3,"presses":2,"seed":1}`},
		{3, `{"puzzle":"floor","board":{"rows":["RRG","GBB"]},"plan":[[0,1,1,1]]}`},
		{3, `{"puzzle":"flip","board":{"rows":["01"]},"plan":[["a",1],[0,0,2]]}`},
		{4, `{"puzzle":"floor","board":{"rows":["RG"]},"plan":[[0,0,0,1]],"format":"gif","style":"quilt"}`},
		{5, `{"puzzle":"floor","board":{"rows":["RRG","GBB"]}}`},
		{5, `{"puzzle":"flip","board":{"rows":["010","111","011"],"mask":"plus"}}`},
	} {
		f.Add(seed.operation, seed.body)
	}
	f.Fuzz(func(t *testing.T, operation uint8, body string) {
		request := httptest.NewRequest(http.MethodPost, "/api/v1/"+operations[int(operation)%len(operations)], strings.NewReader(body))
		request.Host = "localhost"
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, request)
		kind := answer.Header().Get("Content-Type")
		if answer.Code >= 500 || strings.HasSuffix(kind, "json") && !json.Valid(answer.Body.Bytes()) || kind == "" {
			t.Errorf("%s %q: %d %s %.200s", request.URL, body, answer.Code, kind, answer.Body)
		}
	})
}
