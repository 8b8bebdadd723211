package perm

import (
	"fmt"
)

// unreachable says why a state can't be reached from the solved one by turns, or
// the other way round, as far as simple invariants tell; "" if they don't.
func unreachable(p *Puzzle, turns []Move, s State) string {
	if len(s) != len(p.Orbits) {
		return fmt.Sprintf("%d orbits, not %d", len(s), len(p.Orbits))
	}
	for i := range p.Orbits {
		o, a := &p.Orbits[i], s[i]
		if n := len(o.Solved.Piece); len(a.Piece) != n || len(a.Twist) != n {
			return fmt.Sprintf("orbit %s has %d places", o.Name, n)
		}
		kinds := 0
		for _, piece := range o.Solved.Piece {
			kinds = max(kinds, int(piece)+1)
		}
		for k, piece := range a.Piece {
			if int(piece) >= kinds {
				return fmt.Sprintf("orbit %s: there is no piece %d", o.Name, piece+1)
			}
			if int(a.Twist[k]) >= o.modulus(piece) {
				return fmt.Sprintf("orbit %s: twist %d of piece %d, which is told apart in %d ways", o.Name, a.Twist[k], piece+1, o.modulus(piece))
			}
		}
		changed := make([]bool, len(a.Piece))
		for _, places := range together(turns, i, len(a.Piece)) {
			var counts [256]int
			for _, k := range places {
				changed[k] = true
				counts[a.Piece[k]]++
				counts[o.Solved.Piece[k]]--
			}
			for piece, n := range counts {
				if n != 0 {
					return fmt.Sprintf("orbit %s: not as many of piece %d as when solved in the places %v", o.Name, piece+1, fromOne(places))
				}
			}
			if what := twisted(p, turns, i, places, a); what != "" {
				return what
			}
		}
		for k := range changed {
			if !changed[k] && (a.Piece[k] != o.Solved.Piece[k] || a.Twist[k] != o.Solved.Twist[k]) {
				return fmt.Sprintf("orbit %s: no move changes what lies in place %d", o.Name, k+1)
			}
		}
	}
	return ""
}

// twisted looks at the sum of the twists in places that belong together: where
// every turn leaves it as it is, it must be that of the solved state.
func twisted(p *Puzzle, turns []Move, orbit int, places []int, a Arrangement) string {
	o := &p.Orbits[orbit]
	if o.Modulus != nil || o.Twists == 1 {
		return ""
	}
	for _, t := range turns {
		sum := 0
		for _, k := range places {
			sum += int(t.Turns[orbit].Twist[k])
		}
		if sum%o.Twists != 0 {
			return ""
		}
	}
	is, was := 0, 0
	for _, k := range places {
		is += int(a.Twist[k])
		was += int(o.Solved.Twist[k])
	}
	if is%o.Twists == was%o.Twists {
		return ""
	}
	return fmt.Sprintf("orbit %s: the twists add up to %d, but no move changes that they leave %d when divided by %d", o.Name, is, was%o.Twists, o.Twists)
}

// fromOne counts places from 1.
func fromOne(places []int) (list []int) {
	for _, k := range places {
		list = append(list, k+1)
	}
	return list
}
