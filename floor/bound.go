package floor

// unit is what one swap can pay towards the conflicts it touches, in the
// fractions of packing: a number with many divisors.
const unit = 60

// packing returns a lower bound on the swaps that a piece needs. A conflict
// goes away only if a swap moves one of its two tiles along another edge. Give
// conflicts weights such that those a swap touches add up to at most 1: the sum
// of all weights, rounded up, is a lower bound. It is at least conflicts/6.
func (p *piece) packing() int { return packing(p.edges, p.incident(), p.colours) }

func packing(edges [][2]int32, at [][]int32, colours []uint8) int {
	conflicts := conflictsOf(edges, colours)
	touched := make([]int, len(edges)) // conflicts that a swap touches
	eachSwap := func(conflict int32, visit func(swap int32)) {
		for _, v := range edges[conflict] {
			for _, s := range at[v] {
				if s != conflict {
					visit(s)
				}
			}
		}
	}
	for _, c := range conflicts {
		eachSwap(c, func(s int32) { touched[s]++ })
	}
	slack := make([]int, len(edges))
	for i := range slack {
		slack[i] = unit
	}
	// First an even unit, then what is left to whoever comes first, those
	// that unit with few before those that unit with many.
	sum := 0
	give := func(c int32, weight int) {
		sum += weight
		eachSwap(c, func(s int32) { slack[s] -= weight })
	}
	crowd := make([]int, len(conflicts))
	for i, c := range conflicts {
		eachSwap(c, func(s int32) { crowd[i] = max(crowd[i], touched[s]) })
		if crowd[i] > 0 {
			give(c, unit/crowd[i])
		}
	}
	for most := 1; most <= 6; most++ {
		for i, c := range conflicts {
			if crowd[i] == most {
				spare := unit
				eachSwap(c, func(s int32) { spare = min(spare, slack[s]) })
				give(c, spare)
			}
		}
	}
	return (sum + unit - 1) / unit
}
