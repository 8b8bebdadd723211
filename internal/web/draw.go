package web

import (
	"context"
	"fmt"
	"io"

	"fewest/render"
)

// longestFilm is how many cells the frames of a film may have together: it takes
// a second.
const longestFilm = 2_000_000

// draw draws the board and its plan.
func (g *game) draw(ctx context.Context, w io.Writer, format, style string) error {
	if format == "gif" && g.moves >= longestFilm/len(g.entry.Board.Cells) {
		return fmt.Errorf("too long a film: %d moves on a board of %d cells; SVG and PNG show the plan in one picture", g.moves, len(g.entry.Board.Cells))
	}
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
	return picture.Write(ctx, w, format)
}
