package flow

import (
	"cmp"
	"context"
	"slices"

	"fewest/floor/internal/flow/relax"
)

// Constants of the order rows, found by experiment.
const (
	mostFirst  = 2  // swaps on an edge that order rows allow at first
	mostLast   = 6  // ... before an edge goes without
	probeNodes = 12 // of a probe
)

// ordered is the work on one target with order rows.
type ordered struct {
	target int
	tree   *tree
	probes []relax.Probe // those that hold, in their order
	rows   []int32       // what they allow, by edge
}

// Order raises the bound as Branch does, with order rows. It assumes that no edge
// is swapped more than so often, refutes the target, drops the rows it can do
// without, and then probes the edges of the rest: each probe uses the rows of
// edges probed before it only. Where one fails, the edge may be swapped once
// more, and the refutation goes on.
func (s *Search) Order(ctx context.Context, nodes int) bool {
	if s.Relax(ctx); s.root == nil {
		return false
	}
	for !s.Closed() && ctx.Err() == nil {
		target := s.result.Lower + 1
		if s.ordered == nil || s.ordered.target != target {
			s.ordered = s.newOrdered(target)
		}
		w := s.ordered
		made := w.tree.nodes
		o := s.refute(ctx, w.tree, target, nodes)
		if o != refuted {
			return o == unfinished
		}
		nodes -= w.tree.nodes - made
		if s.probe(ctx, w) {
			s.raise(&relax.Proof{Bound: target, Rooms: s.model.Rooms, Probes: slices.Clone(w.probes), Refutation: w.tree.root.export()})
		}
	}
	return ctx.Err() != nil
}

func (s *Search) newOrdered(target int) *ordered {
	w := &ordered{target: target, rows: make([]int32, len(s.model.Edges))}
	if s.ordered != nil {
		// The branches of the last target are good ones, and what it couldn't
		// probe, this one can't.
		w.tree = s.ordered.tree
		w.tree.reopen(target)
		return w
	}
	rows := relax.Rows{Most: make([]int32, len(s.model.Edges))}
	for e := range rows.Most {
		rows.Most[e] = mostFirst
	}
	w.tree = s.newTree(rows, s.root)
	return w
}

// probe probes all edges whose order rows the refutation needs. If some can't be
// probed, it lets them be swapped once more, reopens the leaves that this
// loosens, and returns false.
func (s *Search) probe(ctx context.Context, w *ordered) bool {
	left := slices.DeleteFunc(s.needed(ctx, w), func(e int32) bool { return w.rows[e] > 0 })
	for again := true; again && len(left) > 0; {
		again = false
		var failed []int32
		for _, e := range left {
			if ctx.Err() != nil {
				return false
			}
			most := w.tree.rows.Most[e]
			t := s.newTree(relax.Rows{Most: slices.Clone(w.rows), Probe: e, Least: most + 1}, s.root)
			if s.refute(ctx, t, w.target, probeNodes) == refuted {
				w.probes = append(w.probes, relax.Probe{Edge: e, Most: most, Refutation: t.root.export()})
				w.rows[e] = most
				again = true
			} else {
				failed = append(failed, e)
			}
			s.forgetTree(t)
		}
		left = failed
	}
	if len(left) == 0 {
		return ctx.Err() == nil
	}
	for _, e := range left {
		if w.tree.rows.Most[e]++; w.tree.rows.Most[e] > mostLast {
			w.tree.rows.Most[e] = 0
		}
	}
	w.tree.root.each(func(n *node) {
		if n.prices != nil {
			n.prices.Order = slices.DeleteFunc(n.prices.Order, func(o relax.Order) bool { return w.tree.rows.Most[o.Edge] == 0 })
			n.proven, n.aim = n.prices.Bound(s.model, n.domain, w.tree.rows), 0
		}
	})
	w.tree.reopen(w.target)
	return false
}

// needed drops the order rows that the leaves can do without, and returns the
// edges of the others.
func (s *Search) needed(ctx context.Context, w *ordered) []int32 {
	use := make([]int, len(s.model.Edges)) // by how many leaves
	w.tree.root.each(func(n *node) {
		if n.prices != nil {
			for _, o := range n.prices.Order {
				use[o.Edge]++
			}
		}
	})
	w.tree.root.each(func(n *node) {
		if n.prices != nil && ctx.Err() == nil {
			s.drop(ctx, n, w.tree.rows, w.target, use)
		}
	})
	clear(use)
	w.tree.root.each(func(n *node) {
		if n.prices != nil {
			for _, o := range n.prices.Order {
				use[o.Edge]++
			}
		}
	})
	var all []int32
	for e, n := range use {
		if n > 0 {
			all = append(all, int32(e))
		}
	}
	return all
}

// drop leaves out order rows of a leaf while it proves the target: first those
// of edges that few leaves use, and of these the cheapest; many at once while
// that goes well.
func (s *Search) drop(ctx context.Context, n *node, rows relax.Rows, target int, use []int) {
	p := *n.prices
	var edges []int32
	weight := map[int32]int64{}
	for _, o := range p.Order {
		if weight[o.Edge] == 0 {
			edges = append(edges, o.Edge)
		}
		weight[o.Edge] += int64(o.Price)
	}
	slices.SortFunc(edges, func(a, b int32) int {
		return cmp.Or(cmp.Compare(use[a], use[b]), cmp.Compare(weight[a], weight[b]), cmp.Compare(a, b))
	})
	for many := len(edges); len(edges) > 0 && ctx.Err() == nil; {
		many = min(max(many, 1), len(edges))
		all := p.Order
		p.Order = slices.DeleteFunc(slices.Clone(all), func(o relax.Order) bool { return slices.Contains(edges[:many], o.Edge) })
		good := p.Bound(s.model, n.domain, rows) >= target
		if !good {
			p.Order = all
			if many > 1 {
				many /= 2
				continue
			}
		}
		for _, e := range edges[:many] {
			if good {
				use[e]--
			}
		}
		edges = edges[many:]
		if good {
			many *= 2
		}
	}
	n.prices, n.proven = &p, p.Bound(s.model, n.domain, rows)
}

// forgetTree gives back the memory of a tree's points.
func (s *Search) forgetTree(t *tree) { t.root.each(s.forget) }
