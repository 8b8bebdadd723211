package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"fewest/answer"
	"fewest/internal/web/jobs"
)

// Job is a job as clients see it.
type Job struct {
	ID       string          `json:"id"`
	Puzzle   string          `json:"puzzle" enum:"floor,flip"`
	Kind     string          `json:"kind" enum:"solve,census,farthest"`
	State    string          `json:"state" enum:"queued,running,done,cancelled,interrupted,failed" doc:"done: the work ended by itself or by its time limit. cancelled: stopped by a client. interrupted: the server stopped. failed: error says why."`
	Created  time.Time       `json:"created"`
	Finished *time.Time      `json:"finished" doc:"null until the job has ended"`
	Progress Progress        `json:"progress"`
	Answer   Answer          `json:"answer" doc:"What --json prints; null until the job has ended, or if it ended without."`
	Error    *string         `json:"error"`
	Request  json.RawMessage `json:"request" doc:"What the client asked."`
}

// Progress is what a job knows so far.
type Progress struct {
	Phase string `json:"phase" doc:"what it is doing, in a word or two"`
	Lower int    `json:"lower" doc:"proven lower bound"`
	Upper *int   `json:"upper" doc:"length of the best plan known; null if none is"`
}

func progress(p answer.Progress) Progress {
	out := Progress{Phase: p.Phase, Lower: p.Lower}
	if p.Upper != answer.Unknown {
		out.Upper = &p.Upper
	}
	return out
}

func shown(j jobs.Job) Job {
	out := Job{
		ID: j.ID, Puzzle: j.Puzzle, Kind: j.Kind, State: string(j.State), Created: j.Created,
		Progress: progress(j.Progress), Answer: Answer{j.Answer}, Request: j.Request,
	}
	if !j.Finished.IsZero() {
		out.Finished = &j.Finished
	}
	if j.Error != "" {
		out.Error = &j.Error
	}
	return out
}

// newAPI registers the operations on a mux.
func (s *Server) newAPI(mux *http.ServeMux) huma.API {
	config := huma.DefaultConfig("fewest", "1")
	config.Info.Description = "Find the fewest moves in grid puzzles and prove that no fewer will do."
	config.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	// One document at /openapi.json, nothing from other sites, no links in answers.
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil
	config.Transformers = []huma.Transformer{briefly}
	api := humago.New(mux, config)

	huma.Register(api, s.operation("createJob", http.MethodPost, "/api/v1/jobs", "Start a job", http.StatusAccepted,
		http.StatusTooManyRequests, http.StatusServiceUnavailable), s.createJob)
	huma.Register(api, s.operation("listJobs", http.MethodGet, "/api/v1/jobs", "List jobs, the newest first", http.StatusOK,
		http.StatusNotFound), s.listJobs)
	huma.Register(api, s.operation("getJob", http.MethodGet, "/api/v1/jobs/{id}", "Get a job", http.StatusOK,
		http.StatusNotFound), s.getJob)
	huma.Register(api, s.operation("deleteJob", http.MethodDelete, "/api/v1/jobs/{id}",
		"Stop a job that hasn't ended, which keeps its best bounds, or remove one that has", http.StatusOK, http.StatusNotFound), s.deleteJob)
	huma.Register(api, s.eventsOperation(api), s.jobEvents)
	huma.Register(api, s.operation("read", http.MethodPost, "/api/v1/read", "Read the boards of a file", http.StatusOK), s.read)
	huma.Register(api, s.operation("random", http.MethodPost, "/api/v1/random", "Draw a random board", http.StatusOK), s.random)
	huma.Register(api, s.operation("verify", http.MethodPost, "/api/v1/verify", "Replay a plan", http.StatusOK), s.verify)
	huma.Register(api, s.pictureOperation(), s.picture)
	return api
}

