package level

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"fewest/board"
)

// read returns what a Reader makes of a file, one line an entry: its name and
// its rows, or its error and hint.
func read(t *testing.T, puzzle Puzzle, file string) string {
	t.Helper()
	entries, err := ReadAll(strings.NewReader(file), Options{File: "f", Puzzle: puzzle})
	if err != nil {
		t.Fatalf("reading %q: %v", file, err)
	}
	var lines []string
	for _, e := range entries {
		if e.Err != nil {
			lines = append(lines, fmt.Sprintf("%s: error: %v | %s", e.Name, e.Err, e.Err.Hint))
			continue
		}
		rows, err := e.Alphabet.Lines(e.Board)
		if err != nil {
			t.Fatalf("writing %q: %v", file, err)
		}
		lines = append(lines, e.Name+": "+strings.Join(rows, "/"))
	}
	return strings.Join(lines, "\n")
}

func TestReadText(t *testing.T) {
	for _, test := range []struct {
		what   string
		puzzle Puzzle
		file   string
		want   string
	}{
		{"one", Floor, "RGB\nGBR\n", "f#1: RGB/GBR"},
		{"either case, blanks, holes", Floor, "  r G\tb\nG .R  \n", "f#1: RGB/G.R"},
		{"no final newline", Floor, "RG", "f#1: RG"},
		{"two, many blank lines", Floor, "\n\nRG\n\n \t\n\nGR\n\n", "f#1: RG\nf#2: GR"},
		{"Windows", Floor, "\uFEFFRG\r\nGR\r\n\r\n; name: b\r\nR\r\n", "f#1: RG/GR\nb: R"},
		{"comments", Floor, "; x\n;y\nRG\n; between rows\nGR\n;end", "f#1: RG/GR"},
		{"names", Floor, "; name:  kitchen floor \nRG\n\nGR\n\n;name:hall\nR\n; name: late", "kitchen floor: RG\nf#2: GR\nhall: R"},
		{"a name ends a board", Floor, "; name: a\nRG\n; name: b\nGR\n", "a: RG\nb: GR"},
		{"a comment that is no directive", Floor, "; names: a\n; fewest swaps: 3\nRG", "f#1: RG"},
		{"declared", Floor, "; fewest: floor\nRG", "f#1: RG"},
		{"all holes", Floor, "..\n..", "f#1: ../.."},
		{"digits", Flip, "0 1\n1 0", "f#1: 01/10"},
		{"lights", Flip, ".#\n_.", "f#1: .#/_."},
		{"black and white", Flip, "bW\nw_", "f#1: bw/w_"},
		{"colours declared", Flip, "; fewest: flip mask=plus colours=4 wrap\n03\n\n; fewest: flip\n01", "f#1: 03\nf#2: 01"},
		{"only holes", Flip, "__", "f#1: __"},
	} {
		if got := read(t, test.puzzle, test.file); got != test.want {
			t.Errorf("%s: %q\n got: %s\nwant: %s", test.what, test.file, got, test.want)
		}
	}
}

