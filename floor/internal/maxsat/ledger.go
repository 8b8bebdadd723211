package maxsat

import (
	"fmt"
	"slices"

	"fewest/floor/internal/pbp"
	"fewest/floor/internal/sat"
)

// ledger is what a proof knows about a counter: the literals that it counts, and
// for each output the constraints that define it. Without a proof it is nil, and
// its methods do nothing.
//
// Lemma. Let L and R be counters of disjoint literals and C one of all of them.
// Output k of a counter of n literals is defined by two constraints, Then:
// k ~out + literals >= k, and Else: (n - k + 1) out + opposites >= n - k + 1. Then
// of output i of L and of output j of R and Else of output i + j of C add up to a
// constraint that saturates to "not out i, or not out j, or out i + j", a clause
// of the totaliser.
type ledger struct {
	log      *pbp.Log
	number   int
	literals []string
	outputs  []pbp.Counted // by count less 1; of none where the literals are outputs
	given    bool          // the literals are one, or outputs of another counter in order
	thens    map[int]pbp.ID
	units    map[int]pbp.ID // outputs that were found true
}

// newLedger returns the ledger of a counter of some literals.
func (m *Search) newLedger(literals []string) *ledger {
	if m.options.Proof == nil {
		return nil
	}
	m.ledgers++
	return &ledger{
		log: m.options.Proof, number: m.ledgers, literals: literals, given: len(literals) == 1,
		thens: map[int]pbp.ID{}, units: map[int]pbp.ID{},
	}
}

// texts writes literals as the proof does.
func (m *Search) texts(lits []sat.Lit) []string {
	if m.options.Proof == nil {
		return nil
	}
	texts := make([]string, len(lits))
	for i, l := range lits {
		texts[i] = m.options.Proof.Literal(l)
	}
	return texts
}

// join returns the ledger of a counter of what two others count.
func (m *Search) join(p, q *ledger) *ledger {
	if m.options.Proof == nil {
		return nil
	}
	return m.newLedger(append(slices.Clone(p.literals), q.literals...))
}

// output returns the literal that count of the literals, or more, are true, and
// defines it, and those before it, where they are new.
func (l *ledger) output(count int) string {
	if l.given {
		return l.literals[count-1]
	}
	name := func(k int) string { return fmt.Sprintf("c_%d_%d", l.number, k) }
	for k := len(l.outputs) + 1; k <= count; k++ {
		l.outputs = append(l.outputs, l.log.Define(name(k), l.literals, k))
		if k > 1 { // k mean k - 1
			l.log.Sum().Add(l.outputs[k-1].Then).Add(l.outputs[k-2].Else).Saturate().End()
		}
	}
	return name(count)
}

// name says which variable of the solver an output is.
func (l *ledger) name(count int, out sat.Lit) {
	if l != nil {
		l.log.Name(out.Var(), "%s", l.output(count))
	}
}

// then returns Then of an output. Of a single literal it is nothing: not ok. Of
// outputs of another counter it is what their order says.
func (l *ledger) then(k int) (id pbp.ID, ok bool) {
	switch {
	case len(l.literals) == 1:
		return 0, false
	case !l.given:
		l.output(k)
		return l.outputs[k-1].Then, true
	case l.thens[k] != 0:
		return l.thens[k], true
	}
	var before []pbp.ID
	for _, other := range l.literals[:k-1] {
		before = append(before, l.log.Implies(l.literals[k-1], other))
	}
	sum := l.log.Sum()
	for _, id := range before {
		sum.Add(id)
	}
	for _, other := range l.literals[k:] {
		sum.AddLiteral(other)
	}
	l.thens[k] = sum.End()
	return l.thens[k], true
}

// combine derives a clause of the totaliser: outputs i and j of its two halves,
// 0 for none, mean output i + j.
func (l *ledger) combine(left, right *ledger, i, j int) {
	if l == nil {
		return
	}
	type side struct {
		*ledger
		count int
	}
	var thens []pbp.ID
	var free []string
	for _, s := range []side{{left, i}, {right, j}} {
		if s.count == 0 {
			free = append(free, s.literals...)
		} else if id, ok := s.then(s.count); ok {
			thens = append(thens, id)
		}
	}
	l.output(i + j)
	sum := l.log.Sum().Add(l.outputs[i+j-1].Else)
	for _, id := range thens {
		sum.Add(id)
	}
	for _, literal := range free {
		sum.AddLiteral(literal)
	}
	sum.Saturate().End()
}

