package floor

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/floor/internal/bound"
)

// check fails unless the answer is complete and agrees with the fewest swaps,
// -1 for a board that can't be done.
func check(t *testing.T, b *board.Board, a Answer, optimum int) {
	t.Helper()
	switch {
	case optimum < 0:
		if a.Status != answer.Impossible || a.Moves != answer.Unknown || a.Plan != nil || a.Reason == "" || a.Proof == "" {
			t.Fatalf("%s: %+v, want impossible", unparse(b), a)
		}
	case a.Status != answer.Optimal || a.Moves != optimum || a.LowerBound != optimum || len(a.Plan) != optimum || a.Proof == "" || a.Method == "":
		t.Fatalf("%s: %+v, want %d", unparse(b), a, optimum)
	default:
		if err := Verify(b, a.Plan); err != nil {
			t.Fatalf("%s: %v", unparse(b), err)
		}
	}
	if a.Puzzle != "floor" || a.Seconds < 0 {
		t.Fatalf("%s: puzzle %q, %g s", unparse(b), a.Puzzle, a.Seconds)
	}
}

// everyMethod solves a board with all methods that take it. At no moment may a
// bound be beyond the truth.
func everyMethod(t *testing.T, b *board.Board, optimum int) {
	t.Helper()
	for _, method := range Methods {
		a, err := Solve(t.Context(), b, Options{Method: method, Progress: func(p answer.Progress) {
			if optimum >= 0 && (p.Lower > optimum || p.Upper != answer.Unknown && p.Upper < optimum) {
				t.Errorf("%s, method %s, %s: %d..%d, want %d", unparse(b), method, p.Phase, p.Lower, p.Upper, optimum)
			}
		}})
		if (method == Row || method == Assignment) && err != nil {
			continue // not made for this board
		}
		if (method == Flow || method == Bidirectional) && a.Stop.Cause == answer.OwnLimit && a.LowerBound <= optimum && a.Moves >= optimum && Verify(b, a.Plan) == nil {
			continue // as far as it goes
		}
		if err != nil {
			t.Fatalf("%s, method %s: %v", unparse(b), method, err)
		}
		check(t, b, a, optimum)
	}
}

func TestMethodsAgreeWithPlainSearch(t *testing.T) {
	boards := 1000
	if long() {
		boards = 50_000
	}
	random := rand.New(rand.NewPCG(1, 0))
	for i := range boards {
		b := small(random)
		everyMethod(t, b, reference(b))
		b = shaped(random)
		everyMethod(t, b, reference(b))
		if (i+1)%1000 == 0 {
			t.Logf("%d boards", 2*(i+1))
		}
	}
}

func TestRowsAgreeWithPlainSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	used := 0
	for range 300 {
		n := 1 + random.IntN(10)
		b := board.New(1, n)
		if random.IntN(2) == 0 {
			b = board.New(n, 1)
		}
		colours := 2 + random.IntN(3)
		for i := range b.Cells {
			b.Cells[i] = uint8(random.IntN(colours))
		}
		a, err := Solve(t.Context(), b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		check(t, b, a, reference(b))
		if a.Method == "row" {
			used++
		}
	}
	if used < 100 {
		t.Errorf("the table was used for %d boards only", used)
	}
}

func TestHalvesAgreeWithPlainSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for range 100 {
		b := board.New(2+random.IntN(2), 2+random.IntN(3))
		n := len(b.Cells)
		for i := (n + 1) / 2; i < n; i++ {
			b.Cells[i] = uint8(1 + random.IntN(2))
		}
		random.Shuffle(n, func(i, j int) { b.Cells[i], b.Cells[j] = b.Cells[j], b.Cells[i] })
		a, err := Solve(t.Context(), b, Options{Method: Assignment})
		if err != nil {
			t.Fatal(err)
		}
		check(t, b, a, reference(b))
	}
}

