package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"fewest/board"
	"fewest/flip"
	"fewest/floor"
)

// top is the folder of the whole project.
const top = "../.."

// documents lists the project's documents.
func documents(t *testing.T) []string {
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join(top, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 8 {
		t.Fatalf("documents: %v", files)
	}
	return files
}

// A step is a command of a document and what it is shown to print.
type step struct {
	line          int
	command, want string
}

// steps returns the commands in a document's console blocks, after "$ ".
func steps(text string) (all []step) {
	inside := false
	for number, line := range strings.SplitAfter(text, "\n") {
		command, begins := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console\n"
			continue
		case !inside:
			continue
		case begins:
			all = append(all, step{line: number + 1, command: command})
			continue
		}
		s := &all[len(all)-1]
		if s.want == "" && strings.HasSuffix(s.command, "\\\n") {
			s.command += line
		} else {
			s.want += line
		}
	}
	return all
}

// masks are what differs from run to run: times, counters, and where a time
// limit ended the work all numbers.
var masks = []struct{ what, by string }{
	{`\b(under 1 ms|[0-9.]+ (ms|s))\b`, "TIME"},
	{`"seconds":[0-9.e-]+`, `"seconds":0`},
	{`"(bytes|generated|peak|states|stored|nodes|conflicts)":[0-9]+`, `"$1":0`},
	{`(?m)^.*time limit reached.*$`, "0 bounded, time limit reached"},
	{`(?m)^[0-9,]+ (\w+) counted`, "0 $1 counted"},
	{` +\n`, "\n"},
	{`127\.0\.0\.1:[0-9]+`, "127.0.0.1:0"},
	{`"id":"[a-z0-9]+"`, `"id":"0"`},
	{`"(created|finished)":"[^"]*"`, `"$1":"0"`},
	{`"state":"(queued|running)"`, `"state":"running"`},
	{`"progress":{[^}]*}`, `"progress":{}`},
}

func masked(text string) string {
	for _, m := range masks {
		text = regexp.MustCompile(m.what).ReplaceAllString(text, m.by)
	}
	return text
}

// shows reports whether a command printed what a document shows; a line "..."
// stands for any lines, "..." in a line for the rest of a list.
func shows(want, got string) bool {
	pattern := regexp.QuoteMeta(masked(want))
	pattern = strings.ReplaceAll(pattern, "\n\\.\\.\\.\n", "\n(?:.*\n)*?")
	pattern = strings.ReplaceAll(strings.TrimPrefix(pattern, "\\.\\.\\.\n"), "\\.\\.\\.", ".*")
	if strings.HasPrefix(want, "...\n") {
		pattern = "(?:.*\n)*?" + pattern
	}
	return regexp.MustCompile(`\A` + pattern + `\z`).MatchString(masked(got))
}

