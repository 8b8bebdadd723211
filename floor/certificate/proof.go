package certificate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// refutation checks a proof, step by step, that a set of constraints has no
// solution. The proof is written as VeriPB reads it (pseudo-Boolean proof
// version 1.2; Gocht & Nordström 2021), of which these steps are known:
//
//	f                        the constraints that are given; f N says how many
//	rup CONSTRAINT           a clause: its negation and unit propagation over all
//	                         clauses end in a contradiction
//	red CONSTRAINT ; v -> B  the definition of a variable that is new
//	pol ...                  a combination: constraints added, multiplied,
//	                         divided and rounded up, saturated, weakened
//	del id N ...             constraints that are no longer needed
//	c N                      constraint N has no solution: the end
//
// Every step but red adds what follows from the constraints before it. A red
// step adds k ~v + b1 + ... >= k for a new v, satisfied by v = 0; the next one
// may add the converse, l v + ~b1 + ... >= l with l one more than the number of
// the b less k. Both hold when v says whether k of the b are true, so every
// solution of the given constraints extends to one of all constraints, and a
// contradiction means that there is none.
type refutation struct {
	vocabulary
	constraints []constraint // by number from 1; deleted ones are empty
	deleted     []bool
	defined     *constraint // the definition that the step before made
	fresh       literal     // and its variable
	steps       int
	size        int // literals of all constraints that are given
	ctx         context.Context

	// Unit propagation with two watched literals.
	watches [][]watch // by literal: clauses to look at when it is false
	value   []int8    // by literal: 1 true, -1 false, 0 open
	trail   []literal // what is true, in order
	done    int       // how much of the trail was propagated
	refuted bool      // the clauses propagate to a contradiction
}

// watch is a clause by its number, and one of its other literals.
type watch struct {
	id    int32
	other literal
}

// give adds a constraint that is given.
func (r *refutation) give(c constraint) {
	r.size += len(c.terms)
	r.store(c)
}

// mostLiterals bounds what is given.
const mostLiterals = 200_000_000

// fits reports why what is given so far is too much, or the work has ended.
func (r *refutation) fits(ctx context.Context) error {
	if r.size > mostLiterals {
		return fmt.Errorf("the conditions have more than %d literals", mostLiterals)
	}
	return ctx.Err()
}

// store numbers a constraint; clauses take part in propagation from then on.
func (r *refutation) store(c constraint) {
	for len(r.value) < 2*len(r.names) {
		r.value = append(r.value, 0)
		r.watches = append(r.watches, nil)
	}
	r.constraints = append(r.constraints, c)
	r.deleted = append(r.deleted, false)
	if !c.isClause() {
		r.refuted = r.refuted || c.impossible()
		return
	}
	// Literals that aren't false go in front. The order of terms is this
	// function's and propagation's to change: nobody else reads it.
	open := 0
	for i, t := range c.terms {
		if r.value[t.lit] >= 0 {
			c.terms[open], c.terms[i] = c.terms[i], c.terms[open]
			open++
		}
	}
	id := int32(len(r.constraints) - 1)
	if len(c.terms) > 1 {
		r.watches[c.terms[0].lit] = append(r.watches[c.terms[0].lit], watch{id, c.terms[1].lit})
		r.watches[c.terms[1].lit] = append(r.watches[c.terms[1].lit], watch{id, c.terms[0].lit})
	}
	switch {
	case open == 0:
		r.refuted = true
	case open == 1 && r.value[c.terms[0].lit] == 0:
		r.assign(c.terms[0].lit)
		r.refuted = !r.propagate() || r.refuted
	}
}

func (r *refutation) assign(l literal) {
	r.value[l], r.value[l.not()] = 1, -1
	r.trail = append(r.trail, l)
}

