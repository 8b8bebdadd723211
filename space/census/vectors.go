package census

import "iter"

// Vectors is the space of all strings of N digits from 0 to K-1; a move adds a
// string to it, digit by digit modulo K. The state of digits d is the number
// d[0] + d[1]*K + d[2]*K^2 + ... For K = 2, Bits is faster.
type Vectors struct {
	N, K  int
	Moves [][]uint8 // what each move adds, N digits
	From  []uint64  // the starts; none stands for the string of zeros
}

// Size returns K^N.
func (v Vectors) Size() uint64 {
	size := uint64(1)
	for range v.N {
		size *= uint64(v.K)
	}
	return size
}

// Undirected reports whether each move's opposite is a move.
func (v Vectors) Undirected() bool {
	is := map[string]bool{}
	for _, m := range v.Moves {
		is[string(v.reduced(m, 1))] = true
	}
	for _, m := range v.Moves {
		if !is[string(v.reduced(m, -1))] {
			return false
		}
	}
	return true
}

// reduced returns the move times sign, its digits below K.
func (v Vectors) reduced(m []uint8, sign int) []uint8 {
	digits := make([]uint8, len(m))
	for i, a := range m {
		digits[i] = uint8((sign*int(a)%v.K + v.K) % v.K)
	}
	return digits
}

// Starts yields v.From.
func (v Vectors) Starts() iter.Seq[uint64] { return startsOrZero(v.From) }

// Expander returns a Reverser.
func (v Vectors) Expander() Expander {
	x := &vectorExpander{k: uint64(v.K), digits: make([]uint8, v.N)}
	for _, m := range v.Moves {
		var forth, back []addend
		weight := uint64(1)
		for i, a := range m {
			if a %= uint8(v.K); a != 0 {
				forth = append(forth, newAddend(i, a, weight, v.K))
				back = append(back, newAddend(i, uint8(v.K)-a, weight, v.K))
			}
			weight *= uint64(v.K)
		}
		x.forth = append(x.forth, forth)
		x.back = append(x.back, back)
	}
	return x
}

type vectorExpander struct {
	k           uint64
	forth, back [][]addend
	digits      []uint8 // of state at
	at          uint64
}

// addend is what a move does to one digit: up says by how much the state's
// number changes if the digit stays below k, down if it wraps around.
type addend struct {
	digit    int
	wraps    uint8 // from this value on
	up, down uint64
}

func newAddend(i int, a uint8, weight uint64, k int) addend {
	return addend{i, uint8(k) - a, uint64(a) * weight, -uint64(uint8(k)-a) * weight}
}

func (x *vectorExpander) Neighbours(s uint64, to []uint64) []uint64 {
	return x.add(s, x.forth, to)
}

func (x *vectorExpander) Predecessors(s uint64, from []uint64) []uint64 {
	return x.add(s, x.back, from)
}

func (x *vectorExpander) add(s uint64, moves [][]addend, to []uint64) []uint64 {
	x.seek(s)
	for _, move := range moves {
		t := s
		for i := range move {
			a := &move[i]
			if x.digits[a.digit] < a.wraps {
				t += a.up
			} else {
				t += a.down
			}
		}
		to = append(to, t)
	}
	return to
}

// seek makes digits those of s, at little cost if s comes soon after the last.
func (x *vectorExpander) seek(s uint64) {
	rest := s - x.at
	if s < x.at {
		clear(x.digits)
		rest = s
	}
	x.at = s
	for i := 0; rest > 0; i++ {
		rest += uint64(x.digits[i])
		if rest < x.k {
			x.digits[i] = uint8(rest)
			break
		}
		x.digits[i] = uint8(rest % x.k)
		rest /= x.k
	}
}