// Every console block of the documents prints what it shows. The blocks of a
// document are one session. A file that a block shows with cat is made so.
func TestDocumentsShowWhatIsPrinted(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		all := steps(string(text))
		if len(all) == 0 {
			continue
		}
		t.Run(filepath.Base(document), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			root, err := filepath.Abs(top)
			if err != nil {
				t.Fatal(err)
			}
			for link, to := range map[string]string{"fewest": program, "examples": filepath.Join(root, "examples"), "docs": filepath.Join(root, "docs")} {
				if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
					t.Fatal(err)
				}
			}
			n := session{dir: dir, env: append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1"), ids: map[string]string{}}
			for _, s := range all {
				got, done := n.perform(t, s)
				if !done || shows(s.want, got) {
					continue
				}
				if *update && !strings.HasPrefix(s.want, "...\n") {
					text = bytes.Replace(text, []byte("$ "+s.command+s.want), []byte("$ "+s.command+shortened(got, s.want)), 1)
					continue
				}
				t.Errorf("%s:%d: %sprints\n%s\nand is shown to print\n%s", document, s.line, s.command, got, s.want)
			}
			if *update {
				if err := os.WriteFile(document, text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// shortened leaves of what was printed as many lines as a document shows before
// it breaks off with "...".
func shortened(got, want string) string {
	shown, _, broken := strings.Cut(want, "...\n")
	lines := strings.SplitAfter(got, "\n")
	if !broken {
		return got
	}
	return strings.Join(lines[:min(len(lines), strings.Count(shown, "\n"))], "") + "...\n"
}

// session runs the commands of a document in a folder, and the server that they
// start.
type session struct {
	dir     string
	env     []string
	address string            // of the server
	ids     map[string]string // of jobs, by those that the document shows
}

// perform runs a command and returns all that it prints. What a client asks of a
// server is left out where there is no client.
func (n *session) perform(t *testing.T, s step) (got string, done bool) {
	command := s.command
	switch {
	case strings.HasPrefix(command, "fewest serve"):
		return n.serve(t, command), true
	case strings.Contains(command, "curl "):
		if _, err := exec.LookPath("curl"); err != nil {
			return "", false
		}
		command = strings.ReplaceAll(command, "127.0.0.1:8080", n.address)
		for shown, id := range n.ids {
			command = strings.ReplaceAll(command, shown, id)
		}
	}
	if file, cat := strings.CutPrefix(command, "cat "); cat {
		path := filepath.Join(n.dir, strings.TrimSpace(file))
		if _, err := os.Stat(path); err != nil {
			if err := os.WriteFile(path, []byte(s.want), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", command)
	c.Dir, c.Stdin, c.Env = n.dir, strings.NewReader(""), n.env
	out, err := c.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Errorf("line %d: %s: %v", s.line, s.command, err)
	}
	id := regexp.MustCompile(`"id":"([a-z0-9]+)"`)
	if shown, made := id.FindStringSubmatch(s.want), id.FindSubmatch(out); shown != nil && made != nil {
		n.ids[shown[1]] = string(made[1])
	}
	return string(out), true
}

// serve starts the server on a port that is free, unless it runs, and returns
// its first line.
func (n *session) serve(t *testing.T, command string) string {
	if n.address != "" {
		return "http://" + n.address + "/  (Ctrl-C to stop)\n"
	}
	c := exec.Command(filepath.Join(n.dir, "fewest"), append(strings.Fields(command)[1:], "--port", "0", "--database", ":memory:")...)
	c.Dir, c.Env = n.dir, n.env
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	n.address = regexp.MustCompile(`[0-9.]+:[0-9]+`).FindString(line)
	return line
}

var (
	links    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headings = regexp.MustCompile(`(?m)^#+ +(.+)$`)
)

// Every link of the documents leads to a file of the project, and to a heading
// of it if it names one.
func TestLinksLeadSomewhere(t *testing.T) {
	found := 0
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range links.FindAllStringSubmatch(string(text), -1) {
			to, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			found++
			path := document
			if to != "" {
				path = filepath.Join(filepath.Dir(document), filepath.FromSlash(to))
			}
			there, err := os.ReadFile(path)
			if info, statErr := os.Stat(path); err != nil && (statErr != nil || !info.IsDir()) {
				t.Errorf("%s: link to %s: %v", document, m[1], err)
			} else if anchor != "" && !hasHeading(string(there), anchor) {
				t.Errorf("%s: link to %s: there is no such heading", document, m[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("found only %d links", found)
	}
}

// hasHeading reports whether a document has a heading that is linked to as the
// anchor: in small letters, blanks as hyphens, other signs left out.
func hasHeading(text, anchor string) bool {
	for _, m := range headings.FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		if strings.ReplaceAll(name, " ", "-") == anchor {
			return true
		}
	}
	return false
}

// What answers name as method and proof, the documentation lists.
func TestMethodsAndProofsAreDocumented(t *testing.T) {
	named := func(file string) string {
		text, err := os.ReadFile(filepath.Join(top, "docs", file))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	floors, flips := named("formats.md"), named("flip.md")
	listed := func(text, kind, names string) {
		t.Helper()
		for _, name := range strings.Split(names, "+") {
			if !strings.Contains(text, "`"+name+"`") {
				t.Errorf("%s %q isn't documented", kind, name)
			}
		}
	}
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 7))
		rows, cols, colours := 1+random.IntN(4), 1+random.IntN(4), 1+random.IntN(4)
		b := board.New(rows, cols)
		for i := range b.Cells {
			if b.Cells[i] = uint8(random.IntN(colours)); random.IntN(8) == 0 {
				b.Cells[i] = board.Hole
			}
		}
		for _, method := range floor.Methods {
			if ans, err := floor.Solve(t.Context(), b, floor.Options{Method: method, MemoryLimit: 1 << 26}); err == nil {
				listed(floors, "method of floors", ans.Method)
				listed(floors, "proof of floors", ans.Proof)
			}
		}
		mask := flip.Masks[random.IntN(len(flip.Masks))]
		p, err := flip.New(flip.Spec{Rows: rows, Cols: cols, Mask: mask, Colours: 1 + colours})
		if err != nil {
			t.Fatal(err)
		}
		b = board.New(rows, cols)
		for i := range b.Cells {
			b.Cells[i] = uint8(random.IntN(1 + colours))
		}
		for _, method := range flip.Methods {
			if ans, err := flip.Solve(t.Context(), p, b, flip.Options{Method: method, MemoryLimit: 1 << 26}); err == nil {
				if ans.Method != "" {
					listed(flips, "method of flips", ans.Method)
				}
				listed(flips, "proof of flips", ans.Proof)
			}
		}
	}
	// Those that random boards don't bring about.
	for _, name := range []string{"travel", "assignment", "table", "carrying", "annealing", "colouring search"} {
		listed(floors, "floors:", name)
	}
	for _, name := range []string{"elimination", "descent", "coset search"} {
		listed(flips, "flips:", name)
	}
}
