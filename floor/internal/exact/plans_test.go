package exact

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fewest/floor/internal/graph"
	"fewest/floor/internal/maxsat"
	"fewest/floor/internal/sat"
)

// recorded is a solve whose clauses are kept.
type recorded struct {
	*solve
	clauses map[kind][][]sat.Lit
}

func record(tiles []uint8, set func(s *solve)) *recorded {
	r := &recorded{newSolve(tiles, Options{}), map[kind][][]sat.Lit{}}
	set(r.solve)
	r.record = func(k kind, clause []sat.Lit) { r.clauses[k] = append(r.clauses[k], clause) }
	return r
}

// values gives the model's variables the values that the lemmas say a plan
// gives them, and returns what they cost.
func (s *solve) values(tiles []uint8, plan []int32) (value []bool, cost int) {
	p := s.model
	value = make([]bool, p.solver.Vars())
	set := func(v int) {
		if v >= 0 {
			value[v] = true
		}
	}
	lies := slices.Clone(tiles)
	carried := make([][][2]uint8, len(p.edges)) // by edge: the colours from A and from B
	at := make([][]swap, len(p.cells))          // by cell: its swaps in their order
	for _, i := range plan {
		e := &p.edges[i]
		for _, v := range [2]int{e.a, e.b} {
			at[v] = append(at[v], swap{port{edge: int(i)}, len(carried[i])})
		}
		carried[i] = append(carried[i], [2]uint8{lies[e.a], lies[e.b]})
		lies[e.a], lies[e.b] = lies[e.b], lies[e.a]
	}
	for v, c := range p.cells {
		set(c.x[lies[v]])
		for _, o := range c.orders {
			o.values(at[v], carried, set)
		}
	}
	pay := func(v int) {
		set(v)
		cost++
	}
	for i, swaps := range carried {
		e := &p.edges[i]
		if len(swaps) > 0 {
			pay(e.s)
		}
		if len(swaps) > 1 {
			pay(e.wild)
			for use := range e.g {
				for d, c := range swaps[use] {
					if e.g[use][d] != nil {
						set(e.g[use][d][c])
					}
				}
			}
		}
		if len(swaps) > 2 {
			set(e.third)
			if e.counted {
				cost++
			}
		}
		for c := range p.colours {
			var carry [2]int
			for _, s := range swaps {
				for d := range s {
					if int(s[d]) == c {
						carry[d]++
					}
				}
			}
			for d := range 2 {
				net := carry[d] - carry[1-d]
				if net >= 1 {
					set(e.n[d][c])
				}
				if net >= 2 && p.full {
					set(e.t[d][c])
				}
				both := len(swaps) > 1 && int(swaps[0][d]) == c && int(swaps[1][d]) == c
				if (net >= 2 || both) && !p.full {
					set(e.two[d])
				}
			}
		}
	}
	for _, edges := range components(p, carried) {
		paid, swaps := 0, 0
		for _, e := range edges {
			paid += min(3, len(carried[e]))
			swaps += len(carried[e])
		}
		for t, v := range s.more[fmt.Sprint(edges)] {
			if paid <= t && t < swaps {
				pay(v)
			}
		}
	}
	return value, cost
}

// values sets the matches of an order if the swaps at its cell are of its case.
func (o *order) values(at []swap, carried [][][2]uint8, set func(v int)) {
	for _, w := range o.swaps {
		if n := len(carried[w.edge]); w.use == only && n > 1 || w.use != only && n != 2 {
			return
		}
	}
	from := 0
	for _, w := range at {
		to := 1 + slices.IndexFunc(o.swaps, func(q swap) bool {
			return q.edge == w.edge && (q.use == only || q.use == w.use)
		})
		set(o.m[from][to])
		from = to
	}
	set(o.m[from][0])
}

// components returns the connected sets of swapped edges.
func components(p *model, carried [][][2]uint8) [][]int {
	seen := make([]bool, len(carried))
	var all [][]int
	for e := range carried {
		if seen[e] || len(carried[e]) == 0 {
			continue
		}
		seen[e] = true
		edges := []int{e}
		for i := 0; i < len(edges); i++ {
			for _, v := range [2]int{p.edges[edges[i]].a, p.edges[edges[i]].b} {
				for _, q := range p.cells[v].edges {
					if !seen[q.edge] && len(carried[q.edge]) > 0 {
						seen[q.edge] = true
						edges = append(edges, q.edge)
					}
				}
			}
		}
		slices.Sort(edges)
		all = append(all, edges)
	}
	return all
}

