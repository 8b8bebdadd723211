package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"fewest/internal/cli"
)

// mistakes are commands that must fail, and what they are given as standard
// input; the names of their files are those of mistaken.
var mistakes = []struct{ args, in string }{
	{"flor", ""}, {"solve", ""}, {"floor sovle", ""}, {"floor solve --metod bfs", ""}, {"floor solve --method best", ""},
	{"floor solve --time-limit 10", ""}, {"floor solve --memory-limit much", ""}, {"floor solve --json --answer", ""},
	{"floor solve nowhere.txt", ""}, {"floor solve .", ""}, {"floor solve", ""}, {"floor solve", "R4\n"}, {"floor solve", "RG\nR\n"},
	{"floor solve", `{"rows": "RG"}`}, {"floor solve", `{"rows": ["RG"]`}, {"floor solve", `{"cells": [[0, 1.5]]}`}, {"floor solve", "0101\n1010\n"},
	{"floor solve", `{"name": 3, "rows": ["RG"]}`}, {"floor solve --method row", "RR\nGG\n"}, {"floor solve --picture floor.bmp", "RG\n"},
	{"floor solve --picture .svg/x.svg", "RG\n"}, {"floor solve --picture folder.svg", "RG\n"}, {"floor solve --picture link.svg", "RG\n"}, {"floor solve --style brick --picture x.svg", "RG\n"},
	{"floor solve --time-limit 1ms --picture x.svg", strings.Repeat(strings.Repeat("RG", 300)+"\n", 500)},
	{"floor verify --par levels.jsonl boards.txt", ""}, {"floor verify boards.txt", ""}, {"floor verify - -", ""}, {"floor verify nowhere.txt levels.jsonl", ""},
	{"floor verify boards.txt boards.txt", ""}, {"floor verify boards.txt -", "[[0, 1]]"}, {"floor verify boards.txt -", `{"moves": "1"}`}, {"floor verify boards.txt -", `{"plan": `},
	{"floor verify --par boards.txt", ""}, {"floor verify --method row --par square.jsonl", ""},
	{"floor random --size 3", ""}, {"floor random --count 0", ""}, {"floor random --colours 0", ""}, {"floor random --colours 1", ""}, {"floor random --colours many", ""}, {"floor random more", ""},
	{"floor census", ""}, {"floor census --size 3x3", ""}, {"floor census --size 3x3 --tiles R3G3", ""}, {"floor census --size 3x3 --tiles 3R", ""}, {"floor census --like boards.txt --size 3x3", ""},
	{"floor census --like nowhere.txt", ""}, {"floor census --like bad.txt", ""}, {"floor census --like -", "; nothing\n"}, {"floor census --size 3x3 --tiles R4G5 --max-distance -1", ""}, {"floor census --size 3x3 --tiles R4G5 --resume", ""},
	{"floor census --size 3x3 --tiles R4G5 --disk boards.txt", ""}, {"floor census --size 3x3 --tiles R4G5 --disk layers --distinct", ""},
	{"floor diameters --cells 1", ""}, {"floor diameters --colours 9", ""}, {"floor compare --methods best", ""},
	{"floor check", ""}, {"floor check words.txt", ""}, {"floor check --opb a.opb words.txt half.proof", ""}, {"floor check --opb a.opb half.proof", ""}, {"floor check --pbp .svg/a.pbp cores.proof", ""}, {"floor solve --proof .svg/x.proof", "RG\n"},
	{"flip solve", "RG\n"}, {"flip solve", "012\n"}, {"flip solve --colours 1", "01\n"}, {"flip solve --mask round", "01\n"}, {"flip solve --mask plus --pattern 1X1", "01\n"}, {"flip solve --pattern 1Y1", "01\n"},
	{"flip solve --buttons nowhere.json", "01\n"}, {"flip solve --buttons words.txt", "01\n"}, {"flip solve --buttons empty.json", "01\n"}, {"flip solve --buttons odd.json", "01\n"},
	{"flip solve", `{"rows": ["01"], "buttons": {"a": [[5, 5, 1]]}}`}, {"flip solve", `{"rows": ["01"], "buttons": {"a": [0]}}`}, {"flip solve --method formula --mask plus", "01\n"},
	{"flip verify boards.txt", ""}, {"flip farthest", ""}, {"flip farthest --size 4", ""}, {"flip farthest --size 4x4 --like boards.txt", ""}, {"flip farthest --like -", "; nothing\n"}, {"flip farthest --like -", "RG\n"},
	{"flip farthest --size 4x4 --method formula --mask plus", ""}, {"flip random --count 0", ""}, {"flip random --colours 300", ""}, {"flip compare --methods best", ""}, {"flip compare --sizes 3", ""}, {"flip table --from 0", ""}, {"flip table --sizes 3", ""}, {"flip table --masks round", ""},
	{"flip check", ""}, {"flip check words.txt", ""}, {"flip farthest --size 3x3 --max 0 --proof a.proof", ""}, {"flip farthest --size 3x3 --proof .svg/a.proof", ""},
	{"perm solve", ""}, {"perm random --length -1 rings.tws", ""}, {"perm verify rings.tws", ""}, {"perm verify rings.tws - -", ""}, {"perm census --quarter --one-way rings.tws", ""}, {"perm solve nowhere.tws", ""}, {"perm solve words.txt", ""}, {"perm solve empty.json", ""}, {"perm solve --json --answer rings.tws A", ""}, {"perm solve rings.tws", ""}, {"perm solve rings.tws X", ""},
	{"perm solve rings.tws", `{"name": "none"}`}, {"perm solve rings.tws", `{"scramble": 3}`}, {"perm solve rings.tws", `{"scramble": "A"`}, {"perm solve rings.tws", `{"pattern": {"BALLS": {"pieces": [0, 1]}}}`}, {"perm solve rings.tws", `{"pattern": {"BALLS": {"pieces": ["a"]}}}`},
	{"perm solve rings.tws", `{"pattern": {"CUBES": {"pieces": [0, 1]}}}`}, {"perm solve --moves X rings.tws A", ""}, {"perm solve rings.tws", "[A, B"}, {"perm farthest rings.tws --max-distance -1", ""}, {"perm farthest --resume rings.tws", ""}, {"perm census --disk boards.txt rings.tws", ""},
	{"serve --port 70000", ""}, {"serve --jobs 0", ""}, {"serve --log loud", ""}, {"serve --address 0.0.0.0 --port 0 --database :memory:", ""}, {"serve --address nowhere.invalid --port 0 --database :memory:", ""}, {"serve --port 0 --database folder.svg", ""}, {"version now", ""}, {"floor solve --seed -1", ""}, {"floor solve --json=maybe", ""},
}

