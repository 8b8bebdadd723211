// Package far finds cosets of a code whose lightest words are heavy: lower
// bounds on the covering radius, each with its witness. It knows no puzzle.
//
// A coset x + C is given by a word x, and what its words weigh depends on x by
// sums over the positions: W(c) = sum over p of (x_p + c_p) mod k. Changing x at
// one position changes every W(c) by a number that depends on c_p alone, so with
// all W kept, a change costs one look at each word. Only the light words count:
// the penalty is the sum of (limit - W)^3 over the words below a limit a little
// above the goal, and as long as changes are refused, a list of the words that
// can come below the limit is enough. The search is simulated annealing on that
// penalty (Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing,
// Science 220, 1983), two changes at a time, so that codes all of whose words
// weigh even keep to the parity of the goal.
//
// Positions can be tied to one another: a tie changes as one. If the ties are
// the orbits of a group that maps the code to itself, the coset found is one
// that the group maps to itself, and its words come in orbits of the same
// weight. So words that have the same values at each tie, counted, are kept
// once, and a search among the symmetric cosets is as much faster as there are
// fewer of both. It isn't needed for the bound that the group be one: what the
// coset found weighs is counted from the word found.
package far

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fewest/flip/internal/code"
)

// Options say how Anneal searches and for how long.
type Options struct {
	Ties  [][]int32 // sets of positions that change as one; nil for each by itself
	Seed  uint64    // another seed, another search
	Moves int       // changes tried; 0 for as many as the size asks for
}

// Found is a coset and how heavy its lightest words are.
type Found struct {
	Word   []uint8
	Weight int
	Moves  int64 // changes tried
}

// Bytes is how much memory Anneal uses for a code over a field.
func Bytes(c *code.Code) float64 {
	seen := map[string]bool{}
	for _, column := range c.Columns {
		seen[string(column)] = true
	}
	return math.Pow(float64(c.K), float64(len(c.Orders))) * float64(len(seen)+24)
}

// Anneal looks for a coset of a code over a field whose lightest word weighs at
// least goal, and returns the best it has seen. It ends when that is reached,
// when the moves are spent, or with the context. The same options give the same
// answer, if the context doesn't end it.
func Anneal(ctx context.Context, c *code.Code, goal int, opt Options) Found {
	if len(c.Columns) == 0 {
		return Found{}
	}
	a := newAnnealing(ctx, c, goal, opt)
	if a == nil { // out of time before it began
		return Found{Word: make([]uint8, len(c.Columns))}
	}
	a.run(opt.Moves)
	return a.best
}

// annealing is the state of one search.
type annealing struct {
	ctx    context.Context
	k      int
	goal   int
	rng    *rand.Rand
	ties   []tie
	moving []int32 // ties that some word changes
	uneven []int32 // of them, those whose number alike isn't a multiple of k
	weight []int32 // of each word of the coset, one of each kind
	limit  int32   // words below it have a penalty
	cubes  []int64 // penalty of a weight, by weight
	light  []int32 // the words that a change can bring below the limit, or that are
	best   Found
	even   bool // all words of the code weigh even
}

// tie is a set of positions with one value.
type tie struct {
	positions []int32
	value     uint8
	kinds     []uint8   // of each word: how its values at the positions are distributed, by number
	costs     [][]int32 // of each value of the tie and each kind: what the positions weigh
}

// margin is how far above the goal words have a penalty: those that weigh a
// little more are the next to fall below it.
const margin = 4

// maxKinds bounds the distributions of a tie.
const maxKinds = 256

// newAnnealing returns nil if the context ends before it is ready.
func newAnnealing(ctx context.Context, c *code.Code, goal int, opt Options) *annealing {
	a := &annealing{ctx: ctx, k: c.K, goal: goal, limit: int32(goal + margin), even: c.K == 2}
	a.rng = rand.New(rand.NewPCG(opt.Seed, uint64(len(c.Columns))))
	ties := opt.Ties
	if ties == nil {
		for p := range c.Columns {
			ties = append(ties, []int32{int32(p)})
		}
	}
	if !a.list(c, ties) {
		return nil
	}
	for i := range c.Orders {
		ones := 0
		for _, column := range c.Columns {
			ones += int(column[i])
		}
		a.even = a.even && ones%2 == 0
	}
	if a.even {
		a.even = !slices.ContainsFunc(a.ties, func(t tie) bool { return len(t.positions)%2 == 0 })
	}
	a.share(c)
	if !a.weigh() {
		return nil
	}
	a.cubes = make([]int64, max(len(c.Columns)*(a.k-1), int(a.limit))+1)
	for w := range a.limit {
		below := int64(a.limit - w)
		a.cubes[w] = below * below * below
	}
	a.best = Found{Word: make([]uint8, len(c.Columns)), Weight: -1}
	a.collect()
	return a
}

