package perm

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"fewest/answer"
	"fewest/space"
	"fewest/space/census"
	"fewest/space/disk"
)

// CensusOptions say how Census works.
type CensusOptions struct {
	Options
	Max         int    // list at most so many of the farthest states
	MaxDistance int    // count no farther; 0 for no limit
	Disk        string // if not "", a directory that keeps the layers; MaxBytes 0 is disk.DefaultMaxBytes then
	Resume      bool   // go on with the layers that the directory has, if any
}

// Distances says how far from solved the states of a puzzle are. Its facts are
// "name"; "turns", the names of what counts as one move; and
// "states", how many there are, where a stabiliser chain says so beforehand.
type Distances = answer.Distances

// Census counts the states that can be reached by their distance from the solved
// one. It returns an error if a move isn't there, an orbit is too large, or the
// directory not fit. If the context or the memory limit ends it, the distances
// are bounded, and those counted are right.
func Census(ctx context.Context, p *Puzzle, o CensusOptions) (Distances, error) {
	began := time.Now()
	d := Distances{Puzzle: "perm", Method: "bfs"}
	if o.Disk != "" {
		d.Method = "bfs on disk"
	} else if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		return d, err
	}
	d.Facts = []answer.Fact{{Name: "name", Value: p.Name}, {Name: "turns", Value: names(turns)}}
	var all *big.Int
	if o.MaxDistance == 0 {
		all = newGroup(ctx, p, turns).order()
	}
	if all != nil {
		d.Facts = append(d.Facts, answer.Fact{Name: "states", Value: all})
		o.Progress = within(all, o.Progress)
	}
	s, err := p.tables(ctx, turns, &o)
	switch stop := answer.Ended(ctx); {
	case stop != (answer.Stop{}):
		d.SetLayers(nil, stop)
		err = nil
	case err == nil:
		err = s.measure(ctx, &d, &o)
	case o.Disk == "" && errors.As(err, new(tooLarge)):
		if o.Metric == OneWay { // from solved, the moves that solve are made backwards
			for i, m := range turns {
				turns[i] = p.inverse(m)
			}
		}
		err = measureHashed(ctx, p, turns, &d, &o)
	}
	if err == nil && all != nil && d.Status == answer.Optimal && all.Cmp(d.Solvable) != 0 {
		err = fmt.Errorf("internal error: %v states counted where the stabiliser chain has %v", d.Solvable, all)
	}
	d.Seconds = time.Since(began).Seconds()
	return d, err
}

// within adds to the progress of a census how many states there are.
func within(all *big.Int, progress func(answer.Progress)) func(answer.Progress) {
	if progress == nil || !all.IsUint64() {
		return progress
	}
	return func(p answer.Progress) {
		p.All = all.Uint64()
		progress(p)
	}
}

// tables returns the puzzle as a space of numbered states, if tables for it and a
// bitmap of all numbers keep to the memory. The error is tooLarge if not.
func (p *Puzzle) tables(ctx context.Context, turns []Move, o *CensusOptions) (*Space, error) {
	if len(p.Illegal) > 0 || o.Metric == OneWay {
		return nil, tooLarge{errors.New("states that may not be passed, or moves that go one way only, aren't counted on disk")}
	}
	most := o.MaxBytes / 4
	if o.Disk != "" { // the memory limit is for buffers then
		most = 4 * MaxTable
	}
	s, err := newSpace(ctx, p, turns, most)
	if err != nil || o.Disk != "" {
		return s, err
	}
	if need := census.Bytes(s, census.Options{Workers: o.Workers}); need > o.MaxBytes {
		return nil, tooLarge{fmt.Errorf("%d states take %d bytes", s.Size(), need)}
	}
	return s, nil
}

// measure counts the states and completes the distances.
func (s *Space) measure(ctx context.Context, d *Distances, o *CensusOptions) error {
	var t census.Table
	var err error
	var ways *census.Mod3
	waysBytes := int64(0)
	if o.Disk != "" {
		name := s.puzzle.Name + ": " + strings.Join(names(s.Turns), " ")
		t, err = disk.Count(ctx, o.Disk, s, disk.Options{Name: name, Resume: o.Resume, Workers: o.Workers,
			MaxBytes: o.MaxBytes, MaxDistance: o.MaxDistance, MaxFarthest: o.Max, Progress: o.Progress})
	} else {
		c := census.Options{Workers: o.Workers, MaxBytes: o.MaxBytes, MaxDistance: o.MaxDistance, MaxFarthest: o.Max, Progress: o.Progress}
		if table := int64(s.Size()/4) + 1; o.Max > 0 && census.Bytes(s, c)+table <= o.MaxBytes {
			ways = census.NewMod3(s.Size()) // two bits a state
			c.Record = ways.Record
			c.MaxBytes -= table
			waysBytes = table
		}
		t, err = census.Count(ctx, s, c)
	}
	if err != nil {
		return err
	}
	stop := answer.Stop{}
	switch t.Stop {
	case space.Exhausted:
	case space.MemoryLimit:
		stop = answer.Stop{Cause: answer.MemoryLimit, Needed: t.Bytes}
	case space.DepthLimit:
		stop = answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("counted to distance %d only", o.MaxDistance)}
	default:
		stop = answer.Ended(ctx)
	}
	d.SetLayers(t.Layers, stop)
	d.Work = map[string]int64{"bytes": t.Bytes + waysBytes}
	if !d.Exact() {
		return nil
	}
	for _, n := range t.Farthest {
		state := s.State(n)
		far := answer.Far{Pattern: []byte(s.puzzle.Pattern(state))}
		if ways != nil {
			if far.Scramble, err = s.way(ways, n); err != nil {
				return err
			}
		}
		d.Boards = append(d.Boards, far)
	}
	return nil
}

// way returns the turns of a shortest way from the solved state to another.
func (s *Space) way(ways *census.Mod3, to uint64) ([]string, error) {
	x := s.Expander()
	path := ways.Descend(to, x)
	scramble := []string{}
	at := s.puzzle.Solved()
	for i := len(path) - 2; i >= 0; i-- {
		for k, n := range x.Neighbours(path[i+1], nil) {
			if n == path[i] {
				scramble = append(scramble, s.Turns[k].Name)
				at = s.puzzle.Apply(at, s.Turns[k])
				break
			}
		}
	}
	if !at.Equal(s.State(to)) {
		return nil, fmt.Errorf("internal error: %v doesn't lead to state %d", scramble, to)
	}
	return scramble, nil
}

func names(moves []Move) (list []string) {
	for _, m := range moves {
		list = append(list, m.Name)
	}
	return list
}
