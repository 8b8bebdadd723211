package render

import (
	"context"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"math"
)

// Options say how a picture looks.
type Options struct {
	Title string // a line below the board
	Style Style  // "" means Plain
}

// Picture is a drawing of a board and a plan, or of bounds. As SVG and PNG it is
// an overview; as GIF it shows the plan move by move. The methods that write it
// may be called at the same time.
type Picture struct {
	overview *scene
	pitch    int                       // from tile to tile in the scenes
	frames   int                       // of the film; 0 for none
	film     func() func(i int) *scene // returns one that makes frame i
}

// Formats are the names of the formats that Write knows.
var Formats = []string{"svg", "png", "gif"}

// Write writes the picture in one of Formats. Large ones take seconds: Write
// returns the context's error soon after it has ended.
func (p *Picture) Write(ctx context.Context, w io.Writer, format string) error {
	switch format {
	case "svg":
		return p.SVG(w)
	case "png":
		return p.PNG(ctx, w)
	case "gif":
		return p.GIF(ctx, w)
	}
	return fmt.Errorf("no format %q: there are svg, png and gif", format)
}

// SVG writes the overview.
func (p *Picture) SVG(w io.Writer) error { return p.overview.svg(w) }

// How large pictures are, in pixels.
const (
	pngPitch  = 90 // from tile to tile, at most
	pngPixels = 16 << 20
	gifPitch  = 60
	gifPixels = 1 << 20   // of a frame
	gifFilm   = 250 << 20 // of all frames
	gifFrames = 5000
	leastTile = 3
	longest   = 1 << 14 // side
)

// PNG writes the overview. Large boards are drawn small; an error says when they
// are too large even for that. It heeds its context as Write does.
func (p *Picture) PNG(ctx context.Context, w io.Writer) error {
	scale, err := p.scale(p.overview, pngPitch, pngPixels)
	if err != nil {
		return fmt.Errorf("%w; SVG has no such limit", err)
	}
	c := newCanvas(p.overview.width, p.overview.height, scale)
	c.paint(ctx, p.overview, "", c.img.Rect)
	return png.Encode(heeding{ctx, w}, c.unmultiplied())
}

// heeding is a writer that fails when its context has ended.
type heeding struct {
	ctx context.Context
	io.Writer
}

func (h heeding) Write(data []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.Writer.Write(data)
}

// GIF writes the film of the plan: a frame for every move, the move marked, and
// a last one, shown longer, of what it leads to. Large boards and long plans are
// drawn small; an error says when they are too large or too long even for that.
// It heeds its context as Write does.
func (p *Picture) GIF(ctx context.Context, w io.Writer) error {
	if p.frames > gifFrames {
		return fmt.Errorf("too long a film: a frame for every move and one more, and %d are the most", gifFrames)
	}
	n, film := p.frames, func(int) *scene { return p.overview }
	if n == 0 {
		n = 1
	} else {
		film = p.film()
	}
	scale, err := p.scale(film(0), gifPitch, min(gifPixels, gifFilm/n))
	if err != nil {
		return fmt.Errorf("%w in %d frames; SVG and PNG have higher limits", err, n)
	}
	each := min(max(4500/n, 4), 90)
	images := animate(ctx, n, film, scale, func(i int) int {
		switch i {
		case n - 1:
			return 300
		case 0:
			return each + 40
		}
		return each
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	return gif.EncodeAll(heeding{ctx, w}, images)
}

// scale returns the largest scale that makes the way from tile to tile so many
// whole pixels at most, and the scene so many pixels at most.
func (p *Picture) scale(s *scene, pitch, pixels int) (float64, error) {
	width, height := float64(s.width)/float64(p.pitch), float64(s.height)/float64(p.pitch)
	best := min(float64(pitch), math.Sqrt(float64(pixels)/(width*height)), longest/width, longest/height)
	if best < leastTile {
		return 0, fmt.Errorf("too large to draw: tiles would be smaller than %d pixels", leastTile)
	}
	return math.Floor(best) / float64(p.pitch), nil
}

// MaxCells is how many cells a board may have to be drawn.
const MaxCells = 250_000

// checkSize refuses boards that nobody could look at.
func checkSize(rows, cols int) error {
	if rows*cols > MaxCells {
		return fmt.Errorf("a board of %d x %d is too large to draw: %d cells are the most", rows, cols, MaxCells)
	}
	return nil
}
