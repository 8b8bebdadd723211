package perm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fewest/answer"
	"fewest/space/census"
)

func mustRead(t *testing.T, text string) *Puzzle {
	t.Helper()
	p, err := Read([]byte(text), "test.tws")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// TestKnownTables: files in both ways to count, counted.
func TestKnownTables(t *testing.T) {
	for name, c := range map[string]struct {
		puzzle  *Puzzle
		options Options
		layers  []uint64
	}{
		"pocket cube, half turns (A079761)": {pocketCube(), Options{Moves: []string{"U", "R", "F"}},
			[]uint64{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644}},
		"pocket cube, quarter turns (A079762)": {pocketCube(), Options{Moves: []string{"U", "R", "F"}, Metric: QuarterTurn},
			[]uint64{1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276}},
		"skewb (A079745)": {skewb(), Options{},
			[]uint64{1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90}},
	} {
		for _, zero := range []bool{false, true} {
			p := mustRead(t, text(c.puzzle, zero))
			d, err := Census(t.Context(), p, CensusOptions{Options: c.options})
			if err != nil || !d.Exact() || fmt.Sprint(d.Counts) != fmt.Sprint(c.layers) {
				t.Errorf("%s: %v\n got %v\nwant %v", name, err, d.Counts, c.layers)
			}
		}
	}
}

// plain counts by the textbook's search over states, without numbers.
func plain(p *Puzzle, turns []Move) (layers []uint64) {
	key := func(s State) string {
		var b strings.Builder
		for _, a := range s {
			b.Write(a.Piece)
			b.Write(a.Twist)
		}
		return b.String()
	}
	dist := map[string]int{key(p.Solved()): 0}
	for queue := []State{p.Solved()}; len(queue) > 0; queue = queue[1:] {
		d := dist[key(queue[0])]
		if d == len(layers) {
			layers = append(layers, 0)
		}
		layers[d]++
		for _, m := range turns {
			next := p.Apply(queue[0], m)
			if _, seen := dist[key(next)]; !seen && p.Legal(next) {
				dist[key(next)] = d + 1
				queue = append(queue, next)
			}
		}
	}
	return layers
}

// TestRandomPuzzles compares counts with the textbook's search: identical
// pieces, twists of any kind, several orbits; and solves states.
func TestRandomPuzzles(t *testing.T) {
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := mustRead(t, text(randomPuzzle(r), seed%2 == 0))
		turns, err := p.Turns(Metric(r.IntN(2)))
		if err != nil {
			t.Fatal(err)
		}
		want := plain(p, turns)
		s, err := NewSpace(t.Context(), p, turns)
		if err != nil {
			t.Fatal(err)
		}
		distances := census.NewDistances(s.Size())
		table, err := census.Count(t.Context(), s, census.Options{Record: distances.Record})
		if err != nil || !slices.Equal(table.Layers, want) {
			t.Fatalf("seed %d: %v\n got %v\nwant %v", seed, err, table.Layers, want)
		}
		for range 5 {
			n := r.Uint64N(s.Size())
			state := s.State(n)
			if back, err := s.Rank(state); err != nil || back != n {
				t.Fatalf("seed %d: state %d is %v, which is state %d, %v", seed, n, state, back, err)
			}
			a, err := Solve(t.Context(), p, state, Options{Metric: QuarterTurn})
			if err != nil {
				t.Fatal(err)
			}
			reached := distances[n] != 255 // from solved; turns come with their opposites
			if (a.Status == answer.Optimal) != reached || (a.Status == answer.Impossible) == reached {
				t.Fatalf("seed %d: state %d at %d: %+v", seed, n, distances[n], a)
			}
		}
	}
}

func randomPuzzle(r *rand.Rand) *Puzzle {
	p := &Puzzle{Name: "random"}
	for i := range r.IntN(2) + 1 {
		o := orbit(string(rune('A'+i)), r.IntN(4)+2, r.IntN(3)+1)
		for k := range o.Solved.Piece { // some alike
			o.Solved.Piece[k] = uint8(r.IntN(k/2 + 1))
			o.Solved.Twist[k] = uint8(r.IntN(o.Twists))
		}
		o.setSolved(o.Solved.Piece, o.Solved.Twist, nil)
		p.Orbits = append(p.Orbits, o)
	}
	for i := range r.IntN(2) + 1 {
		m := Move{Name: string(rune('a' + i))}
		for _, o := range p.Orbits {
			n := len(o.Solved.Piece)
			t := Turn{make([]uint8, n), make([]uint8, n)}
			for k, f := range r.Perm(n) {
				t.From[k] = uint8(f)
				if r.IntN(2) == 0 {
					t.Twist[k] = uint8(r.IntN(o.Twists))
				}
			}
			m.Turns = append(m.Turns, t)
		}
		p.Moves = append(p.Moves, m)
	}
	return p
}

