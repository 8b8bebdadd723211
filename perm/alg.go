package perm

import (
	"fmt"
	"strings"
)

// Sequence returns what a sequence of moves does, such as "R U2 R'". It knows
// the names of all moves with any power, "(R U)3", the conjugate "[a: b]", which
// is a b a', and the commutator "[a, b]", which is a b a' b'. Apostrophes may be
// curly, and what follows // up to the end of a line is a comment.
func (p *Puzzle) Sequence(text string) (Move, error) {
	a := &alg{puzzle: p, text: plainSigns(text), find: p.find}
	return a.all()
}

// plainSigns writes apostrophes as such and leaves comments out.
func plainSigns(text string) string {
	text = strings.NewReplacer("\u2018", "'", "\u2019", "'", "\u2032", "'", "\u00b4", "'", "`", "'").Replace(text)
	if !strings.Contains(text, "//") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i], _, _ = strings.Cut(line, "//")
	}
	return strings.Join(lines, "\n")
}

// moveNames lists the moves, and what else a sequence may name.
func (p *Puzzle) moveNames() (names []string) {
	for _, list := range [][]Move{p.Moves, p.Rotations, p.Others} {
		for _, m := range list {
			names = append(names, m.Name)
		}
	}
	return names
}

// find returns a move that the puzzle names.
func (p *Puzzle) find(name string) (Move, bool, error) {
	for _, list := range [][]Move{p.Moves, p.Rotations, p.Others} {
		for _, m := range list {
			if m.Name == name {
				return m, true, nil
			}
		}
	}
	return Move{}, false, nil
}

// move returns a move of those that count as moves.
func (p *Puzzle) move(name string) (Move, bool, error) {
	for _, m := range p.Moves {
		if m.Name == name {
			return m, true, nil
		}
	}
	return Move{}, false, nil
}

// alg is a sequence being read.
type alg struct {
	puzzle *Puzzle
	text   string
	at     int
	depth  int
	find   func(name string) (Move, bool, error)
}

func (a *alg) all() (Move, error) {
	m, err := a.sequence()
	if err == nil && a.at < len(a.text) {
		err = fmt.Errorf("found %q after %q, expected a move or the end", a.text[a.at:a.at+1], a.text[:a.at])
	}
	return m, err
}

func (a *alg) blanks() {
	for a.at < len(a.text) && strings.IndexByte(" \t\r\n.", a.text[a.at]) >= 0 {
		a.at++
	}
}

// sequence reads up to the end or a closing sign.
func (a *alg) sequence() (Move, error) {
	m := a.puzzle.nothing()
	if a.depth++; a.depth > 100 {
		return m, fmt.Errorf("brackets in brackets, more than 100 deep")
	}
	defer func() { a.depth-- }()
	for {
		a.blanks()
		if a.at == len(a.text) || strings.IndexByte(")],:", a.text[a.at]) >= 0 {
			return m, nil
		}
		next, err := a.unit()
		if err != nil {
			return m, err
		}
		m = a.puzzle.then(m, next)
	}
}

// unit reads a move or a bracket with what follows it.
func (a *alg) unit() (Move, error) {
	var m Move
	var err error
	switch a.text[a.at] {
	case '(':
		a.at++
		if m, err = a.sequence(); err != nil {
			return m, err
		}
		if err = a.expect(")"); err != nil {
			return m, err
		}
	case '[':
		a.at++
		if m, err = a.pair(); err != nil {
			return m, err
		}
	default:
		return a.named()
	}
	start := a.at
	for a.at < len(a.text) && strings.IndexByte("0123456789'", a.text[a.at]) >= 0 {
		a.at++
	}
	return a.power(m, a.text[start:a.at])
}

// pair reads "a: b]" or "a, b]".
func (a *alg) pair() (Move, error) {
	p := a.puzzle
	first, err := a.sequence()
	if err != nil {
		return first, err
	}
	if err := a.expect(":,"); err != nil {
		return first, err
	}
	sign := a.text[a.at-1]
	second, err := a.sequence()
	if err != nil {
		return first, err
	}
	m := p.then(p.then(first, second), p.inverse(first))
	if sign == ',' {
		m = p.then(m, p.inverse(second))
	}
	return m, a.expect("]")
}

// expect reads one of the signs.
func (a *alg) expect(signs string) error {
	a.blanks()
	if a.at < len(a.text) && strings.IndexByte(signs, a.text[a.at]) >= 0 {
		a.at++
		return nil
	}
	return fmt.Errorf("expected %s after %q", strings.Join(strings.Split(signs, ""), " or "), a.text[:a.at])
}

// named reads a move: its name may hold digits, so the whole word is tried
// first, then the word less what could be a power.
func (a *alg) named() (Move, error) {
	start := a.at
	for a.at < len(a.text) && strings.IndexByte(" \t\r\n.()[],:", a.text[a.at]) < 0 {
		a.at++
	}
	word := a.text[start:a.at]
	name := word
	for {
		m, ok, err := a.find(name)
		if err != nil {
			return m, err
		}
		if ok {
			return a.power(m, word[len(name):])
		}
		if name == "" || strings.IndexByte("0123456789'", name[len(name)-1]) < 0 {
			return Move{}, fmt.Errorf("no move %q; there are %s", word, strings.Join(a.puzzle.moveNames(), " "))
		}
		name = name[:len(name)-1]
	}
}

// power returns a move as often as "", "2", "'", "3'" say.
func (a *alg) power(m Move, text string) (Move, error) {
	digits := strings.TrimSuffix(text, "'")
	n := 1
	if digits != "" {
		n = 0
		for _, d := range digits {
			if d < '0' || d > '9' {
				return m, fmt.Errorf("%q isn't a number of turns", text)
			}
			if n = n*10 + int(d-'0'); n > maxOrder {
				return m, fmt.Errorf("%q: more than %d turns", text, maxOrder)
			}
		}
	}
	if digits != text {
		m = a.puzzle.inverse(m)
	}
	result := a.puzzle.nothing()
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			result = a.puzzle.then(result, m)
		}
		m = a.puzzle.then(m, m)
	}
	return result, nil
}
