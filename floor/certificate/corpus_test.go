package certificate_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"fewest/board"
	"fewest/floor"
	"fewest/floor/certificate"
)

// TestCorpus makes certificates of many boards, checks them, and prints a table
// of what it took. FEWEST_CORPUS is how many; FEWEST_VERIPB, if set, a command
// that is given the names of an OPB and a PBP file of every tenth one that has a
// refutation, and must exit with 0.
//
//	FEWEST_CORPUS=1000 go test ./floor/certificate -run TestCorpus -v -timeout 0
func TestCorpus(t *testing.T) {
	number, _ := strconv.Atoi(os.Getenv("FEWEST_CORPUS"))
	if number == 0 {
		t.Skip("FEWEST_CORPUS says how many certificates to make")
	}
	type kind struct{ size, colours, holes int } // holes: one cell in so many, 0 for none
	type row struct {
		kinds         map[certificate.Kind]int
		bytes         []int
		solve, check  time.Duration
		optimal, open int
	}
	var order []kind
	for _, size := range []int{3, 4, 6, 8, 10, 12, 15} {
		for _, colours := range []int{2, 3, 4, 5, 6} {
			if size*size*max(0, 4-colours) <= 144 { // few colours are harder
				order = append(order, kind{size, colours, 0}, kind{size, colours, 7})
			}
		}
	}
	rows := map[kind]*row{}
	verified := 0
	dir := t.TempDir()
	for i := range number {
		k := order[i%len(order)]
		b := random(k.size, k.colours, k.holes, uint64(i))
		var file bytes.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		if i%100 == 99 {
			fmt.Fprintln(os.Stderr, i+1, "certificates")
		}
		start := time.Now()
		ans, err := floor.Solve(ctx, b, floor.Options{Proof: &file})
		cancel()
		if err != nil {
			t.Fatalf("%v: %v", b, err)
		}
		solved := time.Since(start)
		size := file.Len()
		start = time.Now()
		c, err := certificate.Read(&file)
		if err == nil {
			_, err = c.Check(context.Background())
		}
		if err != nil {
			t.Fatalf("%v: %v", b, err)
		}
		r := rows[k]
		if r == nil {
			r = &row{kinds: map[certificate.Kind]int{}}
			rows[k] = r
		}
		r.bytes = append(r.bytes, size)
		r.solve += solved
		r.check += time.Since(start)
		if c.Claim.Impossible || c.Claim.Optimal() {
			r.optimal++
		} else {
			r.open++
			t.Logf("open: %v: %s", b, ans.Short())
		}
		for _, p := range c.Parts {
			r.kinds[p.Kind]++
		}
		if veripb := os.Getenv("FEWEST_VERIPB"); veripb != "" && i%3 == 0 && verified < number/10 {
			part := slices.IndexFunc(c.Parts, func(p certificate.Part) bool { return p.Kind == certificate.Core })
			if part < 0 {
				continue
			}
			opb, pbp, err := c.OPB(context.Background(), part)
			if err != nil {
				t.Fatal(err)
			}
			files := []string{filepath.Join(dir, "x.opb"), filepath.Join(dir, "x.pbp")}
			for j, text := range []string{opb, pbp} {
				if err := os.WriteFile(files[j], []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if out, err := exec.Command("sh", "-c", veripb+` "$0" "$1"`, files[0], files[1]).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", b, err, out)
			}
			verified++
		}
	}
	fmt.Println("| board | colours | holes | certificates | proven by | size, median and largest | checking / solving |")
	fmt.Println("|---|--:|---|--:|---|--:|--:|")
	for _, k := range order {
		r := rows[k]
		if r == nil {
			continue
		}
		slices.Sort(r.bytes)
		holes := "no"
		if k.holes > 0 {
			holes = "yes"
		}
		var kinds string
		for _, name := range []certificate.Kind{certificate.Core, certificate.FlowBound, certificate.Transport, certificate.Search, certificate.Colouring} {
			if n := r.kinds[name]; n > 0 {
				kinds += fmt.Sprintf(", %s %d", name, n)
			}
		}
		fmt.Printf("| %d x %d | %d | %s | %d | %s | %d, %d | %.1f |\n", k.size, k.size, k.colours, holes, len(r.bytes), kinds[min(2, len(kinds)):],
			r.bytes[len(r.bytes)/2], r.bytes[len(r.bytes)-1], r.check.Seconds()/r.solve.Seconds())
	}
	fmt.Printf("%d certificates checked, %d also by another checker\n", number, verified)
}

// random returns a board that can be done, one cell in so many a hole.
func random(size, colours, holes int, seed uint64) *board.Board {
	for try := uint64(0); ; try++ {
		b, err := floor.Random(size, size, colours, seed+try<<32)
		if err != nil {
			panic(err)
		}
		if holes > 0 {
			h, err := floor.Random(size, size, holes, seed+try<<32+1<<31)
			if err != nil {
				panic(err)
			}
			for v, c := range h.Cells {
				if c == 0 {
					b.Cells[v] = board.Hole
				}
			}
		}
		// Two colours can hardly ever be done on a random board.
		if v, err := floor.Possible(context.Background(), b); err == nil && (v.Possible || colours == 2 && try > 3) {
			return b
		}
	}
}
