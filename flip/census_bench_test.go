package flip

import "testing"

// BenchmarkCensus takes censuses by chosen methods.
func BenchmarkCensus(b *testing.B) {
	for _, c := range []struct {
		name   string
		method Method
		spec   Spec
	}{
		{"Q38-bfs", BFS, Spec{Rows: 4, Cols: 4}},
		{"Q38-formula", Formula, Spec{Rows: 4, Cols: 4}},
		{"cross-5x7-coset", Coset, Spec{Rows: 5, Cols: 7}},
		{"cross-5x7-formula", Formula, Spec{Rows: 5, Cols: 7}},
		{"plus-5x7-types", Types, Spec{Rows: 5, Cols: 7, Mask: Plus}},
		{"plus-torus-6x6-coset", Coset, Spec{Rows: 6, Cols: 6, Mask: Plus, Wrap: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := New(c.spec)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Census(b.Context(), p, CensusOptions{Method: c.method}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDiameter finds diameters by column types.
func BenchmarkDiameter(b *testing.B) {
	for _, c := range []struct {
		name string
		spec Spec
	}{
		{"plus-9x9", Spec{Rows: 9, Cols: 9, Mask: Plus}},
		{"plus-14x14", Spec{Rows: 14, Cols: 14, Mask: Plus}},
		{"plus-44x44", Spec{Rows: 44, Cols: 44, Mask: Plus}},
		{"plus-94x94", Spec{Rows: 94, Cols: 94, Mask: Plus}},
		{"cross-7x7", Spec{Rows: 7, Cols: 7}},
		{"plus-5x5-k5", Spec{Rows: 5, Cols: 5, Mask: Plus, Colours: 5}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := New(c.spec)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				d, err := Farthest(b.Context(), p, CensusOptions{})
				if err != nil || !d.Exact() {
					b.Fatal(d.Lower, d.Upper, err)
				}
			}
		})
	}
}
