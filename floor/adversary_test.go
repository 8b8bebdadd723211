//go:build unix

package floor

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"fewest/answer"
	"fewest/board"
)

// TestAdversary hunts for boards of up to 10 x 10 that take longest, for as long
// as FEWEST_ADVERSARY says, and prints the worst twenty:
//
//	FEWEST_ADVERSARY=10m go test ./floor -run Adversary -v -timeout 0
//
// It is local search on the board: some cells change their colours, two tiles
// trade places, a block is painted, a hole opens or closes; what takes longer is
// kept. Now and then it starts anew from one of the kinds that are known to be
// hard. Time is processor time of the whole process; a board gets ten seconds.
func TestAdversary(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv("FEWEST_ADVERSARY"))
	if err != nil {
		t.Skip("set FEWEST_ADVERSARY to a duration such as 10m")
	}
	const patience, worst = 12, 20
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	var found []hunted
	for end := time.Now().Add(limit); time.Now().Before(end); {
		now := hunt(t, victim(random))
		best := now
		for failures := 0; failures < patience && time.Now().Before(end); failures++ {
			next := hunt(t, disturbed(random, now.board))
			if next.seconds > 0.9*now.seconds {
				now = next
			}
			if now.seconds > 1.05*best.seconds {
				best, failures = now, 0
			}
		}
		found = append(found, best)
		slices.SortFunc(found, func(a, b hunted) int { return cmp.Compare(b.seconds, a.seconds) })
		found = found[:min(len(found), worst)]
	}
	for _, h := range found {
		fmt.Printf("| `%s` | %s | %.1f |\n", unparse(h.board), h.short, h.seconds)
	}
}

// hunted is a board and how long it took.
type hunted struct {
	board   *board.Board
	seconds float64
	short   string // the answer
}

func hunt(t *testing.T, b *board.Board) hunted {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	before := processorTime()
	a, err := Solve(ctx, b, Options{})
	if err != nil {
		t.Fatalf("%s: %v", unparse(b), err)
	}
	h := hunted{b, (processorTime() - before).Seconds(), a.Short()}
	if a.Status == answer.Impossible {
		h.seconds = 0
	}
	return h
}

// victim is a board to begin with: random, sorted, or in blocks.
func victim(random *rand.Rand) *board.Board {
	b := board.New(2+random.IntN(9), 4+random.IntN(7))
	colours, kind, block := 3+random.IntN(4), random.IntN(3), 1+random.IntN(4)
	for v := range b.Cells {
		switch row, col := v/b.Cols, v%b.Cols; kind {
		case 0:
			b.Cells[v] = uint8(random.IntN(colours))
		case 1:
			b.Cells[v] = uint8(v * colours / len(b.Cells))
		case 2:
			b.Cells[v] = uint8((row/block*7 + col/block*3) % colours)
		}
	}
	return b
}

// disturbed changes a board a little.
func disturbed(random *rand.Rand, b *board.Board) *board.Board {
	b = b.Clone()
	colours := len(b.Counts())
	for range 1 + random.IntN(3) {
		u, v := random.IntN(len(b.Cells)), random.IntN(len(b.Cells))
		switch random.IntN(6) {
		case 0:
			b.Cells[v] = board.Hole
		case 1:
			for row := v / b.Cols; row < min(v/b.Cols+3, b.Rows); row++ {
				for col := v % b.Cols; col < min(v%b.Cols+3, b.Cols); col++ {
					b.Cells[row*b.Cols+col] = b.Cells[v]
				}
			}
		case 2, 3:
			b.Cells[v] = uint8(random.IntN(colours))
		default:
			b.Cells[u], b.Cells[v] = b.Cells[v], b.Cells[u]
		}
	}
	return b
}

// processorTime is what the process has used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
