package code

import "fewest/flip/internal/modular"

// Grouping says which positions are of one type.
type Grouping struct {
	Columns [][]uint8 // of each type; the first entry that isn't 0 is 1 if K is prime
	Of      []int32   // of each position: its type, or -1 if no word touches it
	Unit    []uint8   // of each position: what its column is times its type's
}

// Group merges columns that are equal or, over a field, proportional.
func Group(k int, field bool, columns [][]uint8) Grouping {
	t := Grouping{Of: make([]int32, len(columns)), Unit: make([]uint8, len(columns))}
	index := map[string]int32{}
	var scaled []uint8
	for i, column := range columns {
		unit := 0
		for _, x := range column {
			if x != 0 {
				unit = 1
				if field {
					unit = int(x)
				}
				break
			}
		}
		t.Unit[i] = uint8(unit)
		if unit == 0 {
			t.Of[i] = -1
			continue
		}
		scaled = append(scaled[:0], column...)
		if unit != 1 {
			Scale(scaled, modular.Inverse(unit, k), k)
		}
		number, ok := index[string(scaled)]
		if !ok {
			number = int32(len(t.Columns))
			index[string(scaled)] = number
			t.Columns = append(t.Columns, append([]uint8(nil), scaled...))
		}
		t.Of[i] = number
	}
	return t
}

// Type is a set of positions that see a code over a field alike.
type Type struct {
	Column    []uint8
	Positions []int
	Units     []uint8 // of each position: what its column is times Column
	Shapes    []Shape // how values can be distributed over the positions
}

// Types returns a code's types, their shapes not listed yet, and the positions
// that no word touches.
func (c *Code) Types() (types []Type, free []int) {
	g := Group(c.K, true, c.Columns)
	types = make([]Type, len(g.Columns))
	for i, column := range g.Columns {
		types[i].Column = column
	}
	for at, number := range g.Of {
		if number < 0 {
			free = append(free, at)
			continue
		}
		t := &types[number]
		t.Positions = append(t.Positions, at)
		t.Units = append(t.Units, g.Unit[at])
	}
	return types, free
}

// Place visits the ways to give a type's positions, in a word of the code's
// length, values of a shape, until visit returns false, and reports whether it
// visited all.
func (t *Type) Place(k int, s Shape, word []uint8, visit func() bool) bool {
	values := make([]uint8, len(t.Positions))
	return s.fill(k, t.Units, values, func() bool {
		for i, at := range t.Positions {
			word[at] = values[i]
		}
		return visit()
	})
}
