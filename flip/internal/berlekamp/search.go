package berlekamp

import (
	"context"
	"runtime"
	"sync"

	"fewest/internal/parallel"
)

// classDepth is how many columns are listed, one list of each class; of one
// column more, lists that don't come first are dropped as they come. Deeper,
// finding that out takes as long as it saves.
const classDepth = 6

// search decides whether there is a grid: it lists the first columns, one list
// of each class, and goes on from each by itself.
func (t *tables) search(ctx context.Context, opt Options) Result {
	var out Result
	depth := min(classDepth, t.cols-2)
	var classes [][]uint16
	s := newSearcher(ctx, t)
	s.depth, s.canonical = depth, depth
	s.collect = func() { classes = append(classes, append([]uint16(nil), s.columns...)) }
	s.push(0, 0)
	s.candidates[1] = s.all(0)
	s.prepare(1)
	s.extend(1)
	out.Nodes, out.Classes = s.nodes, int64(len(classes))
	if s.stopped {
		return out
	}
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var lock sync.Mutex
	var all parallel.Group
	next, done, first := 0, 0, len(classes)
	nodes := make([]int64, len(classes))
	out.Decided = true
	for range min(workers, len(classes)) {
		all.Go(func() {
			s := newSearcher(ctx, t)
			s.canonical = classDepth + 1
			var grid Grid
			s.leaf = func() bool {
				grid = append(Grid(nil), s.columns...)
				return true
			}
			for {
				lock.Lock()
				at := next
				next++
				stop := at >= first
				lock.Unlock()
				if stop {
					return
				}
				s.nodes = 0
				found := s.from(classes[at])
				lock.Lock()
				done++
				nodes[at] = s.nodes
				if found && at < first {
					first, out.Grid = at, grid
				}
				if s.stopped {
					out.Decided = false
				}
				if opt.Progress != nil && done&255 == 0 {
					opt.Progress(float64(done) / float64(len(classes)))
				}
				lock.Unlock()
				if s.stopped {
					return
				}
			}
		})
	}
	all.Wait()
	for _, n := range nodes[:min(first+1, len(classes))] {
		out.Nodes += n
	}
	out.Decided = out.Decided || out.Grid != nil
	return out
}

// searcher is a worker's own memory. At depth d there are d columns.
type searcher struct {
	*tables
	ctx        context.Context
	columns    []uint16
	slack      [][]uint64 // of each depth: what is left at each set of rows, a byte each
	candidates [][]uint16 // of each depth: columns that fit one depth earlier, from the last one on
	tight      []uint16   // sets of rows where nearly nothing is left
	free       []uint16   // sets of rows where all of the first columns consume
	loose      []uint16   // sets of rows where all columns but the last two consume
	depth      int        // where to collect instead of going on, or 0
	collect    func()
	leaf       func() bool // at a grid; returns whether to stop
	canonical  int         // up to so many columns lists must come first; then no two are closer than the first two, by Lemma 4
	nodes      int64
	stopped    bool
}

const (
	ones = 0x0101_0101_0101_0101
	tops = 0x8080_8080_8080_8080
)

func newSearcher(ctx context.Context, t *tables) *searcher {
	s := &searcher{tables: t, ctx: ctx, columns: make([]uint16, 0, t.cols)}
	for range t.cols + 1 {
		s.slack = append(s.slack, make([]uint64, len(t.blocks[0])))
		s.candidates = append(s.candidates, make([]uint16, 0, t.types))
	}
	for b := range s.slack[0] {
		s.slack[0][b] = uint64(t.cap) * ones
	}
	return s
}

// clear reports whether a column is as far from some as the first two are apart.
func (s *searcher) clear(c uint16, from []uint16) bool {
	for _, other := range from {
		if s.canonical > 0 && len(from) > 1 && s.cons[c^other] > s.cons[from[1]] {
			return false
		}
	}
	return true
}

// all returns all columns from one on.
func (s *searcher) all(from uint16) []uint16 {
	out := s.candidates[0][:0]
	for c := int(from); c < s.types; c++ {
		out = append(out, uint16(c))
	}
	return out
}

