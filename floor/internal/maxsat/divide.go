package maxsat

import (
	"cmp"
	"context"
	"slices"

	"fewest/floor/internal/sat"
)

// part is a part of what still costs: some charges, and how many of their costs
// every model pays beyond what is counted in the lower bound. The excess of a
// charge is counted by its own counter from its present count on, that of two
// parts together by a totaliser.
type part struct {
	excess *totaliser
	low    int   // every model has this excess
	raised int   // ... as was refuted of the part itself, 0 if it wasn't
	softs  []int // the soft literals counted
	halves [2]*part
}

// partConflicts limits each question about a part that isn't the whole.
const partConflicts = 1000

// Divide freezes the counters and goes on otherwise: it cuts the charges into
// halves, quarters and so on by where their soft literals lie, and asks of one
// part after the other, the small ones first, whether an excess of 0, 1, ...
// can be refuted within what is near it. What is refuted holds for good. From
// then on Minimise asks about the excess of the whole. It returns false when
// the search must end.
func (m *Search) Divide(ctx context.Context, place func(soft int) [2]float64) bool {
	m.place = place
	var parts []*part
	m.whole = m.gather(ctx, func(p *part) { parts = append(parts, p) })
	slices.SortStableFunc(parts, func(p, q *part) int { return cmp.Compare(p.excess.size, q.excess.size) })
	defer func() { // wherever it ends, the whole has what its parts have
		for _, p := range parts {
			p.low = max(p.low, p.halves[0].low+p.halves[1].low)
		}
	}()
	for _, p := range parts {
		if p == m.whole {
			break
		}
		if ctx.Err() != nil {
			return false
		}
		limits := sat.Limits{Conflicts: partConflicts, Scope: m.near(p.softs)}
		p.low = p.halves[0].low + p.halves[1].low
		for p.low < p.excess.size {
			if m.raise(ctx, p, limits) != sat.Unsatisfiable {
				break
			}
			if m.refuted || m.ended(ctx) {
				return false
			}
		}
	}
	return ctx.Err() == nil
}

// gather makes a part of all active charges, which are active no more, and
// visits it and all parts that it is made of but for single charges. It returns
// nil when there are none.
func (m *Search) gather(ctx context.Context, visit func(*part)) *part {
	type leaf struct {
		*part
		at [2]float64
	}
	leaves := make([]leaf, len(m.active))
	for i, c := range m.active {
		l := leaf{part: &part{excess: m.excess(c), softs: c.softs}}
		for _, s := range c.softs {
			for d, x := range m.place(s) {
				l.at[d] += x / float64(len(c.softs))
			}
		}
		leaves[i] = l
	}
	for len(m.active) > 0 {
		m.retire(m.active[len(m.active)-1])
	}
	var build func(leaves []leaf) *part
	build = func(leaves []leaf) *part {
		if len(leaves) == 1 {
			return leaves[0].part
		}
		// Halve along the longer side.
		along, longest := 0, -1.0
		for d := range 2 {
			low, high := leaves[0].at[d], leaves[0].at[d]
			for _, l := range leaves {
				low, high = min(low, l.at[d]), max(high, l.at[d])
			}
			if high-low > longest {
				along, longest = d, high-low
			}
		}
		if ctx.Err() == nil { // else any halves will do
			slices.SortStableFunc(leaves, func(a, b leaf) int { return cmp.Compare(a.at[along], b.at[along]) })
		}
		half := len(leaves) / 2
		p := m.together(build(leaves[:half]), build(leaves[half:]))
		visit(p)
		return p
	}
	if len(leaves) == 0 {
		return nil
	}
	return build(leaves)
}

// excess returns a counter of what a charge costs.
func (m *Search) excess(c *charge) *totaliser {
	if c.counter == nil {
		return m.newTotaliser([]sat.Lit{c.lit.Not()})
	}
	return &totaliser{of: c.counter, skip: c.count - 1, size: c.counter.size - c.count + 1, ledger: c.core.rest(c.count)}
}

// together joins two parts.
func (m *Search) together(p, q *part) *part {
	return &part{
		excess: &totaliser{left: p.excess, right: q.excess, size: p.excess.size + q.excess.size, ledger: m.join(p.excess.ledger, q.excess.ledger)},
		low:    p.low + q.low,
		softs:  append(slices.Clone(p.softs), q.softs...),
		halves: [2]*part{p, q},
	}
}

// raise asks whether a part can have no more excess than is known, and if that
// is refuted raises what is known and the lower bound.
func (m *Search) raise(ctx context.Context, p *part, limits sat.Limits) sat.Status {
	var assumptions []sat.Lit
	if p.low < p.excess.size {
		assumptions = []sat.Lit{p.excess.extend(m.solver, p.low+1).Not()}
	}
	status := m.solver.Solve(ctx, assumptions, limits)
	if status != sat.Unsatisfiable {
		return status
	}
	if len(m.solver.Core()) == 0 {
		m.refuted = true
		return status
	}
	p.low++
	p.raised = p.low
	p.excess.ledger.refuted(p.low, assumptions[0].Not())
	m.solver.AddClause(assumptions[0].Not())
	m.lower++
	m.stats.Parts++
	m.tell(Charge{p.softs, p.low})
	return status
}

// minimiseWhole is Minimise after Divide.
func (m *Search) minimiseWhole(ctx context.Context, limits sat.Limits) sat.Status {
	if fresh := m.gather(ctx, func(*part) {}); m.whole == nil {
		m.whole = fresh
	} else if fresh != nil {
		m.whole = m.together(m.whole, fresh)
	}
	if m.whole == nil { // nothing costs any more
		status := m.solver.Solve(ctx, nil, limits)
		m.refuted = status == sat.Unsatisfiable
		return status
	}
	for !m.refuted {
		m.stats.GlobalCalls++
		if status := m.raise(ctx, m.whole, limits); status != sat.Unsatisfiable {
			return status
		}
		if !m.refuted && m.ended(ctx) {
			return sat.Unknown
		}
	}
	return sat.Unsatisfiable
}
