package certificate

import (
	"context"
	"fmt"
	"strings"
)

// OPB returns the constraints that a part's refutation is about, and the
// refutation, as VeriPB reads them. Only parts of the kinds Core and Colouring
// have one.
func (c *Certificate) OPB(ctx context.Context, part int) (opb, pbp string, err error) {
	floors, err := c.split()
	if err != nil {
		return "", "", err
	}
	p := &c.Parts[part]
	given := &refutation{}
	switch p.Kind {
	case Core:
		m, err := p.constraints(ctx, floors[part])
		if err != nil {
			return "", "", err
		}
		given = m.refutation
	case Colouring:
		floors[part].colouring(given)
	default:
		return "", "", fmt.Errorf("part %d is proven by %s, not by constraints", part+1, p.Kind)
	}
	var s strings.Builder
	fmt.Fprintf(&s, "* #variable= %d #constraint= %d\n", len(given.names), len(given.constraints))
	for _, c := range given.constraints {
		s.WriteString(given.text(c) + "\n")
	}
	return s.String(), p.refuted, nil
}
