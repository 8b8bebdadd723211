package page_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fewest/floor"
	"fewest/level"
)

// sizes runs a test in a window of a telephone's width and in a desk's.
func sizes(t *testing.T, fragment string, test func(t *testing.T, p *tab)) {
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"phone", 375, 720}, {"desk", wide, high}} {
		t.Run(size.name, func(t *testing.T) {
			p := open(t, fragment, size.width, size.height)
			test(t, p)
			if w := evaluate[int64](p, `document.documentElement.scrollWidth`); w > size.width {
				t.Errorf("the page is %d pixels wide", w)
			}
		})
	}
}

// hard is a floor whose proof takes far longer than a test.
func hard(t *testing.T, side, colours int) string {
	t.Helper()
	b, err := floor.RandomPossible(side, side, colours, 3)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := level.Letters.Lines(b)
	if err != nil {
		t.Fatal(err)
	}
	return "#floor=" + strings.Join(rows, "/")
}

// A link that can't be read stays in the address bar, and what is wrong is said
// with its place; so does it until something else is done.
func TestBadLinks(t *testing.T) {
	sizes(t, "", func(t *testing.T, p *tab) {
		for link, want := range map[string]string{
			"#floor=RG/R":                        "Row 2 has 1 cell, and row 1 has 2",
			"#floor=RG/R4":                       "Row 2, column 2: “4” is no cell",
			"#floor=1,2/3,x":                     "Row 2, column 2",
			"#floor=RG/%E0%A4%A":                 "cut off",
			"#floor=" + strings.Repeat("R", 61):  "60 × 60 is the most",
			"#flip=012&colours=2":                "Row 1, column 3: “2” is no cell: states are 0 to 1",
			"#flip=01&colours=0":                 "“0” colours",
			"#flip=01&mask=star&colours=2":       "no mask “star”",
			"#farthest=4by4":                     "no size",
			"#farthest=99x4":                     "“99” rows: 1 to 60",
			"#farthest=4x4&mask=star":            "no mask “star”",
			"#flor=RG":                           "begins neither with",
			"#flip=" + strings.Repeat("0", 1000): "60 × 60 is the most",
		} {
			p.goTo(link)
			p.wait(`document.querySelector('[role=alert]')`)
			if got := p.text("[role=alert]"); !strings.Contains(got, want) {
				t.Errorf("%s: %q", link, got)
			}
			if got := evaluate[string](p, "decodeURIComponent(location.hash.replaceAll('%E0%A4%A', ''))"); got != strings.ReplaceAll(link, "%E0%A4%A", "") {
				t.Errorf("%s became %s", link, got)
			}
		}
		p.goTo("#floor=RG/R")
		p.picture(fmt.Sprintf("bad-link-%d", evaluate[int](p, "innerWidth")))
		p.press("paint B")
		p.do(chromedp.MouseClickXY(p.centre(0, 0)))
		p.wait(`!document.querySelector('[role=alert]') && location.hash.startsWith('#floor=B')`)
	})
}

