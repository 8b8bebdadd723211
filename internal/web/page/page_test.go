package page_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fewest/floor"
	"fewest/level"
)

const wide, high = 1280, 860

// optimum is the fewest swaps of a floor, without the page.
func optimum(t *testing.T, rows []string) int {
	t.Helper()
	entries, err := level.ReadAll(strings.NewReader(strings.Join(rows, "\n")), level.Options{Puzzle: level.Floor})
	if err != nil || entries[0].Err != nil {
		t.Fatal(err, entries)
	}
	a, err := floor.Solve(t.Context(), entries[0].Board, floor.Options{})
	if err != nil || a.Status != "optimal" {
		t.Fatal(err, a)
	}
	return a.Moves
}

// A floor is painted with the mouse, solved, and its plan played to the end.
func TestPaintAndSolve(t *testing.T) {
	p := open(t, "", wide, high)
	p.click("#clear")
	stroke := func(brush string, row, col, toRow, toCol int) {
		p.press("paint " + brush)
		x, y := p.centre(row, col)
		x2, y2 := p.centre(toRow, toCol)
		p.do(chromedp.DragAndDropXY(x, y, x2, y2))
	}
	stroke("G", 0, 0, 0, 5)
	stroke("B", 2, 0, 2, 5)
	stroke("Y", 5, 0, 5, 5)
	stroke("G", 0, 3, 5, 3)
	stroke("B", 1, 5, 4, 5)
	p.press("paint Y")
	p.do(chromedp.MouseClickXY(p.centre(3, 1)))
	want := []string{"GGGGGG", "RRRGRB", "BBBGBB", "RYRGRB", "RRRGRB", "YYYGYY"}
	rows, conflict := p.board()
	if fmt.Sprint(rows) != fmt.Sprint(want) || !conflict {
		t.Fatalf("painted %v, conflict %v", rows, conflict)
	}
	p.picture("paint")

	p.click("#solve")
	p.wait(`document.querySelector('.bounds')?.dataset.state === 'optimal'`)
	moves := optimum(t, want)
	if got := p.text(".big b"); got != strconv.Itoa(moves) {
		t.Errorf("the page says %q swaps, and it takes %d", got, moves)
	}
	if said := p.text("#announcement"); said != fmt.Sprintf("%d swaps, and no fewer will do.", moves) {
		t.Errorf("screen readers hear %q", said)
	}
	p.picture("watch")

	p.click("#play")
	p.wait(fmt.Sprintf(`document.querySelector('#step').dataset.step === '%d'`, moves))
	rows, conflict = p.board()
	if conflict || fmt.Sprint(rows) == fmt.Sprint(want) {
		t.Errorf("after the plan: %v", rows)
	}
	p.do(chromedp.Focus(chromedp.CSS("#scrub")), chromedp.KeyEvent(kb.Home))
	if rows, _ = p.board(); fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("scrubbed back: %v", rows)
	}
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	if p.data("#step", "step") != "1" {
		t.Error("the slider doesn't follow the arrow key")
	}

	// Painting forgets the answer; undo brings the board back.
	p.press("Paint")
	p.press("paint C")
	p.do(chromedp.MouseClickXY(p.centre(0, 0)))
	p.wait(`!document.querySelector('.bounds') && location.hash.startsWith('#floor=CGGGGG/')`)
	p.press("undo painting")
	p.wait(`location.hash.startsWith('#floor=GGGGGG/')`)
}

