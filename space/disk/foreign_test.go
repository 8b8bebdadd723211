package disk

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fewest/space/census"
	"fewest/space/rank"
)

// Two spaces of alike pieces whose starts have the same neighbours, and whose
// other moves differ: layers of one are no layers of the other.
func TestOtherMoves(t *testing.T) {
	first := census.Arrangements{Ranking: rank.Multiset(3, 3), Moves: [][]uint8{{1, 0, 2, 3, 4, 5}, {0, 1, 3, 2, 4, 5}}}
	other := census.Arrangements{Ranking: first.Ranking, Moves: [][]uint8{{0, 2, 1, 3, 4, 5}, {0, 1, 3, 2, 4, 5}}}
	dir := t.TempDir()
	if _, err := Count(t.Context(), dir, first, Options{Name: "a", MaxDistance: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(t.Context(), dir, other, Options{Name: "a", Resume: true}); err == nil || !strings.Contains(err.Error(), "another puzzle") {
		t.Errorf("resumed with other moves: %v", err)
	}
	if _, err := Count(t.Context(), dir, first, Options{Name: "a", Resume: true}); err != nil {
		t.Errorf("resumed with the same: %v", err)
	}
	// Spaces that don't describe themselves are told apart by many states.
	type plain struct{ census.Space }
	if fingerprint(plain{first}, "a") == fingerprint(plain{other}, "a") {
		t.Error("the first states look the same")
	}
}

// circle says that a directed space is undirected, so that states of early
// layers are found again and again.
type circle struct{ census.Space }

func (circle) Undirected() bool { return true }

// Layers that hold more states than the space has are an error, and an end.
func TestTooManyStates(t *testing.T) {
	round := census.Arrangements{Ranking: rank.Multiset(1, 5), Moves: [][]uint8{{1, 2, 3, 4, 5, 0}}}
	if _, err := Count(t.Context(), t.TempDir(), circle{round}, Options{}); err == nil || !strings.Contains(err.Error(), "at most 6") {
		t.Errorf("went round and round: %v", err)
	}
}

// Runs whose index is whole by its checksum and says what can't be, or is
// damaged anywhere, are errors.
func TestCraftedRuns(t *testing.T) {
	dir := t.TempDir()
	w, err := newWriter(dir, "layer-x.run", 7, 1<<12, create)
	if err != nil {
		t.Fatal(err)
	}
	for s := range uint64(2*blockStates + 100) {
		if err := w.add(s * s); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.finish(false); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "layer-x.run")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	read := func(data []byte) (states uint64, err error) {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := openRun(dir, "layer-x.run", 7)
		if err != nil {
			return 0, err
		}
		defer r.close()
		for s := (&stream{run: r}); ; states++ {
			if ok, err := s.next(); !ok {
				return states, err
			}
		}
	}
	if n, err := read(good); err != nil || n != 2*blockStates+100 {
		t.Fatalf("%d states: %v", n, err)
	}
	at := len(good) - endSize - 3*entrySize
	for place := range 3 * entrySize / 4 { // with a checksum that is right
		for _, value := range []uint32{0, 1, 0xFFFFFFFF, 0x7FFFFFFF} {
			data := append([]byte(nil), good...)
			if binary.LittleEndian.Uint32(data[at+4*place:]) == value {
				continue
			}
			binary.LittleEndian.PutUint32(data[at+4*place:], value)
			binary.LittleEndian.PutUint32(data[len(data)-endSize+16:], crc32.Checksum(data[at:len(data)-endSize], castagnoli))
			if n, err := read(data); err == nil {
				t.Errorf("word %d of the index is %x: %d states, no error", place, value, n)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 150 { // anything else
		data := append([]byte(nil), good...)
		for range 1 + random.IntN(3) {
			data[random.IntN(len(data))] ^= byte(1 + random.IntN(255))
		}
		if _, err := read(data[:random.IntN(len(data))]); err == nil {
			t.Error("cut short and read")
		}
		if n, err := read(data); err == nil {
			t.Errorf("damaged, read as %d states", n)
		}
	}
}
