package level

import (
	"fmt"

	"fewest/board"
)

// Puzzle names a puzzle, and with it the alphabets its boards are written in.
// What the cells mean in play is not this package's business.
type Puzzle string

// The puzzles.
const (
	Floor Puzzle = "floor" // tiles of colours A to Z, '.' a hole
	Flip  Puzzle = "flip"  // cells in states from 0, '_' a hole
)

// Alphabet is a set of characters that cells are written in. A board uses one.
type Alphabet uint8

// The alphabets.
const (
	Letters    Alphabet = iota // floors: letter X is colour X-'A', '.' a hole
	Digits                     // flips: the state, '_' a hole
	Lights                     // flips of 2 colours: '.' off, '#' on, '_' a hole
	BlackWhite                 // flips of 2 colours: 'w' off, 'b' on, '_' a hole
)

// characters of colours 0, 1, 2, ... and of a hole.
func (a Alphabet) characters() (colours string, hole byte) {
	switch a {
	case Letters:
		return "ABCDEFGHIJKLMNOPQRSTUVWXYZ", '.'
	case Lights:
		return ".#", '_'
	case BlackWhite:
		return "wb", '_'
	default:
		return "0123456789", '_'
	}
}

// Colours returns how many colours the alphabet can write.
func (a Alphabet) Colours() int {
	colours, _ := a.characters()
	return len(colours)
}

// Character returns the character of a colour or of board.Hole. It fails where
// the alphabet has none.
func (a Alphabet) Character(colour uint8) (byte, error) {
	colours, hole := a.characters()
	switch {
	case colour == board.Hole:
		return hole, nil
	case int(colour) < len(colours):
		return colours[colour], nil
	}
	return 0, fmt.Errorf("colour %d has no character: only %d colours have", colour, len(colours))
}

// Lines returns the rows of a board as text, one string a row. It fails
// where a colour has no character; write such a board as JSON cells.
func (a Alphabet) Lines(b *board.Board) ([]string, error) {
	colours, hole := a.characters()
	lines := make([]string, b.Rows)
	row := make([]byte, b.Cols)
	for r := range lines {
		for c, colour := range b.Cells[r*b.Cols : (r+1)*b.Cols] {
			switch {
			case colour == board.Hole:
				row[c] = hole
			case int(colour) < len(colours):
				row[c] = colours[colour]
			default:
				_, err := a.Character(colour)
				return nil, fmt.Errorf("%v: %w", board.Cell{Row: r, Col: c}, err)
			}
		}
		lines[r] = string(row)
	}
	return lines, nil
}

// read returns the alphabet a character of puzzle p belongs to and its colour.
// A hole of a flip board is in every alphabet, so anyAlphabet is set with it.
func (p Puzzle) read(char rune) (a Alphabet, colour uint8, anyAlphabet, ok bool) {
	if p == Floor {
		switch {
		case 'A' <= char && char <= 'Z':
			return Letters, uint8(char - 'A'), false, true
		case 'a' <= char && char <= 'z':
			return Letters, uint8(char - 'a'), false, true
		case char == '.':
			return Letters, board.Hole, false, true
		}
		return 0, 0, false, false
	}
	switch {
	case '0' <= char && char <= '9':
		return Digits, uint8(char - '0'), false, true
	case char == '.':
		return Lights, 0, false, true
	case char == '#':
		return Lights, 1, false, true
	case char == 'w' || char == 'W':
		return BlackWhite, 0, false, true
	case char == 'b' || char == 'B':
		return BlackWhite, 1, false, true
	case char == '_':
		return Digits, board.Hole, true, true
	}
	return 0, 0, false, false
}

// expects says which characters puzzle p takes, for error messages.
func (p Puzzle) expects() string {
	if p == Floor {
		return "a letter for a colour or '.' for a hole"
	}
	return "digits, or '.' and '#', or 'w' and 'b'; '_' for a hole"
}
