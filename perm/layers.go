package perm

import (
	"context"
	"fmt"

	"fewest/answer"
	"fewest/space"
	"fewest/space/hashed"
)

// layers is a flat puzzle whose states are counted from the solved one.
type layers struct {
	*flat
	skip [][]bool // by the turn before, from 1 on, and the turn: it leads nowhere new
}

func newLayers(p *Puzzle, turns []Move) (*layers, error) {
	f, err := newFlat(p, turns)
	if err != nil {
		return nil, err
	}
	return &layers{f, repeated(p, turns)}, nil
}

// repeated finds the turns that after another only do what one turn does, or
// nothing. Of a state that was found first by turn a from some state, the turn b
// needn't be made: by what a and b do together the state before leads there too,
// or that was left out because it leads to where yet an earlier one does.
func repeated(p *Puzzle, turns []Move) [][]bool {
	known := map[string]bool{p.nothing().key(): true}
	for _, t := range turns {
		known[t.key()] = true
	}
	skip := make([][]bool, len(turns)+1)
	skip[0] = make([]bool, len(turns))
	for i, a := range turns {
		skip[i+1] = make([]bool, len(turns))
		for j, b := range turns {
			skip[i+1][j] = known[p.then(a, b).key()]
		}
	}
	return skip
}

// Words, Starts, Expander and Weight make it a hashed.Space.
func (l *layers) Words() int { return l.words }

func (l *layers) Starts() [][]uint64 { return [][]uint64{l.pack(nil, l.solved)} }

func (l *layers) Weight([]uint64) uint64 { return 1 }

func (l *layers) Expander() hashed.Expander {
	return &layersExpander{l, make([]byte, len(l.places)), make([]byte, len(l.places))}
}

type layersExpander struct {
	*layers
	here, there []byte
}

func (x *layersExpander) Neighbours(state []uint64, by uint8, to []uint64, bys []uint8) ([]uint64, []uint8) {
	x.unpack(x.here, state)
	skip := x.skip[min(int(by), len(x.skip)-1)]
	for turn := range x.turns {
		if skip[turn] {
			continue
		}
		if x.apply(x.there, x.here, turn); x.forbid != nil && !x.legal(x.there) {
			continue
		}
		tag := turn + 1
		if tag > 255 { // more turns than a tag tells apart: nothing is left out after these
			tag = 0
		}
		to, bys = x.pack(to, x.there), append(bys, uint8(tag))
	}
	return to, bys
}

// measureHashed counts the states in hash tables and completes the distances.
func measureHashed(ctx context.Context, p *Puzzle, turns []Move, d *Distances, o *CensusOptions) error {
	l, err := newLayers(p, turns)
	if err != nil {
		return err
	}
	t, err := hashed.Count(ctx, l, hashed.Options{Workers: o.Workers, MaxBytes: o.MaxBytes, MaxDistance: o.MaxDistance, MaxFarthest: o.Max, Progress: o.Progress})
	if err != nil {
		return err
	}
	stop := answer.Stop{}
	switch t.Stop {
	case space.Exhausted:
	case space.MemoryLimit:
		stop = answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("%d states were stored", t.Stored)}
	case space.DepthLimit:
		stop = answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("counted to distance %d only", o.MaxDistance)}
	default:
		stop = answer.Ended(ctx)
	}
	d.SetLayers(t.Layers, stop)
	d.Work = map[string]int64{"bytes": t.Bytes, "stored": t.Stored}
	for _, words := range t.Farthest {
		bytes := make([]byte, len(l.places))
		l.unpack(bytes, words)
		d.Boards = append(d.Boards, answer.Far{Pattern: []byte(p.Pattern(l.state(bytes)))})
	}
	return nil
}
