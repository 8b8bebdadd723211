package perm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// node is a JSON value that knows its line and the order of its keys.
type node struct {
	line  int
	value any // json.Number, string, bool, nil, or one of:
	list  []*node
	keys  []string
	items map[string]*node
}

// parse reads a JSON value, at most 100 deep.
func parse(data []byte, file string) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	at, read := 1, 0 // the line of data[read]
	lineOf := func(offset int64) int {
		if to := min(int(offset), len(data)); to > read {
			at += bytes.Count(data[read:to], []byte("\n"))
			read = to
		}
		return at
	}
	line := func() int { return lineOf(d.InputOffset()) }
	fail := func(err error) error {
		at := line()
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = lineOf(syntax.Offset)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the file ends too early")
		}
		return &Error{file, at, err.Error()}
	}
	var value func(depth int) (*node, error)
	value = func(depth int) (*node, error) {
		token, err := d.Token()
		if err != nil {
			return nil, fail(err)
		}
		n := &node{line: line(), value: token}
		if depth > 100 {
			return nil, &Error{file, n.line, "more than 100 deep"}
		}
		switch token {
		case json.Delim('['):
			for d.More() {
				item, err := value(depth + 1)
				if err != nil {
					return nil, err
				}
				n.list = append(n.list, item)
			}
		case json.Delim('{'):
			n.items = map[string]*node{}
			for d.More() {
				key, err := d.Token()
				if err != nil {
					return nil, fail(err)
				}
				name, _ := key.(string)
				at := line()
				item, err := value(depth + 1)
				if err != nil {
					return nil, err
				}
				item.line = at // where the key stands
				if n.items[name] == nil {
					n.keys = append(n.keys, name)
				}
				n.items[name] = item
			}
		default:
			return n, nil
		}
		_, err = d.Token() // the end
		if err != nil {
			return nil, fail(err)
		}
		return n, nil
	}
	return value(0)
}

// kpuzzle reads the JSON form as its specification has it (orbits as a list,
// defaultPattern, orientationDelta, derivedMoves) and as older programs wrote it
// (orbits by name, startStateData, orientation, experimentalDerivedMoves).
// Places and pieces count from 0.
type kpuzzle struct {
	file   string
	puzzle *Puzzle
}

func readKPuzzle(data []byte, file string) (*Puzzle, error) {
	root, err := parse(data, file)
	if err != nil {
		return nil, err
	}
	k := &kpuzzle{file, &Puzzle{}}
	if name := root.get("name"); name != nil {
		k.puzzle.Name, _ = name.value.(string)
	}
	for _, read := range []func(*node) error{k.orbits, k.start, k.moves, k.derived} {
		if err := read(root); err != nil {
			return nil, err
		}
	}
	if len(k.puzzle.Moves) == 0 {
		return nil, &Error{file, 0, "no moves"}
	}
	return k.puzzle, nil
}

// get returns the first of the keys that is there, or nil.
func (n *node) get(keys ...string) *node {
	for _, key := range keys {
		if item := n.items[key]; item != nil {
			return item
		}
	}
	return nil
}

func (k *kpuzzle) fail(n *node, format string, a ...any) error {
	return &Error{k.file, n.line, fmt.Sprintf(format, a...)}
}

// number reads a whole number from lo to hi.
func (k *kpuzzle) number(n *node, what string, lo, hi int) (int, error) {
	if number, ok := n.value.(json.Number); ok {
		if v, err := number.Int64(); err == nil && v >= int64(lo) && v <= int64(hi) {
			return int(v), nil
		}
	}
	return 0, k.fail(n, "%s is a whole number from %d to %d", what, lo, hi)
}

// numbers reads a list of numbers, one for each place of the orbit.
func (k *kpuzzle) numbers(n *node, what string, o *Orbit) ([]uint8, error) {
	if n.value != json.Delim('[') || len(n.list) != len(o.Solved.Piece) {
		return nil, k.fail(n, "%s is a list of %d numbers, one for each place of %s", what, len(o.Solved.Piece), o.Name)
	}
	list := make([]uint8, len(n.list))
	for i, item := range n.list {
		v, err := k.number(item, what, 0, MaxPlaces)
		if err != nil {
			return nil, err
		}
		list[i] = uint8(v)
	}
	return list, nil
}

// deltas reads what a move adds to the twists of an orbit: negative ones go the
// other way, and none matters where there are no twists.
func (k *kpuzzle) deltas(n *node, o *Orbit) ([]uint8, error) {
	if n.value != json.Delim('[') || len(n.list) != len(o.Solved.Piece) {
		return nil, k.fail(n, "orientationDelta is a list of %d numbers, one for each place of %s", len(o.Solved.Piece), o.Name)
	}
	list := make([]uint8, len(n.list))
	for i, item := range n.list {
		most := o.Twists - 1
		if most == 0 {
			most = maxTwists
		}
		v, err := k.number(item, "orientationDelta", -most, most)
		if err != nil {
			return nil, err
		}
		list[i] = uint8((v%o.Twists + o.Twists) % o.Twists)
	}
	return list, nil
}

