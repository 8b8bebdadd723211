package anneal

import (
	"cmp"
	"math/bits"
	"slices"

	"fewest/floor/internal/graph"
)

// word is a sequence of swaps as a set of (edge, time) pairs: every cell keeps
// a list of its swaps by time. The tile that lies on a cell at some time,
// followed along the lists, ends on some cell; that is all it takes to tell what
// putting a swap in or taking one out changes: exactly two tiles of the final
// board trade places (a conjugate of a transposition is a transposition).
type word struct {
	*graph.Graph
	around   [][]int32 // the cells that each may be exchanged with
	touching [][]int32 // the cells that touch each; around, if these are the same
	first    []uint8   // the colours at the start
	final    []uint8   // the colours at the end

	// The swaps by number. Side 0 of a swap is the first cell of its edge.
	edge []int32
	time []uint64
	next [][2]int32 // the next swap at the cell of either side, or none
	prev [][2]int32
	free []int32 // numbers not in use
	head []int32 // the first swap at each cell, or none

	length    int // swaps in use
	conflicts set // pairs that touch with equal final colours
}

const none = -1

func newWord(g *graph.Graph, colours []uint8) *word {
	w := &word{
		Graph: g, around: neighbours(g.Edges, g.At), first: colours, final: slices.Clone(colours),
		head: make([]int32, len(colours)), conflicts: newSet(len(g.Touch)),
	}
	if w.touching = w.around; !slices.Equal(g.Touch, g.Edges) {
		w.touching = neighbours(g.Touch, g.TouchAt)
	}
	for i := range w.head {
		w.head[i] = none
	}
	for _, e := range g.Conflicts(colours) {
		w.conflicts.add(e)
	}
	return w
}

// neighbours lists the cells that share an edge with each cell, whose edges are
// those of at.
func neighbours(edges [][2]int32, at [][]int32) [][]int32 {
	all := make([][]int32, len(at))
	room := make([]int32, 0, 2*len(edges))
	for v, at := range at {
		first := len(room)
		for _, e := range at {
			room = append(room, edges[e][0]+edges[e][1]-int32(v))
		}
		all[v] = room[first:len(room):len(room)]
	}
	return all
}

// side says which side of swap x a cell is.
func (w *word) side(x, cell int32) int {
	if w.Edges[w.edge[x]][0] == cell {
		return 0
	}
	return 1
}

// follow returns where the tile ends that lies on a cell just before x, a swap
// at that cell, or lies there for good if x is none.
func (w *word) follow(cell, x int32) int32 {
	for x != none {
		e := &w.Edges[w.edge[x]]
		if e[0] == cell {
			cell, x = e[1], w.next[x][1]
		} else {
			cell, x = e[0], w.next[x][0]
		}
	}
	return cell
}

// near returns the swaps at a cell just before and just after a time.
func (w *word) near(cell int32, time uint64) (before, after int32) {
	before, after = none, w.head[cell]
	for after != none && w.time[after] < time {
		before, after = after, w.next[after][w.side(after, cell)]
	}
	return before, after
}

// ends returns the two cells whose final tiles trade places when a swap is put in.
func (w *word) ends(edge int32, time uint64) (p, q int32) {
	e := w.Edges[edge]
	_, x := w.near(e[0], time)
	_, y := w.near(e[1], time)
	return w.follow(e[0], x), w.follow(e[1], y)
}

// endsOf returns the two cells whose final tiles trade places when swap x is
// taken out.
func (w *word) endsOf(x int32) (p, q int32) {
	e := w.Edges[w.edge[x]]
	return w.follow(e[0], w.next[x][0]), w.follow(e[1], w.next[x][1])
}

// change returns by how many the conflicts grow when two final tiles trade
// places: by 8 at most where a cell touches no more than four others.
func (w *word) change(p, q int32) int {
	a, b := w.final[p], w.final[q]
	if a == b {
		return 0
	}
	return w.change1(p, q, a, b) + w.change1(q, p, b, a)
}

// change1 is the part of change at p, whose colour goes from a to b.
func (w *word) change1(p, q int32, a, b uint8) int {
	d := 0
	for _, u := range w.touching[p] {
		if u != q {
			switch w.final[u] {
			case a:
				d--
			case b:
				d++
			}
		}
	}
	return d
}

