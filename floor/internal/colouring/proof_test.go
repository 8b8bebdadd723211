package colouring

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"fewest/board"
	"fewest/floor/certificate"
	"fewest/floor/internal/graph"
)

// possible tries all arrangements.
func possible(g *graph.Graph, counts []int) bool {
	left, colours := append([]int(nil), counts...), make([]int, len(g.At))
	var fill func(v int) bool
	fill = func(v int) bool {
		if v == len(colours) {
			return true
		}
	next:
		for c := range left {
			if left[c] == 0 {
				continue
			}
			for _, t := range g.TouchAt[v] {
				if u := int(g.Touching(t, int32(v))); u < v && colours[u] == c {
					continue next
				}
			}
			left[c]--
			colours[v] = c
			if fill(v + 1) {
				return true
			}
			left[c]++
		}
		return false
	}
	return fill(0)
}

// check lets the checker see a refutation.
func check(f certificate.Floor, text string) error {
	part := certificate.Part{Kind: certificate.Colouring, Impossible: true, Proof: "colouring.pbp"}
	for v := range f.Cells {
		part.Cells = append(part.Cells, v)
	}
	c := certificate.Certificate{Floor: f, Claim: certificate.Claim{Impossible: true}, Parts: []certificate.Part{part}}
	var file bytes.Buffer
	if err := c.Write(&file, map[string]string{part.Proof: text}); err != nil {
		return err
	}
	again, err := certificate.Read(&file)
	if err == nil {
		_, err = again.Check(context.Background())
	}
	return err
}

// What has no done arrangement has a proof that the checker takes, however it is
// shown, and nothing else has.
func TestRefute(t *testing.T) {
	ctx := context.Background()
	proven := map[string]int{}
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 3))
		b := board.New(1+r.IntN(4), 2+r.IntN(3))
		k := 2 + r.IntN(3)
		for v := range b.Cells {
			switch {
			case r.IntN(5) == 0:
				b.Cells[v] = board.Hole
			case r.IntN(2) == 0:
				b.Cells[v] = uint8(r.IntN(k))
			}
		}
		if len(b.Pieces()) != 1 {
			continue
		}
		f, _ := certificate.FromBoard(b)
		code := map[int]uint8{}
		colours := make([]uint8, len(f.Cells))
		for v, c := range f.Cells {
			if _, ok := code[c]; !ok {
				code[c] = uint8(len(code))
			}
			colours[v] = code[c]
		}
		var edges [][2]int32
		for _, e := range f.Swap {
			edges = append(edges, [2]int32{int32(e[0]), int32(e[1])})
		}
		g := graph.New(len(colours), edges)
		want := possible(g, graph.Counts(colours))
		text := Refute(ctx, g, colours)
		if want != (text == "") {
			t.Fatalf("seed %d: possible %v, refutation %q", seed, want, text)
		}
		if want {
			continue
		}
		for _, text := range []string{text, refuteBySearch(ctx, g, colours)} {
			if err := check(f, text); err != nil {
				t.Fatalf("seed %d, %v: %v\n%s", seed, b, err, text)
			}
		}
		reason, _ := Count(g, colours, false, func(uint8) string { return "" })
		switch {
		case reason == "":
			proven["otherwise"]++
		case len(code) == 2:
			proven["two colours"]++
		default:
			proven["counted"]++
		}
	}
	t.Log(proven)
	for _, kind := range []string{"two colours", "counted"} {
		if proven[kind] < 20 {
			t.Errorf("%d proven: %s", proven[kind], kind)
		}
	}
}
