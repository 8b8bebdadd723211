package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// security are headers of every answer: the page loads nothing from elsewhere,
// isn't shown inside other pages, and tells other sites nothing.
var security = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
		"font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// guard refuses what no client of ours sends, before anything else sees it.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range security {
			w.Header().Set(name, value)
		}
		if r.URL.Path != "/healthz" { // which answers whatever goes on
			client := clientOf(r.RemoteAddr)
			if refusal := s.limits.enter(client); refusal != "" {
				w.Header().Set("Retry-After", "5")
				problem(w, http.StatusServiceUnavailable, refusal)
				return
			}
			defer s.limits.leave(client)
		}
		share := &lease{limits: s.limits}
		defer share.end()
		switch {
		case !s.knownHost(r.Host):
			problem(w, http.StatusMisdirectedRequest, fmt.Sprintf("this server isn't called %q", r.Host))
		case foreign(r):
			problem(w, http.StatusForbidden, "requests from other sites are refused")
		case !plainPath(r.URL.Path):
			problem(w, http.StatusNotFound, "no such page")
		case r.Method == http.MethodPost && !isJSON(r.Header.Get("Content-Type")):
			problem(w, http.StatusUnsupportedMediaType, "the Content-Type of a request is application/json")
		case s.takeBody(w, r, share):
			leased := r.WithContext(context.WithValue(r.Context(), leaseKey{}, share))
			next.ServeHTTP(w, leased)
			r.Pattern = leased.Pattern
		}
	})
}

const (
	maxDrained  = 256 << 20        // how much of a request that is too large is read
	bodyTimeout = 30 * time.Second // for the body of a request to arrive
)

// takeBody reads the body of a request and then waits for its turn. What is too
// large is read to its end, within reason, and dropped, so that the client sees
// the refusal.
func (s *Server) takeBody(w http.ResponseWriter, r *http.Request, share *lease) bool {
	if r.Body == nil || r.Body == http.NoBody {
		return true
	}
	crowded := func() bool {
		w.Header().Set("Retry-After", "5")
		w.Header().Set("Connection", "close")
		problem(w, http.StatusServiceUnavailable, "too many requests at a time: try again later")
		return false
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	var body bytes.Buffer
	large := r.ContentLength > s.opt.MaxBody
	var err error
	if !large {
		_, err = io.CopyN(&body, r.Body, small)
	}
	if err == nil && !large { // there may be more
		if !hold(r.Context(), s.limits.arriving, s.opt.MaxBody) {
			return crowded()
		}
		share.arrived = s.opt.MaxBody
		if n := r.ContentLength; n > small { // room for it at once, and for a look whether there is more
			body.Grow(int(n) - small + bytes.MinRead)
		}
		_, err = io.CopyN(&body, r.Body, max(0, s.opt.MaxBody+1-small))
	}
	large = large || int64(body.Len()) > s.opt.MaxBody
	if err == io.EOF {
		err = nil
	}
	switch {
	case large:
		_, _ = io.CopyN(io.Discard, r.Body, maxDrained)
		w.Header().Set("Connection", "close")
		problem(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("a request has at most %d bytes", s.opt.MaxBody))
		return false
	case err != nil:
		w.Header().Set("Connection", "close")
		problem(w, http.StatusRequestTimeout, "the body of the request didn't arrive")
		return false
	}
	_ = control.SetReadDeadline(time.Time{}) // from here on the connection only tells if the client goes
	n := int64(1)
	if body.Len() > largeBody {
		n = largeTurn
	}
	if !hold(r.Context(), s.limits.turns, n) {
		return crowded()
	}
	share.turns = n
	r.Body = &passing{bytes.NewReader(body.Bytes())}
	return true
}

// passing is a body that is gone when it has been read.
type passing struct{ *bytes.Reader }

func (p *passing) Read(to []byte) (int, error) {
	n, err := p.Reader.Read(to)
	if err == io.EOF {
		p.Reader = bytes.NewReader(nil)
	}
	return n, err
}

func (p *passing) Close() error { return nil }

// knownHost reports whether a Host header is one that this server is called by.
// Other names can only come from a site that gave its own name our address
// (DNS rebinding). An address can't be claimed so.
func (s *Server) knownHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if address, err := netip.ParseAddr(host); err == nil {
		return address.IsLoopback() || s.opt.AllowRemote
	}
	if host == "localhost" {
		return true
	}
	return slices.ContainsFunc(s.opt.Hosts, func(own string) bool { return strings.EqualFold(own, host) })
}

// crossOrigin knows which requests another site made the browser send.
var crossOrigin http.CrossOriginProtection

// foreign reports whether another site made the browser send a request, be it
// only to read. A link to the page from elsewhere is all right.
func foreign(r *http.Request) bool {
	asked := r.WithContext(r.Context())
	asked.Method = http.MethodPost // what only reads is checked, too
	link := r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Origin") == ""
	return !link && crossOrigin.Check(asked) != nil
}

// plainPath reports whether a path is written as it is, without tricks.
func plainPath(p string) bool {
	clean := path.Clean(p)
	return strings.HasPrefix(p, "/") && (p == clean || p == clean+"/") && !strings.ContainsAny(p, "\\\x00")
}

func isJSON(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/json")
}

// problem writes a refusal in the form of the API's.
func problem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(&huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail})
}

// watch logs and counts requests, and turns a panic into an answer.
func (s *Server) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		seen := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.opt.Log.Error("request panicked", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				if seen.status == 0 {
					problem(seen, http.StatusInternalServerError, "internal error")
				}
			}
			route := r.Pattern // set by the mux: one of a few, whatever is asked for
			if route == "" {
				route = "refused"
			}
			took := time.Since(start)
			s.metrics.requests.WithLabelValues(route, fmt.Sprint(seen.status)).Inc()
			s.metrics.requestSeconds.WithLabelValues(route).Observe(took.Seconds())
			level := slog.LevelDebug
			if seen.status >= 500 {
				level = slog.LevelWarn
			}
			s.opt.Log.Log(r.Context(), level, "request", "method", r.Method, "path", r.URL.Path,
				"status", seen.status, "bytes", seen.bytes, "seconds", took.Seconds(), "from", r.RemoteAddr)
		}()
		next.ServeHTTP(seen, r)
	})
}

// recorder notes what is answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 { // an answer that fails in the middle keeps its status
		w.status = status
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *recorder) Write(data []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(data)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
