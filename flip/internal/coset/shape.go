package coset

import (
	"math/big"
	"slices"
)

// shape is a distribution of values over the positions of a type, as far as it
// matters.
type shape struct {
	weights []int32  // what the positions weigh if the word's value at the type is 0, 1, ...
	ways    *big.Int // how many choices of values there are
}

// shapes lists the distributions over positions with the given units.
func shapes(k int, units []uint8) []shape {
	if k == 2 {
		list := make([]shape, len(units)+1)
		for ones := range list {
			list[ones] = shape{[]int32{int32(ones), int32(len(units) - ones)},
				new(big.Int).Binomial(int64(len(units)), int64(ones))}
		}
		return list
	}
	list := []shape{{make([]int32, k), big.NewInt(1)}}
	for _, unit := range units {
		index := map[string]int{}
		var next []shape
		for _, s := range list {
			for x := range k {
				weights := slices.Clone(s.weights)
				key := make([]byte, 0, 2*k)
				for v := range weights {
					weights[v] += int32((x + int(unit)*v) % k)
					key = append(key, byte(weights[v]), byte(weights[v]>>8))
				}
				at, ok := index[string(key)]
				if !ok {
					at = len(next)
					index[string(key)] = at
					next = append(next, shape{weights, new(big.Int)})
				}
				next[at].ways.Add(next[at].ways, s.ways)
			}
		}
		list = next
	}
	return list
}

// rotations returns how many different rotations a shape has, or 0 if one of
// them comes before it.
func (s *shape) rotations() int {
	v := s.weights
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
func (s *shape) fill(k int, units, values []uint8, visit func() bool) bool {
	left := slices.Clone(s.weights)
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
