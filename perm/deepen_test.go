package perm

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fewest/answer"
)

// distancesOf returns how many turns solve each state from which turns solve, by
// the textbook's search backwards.
func distancesOf(p *Puzzle, turns []Move) (map[string]int, []State) {
	dist := map[string]int{fmt.Sprint(p.Solved()): 0}
	queue := []State{p.Solved()}
	for at := 0; at < len(queue); at++ {
		for _, m := range turns {
			next := p.Apply(queue[at], p.inverse(m))
			if _, seen := dist[fmt.Sprint(next)]; !seen && p.Legal(next) {
				dist[fmt.Sprint(next)] = dist[fmt.Sprint(queue[at])] + 1
				queue = append(queue, next)
			}
		}
	}
	return dist, queue
}

// TestDeepening solves states of random puzzles, whatever there may be in them, in
// tables of a few bytes and of many, as short as the textbook's search says.
func TestDeepening(t *testing.T) {
	solved := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 11))
		p := wilder(r)
		turns, err := p.Turns(Metric(r.IntN(3)))
		if err != nil {
			t.Fatal(err)
		}
		dist, states := distancesOf(p, turns)
		s, err := newDeepening(p, turns, 1+int(seed%2), []int64{8, 4096}[r.IntN(2)])
		if err != nil {
			t.Fatal(err)
		}
		for range min(len(states), 5) {
			from := states[r.IntN(len(states))]
			want := dist[fmt.Sprint(from)]
			if want > 6 {
				continue
			}
			a := answer.Answer[string]{}
			path := s.solve(t.Context(), from, &a, func(answer.Progress) {})
			if len(path) != want || path == nil {
				t.Fatalf("seed %d: %v in %d, want %d", seed, path, len(path), want)
			}
			if why := unreachable(p, turns, from); why != "" {
				t.Fatalf("seed %d: a state that can be solved: %s", seed, why)
			}
			at := from
			for _, k := range path {
				if at = p.Apply(at, turns[k]); !p.Legal(at) {
					t.Fatalf("seed %d: an illegal state on the way", seed)
				}
			}
			if !at.Equal(p.Solved()) {
				t.Fatalf("seed %d: the path doesn't solve", seed)
			}
			solved++
		}
	}
	if solved < 200 {
		t.Errorf("solved only %d", solved)
	}
}

// wholeCube is the 3 x 3 x 3 cube, its edges at the middles of the sides.
func wholeCube() *Puzzle {
	var edges []vector
	for _, a := range []int{-1, 0, 1} {
		for _, b := range []int{-1, 0, 1} {
			for _, c := range []int{-1, 0, 1} {
				if a*a+b*b+c*c == 2 {
					edges = append(edges, vector{a, b, c})
				}
			}
		}
	}
	p := &Puzzle{Name: "cube", Orbits: []Orbit{orbit("CORNERS", 8, 3), orbit("EDGES", 12, 2)}}
	for i, m := range []matrix{quarterX, quarterX, quarterY, quarterY, quarterZ, quarterZ} {
		near := half(faces[i])
		turn := Turn{make([]uint8, 12), make([]uint8, 12)}
		for k, e := range edges {
			to := k
			if near(e) {
				for l := range edges {
					if edges[l] == m.times(e) {
						to = l
					}
				}
				if i < 2 { // edges are turned over by the turns about one axis
					turn.Twist[to] = 1
				}
			}
			turn.From[to] = uint8(k)
		}
		p.Moves = append(p.Moves, Move{"RLFBUD"[i : i+1], []Turn{cornerTurn(m, near), turn}})
	}
	return p
}