// trade lets two final tiles trade places.
func (w *word) trade(p, q int32) {
	if w.final[p] == w.final[q] {
		return
	}
	w.final[p], w.final[q] = w.final[q], w.final[p]
	for _, c := range [2]int32{p, q} {
		for _, e := range w.TouchAt[c] {
			if w.final[w.Touch[e][0]] == w.final[w.Touch[e][1]] {
				w.conflicts.add(e)
			} else {
				w.conflicts.remove(e)
			}
		}
	}
}

// put adds a swap and returns its number; p and q are its ends.
func (w *word) put(edge int32, time uint64, p, q int32) int32 {
	var x int32
	if n := len(w.free); n > 0 {
		x = w.free[n-1]
		w.free = w.free[:n-1]
		w.edge[x], w.time[x] = edge, time
	} else {
		x = int32(len(w.edge))
		w.edge = append(w.edge, edge)
		w.time = append(w.time, time)
		w.next = append(w.next, [2]int32{})
		w.prev = append(w.prev, [2]int32{})
	}
	for side, cell := range w.Edges[edge] {
		before, after := w.near(cell, time)
		w.prev[x][side], w.next[x][side] = before, after
		w.link(cell, before, x)
		if after != none {
			w.prev[after][w.side(after, cell)] = x
		}
	}
	w.length++
	w.trade(p, q)
	return x
}

// take removes swap x; p and q are its ends.
func (w *word) take(x, p, q int32) {
	for side, cell := range w.Edges[w.edge[x]] {
		before, after := w.prev[x][side], w.next[x][side]
		w.link(cell, before, after)
		if after != none {
			w.prev[after][w.side(after, cell)] = before
		}
	}
	w.free = append(w.free, x)
	w.length--
	w.trade(p, q)
}

// link makes x follow before in the list of a cell.
func (w *word) link(cell, before, x int32) {
	if before == none {
		w.head[cell] = x
	} else {
		w.next[before][w.side(before, cell)] = x
	}
}

// plan returns the edges in order of time, without swaps that change nothing.
func (w *word) plan() []int32 {
	type timed struct {
		time uint64
		edge int32
	}
	all := make([]timed, 0, w.length)
	for cell := range w.head {
		for x := w.head[cell]; x != none; {
			side := w.side(x, int32(cell))
			if side == 0 {
				all = append(all, timed{w.time[x], w.edge[x]})
			}
			x = w.next[x][side]
		}
	}
	slices.SortFunc(all, func(a, b timed) int { return cmp.Compare(a.time, b.time) })
	now := slices.Clone(w.first)
	plan := make([]int32, 0, len(all))
	for _, s := range all {
		if e := w.Edges[s.edge]; now[e[0]] != now[e[1]] {
			now[e[0]], now[e[1]] = now[e[1]], now[e[0]]
			plan = append(plan, s.edge)
		}
	}
	return plan
}

// set is a set of small numbers that gives out members by rank.
type set struct {
	members []int32
	rank    []int32 // place in members, or none
}

func newSet(size int) set {
	s := set{rank: make([]int32, size)}
	for i := range s.rank {
		s.rank[i] = none
	}
	return s
}

func (s *set) add(x int32) {
	for int(x) >= len(s.rank) {
		s.rank = append(s.rank, none)
	}
	if s.rank[x] == none {
		s.rank[x] = int32(len(s.members))
		s.members = append(s.members, x)
	}
}

func (s *set) remove(x int32) {
	r := s.rank[x]
	if r == none {
		return
	}
	last := s.members[len(s.members)-1]
	s.members[r] = last
	s.rank[last] = r
	s.rank[x] = none
	s.members = s.members[:len(s.members)-1]
}

func (s *set) clear() {
	for _, x := range s.members {
		s.rank[x] = none
	}
	s.members = s.members[:0]
}

// random is a small fast generator (splitmix64).
type random uint64

func (r *random) uint64() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) below(n int) int {
	high, _ := bits.Mul64(r.uint64(), uint64(n))
	return int(high)
}
