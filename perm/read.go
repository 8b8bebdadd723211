package perm

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
)

// MaxPlaces is the most places an orbit may have.
const MaxPlaces = 255

// maxTwists is the most ways a piece may lie.
const maxTwists = 127

// Read reads a puzzle in either form; name is what errors call the file.
func Read(data []byte, name string) (*Puzzle, error) {
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		return readKPuzzle(data, name)
	}
	return readTws(data, name)
}

// checkTurn says what is wrong with a turn, "" if nothing.
func checkTurn(o *Orbit, t Turn) string {
	n := len(o.Solved.Piece)
	if len(t.From) != n || len(t.Twist) != n {
		return fmt.Sprintf("%s has %d places, not %d", o.Name, n, max(len(t.From), len(t.Twist)))
	}
	seen := make([]bool, n)
	for _, f := range t.From {
		if int(f) >= n || seen[f] {
			return fmt.Sprintf("not an order of the %d places of %s: each must come once", n, o.Name)
		}
		seen[f] = true
	}
	return checkTwists(o, t.Twist)
}

func checkTwists(o *Orbit, twists []uint8) string {
	for _, w := range twists {
		if int(w) >= o.Twists {
			return fmt.Sprintf("twist %d in %s, where they go from 0 to %d", w, o.Name, o.Twists-1)
		}
	}
	return ""
}

// setSolved sets what lies in an orbit, and in how many ways each piece is told
// apart; nil for all the twists there are. Piece numbers are made to count from 0
// without gaps. Pieces of one number that are told apart differently become
// different.
func (o *Orbit) setSolved(pieces, twists []uint8, mods []int) string {
	type kind struct {
		piece uint8
		mod   int
	}
	kinds := make([]kind, len(pieces))
	for i, p := range pieces {
		kinds[i] = kind{p, o.Twists}
		if mods != nil {
			kinds[i].mod = mods[i]
		}
	}
	order := func(a, b kind) int { return cmp.Or(cmp.Compare(a.piece, b.piece), cmp.Compare(a.mod, b.mod)) }
	numbers := slices.Compact(slices.SortedFunc(slices.Values(kinds), order))
	if mods != nil {
		o.Modulus = nil
		for _, k := range numbers {
			o.Modulus = append(o.Modulus, k.mod)
		}
	}
	if what := checkTwists(o, twists); what != "" {
		return what
	}
	for i, k := range kinds {
		number, _ := slices.BinarySearchFunc(numbers, k, order)
		pieces[i] = uint8(number)
		twists[i] = uint8(int(twists[i]) % k.mod)
	}
	o.Solved = Arrangement{pieces, twists}
	return ""
}

// place sorts a move that the file defines.
func (p *Puzzle) place(m Move) {
	if isRotation(m.Name) {
		p.Rotations = append(p.Rotations, m)
	} else {
		p.Moves = append(p.Moves, m)
	}
}
