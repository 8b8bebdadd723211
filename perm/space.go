package perm

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fewest/space/census"
	"fewest/space/rank"
)

// Space is a puzzle with certain turns as a space of numbered states. The pieces
// and the twists of places that belong together are each a part of a product;
// what no turn changes is left out.
type Space struct {
	census.Product
	Turns []Move

	puzzle  *Puzzle
	parts   []part
	entries int // of tables, that may still be made
}

// part is the pieces or the twists of some places of an orbit.
type part struct {
	orbit   int
	places  []int
	twists  bool
	ranking rank.Ranking
	sum     int     // twists: the last is what makes the sum this, modulo Twists
	implied bool    // twists: the last one is left out
	kinds   []uint8 // pieces: the numbers they have, and how many there are of each
	counts  []int
}

// MaxTable is how many entries the table of turns of a part may have: its
// states times the turns.
const MaxTable = 1 << 25

// NewSpace numbers the states of a puzzle. The start is the solved state. The
// error says which orbit is too large for that, or that the context has ended.
func NewSpace(ctx context.Context, p *Puzzle, turns []Move) (*Space, error) {
	return newSpace(ctx, p, turns, 4*MaxTable)
}

// tooLarge is an error that says that tables aren't fit for a puzzle.
type tooLarge struct{ error }

// newSpace makes tables of at most so many bytes.
func newSpace(ctx context.Context, p *Puzzle, turns []Move, maxBytes int64) (*Space, error) {
	s := &Space{Turns: turns, puzzle: p, entries: min(MaxTable, int(maxBytes/4))}
	for i := range p.Orbits {
		if p.Orbits[i].Modulus != nil {
			return nil, tooLarge{fmt.Errorf("orbit %s: twists that matter for some pieces only don't fit tables", p.Orbits[i].Name)}
		}
		for _, places := range together(turns, i, len(p.Orbits[i].Solved.Piece)) {
			if err := s.addPieces(ctx, i, places); err != nil {
				return nil, err
			}
			if err := s.addTwists(ctx, i, places); err != nil {
				return nil, err
			}
		}
	}
	if len(s.parts) == 0 { // a puzzle that nothing changes still has one state
		s.Parts = [][][]uint32{{make([]uint32, len(turns))}}
	}
	size := uint64(1)
	for _, part := range s.Parts {
		if size *= uint64(len(part)); size > 1<<40 {
			return nil, tooLarge{fmt.Errorf("%s has more than 2^40 states with these moves", p.Name)}
		}
	}
	start, _ := s.Rank(p.Solved())
	s.From = []uint64{start}
	return s, nil
}

// together returns the places of an orbit that turns change, those between
// which pieces pass together.
func together(turns []Move, orbit, n int) [][]int {
	group := make([]int, n)
	changed := make([]bool, n)
	for i := range group {
		group[i] = i
	}
	for _, m := range turns {
		t := m.Turns[orbit]
		for i, f := range t.From {
			if int(f) != i || t.Twist[i] != 0 {
				changed[i] = true
			}
			if a, b := group[i], group[f]; a != b {
				for k := range group {
					if group[k] == b {
						group[k] = a
					}
				}
			}
		}
	}
	var sets [][]int
	for g := range n {
		var set []int
		for i := range n {
			if group[i] == g && changed[i] {
				set = append(set, i)
			}
		}
		if set != nil {
			sets = append(sets, set)
		}
	}
	return sets
}

// addPieces adds the order of the pieces in the places, unless it never changes.
func (s *Space) addPieces(ctx context.Context, orbit int, places []int) error {
	o := &s.puzzle.Orbits[orbit]
	q := part{orbit: orbit, places: places}
	for _, i := range places {
		q.kinds = append(q.kinds, o.Solved.Piece[i])
	}
	slices.Sort(q.kinds)
	q.kinds = slices.Compact(q.kinds)
	if len(q.kinds) < 2 {
		return nil
	}
	q.counts = make([]int, len(q.kinds))
	for _, i := range places {
		k, _ := slices.BinarySearch(q.kinds, o.Solved.Piece[i])
		q.counts[k]++
	}
	tooMany := tooLarge{fmt.Errorf("orbit %s: its pieces can lie in more orders than the %d that fit a table of %d moves", o.Name, s.entries/max(1, len(s.Turns)), len(s.Turns))}
	size := 1.0
	left := 0
	for _, c := range q.counts {
		for i := 1; i <= c; i++ {
			left++
			size = size * float64(left) / float64(i)
		}
	}
	if size/2*float64(len(s.Turns)) > float64(s.entries) {
		return tooMany
	}
	froms := make([][]uint8, len(s.Turns))
	even := len(q.kinds) == len(places) && len(places) > 2
	for m, t := range s.Turns {
		froms[m] = local(t.Turns[orbit].From, places)
		even = even && evenOrder(froms[m])
	}
	if even {
		lowest := make([]uint8, len(places))
		for k, i := range places {
			lowest[k] = uint8(slices.Index(q.kinds, o.Solved.Piece[i]))
		}
		even = evenOrder(lowest)
	}
	switch {
	case even:
		q.ranking = rank.EvenPermutations(len(places))
	case len(q.kinds) == len(places):
		q.ranking = rank.Permutations(len(places))
	default:
		q.ranking = rank.Multiset(q.counts...)
	}
	if q.ranking.Size()*uint64(len(s.Turns)) > uint64(s.entries) {
		return tooMany
	}
	cursor := q.ranking.Cursor()
	table := rows(q.ranking.Size(), len(s.Turns))
	for r := range table {
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cursor.Seek(uint64(r))
		for m, from := range froms {
			table[r][m] = uint32(cursor.Rearranged(0, len(places), from))
		}
	}
	s.add(q, table)
	return nil
}

