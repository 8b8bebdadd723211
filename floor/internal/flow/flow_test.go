package flow

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"fewest/floor/internal/flow/relax"
)

// TestEnds cancels the context at every report in turn: what was found until then
// must hold, and nothing may come after.
func TestEnds(t *testing.T) {
	f := fresh("rectangles", 7)
	g, start := f.graph()
	for last, over := 0, false; !over; last++ {
		ctx, cancel := context.WithCancel(t.Context())
		reports := 0
		if last == 0 {
			cancel()
		}
		r := Bound(ctx, g, start, Options{Report: func(int, []int32) {
			if reports++; reports == last {
				cancel()
			}
		}})
		cancel()
		if r.Proof != nil {
			if err := check(g, start, r.Proof); err != nil || r.Proof.Bound != r.Lower {
				t.Errorf("ended after %d reports: bound %d: %v", last, r.Lower, err)
			}
		}
		if r.Plan != nil && len(g.Conflicts(g.Replay(start, r.Plan))) > 0 {
			t.Errorf("ended after %d reports: the plan leaves conflicts", last)
		}
		over = reports < last || last > 4 // bounds met before
	}
}

// TestSame takes the same steps twice, and some within hardly any memory.
func TestSame(t *testing.T) {
	g, start := fresh("rectangles", 6).graph()
	steps := func() Result {
		s := New(g, start, Options{Seed: 3})
		s.Dive(t.Context(), 3000)
		s.Improve(t.Context(), 100_000)
		s.Branch(t.Context(), 16)
		s.Order(t.Context(), 16)
		return s.Result()
	}
	if a, b := steps(), steps(); !reflect.DeepEqual(a, b) {
		t.Errorf("%d..%d, then %d..%d", a.Lower, len(a.Plan), b.Lower, len(b.Plan))
	}
	s := New(g, start, Options{MemoryLimit: 1})
	s.Relax(t.Context())
	lower := s.Result().Lower
	if !s.Branch(t.Context(), 1000) || s.Result().Lower != lower || s.plain.nodes > 1 {
		t.Errorf("%d nodes, bound %d, without memory for any", s.plain.nodes, s.Result().Lower)
	}
}

// TestLearn checks that what others have found counts, and no proof is claimed
// for it.
func TestLearn(t *testing.T) {
	g, start := fresh("sorted", 1).graph()
	all := Bound(t.Context(), g, start, Options{})
	s := New(g, start, Options{Report: func(int, []int32) { t.Error("a report of nothing new") }})
	s.Learn(all.Lower, all.Plan)
	if r := s.Result(); !s.Closed() || r.Lower != all.Lower || r.Proof != nil {
		t.Errorf("%d..%d, learned %d..%d", r.Lower, len(r.Plan), all.Lower, len(all.Plan))
	}
	s.Relax(t.Context())
	s.Dive(t.Context(), 1000)
	s.Branch(t.Context(), 10)
	s.Order(t.Context(), 10)
}

// TestDone asks about floors that are done, and one that can't be.
func TestDone(t *testing.T) {
	g := grid(2, 3, nil)
	if r := Bound(t.Context(), g, []uint8{0, 1, 0, 1, 0, 1}, Options{}); r.Plan == nil || len(r.Plan) != 0 || r.Lower != 0 {
		t.Errorf("done: %d..%v", r.Lower, r.Plan)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, start := range [][]uint8{{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 1}} {
		if r := Bound(ctx, g, start, Options{}); r.Plan != nil {
			t.Errorf("%v: plan %v", start, r.Plan)
		}
	}
}

// proven returns a floor and a proof of it with branches, probes and order rows.
func proven(t *testing.T) (floor, *relax.Proof) {
	for number := 1; number < 20; number++ {
		f := fresh("clumps", number)
		g, start := f.graph()
		s := New(g, start, Options{})
		s.Order(t.Context(), 16)
		if p := s.Result().Proof; p != nil && len(p.Probes) > 1 && p.Refutation.Is != nil {
			return f, p
		}
	}
	t.Fatal("no proof has probes and branches")
	return floor{}, nil
}

// TestChanged changes proofs: each change must be refused, or be none.
func TestChanged(t *testing.T) {
	f, p := proven(t)
	g, start := f.graph()
	if err := check(g, start, p); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, change func(p *relax.Proof)) {
		q := *p
		q.Refutation = cloneTree(p.Refutation)
		q.Probes = append([]relax.Probe(nil), p.Probes...)
		change(&q)
		if check(g, start, &q) == nil {
			t.Errorf("%s: accepted", what)
		}
	}
	refused("a higher bound", func(p *relax.Proof) { p.Bound++ })
	refused("no probes", func(p *relax.Proof) { p.Probes = nil })
	refused("a tighter probe", func(p *relax.Proof) { p.Probes[0].Most = 1 })
	refused("a branch gone", func(p *relax.Proof) { p.Refutation = p.Refutation.Is })
	refused("a price below 0", func(p *relax.Proof) { leaf(p.Refutation).Prices.Room[0] = -1 })
	refused("no prices", func(p *relax.Proof) { leaf(p.Refutation).Prices = nil })
	random := rand.New(rand.NewPCG(1, 0))
	count := 0
	for range 200 { // prices that are off by much, anywhere in a leaf
		q := *p
		q.Refutation = cloneTree(p.Refutation)
		prices := leaf(q.Refutation).Prices
		prices.Cell[random.IntN(len(prices.Cell))] += 1 << 22
		if check(g, start, &q) != nil {
			count++
		}
	}
	if count < 150 {
		t.Errorf("only %d of 200 changed prices were refused", count)
	}
}

// leaf returns the first leaf with prices.
func leaf(t *relax.Tree) *relax.Tree {
	if t.Is == nil {
		return t
	}
	if l := leaf(t.Not); l.Prices != nil {
		return l
	}
	return leaf(t.Is)
}

func cloneTree(t *relax.Tree) *relax.Tree {
	if t == nil {
		return nil
	}
	c := *t
	c.Is, c.Not = cloneTree(t.Is), cloneTree(t.Not)
	if t.Prices != nil {
		p := *t.Prices
		p.Cell, p.Room = append([]int32(nil), p.Cell...), append([]int32(nil), p.Room...)
		c.Prices = &p
	}
	return &c
}

func benchmark(b *testing.B, name string, work func(s *Search)) {
	for _, f := range readFloors(b, "testdata/travel.jsonl") {
		if f.Name != name {
			continue
		}
		g, start := f.graph()
		for b.Loop() {
			work(New(g, start, Options{}))
		}
	}
}

func BenchmarkRelax(b *testing.B) {
	benchmark(b, "clump15_1", func(s *Search) { s.Relax(b.Context()) })
}

func BenchmarkDive(b *testing.B) {
	benchmark(b, "stripes3_15", func(s *Search) { s.Dive(b.Context(), 10_000) })
}

func BenchmarkImprove(b *testing.B) {
	benchmark(b, "rects10_2", func(s *Search) { s.Improve(b.Context(), 500_000) })
}

func BenchmarkBranch(b *testing.B) {
	benchmark(b, "sorted10", func(s *Search) { s.Branch(b.Context(), 40) })
}

func BenchmarkOrder(b *testing.B) {
	benchmark(b, "clump10_2", func(s *Search) { s.Order(b.Context(), 40) })
}
