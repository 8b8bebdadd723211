package maxsat

import "fewest/floor/internal/sat"

// totaliser counts its inputs in unary (Bailleux & Boufkhad 2003): output j is
// forced true when j of the inputs are. Outputs are made only as far as asked
// for (Martins, Joshi, Manquinho & Lynce 2014).
type totaliser struct {
	left, right *totaliser
	size        int        // inputs below
	outputs     []sat.Lit  // outputs[j-1]: at least j inputs are true
	of          *totaliser // counts what another counts from skip on; else nil
	skip        int
	ledger      *ledger // for the proof
}

// newTotaliser builds a balanced tree over the inputs, without outputs yet.
func (m *Search) newTotaliser(inputs []sat.Lit) *totaliser {
	if len(inputs) == 1 {
		return &totaliser{size: 1, outputs: inputs[:1:1], ledger: m.newLedger(m.texts(inputs))}
	}
	half := len(inputs) / 2
	return &totaliser{
		left:   m.newTotaliser(inputs[:half]),
		right:  m.newTotaliser(inputs[half:]),
		size:   len(inputs),
		ledger: m.newLedger(m.texts(inputs)),
	}
}

// extend makes the outputs up to the given count and returns that output. The
// count is at most the number of inputs.
func (t *totaliser) extend(s *sat.Solver, count int) sat.Lit {
	if t.of != nil {
		t.of.extend(s, t.skip+count)
		t.outputs = t.of.outputs[t.skip:]
		return t.outputs[count-1]
	}
	for have := len(t.outputs); have < count; have = len(t.outputs) {
		want := have + 1
		if want <= t.left.size {
			t.left.extend(s, want)
		}
		if want <= t.right.size {
			t.right.extend(s, want)
		}
		out := sat.Pos(s.NewVar())
		t.ledger.name(want, out)
		t.outputs = append(t.outputs, out)
		for i := max(0, want-t.right.size); i <= min(want, t.left.size); i++ {
			clause := []sat.Lit{out}
			if i > 0 {
				clause = append(clause, t.left.outputs[i-1].Not())
			}
			if j := want - i; j > 0 {
				clause = append(clause, t.right.outputs[j-1].Not())
			}
			t.ledger.combine(t.left.ledger, t.right.ledger, i, want-i)
			s.AddClause(clause...)
		}
		if have > 0 { // at least j+1 means at least j
			s.AddClause(out.Not(), t.outputs[have-1])
		}
	}
	return t.outputs[count-1]
}