func (k *kpuzzle) orbits(root *node) error {
	orbits := root.get("orbits")
	if orbits == nil {
		return &Error{k.file, 0, `no "orbits": the sets of pieces`}
	}
	add := func(n *node, name string) error {
		pieces, twists := n.get("numPieces"), n.get("numOrientations", "orientations")
		if name == "" || pieces == nil || twists == nil {
			return k.fail(n, "an orbit has a name, numPieces and numOrientations")
		}
		if slices.ContainsFunc(k.puzzle.Orbits, func(o Orbit) bool { return o.Name == name }) {
			return k.fail(n, "orbit %q comes twice", name)
		}
		size, err := k.number(pieces, "numPieces", 1, MaxPlaces)
		if err != nil {
			return err
		}
		o := Orbit{Name: name}
		if o.Twists, err = k.number(twists, "numOrientations", 1, maxTwists); err != nil {
			return err
		}
		for i := range size {
			o.Solved.Piece = append(o.Solved.Piece, uint8(i))
			o.Solved.Twist = append(o.Solved.Twist, 0)
		}
		k.puzzle.Orbits = append(k.puzzle.Orbits, o)
		return nil
	}
	for _, n := range orbits.list {
		name := ""
		if n.get("orbitName") != nil {
			name, _ = n.get("orbitName").value.(string)
		}
		if err := add(n, name); err != nil {
			return err
		}
	}
	for _, name := range orbits.keys {
		if err := add(orbits.items[name], name); err != nil {
			return err
		}
	}
	if len(k.puzzle.Orbits) == 0 {
		return k.fail(orbits, "no orbits")
	}
	return nil
}

func (k *kpuzzle) start(root *node) error {
	start := root.get("defaultPattern", "startStateData", "startState")
	if start == nil {
		return &Error{k.file, 0, `no "defaultPattern": the solved state`}
	}
	if inner := start.get("patternData"); inner != nil {
		start = inner
	}
	for i := range k.puzzle.Orbits {
		o := &k.puzzle.Orbits[i]
		n := start.get(o.Name)
		if n == nil || n.get("pieces", "permutation") == nil {
			return k.fail(start, "the solved state has no pieces for orbit %s", o.Name)
		}
		pieces, err := k.numbers(n.get("pieces", "permutation"), "pieces", o)
		if err != nil {
			return err
		}
		twists := make([]uint8, len(pieces))
		if t := n.get("orientation"); t != nil {
			if twists, err = k.numbers(t, "orientation", o); err != nil {
				return err
			}
		}
		var mods []int
		if mod := n.get("orientationMod"); mod != nil && mod.value != nil {
			list, err := k.numbers(mod, "orientationMod", o)
			if err != nil {
				return err
			}
			for _, m := range list {
				if m == 0 {
					m = uint8(o.Twists)
				}
				if o.Twists%int(m) != 0 {
					return k.fail(mod, "orientationMod %d doesn't divide the %d ways in which pieces of %s lie", m, o.Twists, o.Name)
				}
				mods = append(mods, int(m))
			}
			if !slices.ContainsFunc(mods, func(m int) bool { return m > 1 }) { // twists of this orbit don't matter
				o.Twists, mods = 1, nil
				clear(twists)
			}
		}
		if what := o.setSolved(pieces, twists, mods); what != "" {
			return k.fail(n, "%s", what)
		}
	}
	return nil
}

func (k *kpuzzle) moves(root *node) error {
	moves := root.get("moves")
	if moves == nil {
		return &Error{k.file, 0, `no "moves"`}
	}
	for _, name := range moves.keys {
		n := moves.items[name]
		m := k.puzzle.nothing()
		m.Name = name
		for _, orbit := range n.keys {
			i := slices.IndexFunc(k.puzzle.Orbits, func(o Orbit) bool { return o.Name == orbit })
			if i < 0 {
				continue // of another puzzle that has the same moves
			}
			turn, err := k.turn(n.items[orbit], &k.puzzle.Orbits[i], name)
			if err != nil {
				return err
			}
			m.Turns[i] = turn
		}
		k.puzzle.place(m)
	}
	return nil
}

func (k *kpuzzle) turn(n *node, o *Orbit, name string) (Turn, error) {
	from := n.get("permutation")
	if from == nil {
		return Turn{}, k.fail(n, "move %s has no permutation for orbit %s", name, o.Name)
	}
	var t Turn
	var err error
	if t.From, err = k.numbers(from, "permutation", o); err != nil {
		return t, err
	}
	t.Twist = make([]uint8, len(t.From))
	if twist := n.get("orientationDelta", "orientation"); twist != nil {
		if t.Twist, err = k.deltas(twist, o); err != nil {
			return t, err
		}
	}
	if what := checkTurn(o, t); what != "" {
		return t, k.fail(n, "move %s: %s", name, what)
	}
	return t, nil
}

// derived works out the moves that are sequences of others. They count as moves
// like the others unless their name is that of a rotation.
func (k *kpuzzle) derived(root *node) error {
	derived := root.get("derivedMoves", "experimentalDerivedMoves")
	if derived == nil {
		return nil
	}
	p := k.puzzle
	var find func(name string) (Move, bool, error)
	busy := map[string]bool{}
	find = func(name string) (Move, bool, error) {
		if m, ok, _ := p.find(name); ok {
			return m, true, nil
		}
		n := derived.items[name]
		if n == nil {
			return Move{}, false, nil
		}
		text, ok := n.value.(string)
		if !ok {
			return Move{}, false, k.fail(n, "derived move %s: a sequence of moves is expected", name)
		}
		if busy[name] {
			return Move{}, false, k.fail(n, "derived move %s depends on itself", name)
		}
		busy[name] = true
		m, err := (&alg{puzzle: p, text: text, find: find}).all()
		if err != nil {
			var known *Error
			if !errors.As(err, &known) {
				err = k.fail(n, "derived move %s: %s", name, strings.ReplaceAll(err.Error(), "\n", " "))
			}
			return m, false, err
		}
		m.Name = name
		p.place(m)
		return m, true, nil
	}
	for _, name := range derived.keys {
		if _, _, err := find(name); err != nil {
			return err
		}
	}
	return nil
}
