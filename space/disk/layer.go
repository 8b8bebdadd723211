package disk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"fewest/internal/parallel"
	"fewest/space/census"
)

// worker makes moves into a buffer, and the buffer into runs.
type worker struct {
	*counter
	expander census.Expander
	buffer   []uint64
	room     []uint64 // to sort
	limit    int      // of the buffer
	out      func() string
	runs     []string
}

// Of the memory, the workers' buffers take five eighths and the streams of a
// merge two; the rest is for writing and for indices.
const (
	bufferShare = 5.0 / 8
	streamShare = 2.0 / 8
)

// maxBuffer is the most states in a buffer: with more, a digit of the sort would
// take longer than a user who wants to stop will wait.
const maxBuffer = 4 << 20

func (c *counter) newWorker() *worker {
	n := min(maxBuffer, int(float64(c.options.MaxBytes)*bufferShare/16/float64(c.options.Workers)))
	return &worker{
		counter: c, expander: c.space.Expander(),
		buffer: make([]uint64, 0, n), room: make([]uint64, n), limit: n - n/16, out: c.temp(),
	}
}

// temp returns what names the runs of one worker.
func (c *counter) temp() func() string {
	c.temps++
	owner, n := c.temps, 0
	return func() string {
		n++
		return fmt.Sprintf("%s%d-%d.run", tempPrefix, owner, n)
	}
}

func (w *worker) put(ctx context.Context, s uint64) error {
	w.buffer = append(w.buffer, s)
	if len(w.buffer) >= w.limit {
		return w.flush(ctx)
	}
	return nil
}

// flush writes the buffer as a run.
func (w *worker) flush(ctx context.Context) error {
	if len(w.buffer) == 0 {
		return nil
	}
	if len(w.room) < len(w.buffer) {
		w.room = make([]uint64, cap(w.buffer))
	}
	sorted, err := sortStates(ctx, w.buffer, w.room)
	if err != nil {
		return err
	}
	name := w.out()
	out, err := newWriter(w.dir, name, w.fingerprint, 1<<16, w.options.create)
	if err != nil {
		return err
	}
	w.runs = append(w.runs, name)
	if last := sorted[len(sorted)-1]; last >= w.size || last == done {
		_ = out.finish(false)
		return fmt.Errorf("a move leads to state %d: states are below %d", last, w.size)
	}
	for i, s := range sorted {
		err := out.add(s)
		if err == nil && i%blockStates == 0 {
			err = ctx.Err()
		}
		if err != nil {
			_ = out.finish(false)
			return err
		}
	}
	w.buffer = w.buffer[:0]
	return out.finish(false)
}

// next makes all moves of the last layer and joins them to the next one.
func (c *counter) next(ctx context.Context) (layer, error) {
	layers := c.manifest.Layers
	current, err := c.open(layers[len(layers)-1])
	if err != nil {
		return layer{}, err
	}
	defer closeAll(current)
	var turn atomic.Int64
	err = together(len(c.workers), func(i int) error { return c.workers[i].expand(ctx, current, &turn) })
	if err != nil {
		return layer{}, err
	}
	// What the next layer must not have.
	old := slices.Clone(current)
	earlier := layers[:len(layers)-1]
	if c.undirected {
		earlier = earlier[max(0, len(earlier)-1):]
	}
	for _, l := range earlier {
		runs, err := c.open(l)
		if err != nil {
			return layer{}, err
		}
		defer closeAll(runs)
		old = append(old, runs...)
	}
	return c.join(ctx, old)
}

