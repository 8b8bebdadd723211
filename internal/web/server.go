// Package web serves the puzzles over HTTP: an API described by OpenAPI, the
// page that uses it, health and metrics. It computes nothing itself.
//
// Every request passes watch, which counts and logs it, and guard, which refuses
// what comes from other sites; then it is one of the API's (api.go, tools.go,
// events.go) or one for a file of the page (files.go). What takes a while is a
// job (work.go), kept by package jobs.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"fewest/internal/web/jobs"
)

// Options say what a server allows. What isn't set has its default.
type Options struct {
	Database    string        // path of the database; "" and jobs.Memory for one in memory
	AllowRemote bool          // answer to addresses and names other than this machine's own loopback
	Hosts       []string      // further names this server is called by
	Running     int           // long jobs at a time; half of the processors
	Queued      int           // jobs waiting; 64
	Kept        int           // ended jobs remembered; 1000
	KeptBytes   int64         // of what they asked and answered; 256 MiB
	TimeLimit   time.Duration // of a job, and what it gets unless it asks for less; 10 minutes
	MemoryLimit int64         // of a job, likewise, in bytes; 1 GiB
	MaxCells    int           // of a board; 10,000
	MaxBody     int64         // bytes of a request; 2 MiB
	Log         *slog.Logger  // nil for none
}

func (o *Options) setDefaults() {
	set(&o.Database, jobs.Memory)
	set(&o.Running, max(1, runtime.NumCPU()/2))
	set(&o.Queued, 64)
	set(&o.Kept, 1000)
	set(&o.KeptBytes, 256<<20)
	set(&o.TimeLimit, 10*time.Minute)
	set(&o.MemoryLimit, 1<<30)
	set(&o.MaxCells, 10_000)
	set(&o.MaxBody, 2<<20)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// set gives a value that isn't set its default.
func set[T comparable](value *T, byDefault T) {
	var unset T
	if *value == unset {
		*value = byDefault
	}
}

// How many jobs run at a time in the lane for short work, and for how long each
// may stay there.
const (
	quick    = 2
	quickTry = time.Second
)

// writeTimeout is how long an answer, or a part of a stream, may take. Large
// pictures take the most.
const writeTimeout = 2 * time.Minute

// Server answers requests. Close must be called, Serve or not.
type Server struct {
	opt     Options
	store   *jobs.Store
	jobs    *jobs.Manager
	metrics *metrics
	limits  *limits
	plans   plans    // the best of floors that are being proven
	routes  []string // patterns of all there are
	handler http.Handler
}

// New opens the database and returns a server.
func New(opt Options) (*Server, error) {
	opt.setDefaults()
	s := &Server{opt: opt, limits: newLimits(opt.Running)}
	pages, err := pageFiles()
	if err != nil {
		return nil, err
	}
	if s.store, err = jobs.OpenStore(opt.Database); err != nil {
		return nil, err
	}
	s.metrics = newMetrics(func() (int, int) { return s.jobs.Load() })
	s.jobs, err = jobs.Open(s.store, jobs.Options{
		Running: opt.Running, Quick: quick, Try: quickTry, Queued: opt.Queued, Kept: opt.Kept, KeptBytes: opt.KeptBytes,
		Log: opt.Log, Ended: s.metrics.jobEnded,
	})
	if err != nil {
		s.store.Close()
		return nil, err
	}
	if err := s.route(pages); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// route sets out which path leads where.
func (s *Server) route(pages http.Handler) error {
	mux := http.NewServeMux()
	api := s.newAPI(mux).OpenAPI()
	for path, item := range api.Paths {
		for _, op := range operations(item) {
			s.routes = append(s.routes, op.Method+" "+path)
		}
	}
	description, err := api.MarshalJSON()
	if err != nil {
		return err
	}
	text := func(contentType, cache string, content []byte) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.Header().Set("Cache-Control", cache)
			_, _ = w.Write(content)
		})
	}
	for pattern, handler := range map[string]http.Handler{
		"GET /openapi.json": text("application/json", "no-cache", description),
		"GET /healthz":      text("text/plain; charset=utf-8", "no-store", []byte("ok\n")),
		"GET /metrics":      promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}),
		"GET /":             pages,
	} {
		mux.Handle(pattern, handler)
		s.routes = append(s.routes, pattern)
	}
	s.handler = s.watch(s.guard(mux))
	return nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all jobs, which keep what they know, and closes the database.
func (s *Server) Close() error {
	s.jobs.Close()
	return s.store.Close()
}

// Serve answers the connections of a listener until ctx ends. Then it ends the
// jobs, tells those who follow them, and returns when all is answered, or soon.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	requests, abandon := context.WithCancel(context.Background())
	defer abandon()
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.opt.Log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return requests },
		ConnState:         newConnections().changed,
	}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		s.jobs.Close() // so that streams end
		late, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		err := h.Shutdown(late)
		if errors.Is(err, context.DeadlineExceeded) {
			abandon()
			err = h.Close()
		}
		stopped <- err
	}()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// Listen listens on an address of this machine. Other addresses than loopback,
// where everybody on the network could use the server, must be allowed. An
// address of IPv4 is one of IPv4 alone.
func Listen(address string, port int, allowRemote bool) (net.Listener, error) {
	if address == "localhost" {
		address = "127.0.0.1"
	}
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return nil, fmt.Errorf("an address is written 127.0.0.1, not %q", address)
	}
	if !parsed.IsLoopback() && !allowRemote {
		return nil, fmt.Errorf("%s can be reached from other machines, and there is no login", address)
	}
	network := "tcp"
	if parsed.Is4() {
		network = "tcp4"
	}
	return net.Listen(network, net.JoinHostPort(address, strconv.Itoa(port)))
}
