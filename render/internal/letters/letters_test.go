package letters

import (
	"testing"

	"golang.org/x/image/font"
)

// The width has room for the text as it is drawn, and little more.
func TestWidth(t *testing.T) {
	for _, text := range []string{"", "i", "38 swaps, optimal", "WWW", "größer, Ωμέγα, Жар", "漢字", "\xff"} {
		for _, bold := range []bool{false, true} {
			for _, size := range []int{9, 12, 19, 60} {
				face := Face(float64(size), bold)
				drawn := font.MeasureString(face, text).Ceil()
				if w := Width(text, size, bold); w < drawn || w > drawn+drawn/10+2 {
					t.Errorf("%q at %d, bold %t: %d, drawn %d", text, size, bold, w, drawn)
				}
			}
		}
	}
}