// together calls work(0) to work(n-1) in parallel and returns the first error.
func together(n int, work func(i int) error) error {
	errs := make([]error, n)
	var all parallel.Group
	for i := range n {
		all.Go(func() { errs[i] = work(i) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// expand makes the moves of blocks of the layer, whichever is the next that
// nobody has taken.
func (w *worker) expand(ctx context.Context, current []*run, turn *atomic.Int64) error {
	streams := make([]*stream, len(current))
	for i, r := range current {
		streams[i] = &stream{run: r}
	}
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		k, block := 0, int(turn.Add(1)-1)
		for k < len(current) && block >= current[k].blocks() {
			block -= current[k].blocks()
			k++
		}
		if k == len(current) {
			return w.flush(ctx)
		}
		s := streams[k]
		s.block, s.left = block, 0
		for range current[k].index[block].states {
			if _, err := s.next(); err != nil {
				return err
			}
			w.buffer = w.expander.Neighbours(s.state, w.buffer)
			if len(w.buffer) >= w.limit {
				if err := w.flush(ctx); err != nil {
					return err
				}
			}
		}
	}
}

// streamBytes is about what it takes to read a run.
const streamBytes = 16 << 10

// join merges what the workers have written, less the states of old, to the
// runs of a new layer. The range of states is cut into pieces that are merged
// in parallel.
func (c *counter) join(ctx context.Context, old []*run) (layer, error) {
	var names []string
	for _, w := range c.workers {
		if err := w.flush(ctx); err != nil {
			return layer{}, err
		}
		names = append(names, w.runs...)
		w.runs = nil
	}
	limit := max(16, int(float64(c.options.MaxBytes)*streamShare)/streamBytes/c.options.Workers-len(old))
	names, err := c.reduce(ctx, names, limit)
	if err != nil {
		return layer{}, err
	}
	runs, err := c.openTemps(names)
	if err != nil {
		return layer{}, err
	}
	defer closeAll(runs)
	bounds := cuts(runs, c.options.Workers)
	pieces := make([]layer, len(bounds)-1)
	err = together(len(pieces), func(i int) error {
		name := fmt.Sprintf("%s%d-%d.run", layerPrefix, len(c.manifest.Layers), i)
		total, err := c.merge(ctx, name, true, runs, old, bounds[i], bounds[i+1])
		if total > 0 {
			pieces[i] = layer{total, []string{name}}
		}
		return err
	})
	if err != nil {
		return layer{}, err
	}
	var l layer
	for _, p := range pieces {
		l.States += p.States
		l.Runs = append(l.Runs, p.Runs...)
	}
	return l, syncDir(c.dir)
}

func (c *counter) openTemps(names []string) (runs []*run, err error) {
	for _, name := range names {
		r, err := openRun(c.dir, name, c.fingerprint)
		if err != nil {
			closeAll(runs)
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// reduce merges runs to longer ones until there are no more than limit.
func (c *counter) reduce(ctx context.Context, names []string, limit int) ([]string, error) {
	name := c.temp()
	for len(names) > limit {
		few := names[:min(limit, len(names)-limit+1)]
		runs, err := c.openTemps(few)
		if err != nil {
			return nil, err
		}
		merged := name()
		_, err = c.merge(ctx, merged, false, runs, nil, 0, done)
		closeAll(runs)
		if err != nil {
			return nil, err
		}
		for _, n := range few {
			if err := os.Remove(filepath.Join(c.dir, n)); err != nil {
				return nil, err
			}
		}
		names = append(slices.Clone(names[len(few):]), merged)
	}
	return names, nil
}

// cuts returns bounds of pieces of about equally many blocks: 0 first, done last.
func cuts(runs []*run, pieces int) []uint64 {
	var firsts []uint64
	for _, r := range runs {
		for i := 0; i < r.blocks(); i++ {
			firsts = append(firsts, r.index[i].first)
		}
	}
	slices.Sort(firsts)
	bounds := []uint64{0}
	if len(firsts) >= 16*pieces {
		for i := 1; i < pieces; i++ {
			if b := firsts[len(firsts)*i/pieces]; b > bounds[len(bounds)-1] {
				bounds = append(bounds, b)
			}
		}
	}
	return append(bounds, done)
}

// merge writes the states from lo to hi-1 of the runs that old doesn't have.
func (c *counter) merge(ctx context.Context, name string, sync bool, runs, old []*run, lo, hi uint64) (total uint64, err error) {
	m, err := newMerger(runs, lo, hi)
	if err != nil {
		return 0, err
	}
	without, err := newMerger(old, lo, hi)
	if err != nil {
		return 0, err
	}
	out, err := newWriter(c.dir, name, c.fingerprint, 1<<16, c.options.create)
	if err != nil {
		return 0, err
	}
	err = c.pour(ctx, m, without, out)
	total = out.total + uint64(out.states)
	if finishErr := out.finish(sync); err == nil {
		err = finishErr
	}
	return total, err
}

func (c *counter) pour(ctx context.Context, m, without *merger, out *writer) error {
	skip, err := without.next()
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		s, err := m.next()
		if err != nil || s == done {
			return err
		}
		for skip < s {
			if skip, err = without.next(); err != nil {
				return err
			}
		}
		if s == skip {
			continue
		}
		if err := out.add(s); err != nil {
			return err
		}
		if n%blockStates == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
