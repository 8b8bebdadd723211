package flip

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"fewest/board"
)

// MaxColours is the largest number of colours.
const MaxColours = board.MaxColour + 1

// Puzzle is a checked Spec: a grid of cells and what buttons do to them. Only
// New and ForBoard make one. Its Spec is for reading; to change it changes
// nothing.
type Puzzle struct {
	Spec
	grid  grid
	moves moves
}

// New returns the puzzle that a Spec describes, or what is wrong with it.
func New(spec Spec) (*Puzzle, error) {
	if spec.Colours == 0 {
		spec.Colours = 2
	}
	if spec.Mask == "" {
		switch {
		case len(spec.Buttons) > 0:
			spec.Mask = Buttons
		case len(spec.Pattern) > 0:
			spec.Mask = Pattern
		default:
			spec.Mask = Cross
		}
	}
	switch {
	case spec.Rows < 1 || spec.Cols < 1:
		return nil, fmt.Errorf("a board of %d x %d has no cells", spec.Rows, spec.Cols)
	case spec.Rows > board.MaxCells/spec.Cols:
		return nil, fmt.Errorf("a board of %d x %d is too large: at most %d cells", spec.Rows, spec.Cols, board.MaxCells)
	case spec.Colours < 2 || spec.Colours > MaxColours:
		return nil, fmt.Errorf("%d colours: a flip puzzle has 2 to %d", spec.Colours, MaxColours)
	case spec.Holes != nil && len(spec.Holes) != spec.Rows*spec.Cols:
		return nil, fmt.Errorf("holes for %d cells on a board of %d x %d", len(spec.Holes), spec.Rows, spec.Cols)
	}
	if !slices.Contains(spec.Holes, true) {
		spec.Holes = nil
	}
	if spec.Mask == Cross {
		spec.Wrap = false // a row of a torus is the same row
	}
	g := grid{rows: spec.Rows, cols: spec.Cols, colours: spec.Colours, holes: slices.Clone(spec.Holes)}
	m, err := place(g, &spec)
	if err != nil {
		return nil, err
	}
	spec.Buttons = maps.Clone(spec.Buttons)
	return &Puzzle{spec, g, m}, nil
}

// ForBoard returns the puzzle that a board is an instance of: the size and
// holes of the board, the rest from the Spec. Every state must be a colour.
func ForBoard(spec Spec, b *board.Board) (*Puzzle, error) {
	if b == nil {
		return nil, errors.New("no board")
	}
	spec.Rows, spec.Cols = b.Rows, b.Cols
	spec.Holes = make([]bool, len(b.Cells))
	for i, state := range b.Cells {
		spec.Holes[i] = state == board.Hole
	}
	p, err := New(spec)
	if err != nil {
		return nil, err
	}
	return p, p.grid.check(b)
}

// ready reports why p isn't a puzzle, or nil.
func (p *Puzzle) ready() error {
	if p == nil || p.moves == nil {
		return errors.New("no puzzle: flip.New and flip.ForBoard make one")
	}
	return nil
}

// check reports why p isn't a puzzle, or b isn't a board of it.
func (p *Puzzle) check(b *board.Board) error {
	if err := p.ready(); err != nil {
		return err
	}
	return p.grid.check(b)
}

// Board returns the puzzle's goal: all cells 0. That of no puzzle has no cells.
func (p *Puzzle) Board() *board.Board {
	if p.ready() != nil {
		return &board.Board{}
	}
	b := board.New(p.grid.rows, p.grid.cols)
	for i, hole := range p.grid.holes {
		if hole {
			b.Cells[i] = board.Hole
		}
	}
	return b
}

// Cells returns how many cells there are, holes excluded.
func (p *Puzzle) Cells() int {
	if p.ready() != nil {
		return 0
	}
	return p.grid.cells()
}

// Replay returns the board that a plan leads to, or which press can't be made.
func (p *Puzzle) Replay(b *board.Board, plan []Press) (*board.Board, error) {
	if err := p.check(b); err != nil {
		return nil, err
	}
	times := make([]uint8, p.moves.count())
	for i, press := range plan {
		button, err := p.moves.find(press)
		if err != nil {
			return nil, fmt.Errorf("press %d: %w", i+1, err)
		}
		if press.Times < 1 {
			return nil, fmt.Errorf("press %d: pressed %d times", i+1, press.Times)
		}
		times[button] = uint8((int(times[button]) + press.Times%p.grid.colours) % p.grid.colours)
	}
	out := b.Clone()
	p.moves.apply(out, times)
	return out, nil
}

// Verify reports why a plan doesn't bring the board to all zeros, or nil.
func (p *Puzzle) Verify(b *board.Board, plan []Press) error {
	end, err := p.Replay(b, plan)
	if err != nil {
		return err
	}
	for i, state := range end.Cells {
		if state != 0 && state != board.Hole {
			return fmt.Errorf("after the plan %v shows %d, not 0", end.Cell(i), state)
		}
	}
	return nil
}

// plan returns the presses that button counts stand for, in button order.
func (p *Puzzle) plan(times []uint8) []Press {
	plan := []Press{}
	for b, n := range times {
		if n > 0 {
			plan = append(plan, p.moves.press(b, int(n)))
		}
	}
	return plan
}

// undone returns the board that the presses bring to all zeros.
func (p *Puzzle) undone(times []uint8) *board.Board {
	back := make([]uint8, len(times))
	for i, n := range times {
		back[i] = uint8((p.grid.colours - int(n)) % p.grid.colours)
	}
	b := p.Board()
	p.moves.apply(b, back)
	return b
}

// buttons lists the numbers of the buttons there are.
func (p *Puzzle) buttons() []int {
	var list []int
	for b := range p.moves.count() {
		if p.moves.is(b) {
			list = append(list, b)
		}
	}
	return list
}
