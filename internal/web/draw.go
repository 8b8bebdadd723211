package web

import (
	"errors"
	"io"
)

// draw draws the board and its plan.
func (g *game) draw(io.Writer, string, string) error { return errors.New("nothing is drawn yet") }
