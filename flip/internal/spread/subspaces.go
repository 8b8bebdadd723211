package spread

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"fewest/flip/internal/code"
)

// space is a subspace of the columns with the types in it.
type space struct {
	basis   []uint32 // its vectors, d of them
	columns []uint32 // of each type: in terms of the basis, never 0
	counts  []int    // of each type: its positions
	places  [][]int  // they
	project []uint32 // of each generator of the code: its values at the basis
}

// splitter looks for subspaces that contain all types.
type splitter struct {
	ctx    context.Context
	dims   int
	spaces [][]uint32 // bases
	tries  int
}

// maxTries bounds the subspaces tried.
const maxTries = 5000

// split finds the subspaces, or returns nil if there are none of the kind, or
// none that are found soon.
func split(ctx context.Context, c *code.Code) []space {
	dims := len(c.Orders)
	if c.K != 2 || dims%2 != 0 || dims < 4 || dims > maxDims {
		return nil
	}
	places := map[uint32][]int{}
	var types []uint32
	for p, column := range c.Columns {
		v := uint32(0)
		for i, x := range column {
			v |= uint32(x) << i
		}
		if v == 0 {
			continue
		}
		if places[v] == nil {
			types = append(types, v)
		}
		places[v] = append(places[v], p)
	}
	slices.Sort(types)
	s := splitter{ctx: ctx, dims: dims}
	if len(types) > maxSpaces*(1<<(dims/2)-1) || !s.cover(types) {
		return nil
	}
	var spaces []space
	for _, basis := range s.spaces {
		inside := within(basis, types)
		// Basis vectors are to be types of odd count where that can be, and small:
		// no translation leaves a function alone then.
		order := slices.Clone(inside)
		slices.SortStableFunc(order, func(a, b uint32) int {
			n, m := len(places[a]), len(places[b])
			return cmp.Or((n+1)%2-(m+1)%2, n-m)
		})
		s := space{}
		for _, v := range append(order, basis...) {
			if rank(append(slices.Clone(s.basis), v)) > len(s.basis) {
				s.basis = append(s.basis, v)
			}
		}
		for _, v := range inside {
			s.columns = append(s.columns, express(s.basis, v))
			s.counts = append(s.counts, len(places[v]))
			s.places = append(s.places, places[v])
		}
		for i := range dims {
			on := uint32(0)
			for j, b := range s.basis {
				on |= b >> i & 1 << j
			}
			s.project = append(s.project, on)
		}
		spaces = append(spaces, s)
	}
	return spaces
}

// cover finds subspaces for the types left, the first of which is in one of
// them: it tries those grown from it and another type, the fullest first.
func (s *splitter) cover(left []uint32) bool {
	if len(left) == 0 {
		return true
	}
	if len(s.spaces) == maxSpaces {
		return false
	}
	type candidate struct{ basis, inside []uint32 }
	var candidates []candidate
	for _, second := range left {
		from := []uint32{left[0]}
		if second != left[0] {
			from = append(from, second)
		}
		basis := grow(left, from, s.dims/2)
		inside := within(basis, left)
		if !slices.ContainsFunc(candidates, func(c candidate) bool { return slices.Equal(c.inside, inside) }) {
			candidates = append(candidates, candidate{basis, inside})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return len(b.inside) - len(a.inside) })
next:
	for _, c := range candidates {
		if s.tries++; s.tries > maxTries || s.ctx.Err() != nil {
			return false
		}
		for _, other := range s.spaces {
			if rank(append(slices.Clone(c.basis), other...)) < s.dims {
				continue next
			}
		}
		s.spaces = append(s.spaces, c.basis)
		if s.cover(slices.DeleteFunc(slices.Clone(left), func(v uint32) bool { return slices.Contains(c.inside, v) })) {
			return true
		}
		s.spaces = s.spaces[:len(s.spaces)-1]
	}
	return false
}

// grow extends independent vectors to d of them, one after another by the one
// that brings most of a list into their span.
func grow(list, from []uint32, d int) []uint32 {
	span := []uint32{0}
	basis := slices.Clone(from)
	for _, b := range from {
		for _, x := range span[:len(span):len(span)] {
			span = append(span, x^b)
		}
	}
	rest := func(v uint32) uint32 { // the least vector of its coset
		least := v
		for _, x := range span {
			least = min(least, v^x)
		}
		return least
	}
	for len(basis) < d {
		counts := map[uint32]int{}
		best := uint32(0)
		for _, v := range list {
			r := rest(v)
			if r == 0 {
				continue
			}
			counts[r]++
			if n := counts[r] - counts[best]; n > 0 || n == 0 && r < best {
				best = r
			}
		}
		if best == 0 { // nothing is left: any vector will do
			for best = 1; rest(best) != best; best++ {
			}
		}
		basis = append(basis, best)
		for _, x := range span[:len(span):len(span)] {
			span = append(span, x^best)
		}
	}
	return basis
}

// within returns the vectors of a list in the span of a basis.
func within(basis, list []uint32) (inside []uint32) {
	for _, v := range list {
		if rank(append(slices.Clone(basis), v)) == len(basis) {
			inside = append(inside, v)
		}
	}
	return inside
}

// express returns the coordinates of a vector of a span.
func express(basis []uint32, v uint32) uint32 {
	for c := range uint32(1) << len(basis) {
		sum := uint32(0)
		for i, b := range basis {
			sum ^= b * (c >> i & 1)
		}
		if sum == v {
			return c
		}
	}
	panic("spread: a vector outside of its span")
}

// rank returns the dimension of a span.
func rank(vectors []uint32) int {
	n := 0
	for i := range vectors {
		v := vectors[i]
		if v == 0 {
			continue
		}
		n++
		for j := i + 1; j < len(vectors); j++ {
			if vectors[j]>>(bits.Len32(v)-1)&1 != 0 {
				vectors[j] ^= v
			}
		}
	}
	return n
}

// restrict returns what a word, given by its coefficients, is on a subspace: its
// values at the basis vectors.
func (s *space) restrict(word uint32) uint32 {
	on := uint32(0)
	for ; word != 0; word &= word - 1 {
		on ^= s.project[bits.TrailingZeros32(word)]
	}
	return on
}
