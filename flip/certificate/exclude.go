package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// group is the buttons whose columns are multiples of one column, that of the
// first: what a word presses of them depends on one number, its value there.
type group struct {
	column []uint8   // in coordinates of the chain
	units  []int     // of each button: its column is so many times the group's
	loads  [][]int32 // what the buttons can weigh together, by the word's value
	most   int       // no button weighs more than k-1
	stage  int       // the column is in the span of the first so many of the chain
	below  int       // likewise without the chain's button number stage
	values []uint8   // of each word told apart at this stage: its value
}

// exclude shows that no board is more than a number of presses away.
//
// The plans of a board are one plan plus all words c of the kernel, so the board
// is more than D away exactly if all of them weigh D + 1 or more. A plan weighs,
// group by group, what the group's buttons weigh, and that depends only on the
// value v.c of the word at the group's column v, by the group's load.
//
// Lemma. Let V be a space of columns, and put words into classes that agree on V.
// On a class, the value at a column outside V takes all k numbers equally often,
// and so the group weighs (k-1)/2 for each of its buttons on average, whatever
// its load. So if all plans weigh t or more, then for each class the groups
// inside V weigh, on average over the class, at least t less that average of the
// groups outside.
//
// The search decides the loads group by group, those in the span of fewer
// buttons of the chain first. After each it makes the test of the lemma for two
// spaces: V spanned by the last button of the stage and the first "below" of the
// chain, and V spanned by the whole stage. A group inside V that isn't decided
// yet may weigh all it can. If nothing is left, no board is that far.
//
// Two remarks save time. Loads of a button of the chain may be turned by adding
// words, all buttons of the chain independently, so of those that are rotations
// of one another one is enough. And with two colours the weights of a board's
// plans are odd or even with the word's own, so t may be raised to what is
// possible; both parities of the board are searched.
func (k *kernel) exclude(ctx context.Context, c *Certificate, report *Report) error {
	chain := make([]int, len(c.Chain))
	for i, place := range c.Chain {
		if len(place) != 2 {
			return errors.New("a button of the chain is no [row, col]")
		}
		var err error
		if chain[i], err = k.g.at(place); err != nil {
			return fmt.Errorf("the chain: %w", err)
		}
	}
	columns, err := k.coordinates(chain)
	if err != nil {
		return err
	}
	s := &exclusion{ctx: ctx, k: k.g.k, m: len(chain), report: report}
	free, err := s.groupUp(columns, k.g.hole)
	if err != nil {
		return err
	}
	report.Types = len(s.groups)
	target := c.Diameter + 1 - free*(s.k-1) // buttons that no word presses weigh at most that
	if len(s.groups) == 0 {
		if target <= 0 {
			return errors.New("a board can be farther")
		}
		return nil
	}
	parities := 1
	if s.k == 2 {
		parities = 2
	}
	for parity := range parities {
		s.setTargets(target, parity)
		found, err := s.decide(0, []int32{0})
		if err != nil {
			return err
		}
		if found {
			return errors.New("a board can be farther")
		}
	}
	return nil
}

// exclusion is the search.
type exclusion struct {
	ctx    context.Context
	k, m   int
	groups []group
	target []int     // of each word: what its plan must weigh
	tests  [][]test  // of each group: what must hold when it is decided
	sums   [][]int32 // of each group: what the words weigh when it is decided
	report *Report
}

// maxLoads bounds the loads of a group.
const maxLoads = 1 << 20

// groupUp makes the groups, in the order of their stages, and counts the buttons
// that no word presses.
func (s *exclusion) groupUp(columns [][]uint8, hole []bool) (free int, err error) {
	number := map[string]int{}
	for b, column := range columns {
		first := slices.IndexFunc(column, func(x uint8) bool { return x != 0 })
		switch {
		case hole[b]:
			continue
		case first < 0:
			free++
			continue
		}
		unit := int(column[first])
		multiply(column, inverse(unit, s.k), s.k)
		at, known := number[string(column)]
		if !known {
			at = len(s.groups)
			number[string(column)] = at
			s.groups = append(s.groups, group{column: column, stage: height(column)})
		}
		s.groups[at].units = append(s.groups[at].units, unit)
	}
	slices.SortStableFunc(s.groups, func(a, b group) int {
		if a.stage != b.stage {
			return a.stage - b.stage
		}
		return height(a.column[:a.stage-1]) - height(b.column[:b.stage-1])
	})
	for i := range s.groups {
		t := &s.groups[i]
		t.below = height(t.column[:t.stage-1])
		t.most = len(t.units) * (s.k - 1)
		t.values = s.valuesOf(t.column[:t.stage])
		if t.loads = s.loads(t.units); t.loads == nil {
			return 0, fmt.Errorf("%d buttons of one type are too many", len(t.units))
		}
		if t.below == 0 { // a button of the chain, turned
			t.loads = slices.DeleteFunc(t.loads, func(load []int32) bool { return !leastRotation(load) })
		}
		slices.SortStableFunc(t.loads, func(a, b []int32) int { return int(slices.Min(b) - slices.Min(a)) })
		s.sums = append(s.sums, make([]int32, len(t.values)))
	}
	return free, s.ctx.Err()
}

