package disk

import (
	"context"
	"slices"
)

// sortStates sorts the states, with room for as many to help, and takes out
// those that come twice. It goes by digits of 11 bits, the lowest first, over
// the bits that differ. It gives up between two digits if the context has ended.
func sortStates(ctx context.Context, states, room []uint64) ([]uint64, error) {
	const digit = 11
	if len(states) < 1<<digit {
		slices.Sort(states)
		return slices.Compact(states), nil
	}
	all, any := ^uint64(0), uint64(0)
	for _, s := range states {
		all &= s
		any |= s
	}
	differ := any &^ all
	from, to := states, room[:len(states)]
	var count [1 << digit]uint32
	for shift := 0; differ>>shift != 0 && shift < 64; shift += digit {
		if differ>>shift&(1<<digit-1) == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		clear(count[:])
		for _, s := range from {
			count[s>>shift&(1<<digit-1)]++
		}
		sum := uint32(0)
		for i, n := range count {
			count[i] = sum
			sum += n
		}
		for _, s := range from {
			d := s >> shift & (1<<digit - 1)
			to[count[d]] = s
			count[d]++
		}
		from, to = to, from
	}
	return slices.Compact(from), nil
}