// refuted notes that an output was found true: the solver has just refuted its
// opposite.
func (l *ledger) refuted(count int, out sat.Lit) {
	if l != nil {
		l.output(count)
		l.units[count] = l.log.Clause(out)
	}
}

// atLeast derives that so many of the literals are true, from the output that was
// found true.
func (l *ledger) atLeast(count int) pbp.ID {
	then, ok := l.then(count)
	if !ok {
		return l.units[count]
	}
	return l.log.Sum().Add(then).AddTimes(l.units[count], count).End()
}

// core is what a proof remembers of a core: its literals, at least proven of
// which are true by constraint id, and the counter that charges for more.
type core struct {
	ledger *ledger // nil for a single literal
	log    *pbp.Log
	proven int
	used   int // outputs from proven + 1 to used are charged for elsewhere
	id     pbp.ID
}

// noteCore notes a new core. Without a proof there is none.
func (m *Search) noteCore(literals []sat.Lit) *core {
	if m.options.Proof == nil {
		return nil
	}
	c := &core{log: m.options.Proof, proven: 1, id: m.options.Proof.Clause(literals...)}
	m.cores = append(m.cores, c)
	return c
}

func (c *core) count(t *totaliser) {
	if c != nil {
		c.ledger = t.ledger
	}
}

// exhausted notes that the counter alone was refuted to be below count.
func (c *core) exhausted(count int, out sat.Lit) {
	if c != nil {
		c.ledger.refuted(count, out)
		c.proven, c.id = count, c.ledger.atLeast(count)
	}
}

// rest returns the ledger of the counter's outputs from a count on, all of which
// are charged for elsewhere from now on.
func (c *core) rest(count int) *ledger {
	if c == nil {
		return nil
	}
	of := c.ledger
	c.used = len(of.literals)
	rest := &ledger{log: of.log, given: true, thens: map[int]pbp.ID{}, units: map[int]pbp.ID{}}
	for k := count; k <= len(of.literals); k++ {
		rest.literals = append(rest.literals, of.output(k))
	}
	return rest
}

// cost derives that the literals of the core, less the outputs charged for
// elsewhere, cost used.
//
// Lemma. Let o(k) be the outputs and p be proven. With
// literals + ~o(p+1) + ... + ~o(k-1) >= k - 1 and k ~o(k) + literals >= k: k - 1
// times the first and once the second, divided by k and rounded up, is
// literals + ~o(p+1) + ... + ~o(k) >= k.
func (c *core) cost() pbp.ID {
	id := c.id
	for k := c.proven + 1; k <= c.used; k++ {
		then, _ := c.ledger.then(k)
		id = c.log.Sum().AddTimes(id, k-1).Add(then).Divide(k).End()
	}
	return id
}

// settle makes what is known of the halves known of the part, should the search
// have ended before it came to it.
func (p *part) settle() int {
	if p.halves[0] != nil {
		p.low = max(p.low, p.halves[0].settle()+p.halves[1].settle())
	}
	return p.low
}

// cost derives that the part has its least excess, which isn't 0.
func (p *part) cost() pbp.ID {
	if p.raised == p.low {
		return p.excess.ledger.atLeast(p.low)
	}
	a, b := p.halves[0], p.halves[1]
	switch {
	case a.low == 0:
		return b.cost()
	case b.low == 0:
		return a.cost()
	}
	one, other := a.cost(), b.cost()
	return p.excess.ledger.log.Sum().Add(one).Add(other).End()
}

// Conclude ends the proof: it derives a contradiction from the last given
// constraint, which must say that the cost is less than Lower, or without it if
// the formula was refuted.
func (m *Search) Conclude() {
	if m.refuted {
		m.options.Proof.Clause()
		return
	}
	var ids []pbp.ID
	for _, c := range m.cores {
		ids = append(ids, c.cost())
	}
	if m.whole != nil && m.whole.settle() > 0 {
		ids = append(ids, m.whole.cost())
	}
	sum := m.options.Proof.Sum().AddGiven()
	for _, id := range ids {
		sum.Add(id)
	}
	sum.End()
}