// TestTwoColoursInAnyRoom: holes or not, each colour fills a class.
func TestTwoColoursInAnyRoom(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	solved := 0
	for range 300 {
		b := board.New(2+random.IntN(3), 2+random.IntN(3))
		for i := range b.Cells {
			if b.Cells[i] = uint8(i/b.Cols+i%b.Cols) % 2; random.IntN(4) == 0 {
				b.Cells[i] = board.Hole
			}
		}
		random.Shuffle(len(b.Cells), func(i, j int) {
			if b.Cells[i] != board.Hole && b.Cells[j] != board.Hole {
				b.Cells[i], b.Cells[j] = b.Cells[j], b.Cells[i]
			}
		})
		a, err := Solve(t.Context(), b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		check(t, b, a, reference(b))
		if strings.Contains(a.Method, string(Assignment)) {
			solved++
		}
	}
	if solved < 50 {
		t.Errorf("assignment was used for %d boards only", solved)
	}
	a, err := Solve(t.Context(), parse("..R./.RRR/.RRR/RRGG/.GGG/GGG."), Options{})
	if err != nil || a.Method != string(Assignment) || a.Status != answer.Optimal {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestPositions: a board turned, reflected, its colours renamed, is the same
// board to the solver, and its plan is mapped back.
func TestPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 0))
	for range 60 {
		b := board.New(1+random.IntN(5), 1+random.IntN(5))
		for i := range b.Cells {
			if b.Cells[i] = uint8(random.IntN(4)); random.IntN(6) == 0 {
				b.Cells[i] = board.Hole
			}
		}
		names := random.Perm(200)
		turned := b
		var first Answer
		for k := range 8 {
			if k > 0 {
				turned = turn(turned, k%4 == 0, names[:4])
			}
			for i, p := range pieces(turned) {
				for v, c := range p.colours {
					if turned.Cells[p.cells[v]] != p.names[c] {
						t.Fatalf("%s: piece %d has the wrong cells", unparse(turned), i)
					}
				}
			}
			a, err := Solve(t.Context(), turned, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if k == 0 {
				first = a
			}
			if a.LowerBound != first.LowerBound || a.Moves != first.Moves || a.Status != first.Status {
				t.Fatalf("%v: %d..%d, and %d..%d turned", b.Cells, first.LowerBound, first.Moves, a.LowerBound, a.Moves)
			}
		}
	}
	b := parse("AABCCACAACBCACACCABCBAACACACBA/AACABACAAAACBBAABCAABBABBBBCBA")
	want := withConflicts(b)[0]
	for k := range 8 {
		if b = turn(b, k%4 == 0, []int{7, 5, 6, 1}); !slices.Equal(withConflicts(b)[0].colours, want.colours) || !slices.Equal(withConflicts(b)[0].Edges, want.Edges) {
			t.Errorf("turned %d times it is another piece", k+1)
		}
	}
}

// turn turns a board by a quarter, or reflects it, and renames the colours that
// come first.
func turn(b *board.Board, reflect bool, names []int) *board.Board {
	after := board.New(b.Cols, b.Rows)
	if reflect {
		after = board.New(b.Rows, b.Cols)
	}
	code := map[uint8]uint8{board.Hole: board.Hole}
	for i, c := range b.Cells {
		if _, ok := code[c]; !ok {
			code[c] = uint8(names[len(code)-1])
		}
		r, q := i/b.Cols, i%b.Cols
		if reflect {
			after.Cells[r*b.Cols+b.Cols-1-q] = code[c]
		} else {
			after.Cells[q*after.Cols+after.Cols-1-r] = code[c]
		}
	}
	return after
}

// slow are boards that take more than a moment; they are left to the long run.
var slow = []string{"random-a-12x12-c3", "random-a-15x15-c3", "random-b-15x15-c3", "random-b-15x15-c4", "random-b-10x10-c3"}

func TestListedBoards(t *testing.T) {
	for _, c := range cases(t) {
		if !long() && slices.ContainsFunc(slow, func(s string) bool { return strings.HasPrefix(c.name, s) }) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			a, err := Solve(ctx, c.board, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if a.Status == answer.Bounded && ctx.Err() != nil { // a slow machine
				if a.LowerBound > c.optimum || a.Moves < c.optimum {
					t.Fatalf("%s, want %d", a.Short(), c.optimum)
				}
				t.Skipf("only bounded: %s", a.Short())
			}
			check(t, c.board, a, c.optimum)
		})
	}
}