// propagate follows the clauses until nothing new is true. It returns false
// when a clause is false.
func (r *refutation) propagate() bool {
	for ; r.done < len(r.trail); r.done++ {
		gone := r.trail[r.done].not()
		list := r.watches[gone]
		kept := 0
		for i, w := range list {
			if r.deleted[w.id] {
				continue
			}
			list[kept] = w
			kept++
			if r.value[w.other] > 0 {
				continue
			}
			terms := r.constraints[w.id].terms
			if terms[0].lit == gone {
				terms[0], terms[1] = terms[1], terms[0]
			}
			first := terms[0].lit
			if r.value[first] > 0 {
				continue
			}
			moved := false
			for k := 2; k < len(terms); k++ {
				if r.value[terms[k].lit] >= 0 {
					terms[1], terms[k] = terms[k], terms[1]
					r.watches[terms[1].lit] = append(r.watches[terms[1].lit], watch{w.id, first})
					kept--
					moved = true
					break
				}
			}
			if moved {
				continue
			}
			if r.value[first] < 0 {
				kept += copy(list[kept:], list[i+1:])
				r.watches[gone] = list[:kept]
				return false
			}
			r.assign(first)
		}
		r.watches[gone] = list[:kept]
	}
	return true
}

// follows reports whether a clause follows by unit propagation: with all its
// literals false the clauses contradict each other.
func (r *refutation) follows(c constraint) bool {
	if r.refuted {
		return true
	}
	kept := len(r.trail)
	contradiction := false
	for _, t := range c.terms {
		if r.value[t.lit] > 0 {
			contradiction = true
			break
		}
		if r.value[t.lit] == 0 {
			r.assign(t.lit.not())
		}
	}
	contradiction = contradiction || !r.propagate()
	for _, l := range r.trail[kept:] {
		r.value[l], r.value[l.not()] = 0, 0
	}
	r.trail, r.done = r.trail[:kept], kept
	return contradiction
}

// longestStep bounds a line of a proof, in bytes.
const longestStep = 16 << 20

// check reads a proof to its end. The error names the first step that doesn't
// hold.
func (r *refutation) check(ctx context.Context, proof io.Reader) error {
	r.ctx = ctx
	lines := bufio.NewScanner(proof)
	lines.Buffer(make([]byte, 64<<10), longestStep)
	given := false
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "*") {
			continue
		}
		var err error
		switch {
		case number == 1:
			if line != "pseudo-Boolean proof version 1.2" {
				err = errors.New("a proof begins with \"pseudo-Boolean proof version 1.2\"")
			}
		case !given:
			if given = line == "f" || line == fmt.Sprint("f ", len(r.constraints)); !given {
				err = fmt.Errorf("want f and the number of constraints given, %d", len(r.constraints))
			}
		case fields[0] == "c":
			if err = r.contradicts(fields[1:]); err == nil {
				return nil
			}
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			r.steps++
			err = r.step(fields[0], fields[1:])
		}
		if err != nil {
			return fmt.Errorf("proof line %d, %.60q: %w", number, line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("the proof can't be read: %w", err)
	}
	return errors.New("the proof ends without a contradiction")
}

func (r *refutation) step(rule string, fields []string) error {
	before := r.defined
	r.defined = nil
	switch rule {
	case "rup":
		c, err := r.constraint(fields)
		switch {
		case err != nil:
			return err
		case !c.isClause():
			return errors.New("not a clause")
		case !r.follows(c):
			return errors.New("it doesn't follow by unit propagation")
		}
		r.store(c)
		return nil
	case "pol":
		c, err := r.combination(fields)
		if err != nil {
			return err
		}
		r.store(c)
		return nil
	case "red":
		return r.define(fields, before)
	case "del":
		return r.forget(fields)
	}
	return errors.New("no such step")
}

// id reads the number of a constraint that is there; negative ones count from
// the end.
func (r *refutation) id(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%.30q is no number", text)
	}
	if n < 0 {
		n += len(r.constraints) + 1
	}
	if n < 1 || n > len(r.constraints) || r.deleted[n-1] {
		return 0, fmt.Errorf("there is no constraint %s", text)
	}
	return n - 1, nil
}

// contradicts checks that a constraint has no solution.
func (r *refutation) contradicts(fields []string) error {
	if len(fields) != 1 {
		return errors.New("want the number of a constraint")
	}
	i, err := r.id(fields[0])
	if err == nil && !r.constraints[i].impossible() {
		err = errors.New("that constraint has solutions")
	}
	return err
}

// forget deletes constraints.
func (r *refutation) forget(fields []string) error {
	if len(fields) < 2 || fields[0] != "id" {
		return errors.New("want id and the numbers of constraints")
	}
	for _, f := range fields[1:] {
		i, err := r.id(f)
		if err != nil {
			return err
		}
		r.deleted[i] = true // watches are dropped when they are next looked at
		if len(r.constraints[i].terms) > 2 {
			r.constraints[i].terms = r.constraints[i].terms[:2:2]
		}
	}
	return nil
}