// list makes the ties, with words that are alike at all of them kept once. It
// returns false if the context ends.
func (a *annealing) list(c *code.Code, ties [][]int32) bool {
	shared := map[string][]uint8{}
	words := int(math.Pow(float64(c.K), float64(len(c.Orders))) + 0.5)
	prints := make([]uint64, words) // of each word, of its kinds
	mixer := rand.New(rand.NewPCG(7, 7))
	for _, positions := range ties {
		if a.ctx.Err() != nil {
			return false
		}
		t := tie{positions: positions}
		if len(positions) == 1 {
			key := string(c.Columns[positions[0]])
			if _, ok := shared[key]; !ok {
				shared[key] = code.Dots(c.K, c.Columns[positions[0]])
			}
			t.kinds = shared[key]
			for v := range c.K {
				costs := make([]int32, c.K)
				for w := range costs {
					costs[w] = int32((v + w) % c.K)
				}
				t.costs = append(t.costs, costs)
			}
		} else {
			t.distribute(c, words)
		}
		a.ties = append(a.ties, t)
		salt := mixer.Uint64() | 1
		for w, kind := range t.kinds {
			prints[w] = (prints[w] ^ uint64(kind)*salt) * 0x9E3779B97F4A7C15
		}
	}
	if len(shared) == len(ties) {
		return true // the types alone tell all words apart
	}
	seen := make(map[uint64]bool, words)
	var kept []int
	for w, p := range prints {
		if !seen[p] {
			seen[p] = true
			kept = append(kept, w)
		}
	}
	if len(kept) == words {
		return true
	}
	done := map[*uint8]bool{}
	for i := range a.ties {
		kinds := a.ties[i].kinds
		if done[&kinds[0]] {
			a.ties[i].kinds = kinds[:len(kept)]
			continue
		}
		done[&kinds[0]] = true
		for at, w := range kept {
			kinds[at] = kinds[w]
		}
		a.ties[i].kinds = kinds[:len(kept)]
	}
	return true
}

// distribute numbers the distributions of values over a tie's positions.
func (t *tie) distribute(c *code.Code, words int) {
	dots := make([][]uint8, len(t.positions))
	for i, p := range t.positions {
		dots[i] = code.Dots(c.K, c.Columns[p])
	}
	t.kinds = make([]uint8, words)
	t.costs = make([][]int32, c.K)
	numbers := map[string]uint8{}
	counts := make([]uint8, c.K)
	for w := range t.kinds {
		clear(counts)
		for _, d := range dots {
			counts[d[w]]++
		}
		number, ok := numbers[string(counts)]
		if !ok {
			number = uint8(len(numbers))
			numbers[string(counts)] = number
			for v := range t.costs {
				cost := int32(0)
				for x, n := range counts {
					cost += int32(n) * int32((v+x)%c.K)
				}
				t.costs[v] = append(t.costs[v], cost)
			}
		}
		t.kinds[w] = number
	}
}

// share gives the ties their first values: those that are alike share the values
// out, so that what they weigh together depends least on the word. What no word
// changes weighs the most it can.
func (a *annealing) share(c *code.Code) {
	key := func(t *tie) string {
		s := ""
		for _, p := range t.positions {
			s += string(c.Columns[p])
		}
		return s
	}
	next, counts := map[string]int{}, map[string]int{}
	for i := range a.ties {
		t := &a.ties[i]
		name := key(t)
		at, ok := next[name]
		if !ok {
			at = a.rng.IntN(a.k)
		}
		t.value = uint8(at)
		next[name] = (at + 1) % a.k
		counts[name]++
		if slices.IndexFunc(t.positions, func(p int32) bool { return slices.Max(c.Columns[p]) > 0 }) < 0 {
			t.value = uint8(a.k - 1)
			continue
		}
		a.moving = append(a.moving, int32(i))
	}
	parity := a.goal
	for i, t := range a.ties {
		parity += int(t.value) * len(a.ties[i].positions)
	}
	if a.even && len(a.moving) > 0 {
		a.ties[a.moving[0]].value ^= uint8(parity & 1)
	}
	for _, i := range a.moving {
		if counts[key(&a.ties[i])]%a.k != 0 {
			a.uneven = append(a.uneven, i)
		}
	}
}

