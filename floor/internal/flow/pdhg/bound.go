package pdhg

import (
	"math"

	"fewest/floor/internal/flow/relax"
)

// evaluate computes the bound of the prices of the last step, keeps them if it
// is the best, and the value of its variables.
func (s *Solver) evaluate() {
	if bound := s.boundOf(&s.t); bound > s.bound {
		s.bound = bound
		n := copy(s.best, s.t.p)
		n += copy(s.best[n:], s.t.r)
		n += copy(s.best[n:], s.t.q)
		copy(s.best[n:], s.t.y)
	}
	s.value, s.missing = s.valueOf(&s.t)
}

// boundOf is relax.Prices.Bound in floating point.
func (s *Solver) boundOf(z *point) float64 {
	k := s.k
	lower := s.net // free between steps
	copy(lower, z.p)
	value := 0.0
	for i, room := range s.model.Rooms {
		r := z.r[i*k : (i+1)*k]
		for _, price := range r {
			value -= price
		}
		for _, v := range room {
			sum := lower[int(v)*k : (int(v)+1)*k]
			for c := range sum {
				sum[c] += r[c]
			}
		}
	}
	for v, c := range s.start {
		least := math.Inf(1)
		for i, price := range lower[v*k : (v+1)*k] {
			if price < least && s.domain.Allowed[v*k+i] {
				least = price
			}
		}
		value += least - z.p[v*k+int(c)]
	}
	value += z.y[0] * float64(s.rows.Least)
	return value / s.widest(z)
}

// widest returns by how much all prices must be divided to hold.
func (s *Solver) widest(z *point) float64 {
	k := s.k
	copy(s.out, z.p)
	if s.rows.Most != nil {
		for i, q := range z.q {
			v := s.model.Edges[i/2][i%2]
			s.out[int(v)*k+int(s.start[v])] -= q
		}
	}
	widest := 1e-9
	for e, cells := range s.model.Edges {
		a, b := int(cells[0])*k, int(cells[1])*k
		pa, pb := z.p[a:a+k], z.p[b:b+k]
		outA, outB := s.out[a:a+k], s.out[b:b+k]
		there, back := carried{math.Inf(1), math.Inf(1), -1}, carried{math.Inf(1), math.Inf(1), -1}
		for c := range k {
			there.add(c, outA[c]-pb[c])
			back.add(c, outB[c]-pa[c])
		}
		need := -cheapest(there, back)
		if s.probed(e) {
			need += z.y[0]
		}
		if most := s.most(e); most > 0 {
			need -= (z.q[2*e] + z.q[2*e+1]) / most
		}
		widest = max(widest, need)
	}
	return widest
}

// carried are the two least costs of carrying a colour over an edge.
type carried struct {
	first, second float64
	colour        int
}

func (w *carried) add(colour int, cost float64) {
	if cost < w.first {
		w.second, w.first, w.colour = w.first, cost, colour
	} else if cost < w.second {
		w.second = cost
	}
}

func cheapest(there, back carried) float64 {
	if there.colour != back.colour {
		return there.first + back.first
	}
	return min(there.first+back.second, there.second+back.first)
}

// valueOf returns half the sum of the flows, and how far the rows are from met.
func (s *Solver) valueOf(z *point) (value, missing float64) {
	k := s.k
	net := s.net
	copy(net, z.x)
	for v, c := range s.start {
		net[v*k+int(c)]--
	}
	square := 0.0
	for e, cells := range s.model.Edges {
		a, b := int(cells[0])*k, int(cells[1])*k
		f := z.f[2*e*k : 2*(e+1)*k]
		sum := 0.0
		for c := range k {
			net[a+c] += f[c] - f[k+c]
			net[b+c] += f[k+c] - f[c]
			value += (f[c] + f[k+c]) / 2
			sum += f[c] - f[k+c]
		}
		square += sum * sum
	}
	for _, d := range net {
		square += d * d
	}
	for _, room := range s.model.Rooms {
		for c := range k {
			over := -1.0
			for _, v := range room {
				over += z.x[int(v)*k+c]
			}
			if over > 0 {
				square += over * over
			}
		}
	}
	return value, math.Sqrt(square)
}

// Prices returns the prices of the best bound as integers, or nil if one is too
// large. Order rows without a price are left out.
func (s *Solver) Prices() *relax.Prices {
	good := true
	round := func(v float64) int32 {
		v = math.Round(v * roundingUnit)
		if !(math.Abs(v) < largestPrice) {
			good = false
			return 0
		}
		return int32(v)
	}
	p := &relax.Prices{Cell: make([]int32, len(s.z.p)), Room: make([]int32, len(s.z.r))}
	rest := s.best
	for i := range p.Cell {
		p.Cell[i] = round(rest[i])
	}
	rest = rest[len(p.Cell):]
	for i := range p.Room {
		p.Room[i] = round(rest[i])
	}
	rest = rest[len(p.Room):]
	for i, q := range rest[:len(s.z.q)] {
		if price := round(q); price > 0 && s.most(i/2) > 0 {
			p.Order = append(p.Order, relax.Order{Edge: int32(i / 2), Side: uint8(i % 2), Price: price})
		}
	}
	if s.rows.Least > 0 {
		p.Probe = round(rest[len(s.z.q)])
	}
	if !good {
		return nil
	}
	return p
}