func TestPiecesAddUp(t *testing.T) {
	for rows, optimum := range map[string]int{
		"RRG.GBB":             2,
		"RRG.GB.RRB":          2,
		"RGR.RR":              -1,
		"RRG/.../BBG/.../RGR": 2,
		"GRR/.BR/G.R":         2, // a colour with half the tiles, but holes
		".R./RRG/.G.":         -1,
		"RGBR":                0,
		"RRBRGBBR":            3,
		"R":                   0,
		".":                   0,
		"RR":                  -1,
	} {
		b := parse(rows)
		if got := reference(b); got != optimum {
			t.Fatalf("%s: plain search says %d, not %d", rows, got, optimum)
		}
		everyMethod(t, b, optimum)
	}
}

func TestColoursBeyondLetters(t *testing.T) {
	b := parse("RRG/GBB")
	for i := range b.Cells {
		b.Cells[i] += 200
	}
	a, err := Solve(t.Context(), b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	check(t, b, a, reference(b))
}

func TestMethodsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		rows   string
		method Method
		want   string
	}{
		{"RRG/GBB", "row", "one row"},
		{"RRG/GBB", "assignment", "exactly half"},
		{"RRG/GBB", "magic", `no method "magic"; there are auto, dfs`},
	} {
		_, err := Solve(t.Context(), parse(c.rows), Options{Method: c.method})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, method %s: error %v, want %q", c.rows, c.method, err, c.want)
		}
	}
}

// TestNoBoard: what is no board is an error everywhere, never done.
func TestNoBoard(t *testing.T) {
	ctx := t.Context()
	for name, b := range map[string]*board.Board{
		"nil": nil, "zero": {}, "no cells": {Rows: 3, Cols: 3}, "too many": {Rows: 1, Cols: 1, Cells: make([]uint8, 2)},
		"negative": {Rows: -1, Cols: -2, Cells: make([]uint8, 2)}, "overflow": {Rows: 1 << 62, Cols: 4},
	} {
		for what, ask := range map[string]func() error{
			"Solve":     func() error { _, err := Solve(ctx, b, Options{}); return err },
			"Possible":  func() error { _, err := Possible(ctx, b); return err },
			"Census":    func() error { _, err := Census(ctx, b, CensusOptions{}); return err },
			"Conflicts": func() error { _, err := Conflicts(b); return err },
			"Replay":    func() error { _, err := Replay(b, nil); return err },
			"Verify":    func() error { return Verify(b, nil) },
		} {
			if ask() == nil {
				t.Errorf("%s of %s: no error", what, name)
			}
		}
		TilesOf(b) // and no panic
	}
}

// bounded fails unless the answer has proven bounds around the optimum and a
// plan that replays.
func bounded(t *testing.T, b *board.Board, a Answer, err error, least, most int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if a.Status != answer.Bounded || a.Stop == (answer.Stop{}) || a.LowerBound < least || a.LowerBound > most {
		t.Fatalf("%+v, want bounded by %d to %d and a reason", a, least, most)
	}
	if a.Moves == answer.Unknown {
		t.Fatal("no plan")
	}
	if err := Verify(b, a.Plan); err != nil || len(a.Plan) != a.Moves || a.Moves < a.LowerBound {
		t.Fatalf("plan of %d swaps, %d stated, lower bound %d: %v", len(a.Plan), a.Moves, a.LowerBound, err)
	}
}

