package render

import (
	"context"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"fewest/render/internal/letters"
	"fewest/render/internal/outline"
)

// leastText is the size in pixels below which a text is left out: nobody could
// read it.
const leastText = 4.5

// canvas paints scenes, so many pixels to a unit.
type canvas struct {
	img   *image.RGBA
	scale float64
	pen   outline.Pen
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
// paints all anew. When its context ends it stops in the middle.
func (c *canvas) paint(ctx context.Context, s *scene, paper paint, clips ...image.Rectangle) {
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
			if i%1024 == 0 && ctx.Err() != nil {
				return
			}
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
		c.fill(s.paint, clip, outline.Strokes(outline.Path{from, to}, s.thick*c.scale, float64(s.dash)*c.scale)...)
	case box:
		s.x, s.y = s.x+x, s.y+y
		c.box(s, clip)
	}
}

func (c *canvas) box(b box, clip image.Rectangle) {
	from, to := c.point(b.x, b.y), c.point(b.x+b.w, b.y+b.h)
	round, thick := float64(b.round)*c.scale, b.thick*c.scale
	if b.edge == "" { // whole pixels look crisp
		from, to = from.Rounded(), to.Rounded()
	}
	if b.fill != "" {
		c.fill(b.fill, clip, outline.Box(from, to, round))
	}
	switch {
	case b.edge == "":
	case b.dash > 0:
		around := outline.Box(from, to, round)
		c.fill(b.edge, clip, outline.Strokes(append(around, around[0]), thick, float64(b.dash)*c.scale)...)
	default:
		c.fill(b.edge, clip, outline.Frame(from, to, round, thick)...)
	}
}

// fill paints the inside of outlines.
func (c *canvas) fill(p paint, clip image.Rectangle, paths ...outline.Path) {
	c.pen.Fill(c.img, clip, p.rgba(), paths...)
}

func (c *canvas) text(t text, clip image.Rectangle) {
	size := float64(t.size) * c.scale
	if size < leastText {
		return
	}
	key := faceKey{t.size, t.bold}
	face := c.faces[key]
	if face == nil {
		face = letters.Face(size, t.bold)
		c.faces[key] = face
	}
	pen := font.Drawer{Dst: c.img.SubImage(clip).(*image.RGBA), Src: image.NewUniform(t.paint.rgba()), Face: face}
	at := c.point(t.x, t.y)
	x := fixed.Int26_6(at.X * 64)
	switch width := pen.MeasureString(t.text); t.align {
	case centred:
		x -= width / 2
	case rightward:
		x -= width
	}
	pen.Dot = fixed.Point26_6{X: x, Y: fixed.Int26_6((at.Y + 0.36*size) * 64)}
	pen.DrawString(t.text)
}

func (c *canvas) point(x, y int) outline.Point {
	return outline.Point{X: float64(x) * c.scale, Y: float64(y) * c.scale}
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
