package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"fewest/internal/cli/command"
	"fewest/perm"
)

// given is a scramble or a state of a permutation puzzle, and what it is called.
type given struct {
	name string
	at   string // where it stands: FILE:LINE
	text string // the moves, unless there is a pattern
	as   json.RawMessage
	err  error // why it can't be read
}

// scrambles yields the arguments, or what the lines of the input hold if there
// are none.
func (a *app) scrambles(args []string) iter.Seq2[given, error] {
	if len(args) == 0 {
		return a.scramblesOf("-")
	}
	return scramblesIn(func(yield func(command.Line, error) bool) {
		for i, text := range args {
			if !yield(command.Line{File: "scramble", Number: i + 1, Text: []byte(text)}, nil) {
				return
			}
		}
	})
}

// scramblesOf yields what the lines of a file hold.
func (a *app) scramblesOf(file string) iter.Seq2[given, error] { return scramblesIn(a.Lines(file)) }

// scramblesIn yields what lines hold.
func scramblesIn(lines iter.Seq2[command.Line, error]) iter.Seq2[given, error] {
	return func(yield func(given, error) bool) {
		for line, err := range lines {
			if err != nil {
				yield(given{}, err)
				return
			}
			for _, g := range readGiven(line) {
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

// readGiven reads the scrambles of a line: none of a comment, one of a sequence
// of moves or of a JSON object, several of one with a list of boards.
func readGiven(line command.Line) []given {
	at, text := fmt.Sprintf("%s:%d", line.File, line.Number), string(line.Text)
	switch {
	case strings.HasPrefix(text, ";"), strings.HasPrefix(text, "#"):
		return nil
	case !strings.HasPrefix(text, "{"):
		return []given{{name: text, at: at, text: text}}
	}
	type item struct {
		Name     string          `json:"name"`
		Scramble *string         `json:"scramble"`
		Pattern  json.RawMessage `json:"pattern"`
	}
	var object item
	var printed struct {
		Boards []item `json:"boards"` // of what farthest and census print
	}
	err := command.ReadJSON(line.Text, &object)
	if err == nil {
		err = command.ReadJSON(line.Text, &printed)
	}
	if err != nil {
		return []given{{name: at, at: at, err: err}}
	}
	list := printed.Boards
	if list == nil {
		list = []item{object}
	}
	var all []given
	for i, o := range list {
		g := given{name: o.Name, at: at, as: o.Pattern}
		switch {
		case o.Scramble != nil:
			g.text, g.as = *o.Scramble, nil
			if g.name == "" {
				g.name = g.text
			}
		case o.Pattern == nil || string(o.Pattern) == "null":
			g.err = errors.New(`found neither "scramble" nor "pattern", expected one of them`)
		}
		if g.name == "" && printed.Boards != nil {
			g.name = fmt.Sprintf("%s#%d", object.Name, i+1)
		} else if g.name == "" {
			g.name = at
		}
		all = append(all, g)
	}
	return all
}

// state returns the state of a puzzle that is meant.
func (g *given) state(p *perm.Puzzle) (state perm.State, err error) {
	switch err = g.err; {
	case err != nil:
	case g.as != nil:
		state, err = p.ReadPattern(g.as)
	default:
		var scramble perm.Move
		if scramble, err = p.Sequence(g.text); err == nil {
			state = p.Apply(p.Solved(), scramble)
		}
	}
	if err != nil {
		return nil, command.Hint(command.Environment(fmt.Errorf("%s: %w", g.at, err)),
			`a scramble is written R U2 F', or as JSON {"scramble": "R U2 F'"}, a state {"pattern": {"ORBIT": {"pieces": [1, 0]}}}`)
	}
	return state, nil
}
