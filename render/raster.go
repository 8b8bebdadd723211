package render

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// leastText is the size in pixels below which a text is left out: nobody could
// read it.
const leastText = 4.5

// canvas paints scenes, so many pixels to a unit.
type canvas struct {
	img   *image.RGBA
	scale float64
	mask  vector.Rasterizer
	alpha image.Alpha
	faces map[faceKey]font.Face
}

type faceKey struct {
	size int
	bold bool
}

func newCanvas(width, height int, scale float64) *canvas {
	w, h := int(math.Ceil(float64(width)*scale)), int(math.Ceil(float64(height)*scale))
	return &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h)), scale: scale, faces: map[faceKey]font.Face{}}
}

// scaled returns the pixels that a rectangle of units touches.
func (c *canvas) scaled(r image.Rectangle) image.Rectangle {
	low := func(x int) int { return int(math.Floor(float64(x) * c.scale)) }
	high := func(x int) int { return int(math.Ceil(float64(x) * c.scale)) }
	return image.Rect(low(r.Min.X), low(r.Min.Y), high(r.Max.X), high(r.Max.Y))
}

// paint paints what of a scene lies in some rectangles of pixels, on the paper
// given or, if that is none, on nothing. Where rectangles overlap, the last
// paints all anew.
func (c *canvas) paint(s *scene, paper paint, clips ...image.Rectangle) {
	ground := image.Image(image.Transparent)
	if paper != "" {
		ground = image.NewUniform(paper.rgba())
	}
	bounds := make([]image.Rectangle, len(s.shapes))
	for i, shape := range s.shapes {
		bounds[i] = c.scaled(shape.bounds())
	}
	for _, clip := range clips {
		draw.Draw(c.img, clip, ground, image.Point{}, draw.Src)
		for i, shape := range s.shapes {
			if bounds[i].Overlaps(clip) {
				c.shape(shape, 0, 0, clip)
			}
		}
	}
}

// shape paints a shape moved by x, y.
func (c *canvas) shape(s shape, x, y int, clip image.Rectangle) {
	switch s := s.(type) {
	case use:
		x, y = x+s.x, y+s.y
		for _, shape := range s.shapes {
			if c.scaled(shape.bounds().Add(image.Pt(x, y))).Overlaps(clip) {
				c.shape(shape, x, y, clip)
			}
		}
	case text:
		s.x, s.y = s.x+x, s.y+y
		c.text(s, clip)
	case line:
		from, to := c.point(x+s.x, y+s.y), c.point(x+s.x2, y+s.y2)
		c.fill(s.paint, clip, strokes(contour{from, to}, s.thick*c.scale, float64(s.dash)*c.scale))
	case box:
		s.x, s.y = s.x+x, s.y+y
		c.box(s, clip)
	}
}

func (c *canvas) box(b box, clip image.Rectangle) {
	from, to := c.point(b.x, b.y), c.point(b.x+b.w, b.y+b.h)
	round := float64(b.round) * c.scale
	if b.edge == "" { // whole pixels look crisp
		from, to = from.rounded(), to.rounded()
	}
	if b.fill != "" {
		c.fill(b.fill, clip, []contour{roundedBox(from, to, round)})
	}
	if b.edge == "" {
		return
	}
	half := b.thick * c.scale / 2
	if b.dash > 0 {
		around := roundedBox(from, to, round)
		c.fill(b.edge, clip, strokes(append(around, around[0]), 2*half, float64(b.dash)*c.scale))
		return
	}
	outer := roundedBox(from.moved(-half), to.moved(half), round+half)
	inner := roundedBox(from.moved(half), to.moved(-half), round-half)
	for i, j := 0, len(inner)-1; i < j; i, j = i+1, j-1 { // the other way round it's a hole
		inner[i], inner[j] = inner[j], inner[i]
	}
	c.fill(b.edge, clip, []contour{outer, inner})
}

func (c *canvas) text(t text, clip image.Rectangle) {
	size := float64(t.size) * c.scale
	if size < leastText {
		return
	}
	key := faceKey{t.size, t.bold}
	face := c.faces[key]
	if face == nil {
		face = newFace(size, t.bold)
		c.faces[key] = face
	}
	pen := font.Drawer{Dst: c.img.SubImage(clip).(*image.RGBA), Src: image.NewUniform(t.paint.rgba()), Face: face}
	at := c.point(t.x, t.y)
	x := fixed.Int26_6(at.x * 64)
	switch width := pen.MeasureString(t.text); t.align {
	case centred:
		x -= width / 2
	case rightward:
		x -= width
	}
	pen.Dot = fixed.Point26_6{X: x, Y: fixed.Int26_6((at.y + 0.36*size) * 64)}
	pen.DrawString(t.text)
}

// point is a place in pixels.
type point struct{ x, y float64 }

// contour is a polygon, or a path.
type contour []point

func (c *canvas) point(x, y int) point { return point{float64(x) * c.scale, float64(y) * c.scale} }

