package rank

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBijection unranks every number of small rankings: the arrangements must
// come in the order of the dictionary and rank back to their numbers.
func TestBijection(t *testing.T) {
	for name, want := range map[string]struct {
		Ranking
		size uint64
	}{
		"strings":    {Strings(5, 3), 243},
		"bits":       {Strings(10, 2), 1024},
		"no letters": {Strings(0, 3), 1},
		"one order":  {Permutations(1), 1},
		"orders":     {Permutations(6), 720},
		"even":       {EvenPermutations(6), 360},
		"two even":   {EvenPermutations(2), 1},
		"multiset":   {Multiset(2, 3, 0, 1, 2), 1680},
		"one kind":   {Multiset(0, 4), 1},
		"nine kinds": {Multiset(1, 0, 1, 0, 1, 0, 1, 0, 2), 360},
		"subsets":    {Subsets(10, 4), 210},
		"product":    {Product(Permutations(4), Strings(2, 3), EvenPermutations(3)), 648},
	} {
		r := want.Ranking
		if r.Size() != want.size {
			t.Errorf("%s: size %d, want %d", name, r.Size(), want.size)
		}
		var last []uint8
		s := make([]uint8, r.Len())
		c := r.Cursor()
		for i := range r.Size() {
			r.Unrank(i, s)
			if got := r.Rank(s); got != i {
				t.Errorf("%s: %v has number %d, want %d", name, s, got, i)
			}
			if last != nil && slices.Compare(last, s) >= 0 {
				t.Errorf("%s: %v after %v", name, s, last)
			}
			last = slices.Clone(s)
			c.Seek(i)
			if !slices.Equal(c.State(), s) {
				t.Errorf("%s: cursor %v at %d, want %v", name, c.State(), i, s)
			}
		}
	}
}

// TestCursor jumps about and rearranges parts.
func TestCursor(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, r := range map[string]Ranking{
		"strings":  Strings(20, 5),
		"orders":   Permutations(20),
		"even":     EvenPermutations(19),
		"multiset": Multiset(5, 4, 3, 2, 1, 1),
		"subsets":  Subsets(40, 13),
		"8 kinds":  Multiset(1, 2, 1, 2, 1, 2, 1, 3),
		"9 kinds":  Multiset(1, 2, 1, 2, 1, 2, 1, 2, 1),
		"product":  Product(Permutations(9), Subsets(11, 4)),
	} {
		c := r.Cursor()
		moved, s := make([]uint8, r.Len()), make([]uint8, r.Len())
		for range 2000 {
			at := rnd.Uint64N(r.Size())
			if rnd.IntN(2) == 0 { // close by
				at = min(r.Rank(c.State())+rnd.Uint64N(50), r.Size()-1)
			}
			c.Seek(at)
			r.Unrank(at, s)
			if r.Rank(s) != at || !slices.Equal(c.State(), s) {
				t.Fatalf("%s: cursor at %v, want %v, number %d", name, c.State(), s, at)
			}
			lo := rnd.IntN(r.Len())
			hi := lo + rnd.IntN(r.Len()-lo) + 1
			if name == "product" {
				lo, hi = 0, min(hi, 9)
			}
			from := make([]uint8, hi-lo)
			for i, p := range rnd.Perm(hi - lo) {
				from[i] = uint8(lo + p)
			}
			if name == "even" { // turn three
				for i := range from {
					from[i] = uint8(lo + i)
				}
				if hi-lo >= 3 {
					from[0], from[1], from[2] = from[1], from[2], from[0]
				}
			}
			copy(moved, s)
			for i, f := range from {
				moved[lo+i] = s[f]
			}
			if got, want := c.Rearranged(lo, hi, from), r.Rank(moved); got != want {
				t.Fatalf("%s: %v with %v from place %d is number %d, want %d", name, s, from, lo, got, want)
			}
		}
	}
}

func TestTooMany(t *testing.T) {
	for name, make := range map[string]func(){
		"strings":  func() { Strings(64, 2) },
		"orders":   func() { Permutations(21) },
		"multiset": func() { Multiset(20, 20, 20, 20) },
		"negative": func() { Multiset(3, -1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			make()
		}()
	}
}

func BenchmarkCursor(b *testing.B) {
	for _, r := range []struct {
		name string
		Ranking
		hi int
	}{
		{"orders of 12, 4 places", EvenPermutations(12), 4},
		{"multiset of 16, 2 places", Multiset(4, 4, 4, 4), 2},
		{"multiset of 16, 5 places", Multiset(4, 4, 4, 4), 5},
	} {
		b.Run(fmt.Sprint(r.name), func(b *testing.B) {
			c := r.Cursor()
			from := []uint8{1, 2, 0, 4, 3}[:min(r.hi, 5)]
			if r.hi == 2 {
				from = []uint8{1, 0}
			} else if r.hi == 4 {
				from = []uint8{1, 2, 0, 3}
			}
			sum, i := uint64(0), uint64(0)
			for b.Loop() {
				i++
				c.Seek(i * 20 % r.Size())
				for range 3 {
					sum += c.Rearranged(0, r.hi, from)
				}
			}
			if sum == 1 {
				b.Log(sum)
			}
		})
	}
}

// TestTail compares tables with what they are a short cut for.
func TestTail(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for name, r := range map[string]Ranking{
		"strings": Strings(20, 4), "bits": Strings(44, 2), "orders": Permutations(14),
	} {
		c := r.Cursor()
		for range 30 {
			m := rnd.IntN(7) + 2
			lo := r.Len() - m
			from := make([]uint8, m)
			for i, p := range rnd.Perm(m) {
				from[i] = uint8(lo + p)
			}
			tail := NewTail(r, lo, from)
			for range 300 {
				at := rnd.Uint64N(r.Size())
				if rnd.IntN(3) == 0 {
					at = r.Size() - 1 - rnd.Uint64N(3)
				}
				c.Seek(at)
				if got, want := tail.Rearranged(at), c.Rearranged(lo, r.Len(), from); got != want {
					t.Fatalf("%s: %v from place %d at %d: %d, want %d", name, from, lo, at, got, want)
				}
			}
		}
	}
	for name, r := range map[string]Ranking{"multiset": Multiset(3, 3), "even": EvenPermutations(5)} {
		if NewTail(r, r.Len()-2, []uint8{uint8(r.Len() - 1), uint8(r.Len() - 2)}) != nil {
			t.Errorf("%s: a table that can't be right", name)
		}
	}
}