// addTwists adds the twists in the places, unless they never change.
func (s *Space) addTwists(ctx context.Context, orbit int, places []int) error {
	o := &s.puzzle.Orbits[orbit]
	q := part{orbit: orbit, places: places, twists: true, implied: true}
	twisting := false
	for _, m := range s.Turns {
		sum := 0
		for _, i := range places {
			sum += int(m.Turns[orbit].Twist[i])
			twisting = twisting || m.Turns[orbit].Twist[i] != 0
		}
		q.implied = q.implied && sum%o.Twists == 0
	}
	uniform := true
	for _, i := range places {
		q.sum += int(o.Solved.Twist[i])
		uniform = uniform && o.Solved.Twist[i] == o.Solved.Twist[places[0]]
	}
	q.sum %= o.Twists
	if !twisting && uniform {
		return nil
	}
	n := len(places)
	if q.implied {
		n--
	}
	size := 1
	for range n {
		if size *= o.Twists; size*len(s.Turns) > s.entries {
			return tooLarge{fmt.Errorf("orbit %s: its pieces can be twisted in more ways than the %d that fit a table of %d moves", o.Name, s.entries/len(s.Turns), len(s.Turns))}
		}
	}
	q.ranking = rank.Strings(n, o.Twists)
	table := rows(uint64(size), len(s.Turns))
	full, turned := make([]uint8, len(places)), make([]uint8, len(places))
	for m, t := range s.Turns {
		from := local(t.Turns[orbit].From, places)
		for r := range table {
			if r%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			q.unrankTwists(uint64(r), full, o.Twists)
			for i, f := range from {
				turned[i] = uint8((int(full[f]) + int(t.Turns[orbit].Twist[places[i]])) % o.Twists)
			}
			table[r][m] = uint32(q.ranking.Rank(turned[:n]))
		}
	}
	s.add(q, table)
	return nil
}

func (s *Space) add(q part, table [][]uint32) {
	s.parts = append(s.parts, q)
	s.Parts = append(s.Parts, table)
	s.entries -= len(table) * len(s.Turns)
}

// rows returns a table in one piece of memory.
func rows(n uint64, width int) [][]uint32 {
	all := make([]uint32, n*uint64(width))
	table := make([][]uint32, n)
	for i := range table {
		table[i] = all[i*width : (i+1)*width : (i+1)*width]
	}
	return table
}

// local renames places to their index among the given ones, which a turn
// doesn't leave.
func local(from []uint8, places []int) []uint8 {
	list := make([]uint8, len(places))
	for k, i := range places {
		list[k] = uint8(slices.Index(places, int(from[i])))
	}
	return list
}

func evenOrder(order []uint8) bool {
	pairs := 0
	for i, a := range order {
		for _, b := range order[i+1:] {
			if b < a {
				pairs++
			}
		}
	}
	return pairs%2 == 0
}

func (q *part) unrankTwists(r uint64, full []uint8, twists int) {
	n := q.ranking.Len()
	q.ranking.Unrank(r, full[:n])
	if q.implied {
		sum := q.sum
		for _, w := range full[:n] {
			sum += twists - int(w)
		}
		full[n] = uint8(sum % twists)
	}
}

