package render

import (
	"fmt"
	"image"

	"fewest/board"
	"fewest/render/internal/letters"
)

// Style is what tiles are made of.
type Style string

const (
	Plain Style = "plain" // smooth tiles
	Quilt Style = "quilt" // printed patches, stitched on linen
)

// Styles lists all styles.
var Styles = []Style{Plain, Quilt}

// Measures, in pixels at scale 1.
const (
	tileSize = 48
	gap      = 12
	pitch    = tileSize + gap // from tile to tile
	margin   = 44             // around everything
	between  = 92             // between two boards
	corner   = 9              // radius of a tile's corners
	fontSize = 19             // of letters on tiles, and of captions at least
)

// Paints that aren't those of tiles.
const (
	plainPaper paint = "#faf9f6"
	quiltPaper paint = "#f3ead8" // linen
	sash       paint = "#e6d8bd" // the strips between patches
	binding    paint = "#34486b" // of the quilt's edge
	empty      paint = "#d2cec3" // a hole's edge
	muted      paint = "#57606a" // captions
	accent     paint = "#d6336c" // what to do next
)

// easel makes scenes of one style and one kind of board; scenes that share it
// share their stamps.
type easel struct {
	style  Style
	look   func(colour uint8) (fill paint, label string)
	stamps [board.MaxColour + 1]*stamp // of tiles
	below  map[grid]*stamp
	last   *scene // the next has about as many shapes
}

func newEasel(style Style, look func(colour uint8) (paint, string)) (*easel, error) {
	switch style {
	case "":
		style = Plain
	case Plain, Quilt:
	default:
		return nil, fmt.Errorf("no style %q: there are plain and quilt", style)
	}
	return &easel{style: style, look: look, below: map[grid]*stamp{}}, nil
}

// scene begins a scene.
func (e *easel) scene(width, height int, title string) *scene {
	s := &scene{width: width, height: height, title: title, paper: plainPaper}
	if e.last != nil {
		s.shapes = make([]shape, 0, len(e.last.shapes)+20)
	}
	e.last = s
	if e.style == Plain {
		s.add(box{w: width, h: height, round: 18, fill: plainPaper})
		return s
	}
	s.paper = binding
	s.add(box{w: width, h: height, round: 14, fill: binding},
		box{x: 10, y: 10, w: width - 20, h: height - 20, round: 5, fill: quiltPaper},
		box{x: 5, y: 5, w: width - 10, h: height - 10, round: 10, edge: binding.mix(light, 0.6), thick: 1.5, dash: 5})
	return s
}

// grid is where a board lies in a scene.
type grid struct{ x, y, rows, cols int }

func (g grid) width() int  { return g.cols*pitch - gap }
func (g grid) height() int { return g.rows*pitch - gap }

// place is the corner of the tile of a cell, by position.
func (g grid) place(v int) (x, y int) { return g.x + v%g.cols*pitch, g.y + v/g.cols*pitch }

// ground draws what lies below a board, and the numbers of its rows and columns.
func (e *easel) ground(s *scene, g grid) {
	at := use{g.x, g.y, nil}
	g.x, g.y = 0, 0
	if e.below[g] == nil {
		e.below[g] = &stamp{
			id: fmt.Sprintf("%s-ground", e.style), area: image.Rect(0, 0, g.width(), g.height()).Inset(-margin),
			shapes: append(e.cloth(g), numbers(g)...),
		}
	}
	at.stamp = e.below[g]
	s.add(at)
}

