// Package outline makes the outlines of boxes and thick lines, and fills them.
package outline

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// Point is a place in pixels.
type Point struct{ X, Y float64 }

// Path is straight lines from point to point. As an outline it is closed.
type Path []Point

func (p Point) moved(by float64) Point { return Point{p.X + by, p.Y + by} }

// Rounded returns the nearest corner of a pixel.
func (p Point) Rounded() Point { return Point{math.Round(p.X), math.Round(p.Y)} }

// Box goes around a box with rounded corners clockwise.
func Box(from, to Point, round float64) Path {
	round = max(0, min(round, (to.X-from.X)/2, (to.Y-from.Y)/2))
	if round < 0.05 {
		return Path{from, {to.X, from.Y}, to, {from.X, to.Y}}
	}
	var path Path
	for corner, middle := range []Point{
		{to.X - round, from.Y + round}, {to.X - round, to.Y - round}, {from.X + round, to.Y - round}, {from.X + round, from.Y + round},
	} {
		path = append(path, arc(middle, round, float64(corner-1)*math.Pi/2, math.Pi/2)...)
	}
	return path
}

// Frame are the outlines of a box's edge, which lies half inside.
func Frame(from, to Point, round, thick float64) []Path {
	half := thick / 2
	hole := Box(from.moved(half), to.moved(-half), round-half)
	slices.Reverse(hole)
	return []Path{Box(from.moved(-half), to.moved(half), round+half), hole}
}

// arc goes clockwise from an angle.
func arc(middle Point, radius, from, by float64) Path {
	steps := 2 + int(by*math.Sqrt(radius)*1.5)
	path := make(Path, steps+1)
	for i := range path {
		sin, cos := math.Sincos(from + by*float64(i)/float64(steps))
		path[i] = Point{middle.X + radius*cos, middle.Y + radius*sin}
	}
	return path
}

// Strokes are the outlines of a path drawn thick, round at its ends and bends;
// if dash isn't 0, of its dashes, which have blunt ends.
func Strokes(path Path, thick, dash float64) []Path {
	var out []Path
	covered := 0.0 // of the dash or gap that is going on
	drawing := true
	for i := 1; i < len(path); i++ {
		from, to := path[i-1], path[i]
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if dash == 0 {
			out = append(out, stroke(from, to, thick/2, true))
			continue
		}
		at := func(part float64) Point {
			return Point{from.X + (to.X-from.X)*part, from.Y + (to.Y-from.Y)*part}
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
func stroke(from, to Point, half float64, round bool) Path {
	angle := math.Atan2(to.Y-from.Y, to.X-from.X)
	if round {
		return append(arc(to, half, angle-math.Pi/2, math.Pi), arc(from, half, angle+math.Pi/2, math.Pi)...)
	}
	sin, cos := math.Sincos(angle)
	dx, dy := half*sin, -half*cos
	return Path{{from.X + dx, from.Y + dy}, {to.X + dx, to.Y + dy}, {to.X - dx, to.Y - dy}, {from.X - dx, from.Y - dy}}
}

// Pen fills outlines. It keeps its memory from one to the next.
type Pen struct {
	mask  vector.Rasterizer
	alpha image.Alpha
}

// Fill paints the inside of outlines, with smooth edges, where it lies in clip.
// Outlines that run clockwise add up; the others are holes.
func (p *Pen) Fill(img *image.RGBA, clip image.Rectangle, paint color.Color, outlines ...Path) {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, path := range outlines {
		for _, q := range path {
			low.X, low.Y = min(low.X, q.X), min(low.Y, q.Y)
			high.X, high.Y = max(high.X, q.X), max(high.Y, q.Y)
		}
	}
	if !(low.X < high.X && low.Y < high.Y) {
		return
	}
	area := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y)))
	area = area.Intersect(clip).Intersect(img.Rect)
	if area.Empty() {
		return
	}
	p.mask.Reset(area.Dx(), area.Dy())
	for _, path := range outlines {
		for i, q := range path {
			x, y := float32(q.X-float64(area.Min.X)), float32(q.Y-float64(area.Min.Y))
			if i == 0 {
				p.mask.MoveTo(x, y)
			} else {
				p.mask.LineTo(x, y)
			}
		}
		p.mask.ClosePath()
	}
	n := area.Dx() * area.Dy()
	if cap(p.alpha.Pix) < n {
		p.alpha.Pix = make([]uint8, n)
	}
	p.alpha.Pix, p.alpha.Stride, p.alpha.Rect = p.alpha.Pix[:n], area.Dx(), image.Rect(0, 0, area.Dx(), area.Dy())
	p.mask.DrawOp = draw.Src
	p.mask.Draw(&p.alpha, p.alpha.Rect, image.Opaque, image.Point{})
	draw.DrawMask(img, area, image.NewUniform(paint), image.Point{}, &p.alpha, image.Point{}, draw.Over)
}
