package render

import (
	"bufio"
	"fmt"
	"io"

	"fewest/board"
	"fewest/floor"
)

// Measures of the SVG, in pixels before scaling.
const (
	tileSize = 48
	pitch    = 60 // from tile to tile
	border   = 32 // around everything
	between  = 84 // between the two boards
	caption  = 44 // below the boards
	round    = 9  // radius of a tile's corners
)

// FloorSVG draws a floor with the swaps of a plan and, if there are any, what
// the plan leads to. Tiles in conflict run into each other and have a dark
// outline; a swap is a pair of arrows with its step. The plan must be one that
// floor.Replay accepts.
func FloorSVG(w io.Writer, b *board.Board, plan []floor.Swap, title string) error {
	after, err := floor.Replay(b, plan)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	side := b.Cols*pitch - (pitch - tileSize)
	high := b.Rows*pitch - (pitch - tileSize)
	width, height := 2*border+side, 2*border+high+caption
	if len(plan) > 0 {
		width += between + side
	}
	left := border
	if wide := 2*border + 10*len(title); wide > width { // room for the title
		left, width = border+(wide-width)/2, wide
	}
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
<title>%s</title>
<style>
text { font-family: "Inter", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; text-anchor: middle }
.letter { font-size: 19px; font-weight: 600 }
.long { font-size: 15px }
.step { font-size: 12px; font-weight: 700; fill: %s }
.title { font-size: 19px; fill: #57606a }
.outline { fill: %s; stroke: %s; stroke-width: 6 }
.hole { fill: none; stroke: #d8d5cc; stroke-width: 2; stroke-dasharray: 3 5 }
.arrow { fill: none; stroke: %s; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round }
.halo { fill: none; stroke: %s; stroke-width: 7; stroke-linecap: round; stroke-linejoin: round; opacity: .85 }
</style>
<rect width="100%%" height="100%%" rx="18" fill="#faf9f6"/>
`, width, height, width, height, escape(title), dark, dark, dark, dark, light)

	drawTiles(out, b, left, border)
	if len(plan) > 0 {
		drawSwaps(out, b, plan, left, border)
		x, y := left+side+between/2, border+high/2
		fmt.Fprintf(out, `<path d="M%d %dh36m-12 -12l12 12l-12 12" fill="none" stroke="#8c959f" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`+"\n",
			x-18, y)
		drawTiles(out, after, left+side+between, border)
	}
	fmt.Fprintf(out, `<text class="title" x="%d" y="%d">%s</text>`+"\n</svg>\n", width/2, height-border/2-caption/2+4, escape(title))
	return out.Flush()
}

// drawTiles draws a board with its corner at x, y.
func drawTiles(out io.Writer, b *board.Board, x, y int) {
	conflicts := floor.Conflicts(b)
	inConflict := map[int]bool{}
	place := func(v int) (int, int) {
		c := b.Cell(v)
		return x + c.Col*pitch, y + c.Row*pitch
	}
	bridge := func(e board.Edge, attributes string) {
		px, py := place(int(e.A))
		w, h := pitch-tileSize+2*round, tileSize-2*round
		if int(e.B) == int(e.A)+1 && b.Cols > 1 {
			px, py = px+tileSize-round, py+round
		} else {
			px, py, w, h = px+round, py+tileSize-round, h, w
		}
		fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%d" %s/>`+"\n", px, py, w, h, attributes)
	}
	for _, e := range conflicts { // the outlines lie below all tiles
		inConflict[int(e.A)], inConflict[int(e.B)] = true, true
		bridge(e, `class="outline"`)
	}
	tile := func(v int, attributes string) {
		px, py := place(v)
		fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%d" rx="%d" %s/>`+"\n", px, py, tileSize, tileSize, round, attributes)
	}
	for v := range b.Cells {
		if inConflict[v] {
			tile(v, `class="outline"`)
		}
	}
	for v, colour := range b.Cells {
		if colour == board.Hole {
			tile(v, `class="hole"`)
			continue
		}
		fill, _ := paintOf(colour)
		tile(v, fmt.Sprintf(`fill="%s"`, fill))
	}
	for _, e := range conflicts {
		fill, _ := paintOf(b.Cells[e.A])
		bridge(e, fmt.Sprintf(`fill="%s"`, fill))
	}
	for v, colour := range b.Cells {
		if colour == board.Hole {
			continue
		}
		_, ink := paintOf(colour)
		class := "letter"
		if len(label(colour)) > 1 {
			class = "letter long"
		}
		px, py := place(v)
		fmt.Fprintf(out, `<text class="%s" x="%d" y="%d" dy=".36em" fill="%s">%s</text>`+"\n", class, px+tileSize/2, py+tileSize/2, ink, label(colour))
	}
}

// drawSwaps draws an arrow both ways over every edge of the plan, and in its
// middle the steps that swap it.
func drawSwaps(out io.Writer, b *board.Board, plan []floor.Swap, x, y int) {
	steps := stepsOf(b, plan)
	drawn := map[board.Edge]bool{}
	for _, s := range plan {
		e := edgeOf(b, s)
		if drawn[e] {
			continue
		}
		drawn[e] = true
		text := fmt.Sprint(steps[e][0])
		for _, n := range steps[e][1:] {
			text += fmt.Sprintf(",%d", n)
		}
		c := b.Cell(int(e.A))
		mx, my := x+c.Col*pitch+tileSize/2, y+c.Row*pitch+tileSize/2
		turn := 0
		if s.A.Row == s.B.Row {
			mx += pitch / 2
		} else {
			my += pitch / 2
			turn = 90
		}
		half := max(9, 4*len(text)+3) // of the badge, across
		along := half
		if turn == 90 {
			along = 9
		}
		from, to := along+1, max(along+7, 16)
		arrow := fmt.Sprintf("M%d 0H%dm4 -4l-4 4l4 4M%d 0H%dm-4 -4l4 4l-4 4", -from, -to, from, to)
		fmt.Fprintf(out, `<g transform="translate(%d %d)"><g transform="rotate(%d)"><path class="halo" d="%s"/><path class="arrow" d="%s"/></g>`,
			mx, my, turn, arrow, arrow)
		fmt.Fprintf(out, `<rect x="%d" y="-9" width="%d" height="18" rx="9" fill="%s" stroke="%s" stroke-width="2"/><text class="step" dy=".36em">%s</text></g>`+"\n",
			-half, 2*half, light, dark, text)
	}
}

// escape makes a text fit for SVG.
func escape(text string) string {
	var s []rune
	for _, r := range board.Printable(text) {
		switch r {
		case '<':
			s = append(s, []rune("&lt;")...)
		case '&':
			s = append(s, []rune("&amp;")...)
		default:
			s = append(s, r)
		}
	}
	return string(s)
}
