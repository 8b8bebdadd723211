package web

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"fewest/answer"
	"fewest/board"
	"fewest/flip"
	"fewest/floor"
	"fewest/internal/web/jobs"
	"fewest/level"
)

// JobRequest is what a client asks of a job. The fields after Board are for
// census and farthest.
type JobRequest struct {
	Puzzle   string     `json:"puzzle" enum:"floor,flip"`
	Kind     string     `json:"kind,omitempty" enum:"solve,census,farthest" default:"solve" doc:"solve finds the fewest moves, census counts a puzzle's boards at each distance, farthest finds the farthest."`
	Board    Board      `json:"board,omitzero" required:"false" doc:"The board to solve; for census and farthest, one whose shape and rules, or tiles, are meant."`
	Size     string     `json:"size,omitempty" maxLength:"40" example:"4x4" doc:"Rows x columns, unless a board says it."`
	Tiles    string     `json:"tiles,omitempty" maxLength:"1000" example:"R4G4B4" doc:"Floors: a letter and a number for each colour, unless a board says it."`
	Distinct bool       `json:"distinct,omitempty" doc:"Floors: count those once that differ by a turn, a reflection or the names of colours of equal number."`
	Mask     string     `json:"mask,omitempty" maxLength:"40" doc:"Flips: the cells that a button changes."`
	Wrap     bool       `json:"wrap,omitempty" doc:"Flips: the board is a torus."`
	Colours  int        `json:"colours,omitempty" minimum:"0" maximum:"255" doc:"Flips: the number of colours, 2 unless given."`
	Max      *int       `json:"max,omitempty" minimum:"0" maximum:"1000" doc:"List at most so many of the farthest boards; 0 for census and 1 for farthest unless given."`
	Options  JobOptions `json:"options,omitzero" required:"false"`
}

// JobOptions say how a job is done.
type JobOptions struct {
	Method      string  `json:"method,omitempty" maxLength:"40" doc:"How to solve or count; the best for the board unless given."`
	Seed        uint64  `json:"seed,omitempty" doc:"Floors: for the choices of local search."`
	TimeLimit   float64 `json:"time_limit,omitempty" minimum:"0" doc:"Seconds; 0 or more than the server's limit means the server's limit."`
	MemoryLimit int64   `json:"memory_limit,omitempty" minimum:"0" doc:"Bytes; 0 or more than the server's limit means the server's limit."`
}

// jobLimits returns the limits of a job: the client's, within the server's.
func (s *Server) jobLimits(o JobOptions) (time.Duration, int64) {
	limit, memory := s.opt.TimeLimit, s.opt.MemoryLimit
	if o.TimeLimit > 0 && o.TimeLimit < limit.Seconds() {
		limit = time.Duration(o.TimeLimit * float64(time.Second))
	}
	if o.MemoryLimit > 0 && o.MemoryLimit < memory {
		memory = o.MemoryLimit
	}
	return limit, memory
}

// smallBoard is how many cells a board has that is expected to be solved at once.
const smallBoard = 64

// work checks a request and returns what is to be done, and whether it's
// expected to take a moment. Its errors are refusals.
func (s *Server) work(q *JobRequest) (work jobs.Work, short bool, err error) {
	limit, memory := s.jobLimits(q.Options)
	short = limit <= quickTry
	floors := q.Puzzle == string(level.Floor)
	if q.Kind != "solve" {
		if floors {
			work, err = s.measureFloors(q, limit, memory)
		} else {
			work, err = s.measureFlips(q, limit, memory)
		}
		return work, short, err
	}
	e, err := q.Board.entry(level.Puzzle(q.Puzzle), s.opt.MaxCells)
	if err != nil {
		return nil, false, err
	}
	short = short || len(e.Board.Cells) <= smallBoard
	if q.Board.RawMessage, err = json.Marshal(e); err != nil { // without what nobody knows
		return nil, false, err
	}
	if floors {
		work, err = s.solveFloor(q, e, limit, memory)
	} else {
		work, err = solveFlip(q, e, limit, memory)
	}
	return work, short, err
}

func (s *Server) solveFloor(q *JobRequest, e *level.Entry, limit time.Duration, memory int64) (jobs.Work, error) {
	if err := choose("method", q.Options.Method, floor.Methods); err != nil {
		return nil, err
	}
	return solving(limit, e, func(ctx context.Context, report func(answer.Progress)) (floor.Answer, error) {
		known, forget := s.plans.follow(e.Board)
		defer forget()
		return floor.Solve(ctx, e.Board, floor.Options{
			Method: floor.Method(q.Options.Method), MemoryLimit: memory, Seed: q.Options.Seed, Progress: report, Better: known,
		})
	}), nil
}