// weigh weighs the words of the coset.
func (a *annealing) weigh() bool {
	a.weight = make([]int32, len(a.ties[0].kinds))
	for _, t := range a.ties {
		if a.ctx.Err() != nil {
			return false
		}
		costs := t.costs[t.value]
		for w, kind := range t.kinds {
			a.weight[w] += costs[kind]
		}
	}
	return true
}

// collect lists the light words anew and takes note of a new best coset.
func (a *annealing) collect() {
	reach := a.limit
	for _, t := range a.ties {
		reach = max(reach, a.limit+2*int32(a.k-1)*int32(len(t.positions)))
	}
	least := int32(math.MaxInt32)
	a.light = a.light[:0]
	for w, weight := range a.weight {
		if weight < reach {
			a.light = append(a.light, int32(w))
		}
		least = min(least, weight)
	}
	if int(least) > a.best.Weight {
		a.best.Weight = int(least)
		for _, t := range a.ties {
			for _, p := range t.positions {
				a.best.Word[p] = t.value
			}
		}
	}
}

// change is a new value of a tie, and what it does to words by their kind there.
type change struct {
	tie   int32
	value uint8
	by    [maxKinds]int32
}

func (a *annealing) propose(c *change) {
	from := a.moving
	if len(a.uneven) > 0 && a.rng.IntN(4) > 0 {
		from = a.uneven
	}
	c.tie = from[a.rng.IntN(len(from))]
	t := &a.ties[c.tie]
	c.value = uint8((int(t.value) + 1 + a.rng.IntN(a.k-1)) % a.k)
	before, after := t.costs[t.value], t.costs[c.value]
	for kind, cost := range after {
		c.by[kind] = cost - before[kind]
	}
}

// gain returns by how much two changes raise the penalty.
func (a *annealing) gain(one, two *change) int64 {
	d, e := a.ties[one.tie].kinds, a.ties[two.tie].kinds
	sum := int64(0)
	for _, w := range a.light {
		if step := one.by[d[w]] + two.by[e[w]]; step != 0 {
			weight := a.weight[w]
			sum += a.cubes[weight+step] - a.cubes[weight]
		}
	}
	return sum
}

// The temperature falls from so many times what a change by chance costs.
const (
	startHeat = 0.3
	endHeat   = 0.005
)

func (a *annealing) run(moves int) {
	if moves <= 0 {
		moves = 2000 * len(a.ties)
	}
	if len(a.moving) < 2 || a.best.Weight >= a.goal {
		return
	}
	var one, two change
	pick := func() int64 {
		a.propose(&one)
		a.propose(&two)
		for two.tie == one.tie {
			a.propose(&two)
		}
		if !a.even && a.rng.IntN(2) == 0 {
			clear(two.by[:])
			two.value = a.ties[two.tie].value
		}
		return a.gain(&one, &two)
	}
	hot := 0.0
	for range 64 {
		hot += math.Abs(float64(pick())) / 64
	}
	for i := range moves {
		if i&15 == 0 && a.ctx.Err() != nil {
			return
		}
		a.best.Moves++
		temperature := hot * startHeat * math.Pow(endHeat/startHeat, float64(i)/float64(moves))
		gain := pick()
		if gain > 0 && a.rng.Float64() >= math.Exp(-float64(gain)/temperature) {
			continue
		}
		a.ties[one.tie].value, a.ties[two.tie].value = one.value, two.value
		d, e := a.ties[one.tie].kinds, a.ties[two.tie].kinds
		for w := range a.weight {
			a.weight[w] += one.by[d[w]] + two.by[e[w]]
		}
		a.collect()
		if a.best.Weight >= a.goal {
			return
		}
	}
}
