package certificate

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

// refutes runs a proof on constraints over variables xa, xb, ...
func refutes(given []string, proof ...string) error {
	r := &refutation{}
	for _, name := range []string{"xa", "xb", "xc", "xd"} {
		r.add(name)
	}
	for _, text := range given {
		c, err := r.constraint(strings.Fields(text))
		if err != nil {
			return err
		}
		r.give(c)
	}
	return r.check(context.Background(), strings.NewReader("pseudo-Boolean proof version 1.2\n"+strings.Join(proof, "\n")+"\n"))
}

func TestSteps(t *testing.T) {
	four := []string{"1 xa 1 xb >= 1 ;", "1 xa 1 ~xb >= 1 ;", "1 ~xa 1 xb >= 1 ;", "1 ~xa 1 ~xb >= 1 ;"}
	three := four[:3]
	for _, test := range []struct {
		name  string
		given []string
		proof []string
		wrong string // part of the error; "" if it holds
	}{
		{"by propagation", four, []string{"f 4", "rup 1 xa >= 1 ;", "rup >= 1 ;", "c -1"}, ""},
		{"by adding up", four, []string{"f 4", "pol 1 2 + 2 d 3 4 + 2 d +", "c 5"}, ""},
		{"satisfiable", three, []string{"f 3", "rup 1 xa >= 1 ;", "rup >= 1 ;", "c -1"}, "line 4"},
		{"wrong number given", three, []string{"f 4"}, "given, 3"},
		{"no contradiction", four, []string{"f 4", "c 1"}, "has solutions"},
		{"deleted", four, []string{"f 4", "del id 1", "rup 1 xa >= 1 ;"}, "doesn't follow"},
		{"deleted used", four, []string{"f 4", "del id 1", "pol 1 2 +"}, "no constraint 1"},
		{"ends early", four, []string{"f 4", "rup 1 xa >= 1 ;"}, "ends without"},
		{"not new", three, []string{"f 3", "red 1 ~xa 1 xc >= 1 ; xa -> 0"}, "isn't new"},
		{"unsatisfied", three, []string{"f 3", "red 2 ~yy 1 xc 1 xd >= 3 ; yy -> 0"}, "doesn't satisfy"},
		{"value the other way", three, []string{"f 3", "red 2 ~yy 1 xc 1 xd >= 2 ; yy -> 1"}, "doesn't satisfy"},
		{"converse", three, []string{"f 3", "red 2 ~yy 1 xc 1 xd >= 2 ; yy -> 0", "red 1 yy 1 ~xc 1 ~xd >= 1 ; yy -> 1", "rup >= 1 ;"}, "line 5"},
		{"a wrong converse", three, []string{"f 3", "red 2 ~yy 1 xc 1 xd >= 2 ; yy -> 0", "red 1 yy 1 ~xc >= 1 ; yy -> 1"}, "converse"},
		{"another wrong converse", three, []string{"f 3", "red 1 ~yy 1 xc 1 xd >= 1 ; yy -> 0", "red 1 yy 1 ~xc 1 ~xd >= 1 ; yy -> 1"}, "converse"},
		{"a late converse", three, []string{"f 3", "red 2 ~yy 1 xc 1 xd >= 2 ; yy -> 0", "rup 1 xa >= 1 ;", "red 1 yy 1 ~xc 1 ~xd >= 1 ; yy -> 1"}, "isn't new"},
		{"defined twice", three, []string{"f 3", "red 2 ~yy 1 xc 1 xd >= 2 ; yy -> 0", "red 1 yy 1 ~xc 1 ~xd >= 1 ; yy -> 1", "red 1 yy >= 1 ; yy -> 1"}, "isn't new"},
		{"unknown variable", three, []string{"f 3", "rup 1 zz >= 1 ;"}, `"zz"`},
		{"not a clause", four, []string{"f 4", "rup 1 xa 1 xb >= 2 ;"}, "not a clause"},
		{"unknown step", four, []string{"f 4", "dom 1 xa >= 1 ;"}, "no such step"},
		{"stack too small", four, []string{"f 4", "pol 1 +"}, "no number"},
		{"stack too large", four, []string{"f 4", "pol 1 2"}, "left over"},
		{"too large", four, []string{"f 4", "pol 1 1000000 * 1000000 * 1000000 *"}, "2^40"},
		{"divided by nothing", four, []string{"f 4", "pol 1 0 d"}, "divisor"},
	} {
		err := refutes(test.given, test.proof...)
		switch {
		case test.wrong == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%s: %v, want %q in it", test.name, err, test.wrong)
		}
	}
}

// What combinations make of constraints holds wherever these hold.
func TestCombinationsHold(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	holds := func(c constraint, assignment int) bool {
		sum := int64(0)
		for _, t := range c.terms {
			if (assignment>>t.lit.variable()&1 == 1) != (t.lit&1 == 1) {
				sum += t.coefficient
			}
		}
		return sum >= c.degree
	}
	some := func() constraint {
		var terms []term
		for v := range literal(4) {
			if random.IntN(3) > 0 {
				terms = append(terms, term{2*v + literal(random.IntN(2)), int64(random.IntN(7) - 2)})
			}
		}
		c, err := normal(terms, int64(random.IntN(8)-2))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for range 20000 {
		c, d := some(), some()
		n := int64(1 + random.IntN(4))
		sum, _ := c.plus(d)
		times, _ := c.times(n)
		divided, _ := c.divided(n)
		for a := range 16 {
			if c.impossible() && holds(c, a) {
				t.Fatalf("%v isn't impossible", c)
			}
			if c.isClause() != (c.degree > 0 && allLiteralsSatisfy(c)) {
				t.Fatalf("%v: clause or not", c)
			}
			if !holds(c, a) {
				continue
			}
			if holds(d, a) && !holds(sum, a) || !holds(times, a) || !holds(divided, a) || !holds(c.saturated(), a) {
				t.Fatalf("%v and %v, assignment %b: sum %v, times %v, divided %v, saturated %v", c, d, a, sum, times, divided, c.saturated())
			}
		}
	}
}

func allLiteralsSatisfy(c constraint) bool {
	for _, t := range c.terms {
		if t.coefficient < c.degree {
			return false
		}
	}
	return true
}
