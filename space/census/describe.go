package census

import (
	"encoding/binary"
	"fmt"
	"io"
)

// The spaces of this package write down all that makes them what they are, every
// move whole, so that package disk knows a space again.

// Describe writes all parts, with what the moves make of each of their states,
// and the starts.
func (p Product) Describe(w io.Writer) {
	var line []byte
	for _, part := range p.Parts {
		fmt.Fprintln(w, "part", len(part), len(part[0]))
		for _, row := range part {
			line = line[:0]
			for _, t := range row {
				line = binary.LittleEndian.AppendUint32(line, t)
			}
			_, _ = w.Write(line)
		}
	}
	describeStates(w, p.From)
}

// Describe writes the pieces, the moves and the starts.
func (a Arrangements) Describe(w io.Writer) {
	first := make([]uint8, a.Ranking.Len())
	a.Ranking.Unrank(0, first)
	fmt.Fprintln(w, "arrangements", a.Ranking.Size(), first, a.Moves)
	describeStates(w, a.From)
}

// Describe writes the moves and the starts.
func (v Vectors) Describe(w io.Writer) {
	fmt.Fprintln(w, "vectors", v.N, v.K, v.Moves)
	describeStates(w, v.From)
}

// Describe writes the moves and the starts.
func (b Bits) Describe(w io.Writer) {
	fmt.Fprintln(w, "bits", b.N, b.Moves)
	describeStates(w, b.From)
}

// describeStates writes how many states there are, and each.
func describeStates(w io.Writer, states []uint64) {
	fmt.Fprintln(w, "states", len(states))
	var word [8]byte
	for _, s := range states {
		binary.LittleEndian.PutUint64(word[:], s)
		_, _ = w.Write(word[:])
	}
}
