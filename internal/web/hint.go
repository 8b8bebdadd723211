package web

import (
	"context"
	"encoding/json"
	"time"

	"fewest/level"
)

// hintTime is how long a plan is looked for that somebody waits for. Where none
// is found, on a very large board or a busy machine, longer and longer, to
// hintLongest. hintMemory is how much memory it may take.
const (
	hintTime    = 120 * time.Millisecond
	hintLongest = 3 * time.Second
	hintMemory  = 64 << 20
)

type hintInput struct {
	Body struct {
		Puzzle string `json:"puzzle" enum:"floor,flip"`
		Board  Board  `json:"board"`
	}
}

type hintOutput struct {
	Body struct {
		Answer Answer `json:"answer" doc:"What --json prints, with the best plan that could be found at once."`
	}
}

// hint answers at once what a job answers with a proof. It doesn't wait behind
// jobs, and isn't kept.
func (s *Server) hint(ctx context.Context, in *hintInput) (*hintOutput, error) {
	out := &hintOutput{}
	if in.Body.Puzzle == string(level.Floor) {
		known, err := s.underWay(in.Body.Board)
		if err != nil {
			return nil, err
		}
		if known != nil {
			out.Body.Answer = Answer{known}
			return out, answering(ctx, copies*int64(len(known)))
		}
	}
	for limit := hintTime; ; limit *= 3 {
		work, _, err := s.work(&JobRequest{
			Puzzle: in.Body.Puzzle, Kind: "solve", Board: in.Body.Board,
			Options: JobOptions{TimeLimit: limit.Seconds(), MemoryLimit: hintMemory},
		})
		if err != nil {
			return nil, err
		}
		found, err := work(ctx, nil)
		if err != nil {
			return nil, unfit(err)
		}
		out.Body.Answer = Answer{found.Answer}
		var known struct{ Moves *int }
		if err := json.Unmarshal(found.Answer, &known); err != nil {
			return nil, err
		}
		if found.Whole || known.Moves != nil || 3*limit > hintLongest || ctx.Err() != nil {
			return out, answering(ctx, copies*int64(len(found.Answer)))
		}
	}
}