func TestMemoryLimit(t *testing.T) {
	b := parse("RGBR/RRGB/RRBB") // 5
	for _, method := range []Method{BFS, AStar, Bidirectional} {
		a, err := Solve(t.Context(), b, Options{Method: method, MemoryLimit: 1000})
		bounded(t, b, a, err, 1, 4)
	}
	row := parse(strings.Repeat("R", 9) + strings.Repeat("G", 9) + strings.Repeat("B", 9))
	a, err := Solve(t.Context(), row, Options{Method: "row", MemoryLimit: 1000})
	bounded(t, row, a, err, 1, 60)
	a, err = Solve(t.Context(), row, Options{MemoryLimit: 5_000})
	if err != nil || a.Method == "row" {
		t.Errorf("the table was used beyond the memory limit: %v, %v", a.Method, err)
	}
}

func TestTimeIsUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b, err := Random(15, 15, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []Method{Auto, Exact, BFS, IDAStar, DFS} {
		a, err := Solve(ctx, b, Options{Method: method})
		bounded(t, b, a, err, 20, 40)
	}
}

// solverOf is about to solve the first piece of a board.
func solverOf(b *board.Board) *solver {
	p := pieces(b)[0]
	return &solver{
		piece: p, known: &known{lower: bound.Packing(p.Graph, p.colours)}, opt: Options{Seed: 1},
		done: p.arrangement(nil), report: func(string) {},
	}
}

// TestHardBoardsHavePlans: local search alone leaves conflicts on these.
func TestHardBoardsHavePlans(t *testing.T) {
	sorted := board.New(20, 20)
	for i := range sorted.Cells {
		sorted.Cells[i] = uint8(i / 70)
	}
	nearlyHalf := board.New(20, 20)
	for i := 198; i < 400; i++ {
		nearlyHalf.Cells[i] = uint8(1 + i%3)
	}
	for _, b := range []*board.Board{sorted, nearlyHalf} {
		s := solverOf(b)
		s.firstPlan(t.Context())
		if s.plan == nil || len(s.Conflicts(s.Replay(s.colours, s.plan))) > 0 {
			t.Errorf("no plan for %s", unparse(b))
		}
	}
}

func TestProgressClosesIn(t *testing.T) {
	b, err := Random(12, 12, 6, 3)
	if err != nil {
		t.Fatal(err)
	}
	calls, lower, upper, best := 0, 0, 1<<30, 1<<30
	a, err := Solve(t.Context(), b, Options{Progress: func(p answer.Progress) {
		calls++
		if p.Lower < lower || p.Upper != answer.Unknown && p.Upper > upper || p.Phase == "" {
			t.Errorf("%+v after %d..%d", p, lower, upper)
		}
		if lower = p.Lower; p.Upper != answer.Unknown {
			upper = p.Upper
		}
	}, Better: func(plan []Swap) {
		if len(plan) != upper || len(plan) >= best || Verify(b, plan) != nil {
			t.Errorf("a better plan of %d swaps, the best had %d, and %d were reported: %v", len(plan), best, upper, Verify(b, plan))
		}
		best = len(plan)
	}})
	if err == nil && best != a.Moves {
		t.Errorf("the best plan has %d swaps, and the answer %d", best, a.Moves)
	}
	if err != nil || a.Status != answer.Optimal {
		t.Fatalf("%+v, %v", a, err)
	}
	if calls == 0 || lower > a.Moves || upper < a.Moves {
		t.Errorf("%d reports, the last %d..%d, for %d", calls, lower, upper, a.Moves)
	}
}

