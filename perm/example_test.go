package perm_test

import (
	"context"
	"fmt"

	"fewest/perm"
)

// Three places in a row, and two moves that exchange neighbours.
func Example() {
	p, err := perm.Read([]byte(`
Name row
Set PIECES 3 1
Solved
PIECES
1 2 3
End
Move L
PIECES
2 1 3
End
Move R
PIECES
1 3 2
End
`), "row.tws")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	d, err := perm.Census(ctx, p, perm.CensusOptions{})
	fmt.Println(d.Status, d.Counts, err)

	scramble, err := p.Sequence("L R L R")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := perm.Solve(ctx, p, p.Apply(p.Solved(), scramble), perm.Options{})
	fmt.Println(a.Status, a.Moves, a.Plan, err)
	// Output:
	// optimal [1 2 2 1] <nil>
	// optimal 2 [L R] <nil>
}
