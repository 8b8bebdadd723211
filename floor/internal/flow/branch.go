package flow

import (
	"container/heap"
	"context"
	"math"

	"fewest/floor/internal/flow/pdhg"
	"fewest/floor/internal/flow/relax"
)

// Constants of the branching, found by experiment.
const (
	branchIterations = 200
	branchGap        = 0.02
	branchFree       = 0.2  // weight of a cell whose rooms have no price
	wholeShare       = 0.01 // where x (1 - x) is below, x is whole
	wholeTries       = 4    // more runs before what looks whole is taken for it
)

// outcome of work on a tree.
type outcome int

const (
	refuted    outcome = iota // all leaves are above
	whole                     // a leaf isn't, and nothing to branch on is left
	unfinished                // the nodes, the memory or the time are used up
)

// tree is a branching on final colours, under the same rows everywhere.
type tree struct {
	rows   relax.Rows
	root   *node
	leaves leaves // those that aren't refuted, by bound
	nodes  int
}

// node is a part of all plans.
type node struct {
	number  int
	domain  *relax.Domain
	bound   float64       // of the solver: decides what is done, proves nothing
	proven  int           // by prices, or more where a cell has no colour left
	prices  *relax.Prices // of the best bound
	point   *pdhg.Saved   // to go on from
	own     bool          // point is of this node, not of its parent
	aim     int           // the target it was solved for last
	tries   int
	whole   bool  // there is nothing to branch on
	cell    int32 // where to branch
	colour  uint8
	is, not *node
}

const impossible = math.MaxInt32 // proven where a cell has no colour left

// leaves is a heap, the lowest bound first.
type leaves []*node

func (h leaves) Len() int { return len(h) }
func (h leaves) Less(i, j int) bool {
	return h[i].bound < h[j].bound || h[i].bound == h[j].bound && h[i].number < h[j].number
}
func (h leaves) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *leaves) Push(n any)   { *h = append(*h, n.(*node)) }
func (h *leaves) Pop() any {
	old := *h
	n := old[len(old)-1]
	*h = old[:len(old)-1]
	return n
}

// newTree returns a tree of one leaf, to be solved from the given point.
func (s *Search) newTree(rows relax.Rows, from *pdhg.Saved) *tree {
	root := &node{domain: s.domain, bound: math.Inf(-1), point: from}
	return &tree{rows: rows, root: root, nodes: 1, leaves: leaves{root}}
}

// reopen puts all leaves below a target back to work.
func (t *tree) reopen(target int) {
	t.leaves = t.leaves[:0]
	t.root.each(func(n *node) {
		if n.proven < target {
			t.leaves = append(t.leaves, n)
		}
	})
	heap.Init(&t.leaves)
}

// each calls visit with every leaf.
func (n *node) each(visit func(*node)) {
	if n.is != nil {
		n.is.each(visit)
		n.not.each(visit)
		return
	}
	visit(n)
}

// export returns the tree as a proof has it.
func (n *node) export() *relax.Tree {
	if n.is == nil {
		return &relax.Tree{Prices: n.prices}
	}
	return &relax.Tree{Cell: n.cell, Colour: n.colour, Is: n.is.export(), Not: n.not.export()}
}

// refute works until every leaf proves the target, at most so many nodes are
// made, or a leaf shows that it can't. It goes on where it was left.
func (s *Search) refute(ctx context.Context, t *tree, target, nodes int) outcome {
	for len(t.leaves) > 0 {
		n := t.leaves[0]
		switch {
		case ctx.Err() != nil || s.bytes > s.options.MemoryLimit:
			return unfinished
		case n.aim < target: // not solved, or only as far as an earlier target took
			if s.solve(ctx, t, n, target); ctx.Err() != nil {
				return unfinished
			}
		case n.whole:
			return whole
		case nodes < 2:
			return unfinished
		default:
			nodes -= 2
			heap.Pop(&t.leaves)
			s.branch(ctx, t, n, target)
			continue
		}
		if n.proven >= target {
			heap.Pop(&t.leaves)
		} else {
			heap.Fix(&t.leaves, 0)
		}
	}
	return refuted
}