// TestWholeCube: states at each distance, and scrambles solved, of a puzzle that no
// table of arrangements fits.
func TestWholeCube(t *testing.T) {
	p := wholeCube()
	d, err := Census(t.Context(), p, CensusOptions{MaxDistance: 4})
	if err != nil || fmt.Sprint(d.Counts) != "[1 18 243 3240 43239]" {
		t.Errorf("%v %v", d.Counts, err)
	}
	s, err := NewSolver(p, Options{MaxBytes: 1 << 22})
	if err != nil {
		t.Fatal(err)
	}
	for text, moves := range map[string]int{"": 0, "R": 1, "R U F": 3, "R U2 F' L D B2 R'": 7} {
		m, err := p.Sequence(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Solve(t.Context(), p.Apply(p.Solved(), m), nil)
		if err != nil || a.Status != answer.Optimal || a.Moves != moves {
			t.Errorf("%q: %+v %v", text, a, err)
		}
	}
	if all, err := States(t.Context(), p, Options{}); err != nil || all.String() != "43252003274489856000" {
		t.Errorf("%v states, %v", all, err)
	}
	for moves, want := range map[string]string{"U,F": "73483200", "U2,R2,F2,D2,L2,B2": "663552"} {
		all, err := States(t.Context(), p, Options{Moves: strings.Split(moves, ",")})
		if err != nil || all.String() != want {
			t.Errorf("%s: %v states, %v", moves, all, err)
		}
	}
	swapped := p.Solved()
	swapped[1].Piece[0], swapped[1].Piece[1] = 1, 0
	if a, err := s.Solve(t.Context(), swapped, nil); err != nil || a.Status != answer.Impossible || a.Proof != "stabiliser chain" {
		t.Errorf("%+v %v", a, err)
	}
	odd := p.Solved()
	odd[0].Twist[0] = 1
	if a, err := s.Solve(t.Context(), odd, nil); err != nil || a.Status != answer.Impossible || !strings.Contains(a.Reason, "add up to 1") {
		t.Errorf("%+v %v", a, err)
	}
	// What is far away ends with bounds as soon as the context does.
	far, err := p.Sequence("R U2 F' L D B2 R' U F2 L D' R U B R2 D F' U2")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	a, err := s.Solve(ctx, p.Apply(p.Solved(), far), nil)
	if err != nil || a.Status != answer.Bounded || a.Stop.Cause != answer.TimeLimit || a.LowerBound < 1 || a.Moves != answer.Unknown {
		t.Errorf("%+v %v", a, err)
	}
}

// TestGroups: where all pieces are different the stabiliser chain has as many
// states as the textbook's search finds, and just those.
func TestGroups(t *testing.T) {
	groups := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 17))
		p := wilder(r)
		if p.Illegal = nil; seed%3 > 0 {
			for i := range p.Orbits { // all different
				o := &p.Orbits[i]
				o.Modulus = nil
				for k := range o.Solved.Piece {
					o.Solved.Piece[k] = uint8(k)
				}
			}
		}
		turns, err := p.Turns(Metric(r.IntN(3)))
		if err != nil {
			t.Fatal(err)
		}
		g := newGroup(t.Context(), p, turns)
		if g == nil || g.order().Cmp(big.NewInt(5000)) > 0 {
			continue
		}
		groups++
		dist, _ := distancesOf(p, turns)
		if g.order().Int64() != int64(len(dist)) {
			t.Fatalf("seed %d: %v states, not %d", seed, g.order(), len(dist))
		}
		for range 20 {
			s := p.Solved()
			for i := range s {
				r.Shuffle(len(s[i].Piece), func(a, b int) { s[i].Piece[a], s[i].Piece[b] = s[i].Piece[b], s[i].Piece[a] })
				for k := range s[i].Twist {
					s[i].Twist[k] = uint8(r.IntN(p.Orbits[i].Twists))
				}
			}
			_, reached := dist[fmt.Sprint(s)]
			if has := unreachable(p, turns, s) == "" && g.has(s); has != reached {
				t.Fatalf("seed %d: %v in the group: %t", seed, s, has)
			}
		}
	}
	if groups < 20 {
		t.Errorf("only %d groups", groups)
	}
}
