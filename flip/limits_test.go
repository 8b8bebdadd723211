package flip

import (
	"context"
	"slices"
	"testing"
	"time"
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

// TestHeedsContext gives every question 200 ms by every method. What comes back
// is an answer that is bounded, or the whole truth.
func TestHeedsContext(t *testing.T) {
	within := func(t *testing.T, what string, ask func(ctx context.Context)) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		start := time.Now()
		ask(ctx)
		if took := time.Since(start); took > late {
			t.Errorf("%s took %v with a limit of 200 ms", what, took)
		} else if took > 400*time.Millisecond {
			t.Logf("%s: %v", what, took)
		}
	}
	for name, spec := range hardSpecs() {
		p, err := New(spec)
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