// checkPlan checks that a plan satisfies every clause that was added, of
// whatever kind, at a cost of no more than its moves.
func (r *recorded) checkPlan(t *testing.T, tiles []uint8, plan []int32) {
	t.Helper()
	value, cost := r.values(tiles, plan)
	if cost > len(plan) {
		t.Fatalf("%v with edges %v: plan %v costs %d", tiles, r.model.graph.Edges, plan, cost)
	}
	for k := range r.clauses {
		r.checkKind(t, tiles, plan, value, k)
	}
}

// checkKind checks the clauses of one kind.
func (r *recorded) checkKind(t *testing.T, tiles []uint8, plan []int32, value []bool, k kind) {
	t.Helper()
	for _, clause := range r.clauses[k] {
		if !slices.ContainsFunc(clause, func(l sat.Lit) bool { return value[l.Var()] == (l&1 == 0) }) {
			t.Fatalf("%v with edges %v, full %v: plan %v breaks a clause, kind %s", tiles, r.model.graph.Edges, r.form.full, plan, k)
		}
	}
}

// swapped returns the arrangement after a swap.
func swapped(g *graph.Graph, state string, e int) string {
	s := []byte(state)
	a, b := g.Edges[e][0], g.Edges[e][1]
	s[a], s[b] = s[b], s[a]
	return string(s)
}

// plansOf visits plans that swap some edges once each, in any order, and then
// take a shortest way along others to a done arrangement.
func plansOf(r *rand.Rand, g *graph.Graph, tiles []uint8, once, others []int, n int, visit func(plan []int32)) {
	type node struct {
		state      string
		back, edge int
	}
next:
	for range n {
		state := string(tiles)
		var plan []int32
		for _, i := range r.Perm(len(once)) {
			to := swapped(g, state, once[i])
			if to == state {
				continue next
			}
			plan, state = append(plan, int32(once[i])), to
		}
		queue := []node{{state, -1, 0}}
		seen := map[string]bool{state: true}
		for i := 0; i < len(queue); i++ {
			if len(g.Conflicts([]uint8(queue[i].state))) == 0 {
				before := len(plan)
				for ; queue[i].back >= 0; i = queue[i].back {
					plan = append(plan, int32(queue[i].edge))
				}
				slices.Reverse(plan[before:])
				visit(plan)
				break
			}
			for _, e := range others {
				if to := swapped(g, queue[i].state, e); !seen[to] {
					seen[to] = true
					queue = append(queue, node{to, i, e})
				}
			}
		}
	}
}

// plans visits random plans that use only some edges: a few moves anywhere, then
// the shortest way to a done arrangement. They have no swap of equal tiles and
// none that undoes another.
func plans(r *rand.Rand, g *graph.Graph, tiles []uint8, edges []int, n int, visit func(plan []int32)) {
	reached := []string{string(tiles)}
	seen := map[string]bool{reached[0]: true}
	for i := 0; i < len(reached); i++ {
		for _, e := range edges {
			if to := swapped(g, reached[i], e); !seen[to] {
				seen[to] = true
				reached = append(reached, to)
			}
		}
	}
	far := map[string]int{}
	var queue []string
	for _, state := range reached {
		if len(g.Conflicts([]uint8(state))) == 0 {
			far[state] = 0
			queue = append(queue, state)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, e := range edges {
			to := swapped(g, queue[i], e)
			if _, ok := far[to]; !ok {
				far[to] = far[queue[i]] + 1
				queue = append(queue, to)
			}
		}
	}
	if len(queue) == 0 {
		return
	}
	for range n {
		state := string(tiles)
		var plan []int32
		for wander := r.IntN(9); wander > 0 || far[state] > 0; wander-- {
			e := edges[r.IntN(len(edges))]
			if to := swapped(g, state, e); to != state && (wander > 0 || far[to] < far[state]) {
				plan = append(plan, int32(e))
				state = to
			}
		}
		if !undoes(g, plan) {
			visit(plan)
		}
	}
}

// undoes reports whether an edge is swapped twice without a swap next to it
// between.
func undoes(g *graph.Graph, plan []int32) bool {
	for i, e := range plan {
		for _, f := range plan[i+1:] {
			if e == f {
				return true
			}
			a, b := g.Edges[e], g.Edges[f]
			if a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1] {
				break
			}
		}
	}
	return false
}

