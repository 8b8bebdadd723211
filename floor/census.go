package floor

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"time"

	"fewest/answer"
	"fewest/board"
	"fewest/floor/internal/graph"
	"fewest/space"
	"fewest/space/census"
	"fewest/space/disk"
	"fewest/space/rank"
)

// CensusOptions say how Census works.
type CensusOptions struct {
	MemoryLimit int64 // bytes; 0 means DefaultMemoryLimit
	Max         int   // list at most so many of the farthest floors
	// Distinct counts floors once that are turns or reflections of each other,
	// or the same after colours of equally many tiles change names.
	Distinct    bool
	MaxDistance int // count no farther; 0 for no limit
	// Disk, if not "", is a directory that keeps the floors of each distance, for
	// more than memory holds; MemoryLimit is for buffers then. Resume goes on with
	// what the directory has.
	Disk     string
	Resume   bool
	Progress func(answer.Progress) // if not nil, called after every distance
}

// Distances says how far from done the arrangements of a floor's tiles are: the
// fewest swaps to the nearest floor without a conflict. Its facts are "size",
// "tiles", "arrangements" and, if equal floors are counted once, "distinct".
type Distances = answer.Distances

// alphabet is how the cells of a floor are written: a hole, colours 0, 1, 2, ...
const alphabet = ".ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// TilesOf names a board's tiles, as in R4G4B4: each colour with its number.
func TilesOf(b *board.Board) string {
	s := ""
	if b == nil {
		return s
	}
	for c, n := range b.Counts() {
		switch {
		case n > 0 && c+1 < len(alphabet):
			s += fmt.Sprintf("%c%d", alphabet[c+1], n)
		case n > 0: // a colour without a letter
			s += fmt.Sprintf("(%d)%d", c, n)
		}
	}
	return s
}

// Census measures every arrangement of a board's tiles on its cells, by one
// search backwards from all floors that are done. The cells must hang together,
// which is an error otherwise. If the context or the memory limit ends it, the
// distances are bounded, and those counted are right.
func Census(ctx context.Context, b *board.Board, opt CensusOptions) (Distances, error) {
	start := time.Now()
	if err := b.Check(); err != nil {
		return Distances{}, err
	}
	if opt.MemoryLimit <= 0 {
		opt.MemoryLimit = DefaultMemoryLimit
		if opt.Disk != "" {
			opt.MemoryLimit = disk.DefaultMaxBytes
		}
	}
	d := Distances{Puzzle: "floor", Method: "bfs", Alphabet: alphabet}
	if opt.Disk != "" {
		d.Method = "bfs on disk"
		if opt.Distinct {
			return d, errors.New("equal floors can be counted once in memory only, not on disk")
		}
	}
	if len(b.Pieces()) != 1 {
		return d, errors.New("a census needs cells that hang together; count each piece by itself")
	}
	if b.Tiles() > 255 {
		return d, fmt.Errorf("a census takes at most 255 tiles, not %d", b.Tiles())
	}
	c := newCounting(b, opt)
	arrangements, ok := graph.Arrangements(c.counts)
	if !ok || arrangements > 1<<50 {
		return d, fmt.Errorf("%s arrangements of %s: a census takes at most 2^50", amount(arrangements, ok), TilesOf(b))
	}
	d.Facts = []answer.Fact{
		{Name: "size", Value: fmt.Sprintf("%dx%d", b.Rows, b.Cols)},
		{Name: "tiles", Value: TilesOf(b)},
		{Name: "arrangements", Value: new(big.Int).SetUint64(arrangements)},
	}
	if opt.Distinct {
		d.Facts = append(d.Facts, answer.Fact{Name: "distinct", Value: true})
	}
	err := c.measure(ctx, &d, arrangements)
	d.Seconds = time.Since(start).Seconds()
	if err != nil {
		err = fmt.Errorf("census of %s: %w", TilesOf(b), err)
	}
	return d, err
}

// measure counts the arrangements and completes the distances.
func (c *counting) measure(ctx context.Context, d *Distances, arrangements uint64) error {
	c.ranking = rank.Multiset(c.counts...)
	tableBytes := int64(0)
	if c.opt.Disk == "" {
		tableBytes = census.Bytes(census.Arrangements{Ranking: c.ranking, Moves: c.moves()}, census.Options{})
	}
	done, stop := c.doneFloors(ctx, (c.opt.MemoryLimit-tableBytes)/8)
	if stop.Needed > 0 {
		stop.Needed += tableBytes
	}
	if stop != (answer.Stop{}) || len(done) == 0 {
		d.SetLayers(nil, stop)
		return nil
	}
	table, err := c.count(ctx, done)
	if err != nil {
		return err
	}
	layers := table.Layers
	if c.opt.Distinct {
		layers = c.distinct[:min(len(c.distinct), len(layers))]
	}
	d.SetLayers(layers, c.stop(ctx, &table, done))
	d.Work = map[string]int64{"bytes": table.Bytes + int64(8*len(done))}
	if !d.Exact() {
		return nil
	}
	if table.Reached() != arrangements {
		return fmt.Errorf("counted %d of %d arrangements, please report this", table.Reached(), arrangements)
	}
	for _, r := range c.farthest {
		d.Boards = append(d.Boards, answer.Far{Board: c.board(r)})
	}
	return nil
}