func solveFlip(q *JobRequest, e *level.Entry, limit time.Duration, memory int64) (jobs.Work, error) {
	if err := choose("method", q.Options.Method, flip.Names(flip.Methods)); err != nil {
		return nil, err
	}
	p, err := flipPuzzle(e)
	if err != nil {
		return nil, err
	}
	return solving(limit, e, func(ctx context.Context, report func(answer.Progress)) (flip.Answer, error) {
		return flip.Solve(ctx, p, e.Board, flip.Options{Method: flip.Method(q.Options.Method), MemoryLimit: memory, Progress: report})
	}), nil
}

// solving is the work of finding the fewest moves of a board. What a first try
// found isn't lost in a second.
func solving[M any](limit time.Duration, e *level.Entry, solve func(context.Context, func(answer.Progress)) (answer.Answer[M], error)) jobs.Work {
	var before *answer.Answer[M]
	return func(ctx context.Context, report func(answer.Progress)) (jobs.Result, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ans, err := solve(ctx, report)
		if err != nil {
			return jobs.Result{}, err
		}
		if before != nil && ans.Status == answer.Bounded {
			keep(&ans, before)
		}
		before = &ans
		ans.Name, ans.Puzzle = e.Name, string(e.Puzzle)
		text, err := json.Marshal(ans)
		return jobs.Result{Answer: text, Whole: ans.Status != answer.Bounded}, err
	}
}

// keep takes over what is better in an earlier answer to the same question: each
// of its bounds holds by itself.
func keep[M any](now, before *answer.Answer[M]) {
	if before.Moves != answer.Unknown && (now.Moves == answer.Unknown || before.Moves < now.Moves) {
		now.Moves, now.Plan, now.Method = before.Moves, before.Plan, before.Method
	}
	if before.LowerBound > now.LowerBound {
		now.LowerBound, now.Proof = before.LowerBound, before.Proof
	}
	if now.Moves == now.LowerBound {
		now.Status, now.Stop = answer.Optimal, answer.Stop{}
	}
}

// measuring is the work of census and farthest.
func measuring(limit time.Duration, count func(context.Context, func(answer.Progress)) (answer.Distances, error)) jobs.Work {
	return func(ctx context.Context, report func(answer.Progress)) (jobs.Result, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		d, err := count(ctx, report)
		if err != nil {
			return jobs.Result{}, err
		}
		text, err := json.Marshal(d)
		return jobs.Result{Answer: text, Whole: d.Exact()}, err
	}
}

// listed returns how many of the farthest boards are wanted.
func (q *JobRequest) listed() int {
	switch {
	case q.Max != nil:
		return *q.Max
	case q.Kind == "farthest":
		return 1
	}
	return 0
}

func (s *Server) measureFlips(q *JobRequest, limit time.Duration, memory int64) (jobs.Work, error) {
	if q.Tiles != "" || q.Distinct {
		return nil, huma.Error422UnprocessableEntity("tiles and distinct are for floors")
	}
	if err := choose("method", q.Options.Method, flip.Names(flip.CensusMethods)); err != nil {
		return nil, err
	}
	p, err := s.wholeFlip(q)
	if err != nil {
		return nil, err
	}
	count := flip.Census
	if q.Kind == "farthest" {
		count = flip.Farthest
	}
	return measuring(limit, func(ctx context.Context, report func(answer.Progress)) (answer.Distances, error) {
		return count(ctx, p, flip.CensusOptions{Method: flip.Method(q.Options.Method), MemoryLimit: memory, Max: q.listed(), Progress: report})
	}), nil
}

// wholeFlip returns the puzzle whose boards are to be counted.
func (s *Server) wholeFlip(q *JobRequest) (*flip.Puzzle, error) {
	if q.Board.given() {
		e, err := q.Board.entry(level.Flip, s.opt.MaxCells)
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

func (s *Server) measureFloors(q *JobRequest, limit time.Duration, memory int64) (jobs.Work, error) {
	if err := choose("method", q.Options.Method, []string{"bfs"}); err != nil {
		return nil, err
	}
	b, err := s.wholeFloor(q)
	if err != nil {
		return nil, err
	}
	return measuring(limit, func(ctx context.Context, report func(answer.Progress)) (answer.Distances, error) {
		return floor.Census(ctx, b, floor.CensusOptions{MemoryLimit: memory, Max: q.listed(), Distinct: q.Distinct, Progress: report})
	}), nil
}

// wholeFloor returns a floor whose tiles are to be arranged.
func (s *Server) wholeFloor(q *JobRequest) (*board.Board, error) {
	if q.Board.given() {
		e, err := q.Board.entry(level.Floor, s.opt.MaxCells)
		if err != nil {
			return nil, err
		}
		return e.Board, nil
	}
	rows, cols, err := parseSize(q.Size, s.opt.MaxCells)
	if err != nil {
		return nil, err
	}
	b, err := floor.WithTiles(rows, cols, q.Tiles)
	return b, unfit(err)
}
