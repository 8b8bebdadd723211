package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	heartbeat = 15 * time.Second       // between signs of life
	pace      = 100 * time.Millisecond // between events of a job, at least
)

// doneEvent is the id of the event that ends a stream. A browser that connects
// again after it is told that there is nothing more.
const doneEvent = "done"

type eventsInput struct {
	ID   string `path:"id" maxLength:"40"`
	Last string `header:"Last-Event-ID"`
}

func (s *Server) eventsOperation(api huma.API) huma.Operation {
	op := s.operation("jobEvents", http.MethodGet, "/api/v1/jobs/{id}/events", "Follow a job by server-sent events")
	r := api.OpenAPI().Components.Schemas
	op.Description = "Events named progress, with a Progress as data, at once and when it changes; then one named done, with the EndedJob as data, and the stream ends. Comments are signs of life. Connecting again goes on with the job as it then is; after done it answers 204."
	op.Middlewares = nil // it goes on as long as the job
	op.Responses = map[string]*huma.Response{
		"200": {Description: "The events", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{
			Description: "The data of each event.",
			OneOf: []*huma.Schema{
				r.Schema(reflect.TypeFor[Progress](), true, "Progress"), r.Schema(reflect.TypeFor[EndedJob](), true, "EndedJob"),
			},
		}}}},
		"204": {Description: "The job has ended and the client knows"},
	}
	return op
}

func (s *Server) jobEvents(_ context.Context, in *eventsInput) (*huma.StreamResponse, error) {
	j, _, err := s.jobs.Follow(in.ID)
	if err != nil {
		return nil, s.refusal(err)
	}
	if in.Last == doneEvent && j.State.Ended() {
		return &huma.StreamResponse{Body: func(c huma.Context) { c.SetStatus(http.StatusNoContent) }}, nil
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		r, w := humago.Unwrap(c)
		s.metrics.followers.Inc()
		defer s.metrics.followers.Dec()
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Accel-Buffering", "no")
		w.WriteHeader(http.StatusOK)
		e := &events{w: w, control: http.NewResponseController(w)}
		_ = e.control.SetReadDeadline(time.Time{}) // the connection stays open
		s.follow(r.Context(), in.ID, e)
	}}, nil
}

// follow sends what becomes of a job until it has ended or the client is gone.
func (s *Server) follow(ctx context.Context, id string, e *events) {
	alive := time.NewTicker(heartbeat)
	defer alive.Stop()
	var sent Progress
	var next time.Time // when an event may be sent
	for {
		j, changed, err := s.jobs.Follow(id)
		if err != nil { // removed
			return
		}
		if j.State.Ended() {
			// An answer can be large, and followers many and slow.
			if answeringAtLast(ctx, copies*j.Bytes) == nil {
				if j, err = s.jobs.Get(id); err == nil {
					_ = e.send("done", doneEvent, EndedJob{shown(j), Answer{j.Answer}})
				}
			}
			return
		}
		var later <-chan time.Time
		if p := progress(j.Progress); !reflect.DeepEqual(p, sent) {
			if wait := time.Until(next); wait > 0 {
				later = time.After(wait)
			} else {
				if e.send("progress", "", p) != nil {
					return
				}
				sent, next = p, time.Now().Add(pace)
			}
		}
		select {
		case <-changed:
		case <-later:
		case <-ctx.Done():
			return
		case <-alive.C:
			if e.write([]byte(": alive\n\n")) != nil {
				return
			}
		}
	}
}

// events writes a stream of events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// send writes an event; data is one line of JSON.
func (e *events) send(name, id string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	var event bytes.Buffer
	if id != "" {
		fmt.Fprintf(&event, "id: %s\n", id)
	}
	fmt.Fprintf(&event, "event: %s\ndata: %s\n\n", name, text)
	return e.write(event.Bytes())
}

func (e *events) write(text []byte) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(writeTimeout))
	if _, err := e.w.Write(text); err != nil {
		return err
	}
	return e.control.Flush()
}