// operation describes an operation. Errors are problem details (RFC 9457).
func (s *Server) operation(id, method, path, summary string, status int, refusals ...int) huma.Operation {
	if method == http.MethodPost {
		refusals = append(refusals, http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, DefaultStatus: status,
		Errors: append(refusals, http.StatusForbidden), MaxBodyBytes: s.opt.MaxBody,
	}
}

// briefly keeps an error from repeating a large request.
func briefly(_ huma.Context, _ string, v any) (any, error) {
	problem, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	short := *problem
	short.Errors = nil
	for _, e := range problem.Errors {
		if len(short.Errors) == 10 {
			break
		}
		brief := huma.ErrorDetail{Message: e.Message, Location: e.Location}
		if len(brief.Message) > 300 {
			brief.Message = brief.Message[:300] + "..."
		}
		short.Errors = append(short.Errors, &brief)
	}
	return &short, nil
}

type createInput struct{ Body JobRequest }

type createOutput struct {
	Location string `header:"Location"`
	Body     Job
}

func (s *Server) createJob(_ context.Context, in *createInput) (*createOutput, error) {
	work, err := s.work(&in.Body)
	if err != nil {
		return nil, err
	}
	request, err := json.Marshal(&in.Body)
	if err != nil {
		return nil, err
	}
	j, err := s.jobs.Submit(in.Body.Puzzle, in.Body.Kind, request, work)
	if err != nil {
		return nil, s.refusal(err)
	}
	return &createOutput{Location: "/api/v1/jobs/" + j.ID, Body: shown(j)}, nil
}

// refusal turns an error of package jobs into one of HTTP.
func (s *Server) refusal(err error) error {
	switch {
	case errors.Is(err, jobs.ErrFull):
		s.metrics.refused.Inc()
		return huma.ErrorWithHeaders(huma.Error429TooManyRequests(err.Error()+": try again later"), http.Header{"Retry-After": {"2"}})
	case errors.Is(err, jobs.ErrClosed):
		return huma.ErrorWithHeaders(huma.Error503ServiceUnavailable(err.Error()), http.Header{"Retry-After": {"5"}})
	case errors.Is(err, jobs.ErrNotFound):
		return huma.Error404NotFound(err.Error())
	}
	s.opt.Log.Error("database", "error", err)
	return huma.Error500InternalServerError("the database: " + err.Error())
}

type listInput struct {
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	After string `query:"after" maxLength:"40" doc:"list the jobs that are older than this one"`
}

type listOutput struct {
	Body struct {
		Jobs []Job   `json:"jobs" nullable:"false"`
		Next *string `json:"next" doc:"what to give as after for the jobs that follow; null if none do"`
	}
}

func (s *Server) listJobs(_ context.Context, in *listInput) (*listOutput, error) {
	list, err := s.jobs.List(in.Limit+1, in.After)
	if err != nil {
		return nil, s.refusal(err)
	}
	out := &listOutput{}
	out.Body.Jobs = []Job{}
	for i, j := range list {
		if i == in.Limit {
			out.Body.Next = &out.Body.Jobs[i-1].ID
			break
		}
		out.Body.Jobs = append(out.Body.Jobs, shown(j))
	}
	return out, nil
}

type jobInput struct {
	ID string `path:"id" maxLength:"40"`
}

type jobOutput struct{ Body Job }

func (s *Server) getJob(_ context.Context, in *jobInput) (*jobOutput, error) {
	j, err := s.jobs.Get(in.ID)
	if err != nil {
		return nil, s.refusal(err)
	}
	return &jobOutput{shown(j)}, nil
}

type deleteOutput struct {
	Status int
	Body   *Job
}

// patience is how long a client that stops a job waits for its last word.
const patience = 5 * time.Second

func (s *Server) deleteJob(ctx context.Context, in *jobInput) (*deleteOutput, error) {
	j, changed, err := s.jobs.Follow(in.ID)
	if err != nil {
		return nil, s.refusal(err)
	}
	if j.State.Ended() {
		if err := s.jobs.Remove(in.ID); err != nil {
			return nil, s.refusal(err)
		}
		return &deleteOutput{Status: http.StatusNoContent}, nil
	}
	if err := s.jobs.Stop(in.ID); err != nil {
		return nil, s.refusal(err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !j.State.Ended() && ctx.Err() == nil {
		select {
		case <-changed:
		case <-ctx.Done():
		}
		if j, changed, err = s.jobs.Follow(in.ID); err != nil {
			return nil, s.refusal(err)
		}
	}
	out := shown(j)
	return &deleteOutput{Status: http.StatusOK, Body: &out}, nil
}