// While a long solve runs its bounds are seen to close in; stopped, it keeps them.
func TestBoundsAndStop(t *testing.T) {
	random, err := floor.Random(56, 56, 6, 7)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for r := range random.Rows {
		var row strings.Builder
		for c := range random.Cols {
			row.WriteByte('A' + random.Cells[r*random.Cols+c])
		}
		rows = append(rows, row.String())
	}
	p := open(t, "#floor="+strings.Join(rows, "/"), wide, high)
	p.do(chromedp.Focus(chromedp.CSS("#limit")), chromedp.KeyEvent(kb.End))
	p.click("#solve")
	p.wait(`Number(document.querySelector('dd.lower')?.dataset.lower) > 0 && Number(document.querySelector('dd.upper').dataset.upper) > 0`)
	first := p.data("dd.lower", "lower") + ".." + p.data("dd.upper", "upper")
	p.wait(`document.querySelector('dd.lower').dataset.lower + '..' + document.querySelector('dd.upper').dataset.upper !== '` + first + `'`)
	p.picture("bounds")
	p.click("#stop")
	p.wait(`document.querySelector('.bounds').dataset.state === 'bounded'`)
	if got := p.text(".big"); !strings.HasPrefix(got, "Between ") || !strings.HasSuffix(got, " swaps.") {
		t.Errorf("the page says %q", got)
	}
	if state := p.jobs()[0].State; state != "cancelled" {
		t.Errorf("the job is %s", state)
	}
}

// Somebody who follows the hints reaches par: each was the first move of a
// shortest plan.
func TestHints(t *testing.T) {
	for _, test := range []struct{ name, link string }{
		{"floor", "#floor=RRGG/RRGG/BBYY/BBYY"},
		{"flip", "#flip=211/102/120&mask=plus&colours=3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.link, wide, high)
			p.press("Play")
			p.wait(`document.querySelector('#par').dataset.par > 0`)
			par, _ := strconv.Atoi(p.data("#par", "par"))
			for left := par; left > 0; left-- {
				p.click("#hint")
				p.wait(fmt.Sprintf(`document.querySelector('#says').textContent.endsWith('(%d to go, proven).')`, left))
				if left == par {
					p.picture("hint-" + test.name)
				}
				at := evaluate[[][]int](p, `[...document.querySelectorAll('[role=gridcell]')].flatMap((cell, i) =>
					cell.ariaLabel.includes('next move') ? [[Math.floor(i / cell.parentNode.children.length), i % cell.parentNode.children.length]] : [])`)
				for _, cell := range at {
					p.do(chromedp.MouseClickXY(p.centre(cell[0], cell[1])))
				}
				p.wait(fmt.Sprintf(`document.querySelector('#made').dataset.made === '%d'`, par-left+1))
			}
			if got := p.text("#says"); !strings.HasSuffix(got, "par, and no fewer will do.") {
				t.Errorf("the page says %q", got)
			}
			p.picture("won-" + test.name)
			p.click("#undo")
			p.wait(fmt.Sprintf(`document.querySelector('#made').dataset.made === '%d'`, par-1))
			p.click("#restart")
			p.wait(`document.querySelector('#made').dataset.made === '0'`)
		})
	}
}

// What is drawn with holes and colours comes back by its link, in another tab.
func TestLinks(t *testing.T) {
	p := open(t, "", wide, high)
	p.press("paint holes")
	p.do(chromedp.MouseClickXY(p.centre(1, 1)))
	p.press("more rows")
	p.wait(`document.querySelectorAll('[role=row]').length === 7 && location.hash.split('/').length === 7`)
	rows, _ := p.board()
	link := evaluate[string](p, "location.hash")
	p.goTo(link)
	if back, _ := p.board(); len(back) != 7 || back[1][1] != '.' || fmt.Sprint(back) != fmt.Sprint(rows) {
		t.Errorf("%v came back as %v by %s", rows, back, link)
	}

	p.press("Flip")
	p.do(chromedp.Focus(chromedp.CSS("#colours")), chromedp.KeyEvent(kb.ArrowUp))
	p.press("paint 2")
	p.do(chromedp.MouseClickXY(p.centre(0, 0)))
	p.click(".check input")
	link = "#flip=20100/01110/11111/01110/00100&mask=plus&colours=3&wrap"
	p.wait(fmt.Sprintf("location.hash === %q", link))
	rows, _ = p.board()
	p.goTo(link)
	back, _ := p.board()
	if again := evaluate[string](p, "location.hash"); fmt.Sprint(back) != fmt.Sprint(rows) || again != link {
		t.Errorf("%v came back as %v, %s as %s", rows, back, link, again)
	}

	p.goTo("#floor=1,_,30/30,2,1")
	p.wait(`document.querySelectorAll('[role=row]').length === 2`)
	if back, _ := p.board(); fmt.Sprint(back) != "[B.30 30CB]" {
		t.Errorf("colours beyond Z: %v", back)
	}
	for _, broken := range []string{"#floor=RG/R", "#floor=R4", "#flip=012&colours=2", "#floor=%E0%A4%A", "#flip=" + strings.Repeat("0", 1000)} {
		p.goTo(broken)
		p.wait(`document.querySelector('[role=alert]')`)
	}
}