// smallFloor returns a floor of at most ten tiles of few colours that needs
// swaps.
func smallFloor(r *rand.Rand) (*graph.Graph, []uint8) {
	for {
		b := nearHalf(r)
		if r.IntN(3) == 0 {
			b = randomBoard(r, 2+r.IntN(2), 2+r.IntN(2), 2+r.IntN(3), false)
		}
		g, tiles := asGraph(b)
		if r.IntN(4) > 0 {
			slices.Sort(tiles)
		}
		if len(tiles) <= 10 && fewest(g, tiles) > 0 {
			return g, tiles
		}
	}
}

// Every clause that a search adds, of whatever kind, holds for every plan, and
// no plan pays more than its moves: a lemma that isn't true would be found here
// even where no bound comes out wrong.
func TestPlansSatisfyEveryClause(t *testing.T) {
	counts := map[kind]int{}
	tried := 0
	for seed := range uint64(long(120)) {
		r := rand.New(rand.NewPCG(seed, 31))
		g, tiles := smallFloor(r)
		s := record(tiles, vary(r))
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		s.solve.solve(ctx, g, tiles)
		cancel()
		s.correctRandom(t, r)
		s.cutRandom(t, r)
		// Orders that the search had no need of, too.
		for v := range s.model.cells {
			var twice []int
			for _, q := range s.model.cells[v].edges {
				if r.IntN(3) == 0 {
					twice = append(twice, q.edge)
				}
			}
			s.model.refineCell(v, twice)
		}
		try := func(plan []int32) {
			tried++
			s.checkPlan(t, tiles, plan)
		}
		plans(r, g, tiles, allEdges(g), 40, try)
		for _, key := range slices.Sorted(maps.Keys(s.more)) {
			edges := edgesOf(key)
			at := make([]bool, len(tiles))
			for _, e := range edges {
				at[g.Edges[e][0]], at[g.Edges[e][1]] = true, true
			}
			within, apart := slices.Clone(edges), []int{}
			for e, ends := range g.Edges {
				if at[ends[0]] && at[ends[1]] && !slices.Contains(edges, e) && r.IntN(2) == 0 {
					within = append(within, e)
				} else if !at[ends[0]] && !at[ends[1]] {
					apart = append(apart, e)
				}
			}
			plans(r, g, tiles, edges, 20, try)
			plans(r, g, tiles, slices.Concat(edges, apart), 20, try)
			plansOf(r, g, tiles, edges, apart, 50, try)
			plansOf(r, g, tiles, within, apart, 50, try)
		}
		for k, clauses := range s.clauses {
			counts[k] += len(clauses)
		}
	}
	if tried < 5000 || counts[refinements] < 1000 || counts[regions] < 50 || counts[cuts] < 500 {
		t.Errorf("%d plans, %v: too few of a kind", tried, counts)
	}
}

// correctRandom corrects models far from cheap, which have all that can be wrong.
func (r *recorded) correctRandom(t *testing.T, random *rand.Rand) {
	for range 4 {
		r.randomPhases(random)
		var assumptions []sat.Lit
		for _, e := range r.model.edges {
			if random.IntN(3) == 0 {
				assumptions = append(assumptions, sat.Lit(2*e.wild+random.IntN(2)))
			}
		}
		for range 5 {
			if r.model.solver.Solve(t.Context(), assumptions, sat.Limits{}) != sat.Satisfiable {
				break
			}
			r.realise(t.Context())
		}
	}
}

