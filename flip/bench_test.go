package flip

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkSolve solves boards made by random presses.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		name string
		spec Spec
	}{
		{"cross-4x4", Spec{Rows: 4, Cols: 4}},
		{"cross-15x15", Spec{Rows: 15, Cols: 15}},
		{"cross-21x21", Spec{Rows: 21, Cols: 21}},
		{"cross-999x1000", Spec{Rows: 999, Cols: 1000}},
		{"plus-5x5", Spec{Rows: 5, Cols: 5, Mask: Plus}},
		{"plus-19x19", Spec{Rows: 19, Cols: 19, Mask: Plus}},
		{"plus-30x30", Spec{Rows: 30, Cols: 30, Mask: Plus}},
		{"plus-1000x1000", Spec{Rows: 1000, Cols: 1000, Mask: Plus}},
		{"king-17x17", Spec{Rows: 17, Cols: 17, Mask: King}},
		{"neighbours-30x30", Spec{Rows: 30, Cols: 30, Mask: Neighbours}},
		{"plus-5x5-k5", Spec{Rows: 5, Cols: 5, Mask: Plus, Colours: 5}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := New(c.spec)
			if err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			times := make([]uint8, p.moves.count())
			presses := 0
			for b.Loop() {
				b.StopTimer()
				for i := range times {
					times[i] = uint8(rng.IntN(p.Colours))
				}
				board, err := p.Replay(p.Board(), p.plan(times))
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				a, err := Solve(b.Context(), p, board, Options{})
				if err != nil || a.Status != "optimal" {
					b.Fatal(a.Status, err)
				}
				presses += a.Moves
			}
			b.ReportMetric(float64(presses)/float64(b.N), "presses")
		})
	}
}
