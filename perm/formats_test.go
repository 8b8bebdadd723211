package perm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fewest/answer"
)

// TestMoveSequence: a sequence is a move of its own, an alias another name.
func TestMoveSequence(t *testing.T) {
	p := mustRead(t, `Set A 3 1
Solved
A
1 2 3
End
Move a
A
2 1 3
End
Move Fv
A
3 2 1
End
MoveSequence b Fv a Fv
MoveAlias c a
`)
	d, err := Census(t.Context(), p, CensusOptions{})
	if err != nil || fmt.Sprint(d.Counts) != "[1 2 2 1]" {
		t.Errorf("%v %v", d.Counts, err)
	}
	m, err := p.Sequence("b")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Solve(t.Context(), p, p.Apply(p.Solved(), m), Options{})
	if err != nil || a.Status != answer.Optimal || a.Moves != 1 || a.Plan[0] != "b" {
		t.Errorf("%+v %v", a, err)
	}
}

// TestForms: what the two forms may say of twists, and what scrambles may have.
func TestForms(t *testing.T) {
	tws := mustRead(t, "Set A 3 4\nSolved\nA\n1 2 3\n0 ? 1\nEnd\nMove m\nA\n2 3 1\n-1 0 1\nEnd\nIllegal A 1 2\n")
	if o := tws.Orbits[0]; !slices.Equal(o.Modulus, []int{4, 1, 4}) || !slices.Equal(o.Solved.Twist, []uint8{0, 0, 1}) {
		t.Errorf("%+v", o)
	}
	if turn := tws.Moves[0].Turns[0]; !slices.Equal(turn.Twist, []uint8{0, 1, 3}) {
		t.Errorf("%+v", turn)
	}
	if want := []Illegal{{0, 0, 1}}; !slices.Equal(tws.Illegal, want) {
		t.Errorf("%v", tws.Illegal)
	}
	k, err := Read([]byte(`{"name": "k", "orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 4}],
		"defaultPattern": {"patternData": {"A": {"pieces": [0, 0, 1], "orientation": [0, 3, 0], "orientationMod": [0, 1, 2]}}},
		"moves": {"m": {"A": {"permutation": [1, 2, 0], "orientationDelta": [-1, 0, 1]}, "B": {"permutation": [0], "orientationDelta": [0]}}}}`), "k")
	if err != nil {
		t.Fatal(err)
	}
	// The alike pieces are told apart by how their twists matter.
	if o := k.Orbits[0]; !slices.Equal(o.Solved.Piece, []uint8{1, 0, 2}) || !slices.Equal(o.Modulus, []int{1, 4, 2}) || !slices.Equal(o.Solved.Twist, []uint8{0, 0, 0}) {
		t.Errorf("%+v", o)
	}
	p := pocketCube()
	for text, same := range map[string]string{"R\u2019 U // a comment\nF": "R' U F", "R\u2032": "R'"} {
		a, err := p.Sequence(text)
		b, err2 := p.Sequence(same)
		if err != nil || err2 != nil || a.key() != b.key() {
			t.Errorf("%q isn't %q: %v %v", text, same, err, err2)
		}
	}
	for given, want := range map[string]string{"U2,R": "U2 R R2 R'", "U',R2": "U' U R2"} {
		turns, err := p.Turns(AnyTurn, strings.Split(given, ",")...)
		if err != nil || strings.Join(names(turns), " ") != want {
			t.Errorf("%s: %v %v", given, names(turns), err)
		}
	}
	if turns, err := p.Turns(OneWay, "U", "R"); err != nil || strings.Join(names(turns), " ") != "U R" {
		t.Errorf("one way: %v %v", names(turns), err)
	}
}

// TestHashedCensus compares the census in hash tables with the textbook's search:
// alike pieces, twists that matter for some, forbidden places, one-way moves.
func TestHashedCensus(t *testing.T) {
	for seed := range uint64(250) {
		r := rand.New(rand.NewPCG(seed, 9))
		p, metric := wilder(r), Metric(r.IntN(3))
		turns, err := p.Turns(metric)
		if err != nil {
			t.Fatal(err)
		}
		backwards := turns
		if metric == OneWay { // counted by the moves that solve
			backwards = nil
			for _, m := range turns {
				backwards = append(backwards, p.inverse(m))
			}
		}
		want := plain(p, backwards)
		d := Distances{}
		if err := measureHashed(t.Context(), p, backwards, &d, &CensusOptions{Max: 2}); err != nil || fmt.Sprint(d.Counts) != fmt.Sprint(want) {
			t.Fatalf("seed %d: %v\n got %v\nwant %v", seed, err, d.Counts, want)
		}
		whole, err := Census(t.Context(), p, CensusOptions{Options: Options{Metric: metric}, Max: 1})
		if err != nil || fmt.Sprint(whole.Counts) != fmt.Sprint(want) {
			t.Fatalf("seed %d: %v\n got %v\nwant %v", seed, err, whole.Counts, want)
		}
		for _, far := range d.Boards {
			if _, err := p.ReadPattern(far.Pattern); err != nil {
				t.Fatalf("seed %d: %s: %v", seed, far.Pattern, err)
			}
		}
	}
}

// wilder is a random puzzle with whatever there may be.
func wilder(r *rand.Rand) *Puzzle {
	p := randomPuzzle(r)
	for i := range p.Orbits {
		o := &p.Orbits[i]
		if r.IntN(2) == 0 && o.Twists > 1 {
			mods := make([]int, len(o.Solved.Piece))
			for k := range mods {
				mods[k] = []int{1, o.Twists}[r.IntN(2)]
			}
			if what := o.setSolved(o.Solved.Piece, o.Solved.Twist, mods); what != "" {
				panic(what)
			}
		}
		for range r.IntN(3) {
			no := Illegal{i, r.IntN(len(o.Solved.Piece)), int(o.Solved.Piece[r.IntN(len(o.Solved.Piece))])}
			if p.Illegal = append(p.Illegal, no); !p.Legal(p.Solved()) {
				p.Illegal = p.Illegal[:len(p.Illegal)-1]
			}
		}
	}
	return p
}

// TestScramble: scrambles are the same for the same seed, solvable in no more moves
// than they have, and a plan is told from none.
func TestScramble(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 13))
		p := wilder(r)
		o := Options{Metric: Metric(r.IntN(2))}
		scramble, err := Scramble(p, o, 4, seed)
		if err != nil {
			continue // no move is possible
		}
		again, err := Scramble(p, o, 4, seed)
		if err != nil || !slices.Equal(scramble, again) || len(scramble) != 4 {
			t.Fatalf("seed %d: %v and %v, %v", seed, scramble, again, err)
		}
		at := p.Solved()
		for _, name := range scramble {
			m, err := p.Sequence(name)
			if err != nil {
				t.Fatal(err)
			}
			if at = p.Apply(at, m); !p.Legal(at) {
				t.Fatalf("seed %d: %v passes a state that may not be passed", seed, scramble)
			}
		}
		a, err := Solve(t.Context(), p, at, o)
		if err != nil || a.Status != answer.Optimal || a.Moves > 4 {
			t.Fatalf("seed %d: %v: %+v %v", seed, scramble, a, err)
		}
		if err := Verify(p, o.Metric, nil, at, a.Plan); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if a.Moves > 0 {
			if err := Verify(p, o.Metric, nil, at, a.Plan[1:]); err == nil {
				t.Fatalf("seed %d: a plan too short was taken", seed)
			}
		}
	}
}
