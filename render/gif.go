package render

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"maps"
	"slices"
)

// animate paints a film of n scenes of one size: one frame each, shown so many
// hundredths of a second. From frame to frame it paints what changes. When its
// context ends it stops, with fewer.
func animate(ctx context.Context, n int, scene func(i int) *scene, scale float64, delay func(i int) int) *gif.GIF {
	first := scene(0)
	c := newCanvas(first.width, first.height, scale)
	palette := choosePalette(ctx, c, n, scene)
	index := map[color.RGBA]uint8{}
	whole := c.img.Rect
	film := &gif.GIF{Config: image.Config{ColorModel: palette, Width: whole.Dx(), Height: whole.Dy()}}
	shown := image.NewPaletted(whole, palette)
	var before []shape
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		s := scene(i)
		dirty := []image.Rectangle{whole}
		if i > 0 {
			dirty = c.around(differences(before, s.shapes))
		}
		before = s.shapes
		c.paint(ctx, s, s.paper, dirty...)
		area := image.Rect(0, 0, 1, 1)
		for j, r := range dirty {
			if j == 0 {
				area = r
			}
			area = area.Union(r)
		}
		frame := image.NewPaletted(area, palette) // all transparent
		for _, r := range dirty {
			for y := r.Min.Y; y < r.Max.Y; y++ {
				from, old, new := c.img.PixOffset(r.Min.X, y), shown.PixOffset(r.Min.X, y), frame.PixOffset(r.Min.X, y)
				for x := range r.Dx() {
					p := c.img.Pix[from+4*x:][:4]
					rgba := color.RGBA{p[0], p[1], p[2], 255}
					at, ok := index[rgba]
					if !ok {
						at = uint8(palette[1:].Index(rgba) + 1)
						index[rgba] = at
					}
					if shown.Pix[old+x] != at {
						shown.Pix[old+x], frame.Pix[new+x] = at, at
					}
				}
			}
		}
		film.Image = append(film.Image, frame)
		film.Delay = append(film.Delay, delay(i))
		film.Disposal = append(film.Disposal, gif.DisposalNone)
	}
	return film
}

// differences returns the shapes that only one of two lists has, or that have
// another order in it.
func differences(p, q []shape) []shape {
	const window = 40 // a move adds and removes only few shapes in one place
	var out []shape
	for len(p) > 0 && len(q) > 0 {
		if p[0] == q[0] {
			p, q = p[1:], q[1:]
			continue
		}
		gone, come := 1, 1
		for k := 1; k < window; k++ {
			if k < len(q) && q[k] == p[0] {
				gone, come = 0, k
				break
			}
			if k < len(p) && p[k] == q[0] {
				gone, come = k, 0
				break
			}
		}
		out = append(append(out, p[:gone]...), q[:come]...)
		p, q = p[gone:], q[come:]
	}
	return append(append(out, p...), q...)
}

// around returns rectangles of pixels that cover shapes: one for those close
// together.
func (c *canvas) around(shapes []shape) []image.Rectangle {
	area := func(r image.Rectangle) int { return r.Dx() * r.Dy() }
	var out []image.Rectangle
	for _, s := range shapes {
		r := c.scaled(s.bounds()).Intersect(c.img.Rect)
		for i := 0; i < len(out) && !r.Empty(); i++ {
			if both := r.Union(out[i]); area(both) <= area(r)+area(out[i]) {
				r = both
				out = slices.Delete(out, i, i+1)
				i = -1 // it may touch others now
			}
		}
		if !r.Empty() {
			out = append(out, r)
		}
	}
	return out
}

// choosePalette returns transparent, every paint of a film, and the mixtures
// that are most frequent on the edges of shapes in a few of its frames.
func choosePalette(ctx context.Context, c *canvas, n int, scene func(i int) *scene) color.Palette {
	pure := map[color.RGBA]bool{}
	count := map[color.RGBA]int{}
	for _, i := range slices.Compact([]int{0, n / 3, 2 * n / 3, n - 1}) {
		s := scene(i)
		s.collect(pure)
		c.paint(ctx, s, s.paper, c.img.Rect)
		for p := c.img.Pix; len(p) > 0; p = p[4:] {
			count[color.RGBA{p[0], p[1], p[2], 255}]++
		}
	}
	draw.Draw(c.img, c.img.Rect, image.Transparent, image.Point{}, draw.Src)
	order := slices.SortedFunc(maps.Keys(count), func(p, q color.RGBA) int {
		return cmp.Or(count[q]-count[p], bytes.Compare([]byte{p.R, p.G, p.B}, []byte{q.R, q.G, q.B}))
	})
	palette := color.Palette{color.RGBA{}}
	for _, p := range order {
		if pure[p] && len(palette) < 256 {
			palette = append(palette, p)
		}
	}
	for _, p := range order {
		if !pure[p] && len(palette) < 256 {
			palette = append(palette, p)
		}
	}
	return palette
}

// collect notes the paints of a scene.
func (s *scene) collect(into map[color.RGBA]bool) {
	add := func(p paint) {
		if p != "" {
			into[p.rgba()] = true
		}
	}
	var all func(shapes []shape)
	all = func(shapes []shape) {
		for _, s := range shapes {
			switch s := s.(type) {
			case box:
				add(s.fill)
				add(s.edge)
			case line:
				add(s.paint)
			case text:
				add(s.paint)
			case use:
				all(s.shapes)
			}
		}
	}
	all(s.shapes)
}
