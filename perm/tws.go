package perm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// tws reads the text form, line by line: Name, Set, Solved or StartState, Move
// or MoveTransformation, MoveAlias, MoveSequence; lines with # are comments.
//
// Solved and Move count pieces and places from 1, and a twist in Move belongs to
// the place that a piece comes from; StartState and MoveTransformation count
// from 0, and a twist belongs to the place that it comes to.
type tws struct {
	file   string
	lines  []string
	at     int // lines read
	puzzle *Puzzle
	solved bool
	labels map[int][]uint8 // of pieces in the solved state, by set, as the file numbers them, from 0
	later  []func() error  // aliases and sequences, once all moves are known
}

func readTws(data []byte, file string) (*Puzzle, error) {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data))
	t := &tws{file: file, lines: strings.Split(text, "\n"), puzzle: &Puzzle{}, labels: map[int][]uint8{}}
	for {
		words := t.next()
		if words == nil {
			break
		}
		if err := t.command(words); err != nil {
			return nil, err
		}
	}
	p := t.puzzle
	switch {
	case len(p.Orbits) == 0:
		return nil, &Error{file, 0, `no set of pieces: a puzzle begins with lines such as "Set CORNERS 8 3"`}
	case !t.solved:
		return nil, &Error{file, 0, `no solved state: it stands between the lines "Solved" and "End"`}
	case len(p.Moves) == 0:
		return nil, &Error{file, 0, `no moves: one stands between the lines "Move NAME" and "End"`}
	}
	for _, f := range t.later {
		if err := f(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// next returns the words of the next line that has any, nil at the end.
func (t *tws) next() []string {
	for t.at < len(t.lines) {
		line := t.lines[t.at]
		t.at++
		if words := strings.Fields(line); len(words) > 0 && line[0] != '#' {
			return words
		}
	}
	return nil
}

// fail says what is wrong with the line just read.
func (t *tws) fail(format string, a ...any) error {
	return &Error{t.file, t.at, fmt.Sprintf(format, a...)}
}

// row is a line of numbers.
type row struct {
	line  int
	words []string
}

// failRow says what is wrong with a row.
func (t *tws) failRow(r row, format string, a ...any) error {
	return &Error{t.file, r.line, fmt.Sprintf(format, a...)}
}

func (t *tws) command(words []string) error {
	p := t.puzzle
	want := map[string]string{
		"Name": "a name", "Set": "a name, the number of places and the number of twists", "Solved": "", "StartState": "",
		"Move": "a name", "MoveTransformation": "a name", "MoveAlias": "a new and an old name",
	}
	if w, ok := want[words[0]]; ok {
		count := map[string]int{"": 1, "a name": 2, "a new and an old name": 3}[w]
		if words[0] == "Set" {
			count = 4
		}
		if len(words) != count && w == "" {
			return t.fail("%s stands alone on its line", words[0])
		} else if len(words) != count {
			return t.fail("%s is followed by %s", words[0], w)
		}
	}
	switch words[0] {
	case "Name":
		p.Name = words[1]
	case "Set":
		return t.set(words)
	case "Solved", "StartState":
		if t.solved {
			return t.fail("the solved state comes twice")
		}
		if len(p.Orbits) == 0 {
			return t.fail("the solved state comes before all sets")
		}
		t.solved = true
		return t.start(words[0] == "StartState")
	case "Move", "MoveTransformation":
		if !t.solved {
			return t.fail("a move comes before the solved state")
		}
		if _, ok, _ := p.find(words[1]); ok {
			return t.fail("move %q comes twice", words[1])
		}
		return t.move(words[1], words[0] == "MoveTransformation")
	case "MoveAlias", "MoveSequence": // only an alias is but another name
		if len(words) < 3 {
			return t.fail("%s is followed by a name and what it stands for", words[0])
		}
		line := t.at
		t.later = append(t.later, func() error {
			m, err := p.Sequence(strings.Join(words[2:], " "))
			if err != nil {
				return &Error{t.file, line, fmt.Sprintf("%s %s: %v", words[0], words[1], err)}
			}
			if m.Name = words[1]; words[0] == "MoveSequence" {
				p.place(m)
			} else {
				p.Others = append(p.Others, m)
			}
			return nil
		})
	case "SwizzleSet": // only names pieces for other programs
	case "Illegal":
		return t.illegal(words)
	case "ForbiddenPairs", "ForbiddenGroups", "Block", "MoveLimits", "Ignore", "ParityEven":
		return t.fail("%s isn't supported: every move must be possible in every state", words[0])
	default:
		return t.fail("%q begins no line here; Name, Set, Solved, StartState, Move, MoveTransformation, MoveAlias, MoveSequence do", words[0])
	}
	return nil
}

// illegal reads a set, a place and the pieces that it may not hold, numbered as
// in the solved state.
func (t *tws) illegal(words []string) error {
	if !t.solved {
		return t.fail("Illegal comes before the solved state")
	}
	if len(words) < 4 {
		return t.fail("Illegal is followed by a set, a place and the pieces that may not be there")
	}
	orbit := t.orbit(words[1])
	if orbit < 0 {
		return t.fail("%q isn't the name of a set", words[1])
	}
	o := &t.puzzle.Orbits[orbit]
	place, err := strconv.Atoi(words[2])
	if err != nil || place < 1 || place > len(o.Solved.Piece) {
		return t.fail("set %s has places 1 to %d, not %q", o.Name, len(o.Solved.Piece), words[2])
	}
	for _, word := range words[3:] {
		number, err := strconv.Atoi(word)
		found := false
		for i, label := range t.labels[orbit] {
			if err == nil && number == int(label)+1 {
				no := Illegal{orbit, place - 1, int(o.Solved.Piece[i])}
				if found = true; !slices.Contains(t.puzzle.Illegal, no) {
					t.puzzle.Illegal = append(t.puzzle.Illegal, no)
				}
			}
		}
		if !found {
			return t.fail("set %s has no piece %q", o.Name, word)
		}
	}
	if !t.puzzle.Legal(t.puzzle.Solved()) {
		return t.fail("the solved state is illegal")
	}
	return nil
}

func (t *tws) set(words []string) error {
	p := t.puzzle
	if t.solved {
		return t.fail("a set comes after the solved state")
	}
	if t.orbit(words[1]) >= 0 {
		return t.fail("set %q comes twice", words[1])
	}
	n, err := strconv.Atoi(words[2])
	if err != nil || n < 1 || n > MaxPlaces {
		return t.fail("a set has 1 to %d places, not %q", MaxPlaces, words[2])
	}
	twists, err := strconv.Atoi(words[3])
	if err != nil || twists < 1 || twists > maxTwists {
		return t.fail("a piece lies in 1 to %d ways, not %q", maxTwists, words[3])
	}
	o := Orbit{Name: words[1], Twists: twists}
	for i := range n {
		o.Solved.Piece = append(o.Solved.Piece, uint8(i))
		o.Solved.Twist = append(o.Solved.Twist, 0)
	}
	p.Orbits = append(p.Orbits, o)
	return nil
}

// orbit returns the index of a set, or -1.
func (t *tws) orbit(name string) int {
	for i, o := range t.puzzle.Orbits {
		if o.Name == name {
			return i
		}
	}
	return -1
}

// block reads up to End: for each set its name, a line of places or pieces and
// perhaps one of twists. It calls use at the end of each set.
func (t *tws) block(use func(orbit int, rows []row) error) error {
	begun := t.at
	orbit, seen := -1, map[int]bool{}
	var rows []row
	finish := func() error {
		if orbit < 0 {
			return nil
		}
		if len(rows) == 0 {
			return t.fail("set %s has no line of numbers", t.puzzle.Orbits[orbit].Name)
		}
		return use(orbit, rows)
	}
	for {
		words := t.next()
		if words == nil {
			return &Error{t.file, begun, fmt.Sprintf("%q has no End", t.lines[begun-1])}
		}
		if words[0] == "End" {
			return finish()
		}
		if c := words[0][0]; c == '?' || c == '-' || c >= '0' && c <= '9' {
			switch {
			case orbit < 0:
				return t.fail("numbers before the name of a set")
			case len(rows) == 2:
				return t.fail("a third line of numbers for set %s", t.puzzle.Orbits[orbit].Name)
			case len(words) != len(t.puzzle.Orbits[orbit].Solved.Piece):
				return t.fail("%d numbers for the %d places of set %s", len(words), len(t.puzzle.Orbits[orbit].Solved.Piece), t.puzzle.Orbits[orbit].Name)
			}
			rows = append(rows, row{t.at, words})
			continue
		}
		if err := finish(); err != nil {
			return err
		}
		if orbit = t.orbit(words[0]); orbit < 0 || len(words) > 1 {
			return t.fail("%q isn't the name of a set", strings.Join(words, " "))
		}
		if seen[orbit] {
			return t.fail("set %s comes twice", words[0])
		}
		seen[orbit], rows = true, nil
	}
}

// numbers reads a line of numbers that count from base.
func (t *tws) numbers(r row, base int) ([]uint8, error) {
	list := make([]uint8, len(r.words))
	for i, w := range r.words {
		n, err := strconv.Atoi(w)
		if err != nil || n < base || n > MaxPlaces {
			return nil, t.failRow(r, "%q where a number from %d on should be", w, base)
		}
		list[i] = uint8(n - base)
	}
	return list, nil
}

// turned reads a line of twists that a move adds: negative ones go the other way,
// and none matters where the set has no twists.
func (t *tws) turned(r row, o *Orbit) ([]uint8, error) {
	twists := make([]uint8, len(r.words))
	for i, w := range r.words {
		n, err := strconv.Atoi(w)
		if err != nil || o.Twists > 1 && (n >= o.Twists || n <= -o.Twists) {
			return nil, t.failRow(r, "twist %s in %s, where they go from 0 to %d", w, o.Name, o.Twists-1)
		}
		twists[i] = uint8((n%o.Twists + o.Twists) % o.Twists)
	}
	return twists, nil
}

func (t *tws) start(zero bool) error {
	base := 1
	if zero {
		base = 0
	}
	return t.block(func(orbit int, rows []row) error {
		o := &t.puzzle.Orbits[orbit]
		pieces, err := t.numbers(rows[0], base)
		if err != nil {
			return err
		}
		twists := make([]uint8, len(pieces))
		var mods []int
		if len(rows) == 2 {
			free := 0
			words := slices.Clone(rows[1].words)
			for i, w := range words {
				if w == "?" {
					words[i] = "0"
					free++
				}
			}
			if twists, err = t.numbers(row{rows[1].line, words}, 0); err != nil {
				return err
			}
			if free == len(pieces) { // twists of this set don't matter
				o.Twists = 1
			} else if free > 0 {
				for _, w := range rows[1].words {
					mods = append(mods, o.Twists)
					if w == "?" {
						mods[len(mods)-1] = 1
					}
				}
			}
		}
		t.labels[orbit] = slices.Clone(pieces)
		if what := o.setSolved(pieces, twists, mods); what != "" {
			return t.failRow(rows[len(rows)-1], "%s", what)
		}
		return nil
	})
}

func (t *tws) move(name string, zero bool) error {
	m := t.puzzle.nothing()
	m.Name = name
	base := 1
	if zero {
		base = 0
	}
	err := t.block(func(orbit int, rows []row) error {
		o := &t.puzzle.Orbits[orbit]
		from, err := t.numbers(rows[0], base)
		if err != nil {
			return err
		}
		turn := Turn{from, make([]uint8, len(from))}
		if len(rows) == 2 {
			if turn.Twist, err = t.turned(rows[1], o); err != nil {
				return err
			}
		}
		if what := checkTurn(o, turn); what != "" {
			return t.failRow(rows[0], "%s", what)
		}
		if !zero {
			twists := make([]uint8, len(from))
			for i, f := range from {
				twists[i] = turn.Twist[f]
			}
			turn.Twist = twists
		}
		m.Turns[orbit] = turn
		return nil
	})
	if err == nil {
		t.puzzle.place(m)
	}
	return err
}
