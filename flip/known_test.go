package flip

import (
	"slices"
	"strings"
	"testing"
)

// TestTabulate compares small squares with the OEIS: all agree, but for the term
// that has two digits exchanged.
func TestTabulate(t *testing.T) {
	for _, spec := range []Spec{{Mask: Plus}, {Mask: Plus, Wrap: true}, {Mask: Cross}} {
		named := map[string]int{}
		for n := 1; n <= 5; n++ {
			spec.Rows, spec.Cols = n, n
			p, err := New(spec)
			if err != nil {
				t.Fatal(err)
			}
			row, err := Tabulate(t.Context(), p, CensusOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range row.Agrees {
				named[name]++
			}
			if at5 := spec.Mask == Plus && !spec.Wrap && n == 5; at5 != slices.ContainsFunc(row.Differs, func(s string) bool { return strings.Contains(s, "A079873") }) || !at5 && len(row.Differs) > 0 {
				t.Errorf("%+v: %v", spec, row.Differs)
			}
		}
		if len(named) == 0 {
			t.Errorf("%+v: no sequence", spec)
		}
		t.Log(named)
	}
	if _, err := Tabulate(t.Context(), nil, CensusOptions{}); err == nil {
		t.Error("a row of no puzzle")
	}
}
