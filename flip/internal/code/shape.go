package code

import (
	"context"
	"math/big"
	"slices"
)

// Shape is a distribution of values over the positions of a type, as far as it
// matters.
type Shape struct {
	Weights []int32  // what the positions weigh if the word's value at the type is 0, 1, ...
	Ways    *big.Int // how many choices of values there are
}

// ListShapes lists the shapes of a type, unless they are more than most or the
// context ends.
func (t *Type) ListShapes(ctx context.Context, k, most int) bool {
	t.Shapes = shapes(ctx, k, t.Units, most)
	return t.Shapes != nil
}

// shapes lists the distributions over positions with the given units, or returns
// nil if there are more than most or the context ends.
func shapes(ctx context.Context, k int, units []uint8, most int) []Shape {
	if k == 2 {
		n := int64(len(units))
		if n >= int64(most) {
			return nil
		}
		list := make([]Shape, n+1)
		ways := big.NewInt(1) // n over ones
		for ones := range n + 1 {
			list[ones] = Shape{[]int32{int32(ones), int32(n - ones)}, new(big.Int).Set(ways)}
			ways.Mul(ways, big.NewInt(n-ones))
			ways.Quo(ways, big.NewInt(ones+1))
		}
		return list
	}
	list := []Shape{{make([]int32, k), big.NewInt(1)}}
	for _, unit := range units {
		index := map[string]int{}
		var next []Shape
		for i, s := range list {
			if i&255 == 0 && ctx.Err() != nil {
				return nil
			}
			for x := range k {
				weights := slices.Clone(s.Weights)
				key := make([]byte, 0, 2*k)
				for v := range weights {
					weights[v] += int32((x + int(unit)*v) % k)
					key = append(key, byte(weights[v]), byte(weights[v]>>8))
				}
				at, ok := index[string(key)]
				if !ok {
					at = len(next)
					index[string(key)] = at
					next = append(next, Shape{weights, new(big.Int)})
				}
				next[at].Ways.Add(next[at].Ways, s.Ways)
			}
		}
		if list = next; len(list) > most { // a further position never makes them fewer
			return nil
		}
	}
	return list
}

// Rotations returns how many different rotations a shape has, or 0 if one of
// them comes before it.
func (s *Shape) Rotations() int {
	v := s.Weights
	for i := 1; i < len(v); i++ {
		switch slices.Compare(append(slices.Clone(v[i:]), v[:i]...), v) {
		case -1:
			return 0
		case 0:
			return i
		}
	}
	return len(v)
}

// fill visits the choices of values with the shape, until visit returns false,
// and reports whether it visited all.
func (s *Shape) fill(k int, units, values []uint8, visit func() bool) bool {
	left := slices.Clone(s.Weights)
	var place func(i int) bool
	place = func(i int) bool {
		if i == len(units) {
			return visit()
		}
	next:
		for x := range k {
			rest := len(units) - 1 - i
			for v := range left {
				after := int(left[v]) - (x+int(units[i])*v)%k
				if after < 0 || after > rest*(k-1) {
					continue next
				}
			}
			for v := range left {
				left[v] -= int32((x + int(units[i])*v) % k)
			}
			values[i] = uint8(x)
			ok := place(i + 1)
			for v := range left {
				left[v] += int32((x + int(units[i])*v) % k)
			}
			if !ok {
				return false
			}
		}
		return true
	}
	return place(0)
}
