package perm

import (
	"fmt"
	"slices"
	"strings"
)

// The tests make their puzzles from geometry: a cube's corners at (+-1, +-1,
// +-1) and faces at (+-1, 0, 0) and so on, turned by rotation matrices.

type vector [3]int

type matrix [3]vector // rows

func (m matrix) times(v vector) vector {
	var w vector
	for i := range 3 {
		for j := range 3 {
			w[i] += m[i][j] * v[j]
		}
	}
	return w
}

var (
	quarterX = matrix{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}
	quarterY = matrix{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}
	quarterZ = matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}
)

// third returns the third of a turn about a corner: it takes the axes x, y, z
// in turn, with the corner's signs.
func third(c vector) matrix {
	return matrix{{0, 0, c[0] * c[2]}, {c[1] * c[0], 0, 0}, {0, c[2] * c[1], 0}}
}

var corners = func() (list []vector) {
	for _, x := range []int{-1, 1} {
		for _, y := range []int{-1, 1} {
			for _, z := range []int{-1, 1} {
				list = append(list, vector{x, y, z})
			}
		}
	}
	return list
}()

var faces = []vector{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}

// around lists the three faces at a corner the same way round, z first.
func around(c vector) [3]vector {
	x, y, z := vector{c[0], 0, 0}, vector{0, c[1], 0}, vector{0, 0, c[2]}
	if c[0]*c[1]*c[2] > 0 {
		return [3]vector{z, x, y}
	}
	return [3]vector{z, y, x}
}

// cornerTurn is what a rotation of the corners that match does to all.
func cornerTurn(m matrix, match func(vector) bool) Turn {
	t := Turn{make([]uint8, 8), make([]uint8, 8)}
	for i, c := range corners {
		if !match(c) {
			t.From[i] = uint8(i)
			continue
		}
		to := slices.Index(corners, m.times(c))
		lies := around(corners[to])
		t.From[to] = uint8(i)
		t.Twist[to] = uint8(slices.Index(lies[:], m.times(around(c)[0])))
	}
	return t
}

func faceTurn(m matrix, match func(vector) bool) Turn {
	t := Turn{make([]uint8, 6), make([]uint8, 6)}
	for i := range faces {
		t.From[i] = uint8(i)
	}
	for i, f := range faces {
		if match(f) {
			t.From[slices.Index(faces, m.times(f))] = uint8(i)
		}
	}
	return t
}

func everything(vector) bool { return true }

// half tells the side of a plane through the centre.
func half(c vector) func(vector) bool {
	return func(v vector) bool { return c[0]*v[0]+c[1]*v[1]+c[2]*v[2] > 0 }
}

// text writes a puzzle as .tws, in one of the two ways to count.
func text(p *Puzzle, zero bool) string {
	var b strings.Builder
	base, start, move := 1, "Solved", "Move"
	if zero {
		base, start, move = 0, "StartState", "MoveTransformation"
	}
	row := func(list []uint8, base int) {
		for i, v := range list {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprint(&b, int(v)+base)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "# made by a test\nName %s\n\n", p.Name)
	for _, o := range p.Orbits {
		fmt.Fprintf(&b, "Set %s %d %d\n", o.Name, len(o.Solved.Piece), o.Twists)
	}
	fmt.Fprintln(&b, "\n"+start)
	for _, o := range p.Orbits {
		fmt.Fprintln(&b, o.Name)
		row(o.Solved.Piece, base)
		row(o.Solved.Twist, 0)
	}
	fmt.Fprintln(&b, "End")
	for _, m := range p.Moves {
		fmt.Fprintf(&b, "\n%s %s\n", move, m.Name)
		for i, o := range p.Orbits {
			fmt.Fprintln(&b, o.Name)
			t := m.Turns[i]
			row(t.From, base)
			twist := t.Twist
			if !zero { // by the place that the piece comes from
				twist = make([]uint8, len(t.Twist))
				for k, f := range t.From {
					twist[f] = t.Twist[k]
				}
			}
			row(twist, 0)
		}
		fmt.Fprintln(&b, "End")
	}
	return b.String()
}

func orbit(name string, n, twists int) Orbit {
	o := Orbit{Name: name, Twists: twists}
	for i := range n {
		o.Solved.Piece = append(o.Solved.Piece, uint8(i))
		o.Solved.Twist = append(o.Solved.Twist, 0)
	}
	return o
}

// pocketCube is the 2 x 2 x 2 cube; U, R and F leave one corner alone.
func pocketCube() *Puzzle {
	p := &Puzzle{Name: "pocket", Orbits: []Orbit{orbit("CORNERS", 8, 3)}}
	for _, m := range []struct {
		name string
		turn matrix
		face vector
	}{{"U", quarterZ, vector{0, 0, 1}}, {"R", quarterX, vector{1, 0, 0}}, {"F", quarterY, vector{0, 1, 0}},
		{"D", quarterZ, vector{0, 0, -1}}} {
		p.Moves = append(p.Moves, Move{m.name, []Turn{cornerTurn(m.turn, half(m.face))}})
	}
	return p
}

// skewb turns halves of a cube about its corners; about these four, which are
// those of a tetrahedron, the four other corners stay where they are.
func skewb() *Puzzle {
	p := &Puzzle{Name: "skewb", Orbits: []Orbit{orbit("CORNERS", 8, 3), orbit("CENTERS", 6, 1)}}
	for i, c := range []vector{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}} {
		near := half(c)
		p.Moves = append(p.Moves, Move{string(rune('A' + i)), []Turn{cornerTurn(third(c), near), faceTurn(third(c), near)}})
	}
	return p
}
