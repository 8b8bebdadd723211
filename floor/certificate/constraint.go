package certificate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// literal is a variable, numbered from 0, or its negation: 2v and 2v+1.
type literal int32

func (l literal) not() literal  { return l ^ 1 }
func (l literal) variable() int { return int(l >> 1) }

// term is a literal with its coefficient, which is positive.
type term struct {
	lit         literal
	coefficient int64
}

// constraint is a pseudo-Boolean constraint in normal form: the coefficients of
// the literals that are true add up to the degree or more. Every variable
// occurs once at most, terms stand in the order of their variables.
type constraint struct {
	terms  []term
	degree int64
}

// largest bounds coefficients and degrees, so that no sum of them overflows.
const largest = 1 << 40

var errTooLarge = errors.New("a coefficient over 2^40")

// normal brings terms and a degree to normal form: l and not l together are a
// constant, and so is a literal with a negative coefficient in terms of its
// negation.
func normal(terms []term, degree int64) (constraint, error) {
	slices.SortFunc(terms, func(a, b term) int { return int(a.lit) - int(b.lit) })
	out := terms[:0]
	for i := 0; i < len(terms); {
		v, positive := terms[i].lit&^1, int64(0) // coefficient of the variable
		for ; i < len(terms) && terms[i].lit&^1 == v; i++ {
			if t := terms[i]; t.lit == v {
				positive += t.coefficient
			} else {
				positive -= t.coefficient
				degree -= t.coefficient
			}
		}
		switch {
		case positive > largest || positive < -largest:
			return constraint{}, errTooLarge
		case positive > 0:
			out = append(out, term{v, positive})
		case positive < 0:
			out = append(out, term{v | 1, -positive})
			degree -= positive
		}
	}
	if degree > largest || degree < -largest {
		return constraint{}, errTooLarge
	}
	return constraint{out, degree}, nil
}

// clause returns the constraint that one of the literals is true.
func clause(lits ...literal) constraint {
	terms := make([]term, len(lits))
	for i, l := range lits {
		terms[i] = term{l, 1}
	}
	c, _ := normal(terms, 1) // small coefficients don't overflow
	return c.saturated()
}

// plus adds two constraints.
func (c constraint) plus(d constraint) (constraint, error) {
	return normal(append(slices.Clone(c.terms), d.terms...), c.degree+d.degree)
}

// times multiplies a constraint by a positive number.
func (c constraint) times(n int64) (constraint, error) {
	if n < 1 || n > 1<<20 {
		return constraint{}, errors.New("a factor that isn't positive, or over 2^20")
	}
	terms := slices.Clone(c.terms)
	for i := range terms {
		terms[i].coefficient *= n
	}
	return normal(terms, c.degree*n)
}

// divided divides a constraint by a positive number and rounds up, which every
// assignment of whole numbers allows.
func (c constraint) divided(n int64) (constraint, error) {
	if n < 1 {
		return constraint{}, errors.New("a divisor that isn't positive")
	}
	up := func(a int64) int64 {
		if a <= 0 {
			return -(-a / n)
		}
		return (a-1)/n + 1
	}
	out := constraint{slices.Clone(c.terms), up(c.degree)}
	for i := range out.terms {
		out.terms[i].coefficient = up(out.terms[i].coefficient)
	}
	return out, nil
}

// saturated lowers coefficients over the degree to the degree.
func (c constraint) saturated() constraint {
	out := constraint{slices.Clone(c.terms), c.degree}
	if c.degree <= 0 {
		out.terms = nil
	}
	for i := range out.terms {
		out.terms[i].coefficient = min(out.terms[i].coefficient, c.degree)
	}
	return out
}

// impossible reports whether no assignment satisfies the constraint.
func (c constraint) impossible() bool {
	sum := int64(0)
	for _, t := range c.terms {
		if sum += t.coefficient; sum >= c.degree {
			return false
		}
	}
	return sum < c.degree
}

// isClause reports whether any one literal satisfies the constraint.
func (c constraint) isClause() bool {
	return c.degree > 0 && !slices.ContainsFunc(c.terms, func(t term) bool { return t.coefficient < c.degree })
}

// vocabulary numbers the variables of a proof.
type vocabulary struct {
	names  []string
	number map[string]int
}

// add returns the variable of a new name.
func (v *vocabulary) add(name string) literal {
	if v.number == nil {
		v.number = map[string]int{}
	}
	n := len(v.names)
	v.number[name] = n
	v.names = append(v.names, name)
	return literal(2 * n)
}

// literal reads x or ~x.
func (v *vocabulary) literal(text string) (literal, error) {
	name, negated := strings.CutPrefix(text, "~")
	n, known := v.number[name]
	switch {
	case !known:
		return 0, fmt.Errorf("no variable is called %.60q", name)
	case negated:
		return literal(2*n + 1), nil
	}
	return literal(2 * n), nil
}

// constraint reads terms and a degree as OPB has them: 1 x 2 ~y >= 2 ;
func (v *vocabulary) constraint(fields []string) (constraint, error) {
	terms := make([]term, 0, len(fields)/2)
	for ; len(fields) >= 2 && fields[0] != ">="; fields = fields[2:] {
		n, err := strconv.ParseInt(fields[0], 10, 64)
		if err != nil || n > largest || n < -largest {
			return constraint{}, fmt.Errorf("%.30q is no coefficient", fields[0])
		}
		l, err := v.literal(fields[1])
		if err != nil {
			return constraint{}, err
		}
		terms = append(terms, term{l, n})
	}
	if len(fields) != 3 || fields[0] != ">=" || fields[2] != ";" {
		return constraint{}, errors.New("a constraint ends with >= NUMBER ;")
	}
	degree, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil || degree > largest || degree < -largest {
		return constraint{}, fmt.Errorf("%.30q is no degree", fields[1])
	}
	return normal(terms, degree)
}

// text writes a constraint as OPB has it.
func (v *vocabulary) text(c constraint) string {
	var s strings.Builder
	for _, t := range c.terms {
		s.WriteString(strconv.FormatInt(t.coefficient, 10))
		s.WriteByte(' ')
		if t.lit&1 != 0 {
			s.WriteByte('~')
		}
		s.WriteString(v.names[t.lit.variable()])
		s.WriteByte(' ')
	}
	return s.String() + ">= " + strconv.FormatInt(c.degree, 10) + " ;"
}
