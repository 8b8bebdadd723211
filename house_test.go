package fewest_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// storeys lists the rooms of the house from the cellar to the roof: a package
// imports what lies in rooms below its own, or in its own.
var storeys = [][]string{
	{"internal/parallel"},
	{"board"},
	{"answer", "level"},
	{"space"},
	{"floor", "flip", "perm"},
	{"render"},
	{"internal/web"},
	{"internal/cli"},
	{"cmd"},
}

// roomOf returns the room of a package, and how high it lies; -1 for none.
func roomOf(pkg string) (room string, height int) {
	for height, rooms := range storeys {
		for _, room := range rooms {
			if pkg == room || strings.HasPrefix(pkg, room+"/") {
				return room, height
			}
		}
	}
	return "", -1
}

// No arrow goes upward, none in a circle, and none to a machine of another room.
func TestArrows(t *testing.T) {
	for pkg, imports := range layers {
		room, height := roomOf(pkg)
		if height < 0 && !strings.HasPrefix(pkg, "examples/") {
			t.Errorf("package %s is in no room of the house", pkg)
		}
		for _, own := range imports {
			other, below := roomOf(own)
			if height >= 0 && room != other && below >= height {
				t.Errorf("an arrow upward: %s imports %s", pkg, own)
			}
			if owner, _, machine := strings.Cut(own, "/internal/"); machine && pkg != owner && !strings.HasPrefix(pkg, owner+"/") {
				t.Errorf("package %s imports %s, a machine of %s", pkg, own, owner)
			}
		}
	}
	const entered, left = 1, 2
	state := map[string]int{}
	var visit func(pkg string, line []string)
	visit = func(pkg string, line []string) {
		switch line = append(line, pkg); state[pkg] {
		case entered:
			t.Errorf("a circle: %s", strings.Join(line, " imports "))
		case 0:
			state[pkg] = entered
			for _, own := range layers[pkg] {
				visit(own, slices.Clone(line))
			}
			state[pkg] = left
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(layers)) {
		visit(pkg, nil)
	}
}

// What a package, a room, a file and a type may grow to.
const (
	mostOfPackage = 10 // percent of the lines, without tests
	mostOfRoom    = 25 // percent of the lines, without tests
	mostLines     = 500
	mostMethods   = 20
)

// tooLarge are what is larger all the same, and as large as it may be. Nothing
// is to come here; what became smaller is to leave.
var tooLarge = map[string]int{
	"room floor":                         35,
	"floor/solve_test.go":                560,
	"floor/internal/exact/plans_test.go": 560,
	"type floor/internal/flow.Search":    30, "type floor/internal/flow/pdhg.Solver": 29,
	"type floor/internal/maxsat.Search": 30, "type floor/internal/sat.Solver": 50,
	"type floor/certificate.model":    28,
	"type floor/internal/exact.solve": 26,
	"type internal/web.Server":        38,
}

// sources yields the Go files of the module, by git if there is one.
func sources(t *testing.T) (files []string) {
	list, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.go").Output()
	if err != nil {
		t.Skip("no list of files: ", err)
	}
	for file := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if _, err := os.Stat(file); err == nil && !strings.HasPrefix(file, "tools/") && !strings.HasPrefix(file, "distributed/") {
			files = append(files, file)
		}
	}
	return files
}

func TestSizes(t *testing.T) {
	lines, methods := map[string]int{}, map[string]int{}
	all := 0
	check := func(what string, size, most int, unit string) {
		if allowed, known := tooLarge[what]; known {
			if size <= most {
				t.Errorf("%s is no longer too large", what)
			}
			most = allowed
		}
		if size > most {
			t.Errorf("%s has %d %s, %d are the most", what, size, unit, most)
		}
	}
	for _, file := range sources(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := bytes.Count(text, []byte("\n"))
		check(file, n, mostLines, "lines")
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		pkg := path.Dir(file)
		lines[pkg] += n
		all += n
		syntax, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range syntax.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[pkg+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	}
	rooms := map[string]int{}
	for pkg, n := range lines {
		check("package "+pkg, 100*n/all, mostOfPackage, "percent of the lines")
		if room, height := roomOf(pkg); height >= 0 {
			rooms[room] += n
		}
	}
	for room, n := range rooms {
		check("room "+room, 100*n/all, mostOfRoom, "percent of the lines")
	}
	for name, n := range methods {
		check("type "+name, n, mostMethods, "methods")
	}
	t.Logf("%d lines without tests: %v", all, rooms)
}

// receiver returns the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return fmt.Sprint(e)
}

// The files and packages that ARCHITECTURE.md names are there.
func TestArchitectureNames(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`([a-z]+(?:/[a-z0-9_.]+)+)`").FindAllSubmatch(text, -1)
	if len(names) < 20 {
		t.Errorf("only %d names of files and packages found", len(names))
	}
	for _, name := range names {
		if _, err := os.Stat(string(name[1])); err != nil {
			t.Errorf("ARCHITECTURE.md: %v", err)
		}
	}
}