// Rank returns the number of a state. The error says why the state can't be
// reached from the solved one.
func (s *Space) Rank(state State) (uint64, error) {
	number, weight := uint64(0), uint64(1)
	if err := s.check(state); err != nil {
		return 0, err
	}
	for i, q := range s.parts {
		o := &s.puzzle.Orbits[q.orbit]
		list := make([]uint8, 0, len(q.places))
		sum := 0
		for _, k := range q.places {
			if q.twists {
				list = append(list, state[q.orbit].Twist[k])
				sum += int(state[q.orbit].Twist[k])
				continue
			}
			kind, ok := slices.BinarySearch(q.kinds, state[q.orbit].Piece[k])
			if !ok {
				return 0, fmt.Errorf("orbit %s: piece %d never gets to place %d", o.Name, state[q.orbit].Piece[k]+1, k+1)
			}
			list = append(list, uint8(kind))
		}
		if !q.twists && !alike(list, q.counts) {
			return 0, fmt.Errorf("orbit %s: pieces %v in places that they never reach", o.Name, numbered(state[q.orbit].Piece, q.places))
		}
		if q.implied && sum%o.Twists != q.sum {
			return 0, fmt.Errorf("orbit %s: the twists add up to %d, but no move changes that they leave %d when divided by %d", o.Name, sum, q.sum, o.Twists)
		}
		r := q.ranking.Rank(list[:q.ranking.Len()])
		back := make([]uint8, len(list))
		if q.ranking.Unrank(r, back[:q.ranking.Len()]); !q.twists && !slices.Equal(back, list) {
			return 0, fmt.Errorf("orbit %s: an odd number of exchanges, but every move makes an even one", o.Name)
		}
		number += r * weight
		weight *= uint64(len(s.Parts[i]))
	}
	return number, nil
}

// alike reports whether there are so many of each kind.
func alike(kinds []uint8, counts []int) bool {
	left := slices.Clone(counts)
	for _, k := range kinds {
		left[k]--
	}
	return !slices.ContainsFunc(left, func(n int) bool { return n != 0 })
}

// numbered lists the pieces in some places, counted from 1.
func numbered(pieces []uint8, places []int) []int {
	var list []int
	for _, k := range places {
		list = append(list, int(pieces[k])+1)
	}
	return list
}

// check compares what no turn changes, and how many there are of each piece.
func (s *Space) check(state State) error {
	if len(state) != len(s.puzzle.Orbits) {
		return fmt.Errorf("%d orbits, not %d", len(state), len(s.puzzle.Orbits))
	}
	for i, o := range s.puzzle.Orbits {
		if n := len(o.Solved.Piece); len(state[i].Piece) != n || len(state[i].Twist) != n {
			return fmt.Errorf("orbit %s has %d places", o.Name, n)
		}
		if what := checkTwists(&o, state[i].Twist); what != "" {
			return errors.New(what)
		}
	}
	seen := make([][2][]bool, len(state))
	for i := range state {
		seen[i] = [2][]bool{make([]bool, len(state[i].Piece)), make([]bool, len(state[i].Piece))}
	}
	for _, q := range s.parts {
		for _, k := range q.places {
			if q.twists {
				seen[q.orbit][1][k] = true
			} else {
				seen[q.orbit][0][k] = true
			}
		}
	}
	for i, o := range s.puzzle.Orbits {
		var counts [256]int
		for k := range o.Solved.Piece {
			counts[o.Solved.Piece[k]]++
			counts[state[i].Piece[k]]--
			if !seen[i][0][k] && state[i].Piece[k] != o.Solved.Piece[k] {
				return fmt.Errorf("orbit %s: no move brings another piece to place %d", o.Name, k+1)
			}
			if !seen[i][1][k] && state[i].Twist[k] != o.Solved.Twist[k] {
				return fmt.Errorf("orbit %s: no move twists what lies in place %d", o.Name, k+1)
			}
		}
		for piece, c := range counts {
			if c != 0 {
				return fmt.Errorf("orbit %s: not as many of piece %d as when solved", o.Name, piece+1)
			}
		}
	}
	return nil
}

// State returns the state with a number.
func (s *Space) State(number uint64) State {
	state := s.puzzle.Solved()
	for i, q := range s.parts {
		size := uint64(len(s.Parts[i]))
		list := make([]uint8, len(q.places))
		if q.twists {
			q.unrankTwists(number%size, list, s.puzzle.Orbits[q.orbit].Twists)
		} else {
			q.ranking.Unrank(number%size, list)
		}
		number /= size
		for k, place := range q.places {
			if q.twists {
				state[q.orbit].Twist[place] = list[k]
			} else {
				state[q.orbit].Piece[place] = q.kinds[list[k]]
			}
		}
	}
	return state
}

// Undirected reports whether every turn's opposite is a turn: that of Turns
// always is.
func (s *Space) Undirected() bool { return true }
