package exact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"
)

// BenchmarkRandom proves random boards, each a fresh one, on one thread, and
// prints the median and the worst time beside the mean. Boards not proven
// within a minute are counted as open. For a hundred boards of a kind:
//
//	go test ./floor/internal/exact -run '^$' -bench Random/15x15-6 -benchtime 100x
func BenchmarkRandom(b *testing.B) {
	for _, kind := range []struct{ size, colours int }{{10, 6}, {15, 6}, {15, 5}, {10, 4}, {10, 3}, {20, 6}, {40, 6}} {
		b.Run(fmt.Sprintf("%dx%d-%d", kind.size, kind.size, kind.colours), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			var times []float64
			open := 0
			for b.Loop() {
				r := rand.New(rand.NewPCG(uint64(len(times)), 15))
				g, tiles := asGraph(randomBoard(r, kind.size, kind.size, kind.colours, false))
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				start := time.Now()
				if got := Solve(ctx, g, tiles, Options{}); !got.Optimal {
					open++
				}
				cancel()
				times = append(times, time.Since(start).Seconds())
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2], "median-s")
			b.ReportMetric(times[len(times)-1], "worst-s")
			b.ReportMetric(float64(open), "open")
		})
	}
}
