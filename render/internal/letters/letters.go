// Package letters is the fonts of pictures, the Go fonts, which are in the
// program.
package letters

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var boldFont, regularFont = parseFont(gobold.TTF), parseFont(goregular.TTF)

func parseFont(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
}

// Face returns a font for drawing, its size in pixels. It isn't safe for use by
// several goroutines.
func Face(size float64, bold bool) font.Face {
	f := regularFont
	if bold {
		f = boldFont
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // it refuses no size
	}
	return face
}

// Width measures a text in pixels, a little generously: what shows an SVG
// may have another font.
func Width(text string, size int, bold bool) int {
	f := regularFont
	if bold {
		f = boldFont
	}
	var buffer sfnt.Buffer
	width := fixed.I(0)
	for _, r := range text {
		glyph, err := f.GlyphIndex(&buffer, r)
		if err != nil {
			panic(err) // the font is part of the program
		}
		advance, err := f.GlyphAdvance(&buffer, glyph, fixed.I(100), font.HintingNone)
		if err != nil {
			panic(err)
		}
		width += advance
	}
	return width.Ceil()*size/97 + 1
}
