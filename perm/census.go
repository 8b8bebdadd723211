package perm

import (
	"context"
	"encoding/json"
	"fmt"
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

// Distances says how far from solved the states of a puzzle are.
type Distances struct {
	Puzzle   *Puzzle
	Turns    []Move   // that count as one move
	Numbered uint64   // states there would be if all the parts were independent
	Counts   []uint64 // states at each distance
	Farthest []Far    // some of those of the last distance
	Exact    bool     // every distance was counted; else only the first ones
	Method   string   // "bfs", or "bfs on disk"
	Seconds  float64
	Bytes    int64 // memory used
}

// Far is a state far from solved.
type Far struct {
	State    State
	Scramble []string // a shortest way there from the solved state; nil if it isn't known
}

// Reached returns how many states are counted.
func (d *Distances) Reached() uint64 {
	var sum uint64
	for _, n := range d.Counts {
		sum += n
	}
	return sum
}

// Diameter returns the largest distance, a lower bound on it if not Exact.
func (d *Distances) Diameter() int { return len(d.Counts) - 1 }

// Census counts the states that can be reached by their distance from the solved
// one. It returns an error if a move isn't there, an orbit is too large, the
// memory too small, or the directory not fit. If the context ends, the distances
// counted so far are right.
func Census(ctx context.Context, p *Puzzle, o CensusOptions) (Distances, error) {
	began := time.Now()
	d := Distances{Puzzle: p, Method: "bfs"}
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		return d, err
	}
	d.Turns = turns
	s, err := NewSpace(ctx, p, turns)
	if err != nil {
		return d, unlessEnded(ctx, err)
	}
	d.Numbered = s.Size()
	progress := func(t census.Table) {
		if o.Progress != nil {
			o.Progress(answer.Progress{Phase: "counting", Lower: t.Diameter(), Upper: answer.Unknown, Done: t.Reached(), All: s.Size()})
		}
	}
	var t census.Table
	var ways *census.Mod3
	if o.Disk != "" {
		d.Method = "bfs on disk"
		name := p.Name + ": " + strings.Join(names(turns), " ")
		t, err = disk.Count(ctx, o.Disk, s, disk.Options{Name: name, Resume: o.Resume, Workers: o.Workers,
			MaxBytes: o.MaxBytes, MaxDistance: o.MaxDistance, MaxFarthest: o.Max, Progress: progress})
	} else {
		if o.MaxBytes <= 0 {
			o.MaxBytes = DefaultMaxBytes
		}
		c := census.Options{Workers: o.Workers, MaxBytes: o.MaxBytes, MaxDistance: o.MaxDistance, MaxFarthest: o.Max, Progress: progress}
		// The way to a farthest state takes two bits a state, the census three.
		if table := int64(s.Size()/4) + 1; o.Max > 0 && o.MaxBytes > 5*table/2 {
			ways = census.NewMod3(s.Size())
			c.Record = ways.Record
			c.MaxBytes -= table
			d.Bytes = table
		}
		t, err = census.Count(ctx, s, c)
	}
	d.Counts, d.Exact = t.Layers, t.Complete()
	d.Bytes += t.Bytes
	d.Seconds = time.Since(began).Seconds()
	if err != nil {
		return d, err
	}
	if t.Stop == space.MemoryLimit {
		return d, fmt.Errorf("%d states take %.1f MiB, more than the memory limit of %.1f MiB: allow more, or keep them on disk", s.Size(), float64(t.Bytes)/(1<<20), float64(o.MaxBytes)/(1<<20))
	}
	for _, n := range t.Farthest {
		if !d.Exact {
			break
		}
		far := Far{State: s.State(n)}
		if ways != nil {
			if far.Scramble, err = s.way(ways, n); err != nil {
				return d, err
			}
		}
		d.Farthest = append(d.Farthest, far)
	}
	return d, nil
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

// MarshalJSON writes the distances as one JSON object. Where the diameter isn't
// proven it is null, and diameter_bounds has the lower bound.
func (d Distances) MarshalJSON() ([]byte, error) {
	type board struct {
		Scramble *string         `json:"scramble"`
		Pattern  json.RawMessage `json:"pattern"`
	}
	out := struct {
		Puzzle   string           `json:"puzzle"`
		Name     string           `json:"name"`
		Turns    []string         `json:"turns"`
		Solvable any              `json:"solvable"`
		Diameter *int             `json:"diameter"`
		Bounds   []*int           `json:"diameter_bounds,omitempty"`
		Farthest any              `json:"farthest"`
		Boards   []board          `json:"boards"`
		Counts   []any            `json:"boards_per_distance"`
		Method   string           `json:"method"`
		Seconds  float64          `json:"seconds"`
		Work     map[string]int64 `json:"work"`
	}{
		Puzzle: "perm", Name: d.Puzzle.Name, Turns: names(d.Turns), Boards: []board{}, Counts: []any{},
		Method: d.Method, Seconds: d.Seconds, Work: map[string]int64{"bytes": d.Bytes},
	}
	if n := d.Diameter(); d.Exact {
		out.Diameter, out.Farthest, out.Solvable = &n, answer.Whole(d.Counts[n]), answer.Whole(d.Reached())
	} else {
		n = max(n, 0)
		out.Bounds = []*int{&n, nil}
	}
	for _, far := range d.Farthest {
		b := board{Pattern: json.RawMessage(d.Puzzle.Pattern(far.State))}
		if far.Scramble != nil {
			text := strings.Join(far.Scramble, " ")
			b.Scramble = &text
		}
		out.Boards = append(out.Boards, b)
	}
	for _, n := range d.Counts {
		out.Counts = append(out.Counts, answer.Whole(n))
	}
	return json.Marshal(out)
}
