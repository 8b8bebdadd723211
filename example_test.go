package fewest_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"fewest/answer"
	"fewest/floor"
	"fewest/level"
)

// The library as README.md shows it: this function's body stands there.
func Example_library() {
	ctx := context.Background()
	file := strings.NewReader("RRG\nGBB\n\nRG\nG4\n")

	entries, err := level.ReadAll(file, level.Options{File: "boards.txt", Puzzle: level.Floor})
	if err != nil {
		fmt.Println("reading:", err)
	}
	for _, e := range entries {
		if e.Err != nil { // this board can't be read; the others can
			fmt.Println(e.Err)
			continue
		}
		ans, err := floor.Solve(ctx, e.Board, floor.Options{})
		switch {
		case err != nil: // the question can't be asked of this board
			fmt.Println(e.Name, err)
		case ans.Status == answer.Impossible:
			fmt.Println(e.Name, ans.Reason)
		case ans.Status == answer.Bounded: // ctx or a limit ended the work
			fmt.Println(e.Name, ans.Short(), ans.Stop)
		default:
			fmt.Println(e.Name, ans.Moves, len(ans.Plan))
		}
	}
	// Output:
	// boards.txt#1 1 1
	// boards.txt:5:2: found '4', expected a letter for a colour or '.' for a hole
}

func TestLibraryInReadme(t *testing.T) {
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := bytes.Cut(source, []byte("func Example_library() {\n"))
	body, _, _ = bytes.Cut(body, []byte("\t// Output:"))
	var want strings.Builder
	for line := range strings.Lines(string(body)) {
		want.WriteString(strings.TrimPrefix(line, "\t"))
	}
	if !strings.Contains(string(readme), "```go\n"+want.String()+"```") {
		t.Errorf("README.md doesn't have the example as it is:\n%s", &want)
	}
}