// mistaken are the files that the mistakes name.
var mistaken = map[string]string{
	"boards.txt": "RRG\nGBB\n", "bad.txt": "R1\n", "words.txt": "a file of words\n", "empty.json": "{}", "odd.json": `{"buttons": {"a": [[0, 0, "x"]]}}`,
	"levels.jsonl": `{"rows": ["RRG", "GBB"], "par": 1}`, "square.jsonl": `{"rows": ["RRG", "GBB"], "par": 1}`,
}

// foreign are words of Go, and of a program's inside, that no message has.
var foreign = regexp.MustCompile(`(?i)json: cannot|json: invalid|strconv|unmarshal|\bGo (value|struct)|struct field|invalid syntax|<nil>|%!|\bnil\b|interface|map\[|\[\]|goroutine|panic|\bopen [./a-z]+:|lstat|pflag|sqlite|fewest/[a-z]|\bparse(r|Int|Uint)\b`)

// Every message says what is wrong in words for people, and gives a hint where
// the message itself doesn't say what would be right. Run with -v to read all.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	rings, err := os.ReadFile(filepath.Join(top, "examples", "rings.tws"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.svg"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("nowhere", "x.svg"), filepath.Join(dir, "link.svg")); err != nil {
		t.Fatal(err)
	}
	mistaken["rings.tws"] = string(rings)
	for name, text := range mistaken {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sources := literals(t, ".", "command")
	t.Chdir(dir)
	for name, rows := range map[string]string{"half.proof": "RRGG\nRRGG\n", "cores.proof": "ABCCAB\nBBCAAC\nCACBBA\nAABCCB\n"} {
		args := []string{"floor", "solve", "--quiet", "--method", "exact", "--proof", name}
		if name == "half.proof" {
			args[4] = "auto"
		}
		if status := cli.Run(t.Context(), args, strings.NewReader(rows), io.Discard, os.Stderr); status != 0 {
			t.Fatalf("%s: exit status %d", name, status)
		}
	}
	right := regexp.MustCompile(`hint: |it is a link that|expected|such as|is written|are written|there are|from [0-9]+ to|at least|at most|can't go together|can't both|needed|needs|isn't|has [0-9]|are the most|takes |is for |want |on a board of|in memory only`)
	var all strings.Builder
	for _, m := range mistakes {
		var out, said bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		status := cli.Run(ctx, strings.Fields(m.args), strings.NewReader(m.in), &out, &said)
		cancel()
		text := said.String()
		all.WriteString(text)
		t.Logf("fewest %s\n%s", m.args, strings.TrimSpace(text))
		in := m.in
		if len(in) > 60 {
			in = in[:60] + "..."
		}
		what := fmt.Sprintf("fewest %s, given %q", m.args, in)
		switch {
		case status != 2:
			t.Errorf("%s: exit status %d", what, status)
		case !strings.HasPrefix(text, "error: "):
			t.Errorf("%s: says %q", what, text)
		case foreign.MatchString(text):
			t.Errorf("%s: speaks of %q:\n%s", what, foreign.FindString(text), text)
		case !right.MatchString(text) && !regexp.MustCompile(`no such file|a directory`).MatchString(text):
			t.Errorf("%s: doesn't say what would be right:\n%s", what, text)
		}
	}
	for literal, at := range sources {
		if !matches(literal, all.String()) {
			t.Errorf("%s: no mistake of this test is told %q", at, literal)
		}
	}
}

// literals returns the messages that stand in the source of some folders, and
// where, but for those that only add a place to another.
func literals(t *testing.T, folders ...string) map[string]string {
	found := map[string]string{}
	places := token.NewFileSet()
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			p, err := parser.ParseFile(places, file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(p, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				function, ok := call.Fun.(*ast.SelectorExpr)
				text, isText := call.Args[0].(*ast.BasicLit)
				if ok && isText && (function.Sel.Name == "Errorf" || function.Sel.Name == "New") {
					message, err := strconv.Unquote(text.Value)
					if err == nil && strings.Count(message, " ") >= 2 {
						found[message] = places.Position(text.Pos()).String()
					}
				}
				return true
			})
		}
	}
	if len(found) < 20 {
		t.Fatalf("found only %d messages in the source", len(found))
	}
	// What a test can't bring about: a full disk, a taken port, a child that fails.
	for _, message := range []string{"writing the output: %w", "port %d is taken"} {
		delete(found, message)
	}
	return found
}

// matches reports whether a message with verbs such as %s stands in a text.
func matches(message, text string) bool {
	pattern := regexp.MustCompile(`%[a-z.0-9]`).ReplaceAllString(regexp.QuoteMeta(message), "(?s:.*?)")
	return regexp.MustCompile(pattern).MatchString(text)
}
