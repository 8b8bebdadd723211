// Package certificate checks, with code of its own, that the farthest board of a
// flip puzzle is so many presses away. It shares nothing with the solver but the
// largest size of a board, and is meant to be read.
//
// A certificate has two sides. From below: a board and a plan for it, which is
// replayed; no plan for the board is shorter, because all of them are that one
// plus a word of the kernel, the plans that change nothing, and every word is
// tried. From above: that no board is farther, by one of two proofs.
//
//   - "search": there are few boards, and a breadth-first search from the goal
//     visits all that can be solved.
//   - "types": an exhausted search over classes of boards along a chain of
//     buttons that the certificate gives; see exclude for the lemma.
//
// What is wrong with a certificate that doesn't hold is the error of Check.
package certificate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Format is the first field of a certificate.
const Format = "flip diameter 1"

// Kind is how a certificate shows that no board is farther.
type Kind string

// The kinds.
const (
	Types  Kind = "types"
	Search Kind = "search"
)

// Certificate claims the diameter of a puzzle. Rows and columns count from 0.
type Certificate struct {
	Format   string   `json:"certificate"`
	Puzzle   Puzzle   `json:"puzzle"`
	Diameter int      `json:"diameter"`
	Board    [][]*int `json:"board"`           // one that lies so far; null is a hole
	Plan     [][]int  `json:"plan"`            // of it: [row, col, times], ...
	Proof    Kind     `json:"proof"`           // that none is farther
	Chain    [][]int  `json:"chain,omitempty"` // for Types: buttons, [row, col], ...
}

// Puzzle says what a press changes: it adds amounts modulo Colours to cells.
type Puzzle struct {
	Rows    int      `json:"rows"`
	Cols    int      `json:"cols"`
	Mask    string   `json:"mask"` // cross, plus, king, diagonal, neighbours or pattern
	Wrap    bool     `json:"wrap,omitempty"`
	Colours int      `json:"colours"`
	Pattern []string `json:"pattern,omitempty"` // digits, and one X (the pressed cell changes by 1) or x (it doesn't)
}

// Report says what a check went through.
type Report struct {
	Kernel int // words of the kernel that were tried on the board
	Types  int // column types
	Nodes  int // of the search from above: classes, or boards
}

// Read reads a certificate. It may have nothing that isn't known, and nothing
// behind it.
func Read(r io.Reader) (*Certificate, error) {
	d := json.NewDecoder(io.LimitReader(r, 64<<20))
	d.DisallowUnknownFields()
	var c Certificate
	if err := d.Decode(&c); err != nil {
		return nil, fmt.Errorf("not a certificate: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a certificate: something follows it")
	}
	if c.Format != Format {
		return nil, fmt.Errorf("not a certificate of %q: its kind is %q", Format, c.Format)
	}
	return &c, nil
}

// Check goes through the certificate. The error is the first thing that doesn't
// hold, or the context's.
func (c *Certificate) Check(ctx context.Context) (Report, error) {
	var report Report
	g, err := newGame(ctx, &c.Puzzle, c.Board)
	if err != nil {
		return report, err
	}
	plan, err := c.replay(g)
	if err != nil {
		return report, err
	}
	switch c.Proof {
	case Search:
		err = g.searchAll(ctx, c.Diameter, &report)
		return report, err
	case Types:
		k, err := newKernel(ctx, g)
		if err == nil {
			err = k.noShorter(ctx, plan, c.Diameter, &report)
		}
		if err == nil {
			err = k.exclude(ctx, c, &report)
		}
		return report, err
	}
	return report, fmt.Errorf("no proof %q: there are %s and %s", c.Proof, Types, Search)
}

// replay presses the plan and returns how often each button is pressed.
func (c *Certificate) replay(g *game) ([]int, error) {
	times, total := make([]int, g.cells), 0
	cells := append([]int(nil), g.board...)
	for i, press := range c.Plan {
		if len(press) != 3 || press[2] < 1 || press[2] >= g.k {
			return nil, fmt.Errorf("press %d of the plan is no [row, col, times]", i+1)
		}
		b, err := g.at(press)
		if err != nil {
			return nil, fmt.Errorf("press %d of the plan: %w", i+1, err)
		}
		times[b] += press[2]
		total += press[2]
		for _, e := range g.effect[b] {
			cells[e.cell] = (cells[e.cell] + press[2]*e.amount) % g.k
		}
	}
	for _, state := range cells {
		if state != 0 {
			return nil, errors.New("the plan doesn't solve the board")
		}
	}
	if total != c.Diameter {
		return nil, fmt.Errorf("the plan has %d presses, not %d", total, c.Diameter)
	}
	return times, nil
}
