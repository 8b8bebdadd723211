package walsh

import (
	"context"
	"math/bits"
	"slices"
)

// Within returns the part of a coset whose words are one of its words plus those
// that a basis spans: coefficient i of the part stands for basis vector i.
func (c *Coset) Within(word uint64, basis []uint64) Coset {
	part := Coset{Dims: len(basis), Columns: make([]uint64, len(c.Columns)), Sums: make([]int32, len(c.Columns))}
	for t, column := range c.Columns {
		for i, b := range basis {
			part.Columns[t] |= uint64(bits.OnesCount64(b&column)&1) << i
		}
		part.Sums[t] = c.Sums[t] * int32(1-2*(bits.OnesCount64(column&word)&1))
	}
	return part
}

// Symmetric looks for a good word of a coset that is too large for Lightest: it
// returns the best of the start and of the words that one or two elements of the
// group leave alone. Those words are a coset of a part of the code that often has
// a half or a quarter of the dimensions, and good words are often symmetric
// where the whole coset is. The parts are taken with the smallest first, as long
// as each takes no longer than the nanoseconds given. The answer's Exact is
// false: it says nothing about other words.
func Symmetric(ctx context.Context, coset *Coset, opt Options, nanoseconds float64) Best {
	best := Best{Word: opt.Start, Sum: coset.Sum(opt.Start)}
	group := closure(coset.Dims, opt.Maps)
	type part struct {
		word  uint64
		basis []uint64
	}
	var parts []part
	add := func(maps ...Map) {
		if word, basis, ok := Fixed(coset.Dims, maps); ok {
			parts = append(parts, part{word, basis})
		}
	}
	for i := range group {
		add(group[i])
		for j := range i {
			if ctx.Err() != nil {
				return best
			}
			add(group[i], group[j])
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return len(a.basis) - len(b.basis) })
	parts = slices.CompactFunc(parts, func(a, b part) bool { return a.word == b.word && slices.Equal(a.basis, b.basis) })
	for _, p := range parts {
		c := coset.Within(p.word, p.basis)
		if ctx.Err() != nil || c.Nanoseconds(1) > nanoseconds {
			break
		}
		found := Lightest(ctx, &c, Options{Workers: opt.Workers})
		best.Words += found.Words
		if found.Sum > best.Sum {
			best.Sum, best.Word = found.Sum, p.word^combine(p.basis, found.Word)
		}
	}
	return best
}
