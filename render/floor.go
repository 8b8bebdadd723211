package render

import (
	"fmt"
	"strings"

	"fewest/board"
	"fewest/floor"
	"fewest/level"
	"fewest/render/internal/letters"
)

// Floor draws a floor with the swaps of a plan and, if there are any, what the
// plan leads to; move by move as GIF. Tiles in conflict run into each other and
// have a dark outline; a swap is a pair of arrows with its step. The plan must be
// one that floor.Replay accepts.
func Floor(b *board.Board, plan []floor.Swap, opt Options) (*Picture, error) {
	if err := checkSize(b.Rows, b.Cols); err != nil {
		return nil, err
	}
	after, err := floor.Replay(b, plan)
	if err != nil {
		return nil, err
	}
	e, err := newEasel(opt.Style, floorLook)
	if err != nil {
		return nil, err
	}
	title := shorten(level.Printable(opt.Title), fontSize, longestTitle)
	p := &Picture{pitch: pitch, overview: e.floors(b, after, plan, title)}
	if len(plan) > 0 {
		p.frames = len(plan) + 1
		p.film = func() func(int) *scene { return floorFilm(opt.Style, b, plan, title) }
	}
	return p, nil
}

func floorLook(colour uint8) (paint, string) {
	fill, _ := paintOf(colour)
	return fill, board.Letter(colour)
}

// floors draws the overview.
func (e *easel) floors(b, after *board.Board, plan []floor.Swap, title string) *scene {
	left := grid{x: margin, y: margin, rows: b.Rows, cols: b.Cols}
	right := left
	width, height := left.width(), left.height()
	stacked := width > height*3/2
	switch {
	case len(plan) == 0:
	case stacked:
		right.y += height + between
		height += height + between
	default:
		right.x += width + between
		width += width + between
	}
	words := captionsOf(left)
	inner := max(width, words.width(title))
	shift := (inner - width) / 2
	left.x += shift
	right.x += shift
	s := e.scene(inner+2*margin, height+2*margin+words.line, title)
	e.floor(s, b, left)
	if len(plan) > 0 {
		for edge, steps := range inOrder(b, plan) {
			e.swap(s, left, edge, steps)
		}
		pointer := func(x, y, x2, y2 int) {
			s.add(line{x: x, y: y, x2: x2, y2: y2, paint: "#8c959f", thick: 5})
		}
		if stacked {
			x, y := s.width/2, right.y-between/2-4
			pointer(x, y-16, x, y+16)
			pointer(x-11, y+5, x, y+16)
			pointer(x, y+16, x+11, y+5)
		} else {
			x, y := right.x-between/2-6, margin+height/2
			pointer(x-18, y, x+18, y)
			pointer(x+6, y-12, x+18, y)
			pointer(x+18, y, x+6, y+12)
		}
		e.floor(s, after, right)
	}
	words.add(s, margin+height, title)
	return s
}

// floorFilm returns a function that makes the frames of a film.
func floorFilm(style Style, b *board.Board, plan []floor.Swap, title string) func(i int) *scene {
	e, _ := newEasel(style, floorLook)
	now, done := b.Clone(), 0
	g := grid{x: margin, y: margin, rows: b.Rows, cols: b.Cols}
	steps := func(i int) string { return fmt.Sprintf("swap %d of %d", i+1, len(plan)) }
	f := newFrame(g, title, steps(len(plan)-1))
	return func(i int) *scene {
		if i < done {
			now, done = b.Clone(), 0
		}
		for ; done < i; done++ {
			p, q := now.Index(plan[done].A), now.Index(plan[done].B)
			now.Cells[p], now.Cells[q] = now.Cells[q], now.Cells[p]
		}
		s := e.scene(f.width, f.height, title)
		e.floor(s, now, f.grid)
		if i < len(plan) {
			edge := edgeOf(b, plan[i])
			x, y := f.place(int(edge.A))
			x2, y2 := f.place(int(edge.B))
			around(s, box{x: x, y: y, w: x2 - x + tileSize, h: y2 - y + tileSize}, float64(f.size)/fontSize)
			e.swap(s, f.grid, edge, []int{i + 1})
			f.finish(s, i, len(plan), steps(i))
		} else {
			f.finish(s, i, len(plan), title)
		}
		return s
	}
}

// frame is what the frames of a film have in common.
type frame struct {
	grid
	captions
	width, height int
}

// newFrame makes room for a board and for the lines that come below it.
func newFrame(g grid, lines ...string) frame {
	f := frame{grid: g, captions: captionsOf(g)}
	inner := max(g.width(), f.captions.width(lines...))
	f.x += (inner - g.width()) / 2
	f.width, f.height = inner+2*margin, g.height()+2*margin+f.line
	return f
}

// finish adds the caption, and how far the film has come.
func (f frame) finish(s *scene, i, of int, words string) {
	thick := f.size / 4
	f.add(s, f.y+f.grid.height()-thick, words)
	x, w, y := margin, s.width-2*margin, s.height-margin/2-thick/2
	s.add(box{x: x, y: y, w: w, h: thick, round: thick / 2, fill: "#dcd6c8"})
	if done := w * i / of; done > 0 {
		s.add(box{x: x, y: y, w: done, h: thick, round: thick / 2, fill: muted})
	}
}

