package census_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fewest/answer"
	"fewest/space"
	"fewest/space/census"
	"fewest/space/rank"
)

// TestKnownTables: layer counts known from the literature and the OEIS.
func TestKnownTables(t *testing.T) {
	for name, c := range map[string]struct {
		census.Space
		layers []uint64
	}{
		// A089473, blank in the corner.
		"8-puzzle": {newSliding(3, 3), []uint64{1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024,
			1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2}},
		// A079761 and A079762: 2 x 2 x 2 cube by quarter turns and by face turns.
		"pocket cube, quarter turns": {pocketCube(false), []uint64{1, 6, 27, 120, 534, 2256, 8969, 33058, 114149,
			360508, 930588, 1350852, 782536, 90280, 276}},
		"pocket cube, half turns": {pocketCube(true), []uint64{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644}},
		"Q38, 4 x 4 cross": {cross(4, 4), []uint64{1, 16, 120, 560, 1820, 4368, 8008, 11440, 12870, 11440, 8008, 4368,
			1820, 560, 120, 16, 1}},
	} {
		table, err := census.Count(t.Context(), c.Space, census.Options{MaxFarthest: 3})
		if err != nil || !table.Complete() || !slices.Equal(table.Layers, c.layers) {
			t.Errorf("%s: %v %v\n got %v\nwant %v", name, table.Stop, err, table.Layers, c.layers)
			continue
		}
		if want := min(3, c.layers[len(c.layers)-1]); uint64(len(table.Farthest)) != want {
			t.Errorf("%s: %d farthest states, want %d", name, len(table.Farthest), want)
		}
	}
}

// TestSeats counts states with identical pieces.
func TestSeats(t *testing.T) {
	s := seats(4, 4)
	want, _ := plain(s)
	table, err := census.Count(t.Context(), s, census.Options{})
	if err != nil || !slices.Equal(table.Layers, want) || table.Reached() != 12870 {
		t.Errorf("%v %v, want %v", table.Layers, err, want)
	}
}

// TestPancakes: diameters from A058986.
func TestPancakes(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 3, 4: 4, 5: 5, 6: 7, 7: 8, 8: 9, 9: 10} {
		s := pancakes(n)
		table, err := census.Count(t.Context(), s, census.Options{})
		if err != nil || table.Diameter() != want || table.Reached() != s.Size() {
			t.Errorf("%d pancakes: %+v %v, want diameter %d", n, table, err, want)
		}
	}
}

// TestLightsOut: 4 x 4 has 2^12 solvable boards, 7 presses at most.
func TestLightsOut(t *testing.T) {
	table, err := census.Count(t.Context(), lightsOut(4, 4), census.Options{})
	if err != nil || table.Diameter() != 7 || table.Reached() != 1<<12 {
		t.Errorf("4 x 4: %+v %v", table, err)
	}
	for n := 1; n <= 3; n++ { // words with fewer than 64 states, and few
		b := lightsOut(n, n)
		want, _ := plain(b)
		table, err := census.Count(t.Context(), b, census.Options{})
		if err != nil || !slices.Equal(table.Layers, want) {
			t.Errorf("%d x %d: %v %v, want %v", n, n, table.Layers, err, want)
		}
	}
}

// TestAgainstPlain compares every way of counting with the textbook's.
func TestAgainstPlain(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 3))
		a := newAnything(r, r.IntN(3000)+1)
		test(t, seed, a)
		test(t, seed, bothWays{a})
		test(t, seed, randomBits(r))
		test(t, seed, randomVectors(r))
		test(t, seed, randomArrangements(r))
	}
}

func randomBits(r *rand.Rand) census.Space {
	b := census.Bits{N: r.IntN(12)}
	for range r.IntN(10) {
		b.Moves = append(b.Moves, r.Uint64N(1<<b.N))
	}
	for range r.IntN(3) {
		b.From = append(b.From, r.Uint64N(1<<b.N))
	}
	return b
}

func randomVectors(r *rand.Rand) census.Space {
	v := census.Vectors{N: r.IntN(5) + 1, K: r.IntN(4) + 2}
	for range r.IntN(5) {
		move := make([]uint8, v.N)
		for i := range move {
			move[i] = uint8(r.IntN(v.K))
		}
		v.Moves = append(v.Moves, move)
	}
	v.From = []uint64{r.Uint64N(v.Size()), r.Uint64N(v.Size())}
	return v
}

func randomArrangements(r *rand.Rand) census.Space {
	a := census.Arrangements{Ranking: rank.Multiset(r.IntN(3)+1, r.IntN(3), r.IntN(4))}
	for range r.IntN(4) {
		var move []uint8
		for _, p := range r.Perm(a.Ranking.Len()) {
			move = append(move, uint8(p))
		}
		a.Moves = append(a.Moves, move)
	}
	a.From = []uint64{r.Uint64N(a.Size())}
	return a
}

// test takes the census with one worker and more, and looks at the tables of
// distances too.
func test(t *testing.T, seed uint64, s census.Space) {
	t.Helper()
	want, dist := plain(s)
	for workers := 1; workers <= 3; workers++ {
		mod3, distances := census.NewMod3(s.Size()), census.NewDistances(s.Size())
		table, err := census.Count(t.Context(), s, census.Options{Workers: workers, Record: func(d int, first, states uint64) {
			mod3.Record(d, first, states)
			distances.Record(d, first, states)
		}})
		if err != nil || !table.Complete() || !slices.Equal(table.Layers, want) {
			t.Fatalf("seed %d, %T, %d workers: %v %v\n got %v\nwant %v", seed, s, workers, table.Stop, err, table.Layers, want)
		}
		for st := range s.Size() {
			d, ok := dist[st]
			if !ok {
				if mod3.At(st) != -1 || distances[st] != 255 {
					t.Fatalf("seed %d, %T: state %d isn't reached, but %d, %d", seed, s, st, mod3.At(st), distances[st])
				}
			} else if mod3.At(st) != d%3 || distances[st] != uint8(d) {
				t.Fatalf("seed %d, %T: state %d lies at %d, not %d mod 3, %d", seed, s, st, d, mod3.At(st), distances[st])
			}
		}
	}
}

