package leaders

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"fewest/flip/internal/code"
	"fewest/flip/internal/lanes"
)

// typeCensus enumerates how values can be distributed over the types of a code
// over a field.
//
// Lemma: what the words of the coset of x weigh depends only on the shape of x
// at each type, for a word of the code adds the same multiple of the type's
// column at all its positions. So the cosets of a weight are counted by adding
// up, over all choices of a shape a type, the product of the numbers of ways to
// get the shapes. Every coset is met once for each word of the code.
type typeCensus struct {
	ctx     context.Context
	k       int
	length  int
	types   []code.Type
	words   int  // of the code
	lane    uint // bits of a word's weight: 8 or 16
	vectors [][][]uint64
	sums    [][]uint64 // of each type: the words' weights, packed, when it is decided

	choice []int
	far    [][]int // choices of the largest weight so far
	most   int     // it
	states int64
}

// maxFar bounds how many distributions of the largest weight are remembered.
const maxFar = 100_000

// newTypeCensus returns nil if it isn't for the code: if it isn't over a field,
// has too many types or words, or would take so many steps or bytes, or if the
// context ends.
func newTypeCensus(ctx context.Context, c *code.Code, limit float64, memory int64) *typeCensus {
	words := math.Pow(float64(c.K), float64(len(c.Orders)))
	if !c.Field() || words > 1<<16 || len(c.Columns)*(c.K-1) > 1<<14 {
		return nil
	}
	t := &typeCensus{ctx: ctx, k: c.K, length: len(c.Columns), words: int(words), most: -1}
	t.types, _ = c.Types()
	if len(t.types) > 64 {
		return nil
	}
	most := limit * words // as many combinations, before they are turned
	for i := range t.types {
		if !t.types[i].ListShapes(ctx, c.K, int(min(most, 1<<16))) {
			return nil
		}
		most /= float64(len(t.types[i].Shapes))
	}
	t.lane = 8
	if t.length*(c.K-1) > 127 {
		t.lane = 16
	}
	t.turn(len(c.Orders))
	slices.SortStableFunc(t.types, func(a, b code.Type) int { return len(a.Shapes) - len(b.Shapes) })
	t.choice = make([]int, len(t.types))
	shapes := 0
	for _, typ := range t.types {
		shapes += len(typ.Shapes)
	}
	if t.steps() >= limit || int64(shapes)*int64(len(t.vectors0()))*8 > memory {
		return nil
	}
	return t
}

// steps returns the number of ways to distribute values over types, times the
// words of memory that the words of the code take.
func (t *typeCensus) steps() float64 {
	work := float64(len(t.vectors0()))
	for _, typ := range t.types {
		work *= float64(len(typ.Shapes))
	}
	return work
}

// nanoseconds estimates the time that count takes.
func (t *typeCensus) nanoseconds() float64 {
	if bits := float64(t.length) * math.Log2(float64(t.k)); bits > 126 { // big integers
		return t.steps() / float64(len(t.vectors0())) * (60 + bits/16)
	}
	return t.steps()
}

// turn drops shapes that a word of the code turns into others: those of
// independent types can be turned one by one, so of each only one of its
// rotations is kept, and counts for all.
func (t *typeCensus) turn(m int) {
	kept := make([][]code.Shape, len(t.types))
	order := make([]int, len(t.types))
	for i, typ := range t.types {
		order[i] = i
		for _, s := range typ.Shapes {
			if n := s.Rotations(); n > 0 {
				kept[i] = append(kept[i], code.Shape{Weights: s.Weights, Ways: new(big.Int).Mul(s.Ways, big.NewInt(int64(n)))})
			}
		}
	}
	gain := func(i int) float64 { return float64(len(t.types[i].Shapes)) / float64(len(kept[i])) }
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case gain(a) > gain(b):
			return -1
		case gain(a) < gain(b):
			return 1
		}
		return 0
	})
	columns := make([][]uint8, len(order))
	for at, i := range order {
		columns[at] = slices.Clone(t.types[i].Column)
	}
	for _, at := range code.Basis(context.Background(), t.k, columns) {
		t.types[order[at]].Shapes = kept[order[at]]
	}
}

// vectors0 returns the words' weights before anything is decided: 0, and the
// most in the lanes that stand for no word.
func (t *typeCensus) vectors0() []uint64 {
	perWord := 64 / int(t.lane)
	v := make([]uint64, (t.words+perWord-1)/perWord)
	for c := t.words; c < len(v)*perWord; c++ {
		v[c/perWord] |= (1<<(t.lane-1) - 1) << (c % perWord * int(t.lane))
	}
	return v
}

// count takes the census of a code that has so many words.
func (t *typeCensus) count(ctx context.Context, size *big.Int) (Census, error) {
	t.ctx = ctx
	perWord := 64 / int(t.lane)
	start := t.vectors0()
	t.vectors = make([][][]uint64, len(t.types))
	t.sums = make([][]uint64, len(t.types))
	for q, typ := range t.types {
		if ctx.Err() != nil {
			return Census{}, ctx.Err()
		}
		d := code.Dots(t.k, typ.Column)
		t.sums[q] = make([]uint64, len(start))
		for _, s := range typ.Shapes {
			v := make([]uint64, len(start))
			for c, x := range d {
				v[c/perWord] |= uint64(s.Weights[x]) << (c % perWord * int(t.lane))
			}
			t.vectors[q] = append(t.vectors[q], v)
		}
	}
	counts := make([]*big.Int, t.length*(t.k-1)+2)
	for i := range counts {
		counts[i] = new(big.Int)
	}
	if len(t.types) == 0 {
		counts[0].SetInt64(1)
		t.most, t.far = 0, [][]int{nil}
	} else if !t.run(start, counts) {
		return Census{}, ctx.Err()
	}
	// Each coset has been counted once for each word.
	for i := range counts {
		counts[i].Div(counts[i], size)
	}
	for len(counts) > 1 && counts[len(counts)-1].Sign() == 0 {
		counts = counts[:len(counts)-1]
	}
	return Census{Counts: counts, States: t.states, Far: t.visitFar}, nil
}