// Errors have no stray numbers, and don't speak of commands.
func TestErrorsSpeakOfThePage(t *testing.T) {
	sizes(t, "", func(t *testing.T, p *tab) {
		for _, text := range []string{"RGB\nGB4\n", "{\"rows\": [\"RG\"], \"cells\": 3}\n", "\x00", "01#\n", "RG\n01\n", "{\"rows\": [\"01\"], \"buttons\": {\"a\": [[0,0,1]]}}", strings.Repeat("R", 61) + "\n", "3\n"} {
			evaluate[bool](p, `document.querySelector('details').open = true`)
			quoted, _ := json.Marshal(text)
			evaluate[bool](p, fmt.Sprintf(`(() => {
				const t = document.querySelector('#text')
				t.value = %s
				return t.dispatchEvent(new Event('input', {bubbles: true}))
			})()`, quoted))
			p.click("#use-text")
			p.wait(`document.querySelector('[role=alert]')`)
			stray := evaluate[string](p, `(() => {
				const walker = document.createTreeWalker(document.querySelector('.problems'), NodeFilter.SHOW_TEXT)
				let found = ''
				while (walker.nextNode()) if (/^\s*\d+\s*$/.test(walker.currentNode.data) && !walker.currentNode.parentNode.closest('mark, pre')) found += walker.currentNode.data
				return found
			})()`)
			if stray != "" {
				t.Errorf("%q: a stray %s", text, stray)
			}
			if got := p.text("[role=alert]"); commands.MatchString(got) {
				t.Errorf("%q: %s", text, got)
			}
			p.press("dismiss")
			p.wait(`!document.querySelector('[role=alert]')`)
		}
	})
	sources, err := filepath.Glob("src/*.ts*")
	if err != nil || len(sources) < 10 {
		t.Fatal(sources, err)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "// ")
			if commands.MatchString(code) && !strings.Contains(code, "fewest: ") {
				t.Errorf("%s speaks of commands: %s", name, line)
			}
		}
	}
}

var commands = regexp.MustCompile(`[Cc]ommand line|fewest (floor|flip|perm|serve|solve)\b|\s--[a-z]{2}`)

// The text of a wide board is as wide as the board, and the number of colours
// that of the board.
func TestBoardCard(t *testing.T) {
	sizes(t, "#floor="+strings.Repeat("RGB", 20)+"/"+strings.Repeat("GBR", 20), func(t *testing.T, p *tab) {
		evaluate[bool](p, `document.querySelector('details').open = true`)
		if !evaluate[bool](p, `document.querySelector('#text').scrollHeight <= document.querySelector('#text').clientHeight &&
			document.querySelector('#text').scrollWidth > document.querySelector('#text').clientWidth && getComputedStyle(document.querySelector('#text')).whiteSpace === 'pre'`) {
			t.Error("a wide board wraps")
		}
		p.wait(`document.querySelector('#colours').value === '3'`)
		p.press("paint Y")
		p.do(chromedp.MouseClickXY(p.centre(0, 0)))
		p.wait(`document.querySelector('#colours').value === '4'`)
		p.goTo("#floor=RG/GR")
		p.wait(`document.querySelector('#colours').value === '2'`)
	})
}

// Random floors can be done, those with holes too, unless any are wanted.
func TestRandomFloors(t *testing.T) {
	sizes(t, "#floor=RGRGRG/GRGRGR/RGRGRG/GRGRGR/RGRGRG/GRGRGR", func(t *testing.T, p *tab) {
		const halves = `location.hash.match(/R/g)?.length === 18`
		for range 10 {
			before := evaluate[string](p, "location.hash")
			p.click("#random")
			p.wait(fmt.Sprintf("location.hash !== %q", before))
			if !evaluate[bool](p, halves) {
				t.Errorf("can't be done: %s", evaluate[string](p, "location.hash"))
			}
		}
		p.click("#any")
		for i := 0; evaluate[bool](p, halves); i++ {
			if i == 30 {
				t.Fatal("30 boards of two colours at random, and all can be done")
			}
			before := evaluate[string](p, "location.hash")
			p.click("#random")
			p.wait(fmt.Sprintf("location.hash !== %q", before))
		}
		for _, colours := range []string{"RGRGRG", "RGBCRG"} {
			p.goTo("#floor=" + colours + "/.GRGR./R.GRG./GRGRGR/RGR.RG/GR.RG.")
			for range 5 {
				before := evaluate[string](p, "location.hash")
				p.click("#random")
				p.wait(fmt.Sprintf("location.hash !== %q", before))
				p.click("#solve")
				p.wait(`['optimal', 'bounded'].includes(document.querySelector('.bounds')?.dataset.state)`)
				p.press("Paint")
			}
		}
	})
}

