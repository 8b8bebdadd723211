package floor

import (
	"context"
	"fmt"

	"fewest/answer"
	"fewest/board"
	"fewest/floor/certificate"
	"fewest/floor/internal/colouring"
	"fewest/floor/internal/exact"
	"fewest/floor/internal/flow/relax"
	"fewest/floor/internal/graph"
	"fewest/floor/internal/half"
)

// proven is a part of a certificate and the refutation that it rests on, if it
// does.
type proven struct {
	part       *certificate.Part
	refutation string
}

// certify writes a certificate of an answer: of its bound, or that there is no
// plan. What the solvers have proven is kept; what they only know is proven
// again, in another way where that is easier to check. A certificate may claim a
// lower bound than the answer, when there is no time to prove it.
func (o Options) certify(ctx context.Context, b *board.Board, a *Answer, todo []*piece, all []known) error {
	floor, position := certificate.FromBoard(b)
	number := make(map[int32]int, len(position))
	for i, v := range position {
		number[int32(v)] = i
	}
	c := certificate.Certificate{Name: o.Name, Floor: floor}
	files := map[string]string{}
	for i, p := range todo {
		var k known
		if all != nil {
			k = all[i]
		}
		if a.Status == answer.Impossible && all != nil && !k.impossible {
			continue
		}
		part, ok := p.prove(ctx, &k, a.Status == answer.Impossible, o.MemoryLimit)
		if !ok {
			continue
		}
		whole := *part.part
		whole.Cells = nil
		for _, v := range p.cells {
			whole.Cells = append(whole.Cells, number[v])
		}
		if part.refutation != "" {
			whole.Proof = fmt.Sprintf("part-%d.pbp", len(c.Parts)+1)
			files[whole.Proof] = part.refutation
		}
		c.Claim.Lower += whole.Lower
		c.Claim.Impossible = c.Claim.Impossible || whole.Impossible
		c.Parts = append(c.Parts, whole)
		if whole.Impossible {
			break
		}
	}
	if c.Claim.Impossible {
		c.Claim.Lower = 0
	}
	if a.Status != answer.Impossible && a.Moves != answer.Unknown {
		c.Claim.Plan = [][2]int{}
		for _, s := range a.Plan {
			c.Claim.Plan = append(c.Claim.Plan, [2]int{number[int32(b.Index(s.A))], number[int32(b.Index(s.B))]})
		}
	}
	if a.Status == answer.Impossible && !c.Claim.Impossible {
		return fmt.Errorf("the proof that there is no plan couldn't be written in time")
	}
	return c.Write(o.Proof, files)
}

// prove returns a part of a certificate for a piece: that it can't be done, or
// its bound.
func (p *piece) prove(ctx context.Context, k *known, impossible bool, memory int64) (proven, bool) {
	n, few := graph.Arrangements(p.counts)
	few = few && n <= certificate.MostStates
	for _, q := range k.proofs {
		if q.part.Impossible == impossible && (impossible || q.part.Lower >= k.lower) {
			return q, true
		}
	}
	switch {
	case impossible:
		text := colouring.Refute(ctx, p.Graph, p.colours)
		return proven{&certificate.Part{Kind: certificate.Colouring, Impossible: true}, text}, text != ""
	case k.proof == ProofAssignment:
		if part := p.transported(ctx); part != nil {
			part.Lower = k.lower
			return proven{part: part}, true
		}
	case few:
		return proven{part: &certificate.Part{Kind: certificate.Search, Lower: k.lower}}, true
	}
	var best proven
	if again := exact.Solve(ctx, p.Graph, p.colours, exact.Options{Upper: k.lower, Memory: memory, Prove: true}); again.Proof != nil {
		best = proven{again.Proof, again.Refutation}
	}
	for _, q := range k.proofs {
		if best.part == nil || q.part.Lower > best.part.Lower {
			best = q
		}
	}
	return best, best.part != nil && best.part.Lower > 0
}

// transported proves the bound of a piece of which a colour must fill a class.
func (p *piece) transported(ctx context.Context) *certificate.Part {
	classes := p.Classes()
	colour := half.Colour(p.colours, classes, p.rows, p.cols)
	part := &certificate.Part{Kind: certificate.Transport}
	if len(p.counts) != 2 {
		part.Walk = walk(p.rows, p.cols)
	}
	for class, n := range graph.Counts(classes) {
		if n != p.counts[colour] {
			continue
		}
		prices, err := half.Prices(ctx, p.Graph, p.colours, classes, colour, class)
		if err != nil {
			return nil
		}
		part.Targets = append(part.Targets, certificate.Target{Colour: colour, Class: class, Prices: prices})
	}
	return part
}

// walk goes through all cells of a rectangle of two or more rows and columns,
// and returns to the first if their number is even.
func walk(rows, cols int) []int {
	var way []int
	if rows*cols%2 == 1 {
		for r := range rows {
			for c := range cols {
				if r%2 == 1 {
					c = cols - 1 - c
				}
				way = append(way, r*cols+c)
			}
		}
		return way
	}
	if rows%2 == 1 { // columns are even: the walk of the rectangle on its side
		for _, v := range walk(cols, rows) {
			way = append(way, v%rows*cols+v/rows)
		}
		return way
	}
	for r := range rows { // to and fro beside the first column, and back along it
		for c := 1; c < cols; c++ {
			if r%2 == 0 {
				way = append(way, r*cols+c)
			} else {
				way = append(way, r*cols+cols-c)
			}
		}
	}
	for r := rows - 1; r >= 0; r-- {
		way = append(way, r*cols)
	}
	return way
}

// flowPart turns a proof by flows into a part of a certificate.
func flowPart(p *relax.Proof) *certificate.Part {
	f := &certificate.Flow{Tree: flowTree(p.Refutation)}
	for _, room := range p.Rooms {
		cells := make([]int, len(room))
		for i, v := range room {
			cells[i] = int(v)
		}
		f.Rooms = append(f.Rooms, cells)
	}
	for _, probe := range p.Probes {
		f.Probes = append(f.Probes, certificate.FlowProbe{Edge: int(probe.Edge), Most: int(probe.Most), Tree: flowTree(probe.Refutation)})
	}
	return &certificate.Part{Kind: certificate.FlowBound, Lower: p.Bound, Flow: f}
}

func flowTree(t *relax.Tree) *certificate.FlowTree {
	if t == nil {
		return nil
	}
	out := &certificate.FlowTree{Cell: int(t.Cell), Colour: int(t.Colour), Is: flowTree(t.Is), Not: flowTree(t.Not)}
	if t.Prices == nil {
		return out
	}
	p := &certificate.FlowPrices{Probe: int64(t.Prices.Probe)}
	for _, price := range t.Prices.Cell {
		p.Cell = append(p.Cell, int64(price))
	}
	for _, price := range t.Prices.Room {
		p.Room = append(p.Room, int64(price))
	}
	for _, q := range t.Prices.Order {
		p.Order = append(p.Order, [3]int{int(q.Edge), int(q.Side), int(q.Price)})
	}
	out.Prices = p
	return out
}
