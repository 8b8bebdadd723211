package perm

import (
	"fmt"
	"math/bits"
)

// flat is a puzzle with certain turns whose states are bytes, one for each place
// that turns change: a number for the piece that lies there and its twist. It
// needs no tables of arrangements, so that any puzzle will do.
type flat struct {
	puzzle *Puzzle
	turns  []flatTurn
	solved []byte
	places []flatPlace
	values [][]value // by orbit: what a byte stands for
	base   [][]int   // by orbit and piece: the byte of the piece untwisted
	forbid [][]bool  // by byte of the state: values that are illegal there; nil for none
	words  int       // of a packed state
	fields []field   // by byte of the state
	last   []int     // by word: the first byte of the next
}

type value struct{ piece, twist uint8 }

// flatPlace is the place that a byte of the state stands for.
type flatPlace struct{ orbit, place int }

// flatTurn lists the bytes that a turn changes.
type flatTurn struct {
	moves  []flatMove
	twists []flatTwist
}

type flatMove struct{ to, from uint16 }

type flatTwist struct {
	flatMove
	table *[256]byte // what becomes of a byte that is twisted
}

// field says where in a packed state a byte lies.
type field struct {
	word, shift uint16
	mask        uint64
}

// newFlat makes it of a puzzle with turns. The error says which orbit has too
// many kinds of pieces and twists.
func newFlat(p *Puzzle, turns []Move) (*flat, error) {
	f := &flat{puzzle: p}
	index := make([][]int, len(p.Orbits)) // by orbit and place: the byte, or -1
	for i := range p.Orbits {
		o := &p.Orbits[i]
		kinds := 0
		for _, piece := range o.Solved.Piece {
			kinds = max(kinds, int(piece)+1)
		}
		var values []value
		base := make([]int, kinds)
		for piece := range base {
			base[piece] = len(values)
			for twist := range o.modulus(uint8(piece)) {
				values = append(values, value{uint8(piece), uint8(twist)})
			}
		}
		if len(values) > 256 {
			return nil, fmt.Errorf("orbit %s: its pieces and twists are %d different ones, and 256 are the most", o.Name, len(values))
		}
		f.values, f.base = append(f.values, values), append(f.base, base)
		index[i] = make([]int, len(o.Solved.Piece))
		for k := range index[i] {
			index[i][k] = -1
			for _, t := range turns {
				if int(t.Turns[i].From[k]) != k || t.Turns[i].Twist[k] != 0 {
					index[i][k] = len(f.places)
					f.places = append(f.places, flatPlace{i, k})
					break
				}
			}
		}
	}
	f.solved = f.bytes(p.Solved())
	for _, no := range p.Illegal {
		at := index[no.Orbit][no.Place]
		if at < 0 || no.Piece >= len(f.base[no.Orbit]) {
			continue
		}
		if f.forbid == nil {
			f.forbid = make([][]bool, len(f.places))
		}
		if f.forbid[at] == nil {
			f.forbid[at] = make([]bool, 256)
		}
		for v, is := range f.values[no.Orbit] {
			f.forbid[at][v] = f.forbid[at][v] || int(is.piece) == no.Piece
		}
	}
	tables := map[[2]int]*[256]byte{}
	for _, t := range turns {
		f.turns = append(f.turns, f.turn(t, index, tables))
	}
	f.layOut()
	return f, nil
}

// turn lists what a turn changes.
func (f *flat) turn(m Move, index [][]int, tables map[[2]int]*[256]byte) (t flatTurn) {
	for i := range m.Turns {
		for k, from := range m.Turns[i].From {
			twist := int(m.Turns[i].Twist[k])
			if int(from) == k && twist == 0 {
				continue
			}
			move := flatMove{uint16(index[i][k]), uint16(index[i][from])}
			if twist == 0 {
				t.moves = append(t.moves, move)
				continue
			}
			table := tables[[2]int{i, twist}]
			if table == nil {
				table = new([256]byte)
				for v, is := range f.values[i] {
					o := &f.puzzle.Orbits[i]
					table[v] = byte(f.base[i][is.piece] + (int(is.twist)+twist)%o.modulus(is.piece))
				}
				tables[[2]int{i, twist}] = table
			}
			t.twists = append(t.twists, flatTwist{move, table})
		}
	}
	return t
}

// apply makes a turn.
func (f *flat) apply(to, from []byte, turn int) {
	copy(to, from)
	t := &f.turns[turn]
	for _, m := range t.moves {
		to[m.to] = from[m.from]
	}
	for _, m := range t.twists {
		to[m.to] = m.table[from[m.from]]
	}
}

// legal reports whether no piece lies where it is forbidden.
func (f *flat) legal(state []byte) bool {
	for at, no := range f.forbid {
		if no != nil && no[state[at]] {
			return false
		}
	}
	return true
}

// bytes returns a state as bytes. It must be one of the puzzle's, checked.
func (f *flat) bytes(s State) []byte {
	list := make([]byte, len(f.places))
	for at, p := range f.places {
		list[at] = byte(f.base[p.orbit][s[p.orbit].Piece[p.place]] + int(s[p.orbit].Twist[p.place]))
	}
	return list
}

// state returns the state that bytes stand for.
func (f *flat) state(list []byte) State {
	s := f.puzzle.Solved()
	for at, p := range f.places {
		is := f.values[p.orbit][list[at]]
		s[p.orbit].Piece[p.place], s[p.orbit].Twist[p.place] = is.piece, is.twist
	}
	return s
}

// layOut gives each byte as many bits of a word as it needs. The lowest bit of the
// first word is always one, so that no packed state is zero.
func (f *flat) layOut() {
	word, used := 0, 1
	for _, p := range f.places {
		width := bits.Len(uint(len(f.values[p.orbit]) - 1))
		if used+width > 64 {
			f.last = append(f.last, len(f.fields))
			word, used = word+1, 0
		}
		f.fields = append(f.fields, field{uint16(word), uint16(used), 1<<width - 1})
		used += width
	}
	f.last = append(f.last, len(f.fields))
	f.words = word + 1
}

// pack appends a state as words.
func (f *flat) pack(to []uint64, state []byte) []uint64 {
	at, w := 0, uint64(1)
	for _, last := range f.last {
		for ; at < last; at++ {
			w |= uint64(state[at]) << f.fields[at].shift
		}
		to = append(to, w)
		w = 0
	}
	return to
}

// unpack reads a state from words.
func (f *flat) unpack(state []byte, words []uint64) {
	for at := range state {
		q := &f.fields[at]
		state[at] = byte(words[q.word] >> q.shift & q.mask)
	}
}
