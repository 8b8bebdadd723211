// Package maxsat finds a model that breaks the fewest soft literals, by
// core-guided search.
//
// The search starts from "nothing is broken" and lets the SAT solver refute
// it. Every refutation names a core, soft literals of which at least one must
// be broken: the lower bound rises by one, and the core is replaced by a
// counter that may be charged once for free (OLL: Andres, Kaufmann, Matheis &
// Schaub 2012; Morgado, Dodaro & Marques-Silva 2014). When a model breaks
// nothing more than was charged for, it is optimal.
//
// Small cores matter most. So they are looked for in windows first, parts of
// the formula that the caller names, and each core found is made smaller and
// charged for as often as it can be.
package maxsat

import (
	"context"
	"slices"

	"fewest/floor/internal/pbp"
	"fewest/floor/internal/sat"
)

// Window is a part of the problem in which to look for cores: some of the soft
// literals, by the numbers that AddSoft gave, and the variables to decide on.
type Window struct {
	Softs []int
	Scope []int
}

// Options steer a search. The zero value is usable.
type Options struct {
	// Near gives the variables around a soft literal; questions about a core
	// are confined to what is near it. Nil: all variables.
	Near func(soft int) []int
	// Conflict limits; 0 takes the default.
	MinimiseLiteral, MinimiseCore, Exhaust int64
	// Proof, if not nil, is told how the bound comes about; the solver tells it
	// what it learns. Conclude ends it.
	Proof *pbp.Log
	// Core, if not nil, is told what each raise of the bound is about: one of the
	// charges at least is due.
	Core func(charges []Charge, lower int)
	// Stop is asked after every core with the new lower bound; true ends the
	// search.
	Stop func(lower int) bool
}

// Charge is what the search charges for: that Count of some soft literals, or
// more, are broken.
type Charge struct {
	Softs []int
	Count int
}

// tell tells what a raise of the bound is about.
func (m *Search) tell(charges ...Charge) {
	if m.options.Core != nil {
		m.options.Core(charges, m.lower)
	}
}

const (
	defaultMinimiseLiteral = 300
	defaultMinimiseCore    = 1000
	defaultExhaust         = 500
	largestMinimised       = 60 // longer cores are only trimmed
	trims                  = 3
)

// Search is the state of a core-guided search over a formula that may grow.
type Search struct {
	solver  *sat.Solver
	options Options
	lower   int
	softs   int
	active  []*charge   // what is assumed now, by key
	owners  [][]*charge // by soft literal: the active charges that count it
	byLit   map[sat.Lit]*charge
	refuted bool
	place   func(soft int) [2]float64 // once divided, else nil
	whole   *part                     // what still costs, once divided
	ledgers int                       // made for the proof
	cores   []*core                   // for the proof
	stats   Stats
}

// Stats counts what the search did.
type Stats struct {
	Cores, CoreLiterals, Exhausted, Parts, WindowCalls, GlobalCalls int64
}

// charge is a literal that is assumed: a soft literal, or "the counter says
// fewer than count".
type charge struct {
	lit     sat.Lit
	key     int   // its place in the order of assumptions: its last soft literal
	softs   []int // the soft literals it counts, rising
	counter *totaliser
	count   int
	core    *core // whose counter it is, for the proof
	marked  int
}

// New returns a search over the solver's formula, without soft literals.
func New(solver *sat.Solver, options Options) *Search {
	if options.MinimiseLiteral == 0 {
		options.MinimiseLiteral = defaultMinimiseLiteral
	}
	if options.MinimiseCore == 0 {
		options.MinimiseCore = defaultMinimiseCore
	}
	if options.Exhaust == 0 {
		options.Exhaust = defaultExhaust
	}
	return &Search{solver: solver, options: options, byLit: map[sat.Lit]*charge{}}
}

// AddSoft adds a literal that costs 1 when false, and returns its number.
// Neighbours in the problem should get numbers close to each other.
func (m *Search) AddSoft(l sat.Lit) int {
	n := m.softs
	m.softs++
	m.owners = append(m.owners, nil)
	m.activate(&charge{lit: l, key: n, softs: []int{n}})
	return n
}

