package outline

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// inked paints outlines and returns the area covered, in pixels.
func inked(clip image.Rectangle, outlines ...Path) float64 {
	img := image.NewRGBA(image.Rect(0, 0, 100, 100))
	new(Pen).Fill(img, clip, color.White, outlines...)
	sum := 0
	for i := 3; i < len(img.Pix); i += 4 {
		sum += int(img.Pix[i])
	}
	return float64(sum) / 255
}

func TestAreas(t *testing.T) {
	all := image.Rect(0, 0, 100, 100)
	for _, test := range []struct {
		what     string
		clip     image.Rectangle
		outlines []Path
		want     float64
	}{
		{"box", all, []Path{Box(Point{10, 20}, Point{40, 30.5}, 0)}, 30 * 10.5},
		{"circle", all, []Path{Box(Point{10, 10}, Point{50, 50}, 20)}, math.Pi * 400},
		{"no rounder than a circle", all, []Path{Box(Point{10, 10}, Point{50, 50}, 70)}, math.Pi * 400},
		{"half of it clipped", image.Rect(0, 0, 30, 100), []Path{Box(Point{10, 10}, Point{50, 50}, 20)}, math.Pi * 200},
		{"partly outside", all, []Path{Box(Point{-20, -20}, Point{20, 20}, 20)}, math.Pi * 100},
		{"outside", all, []Path{Box(Point{120, 20}, Point{140, 30}, 3)}, 0},
		{"frame", all, Frame(Point{20, 20}, Point{60, 60}, 0, 4), 44*44 - 36*36},
		{"line", all, Strokes(Path{{20, 20}, {60, 50}}, 6, 0), 50*6 + math.Pi*9},
		{"bend", all, Strokes(Path{{20, 20}, {60, 20}, {60, 60}}, 6, 0), 2*40*6 + math.Pi*9 - 9 + math.Pi*9/4},
		{"dashes", all, Strokes(Path{{20, 20}, {70, 20}}, 4, 10), 3 * 10 * 4},
		{"dashes round a corner", all, Strokes(Path{{20, 20}, {35, 20}, {35, 40}}, 4, 10), (10 + 10) * 4},
		{"a point", all, []Path{{{5, 5}}}, 0},
		{"nothing", all, nil, 0},
	} {
		if got := inked(test.clip, test.outlines...); math.Abs(got-test.want) > 0.01*test.want+1 {
			t.Errorf("%s: %.1f pixels, want %.1f", test.what, got, test.want)
		}
	}
}