// TestSameAnswerAgain: with one processor or several, and where both workers
// take part, the same board gets the same answer.
func TestSameAnswerAgain(t *testing.T) {
	random, err := Random(12, 12, 6, 5)
	if err != nil {
		t.Fatal(err)
	}
	three, err := Random(9, 9, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	quarters := board.New(8, 8)
	for i := range quarters.Cells {
		quarters.Cells[i] = uint8(i/32*2 + i%8/4)
	}
	for _, b := range []*board.Board{random, three, quarters} {
		var first Answer
		for round := range 3 {
			procs := runtime.GOMAXPROCS(1 + round)
			a, err := Solve(t.Context(), b, Options{Seed: 7})
			runtime.GOMAXPROCS(procs)
			if err != nil || a.Status != answer.Optimal {
				t.Fatal(a, err)
			}
			if round == 0 {
				first = a
			} else if !slices.Equal(first.Plan, a.Plan) || first.Method != a.Method || first.Proof != a.Proof {
				t.Errorf("%s: by %s and %s, then by %s and %s with another plan", unparse(b), first.Method, first.Proof, a.Method, a.Proof)
			}
		}
	}
}

// TestManyPieces: the time limit is for all pieces together, and each has a plan.
func TestManyPieces(t *testing.T) {
	b := board.New(100, 100)
	for i := range b.Cells {
		if b.Cells[i] = uint8((i/100%10*9 + i%10) / 27); i/100%10 == 9 || i%10 == 9 {
			b.Cells[i] = board.Hole
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	a, err := Solve(ctx, b, Options{Progress: func(answer.Progress) {
		if reports++; reports == 3 {
			cancel()
		}
	}})
	bounded(t, b, a, err, 1000, 5000)
}

func FuzzSolve(f *testing.F) {
	f.Add(uint8(3), []byte("RRGGBB"))
	f.Fuzz(func(t *testing.T, cols uint8, cells []byte) {
		if cols == 0 || len(cells) == 0 || len(cells) > 9 || len(cells)%int(cols) != 0 {
			return
		}
		b := &board.Board{Rows: len(cells) / int(cols), Cols: int(cols), Cells: cells}
		everyMethod(t, b, reference(b))
	})
}

func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct{ size, colours, boards int }{{10, 6, 10}, {15, 6, 10}, {15, 5, 5}, {30, 6, 1}} {
		b.Run(fmt.Sprintf("%dx%d-%dcolours", c.size, c.size, c.colours), func(b *testing.B) {
			var boards []*board.Board
			for seed := range c.boards {
				one, err := Random(c.size, c.size, c.colours, uint64(seed))
				if err != nil {
					b.Fatal(err)
				}
				boards = append(boards, one)
			}
			for b.Loop() {
				for _, one := range boards {
					if a, err := Solve(b.Context(), one, Options{}); err != nil || a.Status != answer.Optimal {
						b.Fatalf("%+v, %v", a, err)
					}
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N*c.boards), "s/board")
		})
	}
}

func BenchmarkAssignment45x45(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 0))
	one := board.New(45, 45)
	for i := 1013; i < len(one.Cells); i++ {
		one.Cells[i] = 1
	}
	random.Shuffle(len(one.Cells), func(i, j int) { one.Cells[i], one.Cells[j] = one.Cells[j], one.Cells[i] })
	for b.Loop() {
		if a, err := Solve(b.Context(), one, Options{Method: "assignment"}); err != nil || a.Status != answer.Optimal {
			b.Fatalf("%+v, %v", a, err)
		}
	}
}

func BenchmarkRow48(b *testing.B) {
	one := parse(strings.Repeat("R", 8) + strings.Repeat("G", 8) + strings.Repeat("B", 8) + strings.Repeat("CPYYPC", 4))
	for b.Loop() {
		if a, err := Solve(b.Context(), one, Options{Method: "row"}); err != nil || a.Status != answer.Optimal {
			b.Fatalf("%+v, %v", a, err)
		}
	}
}

// BenchmarkFirstPlan reports the length of the plan that a proof starts with.
func BenchmarkFirstPlan(b *testing.B) {
	for _, size := range []int{15, 60} {
		b.Run(fmt.Sprintf("%dx%d", size, size), func(b *testing.B) {
			one, err := Random(size, size, 6, 1)
			if err != nil {
				b.Fatal(err)
			}
			var s *solver
			for b.Loop() {
				s = solverOf(one)
				s.firstPlan(b.Context())
			}
			b.ReportMetric(float64(len(s.plan)), "swaps")
			b.ReportMetric(float64(s.lower), "bound")
		})
	}
}