// height returns one more than the last coordinate that isn't 0.
func height(v []uint8) int {
	n := len(v)
	for n > 0 && v[n-1] == 0 {
		n--
	}
	return n
}

// valuesOf lists a column's values in all words, the first coordinate counting
// fastest.
func (s *exclusion) valuesOf(column []uint8) []uint8 {
	out := []uint8{0}
	for _, x := range column {
		for c, n := 1, len(out); c < s.k; c++ {
			for _, v := range out[:n] {
				out = append(out, uint8((int(v)+c*int(x))%s.k))
			}
		}
	}
	return out
}

// loads lists what buttons can weigh, by a word's value: a button that the plan
// presses a times weighs a + unit*value modulo k.
func (s *exclusion) loads(units []int) [][]int32 {
	list := [][]int32{make([]int32, s.k)}
	for _, unit := range units {
		seen := map[string]bool{}
		var next [][]int32
		for _, load := range list {
			for a := range s.k {
				longer, key := make([]int32, s.k), make([]byte, 0, 4*s.k)
				for v := range longer {
					longer[v] = load[v] + int32((a+unit*v)%s.k)
					key = append(key, byte(longer[v]), byte(longer[v]>>8), byte(longer[v]>>16))
				}
				if !seen[string(key)] {
					seen[string(key)] = true
					next = append(next, longer)
				}
			}
		}
		if list = next; len(list) > maxLoads || s.ctx.Err() != nil {
			return nil
		}
	}
	return list
}

// leastRotation reports whether no rotation of a load comes before it.
func leastRotation(load []int32) bool {
	for i := 1; i < len(load); i++ {
		if slices.Compare(append(slices.Clone(load[i:]), load[:i]...), load) < 0 {
			return false
		}
	}
	return true
}

// setTargets says what each word must weigh, and prepares the tests.
func (s *exclusion) setTargets(target, parity int) {
	words := 1
	for range s.m {
		words *= s.k
	}
	s.target = make([]int, words)
	for c := range s.target {
		s.target[c] = target
	}
	if s.k == 2 {
		odd := make([]int, words)
		for i := range s.groups {
			if len(s.groups[i].units)%2 == 1 {
				for c, v := range s.valuesOf(s.groups[i].column) {
					odd[c] ^= int(v)
				}
			}
		}
		for c := range s.target {
			s.target[c] += (target + odd[c] + parity) & 1
		}
	}
	s.tests = make([][]test, len(s.groups))
	for q := range s.groups {
		t := &s.groups[q]
		s.tests[q] = append(s.tests[q], s.newTest(q, t.below))
		if t.below < t.stage-1 && (q+1 == len(s.groups) || s.groups[q+1].stage > t.stage) {
			s.tests[q] = append(s.tests[q], s.newTest(q, t.stage-1))
		}
	}
}

// test is the lemma's, for one space.
type test struct {
	class []int32 // of each word told apart at the stage
	need  []int   // of each class: twice what its words must weigh together, from the groups decided
	have  []int
}

// newTest makes the test for the space of the first so many buttons of the chain
// and the last of group q's stage, after group q is decided.
func (s *exclusion) newTest(q, below int) test {
	t := &s.groups[q]
	words, low := len(t.values), 1 // told apart at the stage; classes are told by the first "below" digits and the last
	for range below {
		low *= s.k
	}
	last := words / s.k
	out := test{class: make([]int32, words), need: make([]int, low*s.k), have: make([]int, low*s.k)}
	for w := range out.class {
		out.class[w] = int32(w%low + w/last*low)
	}
	inside, outside := 0, 0
	for _, later := range s.groups[q+1:] {
		if later.stage == t.stage && later.below <= below {
			inside += later.most
		} else {
			outside += later.most
		}
	}
	alike := len(s.target) / words // words that are one at the stage
	for c, target := range s.target {
		// Twice: the outside groups weigh half their most on average.
		out.need[out.class[c%words]] += 2*target - 2*inside - outside
	}
	for i, need := range out.need { // the words alike all weigh the same so far
		out.need[i] = ceiling(need, 2*alike)
	}
	return out
}

func ceiling(a, b int) int {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

// holds makes the test.
func (t *test) holds(sums []int32) bool {
	clear(t.have)
	for w, class := range t.class {
		t.have[class] += int(sums[w])
	}
	for class, need := range t.need {
		if t.have[class] < need {
			return false
		}
	}
	return true
}

// decide tries the loads of group q and those after it, and reports whether a
// board is left that may be that far.
func (s *exclusion) decide(q int, before []int32) (bool, error) {
	if q == len(s.groups) {
		return true, nil
	}
	t := &s.groups[q]
	sums := s.sums[q]
	for _, load := range t.loads {
		if s.report.Nodes++; s.report.Nodes&63 == 0 && s.ctx.Err() != nil {
			return false, s.ctx.Err()
		}
		for w := range sums {
			sums[w] = before[w%len(before)] + load[t.values[w]]
		}
		if slices.ContainsFunc(s.tests[q], func(t test) bool { return !t.holds(sums) }) {
			continue
		}
		if found, err := s.decide(q+1, sums); found || err != nil {
			return found, err
		}
	}
	return false, nil
}
