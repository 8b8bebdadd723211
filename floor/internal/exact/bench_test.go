//go:build unix

package exact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// BenchmarkRandom proves random boards, each a fresh one, on one thread, and
// prints the median and the worst time of the processor beside the mean, and how
// many boards were not proven within five minutes. For a hundred boards of a
// kind:
//
//	go test ./floor/internal/exact -run '^$' -bench Random/15x15-6 -benchtime 100x -timeout 0
func BenchmarkRandom(b *testing.B) {
	for _, kind := range []struct{ size, colours int }{
		{10, 3}, {10, 4}, {10, 6}, {15, 3}, {15, 4}, {15, 5}, {15, 6}, {20, 6}, {40, 6}, {60, 6}, {100, 6},
	} {
		b.Run(fmt.Sprintf("%dx%d-%d", kind.size, kind.size, kind.colours), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			var times []float64
			open := 0
			for b.Loop() {
				r := rand.New(rand.NewPCG(uint64(len(times)), 15))
				g, tiles := asGraph(randomBoard(r, kind.size, kind.size, kind.colours, false))
				ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
				start := processorTime()
				got := Solve(ctx, g, tiles, Options{})
				if !got.Optimal {
					open++
				}
				cancel()
				times = append(times, processorTime()-start)
				if testing.Verbose() {
					b.Logf("board %d: %d..%d, %.2f s, %v", len(times)-1, got.Lower, len(got.Plan), times[len(times)-1], got.Work)
				}
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2], "median-s")
			b.ReportMetric(times[len(times)-1], "worst-s")
			b.ReportMetric(float64(open), "open")
		})
	}
}

// processorTime returns the seconds that this process has had the processor.
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
