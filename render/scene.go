package render

import (
	"image"
	"strings"

	"fewest/render/internal/letters"
)

// scene is shapes in the order they are drawn, the undermost first. Coordinates
// are pixels at scale 1, y grows downward.
type scene struct {
	width, height int
	title         string // what the picture is, in words
	paper         paint  // what lies behind it where a format can't be transparent
	shapes        []shape
}

// shape is a box, a line, a text or the use of a stamp. Shapes can be compared.
type shape interface {
	// bounds is a rectangle that the shape doesn't leave.
	bounds() image.Rectangle
}

// box is a rectangle with rounded corners; its edge lies half inside.
type box struct {
	x, y, w, h, round int
	fill, edge        paint
	thick             float64
	dash              int // if not 0, the edge is dashes so long with gaps as long
}

// line is a stroke with round ends.
type line struct {
	x, y, x2, y2 int
	paint        paint
	thick        float64
	dash         int
}

// text is one line whose capitals have the height y in their middle.
type text struct {
	x, y  int
	size  int
	paint paint
	text  string
	bold  bool
	align align
}

type align int

const (
	centred align = iota
	leftward
	rightward // ends at x
)

// use is a stamp whose origin comes to x, y.
type use struct {
	x, y int
	*stamp
}

// stamp is shapes that a scene repeats, or that scenes share.
type stamp struct {
	id     string          // unique in a scene
	area   image.Rectangle // that the shapes don't leave
	fill   paint           // of a tile
	shapes []shape
}

func (b box) bounds() image.Rectangle {
	return image.Rect(b.x, b.y, b.x+b.w, b.y+b.h).Inset(-int(b.thick/2) - 1)
}

func (l line) bounds() image.Rectangle {
	r := image.Rect(l.x, l.y, l.x2, l.y2)
	return r.Inset(-int(l.thick/2) - 1)
}

func (t text) bounds() image.Rectangle {
	w := letters.Width(t.text, t.size, t.bold)
	left := t.x - w/2
	switch t.align {
	case leftward:
		left = t.x
	case rightward:
		left = t.x - w
	}
	return image.Rect(left, t.y-t.size, left+w, t.y+t.size).Inset(-2)
}

func (u use) bounds() image.Rectangle {
	return u.area.Add(image.Pt(u.x, u.y)).Inset(-1)
}

// add puts shapes on top.
func (s *scene) add(shapes ...shape) { s.shapes = append(s.shapes, shapes...) }

// circle is a box around a middle.
func circle(x, y, radius int, fill, edge paint, thick float64) box {
	return box{x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius, round: radius, fill: fill, edge: edge, thick: thick}
}

// shorten cuts a text that is wider than so many pixels.
func shorten(text string, size, width int) string {
	if letters.Width(text, size, false) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && letters.Width(string(runes), size, false) > width-size {
		runes = runes[:len(runes)*15/16]
	}
	return string(runes) + "…"
}

// wrap breaks words into lines of at most so many pixels.
func wrap(words []string, size, width int) []string {
	var lines []string
	var now []string
	for _, word := range words {
		if len(now) > 0 && letters.Width(strings.Join(now, " ")+" "+word, size, false) > width {
			lines, now = append(lines, strings.Join(now, " ")), nil
		}
		now = append(now, shorten(word, size, width))
	}
	return append(lines, strings.Join(now, " "))
}
