package fewest_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers lists every package with the packages of this module that it may
// import. Imports go downward only; what stands higher in the list knows less.
var layers = map[string][]string{
	// The machinery knows no puzzle.
	"internal/parallel":       {},
	"floor/internal/assign":   {},
	"flip/internal/berlekamp": {"internal/parallel"},
	"flip/internal/far":       {"flip/internal/code"},
	"flip/internal/code":      {"flip/internal/modular"},
	"flip/internal/gf2":       {},
	"space/internal/hugepage": {},
	"floor/internal/maxsat":   {"floor/internal/pbp", "floor/internal/sat"},
	"floor/internal/pbp":      {"floor/internal/sat"},
	"flip/internal/lanes":     {},
	"flip/internal/leaders":   {"answer", "flip/internal/code", "flip/internal/lanes", "flip/internal/modular"},
	"flip/internal/lightest":  {"flip/internal/code", "flip/internal/modular"},
	"flip/internal/modular":   {"flip/internal/gf2"},
	"flip/internal/radius":    {"answer", "flip/internal/code"},
	"floor/internal/sat":      {"floor/internal/pace"},
	"flip/internal/switching": {"answer", "flip/internal/code", "flip/internal/lanes", "flip/internal/leaders"},
	"flip/internal/spread":    {"flip/internal/code", "internal/parallel"},
	"flip/internal/walsh":     {"internal/parallel"},
	"perm/internal/chain":     {},
	"space":                   {"answer", "space/internal/hugepage"},
	"space/census":            {"answer", "internal/parallel", "space/internal/hugepage", "space", "space/rank"},
	"space/hashed":            {"answer", "internal/parallel", "space"},
	"space/disk":              {"answer", "internal/parallel", "space", "space/census"},
	"space/pattern":           {"space", "space/census", "space/rank"},
	"space/rank":              {},

	// Puzzles that only its tests know.
	"space/internal/classic": {"space/census", "space/rank"},

	// The shapes that all packages share.
	"answer": {"board"},
	"board":  {},
	"level":  {"board"},

	// The puzzles don't know each other.
	"floor":                 {"answer", "board", "floor/certificate", "floor/internal/assign", "floor/internal/flow/relax", "internal/parallel", "floor/internal/anneal", "floor/internal/bound", "floor/internal/carry", "floor/internal/colouring", "floor/internal/exact", "floor/internal/graph", "floor/internal/half", "floor/internal/pace", "floor/internal/row", "floor/internal/states", "space", "space/census", "space/disk", "space/rank", "floor/internal/flow"},
	"floor/internal/anneal": {"floor/internal/graph", "floor/internal/pace"},
	"floor/internal/bound":  {"floor/internal/graph", "floor/internal/assign"},
	"floor/internal/carry":  {"floor/internal/graph"},
	"floor/internal/graph":  {},
	"floor/internal/exact":  {"floor/certificate", "floor/internal/graph", "floor/internal/maxsat", "floor/internal/pbp", "floor/internal/sat", "floor/internal/pace"},
	"perm":                  {"answer", "internal/parallel", "perm/internal/chain", "space", "space/census", "space/disk", "space/hashed", "space/pattern", "space/rank"},
	"flip":                  {"answer", "board", "flip/certificate", "flip/internal/berlekamp", "flip/internal/code", "flip/internal/far", "flip/internal/leaders", "flip/internal/lightest", "flip/internal/modular", "flip/internal/radius", "flip/internal/spread", "flip/internal/switching", "flip/internal/walsh", "space", "space/census"},
	"flip/certificate":      {"board"},

	// Proofs, checked without the solver.
	"floor/certificate": {"board"},

	// What is asked of a connected floor, a package for each question.
	"floor/internal/colouring": {"floor/internal/anneal", "floor/internal/graph", "floor/internal/pbp", "floor/internal/sat"},
	"floor/internal/half":      {"floor/internal/assign", "floor/internal/graph"},
	"floor/internal/pace":      {"internal/parallel"},
	"floor/internal/row":       {"floor/internal/graph"},
	"floor/internal/states":    {"floor/internal/graph", "space"},

	// Floors whose tiles must travel.
	"floor/internal/flow":       {"floor/internal/anneal", "floor/internal/flow/pdhg", "floor/internal/flow/relax", "floor/internal/graph"},
	"floor/internal/flow/pdhg":  {"floor/internal/flow/relax", "floor/internal/pace"},
	"floor/internal/flow/relax": {"floor/internal/graph"},

	// The faces compute nothing.
	"render":                  {"board", "level", "flip", "floor", "render/internal/letters", "render/internal/outline"},
	"render/internal/letters": {},
	"render/internal/outline": {},
	"internal/cli":            {"answer", "board", "flip/certificate", "level", "flip", "floor", "floor/certificate", "internal/cli/command", "internal/web", "internal/web/jobs", "perm", "render"},
	"internal/cli/command":    {"answer", "board", "level", "render"},
	"internal/web":            {"answer", "board", "level", "flip", "floor", "internal/web/jobs", "internal/web/page", "render"},
	"internal/web/jobs":       {"answer", "internal/parallel"},
	"internal/web/page":       {},
	"cmd/fewest":              {"internal/cli"},

	// A puzzle of a user's own.
	"examples/frogs": {"space", "space/census", "space/rank"},
}

// outsiders may import modules other than this one and the standard library.
var outsiders = []string{"internal/cli", "internal/cli/command", "internal/web", "internal/web/jobs", "render", "render/internal/letters", "render/internal/outline"}

// modulePath reads the module's path, which has its place in go.mod.
func modulePath(t *testing.T) string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(strings.TrimPrefix(first, "module "))
}

// TestLayers reads the imports of all files that aren't tests.
func TestLayers(t *testing.T) {
	seen := map[string]bool{}
	module := modulePath(t)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, nested := os.Stat(filepath.Join(path, "go.mod"))
			hidden := path != "." && strings.HasPrefix(d.Name(), ".")
			if path != "." && (nested == nil || hidden || d.Name() == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		allowed, known := layers[pkg]
		if !known && !seen[pkg] {
			t.Errorf("package %s has no place in the table of layers", pkg)
		}
		seen[pkg] = true
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			own, isOwn := strings.CutPrefix(name, module+"/")
			switch {
			case name == "C":
				t.Errorf("%s uses cgo", path)
			case isOwn && known && !slices.Contains(allowed, own):
				t.Errorf("%s: package %s must not import %s", path, pkg, own)
			case !isOwn && strings.Contains(name, ".") && !slices.Contains(outsiders, pkg):
				t.Errorf("%s: package %s must not import other modules, such as %s", path, pkg, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range maps.Keys(layers) {
		if !seen[pkg] {
			t.Errorf("package %s of the table of layers is gone", pkg)
		}
	}
}
