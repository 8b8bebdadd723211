package disk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fewest/answer"
	"fewest/space"
	"fewest/space/census"
	"fewest/space/internal/classic"
	"fewest/space/rank"
)

// want returns the table that package census gets.
func want(t *testing.T, s census.Space) census.Table {
	t.Helper()
	table, err := census.Count(t.Context(), s, census.Options{MaxFarthest: 10})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// check fails the test unless the tables are the same.
func check(t *testing.T, name string, got census.Table, err error, want census.Table) {
	t.Helper()
	if err != nil || got.Stop != space.Exhausted || !slices.Equal(got.Layers, want.Layers) || !slices.Equal(got.Farthest, want.Farthest) {
		t.Fatalf("%s: %v %v\n got %v %v\nwant %v %v", name, got.Stop, err, got.Layers, got.Farthest, want.Layers, want.Farthest)
	}
}

// TestAgainstCensus compares with the census in memory: with runs of few states
// and many merges, directed and undirected.
func TestAgainstCensus(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 4))
		a := census.Arrangements{Ranking: rank.Multiset(r.IntN(3)+1, r.IntN(4)+1, r.IntN(4))}
		for range r.IntN(4) {
			var move []uint8
			for _, p := range r.Perm(a.Ranking.Len()) {
				move = append(move, uint8(p))
			}
			a.Moves = append(a.Moves, move)
		}
		a.From = []uint64{r.Uint64N(a.Size()), r.Uint64N(a.Size())}
		got, err := Count(t.Context(), t.TempDir(), a, Options{Workers: r.IntN(3) + 1, MaxFarthest: 10})
		check(t, fmt.Sprintf("seed %d, undirected %v", seed, a.Undirected()), got, err, want(t, a))
	}
}

func TestPancakes(t *testing.T) {
	s := classic.Pancakes(9)
	table := want(t, s)
	for workers := 1; workers <= 3; workers++ {
		got, err := Count(t.Context(), t.TempDir(), s, Options{Workers: workers, MaxFarthest: 10, MaxBytes: 1})
		check(t, fmt.Sprintf("%d workers", workers), got, err, table)
	}
	// As if it were directed: all layers kept and compared with.
	got, err := Count(t.Context(), t.TempDir(), directed{s}, Options{MaxFarthest: 10})
	check(t, "directed", got, err, table)
}

// directed hides that a space is undirected.
type directed struct{ census.Space }

// far is a space of few states with large numbers, which lie far apart.
type far struct{ census.Space }

const stride = 1<<58 + 12345

func (f far) Size() uint64              { return done }
func (f far) Starts() iter.Seq[uint64]  { return slices.Values([]uint64{0}) }
func (f far) Expander() census.Expander { return f }
func (f far) Neighbours(s uint64, to []uint64) []uint64 {
	if s/stride >= 60 {
		return to
	}
	return append(to, s+stride, s, 0)
}

func TestLargeNumbers(t *testing.T) {
	got, err := Count(t.Context(), t.TempDir(), far{}, Options{MaxFarthest: 1})
	if err != nil || got.Diameter() != 60 || got.Reached() != 61 || got.Farthest[0] != 60*stride {
		t.Errorf("%+v %v", got, err)
	}
}

// TestKilled kills a census twenty times and resumes it.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("FEWEST_DISK_TEST_DIR"); dir != "" { // the one to be killed
		_, err := Count(t.Context(), dir, classic.Pancakes(9), Options{Name: "killed", Resume: true, MaxBytes: 1})
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 9))
	for range 20 {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
		cmd.Env = append(os.Environ(), "FEWEST_DISK_TEST_DIR="+dir)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+r.IntN(250)) * time.Millisecond)
		_ = cmd.Process.Kill()
		if err := cmd.Wait(); err != nil && cmd.ProcessState.Exited() {
			t.Fatalf("not killed but failed: %v\n%s", err, &out)
		}
	}
	s := classic.Pancakes(9)
	got, err := Count(t.Context(), dir, s, Options{Name: "killed", Resume: true, MaxFarthest: 10})
	check(t, "resumed", got, err, want(t, s))
}

func TestCancelled(t *testing.T) {
	s := classic.Pancakes(9)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	got, err := Count(ctx, dir, s, Options{Progress: func(p answer.Progress) {
		if p.Lower == 5 {
			cancel()
		}
	}})
	if err != nil || got.Stop != space.Cancelled || got.Diameter() != 5 {
		t.Fatalf("%+v %v", got, err)
	}
	if temps, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"*")); temps != nil {
		t.Errorf("left behind: %v", temps)
	}
	if _, err := Count(t.Context(), dir, s, Options{}); err == nil || !strings.Contains(err.Error(), "resume") {
		t.Errorf("not asked to resume: %v", err)
	}
	got, err = Count(t.Context(), dir, s, Options{Resume: true, MaxDistance: 7})
	if err != nil || got.Stop != space.DepthLimit || got.Diameter() != 7 {
		t.Errorf("%+v %v", got, err)
	}
	got, err = Count(t.Context(), dir, s, Options{Resume: true, MaxFarthest: 10})
	check(t, "resumed", got, err, want(t, s))
	got, err = Count(t.Context(), dir, s, Options{Resume: true, MaxFarthest: 10})
	check(t, "finished", got, err, want(t, s))
}

// small is a disk with little room.
type small struct {
	file
	room *int
}

func (s small) Write(p []byte) (int, error) {
	if *s.room -= len(p); *s.room < 0 {
		return 0, &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	}
	return s.file.Write(p)
}