// floor draws a board.
func (e *easel) floor(s *scene, b *board.Board, g grid) {
	e.ground(s, g)
	conflicts, _ := floor.Conflicts(b) // no error: the plan has been replayed
	bridge := func(edge board.Edge) box {
		x, y := g.place(int(edge.A))
		long, across := gap+2*corner, tileSize-2*corner
		if isAcross(b, edge) {
			return box{x: x + tileSize - corner, y: y + corner, w: long, h: across}
		}
		return box{x: x + corner, y: y + tileSize - corner, w: across, h: long}
	}
	inConflict := make([]bool, len(b.Cells))
	for _, edge := range conflicts { // the outlines lie below all tiles
		inConflict[edge.A], inConflict[edge.B] = true, true
		outline := bridge(edge)
		outline.fill, outline.edge, outline.thick = dark, dark, 6
		s.add(outline)
	}
	for v := range b.Cells {
		if inConflict[v] {
			x, y := g.place(v)
			s.add(box{x: x, y: y, w: tileSize, h: tileSize, round: e.round(), fill: dark, edge: dark, thick: 6})
		}
	}
	for v, colour := range b.Cells {
		if x, y := g.place(v); colour == board.Hole {
			e.hole(s, x, y)
		} else {
			e.tile(s, x, y, colour)
		}
	}
	for _, edge := range conflicts {
		over := bridge(edge)
		over.fill = e.stamp(b.Cells[edge.A]).fill
		if e.style == Quilt { // leave the stitches of the patches alone
			if isAcross(b, edge) {
				over.x, over.w = over.x+corner, gap
			} else {
				over.y, over.h = over.y+corner, gap
			}
		}
		s.add(over)
	}
}

// isAcross reports whether an edge joins neighbours of a row.
func isAcross(b *board.Board, e board.Edge) bool { return e.B == e.A+1 && b.Cols > 1 }

// swap draws an arrow both ways over an edge, and a badge with the steps that
// swap its tiles. Both keep clear of the letters, which have their tiles'
// middles: between two tiles of a row a badge may be high but not wide, and a
// wide one has its arrow above it; between two tiles of a column it may be wide.
func (e *easel) swap(s *scene, g grid, edge board.Edge, steps []int) {
	x, y := g.place(int(edge.A))
	x2, y2 := g.place(int(edge.B))
	x, y, across := (x+x2+tileSize)/2, (y+y2+tileSize)/2, y == y2
	lines, size := stepTexts(steps), 12
	if len(lines) > 1 {
		size = badgeLine
	}
	if !across {
		lines = []string{strings.Join(lines, ",")}
	}
	half := 9
	for _, line := range lines {
		half = max(half, letters.Width(line, size, true)/2+5)
	}
	high := 9 + (len(lines)-1)*badgeLine/2
	if len(lines) == 3 {
		y += 3 // so that the arrow doesn't leave the tiles
	}
	switch {
	case !across:
		arrows(s, x, y, false, high+1, 16)
	case len(lines) == 1 && half <= 12:
		arrows(s, x, y, true, half+1, max(half+5, 16))
	default:
		arrows(s, x, y-high-6, true, 0, 16)
	}
	s.add(box{x: x - half, y: y - high, w: 2 * half, h: 2 * high, round: 9, fill: light, edge: dark, thick: 2})
	for i, line := range lines {
		s.add(text{x: x, y: y + (2*i+1-len(lines))*badgeLine/2, size: size, paint: dark, text: line, bold: true})
	}
}

// badgeLine is from one number on a badge to the next below it.
const badgeLine = 11

// arrows draws two arrows away from a point, across or down, that begin and end
// so far from it.
func arrows(s *scene, x, y int, across bool, from, to int) {
	for _, pen := range []line{{paint: light, thick: 7}, {paint: dark, thick: 2.6}} {
		for _, side := range []int{-1, 1} {
			for _, part := range [][4]int{{from, 0, to, 0}, {to - 4, -4, to, 0}, {to, 0, to - 4, 4}} {
				if across {
					pen.x, pen.y, pen.x2, pen.y2 = x+side*part[0], y+part[1], x+side*part[2], y+part[3]
				} else {
					pen.x, pen.y, pen.x2, pen.y2 = x+part[1], y+side*part[0], x+part[3], y+side*part[2]
				}
				s.add(pen)
			}
		}
	}
}

// stepTexts lists the steps over an edge: three, or the first two of more.
func stepTexts(steps []int) []string {
	var out []string
	for i, n := range steps {
		if i == 2 && len(steps) > 3 {
			return append(out, "…")
		}
		out = append(out, fmt.Sprint(n))
	}
	return out
}

// inOrder yields the edges of a plan in the order of their first swaps, with the
// numbers of all their swaps.
func inOrder(b *board.Board, plan []floor.Swap) func(yield func(board.Edge, []int) bool) {
	steps := stepsOf(b, plan)
	return func(yield func(board.Edge, []int) bool) {
		for i, s := range plan {
			e := edgeOf(b, s)
			if steps[e][0] == i+1 && !yield(e, steps[e]) {
				return
			}
		}
	}
}
