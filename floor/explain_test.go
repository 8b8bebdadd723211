package floor

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fewest/level"
)

var update = flag.Bool("update", false, "write what the tests expect anew")

// The search tells the same of these boards as before: one that cores alone
// settle, and one each that needs an order, a closed region and a cut.
func TestExplain(t *testing.T) {
	for name, rows := range map[string]string{
		"cores":  "AAB\nCBB\n",
		"order":  ".A.BC\nABABB\n",
		"closed": "CBAB\nAABB\nC.BB\n",
		"cut":    "...A\n.AAB\nC.AA\nBB.A\nCBBA\n",
	} {
		entries, err := level.ReadAll(strings.NewReader(rows), level.Options{Puzzle: level.Floor})
		if err != nil || entries[0].Err != nil {
			t.Fatal(err, entries[0].Err)
		}
		var got strings.Builder
		if err := Explain(context.Background(), entries[0].Board, &got); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", "explain", name+".txt")
		text := rows + "\n" + got.String()
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text != string(want) {
			t.Errorf("%s: told otherwise than %s has it (go test ./floor -run TestExplain -update writes it anew):\n%s", name, file, text)
		}
		says := map[string]string{"order": "get an order", "closed": "No arrangement", "cut": "A cut"}
		if !strings.Contains(text, says[name]) || !strings.Contains(text, "no plan is shorter") {
			t.Errorf("%s: doesn't say %q, or that no plan is shorter", name, says[name])
		}
	}
}
