// Package render draws boards and plans: as text for a terminal, and as SVG.
//
// Colours can be told apart by people who confuse red with green: the letters
// used most have the palette of Okabe and Ito, as close to the letter's name as
// it goes (R vermilion, G bluish green, B blue, C sky blue, P reddish purple,
// Y yellow, O orange). Every tile carries its letter too.
package render

import (
	"fmt"
	"math"

	"fewest/board"
)

// paint is an sRGB colour, written as in HTML.
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
// Z begin again at A: only their numbers tell them apart.
func paintOf(colour uint8) (tile, ink paint) {
	tile = paints[int(colour)%len(paints)]
	if contrast(tile, dark) > contrast(tile, light) {
		return tile, dark
	}
	return tile, light
}

// contrast is the ratio that WCAG 2.2 defines, from 1 to 21.
func contrast(a, b paint) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is from 0, black, to 1, white, with a power of 2.2 for the transfer
// curve.
func (p paint) luminance() float64 {
	var r, g, b uint8
	if _, err := fmt.Sscanf(string(p), "#%02x%02x%02x", &r, &g, &b); err != nil {
		panic(err) // a slip in the table of paints
	}
	linear := func(x uint8) float64 { return math.Pow(float64(x)/255, 2.2) }
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// label is what stands on a tile: its letter, or its number beyond Z.
func label(colour uint8) string {
	if letter, err := board.Letters.Character(colour); err == nil {
		return string(letter)
	}
	return fmt.Sprint(colour)
}