func TestReadJSON(t *testing.T) {
	for _, test := range []struct {
		what   string
		puzzle Puzzle
		file   string
		want   string
	}{
		{"rows", Floor, `{"name": "kitchen", "rows": ["RGB", "G.R"]}`, "kitchen: RGB/G.R"},
		{"cells", Floor, `{"cells": [[0, 1, 2], [1, null, 0]]}`, "f#1: ABC/B.A"},
		{"lines", Floor, "\n{\"rows\":[\"RG\"]}\r\n\r\n  {\"rows\":[\"r g\"]} \n{\"rows\":[\"G\"]}", "f#1: RG\nf#2: RG\nf#3: G"},
		{"unknown fields", Floor, `{"rows":["R"],"optimum":3,"a":{"b":[[]]}}`, "f#1: R"},
		{"colours of a floor", Floor, `{"rows":["R"],"colours":"many"}`, "f#1: R"},
		{"null is not there", Floor, `{"rows":["R"],"name":null,"par":null,"mask":null}`, "f#1: R"},
		{"directives", Floor, "; a comment\n; name: a\n{\"rows\":[\"R\"]}\n{\"rows\":[\"G\"]}", "a: R\nf#2: G"},
		{"next to text", Floor, "RG\n{\"rows\":[\"G\"]}\nGR", "f#1: RG\nf#2: G\nf#3: GR"},
		{"escapes", Floor, `{"name":"a\u0062","rows":["\u0052G"]}`, "ab: RG"},
		{"flip", Flip, `{"rows":["02"],"colours":3}`, "f#1: 02"},
		{"flip cells", Flip, `{"cells":[[0,2,null]],"colours":3,"puzzle":"flip"}`, "f#1: 02_"},
		{"colours declared", Flip, "; fewest: flip colours=5\n{\"cells\":[[4]]}", "f#1: 4"},
	} {
		if got := read(t, test.puzzle, test.file); got != test.want {
			t.Errorf("%s: %q\n got: %s\nwant: %s", test.what, test.file, got, test.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct {
		what   string
		puzzle Puzzle
		file   string
		want   []string // parts of the output, in order
	}{
		{"empty", Floor, "", []string{"f#1: error: f: found no board", "| a board is one line a row"}},
		{"only comments", Floor, "; name: x\n\n", []string{"found no board"}},
		{"a digit", Floor, "RG\nR4", []string{"f:2:2: found '4', expected a letter", "colours are letters"}},
		{"the rest is answered", Floor, "R4\nRR\n\nRG", []string{"f:1:2: found '4'", "\nf#2: RG"}},
		{"a name survives", Floor, "; name: a\nR4\n; name: b\nRG", []string{"a: error: f:2:2", "\nb: RG"}},
		{"ragged, short", Floor, "RGB\nRG\n", []string{"f:2:3: found a row of 2, expected 3 cells", "blank line"}},
		{"ragged, long", Floor, "RG\n R G B\n", []string{"f:2:6: found a longer row, expected 2 cells"}},
		{"size line", Floor, "15 15\nRG", []string{"f:1:1: found '1'", "looks like the size"}},
		{"size line with x", Floor, "2x2\nRG", []string{"found '2'", "looks like the size"}},
		{"size line of a flip board", Flip, "1 1\n010\n010\n", []string{"f:2:3: found a longer row", "looks like the size"}},
		{"size line of a flip board", Flip, "4 4\n0100", []string{"f:1:1: found '4'", "looks like the size"}},
		{"a flip board", Floor, "0101\n1010", []string{"f:1:1: found '0'", "looks like a flip board"}},
		{"a flip board", Floor, "..#.", []string{"f:1:3: found '#'", "looks like a flip board"}},
		{"a hole as _", Floor, "RG\nR_", []string{"f:2:2: found '_'", "written '.'"}},
		{"a hole as #", Floor, "RG\nR#", []string{"f:2:2: found '#'", "written '.'"}},
		{"a floor", Flip, "RGB", []string{"f:1:1: found 'R'", `colours of floors, the other puzzle`}},
		{"two alphabets", Flip, "01\n.1", []string{"f:2:1: found '.' in a board of digits", "written '_'"}},
		{"two alphabets", Flip, "bw\nb1", []string{"f:2:2: found '1' in a board of 'w' and 'b'"}},
		{"too few colours", Flip, "01\n02", []string{"f:2:2: found '2', expected a state below 2", "colours=3"}},
		{"a late comment", Floor, "RG ; nice", []string{"f:1:4: found ';'", "a line of its own"}},
		{"not UTF-8", Floor, "R\xFF", []string{"f:1:2: found the byte 0xFF"}},
		{"characters, not bytes", Floor, "RRé", []string{"f:1:3: found 'é'"}},
		{"invisible", Floor, "R\u200B", []string{"f:1:2: found U+200B"}},
		{"a byte-order mark has no column", Floor, "\uFEFF4", []string{"f:1:1: found '4'"}},
		{"UTF-16", Floor, "\xFF\xFER\x00G\x00\n\x00", []string{"f:1:1: found UTF-16", "UTF-8"}},
		{"old Mac", Floor, "RG\rGR\r", []string{"f:1:3: found U+000D", "LF or CRLF"}},
		{"declared flip", Floor, "; fewest: flip\nRG\n\nGR", []string{"f#1: error: f:2:1: found a flip board, expected a floor board", "fewest flip", "\nf#2: error: f:4:1"}},
		{"declared floor", Flip, "; fewest: floor\n01", []string{"found a floor board, expected a flip board"}},
		{"directive", Flip, "; fewest: flop\n01\n\n; fewest: flip\n01", []string{`f:1:1: found "flop" in a directive, expected floor or flip`, "\nf#2: 01"}},
		{"directive", Flip, "; fewest: flip colors=3\n01", []string{`found "colors=3" in a directive, expected mask=NAME`}},
		{"directive", Flip, "; fewest: flip colours=1\n01", []string{`found "colours=1" in a directive`}},
		{"directive", Floor, "; fewest: floor wrap\nRG", []string{`found "wrap" in a directive`}},
		{"directive", Floor, "; fewest:\nRG", []string{`found no puzzle in a directive`}},

		{"syntax", Floor, `{"rows": ["RG" "GR"]}`, []string{"f:1:16: found broken JSON"}},
		{"over several lines", Floor, "{\n \"rows\": [\n\"RG\"\n]\n}\n\nRG", []string{"f:1:2: found broken JSON", "several lines", "\nf#2: RG"}},
		{"more on the line", Floor, `{"rows":["RG"]},`, []string{"f:1:16: found broken JSON"}},
		{"an array of boards", Floor, "[{\"rows\":[\"RG\"]}]", []string{"f:1:1: found '['", "one object a line"}},
		{"deep", Floor, `{"rows":` + strings.Repeat("[", 20000), []string{"exceeded max depth"}},
		{"deep", Floor, `{"x":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `,"rows":["R4"]}`, []string{"found '4'"}},
		{"no rows", Floor, `{"name":"a"}`, []string{"a: error: f:1:1: found an object without rows"}},
		{"both", Floor, `{"rows":["R"],"cells":[[0]]}`, []string{"found both rows and cells"}},
		{"rows null", Floor, `{"rows": null}`, []string{"f:1:10: found null, expected an array"}},
		{"rows empty", Floor, `{"rows": []}`, []string{"f:1:10: found no rows"}},
		{"row null", Floor, `{"rows": ["RG", null]}`, []string{"f:1:17: found null, expected a row"}},
		{"row empty", Floor, `{"rows": [ ""]}`, []string{"f:1:12: found an empty row"}},
		{"row a number", Floor, `{"rows": ["RG", 12]}`, []string{"f:1:17: found 12, expected a row as a string"}},
		{"row a list", Floor, `{"rows": [["R"]]}`, []string{"f:1:11: found an array, expected a row as a string"}},
		{"rows a string", Floor, `{"rows": "RG"}`, []string{`f:1:10: found "RG", expected an array`}},
		{"in a row", Floor, "\n" + `  {"rows": ["RG", "R4"]}`, []string{"f:2:21: found '4'"}},
		{"in a row, after others than ASCII", Floor, `{"name":"é", "rows": ["RG", "R4"]}`, []string{"f:1:31: found '4'"}},
		{"in a row, with escapes", Floor, `{"rows": ["RG", "\u00524"]}`, []string{"f:1:17: found '4'"}},
		{"rows ragged", Floor, `{"rows": ["RG", "R"]}`, []string{"f:1:19: found a row of 1, expected 2"}},
		{"cells null", Floor, `{"cells": null}`, []string{"f:1:11: found null"}},
		{"cells flat", Floor, `{"cells": [0, 1]}`, []string{"f:1:12: found 0, expected a row"}},
		{"cells empty", Floor, `{"cells": []}`, []string{"found no rows"}},
		{"cells of empty rows", Floor, `{"cells": [[], []]}`, []string{"f:1:12: found an empty row"}},
		{"cells ragged", Floor, `{"cells": [[0, 1], [0]]}`, []string{"f:1:20: found a row of 1"}},
		{"cell", Floor, `{"cells": [[0, 255]]}`, []string{"f:1:16: found 255 as a cell, expected a whole number from 0 to 254"}},
		{"cell", Floor, `{"cells": [[-1]]}`, []string{"found -1 as a cell"}},
		{"cell", Floor, `{"cells": [[0.5]]}`, []string{"found 0.5 as a cell"}},
		{"cell", Floor, `{"cells": [["R"]]}`, []string{`found "R" as a cell`}},
		{"cell", Floor, `{"cells": [[[0]]]}`, []string{`found an array as a cell`}},
		{"cell", Flip, `{"cells": [[0, 2]]}`, []string{"f:1:16: found 2 as a cell, expected a whole number from 0 to 1"}},
		{"fields", Floor, `{"rows":["R"],"name":7}`, []string{`f:1:22: found 7 as "name", expected a string`}},
		{"fields", Floor, `{"rows":["R"],"par":1.5}`, []string{`found 1.5 as "par"`}},
		{"fields", Floor, `{"rows":["R"],"mask":"plus"}`, []string{`f:1:22: found a flip board`}},
		{"fields", Floor, `{"rows":["R"],"puzzle":"flip"}`, []string{`f:1:24: found a flip board`}},
		{"fields", Floor, `{"rows":["R"],"puzzle":"chess"}`, []string{`found "chess" as "puzzle"`}},
		{"fields", Flip, `{"rows":["0"],"colours":1}`, []string{`found 1 as "colours"`}},
		{"fields", Flip, `{"rows":["0"],"wrap":"yes"}`, []string{`found "yes" as "wrap"`}},
		{"fields", Flip, `{"rows":["0"],"buttons":[1]}`, []string{`found an array as "buttons"`}},
		{"fields", Flip, `{"rows":["0"],"pattern":[]}`, []string{`found an array as "pattern"`}},
		{"fields", Flip, `{"rows":["0"],"pattern":["X",null]}`, []string{`found an array as "pattern"`}},
	} {
		got := read(t, test.puzzle, test.file)
		rest := got
		for _, part := range test.want {
			_, after, found := strings.Cut(rest, part)
			if !found {
				t.Errorf("%s: %.80q\n got: %s\nwant: %s", test.what, test.file, got, strings.Join(test.want, " ... "))
				break
			}
			rest = after
		}
	}
}

func TestFields(t *testing.T) {
	file := `; fewest: flip mask=plus wrap
{"name": "a", "rows": ["012"], "colours": 3, "par": 4, "wrap": false, "buttons": {"x": [[0, 0, 1]]}, "pattern": ["010"]}
{"rows": ["01"]}
`
	entries, err := ReadAll(strings.NewReader(file), Options{File: "f", Puzzle: Flip})
	if err != nil || len(entries) != 2 {
		t.Fatal(entries, err)
	}
	a, b := entries[0], entries[1]
	if a.Mask != "plus" || *a.Wrap || a.Colours != 3 || *a.Par != 4 || len(a.Buttons) == 0 || !slices.Equal(a.Pattern, []string{"010"}) {
		t.Errorf("fields of a: %+v", a.Fields)
	}
	if b.Mask != "plus" || !*b.Wrap || b.Colours != 0 || b.Par != nil || b.Buttons != nil || b.Pattern != nil {
		t.Errorf("fields of b: %+v", b.Fields)
	}
	if a.Line != 2 || b.Line != 3 || a.Number != 1 || b.Number != 2 || !a.Named || b.Named {
		t.Errorf("places: %+v, %+v", a, b)
	}
}

func TestColoursOfTheCallerOverride(t *testing.T) {
	entries, _ := ReadAll(strings.NewReader("; fewest: flip colours=2\n04\n\n05"), Options{File: "f", Puzzle: Flip, Colours: 5})
	if entries[0].Err != nil || entries[1].Err == nil {
		t.Errorf("got errors %v and %v", entries[0].Err, entries[1].Err)
	}
}

// A board must come out while the file is still being written.
func TestBoardsComeOneByOne(t *testing.T) {
	in, out := io.Pipe()
	reader := NewReader(in, Options{File: "f", Puzzle: Floor})
	for _, text := range []string{"RG\n\n", "{\"rows\":[\"GR\"]}\n", "R4\n"} {
		go io.WriteString(out, text) // blocks until it's read
		if _, err := reader.Next(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReadFailure(t *testing.T) {
	broken := errors.New("broken disk")
	in := io.MultiReader(strings.NewReader("RG\n\nRG\n"), iotest.ErrReader(broken))
	entries, err := ReadAll(in, Options{File: "f", Puzzle: Floor})
	if len(entries) != 1 || err != broken {
		t.Errorf("got %d boards and %v", len(entries), err)
	}
}

// endless gives the same text for ever and counts how often.
type endless struct {
	text  string
	taken int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], e.text[(e.taken+n)%len(e.text):])
	}
	e.taken += n
	return n, nil
}

func TestTooLarge(t *testing.T) {
	row := strings.Repeat("R", 1000) + "\n"
	million := strings.Repeat(row, 1000)
	if got := read(t, Floor, million); strings.Contains(got[:20], "error") {
		t.Errorf("a million cells: %.80s", got)
	}
	got := read(t, Floor, million+row+"\nRG")
	if !strings.Contains(got, "f:1001:1: found a board of more than 1,000,000 cells") || !strings.HasSuffix(got, "\nf#2: RG") {
		t.Errorf("too many rows: %.200s", got)
	}
	numbers := "[" + strings.Repeat("0,", 1000) + "0],"
	got = read(t, Floor, `{"cells":[`+strings.Repeat(numbers, 1000)+"[0]]}\nRG")
	if !strings.Contains(got, "found a board of more than 1,000,000 cells") || !strings.HasSuffix(got, "\nf#2: RG") {
		t.Errorf("too many numbers: %.200s", got)
	}
}

func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("reads half a gigabyte")
	}
	for _, test := range []struct {
		text string
		most int // MiB
		want string
	}{
		{"RG\n", 8, "more than 1,000,000 cells"},
		{"RG", 128, "more than 1,000,000 cells"},
		{"R4\n", 8, "found '4'"},
		{"R ", 128, "more than 1,000,000 cells"},
		{"{", 128, "a line of more than 64 MiB"},
		{"\x00", 128, "found U+0000"},
		{"; \n", 8, ""},
	} {
		in := &endless{text: strings.Repeat(test.text, 1000)}
		reader := NewReader(in, Options{File: "f", Puzzle: Floor})
		reader.most = test.most << 20
		first, err := reader.Next()
		if test.want != "" {
			if err != nil || !strings.Contains(first.Err.Error(), test.want) {
				t.Errorf("%q: got %v, %v", test.text, first, err)
			}
			_, err = reader.Next()
		}
		if err == nil || !strings.Contains(err.Error(), "gave up: no end of a board") {
			t.Errorf("%q: ended with %v", test.text, err)
		}
		if in.taken > 2*reader.most+1<<20 {
			t.Errorf("%q: took %d bytes", test.text, in.taken)
		}
	}
}

// random returns a board with holes and the given number of colours.
func random(r *rand.Rand, colours int) *board.Board {
	b := board.New(1+r.IntN(6), 1+r.IntN(6))
	for i := range b.Cells {
		if b.Cells[i] = uint8(r.IntN(colours)); r.IntN(8) == 0 {
			b.Cells[i] = board.Hole
		}
	}
	return b
}

func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabets := []struct {
		puzzle   Puzzle
		alphabet Alphabet
	}{{Floor, Letters}, {Flip, Digits}, {Flip, Lights}, {Flip, BlackWhite}}
	for i := range 400 {
		a := alphabets[i%4]
		colours := min(10, a.alphabet.Colours())
		e := &Entry{Name: "a b", Named: i%3 > 0, Alphabet: a.alphabet, Board: random(r, colours)}
		if a.puzzle == Flip {
			e.Colours = colours
		}
		text, err := e.Text()
		if err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{text, string(line)} {
			entries, err := ReadAll(strings.NewReader(file), Options{File: "f", Puzzle: a.puzzle, Colours: e.Colours})
			if err != nil || len(entries) != 1 || entries[0].Err != nil {
				t.Fatalf("reading %q: %v %v", file, entries, err)
			}
			if got := entries[0]; !same(got.Board, e.Board) || got.Named != e.Named {
				t.Fatalf("%q came back as %+v", file, got)
			}
		}
	}
}

func TestMoreColoursThanLetters(t *testing.T) {
	e := &Entry{Board: &board.Board{Rows: 1, Cols: 3, Cells: []uint8{0, 200, board.Hole}}}
	if text, err := e.Text(); err == nil {
		t.Errorf("written as %q", text)
	}
	line, err := json.Marshal(e)
	if want := `{"cells":[[0,200,null]]}`; err != nil || string(line) != want {
		t.Errorf("written as %s, want %s", line, want)
	}
}

func same(a, b *board.Board) bool {
	return a.Rows == b.Rows && a.Cols == b.Cols && bytes.Equal(a.Cells, b.Cells)
}

// FuzzRead: whatever the file, reading ends without a panic, boards are whole,
// and what is written of them reads back the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"RGB\nGBR\n", "\uFEFF; name: a\r\nr g .\r\n\r\n; fewest: flip mask=plus colours=3 wrap\n012\n",
		`{"name": "k", "rows": ["RGB", "G.R"], "par": 3}`, `{"cells": [[0, 254], [null, 0]]}`,
		`{"rows":["01"],"mask":"plus","wrap":true,"colours":4,"buttons":{"a":[[0,0,1]]},"pattern":["X"]}`,
		"bw\nwb\n", ".#\n#_\n", "15 15\nRG", "{\"rows\": [\n\"RG\"\n]}", "[[1,2]]", "{\"rows\":[null]}", "R\xFF",
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, file []byte, flip bool) {
		opt := Options{File: "f", Puzzle: Floor}
		if flip {
			opt.Puzzle = Flip
		}
		entries, err := ReadAll(bytes.NewReader(file), opt)
		if err != nil || len(entries) == 0 {
			t.Fatalf("%d boards and %v", len(entries), err)
		}
		for i, e := range entries {
			if e.Number != i+1 || e.Name == "" || e.Line < 1 || (e.Board == nil) == (e.Err == nil) {
				t.Fatalf("entry %d: %+v", i, e)
			}
			if e.Err != nil {
				if e.Err.Found == "" || e.Err.File != "f" || e.Err.Line > 0 && e.Err.Column < 0 {
					t.Fatalf("error: %+v", e.Err)
				}
				continue
			}
			if b := e.Board; b.Rows < 1 || b.Cols < 1 || len(b.Cells) != b.Rows*b.Cols {
				t.Fatalf("board: %+v", b)
			}
			line, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			again, err := ReadAll(bytes.NewReader(line), opt)
			if err != nil || len(again) != 1 || again[0].Err != nil || !same(again[0].Board, e.Board) {
				t.Fatalf("%s came back as %+v %v", line, again[0], err)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat(strings.Repeat("RGBC", 250)+"\n", 1000)
	cells := `{"cells":[` + strings.Repeat("["+strings.Repeat("0,", 999)+"0],", 999) + "[" + strings.Repeat("0,", 999) + "0]]}"
	for _, test := range []struct{ name, file string }{{"text", text}, {"cells", cells}} {
		b.Run(test.name, func(b *testing.B) {
			b.SetBytes(int64(len(test.file)))
			for b.Loop() {
				entries, _ := ReadAll(strings.NewReader(test.file), Options{Puzzle: Floor})
				if len(entries[0].Board.Cells) != board.MaxCells {
					b.Fatal("not a million cells")
				}
			}
		})
	}
}