// Whatever a finger is to touch is 44 pixels wide and high.
func TestTargets(t *testing.T) {
	p := open(t, "#floor=RRG/GBB", 375, 720)
	small := func(where string) {
		t.Helper()
		evaluate[bool](p, `document.querySelectorAll('details').forEach(d => { d.open = true }), true`)
		found := evaluate[[]string](p, `[...document.querySelectorAll('button, select, textarea, input:not([type=checkbox]):not([hidden]), summary, label.check')].flatMap(e => {
			const box = e.getBoundingClientRect()
			return box.width === 0 || box.width > 43.5 && box.height > 43.5 ? [] : [e.id || e.ariaLabel || e.textContent + ' ' + box.width + ' x ' + box.height]
		})`)
		if len(found) > 0 {
			t.Errorf("%s: too small for a finger: %q", where, found)
		}
	}
	small("painting")
	p.click("#solve")
	p.wait(`document.querySelector('#scrub')`)
	small("watching")
	p.press("Play")
	small("playing")
	p.press("Flip")
	small("flips")
	p.press("Farthest")
	p.wait(`document.querySelector('#diameter')`)
	small("the explorer")
	p.goTo("#floor=RG/R")
	small("an error")
	p.picture("targets")
}

// A board of 20 x 20 on a telephone can be made larger, by buttons and by two
// fingers, and a finger then paints the cell it touches.
func TestZoom(t *testing.T) {
	p := open(t, "#floor="+strings.Join(repeat("RGRGRGRGRGRGRGRGRGRG/GRGRGRGRGRGRGRGRGRGR", 10), "/"), 375, 720)
	width := func() float64 {
		return evaluate[float64](p, `document.querySelector('[role=gridcell]').getBoundingClientRect().width`)
	}
	before := width()
	if before > 20 {
		t.Fatalf("cells of %v pixels", before)
	}
	for width() < 44 {
		was := width()
		p.press("larger")
		p.wait(fmt.Sprintf(`document.querySelector('[role=gridcell]').getBoundingClientRect().width > %v`, was))
	}
	p.press("paint C")
	p.do(chromedp.TapXY(p.centre(11, 13)))
	p.wait(`location.hash.split('/')[11][13] === 'C'`)
	if w := evaluate[int](p, `document.documentElement.scrollWidth`); w > 375 {
		t.Errorf("the page is %d pixels wide", w)
	}
	p.picture("zoomed")
	for width() > before+1 {
		was := width()
		p.press("smaller")
		p.wait(fmt.Sprintf(`document.querySelector('[role=gridcell]').getBoundingClientRect().width < %v`, was))
	}
	hash := evaluate[string](p, "location.hash")
	x, y := p.centre(10, 10)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		t.Helper()
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
			t.Fatal(err)
		}
	}
	at := func(id, dx float64) *input.TouchPoint { return &input.TouchPoint{X: x + dx, Y: y, ID: &id} }
	touch("touchStart", at(1, -20))
	touch("touchStart", at(1, -20), at(2, 20))
	for d := 25.0; d <= 100; d += 25 {
		touch("touchMove", at(1, -d), at(2, d))
	}
	touch("touchEnd")
	p.wait(fmt.Sprintf(`document.querySelector('[role=gridcell]').getBoundingClientRect().width > %v`, 3*before))
	if got := evaluate[string](p, "location.hash"); got != hash {
		t.Errorf("two fingers painted %s", got)
	}
}

