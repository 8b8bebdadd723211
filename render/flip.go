package render

import (
	"fmt"

	"fewest/board"
	"fewest/flip"
	"fewest/level"
	"fewest/render/internal/letters"
)

// Flip draws a flip board with the buttons of the plan ringed and how often
// if more than once; move by move as GIF, with the cells that
// each press changes. Buttons with names are listed below the board. marks, if
// there is no plan, are cells with weights to mark, as in an answer's Cells. The
// plan must be one that the puzzle replays.
func Flip(p *flip.Puzzle, b *board.Board, plan []flip.Press, marks [][3]int, opt Options) (*Picture, error) {
	if err := checkSize(b.Rows, b.Cols); err != nil {
		return nil, err
	}
	if _, err := p.Replay(b, plan); err != nil {
		return nil, err
	}
	e, err := newEasel(opt.Style, flipLook(p.Colours))
	if err != nil {
		return nil, err
	}
	title := shorten(level.Printable(opt.Title), fontSize, longestTitle)
	picture := &Picture{pitch: pitch, overview: e.flips(b, plan, marks, title)}
	if n := flip.Presses(plan); n > 0 {
		picture.frames = min(n, gifFrames) + 1 // more are too many
		picture.film = func() func(int) *scene { return flipFilm(opt.Style, p, b, plan, title) }
	}
	return picture, nil
}

// flips draws the overview.
func (e *easel) flips(b *board.Board, plan []flip.Press, marks [][3]int, title string) *scene {
	g := grid{x: margin, y: margin, rows: b.Rows, cols: b.Cols}
	var names []string
	for _, press := range plan {
		if press.Button != "" {
			names = append(names, level.Printable(press.String()))
		}
	}
	lines := []string{title}
	if len(names) > 0 {
		names[0] = "press " + names[0]
		for i := range len(names) - 1 {
			names[i] += ","
		}
		lines = append(lines, wrap(names, captionsOf(g).size, max(g.width(), 480))...)
		if len(lines) > 12 {
			lines = append(lines[:12], "…")
		}
	}
	f := newFrame(g, lines...)
	s := e.scene(f.width, f.height+(len(lines)-1)*f.line, title)
	e.flipBoard(s, b, f.grid)
	for _, press := range plan {
		if press.Button != "" {
			continue
		}
		x, y := f.place(press.Row*b.Cols + press.Col)
		ring(s, x, y, b.At(press.Row, press.Col) == board.Hole)
		if press.Times > 1 {
			times(s, x, y, fmt.Sprintf("%d×", press.Times))
		}
	}
	if plan == nil {
		weighty := false
		for _, m := range marks {
			weighty = weighty || m[2] != 1
		}
		for _, m := range marks {
			x, y := f.place(m[0]*b.Cols + m[1])
			around(s, box{x: x, y: y, w: tileSize, h: tileSize}, 1)
			if weighty {
				times(s, x, y, fmt.Sprint(m[2]))
			}
		}
	}
	f.add(s, margin+g.height(), lines...)
	return s
}

// flipFilm returns a function that makes the frames of a film.
func flipFilm(style Style, p *flip.Puzzle, b *board.Board, plan []flip.Press, title string) func(i int) *scene {
	e, _ := newEasel(style, flipLook(p.Colours))
	var presses []flip.Press // one after another
	for _, press := range plan {
		for range press.Times {
			one := press
			one.Times = 1
			presses = append(presses, one)
		}
	}
	words := func(i int) string {
		words := fmt.Sprintf("press %d of %d", i+1, len(presses))
		if presses[i].Button != "" {
			words += ": " + shorten(level.Printable(presses[i].Button), fontSize, longestTitle/2)
		}
		return words
	}
	lines := []string{title}
	for i := range presses {
		lines = append(lines, words(i))
	}
	f := newFrame(grid{x: margin, y: margin, rows: b.Rows, cols: b.Cols}, lines...)
	now, done := b, 0
	step := func(b *board.Board, i int) *board.Board {
		after, err := p.Replay(b, presses[i:i+1])
		if err != nil {
			panic(err) // it was replayed before
		}
		return after
	}
	return func(i int) *scene {
		if i < done {
			now, done = b, 0
		}
		for ; done < i; done++ {
			now = step(now, done)
		}
		s := e.scene(f.width, f.height, title)
		e.flipBoard(s, now, f.grid)
		if i == len(presses) {
			f.finish(s, i, len(presses), title)
			return s
		}
		next := step(now, i)
		for v := range now.Cells {
			if now.Cells[v] != next.Cells[v] {
				x, y := f.place(v)
				around(s, box{x: x, y: y, w: tileSize, h: tileSize}, 1)
			}
		}
		if press := presses[i]; press.Button == "" {
			x, y := f.place(press.Row*b.Cols + press.Col)
			ring(s, x, y, b.At(press.Row, press.Col) == board.Hole)
		}
		f.finish(s, i, len(presses), words(i))
		return s
	}
}

// flipBoard draws a board.
func (e *easel) flipBoard(s *scene, b *board.Board, g grid) {
	e.ground(s, g)
	for v, state := range b.Cells {
		if x, y := g.place(v); state == board.Hole {
			e.hole(s, x, y)
		} else {
			e.tile(s, x, y, state)
		}
	}
}

// flipLook says how the states of boards with so many colours look.
func flipLook(colours int) func(state uint8) (paint, string) {
	return func(state uint8) (paint, string) {
		fill := paint("#f7f4ec")
		switch {
		case state == 0:
		case colours == 2:
			fill = "#2b3440"
		default:
			fill = flipPaints[(int(state)-1)%len(flipPaints)]
		}
		return fill, fmt.Sprint(state)
	}
}

// ring marks a button to press.
func ring(s *scene, x, y int, hole bool) {
	x, y = x+tileSize/2, y+tileSize/2
	s.add(circle(x, y, 17, "", light, 8), circle(x, y, 17, "", accent, 4.5))
	if hole { // no state to show, a button nevertheless
		s.add(circle(x, y, 5, accent, "", 0))
	}
}

// times puts a number on the corner of a cell.
func times(s *scene, x, y int, label string) {
	half := max(9, letters.Width(label, 12, true)/2+5)
	badge(s, x+tileSize-6, y+tileSize-6, half, label)
}
