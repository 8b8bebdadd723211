package spread

import "math/bits"

// matrix is N of Lemma 2.
type matrix struct {
	size int
	n    [16][16]int
}

func (s *join) matrix(one, two []int8) *matrix {
	m := &matrix{size: s.size}
	for w := range s.size {
		for z := range s.size {
			m.n[w][z] = int(one[s.at[w][z][0]]) + int(two[s.at[w][z][1]])
		}
	}
	return m
}

// rowMaxima returns the sum of the greatest values of the rows.
func (m *matrix) rowMaxima() int {
	total := 0
	for w := range m.size {
		most := m.n[w][0]
		for _, x := range m.n[w][:m.size] {
			most = max(most, x)
		}
		total += most
	}
	return total
}

// greedy returns the value of an assignment: from the top or from the bottom,
// each row takes what is greatest among the columns left.
func (m *matrix) greedy(up bool) int {
	total, used := 0, 0
	for i := range m.size {
		w := i
		if up {
			w = m.size - 1 - i
		}
		best, column := -1<<20, 0
		for z, x := range m.n[w][:m.size] {
			if x > best && used>>z&1 == 0 {
				best, column = x, z
			}
		}
		used |= 1 << column
		total += best
	}
	return total
}

// room returns how great the last function may be: on the columns, with a third
// function on the rows; or, with none, on the rows.
func (m *matrix) room(limit int, three []int8) []int {
	room := make([]int, m.size)
	for i := range room {
		most := -1 << 20
		for j := range m.size {
			if three == nil {
				most = max(most, m.n[i][j])
			} else {
				most = max(most, m.n[j][i]+int(three[j]))
			}
		}
		room[i] = limit - most
	}
	return room
}

// assign returns the value of the greatest assignment, and it: the column of each
// row. It is the Hungarian method with potentials (Kuhn 1955; Munkres 1957).
func (m *matrix) assign() (value int, to [16]int) {
	const far = 1 << 30
	var u, v, way [17]int
	var row [17]int // of each column, from 1; 0 for none
	for i := 1; i <= m.size; i++ {
		row[0] = i
		at := 0
		var least [17]int
		var used [17]bool
		for j := range least {
			least[j] = far
		}
		for {
			used[at] = true
			from, delta, next := row[at], far, 0
			for j := 1; j <= m.size; j++ {
				if used[j] {
					continue
				}
				if cost := -m.n[from-1][j-1] - u[from] - v[j]; cost < least[j] {
					least[j], way[j] = cost, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := 0; j <= m.size; j++ {
				if used[j] {
					u[row[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			if at = next; row[at] == 0 {
				break
			}
		}
		for at != 0 {
			row[at] = row[way[at]]
			at = way[at]
		}
	}
	for j := 1; j <= m.size; j++ {
		to[row[j]-1] = j - 1
		value += m.n[row[j]-1][j-1]
	}
	return value, to
}

// difference says that Y3(more) - Y3(less) is at most so much.
type difference struct{ more, less, most int }

type differences []difference

// differences are those of Lemma 3.
func (m *matrix) differences(value int, to [16]int, limit int) differences {
	var out differences
	for u := range m.size {
		for v := range m.size {
			if v != u {
				out = append(out, difference{v, u, m.n[u][to[u]] - m.n[v][to[u]] + m.size*limit - value})
			}
		}
	}
	return out
}

// allow reports whether a function keeps to the differences. One that it doesn't
// keep to moves forward: it is likely to be the one for the next function too.
func (d differences) allow(three []int8) bool {
	for i, x := range d {
		if int(three[x.more])-int(three[x.less]) > x.most {
			d[i], d[i/2] = d[i/2], d[i]
			return false
		}
	}
	return true
}

// levels are where a function is greatest, and where it is nearly so: bit 16 w + z
// of the four words stands for the word with the forms w and z.
type levels struct {
	top, near           [4]uint64
	topValue, nearValue int // the least values there
	values              [16]int8
	index               *[16][16][2]uint8
	which               int
}

// class is functions that are greatest, and nearly so, at the same places. Its
// levels have at each place the least value of any of them: an assignment is no
// less for a member.
type class struct {
	levels
	members []member
}

// member is a function of a class.
type member struct {
	f []int8
	levels
}

// classes sorts the functions of a list, in the order of the first of each class.
func (s *join) classes(list int) (classes []class) {
	type key struct {
		top, near           [4]uint64
		topValue, nearValue int
	}
	index := map[key]int{}
	for _, f := range s.lists[list] {
		l := s.levels(f, list)
		k := key{l.top, l.near, l.topValue, l.nearValue}
		at, ok := index[k]
		if !ok {
			at = len(classes)
			index[k] = at
			classes = append(classes, class{levels: l})
		}
		c := &classes[at]
		c.members = append(c.members, member{f, l})
		for a := range f {
			c.values[a] = min(c.values[a], f[a])
		}
	}
	return classes
}

// nearBy is how far below the greatest value is nearly there.
const nearBy = 4

func (s *join) levels(f []int8, which int) levels {
	l := levels{topValue: -128, index: &s.at, which: which}
	copy(l.values[:], f)
	for _, y := range f {
		l.topValue = max(l.topValue, int(y))
	}
	l.nearValue = l.topValue
	for _, y := range f {
		if int(y) >= l.topValue-nearBy {
			l.nearValue = min(l.nearValue, int(y))
		}
	}
	for w := range s.size {
		for z := range s.size {
			y, bit := int(f[s.at[w][z][which]]), uint64(1)<<((16*w+z)&63)
			if y == l.topValue {
				l.top[w/4] |= bit
			}
			if y >= l.nearValue {
				l.near[w/4] |= bit
			}
		}
	}
	return l
}

// beyond reports whether some assignment of the matrix of two functions is found
// to be greater than a limit: rows take columns where both are greatest, those
// left where one is and the other is nearly, and so on.
func (l *levels) beyond(m *levels, size, limit int) bool {
	// Without branches that a processor can't foresee: the lowest column is taken,
	// if there is one; n moves on if there is none.
	free := uint64(1)<<size - 1
	var left [16]uint8
	n := 0
	for w := range size {
		row := (l.top[w>>2&3] & m.top[w>>2&3]) >> (16 * (w & 3)) & free
		lowest := row & -row
		free ^= lowest
		left[n&15] = uint8(w)
		n += int((lowest - 1) >> 63)
	}
	total := (size - n) * (l.topValue + m.topValue)
	before := n
	n = 0
	for _, w := range left[:before] {
		i := w >> 2 & 3
		row := (l.top[i]&m.near[i] | l.near[i]&m.top[i]) >> (16 * (w & 3)) & free
		lowest := row & -row
		free ^= lowest
		left[n&15] = w
		n += int((lowest - 1) >> 63)
	}
	total += (before - n) * min(l.topValue+m.nearValue, l.nearValue+m.topValue)
	before = n
	n = 0
	for _, w := range left[:before] {
		i := w >> 2 & 3
		row := (l.near[i] & m.near[i]) >> (16 * (w & 3)) & free
		lowest := row & -row
		free ^= lowest
		left[n&15] = w
		n += int((lowest - 1) >> 63)
	}
	total += (before - n) * (l.nearValue + m.nearValue)
	for _, w := range left[:n] {
		best, column := -1<<20, 0
		for cols := free; cols != 0; cols &= cols - 1 {
			z := bits.TrailingZeros64(cols)
			at := l.index[w][z]
			if y := int(l.values[at[0]]) + int(m.values[at[1]]); y > best {
				best, column = y, z
			}
		}
		free &^= 1 << column
		total += best
	}
	return total > limit
}
