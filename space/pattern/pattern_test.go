package pattern

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"fewest/space"
	"fewest/space/census"
	"fewest/space/internal/classic"
	"fewest/space/rank"
)

// TestAdmissible compares the estimates of all states with their distances: on
// a cube, on pancakes, on arrangements whose moves can't be undone by moves.
func TestAdmissible(t *testing.T) {
	cube := classic.PocketCube(true)
	pancakes := classic.Pancakes(8)
	oneWay := census.Arrangements{Ranking: rank.Permutations(6), Moves: [][]uint8{{1, 2, 3, 4, 5, 0}, {1, 0, 2, 3, 4, 5}}, From: []uint64{17}}
	for name, c := range map[string]struct {
		census.Space
		patterns []Pattern[uint64]
	}{
		"cube":     {cube, []Pattern[uint64]{Parts(cube, 0), Parts(cube, 1)}},
		"pancakes": {pancakes, []Pattern[uint64]{Alike(pancakes, []uint8{0, 1, 2, 3, 4, 4, 4, 4}), Alike(pancakes, []uint8{0, 0, 0, 0, 1, 2, 3, 4})}},
		"one way":  {oneWay, []Pattern[uint64]{Alike(oneWay, []uint8{0, 0, 0, 1, 2, 3})}},
	} {
		var estimates []func(uint64) int
		for _, p := range c.patterns {
			table, err := Build(t.Context(), p, census.Options{})
			if err != nil {
				t.Fatal(err)
			}
			estimates = append(estimates, table.Estimate)
		}
		estimate := Max(estimates...)
		distances := toGoal(t, c.Space)
		sum, n := 0, 0
		for s := range c.Size() {
			d := int(distances[s])
			if d == 255 {
				continue
			}
			h := estimate(s)
			if h > d || h < 0 {
				t.Fatalf("%s: state %d: estimate %d, distance %d", name, s, h, d)
			}
			sum += h
			n++
		}
		if sum < 2*n {
			t.Errorf("%s: estimates of %d states add up to %d only", name, n, sum)
		}
	}
}

// toGoal returns the distance of every state to the starts of s.
func toGoal(t *testing.T, s census.Space) census.Distances {
	t.Helper()
	d := census.NewDistances(s.Size())
	if _, err := census.Count(t.Context(), backwards{s}, census.Options{Record: d.Record}); err != nil {
		t.Fatal(err)
	}
	return d
}

// backwards makes the moves backwards, if the space knows how.
type backwards struct{ census.Space }

func (b backwards) Expander() census.Expander {
	x := b.Space.Expander()
	if r, ok := x.(census.Reverser); ok {
		return turned{r}
	}
	return x
}

type turned struct{ census.Reverser }

func (t turned) Neighbours(s uint64, to []uint64) []uint64 { return t.Predecessors(s, to) }

// TestSolve solves states with IDA* and A* and compares with the distances.
func TestSolve(t *testing.T) {
	cube := classic.PocketCube(true)
	var estimates []func(uint64) int
	for part := range 2 {
		table, err := Build(t.Context(), Parts(cube, part), census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		estimates = append(estimates, table.Estimate)
	}
	distances := toGoal(t, cube)
	r := rand.New(rand.NewPCG(2, 2))
	for range 15 {
		s := r.Uint64N(cube.Size())
		p := Guide(faces{census.Search(cube, s)}, Max(estimates...))
		for name, result := range map[string]space.Result{
			"IDAStar": space.IDAStar(t.Context(), p, space.Options{}),
			"AStar":   space.AStar(t.Context(), p, space.Options{}),
		} {
			if !result.Optimal() || len(result.Path) != int(distances[s]) {
				t.Errorf("%s from %d: %+v, want %d moves", name, s, result, distances[s])
			}
			at := s
			for _, move := range result.Path {
				at = cube.Expander().Neighbours(at, nil)[move]
			}
			if at != 0 {
				t.Errorf("%s from %d leads to %d", name, s, at)
			}
		}
	}
}

// faces knows that two turns of one face are one turn, or none.
type faces struct{ space.Space[uint64] }

func (faces) Redundant(a, b int) bool { return a/3 == b/3 }

func TestFaults(t *testing.T) {
	p := Alike(classic.Pancakes(9), []uint8{0, 1, 2, 3, 4, 5, 6, 7, 7})
	if _, err := Build(t.Context(), p, census.Options{MaxBytes: 100_000}); err == nil || !strings.Contains(err.Error(), "100000 bytes") {
		t.Errorf("too large: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Build(ctx, p, census.Options{}); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("cancelled: %v", err)
	}
	ring := census.Vectors{N: 1, K: 200, Moves: [][]uint8{{1}}}
	long := Pattern[uint64]{census.Vectors{N: 2, K: 200, Moves: [][]uint8{{1, 0}, {0, 1}}}, nil}
	if _, err := Build(t.Context(), Pattern[uint64]{ring, nil}, census.Options{}); err != nil {
		t.Errorf("distance 199: %v", err)
	}
	if _, err := Build(t.Context(), long, census.Options{}); err == nil || !strings.Contains(err.Error(), "up to 398") {
		t.Errorf("distance 398: %v", err)
	}
}