// Lower returns the proven lower bound on the number of broken soft literals.
func (m *Search) Lower() int { return m.lower }

// Refuted reports whether the formula was found to have no model.
func (m *Search) Refuted() bool { return m.refuted }

// Stats returns what was done so far.
func (m *Search) Stats() Stats { return m.stats }

func (m *Search) activate(c *charge) {
	at, _ := slices.BinarySearchFunc(m.active, c.key, func(a *charge, key int) int { return a.key - key })
	m.active = slices.Insert(m.active, at, c)
	for _, s := range c.softs {
		m.owners[s] = append(m.owners[s], c)
	}
	m.byLit[c.lit] = c
}

func (m *Search) retire(c *charge) {
	at, _ := slices.BinarySearchFunc(m.active, c.key, func(a *charge, key int) int { return a.key - key })
	for m.active[at] != c {
		at++
	}
	m.active = slices.Delete(m.active, at, at+1)
	for _, s := range c.softs {
		m.owners[s] = slices.DeleteFunc(m.owners[s], func(o *charge) bool { return o == c })
	}
	delete(m.byLit, c.lit)
}

// Tighten looks for cores in one window until there are no more that the
// limits let it find. It returns false when the search must end: the formula
// was refuted, Stop said so, or the context ended.
func (m *Search) Tighten(ctx context.Context, w Window, limits sat.Limits) bool {
	limits.Scope = w.Scope
	for {
		assumptions := m.assumptionsWithin(w.Softs)
		if len(assumptions) == 0 {
			return true
		}
		m.stats.WindowCalls++
		if m.solver.Solve(ctx, assumptions, limits) != sat.Unsatisfiable {
			return ctx.Err() == nil
		}
		if !m.charge(ctx, slices.Clone(m.solver.Core())) {
			return false
		}
	}
}

// assumptionsWithin returns the active charges all of whose soft literals are
// among the given ones.
func (m *Search) assumptionsWithin(softs []int) []sat.Lit {
	var found []*charge
	for _, s := range softs {
		for _, c := range m.owners[s] {
			if c.marked++; c.marked == len(c.softs) {
				found = append(found, c)
			}
		}
	}
	for _, s := range softs {
		for _, c := range m.owners[s] {
			c.marked = 0
		}
	}
	slices.SortStableFunc(found, func(a, b *charge) int { return a.key - b.key })
	lits := make([]sat.Lit, len(found))
	for i, c := range found {
		lits[i] = c.lit
	}
	return lits
}

// Minimise charges for cores of the whole formula until a model breaks no more
// than was charged for. It returns Satisfiable with the model in the solver,
// its cost equal to Lower; Unsatisfiable when the formula has no model;
// Unknown when Stop, the limits or the context ended it.
func (m *Search) Minimise(ctx context.Context, limits sat.Limits) sat.Status {
	if m.place != nil {
		return m.minimiseWhole(ctx, limits)
	}
	for {
		if m.refuted {
			return sat.Unsatisfiable
		}
		assumptions := make([]sat.Lit, len(m.active))
		for i, c := range m.active {
			assumptions[i] = c.lit
		}
		m.stats.GlobalCalls++
		status := m.solver.Solve(ctx, assumptions, limits)
		if status != sat.Unsatisfiable {
			return status
		}
		if !m.charge(ctx, slices.Clone(m.solver.Core())) && !m.refuted {
			return sat.Unknown
		}
	}
}

