package parallel

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func explode() { panic("oh") }

func TestPanic(t *testing.T) {
	ended := make(chan struct{})
	outer := Group{Panicked: func() { close(ended) }}
	var done atomic.Int64
	for range 3 {
		outer.Go(func() {
			<-ended
			done.Add(1)
		})
	}
	outer.Go(func() {
		var inner Group
		inner.Go(explode)
		inner.Wait()
	})
	defer func() {
		p, ok := recover().(*Panic)
		if !ok || p.Error() != "oh" || !strings.Contains(p.Stack, "explode") {
			t.Errorf("got %v", p)
		}
		if done.Load() != 3 {
			t.Errorf("%d of the others had ended", done.Load())
		}
	}()
	outer.Wait()
	t.Error("no panic")
}

func TestQuiet(t *testing.T) {
	var g Group
	var n atomic.Int64
	for range 10 {
		g.Go(func() { n.Add(1) })
	}
	if g.Wait(); n.Load() != 10 {
		t.Errorf("%d ran", n.Load())
	}
}

// A panic in a goroutine that nobody guards ends the program, whatever it
// serves. The packages that a server runs start theirs by a Group.
func TestGuarded(t *testing.T) {
	for _, room := range []string{"answer", "board", "level", "space", "floor", "flip", "perm", "render"} {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				bad := false
				switch n := n.(type) {
				case *ast.GoStmt:
					bad = true
				case *ast.SelectorExpr:
					x, ok := n.X.(*ast.Ident)
					bad = ok && x.Name == "sync" && n.Sel.Name == "WaitGroup"
				}
				if bad {
					t.Errorf("%v: a goroutine that no parallel.Group guards", set.Position(n.Pos()))
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