// branch splits a leaf in two.
func (s *Search) branch(ctx context.Context, t *tree, n *node, target int) {
	n.is = s.child(t, n, func(d *relax.Domain) bool { return d.Is(n.cell, n.colour) })
	n.not = s.child(t, n, func(d *relax.Domain) bool { return d.Not(n.cell, n.colour) })
	for _, c := range []*node{n.is, n.not} {
		if c.proven < impossible && ctx.Err() == nil {
			s.solve(ctx, t, c, target)
		}
		if c.proven < target {
			heap.Push(&t.leaves, c)
		}
	}
	s.forget(n)
	n.domain, n.prices = nil, nil
	s.bytes -= pdhg.Bytes(s.model) / 2
}

func (s *Search) child(t *tree, n *node, narrow func(*relax.Domain) bool) *node {
	t.nodes++
	c := &node{number: t.nodes, domain: n.domain.Clone(), bound: n.bound, point: n.point}
	if !narrow(c.domain) {
		c.proven, c.bound, c.point = impossible, math.Inf(1), nil
	}
	return c
}

// solve works on the linear programme of a leaf.
func (s *Search) solve(ctx context.Context, t *tree, n *node, target int) {
	if n.point != nil {
		s.solver.Load(n.point)
	}
	s.solver.Set(s.model.Start, n.domain, t.rows)
	r := s.run(ctx, pdhg.Limits{Iterations: branchIterations, Target: float64(target-1) + margin, Gap: branchGap})
	if prices := s.solver.Prices(); prices != nil {
		if proven := prices.Bound(s.model, n.domain, t.rows); n.prices == nil || proven > n.proven {
			if n.prices == nil {
				s.bytes += pdhg.Bytes(s.model) / 2
			}
			n.prices, n.proven = prices, proven
		}
	}
	n.bound = r.Bound
	n.aim = target
	s.forget(n)
	n.point, n.own = s.solver.Save(), true
	s.bytes += pdhg.Bytes(s.model)
	s.pick(n)
	if n.whole && !r.Done && n.tries < wholeTries {
		n.whole, n.aim = false, 0 // solve it better first
		n.tries++
	}
}

// forget gives back the memory of a leaf's point.
func (s *Search) forget(n *node) {
	if n.own {
		s.bytes -= pdhg.Bytes(s.model)
	}
	n.point, n.own = nil, false
}

// pick decides where to branch: where x is far from whole, and best where rooms
// have prices, for there the branches cost something.
func (s *Search) pick(n *node) {
	k := s.model.Colours
	tight, best := s.solver.Tight(), 0.0
	n.whole = true
	for i, x := range s.solver.X() {
		rooms := 0.0
		for _, r := range tight[i/k*k : (i/k+1)*k] {
			rooms += r
		}
		if score := x * (1 - x) * (branchFree + rooms); score > best && x*(1-x) > wholeShare {
			best = score
			n.cell, n.colour, n.whole = int32(i/k), uint8(i%k), false
		}
	}
}

// Branch raises the bound by branching on final colours, one swap after the
// other, until so many nodes are used up. It reports whether more nodes may help.
func (s *Search) Branch(ctx context.Context, nodes int) bool {
	if s.Relax(ctx); s.root == nil {
		return false
	}
	if s.plain == nil {
		s.plain = s.newTree(relax.Rows{}, s.root)
	}
	for t := s.plain; !s.Closed() && ctx.Err() == nil; {
		target := s.result.Lower + 1
		t.reopen(target)
		made := t.nodes
		if o := s.refute(ctx, t, target, nodes); o != refuted {
			return o == unfinished
		}
		nodes -= t.nodes - made
		s.raise(&relax.Proof{Bound: target, Rooms: s.model.Rooms, Refutation: t.root.export()})
	}
	return false
}
