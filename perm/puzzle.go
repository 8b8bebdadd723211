// Package perm handles permutation puzzles, such as twisty cubes: pieces in
// places, perhaps twisted, perhaps alike; a move rearranges and twists them.
//
// # The idea
//
// The pieces, and the twists, of places that some move joins make a part; a state
// is one number for each part, and a move works on each by a table of its own
// ([Space]). That is a space of numbered states: package census counts them, and
// IDA* searches them, guided by pattern databases of pairs of parts.
//
// Puzzles are read ([Read]) from the two forms that the twisty-puzzle community
// writes: the .tws text of twsearch and ksolve, and KPuzzle JSON.
//
// # What is promised
//
// A plan is replayed before it is returned. What twists, parity or pieces in a
// wrong orbit make impossible is recognised, and said why. A puzzle of any kind
// that a file can describe and the numbers can't hold is an error.
package perm

import (
	"fmt"
	"slices"
	"strings"
)

// Puzzle is a puzzle as a file describes it.
type Puzzle struct {
	Name      string
	Orbits    []Orbit
	Moves     []Move // that count as moves, once each: powers are made by Turns
	Rotations []Move // of the whole puzzle, named x, y, z or with a v at the end
	Others    []Move // that the file gives a name besides: aliases
	Illegal   []Illegal
}

// Illegal forbids a piece in a place: no move may lead to a state that has it
// there.
type Illegal struct{ Orbit, Place, Piece int }

// Orbit is a set of places among which pieces move, and what lies there when
// the puzzle is solved.
type Orbit struct {
	Name   string
	Twists int // in how many ways a piece can lie in a place; at least 1
	Solved Arrangement
	// Modulus gives for each piece number in how many ways it is told apart, a
	// divisor of Twists: 1 where a twist doesn't matter. nil stands for Twists.
	Modulus []int
}

// modulus returns in how many ways a piece is told apart.
func (o *Orbit) modulus(piece uint8) int {
	if o.Modulus == nil {
		return o.Twists
	}
	return o.Modulus[piece]
}

// Arrangement is what lies in the places of an orbit.
type Arrangement struct {
	Piece []uint8 // pieces with the same number are alike; numbers from 0 without gaps
	Twist []uint8
}

// State is what lies in all places, orbit by orbit.
type State []Arrangement

// Move is a rearrangement of all orbits.
type Move struct {
	Name  string
	Turns []Turn // for each orbit
}

// Turn is what a move does to an orbit: place i gets the piece from place
// From[i], and Twist[i] is added to its twist.
type Turn struct {
	From  []uint8
	Twist []uint8
}

// Solved returns the solved state.
func (p *Puzzle) Solved() State {
	s := make(State, len(p.Orbits))
	for i, o := range p.Orbits {
		s[i] = Arrangement{slices.Clone(o.Solved.Piece), slices.Clone(o.Solved.Twist)}
	}
	return s
}

// Apply returns the state after a move.
func (p *Puzzle) Apply(s State, m Move) State {
	next := make(State, len(s))
	for i, a := range s {
		t, o := m.Turns[i], &p.Orbits[i]
		b := Arrangement{make([]uint8, len(a.Piece)), make([]uint8, len(a.Piece))}
		for k, f := range t.From {
			b.Piece[k] = a.Piece[f]
			b.Twist[k] = uint8((int(a.Twist[f]) + int(t.Twist[k])) % o.modulus(a.Piece[f]))
		}
		next[i] = b
	}
	return next
}

// Legal reports whether a state has no piece where it is forbidden.
func (p *Puzzle) Legal(s State) bool {
	return !slices.ContainsFunc(p.Illegal, func(no Illegal) bool { return int(s[no.Orbit].Piece[no.Place]) == no.Piece })
}

// Equal reports whether two states look the same.
func (s State) Equal(t State) bool {
	return slices.EqualFunc(s, t, func(a, b Arrangement) bool {
		return slices.Equal(a.Piece, b.Piece) && slices.Equal(a.Twist, b.Twist)
	})
}

// nothing returns the move that changes nothing.
func (p *Puzzle) nothing() Move {
	m := Move{Turns: make([]Turn, len(p.Orbits))}
	for i, o := range p.Orbits {
		t := Turn{make([]uint8, len(o.Solved.Piece)), make([]uint8, len(o.Solved.Piece))}
		for k := range t.From {
			t.From[k] = uint8(k)
		}
		m.Turns[i] = t
	}
	return m
}