// combination follows a calculation in reverse Polish notation: numbers of
// constraints and literals, + for two, NUMBER * and NUMBER d for one, s for one.
func (r *refutation) combination(fields []string) (c constraint, err error) {
	var stack []constraint
	for i := 0; i < len(fields) && err == nil; i++ {
		operator, last := fields[i], len(stack)-1
		factor := int64(0)
		if err = r.ctx.Err(); err != nil {
			break
		}
		if i+1 < len(fields) && (fields[i+1] == "*" || fields[i+1] == "d") {
			if factor, err = strconv.ParseInt(operator, 10, 64); err != nil {
				break
			}
			i++
			operator = fields[i]
		}
		switch {
		case operator == "+" && last >= 1:
			stack[last-1], err = stack[last-1].plus(stack[last])
			stack = stack[:last]
		case operator == "*" && last >= 0:
			stack[last], err = stack[last].times(factor)
		case operator == "d" && last >= 0:
			stack[last], err = stack[last].divided(factor)
		case operator == "s" && last >= 0:
			stack[last] = stack[last].saturated()
		case operator[0] > '9': // a literal isn't below 0
			var l literal
			l, err = r.literal(operator)
			stack = append(stack, constraint{terms: []term{{l, 1}}})
		default:
			var n int
			if n, err = r.id(operator); err == nil {
				c, err = normal(slices.Clone(r.constraints[n].terms), r.constraints[n].degree)
				stack = append(stack, c)
			}
		}
	}
	if err == nil && len(stack) != 1 {
		err = fmt.Errorf("%d constraints are left over, want one", len(stack))
	}
	if err != nil {
		return c, err
	}
	return stack[0], nil
}

// define adds a constraint that defines a new variable, or the converse of the
// definition that the step before made.
func (r *refutation) define(fields []string, before *constraint) error {
	at := slices.Index(fields, ";")
	if at < 0 || len(fields) != at+4 || fields[at+2] != "->" || fields[at+3] != "0" && fields[at+3] != "1" {
		return errors.New("want a constraint ; VARIABLE -> 0 or 1")
	}
	name, one := fields[at+1], fields[at+3] == "1"
	n, known := r.number[name]
	isConverse := known && before != nil && n == r.fresh.variable() && one
	if known && !isConverse {
		return errors.New("the variable isn't new")
	}
	if !known {
		if !validName(name) {
			return fmt.Errorf("%.60q is no name for a variable", name)
		}
		r.fresh = r.add(name)
	}
	c, err := r.constraint(fields[:at+1])
	if err != nil {
		return err
	}
	satisfier := r.fresh // the literal that satisfies the constraint alone
	if !one {
		satisfier = satisfier.not()
	}
	i := slices.IndexFunc(c.terms, func(t term) bool { return t.lit == satisfier })
	if i < 0 || c.terms[i].coefficient < c.degree {
		return errors.New("the value given to the variable doesn't satisfy the constraint")
	}
	if isConverse && !converse(*before, c, r.fresh) {
		return errors.New("not the converse of the definition before it")
	}
	r.store(c)
	if !known && !one {
		copied := constraint{slices.Clone(c.terms), c.degree}
		r.defined = &copied
	}
	return nil
}

// converse reports whether k ~v + b1 + ... + bn >= k and the second constraint,
// l v + ~b1 + ... + ~bn >= l with l = n + 1 - k, say together that v is true
// exactly when k of the b are.
func converse(definition, c constraint, v literal) bool {
	n := int64(len(definition.terms) - 1)
	if len(c.terms) != len(definition.terms) || c.degree != n+1-definition.degree {
		return false
	}
	want := map[literal]int64{v: c.degree}
	for _, t := range definition.terms {
		switch {
		case t.lit == v.not() && t.coefficient == definition.degree:
		case t.lit != v.not() && t.coefficient == 1:
			want[t.lit.not()] = 1
		default:
			return false
		}
	}
	for _, t := range c.terms {
		if want[t.lit] != t.coefficient {
			return false
		}
	}
	return true
}

// validName reports whether VeriPB takes a name for a variable.
func validName(name string) bool {
	if len(name) < 2 || len(name) > 100 {
		return false
	}
	for i, c := range []byte(name) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return true
}
