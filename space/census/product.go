package census

import "iter"

// Product is a space whose states are made of parts that the moves change
// independently, such as the places and the twists of a cube's corners. The
// state of parts p is the number p[0] + p[1]*size[0] + p[2]*size[0]*size[1] + ...
type Product struct {
	// Parts gives for each part, for each of its states, what each move makes
	// of it: Parts[part][state][move].
	Parts [][][]uint32
	From  []uint64 // the starts; none stands for state 0
}

// Size returns the product of the parts' sizes.
func (p Product) Size() uint64 {
	size := uint64(1)
	for _, part := range p.Parts {
		size *= uint64(len(part))
	}
	return size
}

// Starts yields p.From.
func (p Product) Starts() iter.Seq[uint64] { return startsOrZero(p.From) }

// Expander looks the moves up.
func (p Product) Expander() Expander {
	x := &productExpander{}
	weight := uint64(1)
	for _, part := range p.Parts {
		f := factor{size: uint64(len(part)), moves: len(part[0])}
		for _, row := range part {
			for _, t := range row {
				f.table = append(f.table, uint64(t)*weight)
			}
		}
		weight *= f.size
		x.factors = append(x.factors, f)
	}
	return x
}

type productExpander struct{ factors []factor }

// factor is a part: table[state*moves+move] is what it adds to the number.
type factor struct {
	size  uint64
	moves int
	table []uint64
}

func (x *productExpander) Neighbours(s uint64, to []uint64) []uint64 {
	first := len(to)
	for i := range x.factors {
		f := &x.factors[i]
		q := s / f.size
		state := int(s - q*f.size)
		s = q
		row := f.table[state*f.moves : (state+1)*f.moves]
		if i == 0 {
			to = append(to, row...)
			continue
		}
		sums := to[first:]
		for m, t := range row {
			sums[m] += t
		}
	}
	return to
}
