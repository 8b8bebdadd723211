package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"fewest/flip"
	"fewest/floor"
	"fewest/level"
)

// most is how many boards, and how many errors, are read from one file.
const most = 1000

type readInput struct {
	Body struct {
		Puzzle  string `json:"puzzle" enum:"floor,flip"`
		Text    string `json:"text" doc:"a file of boards, as text or JSON Lines"`
		Colours int    `json:"colours,omitempty" minimum:"0" maximum:"255" doc:"flips: the number of colours, whatever the file says"`
	}
}

// ReadError says what is wrong with a board of a file, and where.
type ReadError struct {
	Line    int    `json:"line" doc:"from 1; 0 if the whole file is meant"`
	Column  int    `json:"column" doc:"from 1; 0 if the whole line is meant"`
	Message string `json:"message"`
	Hint    string `json:"hint" doc:"what may help, or empty"`
}

type readOutput struct {
	Body struct {
		Boards []Board     `json:"boards" nullable:"false"`
		Errors []ReadError `json:"errors" nullable:"false"`
	}
}

func (s *Server) read(ctx context.Context, in *readInput) (*readOutput, error) {
	out := &readOutput{}
	out.Body.Boards, out.Body.Errors = []Board{}, []ReadError{}
	fail := func(line, column int, message, hint string) {
		out.Body.Errors = append(out.Body.Errors, ReadError{line, column, message, hint})
	}
	reader := level.NewReader(strings.NewReader(in.Body.Text), level.Options{
		File: "board", Puzzle: level.Puzzle(in.Body.Puzzle), Colours: in.Body.Colours,
	})
	size := 0
	for {
		e, err := reader.Next()
		switch {
		case ctx.Err() != nil:
			return nil, busy(huma.Error503ServiceUnavailable("reading the boards takes too long"))
		case err == io.EOF:
			return out, answering(ctx, 2*int64(size))
		case err != nil:
			fail(0, 0, err.Error(), "")
			return out, nil
		case len(out.Body.Boards)+len(out.Body.Errors) == most:
			fail(e.Line, 0, fmt.Sprintf("more than %d boards; these are the first", most), "")
			return out, nil
		case e.Err != nil:
			fail(e.Err.Line, e.Err.Column, message(e.Err), e.Err.Hint)
			continue
		case len(e.Board.Cells) > s.opt.MaxCells:
			fail(e.Line, 0, tooLarge(e.Board.Rows, e.Board.Cols, s.opt.MaxCells).Error(), "")
			continue
		case len(e.Name) > maxName:
			fail(e.Line, 0, longName, "")
			continue
		}
		if in.Body.Colours > 0 {
			e.Colours = in.Body.Colours
		}
		if e.Puzzle == level.Flip {
			if _, err := flipPuzzle(e); err != nil {
				fail(e.Line, 0, err.Error(), "")
				continue
			}
		}
		b, err := written(e)
		if err != nil {
			return nil, err
		}
		size += len(b.RawMessage)
		out.Body.Boards = append(out.Body.Boards, b)
	}
}

type randomInput struct {
	Body struct {
		Puzzle  string  `json:"puzzle" enum:"floor,flip"`
		Size    string  `json:"size" maxLength:"40" example:"6x6" doc:"rows x columns"`
		Colours int     `json:"colours,omitempty" minimum:"0" maximum:"255" doc:"4 for floors and 2 for flips unless given"`
		Mask    string  `json:"mask,omitempty" maxLength:"40" doc:"flips: the cells that a button changes"`
		Wrap    bool    `json:"wrap,omitempty" doc:"flips: the board is a torus"`
		Any     bool    `json:"any,omitempty" doc:"floors: any board, not only those that can be done"`
		Presses int     `json:"presses,omitempty" minimum:"0" maximum:"1000000" doc:"flips: press so many random buttons; 0 for any plan"`
		Seed    *uint64 `json:"seed,omitempty" doc:"the same seed draws the same board; random unless given"`
	}
}

type randomOutput struct {
	Body struct {
		Board Board  `json:"board"`
		Seed  uint64 `json:"seed"`
	}
}

func (s *Server) random(ctx context.Context, in *randomInput) (*randomOutput, error) {
	rows, cols, err := parseSize(in.Body.Size, s.opt.MaxCells)
	if err != nil {
		return nil, err
	}
	q := &in.Body
	seed := uint64(rand.Uint32())
	if q.Seed != nil {
		seed = *q.Seed
	}
	e := &level.Entry{Puzzle: level.Puzzle(q.Puzzle)}
	if e.Puzzle == level.Floor {
		if q.Colours == 0 {
			q.Colours = 4
		}
		e.Name = fmt.Sprintf("%dx%d-%d-%d", rows, cols, q.Colours, seed)
		draw := floor.RandomPossible
		if q.Any {
			draw = floor.Random
		}
		if e.Board, err = draw(rows, cols, q.Colours, seed); err != nil {
			return nil, unfit(err)
		}
	} else {
		p, err := flip.New(flip.Spec{Rows: rows, Cols: cols, Mask: flip.Mask(q.Mask), Wrap: q.Wrap, Colours: q.Colours})
		if err != nil {
			return nil, unfit(err)
		}
		e.Name = fmt.Sprintf("%dx%d-%s-%d", rows, cols, p.Mask, seed)
		if e.Board, err = flip.Random(p, seed, q.Presses); err != nil {
			return nil, unfit(err)
		}
		e.Alphabet = level.Digits
		e.Mask, e.Colours, e.Wrap = string(p.Mask), p.Colours, &p.Wrap
	}
	out := &randomOutput{}
	out.Body.Seed = seed
	if out.Body.Board, err = written(e); err != nil {
		return nil, err
	}
	return out, answering(ctx, 2*int64(len(out.Body.Board.RawMessage)))
}

