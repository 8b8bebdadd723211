package census_test

import (
	"context"
	"fmt"

	"fewest/space/census"
	"fewest/space/rank"
)

// Four pieces in a row, neighbours exchanged: how many arrangements lie how far
// from the sorted one?
func Example() {
	row := census.Arrangements{
		Ranking: rank.Permutations(4),
		Moves:   [][]uint8{{1, 0, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}},
	}
	table, err := census.Count(context.Background(), row, census.Options{MaxFarthest: 1})
	fmt.Println(table.Layers, table.Complete(), err)
	farthest := make([]uint8, 4)
	row.Ranking.Unrank(table.Farthest[0], farthest)
	fmt.Println(table.Diameter(), farthest)
	// Output:
	// [1 3 5 6 5 3 1] true <nil>
	// 6 [3 2 1 0]
}
