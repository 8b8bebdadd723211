package pdhg

import "math"

// step takes one step of the hybrid gradient method from z to t.
func (s *Solver) step() {
	s.potentials()
	s.moveFlows()
	s.moveCells()
	s.moveRooms()
	if s.rows.Most != nil || s.rows.Least > 0 {
		s.moveOrder()
	}
}

// potentials sets out to what leaving a cell with a colour earns.
func (s *Solver) potentials() {
	copy(s.out, s.z.p)
	if s.rows.Most == nil {
		return
	}
	k := s.k
	for e, cells := range s.model.Edges {
		if s.rows.Most[e] > 0 {
			for side, v := range cells {
				s.out[int(v)*k+int(s.start[v])] -= s.z.q[2*e+side]
			}
		}
	}
}

// cost is half the cost of a swap on an edge, beyond the prices at its cells.
func (s *Solver) cost(e int) float64 {
	half := 0.5
	if most := s.most(e); most > 0 {
		half += (s.z.q[2*e] + s.z.q[2*e+1]) / (2 * most)
	}
	if s.probed(e) {
		half -= s.z.y[0] / 2
	}
	return half
}

func (s *Solver) moveFlows() {
	k := s.k
	clear(s.net)
	clear(s.leave)
	perWeight := 1 / s.weight
	stepB := s.weight / float64(2*k)
	ordered := s.rows.Most != nil
	for e, cells := range s.model.Edges {
		a, c := int(cells[0])*k, int(cells[1])*k
		pa, pb := s.z.p[a:a+k:a+k], s.z.p[c:c+k:c+k]
		outA, outB := s.out[a:a+k:a+k], s.out[c:c+k:c+k]
		netA, netB := s.net[a:a+k:a+k], s.net[c:c+k:c+k]
		i := 2 * e * k
		f0, f1 := s.z.f[i:i+k:i+k], s.z.f[i+k:i+2*k:i+2*k]
		t0, t1 := s.t.f[i:i+k:i+k], s.t.f[i+k:i+2*k:i+2*k]
		tau0, tau1 := s.tau[i:i+k:i+k], s.tau[i+k:i+2*k:i+2*k]
		half := s.cost(e)
		there, back := half+s.z.b[e], half-s.z.b[e]
		sum0, sum1 := 0.0, 0.0
		for c := range k {
			v0 := max(0, f0[c]-perWeight*tau0[c]*(there+outA[c]-pb[c]))
			v1 := max(0, f1[c]-perWeight*tau1[c]*(back+outB[c]-pa[c]))
			t0[c], t1[c] = v0, v1
			v0, v1 = 2*v0-f0[c], 2*v1-f1[c]
			netA[c] += v0 - v1
			netB[c] += v1 - v0
			sum0 += v0
			sum1 += v1
		}
		s.t.b[e] = s.z.b[e] + stepB*(sum0-sum1)
		s.uses[e] = (sum0 + sum1) / 2
		if ordered {
			s.leave[cells[0]] += 2*t0[s.start[cells[0]]] - f0[s.start[cells[0]]]
			s.leave[cells[1]] += 2*t1[s.start[cells[1]]] - f1[s.start[cells[1]]]
		}
	}
}

// moveCells moves the colours that cells end with, and the prices of cells.
func (s *Solver) moveCells() {
	k := s.k
	for v, at := range s.model.At {
		x, t := s.z.x[v*k:(v+1)*k], s.t.x[v*k:(v+1)*k]
		p, sum := s.z.p[v*k:(v+1)*k], s.sum[v*k:(v+1)*k]
		step := 1 / (s.weight * float64(1+len(s.model.RoomsAt[v])))
		for c := range t {
			t[c] = x[c] - step*(p[c]+sum[c])
		}
		project(t, s.domain.Allowed[v*k:(v+1)*k])
		net, tp := s.net[v*k:(v+1)*k], s.t.p[v*k:(v+1)*k]
		step = s.weight / float64(1+2*len(at))
		for c := range tp {
			tp[c] = p[c] + step*(2*t[c]-x[c]+net[c])
		}
		tp[s.start[v]] -= step
	}
}

// project replaces w by the nearest point that is 0 where not allowed, nowhere
// below 0, and adds up to 1 (Michelot 1986): it lowers all by the same, and leaves
// out what falls below 0, until nothing does.
func project(w []float64, allowed []bool) {
	level, count := math.Inf(-1), -1
	for range len(w) + 1 {
		sum, kept := -1.0, 0
		for c, v := range w {
			if allowed[c] && v > level {
				sum += v
				kept++
			}
		}
		if kept == count || kept == 0 {
			break
		}
		level, count = sum/float64(kept), kept
	}
	for c, v := range w {
		if allowed[c] && v > level {
			w[c] = v - level
		} else {
			w[c] = 0
		}
	}
}

func (s *Solver) moveRooms() {
	k := s.k
	for i, room := range s.model.Rooms {
		r, t := s.z.r[i*k:(i+1)*k], s.t.r[i*k:(i+1)*k]
		step := s.weight / float64(len(room))
		if len(room) == 2 {
			a, b := int(room[0])*k, int(room[1])*k
			xa, xb := s.z.x[a:a+k], s.z.x[b:b+k]
			ta, tb := s.t.x[a:a+k], s.t.x[b:b+k]
			for c := range t {
				t[c] = max(0, r[c]+step*(2*(ta[c]+tb[c])-xa[c]-xb[c]-1))
			}
			continue
		}
		for c := range t {
			over := -1.0
			for _, v := range room {
				over += 2*s.t.x[int(v)*k+c] - s.z.x[int(v)*k+c]
			}
			t[c] = max(0, r[c]+step*over)
		}
	}
}

// moveOrder moves the prices of the order rows and of the probe.
func (s *Solver) moveOrder() {
	k := float64(s.k)
	for e, cells := range s.model.Edges {
		if most := s.most(e); most > 0 {
			for side, v := range cells {
				step := s.weight / (k/most + float64(len(s.model.At[v])))
				s.t.q[2*e+side] = max(0, s.z.q[2*e+side]+step*(s.uses[e]/most-s.leave[v]))
			}
		}
	}
	if s.rows.Least > 0 {
		s.t.y[0] = max(0, s.z.y[0]+s.weight/k*(float64(s.rows.Least)-s.uses[s.rows.Probe]))
	}
}
