package exact

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"fewest/floor/certificate"
	"fewest/floor/internal/graph"
)

// certified writes the proof of a result into a certificate, reads it again and
// checks it.
func certified(g *graph.Graph, tiles []uint8, r Result) (certificate.Report, int, error) {
	c := certificate.Certificate{Claim: certificate.Claim{Impossible: r.Impossible}}
	if !r.Impossible {
		c.Claim.Lower = r.Lower
	}
	part := *r.Proof
	for v, t := range tiles {
		c.Floor.Cells = append(c.Floor.Cells, int(t))
		part.Cells = append(part.Cells, v)
	}
	for _, e := range g.Edges {
		c.Floor.Swap = append(c.Floor.Swap, [2]int{int(e[0]), int(e[1])})
	}
	for _, e := range g.Touch {
		c.Floor.Touch = append(c.Floor.Touch, [2]int{int(e[0]), int(e[1])})
	}
	part.Proof = "proof.pbp"
	c.Parts = []certificate.Part{part}
	var file bytes.Buffer
	if err := c.Write(&file, map[string]string{part.Proof: r.Refutation}); err != nil {
		return certificate.Report{}, 0, err
	}
	size := file.Len()
	again, err := certificate.Read(&file)
	if err != nil {
		return certificate.Report{}, 0, err
	}
	report, err := again.Check(context.Background())
	return report, size, err
}

// Every proof of a small board is one for the checker, in both forms of the
// model, with and without dividing.
func TestProofs(t *testing.T) {
	lemmas := map[certificate.LemmaKind]int{}
	for seed := range uint64(long(200)) {
		r := rand.New(rand.NewPCG(seed, 77))
		b := nearHalf(r)
		if seed%3 == 0 {
			b = randomBoard(r, 3, 1+r.IntN(4), 2+r.IntN(3), false)
		}
		g, tiles := asGraph(b)
		if fewest(g, tiles) < 1 {
			continue
		}
		s := newSolve(tiles, Options{Prove: true})
		s.form.full, s.tree = r.IntN(2) == 0, r.IntN(2) == 0
		got := s.solve(context.Background(), g, tiles)
		if _, _, err := certified(g, tiles, got); err != nil {
			t.Fatalf("seed %d, %v on %v, full %v, tree %v: bound %d: %v", seed, tiles, g.Edges, s.form.full, s.tree, got.Lower, err)
		}
		for _, l := range got.Proof.Lemmas {
			lemmas[l.Kind]++
		}
	}
	t.Log(lemmas)
	for _, kind := range []certificate.LemmaKind{certificate.Order, certificate.Closed, certificate.Cut} {
		if lemmas[kind] == 0 {
			t.Errorf("no lemma of kind %s was needed", kind)
		}
	}
}
