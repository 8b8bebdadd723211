package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"fewest/answer"
	"fewest/board"
	"fewest/flip"
	"fewest/floor"
	"fewest/internal/web/jobs"
)

// JobRequest is what a client asks of a job.
type JobRequest struct {
	Puzzle  string     `json:"puzzle" enum:"floor,flip"`
	Kind    string     `json:"kind,omitempty" enum:"solve,census,farthest" default:"solve" doc:"solve finds the fewest moves, census counts a flip puzzle's boards at each distance, farthest finds its diameter."`
	Board   Board      `json:"board,omitzero" required:"false" doc:"The board to solve; for census and farthest, a board whose size, holes and rules are meant."`
	Size    string     `json:"size,omitempty" example:"4x4" doc:"Census and farthest: rows x columns, unless a board says it."`
	Mask    string     `json:"mask,omitempty" doc:"Census and farthest: the cells that a button changes."`
	Wrap    bool       `json:"wrap,omitempty" doc:"Census and farthest: the board is a torus."`
	Colours int        `json:"colours,omitempty" minimum:"0" maximum:"255" doc:"Census and farthest: the number of colours, 2 unless given."`
	Max     *int       `json:"max,omitempty" minimum:"0" maximum:"1000" doc:"Census and farthest: list at most so many of the farthest boards; 0 for census and 1 for farthest unless given."`
	Options JobOptions `json:"options,omitzero" required:"false"`
}

// JobOptions say how a job is done.
type JobOptions struct {
	Method      string  `json:"method,omitempty" doc:"How to solve or count; the best for the board unless given."`
	Seed        uint64  `json:"seed,omitempty" doc:"Floors: for the choices of local search."`
	TimeLimit   float64 `json:"time_limit,omitempty" minimum:"0" doc:"Seconds; 0 or more than the server's limit means the server's limit."`
	MemoryLimit int64   `json:"memory_limit,omitempty" minimum:"0" doc:"Bytes; 0 or more than the server's limit means the server's limit."`
}

// limits returns the limits of a job: the client's, within the server's.
func (s *Server) limits(o JobOptions) (time.Duration, int64) {
	limit, memory := s.opt.TimeLimit, s.opt.MemoryLimit
	if o.TimeLimit > 0 && o.TimeLimit < limit.Seconds() {
		limit = time.Duration(o.TimeLimit * float64(time.Second))
	}
	if o.MemoryLimit > 0 && o.MemoryLimit < memory {
		memory = o.MemoryLimit
	}
	return limit, memory
}

// work checks a request and returns what is to be done. Its errors are refusals.
func (s *Server) work(q *JobRequest) (jobs.Work, error) {
	limit, memory := s.limits(q.Options)
	switch {
	case q.Kind != "solve" && q.Puzzle == string(board.Floor):
		return nil, huma.Error422UnprocessableEntity(fmt.Sprintf("%s is for flip puzzles", q.Kind))
	case q.Kind != "solve":
		return s.measure(q, limit, memory)
	case q.Puzzle == string(board.Floor):
		return s.solveFloor(q, limit, memory)
	}
	return s.solveFlip(q, limit, memory)
}

func (s *Server) solveFloor(q *JobRequest, limit time.Duration, memory int64) (jobs.Work, error) {
	if err := choose("method", q.Options.Method, floor.Methods); err != nil {
		return nil, err
	}
	e, err := q.Board.entry(board.Floor, s.opt.MaxCells)
	if err != nil {
		return nil, err
	}
	return solving(limit, e, func(ctx context.Context, report func(answer.Progress)) (floor.Answer, error) {
		return floor.Solve(ctx, e.Board, floor.Options{
			Method: q.Options.Method, MemoryLimit: memory, Seed: q.Options.Seed, Progress: report,
		})
	}), nil
}

func (s *Server) solveFlip(q *JobRequest, limit time.Duration, memory int64) (jobs.Work, error) {
	if err := choose("method", q.Options.Method, flip.Methods); err != nil {
		return nil, err
	}
	e, err := q.Board.entry(board.Flip, s.opt.MaxCells)
	if err != nil {
		return nil, err
	}
	p, err := flipPuzzle(e)
	if err != nil {
		return nil, err
	}
	return solving(limit, e, func(ctx context.Context, report func(answer.Progress)) (flip.Answer, error) {
		return flip.Solve(ctx, p, e.Board, flip.Options{Method: q.Options.Method, MemoryLimit: memory, Progress: report})
	}), nil
}

// solving is the work of finding the fewest moves of a board.
func solving[M any](limit time.Duration, e *board.Entry, solve func(context.Context, func(answer.Progress)) (answer.Answer[M], error)) jobs.Work {
	return func(ctx context.Context, report func(answer.Progress)) (jobs.Result, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ans, err := solve(ctx, report)
		if err != nil {
			return jobs.Result{}, err
		}
		ans.Name, ans.Puzzle = e.Name, string(e.Puzzle)
		text, err := json.Marshal(ans)
		return jobs.Result{Answer: text, Whole: ans.Status != answer.Bounded}, err
	}
}

// measure is the work of census and farthest.
func (s *Server) measure(q *JobRequest, limit time.Duration, memory int64) (jobs.Work, error) {
	if err := choose("method", q.Options.Method, flip.CensusMethods); err != nil {
		return nil, err
	}
	p, err := s.whole(q)
	if err != nil {
		return nil, err
	}
	count, boards := flip.Census, 0
	if q.Kind == "farthest" {
		count, boards = flip.Farthest, 1
	}
	if q.Max != nil {
		boards = *q.Max
	}
	return func(ctx context.Context, report func(answer.Progress)) (jobs.Result, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		d, err := count(ctx, p, flip.CensusOptions{Method: q.Options.Method, MemoryLimit: memory, Max: boards, Progress: report})
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("the time limit of %v was reached", limit)
		}
		if err != nil {
			return jobs.Result{}, err
		}
		text, err := json.Marshal(d)
		return jobs.Result{Answer: text, Whole: d.Exact()}, err
	}, nil
}

// whole returns the puzzle whose boards are to be counted.
func (s *Server) whole(q *JobRequest) (*flip.Puzzle, error) {
	if q.Board.given() {
		e, err := q.Board.entry(board.Flip, s.opt.MaxCells)
		if err != nil {
			return nil, err
		}
		return flipPuzzle(e)
	}
	rows, cols, err := parseSize(q.Size, s.opt.MaxCells)
	if err != nil {
		return nil, err
	}
	p, err := flip.New(flip.Spec{Rows: rows, Cols: cols, Mask: flip.Mask(q.Mask), Wrap: q.Wrap, Colours: q.Colours})
	return p, unfit(err)
}
