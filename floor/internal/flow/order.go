package flow

import (
	"cmp"
	"context"
	"slices"

	"fewest/floor/internal/flow/pdhg"
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

	queue, failed []int32 // edges to probe, and those that couldn't be
	again         bool    // a probe has held since the failures, so they may be tried again
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
		done, rest := s.probe(ctx, w, nodes)
		if nodes = rest; nodes <= 0 && !done {
			return true
		}
		if done {
			s.raise(&relax.Proof{Bound: target, Rooms: s.model.Rooms, Probes: slices.Clone(w.probes), Refutation: w.tree.root.export()})
		}
	}
	return ctx.Err() != nil
}

// orderTree returns the tree with order rows, if there is one.
func (s *Search) orderTree() *tree {
	if s.ordered == nil {
		return nil
	}
	return s.ordered.tree
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

// probe probes all edges whose order rows the refutation needs, with so many
// nodes, and returns whether that is done and what nodes are left. If some edges
// can't be probed, it lets them be swapped once more and reopens the leaves that
// this loosens.
func (s *Search) probe(ctx context.Context, w *ordered, nodes int) (bool, int) {
	if len(w.queue) == 0 && len(w.failed) == 0 {
		w.queue = slices.DeleteFunc(s.needed(ctx, w), func(e int32) bool { return w.rows[e] > 0 })
	}
	for len(w.queue) > 0 {
		if nodes <= 0 || ctx.Err() != nil {
			return false, nodes
		}
		e := w.queue[0]
		most := w.tree.rows.Most[e]
		t := s.newTree(relax.Rows{Most: slices.Clone(w.rows), Probe: e, Least: most + 1}, s.root)
		held := s.refute(ctx, t, w.target, probeNodes) == refuted
		if ctx.Err() != nil && !held {
			return false, nodes
		}
		if held {
			w.probes = append(w.probes, relax.Probe{Edge: e, Most: most, Refutation: t.root.export()})
			w.rows[e] = most
		} else {
			w.failed = append(w.failed, e)
		}
		s.forgetTree(t, held)
		w.again = w.again || held
		nodes -= t.nodes
		if w.queue = w.queue[1:]; len(w.queue) == 0 && w.again {
			w.queue, w.failed, w.again = w.failed, nil, false
		}
	}
	if len(w.failed) > 0 {
		s.loosen(w)
		return false, nodes
	}
	return ctx.Err() == nil, nodes
}

// loosen lets the edges that couldn't be probed be swapped once more.
func (s *Search) loosen(w *ordered) {
	for _, e := range w.failed {
		if w.tree.rows.Most[e]++; w.tree.rows.Most[e] > mostLast {
			w.tree.rows.Most[e] = 0
		}
	}
	w.failed = nil
	w.tree.root.each(func(n *node) {
		if n.prices == nil {
			return
		}
		p := *n.prices // the old ones may be part of a proof
		p.Order = slices.DeleteFunc(slices.Clone(p.Order), func(o relax.Order) bool { return w.tree.rows.Most[o.Edge] == 0 })
		n.prices, n.proven, n.aim = &p, p.Bound(s.model, n.domain, w.tree.rows), 0
	})
	w.tree.reopen(w.target)
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

// forgetTree gives back the memory of a tree's points, and of its prices unless
// they are kept.
func (s *Search) forgetTree(t *tree, keep bool) {
	t.root.each(func(n *node) {
		s.forget(n)
		if n.prices != nil && !keep {
			s.bytes -= pdhg.Bytes(s.model) / 2
		}
	})
}
