// Package pbp writes refutations down, step by step, in the format that VeriPB
// reads (pseudo-Boolean proof version 1.2; Gocht & Nordström 2021): what a SAT
// solver learns, the counters of a core-guided search, and the sums that lead to
// the last contradiction (as in Berg, Bogaerts, Nordström, Oertel & Vandesande
// 2023).
//
// What is refuted is written down by others. The steps name constraints by how far
// back they are, so that nothing depends on how many are given.
package pbp

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"

	"fewest/floor/internal/sat"
)

// ID names the constraint that a step added; the first one is 1.
type ID int

// Log is a proof as far as it is written. The zero value is empty; a nil Log
// takes no steps.
type Log struct {
	steps   []byte
	last    ID
	names   []string
	learned map[uint64]ID // learned clauses by their literals
	seed    maphash.Seed
	sorted  []sat.Lit
}

// New returns an empty proof.
func New() *Log { return &Log{learned: map[uint64]ID{}, seed: maphash.MakeSeed()} }

// Name names a variable of the solver.
func (l *Log) Name(variable int, format string, numbers ...any) {
	if l == nil {
		return
	}
	for len(l.names) <= variable {
		l.names = append(l.names, "")
	}
	l.names[variable] = fmt.Sprintf(format, numbers...)
}

// Literal writes a literal of the solver.
func (l *Log) Literal(x sat.Lit) string {
	if x&1 != 0 {
		return "~" + l.names[x.Var()]
	}
	return l.names[x.Var()]
}

// Not returns the opposite of a literal.
func Not(literal string) string {
	if literal[0] == '~' {
		return literal[1:]
	}
	return "~" + literal
}

// Clause adds a clause that follows by unit propagation.
func (l *Log) Clause(clause ...sat.Lit) ID {
	l.steps = append(l.steps, "rup "...)
	for _, x := range clause {
		l.steps = append(l.steps, "1 "...)
		if x&1 != 0 {
			l.steps = append(l.steps, '~')
		}
		l.steps = append(l.steps, l.names[x.Var()]...)
		l.steps = append(l.steps, ' ')
	}
	return l.end(">= 1 ;")
}

// Implies adds the clause that one literal means another, which follows by unit
// propagation.
func (l *Log) Implies(one, other string) ID {
	l.steps = fmt.Appendf(l.steps, "rup 1 %s 1 %s ", Not(one), other)
	return l.end(">= 1 ;")
}

// end ends a step that adds a constraint.
func (l *Log) end(text string) ID {
	l.steps = append(append(l.steps, text...), '\n')
	l.last++
	return l.last
}

// back names a constraint by how far back it is: -1 is the last one.
func (l *Log) back(id ID) int { return int(id-l.last) - 1 }

// Learned adds a clause that the solver has learned.
func (l *Log) Learned(clause []sat.Lit) { l.learned[l.key(clause)] = l.Clause(clause...) }

// Forgotten deletes a clause that was learned.
func (l *Log) Forgotten(clause []sat.Lit) {
	key := l.key(clause)
	if id, ok := l.learned[key]; ok {
		delete(l.learned, key)
		l.steps = fmt.Appendf(l.steps, "del id %d\n", l.back(id))
	}
}

// key names a clause by its literals in any order.
func (l *Log) key(clause []sat.Lit) uint64 {
	l.sorted = append(l.sorted[:0], clause...)
	slices.Sort(l.sorted)
	var h maphash.Hash
	h.SetSeed(l.seed)
	for _, x := range l.sorted {
		var b [4]byte
		b[0], b[1], b[2], b[3] = byte(x), byte(x>>8), byte(x>>16), byte(x>>24)
		h.Write(b[:])
	}
	return h.Sum64()
}

// Counted is a variable that is true exactly when so many of some literals are.
type Counted struct {
	Then ID // K ~v + literals >= K
	Else ID // L v + opposites >= L, with L one more than their number less K
}

// Define adds a new variable that is true exactly when count of the literals, or
// more, are.
func (l *Log) Define(name string, literals []string, count int) Counted {
	rest := len(literals) - count + 1
	l.steps = fmt.Appendf(l.steps, "red %d ~%s ", count, name)
	for _, x := range literals {
		l.steps = append(append(append(l.steps, "1 "...), x...), ' ')
	}
	then := l.end(fmt.Sprintf(">= %d ; %s -> 0", count, name))
	l.steps = fmt.Appendf(l.steps, "red %d %s ", rest, name)
	for _, x := range literals {
		l.steps = append(append(append(l.steps, "1 "...), Not(x)...), ' ')
	}
	return Counted{then, l.end(fmt.Sprintf(">= %d ; %s -> 1", rest, name))}
}

// Sum is a calculation with constraints, in reverse Polish notation.
type Sum struct {
	log   *Log
	start bool // nothing was added yet
}

// Sum begins a calculation.
func (l *Log) Sum() *Sum {
	l.steps = append(l.steps, "pol "...)
	return &Sum{l, true}
}

func (s *Sum) operand(text string) *Sum {
	s.log.steps = append(append(s.log.steps, text...), ' ')
	if !s.start {
		s.log.steps = append(s.log.steps, "+ "...)
	}
	s.start = false
	return s
}

// Add adds the constraint of a step.
func (s *Sum) Add(id ID) *Sum { return s.operand(strconv.Itoa(s.log.back(id))) }

// AddTimes adds a multiple of the constraint of a step.
func (s *Sum) AddTimes(id ID, factor int) *Sum {
	return s.operand(fmt.Sprintf("%d %d *", s.log.back(id), factor))
}

// AddGiven adds the last constraint that is given.
func (s *Sum) AddGiven() *Sum { return s.Add(0) }

// AddLiteral adds that a literal isn't below 0.
func (s *Sum) AddLiteral(literal string) *Sum { return s.operand(literal) }

// Divide divides the sum so far and rounds up.
func (s *Sum) Divide(by int) *Sum {
	s.log.steps = fmt.Appendf(s.log.steps, "%d d ", by)
	return s
}

// Saturate lowers coefficients to the degree.
func (s *Sum) Saturate() *Sum {
	s.log.steps = append(s.log.steps, "s "...)
	return s
}

// End adds the constraint that was calculated.
func (s *Sum) End() ID { return s.log.end("") }

// Bytes is about the memory that the proof takes.
func (l *Log) Bytes() int64 {
	if l == nil {
		return 0
	}
	return int64(cap(l.steps)) + 32*int64(len(l.learned))
}

// Text returns the proof; the last step has added a constraint without solution.
func (l *Log) Text() string {
	return "pseudo-Boolean proof version 1.2\nf\n" + string(l.steps) + "c -1\n"
}
