package flip

import (
	"context"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"fewest/board"
)

// late is when a call that heeds its context must have come back for sure.
const late = 5 * time.Second

// hardSpecs are puzzles on which each method has something to do for long.
func hardSpecs() map[string]Spec {
	pattern := make([]string, 1000) // larger than its board
	for r := range pattern {
		row := slices.Repeat([]byte("1"), 1000)
		if r == 0 {
			row[0] = 'X'
		}
		pattern[r] = string(row)
	}
	return map[string]Spec{
		"plus 161":         {Rows: 161, Cols: 161, Mask: Plus},
		"plus 221":         {Rows: 221, Cols: 221, Mask: Plus},
		"plus 1000":        {Rows: 1000, Cols: 1000, Mask: Plus},
		"plus 53":          {Rows: 53, Cols: 53, Mask: Plus},
		"plus 5x6":         {Rows: 5, Cols: 6, Mask: Plus},
		"plus 5x5":         {Rows: 5, Cols: 5, Mask: Plus},
		"plus 4x4":         {Rows: 4, Cols: 4, Mask: Plus},
		"plus 19":          {Rows: 19, Cols: 19, Mask: Plus},
		"plus 61":          {Rows: 61, Cols: 61, Mask: Plus},
		"cross 4x5":        {Rows: 4, Cols: 5},
		"cross 9":          {Rows: 9, Cols: 9},
		"cross 35":         {Rows: 35, Cols: 35},
		"cross 999":        {Rows: 999, Cols: 999},
		"cross 70x71":      {Rows: 70, Cols: 71},
		"cross 40, k=3":    {Rows: 40, Cols: 40, Colours: 3},
		"cross 301, k=255": {Rows: 301, Cols: 301, Colours: 255},
		"king 30, k=6":     {Rows: 30, Cols: 30, Mask: King, Colours: 6},
		"king 300, k=4":    {Rows: 300, Cols: 300, Mask: King, Colours: 4},
		"plus 9, k=7":      {Rows: 9, Cols: 9, Mask: Plus, Colours: 7},
		"wrap 30, k=3":     {Rows: 30, Cols: 30, Mask: Plus, Wrap: true, Colours: 3},
		"wrap 200":         {Rows: 200, Cols: 200, Mask: Neighbours, Wrap: true},
		"wrap 60, k=251":   {Rows: 60, Cols: 60, Mask: Diagonal, Wrap: true, Colours: 251},
		"pattern":          {Rows: 100, Cols: 100, Pattern: pattern, Wrap: true},
		"pattern, k=6":     {Rows: 60, Cols: 60, Pattern: pattern, Wrap: true, Colours: 6},
	}
}

// TestHeedsContext gives every question a moment by every method. What comes
// back is an answer that is bounded, or the whole truth. With FEWEST_LONG=1 it
// takes all the puzzles.
func TestHeedsContext(t *testing.T) {
	names, limit := []string{"plus 221", "plus 5x5", "king 30, k=6", "pattern"}, 50*time.Millisecond
	if os.Getenv("FEWEST_LONG") != "" {
		names, limit = slices.Sorted(maps.Keys(hardSpecs())), 200*time.Millisecond
	}
	within := func(t *testing.T, what string, ask func(ctx context.Context)) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		start := time.Now()
		ask(ctx)
		if took := time.Since(start); took > late {
			t.Errorf("%s took %v with a limit of %v", what, took, limit)
		} else if took > limit+200*time.Millisecond {
			t.Logf("%s: %v", what, took)
		}
	}
	for _, name := range names {
		p, err := New(hardSpecs()[name])
		if err != nil {
			t.Fatal(err)
		}
		b, err := Random(p, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		unsolvable := b.Clone()
		unsolvable.Cells[0] = (unsolvable.Cells[0] + 1) % uint8(p.Colours)
		for _, method := range Methods {
			within(t, name+": solve by "+string(method), func(ctx context.Context) {
				a, err := Solve(ctx, p, b, Options{Method: method})
				if err == nil {
					checkAnswer(t, p, b, a)
				}
			})
			within(t, name+": solve the other by "+string(method), func(ctx context.Context) { _, _ = Solve(ctx, p, unsolvable, Options{Method: method}) })
		}
		within(t, name+": solvable", func(ctx context.Context) { _, _ = Solvable(ctx, p, unsolvable) })
		for _, method := range CensusMethods {
			opt := CensusOptions{Method: method, Max: 2}
			within(t, name+": census by "+string(method), func(ctx context.Context) { _, _ = Census(ctx, p, opt) })
			within(t, name+": farthest by "+string(method), func(ctx context.Context) { _, _ = Farthest(ctx, p, opt) })
		}
		within(t, name+": check", func(ctx context.Context) { _, _ = Check(ctx, p, Distances{}, CensusOptions{}) })
	}
}

// TestMalformed asks every question of what is no puzzle or no board of it.
func TestMalformed(t *testing.T) {
	good, err := New(Spec{Rows: 2, Cols: 2, Mask: Plus})
	if err != nil {
		t.Fatal(err)
	}
	changed := *good // what a Spec says after New changes nothing
	changed.Rows, changed.Cols, changed.Mask, changed.Colours = 9, 9, Buttons, 200
	if b, err := changed.Replay(parse("00", "00"), []Press{{Times: 1}}); err != nil || !slices.Equal(b.Cells, []uint8{1, 1, 1, 0}) {
		t.Errorf("%v, %v", b, err)
	}
	boards := []*board.Board{nil, {}, {Rows: 2, Cols: 2}, {Rows: 2, Cols: 2, Cells: make([]uint8, 3)}, {Rows: -2, Cols: -2, Cells: make([]uint8, 4)}, parse("0000")}
	for _, p := range []*Puzzle{nil, {}, good} {
		for _, b := range append(boards, parse("00", "00")) {
			if p == good && b == boards[len(boards)-1] {
				continue
			}
			fine := p == good && b != nil && b.Rows == 2 && len(b.Cells) == 4
			if _, err := Solve(t.Context(), p, b, Options{}); (err == nil) != fine {
				t.Errorf("%v, %v solved: %v", p, b, err)
			}
			if _, known := Solvable(t.Context(), p, b); known != fine {
				t.Errorf("%v, %v solvable", p, b)
			}
			if _, err := p.Replay(b, nil); (err == nil) != fine {
				t.Errorf("%v, %v replayed: %v", p, b, err)
			}
		}
		_, err1 := Census(t.Context(), p, CensusOptions{})
		_, err2 := Farthest(t.Context(), p, CensusOptions{})
		_, err3 := Random(p, 1, 0)
		_, err4 := Check(t.Context(), p, Distances{}, CensusOptions{})
		for _, err := range []error{err1, err2, err3} {
			if (err == nil) != (p == good) {
				t.Errorf("%v measured: %v", p, err)
			}
		}
		if p != good && (err4 == nil || p.Cells() != 0 || len(p.Board().Cells) != 0) {
			t.Errorf("%v has cells", p)
		}
	}
	for _, b := range boards[:5] {
		if _, err := ForBoard(Spec{}, b); err == nil {
			t.Errorf("a puzzle for %v", b)
		}
	}
	for _, m := range []Method{"fast", "Auto", Types} {
		if _, err := Solve(t.Context(), good, parse("00", "00"), Options{Method: m}); err == nil {
			t.Errorf("solved by %q", m)
		}
	}
	if _, err := Random(good, 1, MaxPresses+1); err == nil {
		t.Error("more presses than anybody needs")
	}
}