type verifyInput struct {
	Body struct {
		Puzzle string `json:"puzzle" enum:"floor,flip"`
		Board  Board  `json:"board"`
		Plan   Plan   `json:"plan"`
	}
}

type verifyOutput struct {
	Body struct {
		OK      bool   `json:"ok"`
		Problem string `json:"problem" doc:"what is wrong with the plan, or empty"`
		Moves   int    `json:"moves" doc:"the plan's length"`
	}
}

func (s *Server) verify(_ context.Context, in *verifyInput) (*verifyOutput, error) {
	g, err := s.game(in.Body.Puzzle, in.Body.Board, in.Body.Plan)
	if err != nil {
		return nil, err
	}
	out := &verifyOutput{}
	err = g.verify()
	out.Body.OK, out.Body.Moves = err == nil, g.moves
	if err != nil {
		out.Body.Problem = err.Error()
	}
	return out, nil
}

// game is a board with a plan.
type game struct {
	entry   *level.Entry
	puzzle  *flip.Puzzle // flips
	swaps   []floor.Swap
	presses []flip.Press
	moves   int
}

// game reads a board and a plan; no plan is an empty one.
func (s *Server) game(puzzle string, b Board, plan Plan) (*game, error) {
	e, err := b.entry(level.Puzzle(puzzle), s.opt.MaxCells)
	if err != nil {
		return nil, err
	}
	g := &game{entry: e}
	to := any(&g.swaps)
	if e.Puzzle == level.Flip {
		if g.puzzle, err = flipPuzzle(e); err != nil {
			return nil, err
		}
		to = &g.presses
	}
	if len(plan.RawMessage) > 0 {
		if err := json.Unmarshal(plan.RawMessage, to); err != nil {
			return nil, huma.Error422UnprocessableEntity("the plan: " + err.Error())
		}
	}
	g.moves = len(g.swaps) + flip.Presses(g.presses)
	return g, nil
}

// verify reports what is wrong with the plan.
func (g *game) verify() error {
	if g.puzzle != nil {
		return g.puzzle.Verify(g.entry.Board, g.presses)
	}
	return floor.Verify(g.entry.Board, g.swaps)
}

type pictureInput struct {
	Body struct {
		Puzzle string `json:"puzzle" enum:"floor,flip"`
		Board  Board  `json:"board"`
		Plan   Plan   `json:"plan,omitzero" required:"false"`
		Format string `json:"format,omitempty" enum:"svg,png,gif" default:"svg"`
		Style  string `json:"style,omitempty" enum:"plain,quilt" default:"plain"`
	}
}

type pictureOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// pictureTypes are the content types of the formats.
var pictureTypes = map[string]string{"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}

func (s *Server) pictureOperation() huma.Operation {
	op := s.operation("picture", "POST", "/api/v1/picture", "Draw a board and a plan")
	op.Middlewares = within(3 * deadline)
	content := map[string]*huma.MediaType{}
	for _, t := range pictureTypes {
		content[t] = &huma.MediaType{}
	}
	op.Responses = map[string]*huma.Response{"200": {Description: "The picture", Content: content}}
	return op
}

func (s *Server) picture(ctx context.Context, in *pictureInput) (*pictureOutput, error) {
	g, err := s.game(in.Body.Puzzle, in.Body.Board, in.Body.Plan)
	if err != nil {
		return nil, err
	}
	// A picture is work of a moment, but of many at once it's too much.
	leaseOf(ctx).endTurn()
	if !hold(ctx, s.limits.drawing, 1) {
		return nil, busy(huma.Error429TooManyRequests("too many pictures are being drawn: try again later"))
	}
	defer s.limits.drawing.Release(1)
	var picture bytes.Buffer
	if err := g.draw(ctx, &picture, in.Body.Format, in.Body.Style); ctx.Err() != nil {
		return nil, busy(huma.Error503ServiceUnavailable("the picture takes too long to draw: try again later, or without its plan"))
	} else if err != nil {
		return nil, unfit(err)
	}
	if err := answering(ctx, int64(picture.Cap())); err != nil {
		return nil, err
	}
	return &pictureOutput{pictureTypes[in.Body.Format], picture.Bytes()}, nil
}