// stop says why a table isn't complete, if it isn't.
func (c *counting) stop(ctx context.Context, t *census.Table, done []uint64) answer.Stop {
	switch t.Stop {
	case space.Exhausted:
		return answer.Stop{}
	case space.MemoryLimit:
		return answer.Stop{Cause: answer.MemoryLimit, Needed: t.Bytes + int64(8*len(done))}
	case space.DepthLimit:
		return answer.Stop{Cause: answer.OwnLimit, What: fmt.Sprintf("counted to distance %d only", c.opt.MaxDistance)}
	}
	return answer.Ended(ctx)
}

// count counts all arrangements from the done ones, in memory or on disk.
func (c *counting) count(ctx context.Context, done []uint64) (census.Table, error) {
	space := census.Arrangements{Ranking: c.ranking, Moves: c.moves(), From: done}
	if c.opt.Disk == "" {
		return census.Count(ctx, space, census.Options{MaxBytes: c.opt.MemoryLimit - int64(8*len(done)), MaxDistance: c.opt.MaxDistance, Record: c.record, Progress: c.opt.Progress})
	}
	name := TilesOf(c.shape) + " on"
	for _, v := range c.cells {
		name += fmt.Sprintf(" %d,%d", v/c.shape.Cols, v%c.shape.Cols)
	}
	t, err := disk.Count(ctx, c.opt.Disk, space, disk.Options{
		Name: name, Resume: c.opt.Resume, MaxBytes: c.opt.MemoryLimit - int64(8*len(done)),
		MaxDistance: c.opt.MaxDistance, MaxFarthest: c.opt.Max, Progress: c.opt.Progress,
	})
	c.farthest = t.Farthest
	return t, err
}

func amount(n uint64, known bool) string {
	if !known {
		return "over 10^18"
	}
	return fmt.Sprint(n)
}

// counting is a census at work. Places are the cells in order, symbols the
// colours in order, both without gaps.
type counting struct {
	shape   *board.Board
	cells   []int // position of each place
	colours []uint8
	counts  []int
	edges   [][2]int
	turns   [][]int // symmetries of the shape: the place that comes to each place
	ranking rank.Ranking
	opt     CensusOptions

	mutex    sync.Mutex
	distance int      // the last one recorded
	farthest []uint64 // the lowest ones at that distance, at most opt.Max
	distinct []uint64 // floors at each distance, equal ones once
}

func newCounting(b *board.Board, opt CensusOptions) *counting {
	c := &counting{shape: b, opt: opt}
	place := make([]int, len(b.Cells))
	for v, colour := range b.Cells {
		if colour != board.Hole {
			place[v] = len(c.cells)
			c.cells = append(c.cells, v)
		}
	}
	for colour, n := range b.Counts() {
		if n > 0 {
			c.colours = append(c.colours, uint8(colour))
			c.counts = append(c.counts, n)
		}
	}
	for _, e := range b.Edges() {
		c.edges = append(c.edges, [2]int{place[e.A], place[e.B]})
	}
	c.findTurns(place)
	return c
}

// findTurns lists the turns and reflections of the smallest rectangle around the
// shape that map the shape to itself.
func (c *counting) findTurns(place []int) {
	b := c.shape
	top, left, bottom, right := b.Rows, b.Cols, 0, 0
	for _, v := range c.cells {
		top, bottom = min(top, v/b.Cols), max(bottom, v/b.Cols)
		left, right = min(left, v%b.Cols), max(right, v%b.Cols)
	}
	for k := range 8 {
		if k >= 4 && bottom-top != right-left {
			break
		}
		turn := make([]int, 0, len(c.cells))
		for _, v := range c.cells {
			row, col := v/b.Cols-top, v%b.Cols-left
			if k&1 != 0 {
				row = bottom - top - row
			}
			if k&2 != 0 {
				col = right - left - col
			}
			if k&4 != 0 {
				row, col = col, row
			}
			if u := (top+row)*b.Cols + left + col; b.Cells[u] != board.Hole {
				turn = append(turn, place[u])
			}
		}
		if len(turn) == len(c.cells) {
			c.turns = append(c.turns, turn)
		}
	}
}

// uncounted bounds how many done floors are counted that the memory doesn't hold.
const uncounted = 1 << 24

