package hugepage

import "testing"

// TestMake: the advice must not reach beyond the slice or change it.
func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, Size/8 - 1, Size / 8, 2*Size/8 - 1, 2 * Size / 8, 5*Size/8 + 3} {
		s := Make[uint64](n)
		if len(s) != n {
			t.Fatalf("%d elements, want %d", len(s), n)
		}
		for i := range s {
			if s[i] != 0 {
				t.Fatalf("%d elements: not zero at %d", n, i)
			}
			s[i] = uint64(i)
		}
	}
}

func BenchmarkRandomAccess(b *testing.B) {
	const n = 1 << 27
	for name, s := range map[string][]uint32{"plain": make([]uint32, n), "huge": Make[uint32](n)} {
		for i := range s {
			s[i] = uint32(i)
		}
		b.Run(name, func(b *testing.B) {
			x, sum := uint64(1), uint32(0)
			for b.Loop() {
				for range 1000 {
					x = x*6364136223846793005 + 1442695040888963407
					sum += s[x>>37]
				}
			}
			s[0] = sum
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/access")
		})
	}
}