func repeat(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

// Charts say how much, and aren't there where there is nothing to see.
func TestCharts(t *testing.T) {
	sizes(t, hard(t, 40, 6), func(t *testing.T, p *tab) {
		p.click("#solve")
		rising := func(marks []float64) bool {
			for i := range marks {
				if i > 0 && marks[i] <= marks[i-1] {
					return false
				}
			}
			return len(marks) > 1
		}
		p.wait(`document.querySelectorAll('.chart .y-axis span').length > 1`)
		if marks := evaluate[[]float64](p, `[...document.querySelectorAll('.chart .y-axis span')].map(e => Number(e.textContent))`); !rising(marks) {
			t.Errorf("marks %v", marks)
		}
		p.do(chromedp.Sleep(time.Second))
		p.picture(fmt.Sprintf("chart-%d", evaluate[int](p, "innerWidth")))
		p.click("#stop")
		p.wait(`document.querySelector('.bounds').dataset.state === 'bounded'`)
		p.goTo("#floor=RRG/GBB")
		p.click("#solve")
		p.wait(`document.querySelector('.bounds')?.dataset.state === 'optimal'`)
		if evaluate[bool](p, `!!document.querySelector('.chart')`) {
			t.Error("a chart of nothing after a quick solve")
		}
		p.press("Farthest")
		p.wait(`document.querySelector('.bars')`)
		marks := evaluate[[]string](p, `[...document.querySelectorAll('.bars .y-axis text')].map(e => e.textContent)`)
		if len(marks) < 3 || marks[0] != "0" {
			t.Errorf("marks %q", marks)
		}
		p.press("log")
		p.wait(`document.querySelector('.bars .y-axis text').textContent === '1'`)
		p.picture(fmt.Sprintf("bars-%d", evaluate[int](p, "innerWidth")))
	})
}

// The cells that show why a board can't be done have their weights.
func TestWeights(t *testing.T) {
	sizes(t, "#flip=120/021&pattern=010/1X1/010&colours=3", func(t *testing.T, p *tab) {
		p.click("#solve")
		p.wait(`document.querySelector('.bounds')?.dataset.state === 'impossible'`)
		p.wait(`document.querySelector('.weight text')?.textContent.startsWith('×')`)
		if n := evaluate[int](p, `document.querySelectorAll('.shade').length`); n != evaluate[int](p, `document.querySelectorAll('.weight').length`) {
			t.Errorf("%d cells are marked", n)
		}
		p.wait(`document.querySelector('[aria-label*="counts 2"]')`)
		p.picture(fmt.Sprintf("weights-%d", evaluate[int](p, "innerWidth")))
	})
}

// A hint is there at once, while the proof of the board runs, in the same tab and
// in another; when a proof is there it takes the hint's place.
func TestHintsAtOnce(t *testing.T) {
	sizes(t, hard(t, 15, 3), func(t *testing.T, p *tab) {
		asked := func(p *tab) {
			t.Helper()
			p.press("Play")
			evaluate[bool](p, `(() => {
				const begin = performance.now()
				document.querySelector('#hint').click()
				const look = () => /to go/.test(document.querySelector('#says').textContent) ? window.took = performance.now() - begin : setTimeout(look, 5)
				look()
				return true
			})()`)
			p.wait("window.took")
			took := evaluate[float64](p, "window.took")
			t.Logf("a hint after %.0f ms", took)
			if took > 300 && os.Getenv("FEWEST_LONG") != "" {
				t.Errorf("a hint after %.0f ms", took)
			}
			if jobs := p.jobs(); jobs[len(jobs)-1].State != "running" {
				t.Errorf("the proof has ended: %s", jobs[len(jobs)-1].State)
			}
			p.picture(fmt.Sprintf("hint-%d", evaluate[int](p, "innerWidth")))
		}
		p.do(chromedp.Focus(chromedp.CSS("#limit")), chromedp.KeyEvent(kb.End))
		p.click("#solve")
		p.wait(`Number(document.querySelector('dd.upper')?.dataset.upper) > 0`)
		asked(p)
		other := p.another()
		other.goTo(hard(t, 15, 3))
		asked(other)
		// Another board than the one that is being proven.
		third := p.another()
		third.goTo("#floor=RRGG/RRGG/BBYY/BBYY")
		third.press("Play")
		third.click("#hint")
		third.wait(`document.querySelector('#says').textContent.endsWith('(4 to go, proven).')`)
	})
}