// cloth is the strips that a quilt's patches are sewn on.
func (e *easel) cloth(g grid) []shape {
	if e.style != Quilt {
		return nil
	}
	width, height := g.width()+2*gap, g.height()+2*gap
	out := []shape{box{x: -gap, y: -gap, w: width, h: height, fill: sash}}
	thread := line{paint: sash.mix(dark, 0.22), thick: 1, dash: 4}
	for r := range g.rows + 1 {
		thread.x, thread.y, thread.x2, thread.y2 = -gap, r*pitch-gap/2, width-gap, r*pitch-gap/2
		out = append(out, thread)
	}
	for c := range g.cols + 1 {
		thread.x, thread.y, thread.x2, thread.y2 = c*pitch-gap/2, -gap, c*pitch-gap/2, height-gap
		out = append(out, thread)
	}
	for r := range g.rows + 1 {
		for c := range g.cols + 1 {
			out = append(out, box{x: c*pitch - gap, y: r*pitch - gap, w: gap, h: gap, fill: "#b9a98a"})
		}
	}
	return out
}

// numbers are those of the rows and columns of a board: all, or where they are
// many, the first and every fifth.
func numbers(g grid) []shape {
	if g.rows*g.cols == 1 {
		return nil
	}
	var out []shape
	shown := func(i, of int) bool { return i == 0 || (i+1)%5 == 0 || of <= 30 }
	number := text{size: 12, paint: "#8c867a"}
	for c := range g.cols {
		if shown(c, g.cols) {
			number.x, number.y, number.text = c*pitch+tileSize/2, -22, fmt.Sprint(c+1)
			out = append(out, number)
		}
	}
	number.align = rightward
	for r := range g.rows {
		if shown(r, g.rows) {
			number.x, number.y, number.text = -17, r*pitch+tileSize/2, fmt.Sprint(r+1)
			out = append(out, number)
		}
	}
	return out
}

// hole draws a cell that isn't there.
func (e *easel) hole(s *scene, x, y int) {
	if e.style == Quilt {
		s.add(box{x: x, y: y, w: tileSize, h: tileSize, round: 3, fill: quiltPaper, edge: sash.mix(dark, 0.12), thick: 1})
		return
	}
	s.add(box{x: x + 1, y: y + 1, w: tileSize - 2, h: tileSize - 2, round: corner, edge: empty, thick: 2, dash: 4})
}

// round is the radius of a tile's corners.
func (e *easel) round() int {
	if e.style == Quilt {
		return 3
	}
	return corner
}

// tile draws a tile.
func (e *easel) tile(s *scene, x, y int, colour uint8) { s.add(use{x, y, e.stamp(colour)}) }

// stamp returns the stamp of a tile. Colours from a new round of the paints on
// get a frame.
func (e *easel) stamp(colour uint8) *stamp {
	if e.stamps[colour] != nil {
		return e.stamps[colour]
	}
	fill, label := e.look(colour)
	ink := inkOn(fill)
	whole := box{w: tileSize, h: tileSize, round: e.round(), fill: fill}
	if contrast(fill, plainPaper) < 1.15 {
		whole = box{x: 1, y: 1, w: tileSize - 2, h: tileSize - 2, round: e.round() - 1, fill: fill, edge: "#b9b4a6", thick: 2}
	}
	shapes := []shape{whole}
	size := fontSize
	if len(label) > 1 {
		size = 15
	}
	if e.style == Quilt {
		w := max(26, letters.Width(label, size, true)+12)
		shapes = append(shapes, fabric(fill, int(colour))...)
		shapes = append(shapes, box{x: (tileSize - w) / 2, y: tileSize/2 - 13, w: w, h: 26, round: 13, fill: fill})
	}
	if int(colour) >= len(paints) {
		shapes = append(shapes, box{x: 4, y: 4, w: tileSize - 8, h: tileSize - 8, round: max(2, e.round()-4), edge: ink, thick: 1.5})
	}
	shapes = append(shapes, text{x: tileSize / 2, y: tileSize / 2, size: size, paint: ink, text: label, bold: true})
	e.stamps[colour] = &stamp{
		id: fmt.Sprintf("%s-%s", e.style, label), area: image.Rect(0, 0, tileSize, tileSize),
		fill: fill, shapes: shapes,
	}
	return e.stamps[colour]
}