// push makes c column d, given that it fits.
func (s *searcher) push(d int, c uint16) {
	s.columns = append(s.columns[:d], c)
	before, after := s.slack[d], s.slack[d+1]
	after = after[:len(before)]
	blocks := s.blocks[c&7]
	mask, shift := len(blocks)-1, int(c>>3)
	for b, left := range before {
		after[b] = left - blocks[(b^shift)&mask]
	}
}

// prepare lists where all of the first d columns consume.
func (s *searcher) prepare(d int) {
	s.free = s.free[:0]
next:
	for x := range s.cons {
		for _, c := range s.columns[:d] {
			if s.cons[c^uint16(x)] == 0 {
				continue next
			}
		}
		s.free = append(s.free, uint16(x))
	}
}

// from goes on from the first columns and reports whether to stop.
func (s *searcher) from(columns []uint16) bool {
	for d, c := range columns {
		s.push(d, c)
	}
	d := len(columns)
	s.prepare(d)
	s.candidates[d] = s.candidates[0][:0]
	for c := int(columns[d-1]); c < s.types; c++ {
		if s.clear(uint16(c), columns) {
			s.candidates[d] = append(s.candidates[d], uint16(c))
		}
	}
	return s.extend(d)
}

// extend adds column d and those after it, and reports whether to stop.
func (s *searcher) extend(d int) bool {
	if s.nodes++; s.nodes&63 == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
	if s.stopped {
		return true
	}
	if d == s.cols {
		return s.leaf()
	}
	if d == s.depth {
		s.collect()
		return false
	}
	if d == s.cols-2 {
		s.loosen(d)
	}
	s.findTight(d)
	fit := s.candidates[d+1][:0]
	for _, c := range s.candidates[d] {
		if s.fits(d, c) {
			fit = append(fit, c)
		}
	}
	s.candidates[d+1] = fit
	for i, c := range fit {
		s.push(d, c)
		if d < s.canonical && !s.minimal(s.columns) {
			continue
		}
		s.candidates[d+1] = fit[i:]
		if s.extend(d + 1) {
			return true
		}
	}
	s.candidates[d+1] = fit
	return false
}

// findTight lists sets of rows where at most 1 is left, those with 0 first.
func (s *searcher) findTight(d int) {
	s.tight = s.tight[:0]
	for most := range uint64(2) {
		for b, left := range s.slack[d] {
			if few := ^(left + (127-most)*ones) & tops; few != 0 {
				for i := range 8 {
					if left>>(8*i)&255 == most {
						s.tight = append(s.tight, uint16(8*b+i))
					}
				}
				if len(s.tight) > 48 {
					return
				}
			}
		}
	}
}

// fits reports whether c can be column d.
func (s *searcher) fits(d int, c uint16) bool {
	slack := s.slack[d]
	if s.canonical > 0 && d > 1 && s.cons[c^s.columns[d-1]] > s.cons[s.columns[1]] {
		return false // closer than the first two columns
	}
	for _, x := range s.tight {
		if uint64(s.cons[c^x]) > slack[x>>3]>>(x&7*8)&255 {
			return false
		}
	}
	blocks := s.blocks[c&7]
	mask, shift := len(blocks)-1, int(c>>3)
	for b, left := range slack {
		if (left|tops-blocks[(b^shift)&mask])&tops != tops {
			return false
		}
	}
	return d < s.cols-2 || s.fitsLoose(d, c)
}

// loosen lists where all columns consume and takes those sets of rows out of
// the plain test.
func (s *searcher) loosen(d int) {
	s.loose = s.loose[:0]
next:
	for _, x := range s.free {
		for _, c := range s.columns[:d] {
			if s.cons[c^x] == 0 {
				continue next
			}
		}
		s.loose = append(s.loose, x)
		s.slack[d][x>>3] |= 127 << (x & 7 * 8)
	}
}

// fitsLoose tests the sets of rows that loosen listed, by Lemma 3 for the last
// column but one, by Lemma 2 for the last.
func (s *searcher) fitsLoose(d int, c uint16) bool {
	for _, x := range s.loose {
		used := int(s.cons[c^x])
		least := used
		for _, other := range s.columns[:d] {
			used += int(s.cons[other^x])
			least = min(least, int(s.cons[other^x]))
		}
		over := used - s.cap
		switch {
		case over <= 0:
		case d == s.cols-2 && over > least, d == s.cols-1 && (over > 2*least || over%2 != 0):
			return false
		}
	}
	return true
}
