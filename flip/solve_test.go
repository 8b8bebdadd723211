package flip

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/flip/internal/code"
	"fewest/flip/internal/lightest"
)

// flipCase is a line of testdata/flips.jsonl.
type flipCase struct {
	Name    string
	Rows    []string
	Mask    Mask
	Wrap    bool
	Colours int
	Presses int
}

func readLines[T any](t testing.TB, file string) []T {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []T
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		var line T
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
	return out
}

// parse reads a board of digits; '_' is a hole.
func parse(rows ...string) *board.Board {
	b := board.New(len(rows), len(rows[0]))
	for i, ch := range []byte(strings.Join(rows, "")) {
		b.Cells[i] = ch - '0'
		if ch == '_' {
			b.Cells[i] = board.Hole
		}
	}
	return b
}

// checkAnswer checks what an answer claims, apart from being the fewest.
func checkAnswer(t *testing.T, p *Puzzle, b *board.Board, a Answer) {
	t.Helper()
	switch a.Status {
	case answer.Optimal, answer.Bounded:
		if a.Moves == answer.Unknown {
			return
		}
		if err := p.Verify(b, a.Plan); err != nil || Presses(a.Plan) != a.Moves {
			t.Errorf("plan of %d presses, said to be %d: %v", Presses(a.Plan), a.Moves, err)
		}
		if a.LowerBound > a.Moves || (a.Status == answer.Optimal) != (a.LowerBound == a.Moves) {
			t.Errorf("%v with bounds %d..%d", a.Status, a.LowerBound, a.Moves)
		}
	case answer.Impossible:
		weights := make([]int, len(b.Cells))
		sum := 0
		for _, c := range a.Cells {
			at := c[0]*b.Cols + c[1]
			if b.Cells[at] == board.Hole {
				t.Errorf("a reason with a hole")
			}
			weights[at] = c[2]
			sum += c[2] * int(b.Cells[at])
		}
		if sum%p.Colours == 0 {
			t.Errorf("the reason's sum is right")
		}
		for button := range p.moves.count() {
			if !p.moves.is(button) {
				continue
			}
			press := p.moves.press(button, 1)
			after, err := p.Replay(p.Board(), []Press{press})
			if err != nil {
				t.Fatal(err)
			}
			change := 0
			for i, w := range weights {
				change += w * int(after.Cells[i]) * min(1, w)
			}
			if change%p.Colours != 0 {
				t.Errorf("%v changes the reason's sum", press)
			}
		}
	}
}

func TestCases(t *testing.T) {
	for _, c := range readLines[flipCase](t, "testdata/flips.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			b := parse(c.Rows...)
			p, err := ForBoard(Spec{Mask: c.Mask, Wrap: c.Wrap, Colours: c.Colours}, b)
			if err != nil {
				t.Fatal(err)
			}
			a, err := Solve(t.Context(), p, b, Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkAnswer(t, p, b, a)
			want := answer.Optimal
			if c.Presses < 0 {
				want = answer.Impossible
			}
			if a.Status != want || want == answer.Optimal && a.Moves != c.Presses {
				t.Errorf("%v with %s presses, want %d", a.Status, a.Short(), c.Presses)
			}
		})
	}
}

// randomSpec returns a small puzzle of any kind with at most limit boards.
func randomSpec(rng *rand.Rand, limit int) Spec {
	for {
		spec := Spec{Rows: 1 + rng.IntN(7), Cols: 1 + rng.IntN(7), Colours: 2 + rng.IntN(5), Wrap: rng.IntN(2) == 0}
		if rng.IntN(2) == 0 {
			spec.Colours = 2
		}
		n := spec.Rows * spec.Cols
		if rng.IntN(3) == 0 {
			spec.Holes = make([]bool, n)
			for i := range spec.Holes {
				spec.Holes[i] = rng.IntN(4) == 0
			}
		}
		boards := 1
		for i := 0; i < n && boards <= limit; i++ {
			if spec.Holes == nil || !spec.Holes[i] {
				boards *= spec.Colours
			}
		}
		if boards > limit {
			continue
		}
		switch kind := rng.IntN(len(Masks) + 2); kind {
		case len(Masks):
			spec.Mask = Pattern
			h, w := 1+rng.IntN(3), 1+rng.IntN(3)
			at := rng.IntN(h * w)
			for r := range h {
				row := make([]byte, w)
				for c := range row {
					row[c] = "001213"[rng.IntN(6)]
					if r*w+c == at {
						row[c] = "xX"[rng.IntN(2)]
					}
				}
				spec.Pattern = append(spec.Pattern, string(row))
			}
		case len(Masks) + 1:
			spec.Mask = Buttons
			spec.Buttons = map[string][][3]int{}
			for i := range 1 + rng.IntN(n+3) {
				var cells [][3]int
				for range rng.IntN(5) {
					cells = append(cells, [3]int{rng.IntN(spec.Rows), rng.IntN(spec.Cols), rng.IntN(7)})
				}
				spec.Buttons[fmt.Sprint("b", i)] = cells
			}
		default:
			spec.Mask = Masks[kind]
		}
		return spec
	}
}

