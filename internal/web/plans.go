package web

import (
	"encoding/json"
	"sync"

	"fewest/answer"
	"fewest/board"
	"fewest/floor"
	"fewest/level"
)

// plans are the best known of the floors that jobs are proving.
type plans struct {
	mu  sync.Mutex
	all map[string]*underWay // by the board
}

// underWay is a board that is being proven.
type underWay struct {
	jobs int
	plan []floor.Swap // nil if none is known
}

func boardKey(b *board.Board) string {
	return string(append([]byte{byte(b.Cols), byte(b.Cols >> 8)}, b.Cells...))
}

// follow notes that a job works on a board, and returns what to tell of its
// plans, and what to call at its end.
func (p *plans) follow(b *board.Board) (better func([]floor.Swap), forget func()) {
	key := boardKey(b)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all == nil {
		p.all = map[string]*underWay{}
	}
	if p.all[key] == nil {
		p.all[key] = &underWay{}
	}
	known := p.all[key]
	known.jobs++
	better = func(plan []floor.Swap) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if known.plan == nil || len(plan) < len(known.plan) {
			known.plan = plan
		}
	}
	forget = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if known.jobs--; known.jobs == 0 {
			delete(p.all, key)
		}
	}
	return better, forget
}

// best returns the best plan of a board that is being proven, or nil.
func (p *plans) best(b *board.Board) []floor.Swap {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.all[boardKey(b)]; known != nil {
		return known.plan
	}
	return nil
}

// underWay answers with the best plan of a floor that a job is proving; nil if
// none is known.
func (s *Server) underWay(b Board) (json.RawMessage, error) {
	e, err := b.entry(level.Floor, s.opt.MaxCells)
	if err != nil {
		return nil, err
	}
	plan := s.plans.best(e.Board)
	if plan == nil || floor.Verify(e.Board, plan) != nil {
		return nil, nil
	}
	return json.Marshal(floor.Answer{
		Name: e.Name, Puzzle: string(level.Floor), Status: answer.Bounded, Moves: len(plan), Plan: plan, Method: "under way",
	})
}