// cutRandom cuts small sets of edges with whatever ends they can't be realised,
// also where a search would have no reason to.
func (r *recorded) cutRandom(t *testing.T, random *rand.Rand) {
	p := r.model
	for range 12 {
		r.randomPhases(random)
		if p.solver.Solve(t.Context(), nil, sat.Limits{}) != sat.Satisfiable {
			return
		}
		c := cluster{of: p}
		grow := func(e int) {
			c.edges = append(c.edges, e)
			for _, v := range [2]int{p.edges[e].a, p.edges[e].b} {
				if !slices.Contains(c.cells, v) {
					c.cells = append(c.cells, v)
				}
			}
		}
		grow(random.IntN(len(p.edges)))
		for range random.IntN(4) {
			at := p.cells[c.cells[random.IntN(len(c.cells))]].edges
			if e := at[random.IntN(len(at))].edge; !slices.Contains(c.edges, e) {
				grow(e)
			}
		}
		slices.Sort(c.edges)
		slices.Sort(c.cells)
		r.countThirds(c)
		for _, e := range c.edges {
			c.paid++
			for _, again := range [2]int{p.edges[e].wild, p.edges[e].third} {
				if p.holds(again) {
					c.paid++
				}
			}
		}
		c.cost = c.paid + random.IntN(2)
		found := r.shortest(t.Context(), c, p.finalColours())
		switch {
		case random.IntN(2) == 0 && r.closed(t.Context(), c, found.around):
		case !found.complete:
		case !found.possible:
			r.cutCluster(found)
		case !slices.ContainsFunc(found.reachable, found.isModelled):
			r.cutEnds(found)
		}
	}
}

func (s *solve) randomPhases(r *rand.Rand) {
	for v := range s.model.solver.Vars() {
		s.model.solver.SetPhase(v, r.IntN(2) == 0)
	}
}

func allEdges(g *graph.Graph) []int {
	all := make([]int, len(g.Edges))
	for e := range all {
		all[e] = e
	}
	return all
}

// edgesOf returns the edges that a cluster's key names.
func edgesOf(key string) []int {
	var edges []int
	for _, word := range strings.Fields(strings.Trim(key, "[]")) {
		e, err := strconv.Atoi(word)
		if err != nil {
			panic(err)
		}
		edges = append(edges, e)
	}
	return edges
}

// Where all cells have orders, a model without circles can be played as it is
// labelled: circles are all that orders at cells leave open. And no plan has a
// circle.
func TestCircles(t *testing.T) {
	found, played := 0, 0
	for seed := range uint64(long(40)) {
		r := rand.New(rand.NewPCG(seed, 32))
		b := randomBoard(r, 2, 2+r.IntN(2), 2+r.IntN(5), false)
		g, tiles := asGraph(b)
		if fewest(g, tiles) < 0 {
			continue
		}
		s := record(tiles, func(s *solve) { s.form.full = r.IntN(2) == 0 })
		s.model = newModel(context.Background(), g, tiles, s.form, s.notes, maxsat.Options{})
		for v := range s.model.cells {
			s.model.refineCell(v, nil)
		}
		for range 40 {
			s.randomPhases(r)
			var assumptions []sat.Lit
			for _, e := range s.model.edges {
				assumptions = append(assumptions, sat.Neg(e.wild))
				if r.IntN(4) > 0 {
					assumptions = append(assumptions, sat.Pos(e.s))
				}
			}
			for _, c := range s.model.cells { // some swap directly after another
				m := c.orders[0].m
				if after := m[1+r.IntN(len(m)-1)][1+r.IntN(len(m)-1)]; after >= 0 {
					assumptions = append(assumptions, sat.Pos(after))
				}
			}
			for s.model.solver.Solve(context.Background(), assumptions, sat.Limits{}) == sat.Satisfiable {
				before := found
				for _, c := range s.clusters() {
					if circle := c.findCircle(); circle != nil {
						s.model.forbid(circle)
						found++
					} else if s.play(context.Background(), c) == nil {
						t.Fatalf("%v with edges %v: %v has no circle and no order", tiles, g.Edges, c)
					} else {
						played++
					}
				}
				if found == before {
					break
				}
			}
		}
		// Circles don't look at where a plan ends.
		for range 300 {
			var moves []int32
			lies := slices.Clone(tiles)
			for _, i := range r.Perm(len(g.Edges)) {
				if e := g.Edges[i]; lies[e[0]] != lies[e[1]] && r.IntN(5) > 0 {
					moves = append(moves, int32(i))
					lies[e[0]], lies[e[1]] = lies[e[1]], lies[e[0]]
				}
			}
			value, _ := s.values(tiles, moves)
			s.checkKind(t, tiles, moves, value, circles)
		}
	}
	if found < 10 || played < 20 {
		t.Errorf("%d circles, %d clusters played: too few", found, played)
	}
}
