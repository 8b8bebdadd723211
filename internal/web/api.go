package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"fewest/answer"
	"fewest/internal/web/jobs"
)

// Job is a job as lists and events show it, without what can be large.
type Job struct {
	ID       string     `json:"id"`
	Puzzle   string     `json:"puzzle" enum:"floor,flip"`
	Kind     string     `json:"kind" enum:"solve,census,farthest"`
	State    string     `json:"state" enum:"queued,running,done,cancelled,interrupted,failed" doc:"A job may be queued again after it ran: each gets a try as if it were short. done: the work ended by itself or by its time limit. cancelled: stopped by a client. interrupted: the server stopped. failed: error says why."`
	Created  time.Time  `json:"created"`
	Finished *time.Time `json:"finished" doc:"null until the job has ended"`
	Progress Progress   `json:"progress"`
	Error    *string    `json:"error"`
}

// EndedJob is a job with what came of it.
type EndedJob struct {
	Job
	Answer Answer `json:"answer" doc:"What --json prints; null until the job has ended, or if it ended without."`
}

// WholeJob is a job with what was asked, too.
type WholeJob struct {
	EndedJob
	Request json.RawMessage `json:"request" doc:"What the client asked."`
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
		ID: j.ID, Puzzle: j.Puzzle, Kind: j.Kind, State: string(j.State), Created: j.Created, Progress: progress(j.Progress),
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

	create := s.operation("createJob", http.MethodPost, "/api/v1/jobs", "Start a job")
	create.DefaultStatus = http.StatusAccepted
	create.Description = "When as many jobs are waiting as may, the answer is 429 with Retry-After."
	remove := s.operation("deleteJob", http.MethodDelete, "/api/v1/jobs/{id}", "Stop a job, or remove one that has ended")
	remove.Description = "A job that runs keeps its best bounds, and is the answer. One that has ended is removed, with answer 204."
	remove.Responses = map[string]*huma.Response{"204": {Description: "The job is removed"}}
	huma.Register(api, create, s.createJob)
	huma.Register(api, s.operation("listJobs", http.MethodGet, "/api/v1/jobs", "List jobs, the newest first"), s.listJobs)
	huma.Register(api, s.operation("getJob", http.MethodGet, "/api/v1/jobs/{id}", "Get a job"), s.getJob)
	huma.Register(api, remove, s.deleteJob)
	huma.Register(api, s.eventsOperation(api), s.jobEvents)
	huma.Register(api, s.operation("read", http.MethodPost, "/api/v1/read", "Read the boards of a file"), s.read)
	huma.Register(api, s.operation("random", http.MethodPost, "/api/v1/random", "Draw a random board"), s.random)
	huma.Register(api, s.operation("verify", http.MethodPost, "/api/v1/verify", "Replay a plan"), s.verify)
	huma.Register(api, s.pictureOperation(), s.picture)
	hint := s.operation("hint", http.MethodPost, "/api/v1/hint", "Get a good plan at once")
	hint.Description = "The best plan of a job that is proving this floor, or else what a fraction of a second finds. A job proves."
	huma.Register(api, hint, s.hint)
	describeRefusals(api)
	return api
}

// operation describes an operation.
func (s *Server) operation(id, method, path, summary string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary,
		// The guard has read the body, within its limits.
		MaxBodyBytes: s.opt.MaxBody + 1, BodyReadTimeout: -1, Middlewares: within(deadline),
	}
}

// describeRefusals adds the form of refusals to every operation.
func describeRefusals(api huma.API) {
	problem := &huma.Response{
		Description: "A refusal, as problem details (RFC 9457)",
		Content: map[string]*huma.MediaType{"application/problem+json": {
			Schema: api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[huma.ErrorModel](), true, "Error"),
		}},
	}
	for _, item := range api.OpenAPI().Paths {
		for _, op := range operations(item) {
			op.Responses["default"] = problem
		}
	}
}

