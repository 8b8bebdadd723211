package code

import "context"

// Summand is a direct summand of a code: words of different summands have no
// position in common.
type Summand struct {
	Code
	Positions []int // where its positions are in the whole code
}

// Split divides the code into direct summands; free are the positions that no
// word touches. Over a field no finer division is possible.
func (c *Code) Split(ctx context.Context) (free []int, out []Summand) {
	columns := make([][]uint8, len(c.Columns))
	for i, column := range c.Columns {
		columns[i] = append([]uint8(nil), column...)
	}
	if c.Field() {
		Basis(ctx, c.K, columns)
	}
	number := make([]int, len(c.Orders)) // of each generator: its part
	place := make([]int, len(c.Orders))
	for n, set := range Parts(columns, len(c.Orders)) {
		p := Summand{Code: Code{K: c.K}}
		for j, g := range set {
			number[g], place[g] = n, j
			p.Orders = append(p.Orders, c.Orders[g])
		}
		out = append(out, p)
	}
	for at, column := range columns {
		n := -1
		for g, x := range column {
			if x != 0 {
				n = number[g]
				break
			}
		}
		if n < 0 {
			free = append(free, at)
			continue
		}
		own := make([]uint8, len(out[n].Orders))
		for g, x := range column {
			if x != 0 {
				own[place[g]] = x
			}
		}
		out[n].Columns = append(out[n].Columns, own)
		out[n].Positions = append(out[n].Positions, at)
	}
	return free, out
}

// Parts splits the generators into sets that share no position: the code is
// their direct sum. Over a field and after Basis the split is as fine as any.
func Parts(columns [][]uint8, generators int) [][]int {
	parent := make([]int, generators)
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, column := range columns {
		first := -1
		for i, x := range column {
			switch {
			case x == 0:
			case first < 0:
				first = find(i)
			default:
				parent[find(i)] = first
			}
		}
	}
	var out [][]int
	number := map[int]int{}
	for i := range parent {
		root := find(i)
		n, ok := number[root]
		if !ok {
			n = len(out)
			number[root] = n
			out = append(out, nil)
		}
		out[n] = append(out[n], i)
	}
	return out
}
