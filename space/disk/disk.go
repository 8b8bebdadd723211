// Package disk counts the states of a space by their distance from the starts,
// as package census does, but keeps them on disk: for spaces larger than memory
// or whose states can't be numbered without gaps.
//
// A layer is a sorted file. To find the next, all moves of the layer are made
// into a buffer; a full buffer is sorted, cleared of doubles and written as a
// run; at the end the runs are merged, leaving out what earlier layers have
// (delayed duplicate detection, Korf 2003). In an undirected space those are
// the last two layers, otherwise all.
//
// After every layer the directory's census.json is renewed. A census that is
// killed goes on from there.
package disk

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"fewest/answer"
	"fewest/space"
	"fewest/space/census"
)

// Undirected is a census.Space that knows whether every move can be undone by a
// move. Of one that doesn't say so all layers are kept.
type Undirected interface {
	Undirected() bool
}

// Options limit and watch a census. The zero value takes as many workers as
// there are processors and DefaultMaxBytes of memory.
type Options struct {
	Name        string // of the puzzle: it must be the same to resume, as the whole of its moves must
	Resume      bool   // go on with the layers in the directory, if there are any
	Workers     int    // goroutines that work at once; 0 for one a processor
	MaxBytes    int64  // memory for buffers; 0 for DefaultMaxBytes
	MaxDistance int    // layers beyond it aren't looked for; 0 for no limit
	MaxFarthest int    // how many of the farthest states to list
	KeepLayers  bool   // keep the files of all layers, not only of those needed

	// Progress, if not nil, is called after every layer, and must return soon.
	Progress func(answer.Progress)

	create func(string) (file, error) // for tests
}

// DefaultMaxBytes is the memory that buffers take unless told.
const DefaultMaxBytes = 512 << 20

// MinBytes is the least memory that buffers take for each worker.
const MinBytes = 1 << 20

// Count takes a census in a directory, which is made if it isn't there. Size of
// the space is only a bound on its states here: any up to 2^64-1 will do. If
// the context ends it, the table lists the layers that were finished, and
// Resume goes on from there. An error leaves the finished layers intact, too.
func Count(ctx context.Context, dir string, s census.Space, o Options) (census.Table, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	o.MaxBytes = max(o.MaxBytes, int64(o.Workers)*MinBytes)
	if o.create == nil {
		o.create = create
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return census.Table{}, err
	}
	release, err := lock(dir)
	if err != nil {
		return census.Table{}, err
	}
	defer release()
	c := &counter{dir: dir, space: s, options: &o, size: s.Size(), began: time.Now()}
	if u, ok := s.(Undirected); ok {
		c.undirected = u.Undirected()
	}
	c.fingerprint = fingerprint(s, o.Name)
	return c.count(ctx)
}

// Described is a census.Space that writes down all that makes it what it is:
// every move, whole. The spaces that package census makes are.
type Described interface {
	Describe(w io.Writer)
}

// glimpsed is how many states are looked at of a space that isn't Described.
const glimpsed = 1 << 12

// fingerprint tells puzzles apart: by name, size and description. Of one that
// isn't Described it knows the moves of the first states that a breadth-first
// search meets.
func fingerprint(s census.Space, name string) uint64 {
	hash := sha256.New()
	out := bufio.NewWriter(hash)
	fmt.Fprintf(out, "%s\n%d\n", name, s.Size())
	if d, ok := s.(Described); ok {
		d.Describe(out)
	} else {
		glimpse(s, out)
	}
	out.Flush()
	return binary.LittleEndian.Uint64(hash.Sum(nil))
}

// glimpse writes the moves of the first states.
func glimpse(s census.Space, out io.Writer) {
	var queue []uint64
	seen := map[uint64]bool{}
	add := func(states ...uint64) {
		for _, st := range states {
			if st < s.Size() && !seen[st] && len(seen) < glimpsed {
				seen[st] = true
				queue = append(queue, st)
			}
		}
	}
	for st := range s.Starts() {
		if add(st); len(seen) == glimpsed {
			break
		}
	}
	x := s.Expander()
	for i := 0; i < len(queue); i++ {
		to := x.Neighbours(queue[i], nil)
		fmt.Fprintln(out, queue[i], to)
		add(to...)
	}
}

// counter is a census at work.
type counter struct {
	dir         string
	space       census.Space
	options     *Options
	size        uint64
	fingerprint uint64
	undirected  bool
	began       time.Time
	manifest    *manifest
	workers     []*worker
	temps       int // names of runs given out
}