func (p point) moved(by float64) point { return point{p.x + by, p.y + by} }
func (p point) rounded() point         { return point{math.Round(p.x), math.Round(p.y)} }

// fill paints the inside of contours; where they run the other way are holes.
func (c *canvas) fill(p paint, clip image.Rectangle, contours []contour) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, path := range contours {
		for _, q := range path {
			low.x, low.y = min(low.x, q.x), min(low.y, q.y)
			high.x, high.y = max(high.x, q.x), max(high.y, q.y)
		}
	}
	if !(low.x < high.x && low.y < high.y) {
		return
	}
	area := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
	area = area.Intersect(clip).Intersect(c.img.Rect)
	if area.Empty() {
		return
	}
	c.mask.Reset(area.Dx(), area.Dy())
	for _, path := range contours {
		for i, q := range path {
			x, y := float32(q.x-float64(area.Min.X)), float32(q.y-float64(area.Min.Y))
			if i == 0 {
				c.mask.MoveTo(x, y)
			} else {
				c.mask.LineTo(x, y)
			}
		}
		c.mask.ClosePath()
	}
	n := area.Dx() * area.Dy()
	if cap(c.alpha.Pix) < n {
		c.alpha.Pix = make([]uint8, n)
	}
	c.alpha.Pix, c.alpha.Stride, c.alpha.Rect = c.alpha.Pix[:n], area.Dx(), image.Rect(0, 0, area.Dx(), area.Dy())
	c.mask.DrawOp = draw.Src
	c.mask.Draw(&c.alpha, c.alpha.Rect, image.Opaque, image.Point{})
	draw.DrawMask(c.img, area, image.NewUniform(p.rgba()), image.Point{}, &c.alpha, image.Point{}, draw.Over)
}

// roundedBox goes around a box clockwise.
func roundedBox(from, to point, round float64) contour {
	round = max(0, min(round, (to.x-from.x)/2, (to.y-from.y)/2))
	if round < 0.05 {
		return contour{from, {to.x, from.y}, to, {from.x, to.y}}
	}
	var path contour
	for corner, middle := range []point{
		{to.x - round, from.y + round}, {to.x - round, to.y - round}, {from.x + round, to.y - round}, {from.x + round, from.y + round},
	} {
		path = append(path, arc(middle, round, float64(corner-1)*math.Pi/2, math.Pi/2)...)
	}
	return path
}

// arc goes clockwise from an angle.
func arc(middle point, radius, from, by float64) contour {
	steps := 2 + int(by*math.Sqrt(radius)*1.5)
	path := make(contour, steps+1)
	for i := range path {
		sin, cos := math.Sincos(from + by*float64(i)/float64(steps))
		path[i] = point{middle.x + radius*cos, middle.y + radius*sin}
	}
	return path
}

// strokes are the outlines of a path drawn thick, round at its ends and bends;
// if dash isn't 0, of its dashes, which have blunt ends.
func strokes(path contour, thick, dash float64) []contour {
	var out []contour
	covered := 0.0 // of the dash or gap that is going on
	drawing := true
	for i := 1; i < len(path); i++ {
		from, to := path[i-1], path[i]
		length := math.Hypot(to.x-from.x, to.y-from.y)
		if dash == 0 {
			out = append(out, stroke(from, to, thick/2, true))
			continue
		}
		at := func(part float64) point {
			return point{from.x + (to.x-from.x)*part, from.y + (to.y-from.y)*part}
		}
		for gone := 0.0; gone < length; {
			next := min(length, gone+dash-covered)
			if drawing {
				out = append(out, stroke(at(gone/length), at(next/length), thick/2, false))
			}
			if covered += next - gone; covered > dash-1e-9 {
				covered, drawing = 0, !drawing
			}
			gone = next
		}
	}
	return out
}

// stroke is the outline of a thick line, clockwise.
func stroke(from, to point, half float64, round bool) contour {
	angle := math.Atan2(to.y-from.y, to.x-from.x)
	if round {
		return append(arc(to, half, angle-math.Pi/2, math.Pi), arc(from, half, angle+math.Pi/2, math.Pi)...)
	}
	sin, cos := math.Sincos(angle)
	dx, dy := half*sin, -half*cos
	return contour{{from.x + dx, from.y + dy}, {to.x + dx, to.y + dy}, {to.x - dx, to.y - dy}, {from.x - dx, from.y - dy}}
}

// unmultiplied returns what was painted as PNG has it, and ends the painting.
func (c *canvas) unmultiplied() *image.NRGBA {
	pix := c.img.Pix
	for i := 3; i < len(pix); i += 4 {
		if a := int(pix[i]); a != 0 && a != 255 {
			for j := i - 3; j < i; j++ {
				pix[j] = uint8(min(255, int(pix[j])*255/a))
			}
		}
	}
	return &image.NRGBA{Pix: pix, Stride: c.img.Stride, Rect: c.img.Rect}
}
