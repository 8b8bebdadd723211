package certificate

import (
	"context"
	"errors"
	"fmt"
)

// kernel is the set of plans that change nothing, a linear code over the field
// of k elements: its words are the sums of multiples of the generators.
type kernel struct {
	g          *game
	generators [][]uint8 // each the presses of every button
}

// maxWords bounds the words of a kernel.
const maxWords = 1 << 16

// newKernel solves the system that says that nothing changes, by elimination.
func newKernel(ctx context.Context, g *game) (*kernel, error) {
	for d := 2; d*d <= g.k; d++ {
		if g.k%d == 0 {
			return nil, fmt.Errorf("a proof by types needs a prime number of colours, not %d", g.k)
		}
	}
	n, k := g.cells, g.k
	rows := make([][]uint8, n) // of each cell: the buttons that change it
	for cell := range rows {
		rows[cell] = make([]uint8, n)
	}
	for b, effect := range g.effect {
		for _, e := range effect {
			rows[e.cell][b] = uint8(e.amount)
		}
	}
	// Gauss and Jordan: the pivots of the rows so far are 1, and alone in their columns.
	pivotRow := make([]int, n) // of each button: the row whose pivot it is, or -1
	done := 0
	for b := range n {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		pivotRow[b] = -1
		for r := done; r < n; r++ {
			if rows[r][b] != 0 {
				rows[done], rows[r] = rows[r], rows[done]
				break
			}
		}
		if done == n || rows[done][b] == 0 {
			continue
		}
		pivot := rows[done]
		multiply(pivot, inverse(int(pivot[b]), k), k)
		for r := range rows {
			if r != done && rows[r][b] != 0 {
				addTimes(rows[r], pivot, k-int(rows[r][b]), k)
			}
		}
		pivotRow[b] = done
		done++
	}
	out := &kernel{g: g}
	words := 1
	for b := range n {
		if pivotRow[b] >= 0 || g.hole[b] {
			continue
		}
		word := make([]uint8, n)
		word[b] = 1
		for other, r := range pivotRow {
			if r >= 0 {
				word[other] = uint8((k - int(rows[r][b])) % k)
			}
		}
		out.generators = append(out.generators, word)
		if words *= k; words > maxWords {
			return nil, fmt.Errorf("the kernel has more than %d words", maxWords)
		}
	}
	return out, nil
}

// noShorter tries every word of the kernel on the plan.
func (k *kernel) noShorter(ctx context.Context, plan []int, diameter int, report *Report) error {
	digits := make([]int, len(k.generators))
	for {
		total := 0
		for _, n := range plan {
			total += n
		}
		report.Kernel++
		if total < diameter {
			return fmt.Errorf("the board has a plan of %d presses", total)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		i := 0
		for ; i < len(digits); i++ { // the next word, counting in base k
			for b, x := range k.generators[i] {
				plan[b] = (plan[b] + int(x)) % k.g.k
			}
			if digits[i] = (digits[i] + 1) % k.g.k; digits[i] != 0 {
				break
			}
		}
		if i == len(digits) {
			return nil
		}
	}
}

// coordinates returns, for each button, its column as a combination of those of
// the chain, which must be a basis.
func (k *kernel) coordinates(chain []int) ([][]uint8, error) {
	m, p := len(k.generators), k.g.k
	if len(chain) != m {
		return nil, fmt.Errorf("a chain of %d buttons in a kernel of %d dimensions", len(chain), m)
	}
	rows := make([][]uint8, m) // the chain's columns side by side, then all buttons'
	for i := range rows {
		for _, b := range chain {
			rows[i] = append(rows[i], k.generators[i][b])
		}
		rows[i] = append(rows[i], k.generators[i]...)
	}
	for i := range rows {
		for r := i; r < m; r++ {
			if rows[r][i] != 0 {
				rows[i], rows[r] = rows[r], rows[i]
				break
			}
		}
		if rows[i][i] == 0 {
			return nil, errors.New("the chain is no basis of the columns")
		}
		multiply(rows[i], inverse(int(rows[i][i]), p), p)
		for r := range rows {
			if r != i && rows[r][i] != 0 {
				addTimes(rows[r], rows[i], p-int(rows[r][i]), p)
			}
		}
	}
	out := make([][]uint8, k.g.cells)
	for b := range out {
		for i := range rows {
			out[b] = append(out[b], rows[i][m+b])
		}
	}
	return out, nil
}

func inverse(a, k int) int {
	for b := 1; b < k; b++ {
		if a*b%k == 1 {
			return b
		}
	}
	return 0
}

func multiply(v []uint8, a, k int) {
	for i, x := range v {
		v[i] = uint8(int(x) * a % k)
	}
}

func addTimes(v, w []uint8, a, k int) {
	for i, x := range w {
		if x != 0 {
			v[i] = uint8((int(v[i]) + a*int(x)) % k)
		}
	}
}
