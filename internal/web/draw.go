package web

import (
	"io"

	"fewest/render"
)

// draw draws the board and its plan.
func (g *game) draw(w io.Writer, format, style string) error {
	opt := render.Options{Title: g.entry.Name, Style: render.Style(style)}
	picture, err := (*render.Picture)(nil), error(nil)
	if g.puzzle != nil {
		picture, err = render.Flip(g.puzzle, g.entry.Board, g.presses, nil, opt)
	} else {
		picture, err = render.Floor(g.entry.Board, g.swaps, opt)
	}
	if err != nil {
		return err
	}
	return picture.Write(w, format)
}
