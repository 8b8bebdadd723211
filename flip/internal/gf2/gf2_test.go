package gf2

import (
	"math/rand/v2"
	"testing"
)

// plain is elimination as in a textbook, the reference.
func plain(m *Matrix, limit int) (pivots []int) {
	for j := 0; j < limit && len(pivots) < m.Rows; j++ {
		p := len(pivots)
		q := p
		for q < m.Rows && !m.Get(q, j) {
			q++
		}
		if q == m.Rows {
			continue
		}
		if q != p {
			m.Add(p, q)
			m.Add(q, p)
			m.Add(p, q)
		}
		for i := range m.Rows {
			if i != p && m.Get(i, j) {
				m.Add(i, p)
			}
		}
		pivots = append(pivots, j)
	}
	return pivots
}

func random(rng *rand.Rand, rows, cols, density int) *Matrix {
	m := New(rows, cols)
	for i := range rows {
		for j := range cols {
			if rng.IntN(100) < density {
				m.Flip(i, j)
			}
		}
	}
	return m
}

func TestEchelonAgreesWithPlainElimination(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		m := random(rng, 1+rng.IntN(150), 1+rng.IntN(300), 1+rng.IntN(60))
		for range m.Rows / 3 { // dependent rows
			i, j := rng.IntN(m.Rows), rng.IntN(m.Rows)
			if i != j {
				m.Add(i, j)
				clear(m.Row(j))
				m.Add(j, i)
			}
		}
		limit := 1 + rng.IntN(m.Cols)
		ref := New(m.Rows, m.Cols)
		copy(ref.words, m.words)
		want := plain(ref, limit)
		got, err := m.Echelon(t.Context(), limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Fatalf("%d x %d: rank %d, want %d", m.Rows, m.Cols, len(got), len(want))
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("pivots %v, want %v", got, want)
			}
			for j := range limit { // beyond the limit the rows without a pivot can differ
				if m.Get(i, j) != ref.Get(i, j) {
					t.Fatalf("row %d, column %d differs", i, j)
				}
			}
		}
		for i := len(want); i < m.Rows; i++ {
			for j := range limit {
				if m.Get(i, j) {
					t.Fatalf("row %d without a pivot isn't zero", i)
				}
			}
		}
	}
}

func BenchmarkEchelon10000(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	m := New(10000, 10000)
	for b.Loop() {
		b.StopTimer()
		for i := range m.words {
			m.words[i] = rng.Uint64()
		}
		for i := range m.Rows {
			m.Row(i)[m.Stride-1] &= 1<<(m.Cols%64) - 1
		}
		b.StartTimer()
		if _, err := m.Echelon(b.Context(), m.Cols); err != nil {
			b.Fatal(err)
		}
	}
}