func TestDescend(t *testing.T) {
	s := newSliding(3, 3)
	m := census.NewMod3(s.Size())
	table, err := census.Count(t.Context(), s, census.Options{Record: m.Record, MaxFarthest: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, far := range table.Farthest {
		line := m.Descend(far, s.Expander())
		if len(line) != 32 || line[31] != 0 {
			t.Errorf("from %d: %v", far, line)
		}
	}
}

func TestFaults(t *testing.T) {
	bad := &anything{out: [][]uint64{{1}, {5}, {}}, starts: []uint64{0}}
	for workers := 1; workers <= 2; workers++ {
		if _, err := census.Count(t.Context(), bad, census.Options{Workers: workers}); err == nil || !strings.Contains(err.Error(), "state 5") {
			t.Errorf("a move to state 5 of 3: %v", err)
		}
	}
	bad.starts = []uint64{3}
	if _, err := census.Count(t.Context(), bad, census.Options{}); err == nil || !strings.Contains(err.Error(), "start") {
		t.Errorf("a start that doesn't exist: %v", err)
	}
	if _, err := census.Count(t.Context(), &anything{}, census.Options{}); err == nil {
		t.Error("a space without states: no error")
	}
}

// explosive makes moves until it comes to a state that it can't bear.
type explosive struct{ census.Space }

func (e explosive) Expander() census.Expander { return explosiveExpander{e.Space.Expander()} }

type explosiveExpander struct{ census.Expander }

func (e explosiveExpander) Neighbours(s uint64, to []uint64) []uint64 {
	if s%1000 == 7 {
		panic("a puzzle's own fault")
	}
	return e.Expander.Neighbours(s, to)
}

// A panic of a worker comes to whoever counts, who may go on without it.
func TestPanic(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "own fault") {
					t.Errorf("%d workers: %v", workers, p)
				}
			}()
			_, err := census.Count(t.Context(), explosive{newSliding(3, 3)}, census.Options{Workers: workers})
			t.Errorf("%d workers: no panic, %v", workers, err)
		}()
	}
}

func TestLimits(t *testing.T) {
	s := newSliding(3, 3)
	table, err := census.Count(t.Context(), s, census.Options{MaxDistance: 5})
	if err != nil || table.Stop != space.DepthLimit || table.Diameter() != 5 || table.Reached() != 51 {
		t.Errorf("5 moves: %+v %v", table, err)
	}
	table, err = census.Count(t.Context(), s, census.Options{MaxBytes: 1000})
	if err != nil || table.Stop != space.MemoryLimit || len(table.Layers) != 0 {
		t.Errorf("1000 bytes: %+v %v", table, err)
	}
	// Cancelled after the tenth layer: what is listed is right.
	ctx, cancel := context.WithCancel(t.Context())
	table, err = census.Count(ctx, s, census.Options{Progress: func(p answer.Progress) {
		if p.Lower == 10 {
			cancel()
		}
	}})
	if err != nil || table.Stop != space.Cancelled || table.Diameter() != 10 || table.Layers[10] != 286 {
		t.Errorf("cancelled: %+v %v", table, err)
	}
}

func TestOf(t *testing.T) {
	table, err := census.Count(t.Context(), census.Of(ring{}, 3, 3), census.Options{})
	if err != nil || !slices.Equal(table.Layers, []uint64{1, 2, 2, 2, 2, 1}) {
		t.Errorf("a ring of ten: %+v %v", table, err)
	}
}

// ring is ten states in a circle, named 0, 10, 20 ...
type ring struct{}

func (ring) Size() uint64        { return 10 }
func (ring) Rank(s int) uint64   { return uint64(s / 10) }
func (ring) Unrank(r uint64) int { return int(r) * 10 }
func (ring) Neighbours(s int, to []space.Step[int]) []space.Step[int] {
	return append(to, space.Step[int]{Move: 0, To: (s + 10) % 100}, space.Step[int]{Move: 1, To: (s + 90) % 100})
}

func benchmark(b *testing.B, s census.Space) {
	for _, workers := range []int{1, 2} {
		if workers > runtime.GOMAXPROCS(0) {
			break
		}
		b.Run([]string{"", "1 worker", "2 workers"}[workers], func(b *testing.B) {
			states := uint64(0)
			for b.Loop() {
				table, err := census.Count(b.Context(), s, census.Options{Workers: workers})
				if err != nil {
					b.Fatal(err)
				}
				states += table.Reached()
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds()/1e6, "Mstates/s")
		})
	}
}

func BenchmarkLightsOut5x5(b *testing.B) { benchmark(b, lightsOut(5, 5)) }
func BenchmarkPancakes10(b *testing.B)   { benchmark(b, pancakes(10)) }
func BenchmarkSeats4x6(b *testing.B)     { benchmark(b, seats(4, 6)) }
func BenchmarkPocketCube(b *testing.B)   { benchmark(b, pocketCube(true)) }

// BenchmarkPlain is the textbook's search with a map on a space of the others.
func BenchmarkPlain(b *testing.B) {
	for name, s := range map[string]census.Space{"pancakes 10": pancakes(10), "pocket cube": pocketCube(true)} {
		b.Run(name, func(b *testing.B) {
			states := 0
			for b.Loop() {
				_, dist := plain(s)
				states += len(dist)
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds()/1e6, "Mstates/s")
		})
	}
}