func (c *counter) count(ctx context.Context) (census.Table, error) {
	m, err := readManifest(c.dir, c.options.Name, c.fingerprint)
	if err != nil {
		return census.Table{}, err
	}
	if m != nil && len(m.Layers) > 0 && !c.options.Resume {
		return census.Table{}, fmt.Errorf("%s: holds the first %d layers of a census: resume it, or choose another directory", c.dir, len(m.Layers))
	}
	if m == nil {
		m = &manifest{Format: format, Version: version, Puzzle: c.options.Name, Fingerprint: c.fingerprint}
	}
	c.manifest = m
	if err := clean(c.dir, m); err != nil {
		return census.Table{}, err
	}
	for range c.options.Workers {
		if !m.Finished {
			c.workers = append(c.workers, c.newWorker())
		}
	}
	stop := space.Exhausted
	for !c.manifest.Finished {
		m = c.manifest
		if len(m.Layers) > 0 && c.options.MaxDistance > 0 && len(m.Layers)-1 >= c.options.MaxDistance {
			stop = space.DepthLimit
			break
		}
		if err = ctx.Err(); err == nil {
			err = c.advance(ctx)
		}
		if err != nil {
			if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
				stop, err = space.Cancelled, clean(c.dir, c.manifest)
			}
			break
		}
		if c.options.Progress != nil && !c.manifest.Finished {
			t := c.table(space.Unfinished)
			c.options.Progress(answer.Progress{Phase: "counting", Lower: t.Diameter(), Upper: answer.Unknown, Done: t.Reached(), All: c.size})
		}
	}
	if err != nil {
		return c.table(stop), c.explain(err)
	}
	t := c.table(stop)
	t.Farthest, err = c.farthest()
	return t, err
}

// explain says what an error means for the work done.
func (c *counter) explain(err error) error {
	if cleanErr := clean(c.dir, c.manifest); cleanErr != nil {
		return errors.Join(err, cleanErr)
	}
	if full(err) {
		return fmt.Errorf("disk full at layer %d; the %d layers before it are intact: make room in %s and resume: %w",
			len(c.manifest.Layers), len(c.manifest.Layers), c.dir, err)
	}
	return err
}

func (c *counter) table(stop space.Stop) census.Table {
	t := census.Table{Stop: stop, Seconds: time.Since(c.began).Seconds(), Bytes: c.options.MaxBytes}
	for _, l := range c.manifest.Layers {
		t.Layers = append(t.Layers, l.States)
	}
	return t
}

// advance finds the next layer and notes it in the manifest.
func (c *counter) advance(ctx context.Context) error {
	var next layer
	var err error
	if len(c.manifest.Layers) == 0 {
		next, err = c.starts(ctx)
	} else {
		next, err = c.next(ctx)
	}
	if err != nil {
		return err
	}
	m := *c.manifest
	m.Layers = append([]layer(nil), m.Layers...)
	sum := next.States
	for _, l := range m.Layers {
		sum += l.States
	}
	if sum > c.size || sum < next.States {
		return fmt.Errorf("%s: %d layers hold %d states, and the puzzle has at most %d: the layers before are of another puzzle, or a move can't be undone though the puzzle says so; begin anew in another directory",
			c.dir, len(m.Layers)+1, sum, c.size)
	}
	if next.States == 0 {
		m.Finished = true
	} else {
		m.Layers = append(m.Layers, next)
		if c.undirected && !c.options.KeepLayers && len(m.Layers) > 2 {
			m.Layers[len(m.Layers)-3].Runs = nil
		}
	}
	if err := m.write(c.dir, c.options.create); err != nil {
		return err
	}
	c.manifest = &m
	return clean(c.dir, c.manifest)
}

// starts writes the layer of distance 0.
func (c *counter) starts(ctx context.Context) (layer, error) {
	w := c.workers[0]
	for s := range c.space.Starts() {
		if s >= c.size {
			return layer{}, fmt.Errorf("start %d: states are below %d", s, c.size)
		}
		if err := w.put(ctx, s); err != nil {
			return layer{}, err
		}
	}
	return c.join(ctx, nil)
}

// open opens the runs of a layer.
func (c *counter) open(l layer) (runs []*run, err error) {
	states := uint64(0)
	for _, name := range l.Runs {
		r, err := openRun(c.dir, name, c.fingerprint)
		if err != nil {
			closeAll(runs)
			return nil, err
		}
		runs = append(runs, r)
		states += r.total
	}
	if states != l.States {
		closeAll(runs)
		return nil, fmt.Errorf("%s: the runs of a layer hold %d states, not %d", filepath.Join(c.dir, manifestName), states, l.States)
	}
	return runs, nil
}

func closeAll(runs []*run) {
	for _, r := range runs {
		r.close()
	}
}

// farthest lists states of the last layer.
func (c *counter) farthest() (list []uint64, err error) {
	n := len(c.manifest.Layers)
	if n == 0 || c.options.MaxFarthest == 0 {
		return nil, nil
	}
	runs, err := c.open(c.manifest.Layers[n-1])
	if err != nil {
		return nil, err
	}
	defer closeAll(runs)
	for _, r := range runs {
		for s := (&stream{run: r}); len(list) < c.options.MaxFarthest; {
			ok, err := s.next()
			if err != nil {
				return list, err
			}
			if !ok {
				break
			}
			list = append(list, s.state)
		}
	}
	return list, nil
}
