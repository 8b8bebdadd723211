package carry

import (
	"cmp"
	"slices"
)

// Done returns a done arrangement of a full rectangle with so many tiles of each
// colour, or nil if it finds none. Cells are numbered in reading order.
//
// The colours are laid out one after another, the largest first, on one class of
// the checkerboard and then on the other. Only the colour that spills over from
// one class to the other can touch itself, so each is tried in that place, and
// both classes and several reading orders. This has found an arrangement for
// every tally it was tried on in which no colour has more than half the cells,
// rounded up; no tally with more has one.
func Done(rows, cols int, counts []int) []uint8 {
	size := rows * cols
	bySize := make([]int, len(counts))
	for c := range bySize {
		bySize[c] = c
	}
	slices.SortStableFunc(bySize, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	cells := classOrders(rows, cols)
	for spill := range bySize {
		// The largest first, then as many whole colours as fit into the first
		// class, then the one that spills over, then the rest.
		order := []int{bySize[0]}
		room := (size+1)/2 - counts[bySize[0]]
		var later []int
		for i, c := range bySize[1:] {
			switch {
			case i+1 == spill:
			case counts[c] <= room:
				order = append(order, c)
				room -= counts[c]
			default:
				later = append(later, c)
			}
		}
		if spill > 0 {
			order = append(order, bySize[spill])
		}
		order = append(order, later...)
		for _, at := range cells {
			colours := make([]uint8, size)
			i := 0
			for _, c := range order {
				for range counts[c] {
					colours[at[i]] = uint8(c)
					i++
				}
			}
			if proper(cols, colours) {
				return colours
			}
		}
	}
	return nil
}

// classOrders returns the cells of a rectangle, one class of the checkerboard
// after the other, each in reading order, and the same read by columns and with
// the second class read backwards.
func classOrders(rows, cols int) [][]int32 {
	var orders [][]int32
	for _, byColumns := range []bool{false, true} {
		for _, first := range []int{0, 1} {
			var halves [2][]int32
			for i := range rows * cols {
				v := int32(i)
				if byColumns {
					v = int32(i%rows*cols + i/rows)
				}
				class := (int(v)/cols + int(v)%cols) % 2
				halves[class] = append(halves[class], v)
			}
			orders = append(orders, slices.Concat(halves[first], halves[1-first]))
			slices.Reverse(halves[1-first])
			orders = append(orders, slices.Concat(halves[first], halves[1-first]))
		}
	}
	return orders
}

// proper reports whether no two neighbours in a rectangle have the same colour.
func proper(cols int, colours []uint8) bool {
	for v, c := range colours {
		if v%cols+1 < cols && colours[v+1] == c || v+cols < len(colours) && colours[v+cols] == c {
			return false
		}
	}
	return true
}
