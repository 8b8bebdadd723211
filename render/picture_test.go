package render

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"fewest/board"
	"fewest/flip"
	"fewest/floor"
	"fewest/render/internal/letters"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

// lights is a puzzle of three colours with a hole, a board and a plan of it.
func lights(t *testing.T) (*flip.Puzzle, *board.Board, []flip.Press) {
	p, err := flip.New(flip.Spec{Rows: 2, Cols: 3, Holes: []bool{false, false, true, false, false, false}, Colours: 3, Mask: flip.Plus})
	if err != nil {
		t.Fatal(err)
	}
	undo := []flip.Press{{Row: 0, Col: 1, Times: 2}, {Row: 1, Col: 2, Times: 1}}
	b, err := p.Replay(p.Board(), undo)
	if err != nil {
		t.Fatal(err)
	}
	return p, b, []flip.Press{{Row: 0, Col: 1, Times: 1}, {Row: 1, Col: 2, Times: 2}}
}

// pictures are small ones of every kind.
func pictures(t *testing.T) map[string]*Picture {
	all := map[string]*Picture{}
	add := func(name string) func(*Picture, error) {
		return func(p *Picture, err error) {
			if err != nil {
				t.Fatal(name, err)
			}
			all[name] = p
		}
	}
	b, plan := example(t)
	p, colours, presses := lights(t)
	named, err := flip.New(flip.Spec{Rows: 1, Cols: 2, Buttons: map[string][][3]int{"left & right": {{0, 0, 1}, {0, 1, 1}}, "r": {{0, 1, 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	on := &board.Board{Rows: 1, Cols: 2, Cells: []uint8{1, 0}}
	for _, style := range Styles {
		opt := func(title string) Options { return Options{Title: title, Style: style} }
		add("floor-" + string(style))(Floor(b, plan, opt("a < b & c\x1b: 4 swaps")))
		add("flip-" + string(style))(Flip(p, colours, presses, nil, opt("three colours")))
		add("bounds-" + string(style))(Bounds([]Known{{0, 3, -1}, {0.5, 4, 9}, {1, 6, 7}}, "swaps", opt("6..7")))
	}
	add("unsolvable")(Flip(p, colours, nil, [][3]int{{0, 0, 1}, {1, 1, 2}}, Options{}))
	add("named")(Flip(named, on, []flip.Press{{Button: "left & right", Times: 1}, {Button: "r", Times: 1}}, nil, Options{}))
	add("one tile")(Floor(board.New(1, 1), nil, Options{}))
	return all
}

// The SVGs in testdata were looked at. They are rewritten by
//
//	go test ./render -run TestSVG -update
func TestSVG(t *testing.T) {
	for name, p := range pictures(t) {
		var got bytes.Buffer
		if err := p.SVG(&got); err != nil {
			t.Error(name, err)
		}
		for decoder := xml.NewDecoder(bytes.NewReader(got.Bytes())); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(name, err)
			}
		}
		file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".svg")
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
				t.Error(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		if !bytes.Equal(got.Bytes(), bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
			t.Errorf("%s has changed: look at it, and run the test with -update", file)
		}
	}
}

var (
	tileUse  = regexp.MustCompile(`<use href="#plain-([A-Z0-9]+)"`)
	stepMark = regexp.MustCompile(`>([0-9,…×]+)</text>`)
)

// The SVG has every tile before and after, and every step.
func TestSVGSays(t *testing.T) {
	says := func(p *Picture, err error) (tiles, words string) {
		if err != nil {
			t.Fatal(err)
		}
		var svg bytes.Buffer
		if err := p.SVG(&svg); err != nil {
			t.Fatal(err)
		}
		for _, m := range tileUse.FindAllSubmatch(svg.Bytes(), -1) {
			tiles += string(m[1]) + " "
		}
		_, drawn, _ := strings.Cut(svg.String(), "</defs>")
		for _, m := range stepMark.FindAllStringSubmatch(drawn, -1) {
			words += m[1] + " "
		}
		return tiles, words
	}
	b, plan := example(t)
	tiles, words := says(Floor(b, plan, Options{}))
	if tiles != "R R G G B B R G R G R G R B B G " || words != "1 2 3 4 " {
		t.Errorf("tiles %s, steps %s", tiles, words)
	}
	p, colours, presses := lights(t)
	tiles, words = says(Flip(p, colours, presses, nil, Options{}))
	if tiles != "2 2 0 0 1 " || words != "2× " {
		t.Errorf("tiles %s, presses %s", tiles, words)
	}
}

// No arrow and no number of a swap covers a letter, however many steps there are.
func TestSwapsKeepClear(t *testing.T) {
	g := grid{x: margin, y: margin, rows: 3, cols: 3}
	wide := letters.Width("W", fontSize, true)
	for _, steps := range [][]int{{1}, {88}, {888}, {8888}, {1, 2}, {88, 99}, {888, 999}, {1, 2, 3}, {888, 888, 888}, {888, 888, 888, 888, 888}} {
		for _, edge := range []board.Edge{{A: 3, B: 4}, {A: 4, B: 5}, {A: 1, B: 4}, {A: 4, B: 7}} {
			e, err := newEasel(Plain, floorLook)
			if err != nil {
				t.Fatal(err)
			}
			s := e.scene(500, 500, "")
			before := len(s.shapes)
			e.swap(s, g, edge, steps)
			for v := range 9 {
				x, y := g.place(v)
				x, y = x+tileSize/2, y+tileSize/2
				letter := image.Rect(x-wide/2, y-fontSize/2+1, x+wide/2, y+fontSize/2-1)
				for _, shape := range s.shapes[before:] {
					if r := shape.bounds().Inset(1); r.Overlaps(letter) { // bounds are a pixel too wide
						t.Errorf("steps %v between %d and %d: %v covers the letter of tile %d at %v", steps, edge.A, edge.B, shape, v, letter)
					}
				}
			}
		}
	}
}

// A picture whose context has ended isn't written, and one of more presses than
// can be counted is an error.
func TestStoppedPicture(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, p := range pictures(t) {
		for _, format := range []string{"png", "gif"} {
			if err := p.Write(ended, io.Discard, format); !errors.Is(err, context.Canceled) {
				t.Errorf("%s as %s: %v", name, format, err)
			}
		}
	}
	puzzle, b, _ := lights(t)
	p, err := Flip(puzzle, b, []flip.Press{{Times: math.MaxInt}, {Times: math.MaxInt}}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.GIF(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("endless presses: %v", err)
	}
}

// Tiles have their colours in the PNG.
func TestPNG(t *testing.T) {
	b, plan := example(t)
	after, err := floor.Replay(b, plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range Styles {
		p, err := Floor(b, plan, Options{Style: style})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := p.PNG(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		side := 2*margin + 3*pitch - gap
		want := image.Rect(0, 0, (side+between+3*pitch-gap)*pngPitch/pitch, (side+28)*pngPitch/pitch)
		if img.Bounds() != want {
			t.Errorf("%s: %v, want %v", style, img.Bounds(), want)
		}
		if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
			t.Errorf("%s: the corner isn't transparent", style)
		}
		for i, board := range []*board.Board{b, after} {
			x := margin + i*(3*pitch-gap+between)
			checkTiles(t, fmt.Sprint(style, " board ", i), img, board, x, margin, pngPitch, floorLook)
		}
	}
}

// checkTiles looks at a pixel near the corner of every tile, where no letter is.
func checkTiles(t *testing.T, what string, img image.Image, b *board.Board, x, y, pixels int, look func(uint8) (paint, string)) {
	t.Helper()
	for v, colour := range b.Cells {
		if colour == board.Hole {
			continue
		}
		px, py := (x+v%b.Cols*pitch+5)*pixels/pitch, (y+v/b.Cols*pitch+tileSize-5)*pixels/pitch
		fill, _ := look(colour)
		if got := color.RGBAModel.Convert(img.At(px, py)); got != fill.rgba() {
			t.Errorf("%s: %v at %d, %d of tile %d; want %v", what, got, px, py, v, fill)
		}
	}
}

// frames decodes a GIF into what is seen.
func frames(t *testing.T, p *Picture) (*gif.GIF, []*image.RGBA) {
	t.Helper()
	var out bytes.Buffer
	if err := p.GIF(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	var seen []*image.RGBA
	screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for _, frame := range film.Image {
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		seen = append(seen, &image.RGBA{Pix: bytes.Clone(screen.Pix), Stride: screen.Stride, Rect: screen.Rect})
	}
	return film, seen
}

// The film shows the board after every move, and the last frame longest.
func TestGIF(t *testing.T) {
	b, plan := example(t)
	p, colours, presses := lights(t)
	for _, style := range Styles {
		picture, err := Floor(b, plan, Options{Style: style})
		if err != nil {
			t.Fatal(err)
		}
		film, seen := frames(t, picture)
		if len(seen) != len(plan)+1 || film.LoopCount != 0 || film.Delay[len(plan)] <= slices.Max(film.Delay[:len(plan)]) {
			t.Errorf("%s: %d frames, delays %d", style, len(seen), film.Delay)
		}
		for i, img := range seen {
			now, err := floor.Replay(b, plan[:i])
			if err != nil {
				t.Fatal(err)
			}
			checkTiles(t, fmt.Sprint(style, " frame ", i), img, now, margin, margin, gifPitch, floorLook)
		}

		if picture, err = Flip(p, colours, presses, nil, Options{Style: style}); err != nil {
			t.Fatal(err)
		}
		_, seen = frames(t, picture)
		if len(seen) != 4 {
			t.Fatalf("%s: %d frames of 3 presses", style, len(seen))
		}
		for i, plan := range [][]flip.Press{nil, presses[:1], {presses[0], {Row: 1, Col: 2, Times: 1}}, presses} {
			now, err := p.Replay(colours, plan)
			if err != nil {
				t.Fatal(err)
			}
			checkTiles(t, fmt.Sprint(style, " flip frame ", i), seen[i], now, margin, margin, gifPitch, flipLook(3))
		}
	}
}

// A film paints only what changes, and that looks as if it painted all.
func TestRepainting(t *testing.T) {
	for seed := range uint64(8) {
		p, what := randomPicture(t, rand.New(rand.NewPCG(seed, 7)), 6)
		if p.frames == 0 {
			continue
		}
		scene := p.film()
		first := scene(0)
		scale, err := p.scale(first, gifPitch, gifPixels)
		if err != nil {
			t.Fatal(err)
		}
		parts, whole := newCanvas(first.width, first.height, scale), newCanvas(first.width, first.height, scale)
		parts.paint(t.Context(), first, first.paper, parts.img.Rect)
		before := first.shapes
		for i := 1; i < p.frames; i++ {
			s := scene(i)
			parts.paint(t.Context(), s, s.paper, parts.around(differences(before, s.shapes))...)
			whole.paint(t.Context(), s, s.paper, whole.img.Rect)
			before = s.shapes
			wrong := 0
			for j, level := range whole.img.Pix {
				if d := int(level) - int(parts.img.Pix[j]); d < -2 || d > 2 { // rounding
					wrong++
				}
			}
			if wrong > 0 {
				t.Errorf("seed %d, %s: %d levels of frame %d are wrong", seed, what, wrong, i)
			}
		}
	}
}

// randomPicture draws a random board of at most so many rows and columns, with
// random legal moves.
func randomPicture(t *testing.T, random *rand.Rand, side int) (*Picture, string) {
	t.Helper()
	b := board.New(1+random.IntN(side), 1+random.IntN(side))
	opt := Options{Title: strings.Repeat("long ", random.IntN(60)), Style: Styles[random.IntN(2)]}
	colours := []int{2, 3, 5, 30, 255}[random.IntN(5)]
	holes := random.IntN(2) * random.IntN(60) // per cent
	for v := range b.Cells {
		if b.Cells[v] = uint8(random.IntN(colours)); random.IntN(100) < holes {
			b.Cells[v] = board.Hole
		}
	}
	what := fmt.Sprintf("%d x %d, %d colours, %d %% holes, %s", b.Rows, b.Cols, colours, holes, opt.Style)
	if random.IntN(2) == 0 {
		var plan []floor.Swap
		if edges := b.Edges(); len(edges) > 0 {
			now := b.Clone()
			for range random.IntN(12) {
				e := edges[random.IntN(len(edges))]
				if now.Cells[e.A] != now.Cells[e.B] {
					plan = append(plan, floor.Swap{A: b.Cell(int(e.B)), B: b.Cell(int(e.A))})
					now.Cells[e.A], now.Cells[e.B] = now.Cells[e.B], now.Cells[e.A]
				}
			}
		}
		p, err := Floor(b, plan, opt)
		if err != nil {
			t.Fatal(what, err)
		}
		return p, "floor of " + what
	}
	p, err := flip.ForBoard(flip.Spec{Colours: colours, Mask: flip.Masks[random.IntN(len(flip.Masks))]}, b)
	if err != nil {
		t.Fatal(what, err)
	}
	var plan []flip.Press
	for v, state := range b.Cells {
		if state != board.Hole && len(plan) < 8 && random.IntN(3) == 0 {
			plan = append(plan, flip.Press{Row: b.Cell(v).Row, Col: b.Cell(v).Col, Times: 1 + random.IntN(min(3, colours-1))})
		}
	}
	picture, err := Flip(p, b, plan, nil, opt)
	if err != nil {
		t.Fatal(what, err)
	}
	return picture, "flip board of " + what
}

// Boards and plans of every kind are drawn in every format.
func TestEverythingDraws(t *testing.T) {
	sides := []int{1, 2, 3, 5, 10}
	for seed := range uint64(20) {
		p, what := randomPicture(t, rand.New(rand.NewPCG(seed, 1)), sides[int(seed)%len(sides)])
		for _, format := range Formats {
			if err := p.Write(t.Context(), io.Discard, format); err != nil {
				t.Errorf("%s as %s: %v", what, format, err)
			}
		}
	}
	b, err := floor.Random(100, 100, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Floor(b, []floor.Swap{{B: board.Cell{Row: 1}}}, Options{Style: Quilt})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range Formats {
		if err := p.Write(t.Context(), io.Discard, format); err != nil {
			t.Errorf("100 x 100 as %s: %v", format, err)
		}
	}
}

// What can't be drawn is an error.
func TestRefusals(t *testing.T) {
	b, plan := example(t)
	refused := func(what, want string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", what, err, want)
		}
	}
	write := func(p *Picture, format string) error { return p.Write(t.Context(), io.Discard, format) }
	_, err := Floor(b, []floor.Swap{{A: board.Cell{Row: 0, Col: 0}, B: board.Cell{Row: 9, Col: 0}}}, Options{})
	refused("bad plan", "swap 1", err)
	_, err = Floor(b, plan, Options{Style: "velvet"})
	refused("style", "plain and quilt", err)
	_, err = Floor(board.New(501, 500), nil, Options{})
	refused("huge", "too large", err)
	_, err = Bounds(nil, "swaps", Options{})
	refused("no history", "no bounds", err)

	small, err := Floor(b, plan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	refused("format", "svg, png and gif", write(small, "bmp"))
	strip, err := Floor(board.New(1, 20_000), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	refused("strip", "SVG has no such limit", write(strip, "png"))
	refused("strip", "too large", write(strip, "gif"))
	if err := write(strip, "svg"); err != nil {
		t.Error(err)
	}
	film := make([]floor.Swap, 5000) // to and fro
	for i := range film {
		film[i] = floor.Swap{A: board.Cell{Row: 0, Col: 1}, B: board.Cell{Row: 0, Col: 2}}
	}
	long, err := Floor(b, film, Options{})
	if err != nil {
		t.Fatal(err)
	}
	refused("film", "5000 are the most", write(long, "gif"))
}

// One picture may be written several times at once.
func TestTogether(t *testing.T) {
	b, plan := example(t)
	p, err := Floor(b, plan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]bytes.Buffer, 6)
	var all sync.WaitGroup
	for i := range out {
		all.Go(func() {
			if err := p.Write(t.Context(), &out[i], Formats[i%3]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range 3 {
		if !bytes.Equal(out[i].Bytes(), out[i+3].Bytes()) {
			t.Errorf("%s differs", Formats[i])
		}
	}
}