// doneFloors returns the numbers of all arrangements without a conflict, or why
// they weren't all listed: most is how many the memory holds. What they would
// need is 8 bytes each.
func (c *counting) doneFloors(ctx context.Context, most int64) ([]uint64, answer.Stop) {
	before := make([][]int, len(c.cells)) // places beside each that come earlier
	for _, e := range c.edges {
		before[e[1]] = append(before[e[1]], e[0])
	}
	left := slices.Clone(c.counts)
	state := make([]uint8, len(c.cells))
	var found []uint64
	var stop answer.Stop
	steps, total := 0, int64(0)
	var fill func(at int)
	fill = func(at int) {
		if steps++; steps%65536 == 0 && stop == (answer.Stop{}) {
			stop = answer.Ended(ctx)
		}
		if stop != (answer.Stop{}) {
			return
		}
		if at == len(state) {
			if total++; total <= most {
				found = append(found, c.ranking.Rank(state))
			} else if found = nil; total > max(most, 0)+uncounted {
				stop = answer.Stop{Cause: answer.MemoryLimit, What: fmt.Sprintf("more than %d done floors", total)}
			}
			return
		}
	next:
		for symbol := range left {
			if left[symbol] == 0 {
				continue
			}
			for _, u := range before[at] {
				if state[u] == uint8(symbol) {
					continue next
				}
			}
			left[symbol]--
			state[at] = uint8(symbol)
			fill(at + 1)
			left[symbol]++
		}
	}
	fill(0)
	if stop == (answer.Stop{}) && total > max(most, 0) {
		stop = answer.Stop{Cause: answer.MemoryLimit, Needed: 8 * total}
	}
	return found, stop
}

// moves returns the swaps of all edges as rearrangements of the places.
func (c *counting) moves() [][]uint8 {
	var moves [][]uint8
	for _, e := range c.edges {
		from := make([]uint8, len(c.cells))
		for i := range from {
			from[i] = uint8(i)
		}
		from[e[0]], from[e[1]] = uint8(e[1]), uint8(e[0])
		moves = append(moves, from)
	}
	return moves
}

// record notes the floors of a bitmap at a distance: how many are the first of
// those equal to them, and the lowest of the farthest.
func (c *counting) record(distance int, first, states uint64) {
	state, scratch := make([]uint8, len(c.cells)), make([]uint8, len(c.cells))
	var count uint64
	var some []uint64
	for ; states != 0; states &= states - 1 {
		r := first + uint64(bits.TrailingZeros64(states))
		if c.opt.Distinct {
			c.ranking.Unrank(r, state)
			if !c.firstOfEquals(state, scratch) {
				continue
			}
		}
		count++
		if len(some) < c.opt.Max {
			some = append(some, r)
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.distinct) <= distance {
		c.distinct = append(c.distinct, 0)
	}
	c.distinct[distance] += count
	if distance != c.distance {
		c.distance, c.farthest = distance, nil
	}
	if len(some) > 0 {
		c.farthest = append(c.farthest, some...)
		slices.Sort(c.farthest)
		c.farthest = c.farthest[:min(len(c.farthest), c.opt.Max)]
	}
}

// firstOfEquals reports whether no turn of the floor, its colours of equally
// many tiles renamed in the best way, comes before it in the dictionary.
func (c *counting) firstOfEquals(state, turned []uint8) bool {
	var name [256]int16
	for _, turn := range c.turns {
		for i := range c.counts {
			name[i] = -1
		}
		used := [256]bool{}
		for i, from := range turn {
			symbol := state[from]
			if name[symbol] < 0 { // the first name still free of a colour of that number
				for k, n := range c.counts {
					if n == c.counts[symbol] && !used[k] {
						name[symbol], used[k] = int16(k), true
						break
					}
				}
			}
			turned[i] = uint8(name[symbol])
		}
		if slices.Compare(turned, state) < 0 {
			return false
		}
	}
	return true
}

// board returns the floor with a number.
func (c *counting) board(r uint64) *board.Board {
	state := make([]uint8, len(c.cells))
	c.ranking.Unrank(r, state)
	b := c.shape.Clone()
	for i, v := range c.cells {
		b.Cells[v] = c.colours[state[i]]
	}
	return b
}

// WithTiles returns a full board with the tiles that the text names, as in
// R4G4B4: a letter for a colour and how many it has, in rising order.
func WithTiles(rows, cols int, tiles string) (*board.Board, error) {
	if rows < 1 || cols < 1 || rows > board.MaxCells/cols {
		return nil, fmt.Errorf("a board has 1 to %d cells, not %d x %d", board.MaxCells, rows, cols)
	}
	b := board.New(rows, cols)
	at := 0
	for i := 0; i < len(tiles); {
		letter := tiles[i] &^ 0x20 // capital
		if letter < 'A' || letter > 'Z' {
			return nil, fmt.Errorf("tiles %q: found %q where a letter for a colour should be, as in R4G4B4", tiles, tiles[i])
		}
		n := 0
		for i++; i < len(tiles) && tiles[i] >= '0' && tiles[i] <= '9' && n < board.MaxCells; i++ {
			n = 10*n + int(tiles[i]-'0')
		}
		if n == 0 || n > len(b.Cells)-at {
			return nil, fmt.Errorf("tiles %q: %c has %d tiles, and %d of %d cells are left", tiles, letter, n, len(b.Cells)-at, len(b.Cells))
		}
		for range n {
			b.Cells[at] = letter - 'A'
			at++
		}
	}
	if at < len(b.Cells) {
		return nil, fmt.Errorf("tiles %q are %d, and %d x %d has %d cells", tiles, at, rows, cols, len(b.Cells))
	}
	return b, nil
}
