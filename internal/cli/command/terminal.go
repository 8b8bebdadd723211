package command

import (
	"io"
	"os"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"fewest/render"
)

// file is what a terminal's input or output is.
type file interface{ Fd() uintptr }

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(file)
	return ok && term.IsTerminal(f.Fd())
}

// Picture returns how to draw on the output, and where. Colours are for
// terminals that have them, unless NO_COLOR is set; CLICOLOR_FORCE=1 asks for
// them elsewhere too.
func (a *App) Picture() (render.Text, io.Writer) {
	text := render.Text{Width: 80}
	if f, ok := a.Out.(file); ok {
		if width, _, err := term.GetSize(f.Fd()); err == nil && width > 0 {
			text.Width = width
		}
	}
	if os.Getenv("NO_COLOR") != "" {
		return text, a.Out
	}
	profile := colorprofile.Detect(a.Out, os.Environ())
	if profile < colorprofile.ANSI {
		return text, a.Out
	}
	text.Colour = true
	return text, &colorprofile.Writer{Forward: a.Out, Profile: profile}
}