// How far is the farthest 4 x 4 board when a press flips its row and column?
func TestFarthest(t *testing.T) {
	p := open(t, "", wide, high)
	p.press("Farthest")
	p.wait(`document.querySelector('#diameter')?.dataset.diameter === '16'`)
	if got := p.text("#how-many"); !strings.HasPrefix(got, "1 board is that far") {
		t.Errorf("the page says %q", got)
	}
	if n := evaluate[int](p, `document.querySelectorAll('.bar').length`); n != 17 {
		t.Errorf("%d bars for the distances 0 to 16", n)
	}
	p.picture("farthest")
	p.press("Lights Out")
	p.wait(`document.querySelector('#diameter').dataset.diameter === '15' && document.querySelector('#how-many').textContent.startsWith('7,350 ')`)
	if n := evaluate[int](p, `document.querySelectorAll('.gallery button').length`); n != 12 {
		t.Errorf("%d boards shown", n)
	}
	p.press("log")
	p.picture("lights-out")
	p.wait("location.hash === '#farthest=5x5&mask=plus&colours=2'")

	// A diameter that takes long is bounded when the search is stopped.
	for _, field := range []string{"#far-rows", "#far-cols"} {
		p.do(chromedp.SetValue(chromedp.CSS(field), "16"), chromedp.Focus(chromedp.CSS(field)), chromedp.KeyEvent(kb.ArrowDown+kb.ArrowUp+kb.Enter))
	}
	p.click("#explore")
	p.wait(`/ 1\d\d to 1\d\d$/.test(document.querySelector('.phase')?.innerText)`)
	p.click("#stop-exploring")
	p.wait(`/^1\d\d to 1\d\d$/.test(document.querySelector('#diameter').textContent)`)
	p.picture("bounded-diameter")
	p.press("Lights Out")
	p.wait(`document.querySelector('#diameter').dataset.diameter === '15'`)
	p.press("open hardest board 1")
	p.click("#solve")
	p.wait(`document.querySelector('.big b')?.textContent === '15'`)
}

