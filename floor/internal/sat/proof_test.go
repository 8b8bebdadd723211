package sat

import (
	"fmt"
	"strconv"
	"strings"
)

// drat writes DRAT lines: a clause is what was learned, "d" and a clause what was
// forgotten. Variables count from 1, as in DIMACS.
type drat struct{ strings.Builder }

func (d *drat) Learned(c []Lit)   { d.write("", c) }
func (d *drat) Forgotten(c []Lit) { d.write("d ", c) }

func (d *drat) write(prefix string, c []Lit) {
	d.WriteString(prefix)
	for _, l := range c {
		if l&1 != 0 {
			d.WriteByte('-')
		}
		fmt.Fprint(d, l.Var()+1, " ")
	}
	d.WriteString("0\n")
}

// checkProof replays a DRAT log against the formula: every learned clause must
// follow by unit propagation from what is there when it is learned. The
// formula's clauses all count as given at the start, which only helps an
// incremental log and never makes a false step pass for another formula.
func checkProof(f formula, log string) error {
	var all []*[]Lit
	key := func(c []Lit) string {
		seen := map[Lit]bool{}
		var b strings.Builder
		for l := Lit(0); int(l) < 2*f.vars; l++ {
			if !seen[l] && contains(c, l) {
				seen[l] = true
				fmt.Fprint(&b, l, " ")
			}
		}
		return b.String()
	}
	index := map[string][]*[]Lit{}
	add := func(c []Lit) {
		all = append(all, &c)
		k := key(c)
		index[k] = append(index[k], &c)
	}
	for _, c := range f.clauses {
		add(c)
	}
	for n, line := range strings.Split(strings.TrimSpace(log), "\n") {
		if line == "" {
			continue
		}
		line, deletes := strings.CutPrefix(line, "d ")
		var c []Lit
		for _, field := range strings.Fields(line) {
			x, err := strconv.Atoi(field)
			if err != nil {
				return fmt.Errorf("line %d: %v", n+1, err)
			}
			switch {
			case x > 0:
				c = append(c, Pos(x-1))
			case x < 0:
				c = append(c, Neg(-x-1))
			}
		}
		if deletes {
			k := key(c)
			if len(index[k]) == 0 {
				return fmt.Errorf("line %d: deletes %v, which isn't there", n+1, c)
			}
			*index[k][0] = nil
			index[k] = index[k][1:]
			continue
		}
		if !followsByPropagation(f.vars, all, c) {
			return fmt.Errorf("line %d: %v doesn't follow by propagation", n+1, c)
		}
		add(c)
	}
	return nil
}

func followsByPropagation(vars int, clauses []*[]Lit, c []Lit) bool {
	value := make([]int8, 2*vars)
	set := func(l Lit) { value[l], value[l^1] = 1, -1 }
	for _, l := range c {
		if value[l] > 0 {
			return true // a tautology
		}
		set(l.Not())
	}
	for changed := true; changed; {
		changed = false
	next:
		for _, p := range clauses {
			if *p == nil {
				continue
			}
			unit, open := Lit(0), 0
			for _, l := range *p {
				if value[l] > 0 {
					continue next
				}
				if value[l] == 0 && (open == 0 || l != unit) {
					unit = l
					open++
				}
			}
			switch open {
			case 0:
				return true
			case 1:
				set(unit)
				changed = true
			}
		}
	}
	return false
}
