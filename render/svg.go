package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"fewest/level"
)

// svg writes a scene. Shapes of one look that follow each other share a group.
func (s *scene) svg(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="'Go', 'Inter', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif" text-anchor="middle">
<title>%s</title>
`, s.width, s.height, s.width, s.height, escape(s.title))
	known := map[*stamp]bool{}
	for _, shape := range s.shapes {
		if u, ok := shape.(use); ok && !known[u.stamp] {
			if len(known) == 0 {
				fmt.Fprint(out, "<defs>\n")
			}
			known[u.stamp] = true
			fmt.Fprintf(out, `<g id="%s">`+"\n", u.id)
			writeShapes(out, u.shapes)
			fmt.Fprint(out, "</g>\n")
		}
	}
	if len(known) > 0 {
		fmt.Fprint(out, "</defs>\n")
	}
	writeShapes(out, s.shapes)
	fmt.Fprint(out, "</svg>\n")
	return out.Flush()
}

func writeShapes(out io.Writer, shapes []shape) {
	for len(shapes) > 0 {
		look, n := lookOf(shapes[0]), 1
		for n < len(shapes) && look != "" && lookOf(shapes[n]) == look {
			n++
		}
		run := shapes[:n]
		shapes = shapes[n:]
		if _, isLine := run[0].(line); isLine { // all lines are one path
			fmt.Fprintf(out, "<path%s d=\"", look)
			var penX, penY int
			for i, shape := range run {
				l := shape.(line)
				if i == 0 || l.x != penX || l.y != penY {
					fmt.Fprintf(out, "M%d %d", l.x, l.y)
				}
				fmt.Fprintf(out, "L%d %d", l.x2, l.y2)
				penX, penY = l.x2, l.y2
			}
			fmt.Fprint(out, "\"/>\n")
			continue
		}
		if n > 1 {
			fmt.Fprintf(out, "<g%s>\n", look)
			look = ""
		}
		for _, shape := range run {
			writeShape(out, shape, look)
		}
		if n > 1 {
			fmt.Fprint(out, "</g>\n")
		}
	}
}

// lookOf returns the attributes that the shapes of a group share.
func lookOf(s shape) string {
	var a strings.Builder
	stroke := func(p paint, thick float64, dash int) {
		fmt.Fprintf(&a, ` stroke="%s" stroke-width="%g"`, p, thick)
		if dash > 0 {
			fmt.Fprintf(&a, ` stroke-dasharray="%d"`, dash)
		}
	}
	switch s := s.(type) {
	case box:
		if s.fill == "" {
			s.fill = "none"
		}
		fmt.Fprintf(&a, ` fill="%s"`, s.fill)
		if s.edge != "" {
			stroke(s.edge, s.thick, s.dash)
		}
	case line:
		a.WriteString(` fill="none"`)
		stroke(s.paint, s.thick, s.dash)
		if s.dash == 0 {
			a.WriteString(` stroke-linecap="round" stroke-linejoin="round"`)
		}
	case text:
		fmt.Fprintf(&a, ` font-size="%d" fill="%s"`, s.size, s.paint)
		if s.bold {
			a.WriteString(` font-weight="700"`)
		}
		switch s.align {
		case leftward:
			a.WriteString(` text-anchor="start"`)
		case rightward:
			a.WriteString(` text-anchor="end"`)
		}
	}
	return a.String()
}

func writeShape(out io.Writer, s shape, look string) {
	switch s := s.(type) {
	case box:
		round := ""
		if s.round > 0 {
			round = fmt.Sprintf(` rx="%d"`, s.round)
		}
		fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%d"%s%s/>`+"\n", s.x, s.y, s.w, s.h, round, look)
	case text:
		fmt.Fprintf(out, `<text x="%d" y="%d" dy=".36em"%s>%s</text>`+"\n", s.x, s.y, look, escape(s.text))
	case use:
		fmt.Fprintf(out, `<use href="#%s" x="%d" y="%d"/>`+"\n", s.id, s.x, s.y)
	}
}

// escape makes a text fit for SVG.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(level.Printable(text))
}
