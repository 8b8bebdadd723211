package certificate_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"fewest/board"
	"fewest/floor"
	"fewest/floor/certificate"
)

// files are what is in a certificate, by name.
type files map[string]string

func unpack(t testing.TB, data []byte) files {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	archive, all := tar.NewReader(zip), files{}
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		all[header.Name] = string(text)
	}
}

func (f files) pack() []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	for name, text := range f {
		_ = archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text))})
		_, _ = io.WriteString(archive, text)
	}
	_ = archive.Close()
	_ = zip.Close()
	return out.Bytes()
}

// check reads and checks; it returns what was claimed if that holds.
func check(data []byte) (*certificate.Certificate, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	c, err := certificate.Read(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	_, err = c.Check(ctx)
	return c, err
}

// fewest is the truth by breadth-first search; -1 if there is no plan.
func fewest(f certificate.Floor) int {
	fixed := map[int]bool{}
	for _, v := range f.Fixed {
		fixed[v] = true
	}
	start := make([]byte, len(f.Cells))
	for v, c := range f.Cells {
		start[v] = byte(c)
	}
	seen := map[string]bool{string(start): true}
	layer := []string{string(start)}
	for distance := 0; len(layer) > 0; distance++ {
		var next []string
		for _, state := range layer {
			done := true
			for _, e := range f.Touch {
				done = done && state[e[0]] != state[e[1]]
			}
			if done {
				return distance
			}
			for _, e := range f.Swap {
				if fixed[e[0]] || fixed[e[1]] {
					continue
				}
				s := []byte(state)
				s[e[0]], s[e[1]] = s[e[1]], s[e[0]]
				if !seen[string(s)] {
					seen[string(s)] = true
					next = append(next, string(s))
				}
			}
		}
		layer = next
	}
	return -1
}

// lie says what is wrong with a claim, "" if it is true.
func lie(c *certificate.Certificate) string {
	truth := fewest(c.Floor)
	switch {
	case c.Claim.Impossible && truth >= 0:
		return fmt.Sprintf("there is no plan, and one has %d swaps", truth)
	case truth >= 0 && c.Claim.Lower > truth:
		return fmt.Sprintf("at least %d swaps, and %d are enough", c.Claim.Lower, truth)
	case c.Claim.Plan != nil && truth < 0:
		return "a plan where there is none"
	}
	return ""
}

// samples returns certificates of small boards, of all kinds of proof, as files.
func samples(t testing.TB, number int) []files {
	var all []files
	kinds := map[certificate.Kind]int{}
	for seed := uint64(0); len(all) < number; seed++ {
		r := rand.New(rand.NewPCG(seed, 4))
		b := board.New(2+r.IntN(2), 2+r.IntN(3))
		for v := range b.Cells {
			if b.Cells[v] = uint8(r.IntN(2 + r.IntN(3))); r.IntN(9) == 0 {
				b.Cells[v] = board.Hole
			}
		}
		method := []floor.Method{floor.Auto, floor.Exact, floor.Flow}[seed%3]
		var out bytes.Buffer
		ans, err := floor.Solve(context.Background(), b, floor.Options{Method: method, Proof: &out})
		if err != nil {
			t.Fatal(err)
		}
		if ans.LowerBound == 0 && ans.Moves == 0 || len(b.Cells) > 9 {
			continue
		}
		c, err := check(out.Bytes())
		if err != nil {
			t.Fatalf("%v by %s: %v", b, method, err)
		}
		kind := c.Parts[0].Kind
		if kinds[kind] > number/4 && seed < 2000 {
			continue // as many of each kind as can be
		}
		kinds[kind]++
		all = append(all, unpack(t, out.Bytes()))
	}
	t.Log(kinds)
	for _, kind := range []certificate.Kind{certificate.Core, certificate.FlowBound, certificate.Transport, certificate.Search, certificate.Colouring} {
		if kinds[kind] == 0 {
			t.Errorf("no sample of kind %s", kind)
		}
	}
	return all
}

var number = regexp.MustCompile(`-?[0-9]+`)

// tamper changes one thing: a number (a colour, a cell, a coefficient, a bound, a
// price, an edge), a sign, or a line that is left out, doubled or moved.
func tamper(r *rand.Rand, f files) (files, string) {
	changed := files{}
	var names []string
	for name, text := range f {
		changed[name] = text
		names = append(names, name)
	}
	// Mostly the description, which is the smaller one.
	name := "certificate.json"
	if r.IntN(2) == 0 {
		for _, n := range names {
			if n != name {
				name = n
				break
			}
		}
	}
	text := f[name]
	lines := strings.SplitAfter(text, "\n")
	if strings.HasSuffix(name, ".pbp") && r.IntN(3) == 0 {
		i := 2 + r.IntN(max(1, len(lines)-2))
		i = min(i, len(lines)-1)
		switch r.IntN(3) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] += lines[i]
		case 2:
			j := min(i+1, len(lines)-1)
			lines[i], lines[j] = lines[j], lines[i]
		}
		changed[name] = strings.Join(lines, "")
		return changed, fmt.Sprintf("%s: line %d", name, i+1)
	}
	if strings.HasSuffix(name, ".pbp") && r.IntN(3) == 0 {
		if at := strings.Index(text[r.IntN(len(text)):], " 1 "); at >= 0 { // a literal's sign
			if i := strings.LastIndex(text, " 1 "); i >= 0 {
				i += 3
				if text[i] == '~' {
					text = text[:i] + text[i+1:]
				} else {
					text = text[:i] + "~" + text[i:]
				}
				changed[name] = text
				return changed, name + ": a sign"
			}
		}
	}
	places := number.FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return changed, "nothing"
	}
	at := places[r.IntN(len(places))]
	n, _ := strconv.Atoi(text[at[0]:at[1]])
	n += []int{-2, -1, 1, 2}[r.IntN(4)]
	changed[name] = text[:at[0]] + strconv.Itoa(n) + text[at[1]:]
	return changed, fmt.Sprintf("%s at %d: %s becomes %d", name, at[0], text[at[0]:at[1]], n)
}

