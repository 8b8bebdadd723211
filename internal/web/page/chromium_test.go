package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"fewest/internal/web"
)

// What a step of a test may take: generous, since a test fails by it.
const patience = 60 * time.Second

// browser starts Chromium once for all tests. Where there is none they are
// skipped, unless FEWEST_BROWSER=required.
var browser = sync.OnceValues(func() (context.Context, error) {
	var path string
	for _, name := range []string{os.Getenv("FEWEST_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); name != "" && err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, fmt.Errorf("no Chromium: set FEWEST_CHROMIUM or install the package chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(ctx)
	endBrowser = func() { stop(); end() }
	return ctx, chromedp.Do(ctx)
})

var endBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	endBrowser()
	os.Exit(code)
}

// tab is a page of the browser in a profile of its own, with a server of its own.
type tab struct {
	*testing.T
	ctx context.Context
	url string
}

// open starts a server and opens what a fragment of its address shows, in a
// window of width x height.
func open(t *testing.T, fragment string, width, height int64) *tab {
	ctx, err := browser()
	if err != nil {
		if os.Getenv("FEWEST_BROWSER") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	p := &tab{T: t, url: serve(t)}
	p.ctx = p.profile(ctx)
	p.do(chromedp.EmulateViewport(width, height))
	p.goTo(fragment)
	return p
}

// another opens a second tab at the same server.
func (p *tab) another() *tab {
	p.Helper()
	ctx, err := browser()
	if err != nil {
		p.Fatal(err)
	}
	q := &tab{T: p.T, url: p.url}
	q.ctx = q.profile(ctx)
	return q
}

func serve(t *testing.T) string {
	s, err := web.New(web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := web.Listen("127.0.0.1", 0, false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := s.Serve(ctx, l); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return "http://127.0.0.1:" + fmt.Sprint(l.Addr().(*net.TCPAddr).Port) + "/"
}

// profile opens a tab that fails the test on errors of the page, of its policy
// for content, and on requests to anywhere but the server.
func (p *tab) profile(browser context.Context) context.Context {
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	p.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	p.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		p.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			p.Errorf("exception in the page: %v", ev.ExceptionDetails)
		case *log.EventEntryAdded:
			if ev.Entry.Level == log.EntryLevelError {
				p.Errorf("error in the page: %s %s", ev.Entry.Text, ev.Entry.URL)
			}
		case *network.EventRequestWillBeSent:
			if url := ev.Request.URL; !strings.HasPrefix(url, p.url) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
				p.Errorf("the page asks for %s", url)
			}
		}
	})
	if err != nil {
		p.Fatal(err)
	}
	return ctx
}

// goTo loads the page anew, with a fragment.
func (p *tab) goTo(fragment string) {
	p.Helper()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.url+fragment), chromedp.WaitVisible(chromedp.CSS("main")))
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.Fatalf("%v\nthe page says: %s", err, p.text("body"))
	}
}

// click clicks the one visible thing that a CSS selector finds.
func (p *tab) click(selector string) {
	p.Helper()
	p.do(chromedp.WaitEnabled(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// press clicks the button of a name.
func (p *tab) press(name string) {
	p.Helper()
	p.wait(fmt.Sprintf(`(() => {
		const found = [...document.querySelectorAll('button')].filter(
			b => (b.getAttribute('aria-label') ?? b.textContent.trim()) === %q && !b.disabled)
		if (found.length !== 1) return false
		found[0].click()
		return true
	})()`, name))
}

// wait waits until an expression is true in the page.
func (p *tab) wait(expression string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if ok {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
			if err == nil {
				continue
			}
		}
		p.Fatalf("never true: %s: %v\nthe page says: %s", expression, err, p.text("body"))
	}
}

func evaluate[T any](p *tab, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// text is what stands in the first element that a selector finds.
func (p *tab) text(selector string) string {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector)))
	if err != nil {
		return err.Error()
	}
	return v
}

// data is a data attribute of the first element that a selector finds.
func (p *tab) data(selector, name string) string {
	p.Helper()
	return evaluate[string](p, fmt.Sprintf("document.querySelector(%q)?.dataset[%q] ?? 'nothing'", selector, name))
}

// centre is the place of a cell's centre in the window.
func (p *tab) centre(row, col int) (x, y float64) {
	p.Helper()
	at := evaluate[[]float64](p, fmt.Sprintf(`(() => {
		const cell = document.querySelectorAll('[role=row]')[%d].children[%d]
		cell.scrollIntoView({block: 'nearest'})
		const box = cell.getBoundingClientRect()
		return [box.x + box.width / 2, box.y + box.height / 2]
	})()`, row, col))
	return at[0], at[1]
}

// board is what the cells are called for screen readers, without their places:
// as rows of letters, '.' a hole; and whether any is in conflict.
func (p *tab) board() (rows []string, conflict bool) {
	p.Helper()
	names := evaluate[[][]string](p, `[...document.querySelectorAll('[role=row]')].map(
		row => [...row.children].map(cell => cell.getAttribute('aria-label')))`)
	for _, row := range names {
		var b strings.Builder
		for _, name := range row {
			_, what, _ := strings.Cut(name, ": ")
			conflict = conflict || strings.Contains(what, "conflict")
			what, _, _ = strings.Cut(what, ",")
			if what == "hole" {
				what = "."
			}
			b.WriteString(what)
		}
		rows = append(rows, b.String())
	}
	return rows, conflict
}

// jobs asks the server for its jobs, the newest first.
func (p *tab) jobs() []web.Job {
	p.Helper()
	response, err := http.Get(p.url + "api/v1/jobs")
	if err != nil {
		p.Fatal(err)
	}
	defer response.Body.Close()
	var list struct{ Jobs []web.Job }
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		p.Fatal(err)
	}
	return list.Jobs
}

// picture keeps a screenshot if FEWEST_SCREENSHOTS names a folder for them.
func (p *tab) picture(name string) {
	p.Helper()
	folder := os.Getenv("FEWEST_SCREENSHOTS")
	if folder == "" {
		return
	}
	p.do(chromedp.Sleep(500 * time.Millisecond))
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), bytes.TrimSpace(png), 0o644)
	}
	if err != nil {
		p.Fatal(err)
	}
}
