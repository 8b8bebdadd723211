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
	'A' - 'A': "#882255", 'B' - 'A': "#0072b2", 'C' - 'A': "#56b4e9", 'D' - 'A': "#332288",
	'E' - 'A': "#44aa99", 'F' - 'A': "#999933", 'G' - 'A': "#009e73", 'H' - 'A': "#ddcc77",
	'I' - 'A': "#5d3a9b", 'J' - 'A': "#117733", 'K' - 'A': "#3b3b3b", 'L' - 'A': "#bdb2ff",
	'M' - 'A': "#aa4499", 'N' - 'A': "#7f5539", 'O' - 'A': "#e69f00", 'P' - 'A': "#cc79a7",
	'Q' - 'A': "#88ccee", 'R' - 'A': "#d55e00", 'S' - 'A': "#cc6677", 'T' - 'A': "#0c7b93",
	'U' - 'A': "#994f00", 'V' - 'A': "#9d8df1", 'W' - 'A': "#eceff1", 'X' - 'A': "#90a4ae",
	'Y' - 'A': "#f0e442", 'Z' - 'A': "#b5e48c",
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
	fmt.Sscanf(string(p), "#%02x%02x%02x", &r, &g, &b)
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
