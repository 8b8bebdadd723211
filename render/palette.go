package render

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
)

// paint is an sRGB colour, written as in HTML. The empty paint is none.
type paint string

const (
	dark  paint = "#1b1f24"
	light paint = "#ffffff"
)

// paints are the colours of the letters A to Z.
var paints = [26]paint{
	"#882255", "#0072b2", "#56b4e9", "#332288", "#44aa99", // A B C D E
	"#999933", "#009e73", "#ddcc77", "#5d3a9b", "#117733", // F G H I J
	"#3b3b3b", "#bdb2ff", "#aa4499", "#7f5539", "#e69f00", // K L M N O
	"#cc79a7", "#88ccee", "#d55e00", "#cc6677", "#0c7b93", // P Q R S T
	"#994f00", "#9d8df1", "#eceff1", "#90a4ae", "#f0e442", // U V W X Y
	"#b5e48c", // Z
}

// paintOf returns a tile's colour and that of the letter on it. Colours beyond
// Z begin again at A: their numbers tell them apart, and in pictures a frame.
func paintOf(colour uint8) (tile, ink paint) {
	tile = paints[int(colour)%len(paints)]
	return tile, inkOn(tile)
}

// inkOn returns dark or light, whichever is easier to read on a colour.
func inkOn(p paint) paint {
	if contrast(p, dark) > contrast(p, light) {
		return dark
	}
	return light
}

// contrast is the ratio that WCAG 2.2 defines, from 1 to 21.
func contrast(a, b paint) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is from 0, black, to 1, white, with a power of 2.2 for the transfer
// curve.
func (p paint) luminance() float64 {
	linear := func(x uint8) float64 { return math.Pow(float64(x)/255, 2.2) }
	c := p.rgba()
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func (p paint) rgba() color.RGBA {
	n, err := strconv.ParseUint(string(p[1:]), 16, 24)
	if err != nil {
		panic(err) // a slip in a table of paints
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}

// mix returns the colour that lies the given part of the way from p to q.
func (p paint) mix(q paint, part float64) paint {
	a, b := p.rgba(), q.rgba()
	between := func(x, y uint8) int { return int(math.Round(float64(x) + part*(float64(y)-float64(x)))) }
	return paint(fmt.Sprintf("#%02x%02x%02x", between(a.R, b.R), between(a.G, b.G), between(a.B, b.B)))
}