// A certificate that is changed in one place is refused, or what it claims then
// is true all the same.
func TestTampered(t *testing.T) {
	tries := 1500
	if os.Getenv("FEWEST_LONG") != "" {
		tries = 50_000
	}
	all := samples(t, 60)
	r := rand.New(rand.NewPCG(1, 5))
	refused := 0
	for range tries {
		f, what := tamper(r, all[r.IntN(len(all))])
		c, err := check(f.pack())
		if err != nil {
			refused++
			continue
		}
		if wrong := lie(c); wrong != "" {
			t.Fatalf("%s: accepted that %s\n%s", what, wrong, f["certificate.json"])
		}
	}
	t.Logf("%d of %d refused", refused, tries)
	if refused < tries/4 {
		t.Errorf("only %d of %d were refused", refused, tries)
	}
}

// A claim of more than the truth is refused, whatever is proven.
func TestFalseClaims(t *testing.T) {
	for _, f := range samples(t, 60) {
		var c map[string]any
		if err := json.Unmarshal([]byte(f["certificate.json"]), &c); err != nil {
			t.Fatal(err)
		}
		claim := c["claim"].(map[string]any)
		if claim["impossible"] == true {
			continue
		}
		lower, _ := claim["lower"].(float64)
		claim["lower"] = lower + 1
		delete(claim, "plan")
		for _, p := range c["parts"].([]any) { // each part claims the more
			part := p.(map[string]any)
			part["lower"] = part["lower"].(float64) + 1
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		f["certificate.json"] = string(text)
		if got, err := check(f.pack()); err == nil && lie(got) != "" {
			t.Fatalf("accepted: %s\n%s", lie(got), text)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range samples(f, 30) {
		proof := ""
		for name, text := range s {
			if name != "certificate.json" {
				proof = text
			}
		}
		f.Add(s["certificate.json"], proof)
	}
	f.Fuzz(func(t *testing.T, description, proof string) {
		c, err := check(files{"certificate.json": description, "part-1.pbp": proof}.pack())
		if err != nil || len(c.Floor.Cells) > 9 || len(c.Floor.Swap) > 14 {
			return
		}
		if wrong := lie(c); wrong != "" {
			t.Fatalf("accepted: %s", wrong)
		}
	})
}
