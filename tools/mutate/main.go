// Command mutate changes one thing at a time in the code of some packages and
// runs their tests: a change that no test notices, a survivor, is a gap in the
// tests, or code that makes no difference.
//
//	go run -C tools ./mutate -n 300 -seed 1 -test ./floor/... floor/internal/exact floor/certificate
//
// It works on copies that the compiler is told to use instead (-overlay), so the
// tree stays as it is. What it changes: comparisons, && and ||, + and -, numbers,
// conditions (to true, to false), and whole statements (left out).
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// mutant is one change: the text from start to end becomes another.
type mutant struct {
	file       string
	line       int
	start, end int
	text       string
}

func main() {
	number := flag.Int("n", 300, "how many mutants")
	seed := flag.Uint64("seed", 1, "which ones")
	tests := flag.String("test", "./...", "packages whose tests are run, separated by blanks")
	limit := flag.Duration("limit", 2*time.Minute, "time for the tests of one mutant; a mutant that hangs is killed")
	root := flag.String("root", "..", "the module's folder")
	flag.Parse()
	if err := run(*root, flag.Args(), strings.Fields(*tests), *number, *seed, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(root string, folders, tests []string, number int, seed uint64, limit time.Duration) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	var all []mutant
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			found, err := mutants(file)
			if err != nil {
				return err
			}
			all = append(all, found...)
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	sample := all[:min(number, len(all))]
	slices.SortFunc(sample, func(a, b mutant) int {
		return 2*strings.Compare(a.file, b.file) + max(-1, min(1, a.start-b.start))
	})
	counts := map[string]int{}
	for _, m := range sample {
		verdict, err := try(root, m, tests, limit)
		if err != nil {
			return err
		}
		counts[verdict]++
		name, _ := filepath.Rel(root, m.file)
		source, _ := os.ReadFile(m.file)
		fmt.Printf("%-9s %s:%d: %s -> %s\n", verdict, name, m.line, oneLine(string(source[m.start:m.end])), oneLine(m.text))
	}
	fmt.Printf("%d of %d mutants: %d killed, %d survived, %d not compiled\n", len(sample), len(all), counts["killed"], counts["survived"], counts["invalid"])
	return nil
}

// oneLine shortens a text to one line.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return "(nothing)"
	}
	if len(text) > 60 {
		text = text[:57] + "..."
	}
	return text
}

// mutants lists the changes of a file.
func mutants(file string) ([]mutant, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, 0)
	if err != nil {
		return nil, err
	}
	var all []mutant
	add := func(from, to token.Pos, text string) {
		start, end := set.Position(from), set.Position(to)
		all = append(all, mutant{file, start.Line, start.Offset, end.Offset, text})
	}
	other := map[token.Token][]string{
		token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
		token.EQL: {"!="}, token.NEQ: {"=="}, token.LAND: {"||"}, token.LOR: {"&&"},
		token.ADD: {"-"}, token.SUB: {"+"}, token.XOR: {"|"}, token.OR: {"&"}, token.AND: {"|"},
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.IMPORT
		case *ast.BinaryExpr:
			for _, op := range other[n.Op] {
				add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op)
			}
		case *ast.IfStmt:
			add(n.Cond.Pos(), n.Cond.End(), "true || "+"("+string(source[set.Position(n.Cond.Pos()).Offset:set.Position(n.Cond.End()).Offset])+")")
			add(n.Cond.Pos(), n.Cond.End(), "false && "+"("+string(source[set.Position(n.Cond.Pos()).Offset:set.Position(n.Cond.End()).Offset])+")")
		case *ast.BasicLit:
			if i, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
				add(n.Pos(), n.End(), strconv.Itoa(i+1))
			}
		case *ast.BlockStmt:
			for _, s := range n.List {
				switch s := s.(type) {
				case *ast.ExprStmt, *ast.IncDecStmt:
					add(s.Pos(), s.End(), "")
				case *ast.AssignStmt:
					if s.Tok != token.DEFINE {
						add(s.Pos(), s.End(), "")
					}
				}
			}
		}
		return true
	})
	return all, nil
}

// try runs the tests with a mutant in place.
func try(root string, m mutant, tests []string, limit time.Duration) (string, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	changed := filepath.Join(folder, "mutant.go")
	text := string(source[:m.start]) + m.text + string(source[m.end:])
	if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	if err != nil {
		return "", err
	}
	list := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return "", err
	}
	if err := command(context.Background(), root, "build", "-overlay", list, "./"+relative(root, filepath.Dir(m.file))); err != nil {
		return "invalid", nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := command(ctx, root, append([]string{"test", "-failfast", "-overlay", list}, tests...)...); err != nil {
		return "killed", nil
	}
	return "survived", nil
}

func relative(root, folder string) string {
	name, _ := filepath.Rel(root, folder)
	return filepath.ToSlash(name)
}

func command(ctx context.Context, root string, args ...string) error {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = root
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the tests that go runs end with it
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	return c.Run()
}