// What is wrong with a file is shown with its place, however the file comes.
func TestBadFile(t *testing.T) {
	p := open(t, "", wide, high)
	name := filepath.Join(t.TempDir(), "bad.txt")
	if err := os.WriteFile(name, []byte("RGB\nGB4\n\nRRG\nGBB\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{name}))
	p.wait(`document.querySelector('[role=alert]')?.innerText.includes('Line 2, column 3')`)
	if got := p.text("[role=alert] mark"); got != "4" {
		t.Errorf("%q is marked", got)
	}
	if rows, _ := p.board(); fmt.Sprint(rows) != "[RRG GBB]" {
		t.Errorf("the good board of the file isn't shown: %v", rows)
	}
	p.picture("bad-file")

	incoming := func(event, text string) {
		data, _ := json.Marshal(text)
		evaluate[bool](p, fmt.Sprintf(`(() => {
			const data = new DataTransfer()
			data.setData('text/plain', %s)
			return document.body.dispatchEvent(new %s)
		})()`, data, event))
	}
	incoming(`ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})`, "RGG\nRRBG\n")
	p.wait(`document.querySelector('[role=alert]')?.innerText.includes('Line 2, column 4')`)
	incoming(`DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})`, "; name: found\nRRBB\nGGYY\n")
	p.wait(`!document.querySelector('[role=alert]') && location.hash === '#floor=RRBB/GGYY'`)
	incoming(`ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})`, "0110\n1001\n")
	p.wait(`location.hash.startsWith('#flip=0110/1001&')`)

	// Boards that can't be solved are told so, with the reason.
	p.goTo("#floor=.R./RRG/.G.")
	p.click("#solve")
	p.wait(`document.querySelector('.bounds')?.dataset.state === 'impossible'`)
	if got := p.text(".bounds"); !strings.Contains(got, "Colours R and G have 3 and 2 tiles") {
		t.Errorf("the page says %q", got)
	}
}

// All of it without a mouse.
func TestKeyboard(t *testing.T) {
	p := open(t, "#floor=RRR/GGG", wide, high)
	keys := func(names ...string) {
		for _, name := range names {
			p.do(chromedp.KeyEvent(name))
		}
	}
	// tabTo presses Tab until the focus is on what a selector finds.
	tabTo := func(selector string) {
		t.Helper()
		for range 60 {
			if evaluate[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
				return
			}
			keys(kb.Tab)
		}
		t.Fatalf("Tab never comes to %s", selector)
	}
	tabTo("[role=gridcell]")
	keys("b", kb.ArrowRight, "y", kb.ArrowDown, kb.Delete, kb.End, "b", kb.ArrowUp, kb.ArrowUp, "g")
	p.picture("keyboard")
	if rows, _ := p.board(); fmt.Sprint(rows) != "[BYG G.B]" {
		t.Fatalf("painted %v", rows)
	}
	keys(kb.Home, "y", kb.ArrowDown, kb.ArrowRight, "b")
	if rows, _ := p.board(); fmt.Sprint(rows) != "[YYG GBB]" {
		t.Fatalf("painted %v", rows)
	}
	tabTo("#solve")
	keys(kb.Enter)
	p.wait(`document.querySelector('#scrub')`)
	moves := optimum(t, []string{"YYG", "GBB"})
	evaluate[bool](p, `document.activeElement.blur() ?? true`)
	tabTo("#step-on")
	for range moves {
		keys(kb.Enter)
	}
	if _, conflict := p.board(); conflict || p.data("#step", "step") != strconv.Itoa(moves) {
		t.Errorf("after %s of %d steps: conflict %v", p.data("#step", "step"), moves, conflict)
	}

	evaluate[bool](p, `document.activeElement.blur() ?? true`)
	tabTo(".segments button:nth-child(3)")
	keys(kb.Enter)
	tabTo("[role=gridcell]")
	keys(kb.ArrowRight, " ", kb.ArrowRight)
	p.wait(`document.querySelector('#made').dataset.made === '1'`)
	if rows, _ := p.board(); fmt.Sprint(rows) != "[YGY GBB]" {
		t.Errorf("after a swap: %v", rows)
	}
	keys(kb.ArrowDown, " ", kb.Escape, kb.ArrowUp)
	if p.data("#made", "made") != "1" {
		t.Error("a tile that was put down has moved")
	}
}

// On a telephone nothing is wider than the screen, and a finger paints.
func TestNarrow(t *testing.T) {
	p := open(t, "", 360, 740)
	fits := func(what string) {
		t.Helper()
		if w := evaluate[int](p, `document.documentElement.scrollWidth`); w > 360 {
			t.Errorf("%s is %d pixels wide", what, w)
		}
	}
	fits("painting")
	p.press("paint C")
	p.do(chromedp.TapXY(p.centre(2, 3)))
	p.wait(`location.hash.split('/')[2][3] === 'C'`)
	p.click("#solve")
	p.wait(`document.querySelector('#scrub')`)
	fits("watching")
	p.picture("narrow-watch")
	p.press("Play")
	fits("playing")
	p.press("Flip")
	fits("a flip board")
	p.picture("narrow-flip")
	p.press("Farthest")
	p.wait(`document.querySelector('#diameter')`)
	fits("the explorer")
	p.picture("narrow-farthest")
	p.goTo("#floor=" + strings.Repeat("RG", 30))
	fits("a board of 60 columns")
}

// Dark and light follow the system until the button is used, which is kept;
// nothing moves for those who don't want it.
func TestDark(t *testing.T) {
	p := open(t, "", wide, high)
	glides := `getComputedStyle(document.querySelector('.tile')).transitionDuration !== '0s'`
	p.wait(glides)
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.wait("!(" + glides + ")")
	p.wait(`document.documentElement.dataset.theme === 'dark'`)
	p.picture("dark")
	p.press("light colours")
	p.wait(`document.documentElement.dataset.theme === 'light'`)
	p.goTo("")
	p.wait(`document.documentElement.dataset.theme === 'light'`)
}

// A link, the plan, the answer and pictures can be taken away.
func TestTakeAway(t *testing.T) {
	p := open(t, "#floor=RRG/GBB", wide, high)
	// What would be saved is kept in the page instead.
	evaluate[bool](p, `(() => {
		window.saved = {}
		const made = URL.createObjectURL
		HTMLAnchorElement.prototype.click = function () { window.saved[this.download] = window.blob }
		URL.createObjectURL = blob => (window.blob = blob, made(blob))
		navigator.clipboard.writeText = async text => { window.copied = text }
		return true
	})()`)
	p.click("#solve")
	p.wait(`document.querySelector('#scrub')`)
	p.press("Copy link")
	p.wait(`window.copied === location.href`)
	p.click("#download-plan")
	p.click("#download-json")
	for _, format := range []string{"svg", "png", "gif"} {
		p.press(strings.ToUpper(format))
		p.wait(fmt.Sprintf(`window.saved['floor.%s']`, format))
		if got := evaluate[string](p, fmt.Sprintf(`window.saved['floor.%s'].type`, format)); !strings.HasPrefix(got, "image/"+format) {
			t.Errorf("%s is %s", format, got)
		}
	}
	content := func(name string) string {
		t.Helper()
		p.wait(fmt.Sprintf(`window.saved[%q].text().then(text => { window.content = text }), window.content !== undefined`, name))
		text := evaluate[string](p, `window.content`)
		evaluate[bool](p, `delete window.content`)
		return text
	}
	if got := content("floor-plan.txt"); !strings.HasPrefix(got, "; fewest: floor\nRRG\nGBB\n\n; 1 swap, and no fewer will do.\n; 1. ") {
		t.Errorf("plan %q", got)
	}
	var a floor.Answer
	if err := json.Unmarshal([]byte(content("floor.json")), &a); err != nil || a.Moves != 1 || len(a.Plan) != 1 {
		t.Errorf("answer %v, %v", a, err)
	}
}

// The page has the colours of the program's own pictures.
func TestPalette(t *testing.T) {
	colours := func(file, list string) []string {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`(?s)\b` + list + ` = [^#]*?((?:["']#\w{6}["'],?\s*(?://[^\n]*\n\s*)?)+)`).FindSubmatch(text)
		if found == nil {
			t.Fatalf("no %s in %s", list, file)
		}
		return regexp.MustCompile(`#\w{6}`).FindAllString(string(found[1]), -1)
	}
	for ours, theirs := range map[string][2]string{"FLOOR": {"palette.go", "paints"}, "STATES": {"textflip.go", "flipPaints"}} {
		got, want := colours("src/palette.ts", ours), colours("../../../render/"+theirs[0], theirs[1])
		if !slices.Equal(got, want) || len(want) < 9 {
			t.Errorf("%s is %v, and %s is %v", ours, got, theirs[1], want)
		}
	}
}

// The pictures in the documentation: FEWEST_SCREENSHOTS=$PWD/docs go test ./internal/web/page -run TestDocs
func TestDocs(t *testing.T) {
	if os.Getenv("FEWEST_SCREENSHOTS") == "" {
		t.Skip("FEWEST_SCREENSHOTS names no folder")
	}
	p := open(t, "#floor=GRBCCGRB/RRYBGGCY/PBBYYRGC/CGRRPPYB/BYGGCRRP/YYCPBBGR/GCPPRYCB/RBBGYCCP", wide, 800)
	p.click("#solve")
	p.wait(`document.querySelector('#scrub')`)
	for range 5 {
		p.click("#step-on")
	}
	p.picture("page-floor")
	p.press("dark colours")
	p.press("Farthest")
	p.wait(`document.querySelector('#diameter')`)
	p.press("Lights Out")
	p.wait(`document.querySelector('#diameter').dataset.diameter === '15'`)
	p.picture("page-farthest")
}
