package exact

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fewest/floor/certificate"
	"fewest/floor/internal/graph"
	"fewest/floor/internal/sat"
)

// certify makes a certificate of a result.
func certify(g *graph.Graph, tiles []uint8, r Result) *certificate.Certificate {
	c := &certificate.Certificate{Claim: certificate.Claim{Impossible: r.Impossible}}
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
	return c
}

// checked writes a certificate, reads it again and checks it.
func checked(c *certificate.Certificate, r Result) (report certificate.Report, size int, err error) {
	var file bytes.Buffer
	if err := c.Write(&file, map[string]string{"proof.pbp": r.Refutation}); err != nil {
		return report, 0, err
	}
	size = file.Len()
	again, err := certificate.Read(&file)
	if err != nil {
		return report, size, err
	}
	report, err = again.Check(context.Background())
	return report, size, err
}

// missing returns a clause that the solver has and the checker hasn't, of the
// model or a lemma, "" if there is none.
func missing(c *certificate.Certificate, recorded [][]string) (string, error) {
	opb, _, err := c.OPB(context.Background(), 0)
	if err != nil {
		return "", err
	}
	given := map[string]bool{}
	for line := range strings.Lines(opb) {
		line, _, clause := strings.Cut(line, ">= 1 ;")
		if lits := slices.DeleteFunc(strings.Fields(line), func(f string) bool { return f == "1" }); clause && line != "" {
			slices.Sort(lits)
			given[strings.Join(lits, " ")] = true
		}
	}
	for _, clause := range recorded {
		slices.Sort(clause)
		if text := strings.Join(slices.Compact(clause), " "); !given[text] {
			return text, nil
		}
	}
	return "", nil
}

// Every proof of a small board is one for the checker, in both forms of the
// model, with and without dividing.
func TestProofs(t *testing.T) {
	lemmas := map[certificate.LemmaKind]int{}
	for seed := range uint64(long(300)) {
		r := rand.New(rand.NewPCG(seed, 77))
		b := nearHalf(r)
		if seed%3 == 0 {
			b = randomBoard(r, 3, 1+r.IntN(4), 2+r.IntN(3), false)
		}
		g, tiles := asGraph(b)
		// Boards that can't be done need lemmas without end: the search stops at a
		// bound, which holds of all plans there are.
		s := newSolve(tiles, Options{Prove: true, Upper: 9})
		vary(r)(s)
		var recorded [][]string
		s.record = func(_ kind, clause []sat.Lit) {
			var texts []string
			for _, l := range clause {
				texts = append(texts, s.proof.log.Literal(l))
			}
			recorded = append(recorded, texts)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		got := s.solve(ctx, g, tiles)
		cancel()
		c := certify(g, tiles, got)
		if clause, err := missing(c, recorded); clause != "" || err != nil {
			t.Fatalf("seed %d, %v on %v, full %v, tree %v: the checker hasn't %q, %v", seed, tiles, g.Edges, s.form.full, s.tree, clause, err)
		}
		if _, _, err := checked(c, got); err != nil {
			t.Fatalf("seed %d, %v on %v, full %v, tree %v: bound %d: %v", seed, tiles, g.Edges, s.form.full, s.tree, got.Lower, err)
		}
		for _, l := range got.Proof.Lemmas {
			lemmas[l.Kind]++
		}
	}
	// Larger boards, some whose tiles must travel, need the other lemmas.
	for seed := range uint64(long(8)) {
		r := rand.New(rand.NewPCG(seed, 78))
		b := randomBoard(r, 6, 6, 3, false)
		if seed%2 == 0 {
			slices.Sort(b.Cells[:18])
		}
		g, tiles := asGraph(b)
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		got := Solve(ctx, g, tiles, Options{Prove: true})
		cancel()
		if report, size, err := checked(certify(g, tiles, got), got); err != nil {
			t.Fatalf("seed %d, %v: bound %d: %v", seed, tiles, got.Lower, err)
		} else {
			t.Logf("bound %d, optimal %v: %+v, %d bytes", got.Lower, got.Optimal, report, size)
		}
		// A search that ends in the middle of its work, since a plan is known, has
		// a proof, too.
		for upper := 1; upper <= got.Lower; upper += 5 {
			ended := Solve(context.Background(), g, tiles, Options{Prove: true, Upper: upper})
			if _, _, err := checked(certify(g, tiles, ended), ended); err != nil {
				t.Fatalf("seed %d, %v: ended at %d: bound %d: %v", seed, tiles, upper, ended.Lower, err)
			}
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