// TestSolve solves random states of the pocket cube and checks the lengths.
func TestSolve(t *testing.T) {
	p := pocketCube()
	o := Options{Moves: []string{"U", "R", "F"}}
	turns, err := p.Turns(o.Metric, o.Moves...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSpace(t.Context(), p, turns)
	if err != nil {
		t.Fatal(err)
	}
	d := census.NewDistances(s.Size())
	if _, err := census.Count(t.Context(), s, census.Options{Record: d.Record}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 4 {
		n := r.Uint64N(s.Size())
		o.MaxBytes = []int64{0, 1 << 20}[i%2] // the whole puzzle as a pattern, or parts
		a, err := Solve(t.Context(), p, s.State(n), o)
		if err != nil || a.Status != answer.Optimal || a.Moves != int(d[n]) || len(a.Plan) != a.Moves {
			t.Errorf("state %d at %d: %+v %v", n, d[n], a, err)
		}
		if m, err := p.Sequence(strings.Join(a.Plan, " ")); err != nil || !p.Apply(s.State(n), m).Equal(p.Solved()) {
			t.Errorf("the plan %v doesn't solve state %d: %v", a.Plan, n, err)
		}
	}
}

func TestImpossible(t *testing.T) {
	p := pocketCube()
	o := Options{Moves: []string{"U", "R", "F"}}
	for name, c := range map[string]struct {
		change func(State)
		reason string
	}{
		"one corner twisted":  {func(s State) { s[0].Twist[7] = 1 }, "add up to 1"},
		"the held corner":     {func(s State) { s[0].Piece[0], s[0].Piece[7] = s[0].Piece[7], s[0].Piece[0] }, "no move brings another piece to place 1"},
		"a piece twice":       {func(s State) { s[0].Piece[7] = s[0].Piece[6] }, "not as many"},
		"a twist too large":   {func(s State) { s[0].Twist[7] = 3 }, "twist 3"},
		"the held corner too": {func(s State) { s[0].Twist[0] = 1 }, "no move twists what lies in place 1"},
	} {
		s := p.Solved()
		c.change(s)
		a, err := Solve(t.Context(), p, s, o)
		if err != nil || a.Status != answer.Impossible || !strings.Contains(a.Reason, c.reason) {
			t.Errorf("%s: %+v %v, want %q", name, a, err, c.reason)
		}
	}
	// The skewb's centres take even orders only, and an odd one is seen.
	s := skewb().Solved()
	s[1].Piece[0], s[1].Piece[1] = 1, 0
	a, err := Solve(t.Context(), skewb(), s, Options{})
	if err != nil || a.Status != answer.Impossible || !strings.Contains(a.Reason, "odd") {
		t.Errorf("skewb: %+v %v", a, err)
	}
}

func TestParityOverOrbits(t *testing.T) {
	// Each turn makes one exchange in A and one in B.
	p := mustRead(t, "Name two\nSet A 3 1\nSet B 3 1\nSolved\nEnd\nMove a\nA\n2 1 3\nB\n2 1 3\nEnd\nMove b\nA\n1 3 2\nB\n1 3 2\nEnd\nMove c\nA\n2 3 1\nEnd\n")
	s := p.Solved()
	s[0].Piece[0], s[0].Piece[1] = 1, 0
	a, err := Solve(t.Context(), p, s, Options{})
	if err != nil || a.Status != answer.Impossible || a.Proof != "invariant" {
		t.Errorf("%+v %v", a, err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	p := wholeCube()
	m, err := p.Sequence("U R F U2 R' F U R2 F' U R D L2 B' D2 L B")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Solve(ctx, p, p.Apply(p.Solved(), m), Options{MaxBytes: 1000})
	if err != nil || a.Status != answer.Bounded || a.Moves != answer.Unknown {
		t.Errorf("%+v %v", a, err)
	}
}

func TestSequence(t *testing.T) {
	p := pocketCube()
	for text, same := range map[string]string{
		"":               "U U'",
		"U2":             "U U",
		"U2'":            "U' U'",
		"U3":             "U'",
		"(R U)3'":        "U' R' U' R' U' R'",
		"[R: U]":         "R U R'",
		"[R, U]":         "R U R' U'",
		"[R U: [F, R]2]": "R U F R F' R' F R F' R' U' R'",
		" R.U\tF\n":      "R U F",
	} {
		a, err := p.Sequence(text)
		b, err2 := p.Sequence(same)
		if err != nil || err2 != nil || a.key() != b.key() {
			t.Errorf("%q isn't %q: %v %v", text, same, err, err2)
		}
	}
	for text, complaint := range map[string]string{
		"R X": `no move "X"`, "R)": "expected a move", "(R": "expected )", "[R U]": "expected : or ,", "[R: U": "expected ]",
		"U99999": "more than", strings.Repeat("(", 200): "deep", "Ux": `no move "Ux"`, "U'2": "isn't a number",
	} {
		if _, err := p.Sequence(text); err == nil || !strings.Contains(err.Error(), complaint) {
			t.Errorf("%q: %v, want %q", text, err, complaint)
		}
	}
}

// kpuzzleText writes the pocket cube as KPuzzle JSON: one face, the rotations,
// and the other faces as conjugates.
func kpuzzleText(old bool) string {
	p := pocketCube()
	type any = map[string]interface{}
	delta, orbits, start, derived := "orientationDelta", interface{}([]any{{"orbitName": "CORNERS", "numPieces": 8, "numOrientations": 3}}), "defaultPattern", "derivedMoves"
	if old {
		delta, orbits, start, derived = "orientation", any{"CORNERS": any{"numPieces": 8, "numOrientations": 3}}, "startStateData", "experimentalDerivedMoves"
	}
	ints := func(list []uint8) (out []int) {
		for _, v := range list {
			out = append(out, int(v))
		}
		return out
	}
	move := func(t Turn) any {
		return any{"CORNERS": any{"permutation": ints(t.From), delta: ints(t.Twist)}}
	}
	data, err := json.MarshalIndent(any{
		"name": "2x2x2", "orbits": orbits,
		start: any{"CORNERS": any{"pieces": []int{0, 1, 2, 3, 4, 5, 6, 7}, "orientation": make([]int, 8)}},
		"moves": any{
			"U": move(p.Moves[0].Turns[0]),
			"x": move(cornerTurn(quarterX, everything)),
			"y": move(cornerTurn(quarterY, everything)),
		},
		derived: any{"z": "[x: y]", "R": "[y: U]", "F": "[x: U]", "Uv": "z"},
	}, "", " ")
	if err != nil {
		panic(err)
	}
	return string(data)
}

func TestKPuzzle(t *testing.T) {
	for _, old := range []bool{false, true} {
		p, err := Read([]byte(kpuzzleText(old)), "pocket.json")
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != "2x2x2" || len(p.Moves) != 3 || len(p.Rotations) != 4 {
			t.Errorf("%s: %d moves, %d rotations", p.Name, len(p.Moves), len(p.Rotations))
		}
		d, err := Census(t.Context(), p, CensusOptions{Options: Options{Metric: QuarterTurn}})
		if err != nil || d.Lower != 14 || d.Solvable.Int64() != 3_674_160 {
			t.Errorf("%v %v", d.Counts, err)
		}
	}
}

// TestErrors: what is wrong, and in which line.
func TestErrors(t *testing.T) {
	head := "Name a\nSet A 3 2\nSolved\nA\n1 2 3\n0 0 0\nEnd\n" // 7 lines
	for text, complaint := range map[string]string{
		"":                                 "x: no set",
		"Name\n":                           "x:1: Name is followed by a name",
		"Name a\nSet A 3\n":                "x:2: Set is followed by",
		"Set A 300 1\n":                    "x:1: a set has 1 to 255",
		"Set A 3 200\n":                    "x:1: a piece lies in 1 to 127",
		"Set A 3 1\nSet A 3 1":             "x:2: set \"A\" comes twice",
		"Set A 3 1\n":                      "x: no solved state",
		"Solved\nEnd\n":                    "x:1: the solved state comes before",
		"Set A 3 1\nSolved\nA\n":           `x:2: "Solved" has no End`,
		"Set A 3 1\nSolved\nB\n":           `x:3: "B" isn't the name of a set`,
		"Set A 3 1\nSolved\nA\n1 2\nEnd":   "x:4: 2 numbers for the 3 places",
		"Set A 3 1\nSolved\nA\n1 2 0\nEnd": `x:4: "0" where a number from 1`,
		"Set A 3 2\nSolved\nA\n1 2 3\n0 0 2\nEnd": "x:5: twist 2",
		head:                                     "x: no moves",
		head + "Move m\nA\n1 2 2\nEnd":           "x:10: not an order",
		head + "Move m\nA\n1 3 2\n0 1 2\nEnd":    "x:11: twist 2",
		head + "Move m\nA\nEnd":                  "x:10: set A has no line",
		head + "Move m\n1 2 3\nEnd":              "x:9: numbers before",
		head + "Move m\nA\n1 2 3\nA\n1 2 3\nEnd": "x:11: set A comes twice",
		head + "Move m\nEnd\nMove m\nEnd":        "x:10: move \"m\" comes twice",
		head + "Illegal A 1\n":                   "x:8: Illegal is followed by",
		head + "Illegal B 1 2\n":                 "x:8: \"B\" isn't the name of a set",
		head + "Illegal A 4 2\n":                 "x:8: set A has places 1 to 3",
		head + "Illegal A 1 4\n":                 "x:8: set A has no piece",
		head + "Illegal A 1 1\n":                 "x:8: the solved state is illegal",
		head + "ForbiddenPairs A B\n":            "x:8: ForbiddenPairs isn't supported",
		head + "# fine\n\nHello\n":               `x:10: "Hello" begins no line`,
		head + "Move m\nEnd\nMoveAlias n k\n":    `x:10: MoveAlias n: no move "k"`,
		"{":                                      "x:1: the file ends too early",
		"{\n\"orbits\": [\n}":                    "x:3: ",
		`{"name": "n"}`:                          `x: no "orbits"`,
		"{\"orbits\": [{\"orbitName\": \"A\",\n\"numPieces\": 0, \"numOrientations\": 1}]}":                                                                                                          "x:2: numPieces is a whole number from 1",
		`{"orbits": {"A": {"numPieces": 2, "numOrientations": 1}}}`:                                                                                                                                  `x: no "defaultPattern"`,
		"{\"orbits\": {\"A\": {\"numPieces\": 2, \"numOrientations\": 1}},\n\"defaultPattern\": {\"A\": {\"pieces\": [0, 1, 2]}}}":                                                                   "x:2: pieces is a list of 2",
		"{\"orbits\": {\"A\": {\"numPieces\": 2, \"numOrientations\": 1}},\n\"defaultPattern\": {\"A\": {\"pieces\": [0, 1]}},\n\"moves\": {\n\"m\": {\"A\": {\"permutation\": [0, 0]}}}}":           "x:4: move m: not an order",
		"{\"orbits\": {\"A\": {\"numPieces\": 2, \"numOrientations\": 1}},\n\"defaultPattern\": {\"A\": {\"pieces\": [0, 1]}},\n\"moves\": {},\n\"derivedMoves\": {\n\"a\": \"b\", \"b\": \"a\"}}":   "x:5: derived move a depends on itself",
		"{\"orbits\": {\"A\": {\"numPieces\": 2, \"numOrientations\": 2}},\n\"defaultPattern\": {\"A\": {\"pieces\": [0, 1], \"orientation\": [0, 0], \"orientationMod\": [3, 0]}},\n\"moves\": {}}": "x:2: orientationMod 3 doesn't divide",
	} {
		_, err := Read([]byte(text), "x")
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), complaint) {
			t.Errorf("%q:\n got %v\nwant %q", text, err, complaint)
		}
	}
}

func TestTooLarge(t *testing.T) {
	numbers := func(first, n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", min(i, 1)))
			b.WriteString([]string{"", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"}[(i+first-1)%n+1])
		}
		return b.String()
	}
	p := mustRead(t, "Name l\nSet EDGES 13 1\nSolved\nEnd\nMove m\nEDGES\n"+numbers(2, 13)+"\nEnd\n")
	turns, err := p.Turns(AnyTurn)
	if err != nil || len(turns) != 12 {
		t.Fatalf("%d turns, %v", len(turns), err)
	}
	if _, err := NewSpace(t.Context(), p, turns); err == nil || !strings.Contains(err.Error(), "EDGES") {
		t.Errorf("13! orders: %v", err)
	}
	if _, err := p.Turns(AnyTurn, "q"); err == nil || !strings.Contains(err.Error(), `no move "q"; there are m`) {
		t.Errorf("a move that isn't there: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(text(skewb(), false)))
	f.Add([]byte(text(pocketCube(), true)))
	f.Add([]byte(kpuzzleText(false)))
	f.Add([]byte(kpuzzleText(true)))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(data, "fuzz")
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		for _, m := range p.Moves {
			p.Apply(p.Solved(), m)
		}
	})
}

// TestCensus: farthest states lie where the scramble leads, as far as it is
// long; on disk, in two goes, the counts are the same.
func TestCensus(t *testing.T) {
	o := CensusOptions{Options: Options{Moves: []string{"U", "R"}}, Max: 3}
	p := pocketCube()
	d, err := Census(t.Context(), p, o)
	if err != nil || !d.Exact() || len(d.Boards) != 3 {
		t.Fatalf("%+v %v", d, err)
	}
	for _, far := range d.Boards {
		state, err := p.ReadPattern(far.Pattern)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Sequence(strings.Join(far.Scramble, " "))
		if err != nil || len(far.Scramble) != d.Lower || !p.Apply(p.Solved(), m).Equal(state) {
			t.Errorf("%v doesn't lead to %s: %v", far.Scramble, far.Pattern, err)
		}
		a, err := Solve(t.Context(), p, state, o.Options)
		if err != nil || a.Status != answer.Optimal || a.Moves != d.Lower {
			t.Errorf("%v: %+v %v", far.Scramble, a, err)
		}
	}
	o.Disk, o.MaxDistance = t.TempDir(), 4
	first, err := Census(t.Context(), p, o)
	if err != nil || first.Stop.Cause != answer.OwnLimit || fmt.Sprint(first.Counts) != fmt.Sprint(d.Counts[:5]) || first.Boards != nil {
		t.Errorf("%+v %v", first, err)
	}
	if _, err := Census(t.Context(), p, o); err == nil {
		t.Error("a directory that holds a census was taken for a new one")
	}
	o.Resume, o.MaxDistance = true, 0
	second, err := Census(t.Context(), p, o)
	if err != nil || !second.Exact() || fmt.Sprint(second.Counts) != fmt.Sprint(d.Counts) || string(second.Boards[0].Pattern) != string(d.Boards[0].Pattern) {
		t.Errorf("%+v %v", second, err)
	}
}

func TestPattern(t *testing.T) {
	p := skewb()
	m, err := p.Sequence("A B C' D")
	if err != nil {
		t.Fatal(err)
	}
	s := p.Apply(p.Solved(), m)
	if back, err := p.ReadPattern([]byte(p.Pattern(s))); err != nil || !back.Equal(s) {
		t.Errorf("%s: %v %v", p.Pattern(s), back, err)
	}
	if s, err := p.ReadPattern([]byte(`{"CENTERS": {"pieces": [0, 1, 2, 3, 4, 5]}}`)); err != nil || !s.Equal(p.Solved()) {
		t.Errorf("%v %v", s, err)
	}
	for text, complaint := range map[string]string{
		"[1]":                          "a pattern is written",
		`{"EDGES": {}}`:                `no orbit "EDGES"`,
		`{"CENTERS": {"pieces": [1]}}`: "pieces of CENTERS: found 1 numbers, expected one for each of its 6 places",
		`{"CENTERS": {"pieces": [0, 1, 2, 3, 4, 999]}}`:                                              "found 999, expected",
		`{"CORNERS": {"pieces": [0, 1, 2, 3, 4, 5, 6, 7], "orientation": [0, 0, 0, 0, 0, 0, 0, 3]}}`: "orientation of CORNERS: found 3",
	} {
		if _, err := p.ReadPattern([]byte(text)); err == nil || !strings.Contains(err.Error(), complaint) {
			t.Errorf("%s: %v, want %q", text, err, complaint)
		}
	}
}

// FuzzReadPattern: a pattern that can be read either has a number, and that
// number's state is the same again, or there's a reason why it has none.
func FuzzReadPattern(f *testing.F) {
	p := skewb()
	turns, err := p.Turns(AnyTurn)
	if err != nil {
		f.Fatal(err)
	}
	s, err := NewSpace(f.Context(), p, turns)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(p.Pattern(p.Solved())))
	f.Add([]byte(p.Pattern(s.State(12345))))
	f.Add([]byte(`{"CENTERS": {"pieces": [0, 1, 2, 3, 4, 4]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		state, err := p.ReadPattern(text)
		if err != nil {
			return
		}
		if n, err := s.Rank(state); err == nil && !s.State(n).Equal(state) {
			t.Errorf("%v has number %d, which is %v", state, n, s.State(n))
		}
	})
}
