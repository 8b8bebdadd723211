package perm

import (
	"errors"
	"math/rand/v2"
)

// Scramble returns so many random turns, by rand.New(rand.NewPCG(seed, 0)): each
// drawn uniformly from those that don't only do, with the one before, what one
// turn does, or nothing, or what an earlier pair does. The same arguments give the
// same scramble on every machine. How far the state that it leads to is from
// solved, only Solve knows. The error names a move that the puzzle doesn't have,
// or says that no turn can follow.
func Scramble(p *Puzzle, o Options, length int, seed uint64) ([]string, error) {
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	skip := redundant(p, turns)
	at, before := p.Solved(), 0
	scramble := []string{}
	for range length {
		var may []int
		for k := range turns {
			if !skip[before][k] && p.Legal(p.Apply(at, turns[k])) {
				may = append(may, k)
			}
		}
		if len(may) == 0 && before > 0 { // few turns: any will do
			for k := range turns {
				if p.Legal(p.Apply(at, turns[k])) {
					may = append(may, k)
				}
			}
		}
		if len(may) == 0 {
			return nil, errors.New("no move is possible here")
		}
		k := may[random.IntN(len(may))]
		at, before = p.Apply(at, turns[k]), k+1
		scramble = append(scramble, turns[k].Name)
	}
	return scramble, nil
}