// operations are those of a path.
func operations(item *huma.PathItem) []*huma.Operation {
	all := []*huma.Operation{item.Get, item.Put, item.Post, item.Delete, item.Options, item.Head, item.Patch, item.Trace}
	return slices.DeleteFunc(all, func(op *huma.Operation) bool { return op == nil })
}

// briefly puts what is wrong with a request first, and keeps an error from
// repeating a large one.
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
	if short.Detail == "validation failed" && len(short.Errors) > 0 {
		short.Detail = short.Errors[0].Location + ": " + short.Errors[0].Message
	}
	return &short, nil
}

type createInput struct{ Body JobRequest }

type createOutput struct {
	Location string `header:"Location"`
	Body     Job
}

func (s *Server) createJob(_ context.Context, in *createInput) (*createOutput, error) {
	work, short, err := s.work(&in.Body)
	if err != nil {
		return nil, err
	}
	request, err := json.Marshal(&in.Body)
	if err != nil {
		return nil, err
	}
	j, err := s.jobs.Submit(in.Body.Puzzle, in.Body.Kind, request, short, work)
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
		return busy(huma.Error429TooManyRequests(err.Error() + ": try again later"))
	case errors.Is(err, jobs.ErrClosed):
		return busy(huma.Error503ServiceUnavailable(err.Error()))
	case errors.Is(err, jobs.ErrNotFound):
		return huma.Error404NotFound(err.Error())
	}
	s.opt.Log.Error("database", "error", err)
	return huma.Error500InternalServerError("the database: " + err.Error())
}

// busy says when to try again.
func busy(err error) error { return huma.ErrorWithHeaders(err, http.Header{"Retry-After": {"2"}}) }

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

type jobOutput struct{ Body WholeJob }

func (s *Server) getJob(ctx context.Context, in *jobInput) (*jobOutput, error) {
	j, err := s.wholeJob(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &jobOutput{*j}, nil
}

// wholeJob returns a job with all of it, for which there must be room.
func (s *Server) wholeJob(ctx context.Context, id string) (*WholeJob, error) {
	brief, _, err := s.jobs.Follow(id)
	if err != nil {
		return nil, s.refusal(err)
	}
	if err := answering(ctx, copies*brief.Bytes); err != nil {
		return nil, err
	}
	j, err := s.jobs.Get(id)
	if err != nil {
		return nil, s.refusal(err)
	}
	request := j.Request
	if request == nil { // of a damaged row
		request = json.RawMessage("null")
	}
	return &WholeJob{EndedJob{shown(j), Answer{j.Answer}}, request}, nil
}

// copies is how many times a job's bytes are in memory when it is sent: as the
// store has it, as it is written, and what is left of one before.
const copies = 3

type deleteInput struct {
	ID   string `path:"id" maxLength:"40"`
	Keep bool   `query:"keep" doc:"only stop the job: don't remove it if it has ended"`
}

type deleteOutput struct {
	Status int
	Body   *WholeJob
}

func (s *Server) deleteJob(ctx context.Context, in *deleteInput) (*deleteOutput, error) {
	j, changed, err := s.jobs.Follow(in.ID)
	if err != nil {
		return nil, s.refusal(err)
	}
	if j.State.Ended() && !in.Keep {
		if err := s.jobs.Remove(in.ID); err != nil {
			return nil, s.refusal(err)
		}
		return &deleteOutput{Status: http.StatusNoContent}, nil
	}
	if err := s.jobs.Stop(in.ID); err != nil { // does nothing if it has ended
		return nil, s.refusal(err)
	}
	late, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !j.State.Ended() && late.Err() == nil {
		select {
		case <-changed:
		case <-late.Done():
		}
		if j, changed, err = s.jobs.Follow(in.ID); err != nil {
			return nil, s.refusal(err)
		}
	}
	whole, err := s.wholeJob(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &deleteOutput{Status: http.StatusOK, Body: whole}, nil
}