func TestDiskFull(t *testing.T) {
	s := classic.Pancakes(8)
	table := want(t, s)
	for room := 0; room < 150_000; room += 19_000 {
		dir, left := t.TempDir(), room
		got, err := Count(t.Context(), dir, s, Options{Workers: 1, create: func(name string) (file, error) {
			f, err := create(name)
			return small{f, &left}, err
		}})
		if err == nil {
			if room < 50_000 {
				t.Errorf("%d bytes were enough", room)
			}
			continue
		}
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "disk full") {
			t.Fatalf("%d bytes: %v", room, err)
		}
		if !slices.Equal(got.Layers, table.Layers[:len(got.Layers)]) {
			t.Errorf("%d bytes: %v", room, got.Layers)
		}
		got, err = Count(t.Context(), dir, s, Options{Resume: true, MaxFarthest: 10})
		check(t, fmt.Sprintf("resumed after %d bytes", room), got, err, table)
	}
}

// TestTorn damages the files of a census in every way that comes to mind: the
// resumed census must say so, or not notice and be right.
func TestTorn(t *testing.T) {
	s := classic.Pancakes(7)
	table := want(t, s)
	made := t.TempDir()
	if _, err := Count(t.Context(), made, s, Options{Workers: 1, MaxDistance: 6}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	noticed := 0
	for i := range 60 {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(made)); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*[nr]*n"))
		name := files[r.IntN(len(files))]
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		switch at := r.IntN(len(data)); i % 3 {
		case 0:
			data = data[:at]
		case 1:
			data[at] ^= 1 << r.IntN(8)
		case 2:
			data = slices.Insert(data, at, byte(r.Uint32()))
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := Count(t.Context(), dir, s, Options{Resume: true, MaxFarthest: 10})
		if err != nil {
			noticed++
			if !strings.Contains(err.Error(), dir) {
				t.Errorf("%s: the error doesn't say where: %v", name, err)
			}
			continue
		}
		check(t, name, got, err, table)
	}
	if noticed < 45 {
		t.Errorf("only %d of 60 damages noticed", noticed)
	}
}

func TestForeign(t *testing.T) {
	s := classic.Pancakes(7)
	dir := t.TempDir()
	if _, err := Count(t.Context(), dir, s, Options{Name: "seven", MaxDistance: 3}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file, old, new string
		puzzle         string
		size           int
		complaint      string
	}{
		"another name":     {puzzle: "eight", size: 7, complaint: `"seven", not "eight"`},
		"another size":     {puzzle: "seven", size: 8, complaint: "another puzzle"},
		"another version":  {manifestName, `"version": 2`, `"version": 1`, "seven", 7, "version 1"},
		"another format":   {manifestName, format, "shopping list", "seven", 7, "shopping list"},
		"a strange layer":  {manifestName, layerPrefix, "../", "seven", 7, "checksum"},
		"a run's version":  {"layer-3-0.run", "FEWRUN\x00\x01", "FEWRUN\x00\x09", "seven", 7, "version 9"},
		"not even a run":   {"layer-3-0.run", "FEWRUN\x00\x01", "PK\x03\x04....", "seven", 7, "not a run"},
		"no run after all": {"layer-3-0.run", "", "", "seven", 7, "layer-3-0.run"},
	} {
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if c.file != "" {
			path := filepath.Join(copied, c.file)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.old == "" {
				err = os.Remove(path)
			} else {
				err = os.WriteFile(path, bytes.ReplaceAll(data, []byte(c.old), []byte(c.new)), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		_, err := Count(t.Context(), copied, classic.Pancakes(c.size), Options{Name: c.puzzle, Resume: true})
		if err == nil || !strings.Contains(err.Error(), c.complaint) {
			t.Errorf("%s: %v, want %q", name, err, c.complaint)
		}
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	release, err := lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Count(t.Context(), dir, classic.Pancakes(5), Options{}); err == nil || !strings.Contains(err.Error(), "at work") {
		t.Errorf("locked: %v", err)
	}
	release()
	if _, err := Count(t.Context(), dir, classic.Pancakes(5), Options{}); err != nil {
		t.Error(err)
	}
}

func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		n := r.IntN(10_000)
		mask := ^uint64(0) >> r.IntN(64) << r.IntN(20)
		states := make([]uint64, n)
		for i := range states {
			states[i] = r.Uint64()&mask | 1<<63>>20
		}
		want := slices.Clone(states)
		slices.Sort(want)
		want = slices.Compact(want)
		if got, err := sortStates(t.Context(), states, make([]uint64, n)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d states of mask %x: not sorted", n, mask)
		}
	}
}

func BenchmarkSort(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	states, room, copied := make([]uint64, 1<<20), make([]uint64, 1<<20), make([]uint64, 1<<20)
	for i := range states {
		states[i] = r.Uint64N(1 << 28)
	}
	for b.Loop() {
		copy(copied, states)
		if _, err := sortStates(b.Context(), copied, room); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*(1<<20)/b.Elapsed().Seconds()/1e6, "Mstates/s")
}

func BenchmarkPancakes10(b *testing.B) {
	states := uint64(0)
	for b.Loop() {
		table, err := Count(b.Context(), b.TempDir(), classic.Pancakes(10), Options{MaxBytes: 16 << 20})
		if err != nil {
			b.Fatal(err)
		}
		states += table.Reached()
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds()/1e6, "Mstates/s")
}