// run enumerates, in 128 bits if all counts fit, else with big integers.
func (t *typeCensus) run(start []uint64, counts []*big.Int) bool {
	ways := float64(t.length) * math.Log2(float64(t.k))
	last := &t.types[len(t.types)-1]
	if ways > 126 || float64(len(last.Positions))*math.Log2(float64(t.k)) > 62 {
		return t.decideBig(0, start, big.NewInt(1), counts)
	}
	small := make([][]uint64, len(t.types))
	for q, typ := range t.types {
		for _, s := range typ.Shapes {
			if !s.Ways.IsUint64() {
				return t.decideBig(0, start, big.NewInt(1), counts)
			}
			small[q] = append(small[q], s.Ways.Uint64())
		}
	}
	sums := make([][2]uint64, len(counts))
	if !t.decide(0, start, [2]uint64{0, 1}, small, sums, make([]uint64, len(counts))) {
		return false
	}
	for d, s := range sums {
		counts[d].SetUint64(s[0])
		counts[d].Lsh(counts[d], 64)
		counts[d].Add(counts[d], new(big.Int).SetUint64(s[1]))
	}
	return true
}

// decide enumerates the shapes of type q and those after it, in 128 bits. scratch is
// the histogram of the last type, zero between uses.
func (t *typeCensus) decide(q int, before []uint64, ways [2]uint64, small [][]uint64, counts [][2]uint64, scratch []uint64) bool {
	if t.ctx.Err() != nil {
		return false
	}
	if q < len(t.types)-1 {
		sums := t.sums[q]
		for i, v := range t.vectors[q] {
			for w, x := range v {
				sums[w] = before[w] + x
			}
			t.choice[q] = i
			hi, lo := bits.Mul64(ways[1], small[q][i])
			if !t.decide(q+1, sums, [2]uint64{hi + ways[0]*small[q][i], lo}, small, counts, scratch) {
				return false
			}
		}
		return true
	}
	least, largest := len(scratch), 0
	for i, v := range t.vectors[q] {
		d := t.least(before, v)
		scratch[d] += small[q][i]
		least, largest = min(least, d), max(largest, d)
		if d >= t.most {
			t.choice[q] = i
			t.remember(d)
		}
	}
	t.states += int64(len(t.vectors[q]))
	for d := least; d <= largest; d++ {
		n := scratch[d]
		if n == 0 {
			continue
		}
		scratch[d] = 0
		hi, lo := bits.Mul64(ways[1], n)
		var carry uint64
		counts[d][1], carry = bits.Add64(counts[d][1], lo, 0)
		counts[d][0] += hi + ways[0]*n + carry
	}
	return true
}

// decideBig is decide with big integers.
func (t *typeCensus) decideBig(q int, before []uint64, ways *big.Int, counts []*big.Int) bool {
	if t.ctx.Err() != nil {
		return false
	}
	sums := t.sums[q]
	for i, v := range t.vectors[q] {
		t.choice[q] = i
		product := new(big.Int).Mul(ways, t.types[q].Shapes[i].Ways)
		if q == len(t.types)-1 {
			t.states++
			d := t.least(before, v)
			counts[d].Add(counts[d], product)
			t.remember(d)
			continue
		}
		for w, x := range v {
			sums[w] = before[w] + x
		}
		if !t.decideBig(q+1, sums, product, counts) {
			return false
		}
	}
	return true
}

// least returns the least lane of the sum of two packed vectors.
func (t *typeCensus) least(a, b []uint64) int {
	b = b[:len(a)]
	if t.lane == 8 {
		x := a[0] + b[0]
		for w := 1; w < len(a); w++ {
			x = lanes.Min(x, a[w]+b[w])
		}
		return lanes.Least(x)
	}
	least := uint64(1) << 15
	for w := range a {
		x := a[w] + b[w]
		least = min(least, x&0xFFFF, x>>16&0xFFFF, x>>32&0xFFFF, x>>48)
	}
	return int(least)
}

// remember notes the choice if it is of the largest weight so far.
func (t *typeCensus) remember(d int) {
	switch {
	case d < t.most:
		return
	case d > t.most:
		t.most, t.far = d, nil
	}
	if len(t.far) < maxFar {
		t.far = append(t.far, slices.Clone(t.choice))
	}
}

// visitFar visits words with the remembered distributions.
func (t *typeCensus) visitFar(visit func([]uint8) bool) {
	word := make([]uint8, t.length)
	var place func(choice []int, q int) bool
	place = func(choice []int, q int) bool {
		if q == len(t.types) {
			return visit(word)
		}
		typ := &t.types[q]
		return typ.Place(t.k, typ.Shapes[choice[q]], word, func() bool { return place(choice, q+1) })
	}
	for _, choice := range t.far {
		if !place(choice, 0) {
			return
		}
	}
}