// charge raises the bound for a core and replaces it by a counter. It returns
// false when the search must end.
func (m *Search) charge(ctx context.Context, core []sat.Lit) bool {
	core = m.minimised(ctx, core)
	if len(core) == 0 {
		m.refuted = true
		return false
	}
	m.stats.Cores++
	m.stats.CoreLiterals += int64(len(core))
	m.lower++
	broken := make([]sat.Lit, len(core))
	merged := &charge{key: -1}
	var charges []Charge
	for i, l := range core {
		c := m.byLit[l]
		charges = append(charges, Charge{c.softs, max(1, c.count)})
		broken[i] = l.Not()
		merged.softs = append(merged.softs, c.softs...)
		merged.key = max(merged.key, c.key)
		m.retire(c)
		if c.core != nil {
			c.core.used = c.count
		}
		if c.counter != nil && c.count < c.counter.size {
			m.activate(&charge{
				lit: c.counter.extend(m.solver, c.count+1).Not(), key: c.key, softs: c.softs,
				counter: c.counter, count: c.count + 1, core: c.core,
			})
		}
	}
	m.tell(charges...)
	merged.core = m.noteCore(broken)
	m.solver.AddClause(broken...)
	if len(core) > 1 {
		slices.Sort(merged.softs)
		merged.softs = slices.Compact(merged.softs)
		merged.counter = m.newTotaliser(broken)
		merged.core.count(merged.counter)
		merged.count = m.exhaust(ctx, merged)
		if merged.count <= merged.counter.size {
			merged.lit = merged.counter.extend(m.solver, merged.count).Not()
			m.activate(merged)
		}
	}
	return !m.ended(ctx)
}

// ended reports whether the search must end.
func (m *Search) ended(ctx context.Context) bool {
	return m.options.Stop != nil && m.options.Stop(m.lower) || ctx.Err() != nil
}

// exhaust raises the bound while the counter alone can be refuted, and returns
// the first count that couldn't.
func (m *Search) exhaust(ctx context.Context, c *charge) int {
	limits := sat.Limits{Conflicts: m.options.Exhaust, Scope: m.near(c.softs)}
	for count := 2; count <= c.counter.size; count++ {
		out := c.counter.extend(m.solver, count)
		if m.solver.Solve(ctx, []sat.Lit{out.Not()}, limits) != sat.Unsatisfiable {
			return count
		}
		c.core.exhausted(count, out)
		m.solver.AddClause(out)
		m.lower++
		m.stats.Exhausted++
		m.tell(Charge{c.softs, count})
	}
	return c.counter.size + 1
}

// near returns the variables around some soft literals, some perhaps more than
// once; nil for all.
func (m *Search) near(softs []int) []int {
	if m.options.Near == nil {
		return nil
	}
	scope := []int{}
	for _, s := range softs {
		scope = append(scope, m.options.Near(s)...)
	}
	return scope
}

// minimised returns a core within the given one: first whatever the solver
// needs when asked again in another order, then without each literal that it
// can do without under the limits.
func (m *Search) minimised(ctx context.Context, core []sat.Lit) []sat.Lit {
	if len(core) <= 1 {
		return core
	}
	scope := m.near(m.softsOf(core))
	ask := func(assumptions []sat.Lit, conflicts int64) bool {
		return m.solver.Solve(ctx, assumptions, sat.Limits{Conflicts: conflicts, Scope: scope}) == sat.Unsatisfiable
	}
	for range trims {
		slices.Reverse(core)
		if !ask(core, m.options.MinimiseCore) {
			break
		}
		if len(m.solver.Core()) == len(core) {
			break
		}
		core = slices.Clone(m.solver.Core())
	}
	if len(core) > largestMinimised {
		return core
	}
	budget := m.options.MinimiseCore
	for i := 0; i < len(core) && len(core) > 1 && budget > 0; {
		without := slices.Delete(slices.Clone(core), i, i+1)
		before := m.solver.Stats().Conflicts
		if ask(without, min(budget, m.options.MinimiseLiteral)) {
			// Keep the order, so that literals found needed stay in front.
			smaller := m.solver.Core()
			core = slices.DeleteFunc(without, func(l sat.Lit) bool { return !slices.Contains(smaller, l) })
			i = min(i, len(core))
		} else {
			i++
		}
		budget -= m.solver.Stats().Conflicts - before
	}
	return core
}

func (m *Search) softsOf(core []sat.Lit) []int {
	var softs []int
	for _, l := range core {
		softs = append(softs, m.byLit[l].softs...)
	}
	slices.Sort(softs)
	return slices.Compact(softs)
}
