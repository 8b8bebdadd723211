// Package certificate checks proofs about floors without the solver that found
// them: that every plan of a floor has at least so many swaps, or that none
// exists.
//
// A certificate holds the floor as a graph (which cells touch, which may be
// exchanged), the claim, a plan where there is one, and a proof for each of some
// parts of the floor. [Certificate.Check] goes through it with code of its own
// and names the first step that doesn't hold.
//
// What is trusted: this package, which imports the grid of package board and the
// standard library only, and the lemmas below, proven on paper where they stand.
//
//   - Parts add up: no swap leads out of a part, so every plan falls into plans
//     of the parts, and the swaps of disjoint parts are different swaps.
//   - A relaxation: every plan of a part gives a solution of the constraints that
//     model.go and lemma.go write down, whose cost is at most its length.
//     Constraints without a solution, the cost bounded by L - 1 among them, so
//     mean that every plan has L swaps or more; proof.go checks that they have
//     none, as VeriPB would.
//   - Weak duality of a linear programme, and of a transport (flow.go,
//     transport.go).
//   - Small parts are searched again, breadth first (search.go).
package certificate

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"fewest/board"
)

// Certificate is what one file holds.
type Certificate struct {
	Name  string `json:"name"`
	Floor Floor  `json:"floor"`
	Claim Claim  `json:"claim"`
	Parts []Part `json:"parts"`
}

// Floor is a board as a graph. Cells are numbered from 0.
type Floor struct {
	Cells []int        `json:"cells"`           // the colour of each cell, from 0
	Touch [][2]int     `json:"touch"`           // pairs that may not end with the same colour
	Swap  [][2]int     `json:"swap"`            // pairs that a move exchanges
	Fixed []int        `json:"fixed,omitempty"` // cells whose tile never moves, whatever Swap says
	At    [][2]float64 `json:"at,omitempty"`    // the place of each cell: column, row; for people
}

// Claim is what a certificate proves.
type Claim struct {
	Impossible bool     `json:"impossible,omitempty"` // no plan exists
	Lower      int      `json:"lower,omitempty"`      // every plan has so many swaps or more
	Plan       [][2]int `json:"plan,omitempty"`       // a plan, as pairs of cells, where one is known
}

// Optimal reports whether the claim is that the plan is as short as any.
func (c Claim) Optimal() bool { return !c.Impossible && len(c.Plan) == c.Lower }

// Part is a proof about some cells that no swap leaves. Which other fields it
// has depends on the kind.
type Part struct {
	Kind  Kind  `json:"kind"`
	Cells []int `json:"cells"` // they are numbered anew within the part, in this order
	Lower int   `json:"lower"` // the swaps that every plan makes there

	Impossible bool `json:"impossible,omitempty"` // there is no plan

	Model   *Model   `json:"model,omitempty"`   // Core: how the constraints are made
	Lemmas  []Lemma  `json:"lemmas,omitempty"`  // Core: what was added to them
	Proof   string   `json:"proof,omitempty"`   // Core, Colouring: the refutation, a file beside this one
	Flow    *Flow    `json:"flow,omitempty"`    // FlowBound
	Targets []Target `json:"targets,omitempty"` // Transport: where a colour may end
	Walk    []int    `json:"walk,omitempty"`    // Transport: a way through all cells along pairs that touch
	refuted string   // the refutation itself
}

// Kind says how a part is proven.
type Kind string

// The kinds of proof.
const (
	Core      Kind = "core"      // constraints of a relaxation, refuted
	FlowBound Kind = "flow"      // a dual of the flow programme
	Transport Kind = "transport" // a colour's tiles travel to one of few sets of cells
	Search    Kind = "search"    // few arrangements: all are searched
	Colouring Kind = "colouring" // impossible: no colouring with these numbers, refuted
)

// FromBoard returns a floor whose cells touch, and are exchanged, across sides,
// and the position of each of its cells on the board.
func FromBoard(b *board.Board) (Floor, []int) {
	var f Floor
	var position []int
	number := make([]int, len(b.Cells))
	for v, colour := range b.Cells {
		if colour != board.Hole {
			number[v] = len(position)
			position = append(position, v)
			f.Cells = append(f.Cells, int(colour))
			f.At = append(f.At, [2]float64{float64(v % b.Cols), float64(v / b.Cols)})
		}
	}
	for _, e := range b.Edges() {
		f.Touch = append(f.Touch, [2]int{number[e.A], number[e.B]})
	}
	f.Swap = f.Touch
	return f, position
}

// The name of the description within the file, and bounds of what is read.
const (
	description = "certificate.json"
	mostBytes   = 1 << 30
	mostCells   = board.MaxCells
)

// Write writes the certificate and its refutations, by name, as one gzipped tar
// archive.
func (c *Certificate) Write(w io.Writer, refutations map[string]string) error {
	zip := gzip.NewWriter(w)
	archive := tar.NewWriter(zip)
	add := func(name, text string) error {
		header := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		_, err := io.WriteString(archive, text)
		return err
	}
	text, err := json.Marshal(c)
	if err == nil {
		err = add(description, string(text))
	}
	for _, p := range c.Parts {
		if err == nil && p.Proof != "" {
			err = add(p.Proof, refutations[p.Proof])
		}
	}
	return errors.Join(err, archive.Close(), zip.Close())
}

// Read reads what Write wrote. Whether it holds is for Check to say.
func Read(r io.Reader) (*Certificate, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("not a certificate: %w", err)
	}
	archive := tar.NewReader(io.LimitReader(zip, mostBytes))
	files := map[string]string{}
	for {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("not a certificate: %w", err)
		}
		var text strings.Builder
		if _, err := io.Copy(&text, archive); err != nil {
			return nil, fmt.Errorf("%.60q breaks off: %w", header.Name, err)
		}
		files[header.Name] = text.String()
	}
	text, ok := files[description]
	if !ok {
		return nil, fmt.Errorf("not a certificate: no %s in it", description)
	}
	c := new(Certificate)
	strict := json.NewDecoder(bytes.NewReader([]byte(text)))
	strict.DisallowUnknownFields() // what isn't known can't be checked
	if err := strict.Decode(c); err != nil {
		return nil, fmt.Errorf("%s: %w", description, err)
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.refuted, ok = files[p.Proof]; p.Proof != "" && !ok {
			return nil, fmt.Errorf("part %d: its proof %.60q is missing", i+1, p.Proof)
		}
	}
	return c, nil
}