// fabric is what makes a tile a patch: a print in two shades, and stitches along
// its edge.
func fabric(fill paint, number int) []shape {
	shade, thread := fill.mix(dark, 0.18), fill.mix(light, 0.55)
	if fill.luminance() < 0.2 {
		shade = fill.mix(light, 0.2)
	}
	if fill.luminance() > 0.6 {
		thread = fill.mix(dark, 0.35)
	}
	const low, high = 8, tileSize - 8
	var out []shape
	stroke := func(x, y, x2, y2 int) {
		out = append(out, line{x: x, y: y, x2: x2, y2: y2, paint: shade, thick: 1.5})
	}
	switch number % 7 {
	case 0: // dots
		for y := 0; y < 5; y++ {
			for x := y % 2; x < 5; x += 2 {
				out = append(out, circle(low+8*x, low+8*y, 2, shade, "", 0))
			}
		}
	case 1: // stripes
		for d := 2*low + 8; d < 2*high; d += 8 {
			from, to := max(low, d-high), min(high, d-low)
			stroke(from, d-from, to, d-to)
		}
	case 2: // gingham
		for at := low; at < high; at += 13 {
			out = append(out, box{x: at, y: low - 2, w: 6, h: high - low + 4, fill: fill.mix(shade, 0.5)})
		}
		for at := low; at < high; at += 13 {
			out = append(out, box{x: low - 2, y: at, w: high - low + 4, h: 6, fill: fill.mix(shade, 0.8)})
		}
	case 3: // crosses
		for y := range 4 {
			for x := range 4 {
				px, py := low+1+10*x, low+1+10*y
				stroke(px-2, py, px+2, py)
				stroke(px, py-2, px, py+2)
			}
		}
	case 4: // zigzag
		for y := low; y < high-3; y += 9 {
			for x := low; x < high; x += 8 {
				stroke(x, y, x+4, y+4)
				stroke(x+4, y+4, x+8, y)
			}
		}
	case 5: // rings
		for y := range 3 {
			for x := range 3 {
				out = append(out, circle(low+2+14*x, low+2+14*y, 4, "", shade, 1.5))
			}
		}
	case 6: // lattice
		for d := low + 4; d < high; d += 9 {
			stroke(d, low, d, high)
			stroke(low, d, high, d)
		}
	}
	return append(out, box{x: 3, y: 3, w: tileSize - 6, h: tileSize - 6, round: 2, edge: thread, thick: 1.2, dash: 3})
}

// captions are the lines below a board. Those of large boards are larger, or
// they'd be too small when all is drawn small.
type captions struct{ size, line int }

func captionsOf(g grid) captions {
	size := max(fontSize, max(g.width(), g.height())/50)
	return captions{size, size * 3 / 2}
}

// width is that of the widest line.
func (c captions) width(lines ...string) int {
	width := 0
	for _, words := range lines {
		width = max(width, letters.Width(words, c.size, false))
	}
	return width
}

// add writes lines below a board that ends at y.
func (c captions) add(s *scene, y int, lines ...string) {
	y += margin/2 + c.line/2
	for i, words := range lines {
		s.add(text{x: s.width / 2, y: y + i*c.line, size: c.size, paint: muted, text: words})
	}
}

// longestTitle is how wide a title may be at the least size.
const longestTitle = 700

// badge is a white plate with a number, h half as wide.
func badge(s *scene, x, y, half int, label string) {
	s.add(box{x: x - half, y: y - 9, w: 2 * half, h: 18, round: 9, fill: light, edge: dark, thick: 2},
		text{x: x, y: y, size: 12, paint: dark, text: label, bold: true})
}

// around frames tiles that the next move changes, so many times as thick as on
// small boards.
func around(s *scene, b box, times float64) {
	out := int(2 + 3*times)
	b.x, b.y, b.w, b.h, b.round = b.x-out, b.y-out, b.w+2*out, b.h+2*out, corner+out
	b.edge, b.thick = light, 7*times
	s.add(b)
	b.edge, b.thick = accent, 3*times
	s.add(b)
}
