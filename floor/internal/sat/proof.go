package sat

import (
	"bufio"
	"io"
	"strconv"
)

// proofLog writes DRAT lines: a clause is what was learned, "d" and a clause
// what was forgotten. Variables count from 1, as in DIMACS. A nil log writes
// nothing.
type proofLog struct {
	w   *bufio.Writer
	buf []byte
}

func newProofLog(w io.Writer) *proofLog { return &proofLog{w: bufio.NewWriter(w)} }

func (p *proofLog) flush() error { return p.w.Flush() }

func (p *proofLog) add(c []Lit) {
	if p != nil {
		p.write("", c)
	}
}

func (p *proofLog) remove(words []uint32) {
	if p == nil {
		return
	}
	c := make([]Lit, len(words))
	for i, w := range words {
		c[i] = Lit(w)
	}
	p.write("d ", c)
}

func (p *proofLog) write(prefix string, c []Lit) {
	p.buf = append(p.buf[:0], prefix...)
	for _, l := range c {
		if l&1 != 0 {
			p.buf = append(p.buf, '-')
		}
		p.buf = strconv.AppendInt(p.buf, int64(l.Var())+1, 10)
		p.buf = append(p.buf, ' ')
	}
	p.buf = append(p.buf, '0', '\n')
	_, _ = p.w.Write(p.buf) // a bufio.Writer keeps its first error for Flush
}
