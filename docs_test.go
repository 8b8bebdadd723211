package fewest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Every method and proof that an answer can name, as the constants of floor and
// flip have them, is in the documents.
func TestMethodsAndProofsAreDocumented(t *testing.T) {
	for pkg, documents := range map[string][]string{
		"floor": {"docs/formats.md", "docs/floor.md"},
		"flip":  {"docs/flip.md"},
	} {
		var text strings.Builder
		for _, file := range documents {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(content)
		}
		files, err := filepath.Glob(pkg + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, file := range files {
			syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(syntax, func(n ast.Node) bool {
				v, ok := n.(*ast.ValueSpec)
				if !ok || len(v.Values) != 1 {
					return true
				}
				kind, _ := v.Type.(*ast.Ident)
				value, _ := v.Values[0].(*ast.BasicLit)
				if kind == nil || value == nil || kind.Name != "Method" && kind.Name != "Proof" {
					return true
				}
				name, _ := strconv.Unquote(value.Value)
				found++
				if !strings.Contains(text.String(), "`"+name+"`") {
					t.Errorf("%s: %s %q isn't in %v", pkg, strings.ToLower(kind.Name), name, documents)
				}
				return true
			})
		}
		if found < 8 {
			t.Errorf("%s: only %d methods and proofs found", pkg, found)
		}
	}
}

// Every public package has an example that is run.
func TestExamples(t *testing.T) {
	for _, pkg := range []string{"answer", "board", "level", "space", "space/census", "floor", "flip", "perm", "render"} {
		text, err := os.ReadFile(pkg + "/example_test.go")
		if err != nil || !strings.Contains(string(text), "func Example") || !strings.Contains(string(text), "// Output:") {
			t.Errorf("package %s has no example with its output: %v", pkg, err)
		}
	}
}
