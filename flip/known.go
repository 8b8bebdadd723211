package flip

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"fewest/answer"
	"fewest/board"
)

// Row is what is known of a puzzle.
type Row struct {
	Puzzle    *Puzzle
	Distances Distances // with the diameter, and how it was proven
	Lit       Answer    // of the board with all cells at 1
	Agrees    []string  // sequences of the OEIS that say the same
	Differs   []string  // sequences that say otherwise, and what
}

// Tabulate finds what can be known of a puzzle within the limits of the context
// and the options: first how few presses the board takes whose cells are all 1,
// then the diameter.
func Tabulate(ctx context.Context, p *Puzzle, opt CensusOptions) (Row, error) {
	if err := p.ready(); err != nil {
		return Row{}, err
	}
	row := Row{Puzzle: p}
	lit := p.Board()
	for i, state := range lit.Cells {
		if state != board.Hole {
			lit.Cells[i] = 1
		}
	}
	var err error
	if row.Lit, err = Solve(ctx, p, lit, Options{MemoryLimit: opt.MemoryLimit}); err != nil {
		return Row{}, err
	}
	if row.Distances, err = Farthest(ctx, p, opt); err != nil {
		return Row{}, err
	}
	row.compare()
	return row, nil
}

// sequence is an entry of the OEIS, https://oeis.org, about square boards with
// two colours: term n is about n x n.
type sequence struct {
	name  string
	what  string
	mask  Mask
	wrap  bool
	terms []int
	value func(r *Row) int // answer.Unknown if it isn't known
}

var sequences = []sequence{
	{"A159257", "nullity", Plus, false, []int{
		0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0, 20, 16, 4, 6, 0, 0, 0, 32, 0,
		2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0, 40, 24, 0, 28, 42, 0, 32, 0, 8, 0, 14, 0, 0, 4, 0, 0, 2, 0, 64, 0,
	}, (*Row).nullity},
	{"A165738", "nullity", Plus, true, []int{
		0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16, 0, 0, 12, 0, 16, 8, 0, 32, 4, 0, 0, 32, 8, 0, 4, 0, 0, 24, 40, 0, 44, 32, 8, 16, 0, 0, 4, 64,
	}, (*Row).nullity},
	{"A075464", "presses with all lit", Plus, false, []int{
		1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188, 141, 224, 245, 276, 231, 270, 353, 356, 405, 416, 345, 376,
		553, 428, 469, 520, 563, 600, 761, 772, 561, 696, 891, 940, 953, 772, 1069, 1188, 971, 1096, 1165, 1220, 1317, 1256, 1487, 1400,
	}, func(r *Row) int {
		if r.Lit.Status != answer.Optimal {
			return answer.Unknown
		}
		return r.Lit.Moves
	}},
	// The covering radius of the whole Gale-Berlekamp code, of which the kernel is
	// the even half if the sides are odd; one less than the half's as far as both
	// are known.
	{"A005311", "diameter less 1", Cross, false, []int{0, 1, 2, 4, 7, 11, 16, 22, 27, 35, 43}, func(r *Row) int {
		if r.Distances.Status != answer.Optimal || r.Puzzle.Rows%2 == 0 {
			return answer.Unknown
		}
		return r.Distances.Lower - 1
	}},
}

// boardsAt7 is the term of A079873, boards of 5 x 5 by how many presses they
// take, that has two digits exchanged: with it the terms don't add up to 2^23.
const boardsAt7 = 476104

func (r *Row) nullity() int {
	if n, known := r.Distances.Fact("nullity").(int); known {
		return n
	}
	return answer.Unknown
}

// compare compares the row with the OEIS.
func (r *Row) compare() {
	p := r.Puzzle
	if p.Rows != p.Cols || p.Colours != 2 || p.Cells() != p.Rows*p.Cols {
		return
	}
	for _, s := range sequences {
		if s.mask != p.Mask || s.wrap != p.Wrap || p.Rows > len(s.terms) {
			continue
		}
		switch value := s.value(r); {
		case value == answer.Unknown:
		case value == s.terms[p.Rows-1]:
			r.Agrees = append(r.Agrees, s.name)
		default:
			r.Differs = append(r.Differs, fmt.Sprintf("%s has %d for the %s, not %d", s.name, s.terms[p.Rows-1], s.what, value))
		}
	}
	if counts := r.Distances.Counts; p.Mask == Plus && !p.Wrap && p.Rows == 5 && len(counts) > 7 && counts[7].Cmp(big.NewInt(boardsAt7)) != 0 {
		r.Differs = append(r.Differs, fmt.Sprintf("A079873 has %d boards at 7 presses, not %v", boardsAt7, counts[7]))
	}
	slices.Sort(r.Agrees)
}