// then returns the move a and then b, without a name.
func (p *Puzzle) then(a, b Move) Move {
	m := p.nothing()
	for i := range m.Turns {
		s, t, twists := a.Turns[i], b.Turns[i], p.Orbits[i].Twists
		for k, f := range t.From {
			m.Turns[i].From[k] = s.From[f]
			m.Turns[i].Twist[k] = uint8((int(s.Twist[f]) + int(t.Twist[k])) % twists)
		}
	}
	return m
}

// inverse returns the move that undoes a, without a name.
func (p *Puzzle) inverse(a Move) Move {
	m := p.nothing()
	for i := range m.Turns {
		twists := p.Orbits[i].Twists
		for k, f := range a.Turns[i].From {
			m.Turns[i].From[f] = uint8(k)
			m.Turns[i].Twist[f] = uint8((twists - int(a.Turns[i].Twist[k])) % twists)
		}
	}
	return m
}

// key identifies what a move does.
func (m Move) key() string {
	var b strings.Builder
	for _, t := range m.Turns {
		b.Write(t.From)
		b.Write(t.Twist)
	}
	return b.String()
}

// maxOrder bounds how often a move can be repeated before it comes round.
const maxOrder = 10_000

// Metric says which turns count as one move.
type Metric int

const (
	// AnyTurn: every power of a move is one move, such as a half turn.
	AnyTurn Metric = iota
	// QuarterTurn: only the move itself and its opposite are.
	QuarterTurn
	// OneWay: only the move itself is, not its opposite.
	OneWay
)

// Turns returns the moves with their powers, each once, named F, F2, F2', F' as
// is usual. Only those in the list are taken, all if it is empty; of one with an
// amount, such as U2, only so many turns are a move, either way. The error names
// one that the puzzle doesn't have.
func (p *Puzzle) Turns(metric Metric, names ...string) ([]Move, error) {
	moves, amounts := p.Moves, map[string]bool{}
	if len(names) > 0 {
		moves = nil
		for _, name := range names {
			if i := slices.IndexFunc(p.Moves, func(m Move) bool { return m.Name == name }); i >= 0 {
				moves = append(moves, p.Moves[i])
				continue
			}
			m, err := (&alg{puzzle: p, text: name, find: p.move}).all()
			if err != nil || strings.ContainsAny(name, " ()[],:") || name == "" {
				var have []string
				for _, m := range p.Moves {
					have = append(have, m.Name)
				}
				return nil, fmt.Errorf("no move %q; there are %s", name, strings.Join(have, " "))
			}
			m.Name = name
			amounts[name] = true
			moves = append(moves, m)
		}
	}
	var turns []Move
	seen := map[string]bool{p.nothing().key(): true}
	add := func(m Move, name string) {
		if !seen[m.key()] {
			seen[m.key()] = true
			m.Name = name
			turns = append(turns, m)
		}
	}
	for _, m := range moves {
		if metric != AnyTurn || amounts[m.Name] {
			add(m, m.Name)
			if opposite, primed := strings.CutSuffix(m.Name, "'"); metric != OneWay && primed {
				add(p.inverse(m), opposite)
			} else if metric != OneWay {
				add(p.inverse(m), m.Name+"'")
			}
			continue
		}
		var powers []Move
		for power := m; power.key() != p.nothing().key(); power = p.then(power, m) {
			if powers = append(powers, power); len(powers) > maxOrder {
				return nil, fmt.Errorf("move %q comes round only after more than %d turns", m.Name, maxOrder)
			}
		}
		order := len(powers) + 1
		for k, power := range powers {
			amount, mark := k+1, ""
			if order-amount < amount {
				amount, mark = order-amount, "'"
			}
			name := m.Name
			if amount > 1 {
				name += fmt.Sprint(amount)
			}
			add(power, name+mark)
		}
	}
	return turns, nil
}

// isRotation tells the names of rotations of the whole puzzle.
func isRotation(name string) bool {
	return name == "x" || name == "y" || name == "z" ||
		len(name) > 1 && strings.HasSuffix(name, "v") && strings.ToUpper(name[:1]) == name[:1]
}

// Error says what is wrong with a file, and where.
type Error struct {
	File string
	Line int // from 1; 0 when the whole file is meant
	What string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.What
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What)
}