// randomBoard returns a board of the puzzle with random states, or, half the
// time, one made by random presses.
func randomBoard(rng *rand.Rand, p *Puzzle) *board.Board {
	b := p.Board()
	if rng.IntN(2) == 0 {
		times := make([]uint8, p.moves.count())
		for i := range times {
			if p.moves.is(i) {
				times[i] = uint8(rng.IntN(p.Colours))
			}
		}
		b, _ = p.Replay(b, p.plan(times))
		return b
	}
	for i := range b.Cells {
		if b.Cells[i] != board.Hole {
			b.Cells[i] = uint8(rng.IntN(p.Colours))
		}
	}
	return b
}

// TestAgreesWithBFS solves random boards of random puzzles both ways. With
// FEWEST_SWEEP=1 it is ten thousand boards of up to a million boards a puzzle.
func TestAgreesWithBFS(t *testing.T) {
	puzzles, each, limit := 400, 5, 20_000
	if os.Getenv("FEWEST_SWEEP") != "" {
		puzzles, each, limit = 5000, 2, 1_000_000
	}
	rng := rand.New(rand.NewPCG(7, 7))
	solvable, impossible := 0, 0
	for range puzzles {
		p, err := New(randomSpec(rng, limit))
		if err != nil {
			t.Fatal(err)
		}
		table, err := backwards(t.Context(), p, 1<<40)
		if err != nil {
			t.Fatal(err)
		}
		for range each {
			b := randomBoard(rng, p)
			a, err := Solve(t.Context(), p, b, Options{})
			if err != nil {
				t.Fatalf("%+v: %v", p.Spec, err)
			}
			checkAnswer(t, p, b, a)
			d := table.distance[table.index(b)]
			if d == unreached {
				impossible++
			} else {
				solvable++
			}
			switch {
			case d == unreached && a.Status != answer.Impossible,
				d != unreached && (a.Status != answer.Optimal || a.Moves != int(d)):
				t.Fatalf("%+v board %v: %v, %s presses; breadth-first search: %d", p.Spec, b.Cells, a.Status, a.Short(), int(d))
			}
		}
	}
	t.Logf("%d solvable, %d unsolvable boards", solvable, impossible)
}

// TestWeighAll solves boards by weighing all words of the kernel, as if branch and
// bound hadn't ended.
func TestWeighAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 7))
	weighed := 0
	for range 150 {
		p, err := New(randomSpec(rng, 5000))
		if err != nil {
			t.Fatal(err)
		}
		table, err := backwards(t.Context(), p, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Random(p, rng.Uint64(), 0)
		if err != nil {
			t.Fatal(err)
		}
		sol, err := newSystem(t.Context(), p).solve(t.Context(), b, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		times, columns, err := sol.expand(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		s := &solver{p: p, b: b, opt: Options{MemoryLimit: 1 << 30}}
		word := lightest.Word{Values: times}
		if !s.weighAll(t.Context(), &code.Code{K: p.grid.colours, Orders: sol.Orders, Columns: columns}, &word) {
			continue
		}
		weighed++
		if want := int64(table.distance[table.index(b)]); word.Weight != want || p.Verify(b, p.plan(word.Values)) != nil {
			t.Fatalf("%+v board %v: %d presses, want %d: %v", p.Spec, b.Cells, word.Weight, want, p.Verify(b, p.plan(word.Values)))
		}
	}
	if weighed < 100 {
		t.Errorf("%d boards of 150", weighed)
	}
}

func TestMethodsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 300 {
		p, err := New(Spec{Rows: 1 + rng.IntN(4), Cols: 1 + rng.IntN(4), Mask: Cross})
		if err != nil {
			t.Fatal(err)
		}
		b := randomBoard(rng, p)
		var short []string
		for _, method := range Methods {
			a, err := Solve(t.Context(), p, b, Options{Method: method})
			if err != nil {
				t.Fatal(err)
			}
			checkAnswer(t, p, b, a)
			short = append(short, a.Short())
		}
		for _, s := range short {
			if s != short[0] {
				t.Fatalf("%d x %d %v: %v", p.Rows, p.Cols, b.Cells, short)
			}
		}
	}
}

// TestLimits gives hard boards no time: an answer comes soon and is true.
func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, spec := range []Spec{
		{Rows: 61, Cols: 61, Mask: Plus},
		{Rows: 35, Cols: 35, Mask: Cross},
		{Rows: 40, Cols: 40, Mask: Cross, Colours: 3},
		{Rows: 30, Cols: 30, Mask: King, Colours: 6},
		{Rows: 200, Cols: 200, Mask: Neighbours},
	} {
		p, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		times := make([]uint8, p.moves.count())
		for i := range times {
			times[i] = uint8(rng.IntN(p.Colours))
		}
		b, err := p.Replay(p.Board(), p.plan(times))
		if err != nil {
			t.Fatal(err)
		}
		for _, limit := range []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			start := time.Now()
			a, err := Solve(ctx, p, b, Options{})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			checkAnswer(t, p, b, a)
			if a.Status == answer.Impossible {
				t.Errorf("%+v: impossible", spec)
			}
			t.Logf("%d x %d %s k=%d limit %v: %s in %v", p.Rows, p.Cols, p.Mask, p.Colours, limit, a.Short(), time.Since(start).Round(time.Millisecond))
		}
	}
}
