//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"fewest/internal/cli"
)

// screen is what a pseudo-terminal was shown.
type screen struct {
	mutex sync.Mutex
	shown bytes.Buffer
}

func (s *screen) read(terminal *os.File, each func(string)) {
	text := make([]byte, 4096)
	for {
		n, err := terminal.Read(text)
		s.mutex.Lock()
		s.shown.Write(text[:n])
		all := s.shown.String()
		s.mutex.Unlock()
		if each(all); err != nil {
			return
		}
	}
}

// The commands must show on a terminal how what they know moves: the bounds of a
// board; of the farthest one, of which the lower often is there at once; how many
// states are counted and how far they are.
func TestProgressMoves(t *testing.T) {
	bounds := regexp.MustCompile(`(?:swaps|presses): ([0-9]+) to ([0-9]+)`)
	counts := regexp.MustCompile(`([0-9]{1,3}(?:,[0-9]{3})+) of up to [0-9]{1,3}(?:,[0-9]{3})+, up to ([0-9]+) (?:swaps|moves) away`)
	floor := filepath.Join(t.TempDir(), "floor.txt")
	var text bytes.Buffer
	if status := cli.Run(t.Context(), strings.Fields("floor random --size 50x50"), nil, &text, io.Discard); status != 0 {
		t.Fatal(status)
	}
	if err := os.WriteFile(floor, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	both := func(lower, upper int) bool { return lower > 1 && upper > 1 }
	either := func(lower, upper int) bool { return lower > 1 || upper > 1 }
	for _, test := range []struct {
		args  string
		want  *regexp.Regexp
		moved func(lower, upper int) bool // of how many different values of each were shown
	}{
		{"floor solve " + floor, bounds, both},
		{"flip farthest --size 15x15 --mask plus --wrap", bounds, either},
		{"floor census --size 4x5 --tiles R7G7B6", counts, both},
		{"perm census --disk " + t.TempDir() + " --quarter ../../examples/skewb.json", counts, both},
	} {
		t.Run(strings.Join(strings.Fields(test.args)[:2], " "), func(t *testing.T) {
			terminal, end, err := pty.Open()
			if err != nil {
				t.Skipf("no pseudo-terminal here: %v", err)
			}
			defer terminal.Close()
			if err := pty.Setsize(end, &pty.Winsize{Rows: 24, Cols: 120}); err != nil {
				t.Fatal(err)
			}
			// It may take long, so it is interrupted once enough is seen.
			ctx, interrupt := context.WithTimeout(t.Context(), time.Minute)
			defer interrupt()
			var s screen
			read := make(chan bool)
			moved := func(all string) bool {
				lower, upper := map[string]bool{}, map[string]bool{}
				for _, m := range test.want.FindAllStringSubmatch(all, -1) {
					lower[m[1]], upper[m[2]] = true, true
				}
				return test.moved(len(lower), len(upper)) && strings.Contains(all, "█░") // and a bar partly full
			}
			seen := false
			go func() {
				defer close(read)
				s.read(terminal, func(all string) {
					if !seen && moved(all) {
						seen = true
						interrupt()
					}
				})
			}()
			status := cli.Run(ctx, strings.Fields(test.args), nil, io.Discard, end)
			end.Close()
			<-read
			if !seen {
				t.Errorf("status %d, shown:\n%q", status, s.shown.String())
			}
		})
	}
}
