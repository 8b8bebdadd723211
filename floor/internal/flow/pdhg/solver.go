// Package pdhg solves the flow relaxation of a floor (package relax) by a
// first-order method: the primal-dual hybrid gradient method with diagonal steps
// (Pock and Chambolle 2011), reflected and drawn to an anchor (Halpern), and
// restarted as in PDLP (Applegate et al. 2021; Lu and Yang 2024). It costs
// nothing to start near by: after a change of the floor or of what cells may end
// with, the last point is a good first one.
//
// Everything here is floating point and proves nothing. What is proven is added
// up in integers from the prices, by relax.Prices.Bound.
package pdhg

import (
	"context"
	"math"

	"fewest/floor/internal/flow/relax"
	"fewest/floor/internal/pace"
)

// point is a value for each variable and each price. b is the price of the
// exchange rows.
type point struct {
	all              []float64 // the rest, one after the other
	x, f, p, b, r, q []float64 // as in package relax; f by edge, direction, colour; q by edge and side
	y                []float64 // one
}

func (s *Solver) newPoint() point {
	k, n, e := s.k, len(s.model.Start), len(s.model.Edges)
	var z point
	z.all = make([]float64, 2*n*k+2*e*k+e+len(s.model.Rooms)*k+2*e+1)
	rest := z.all
	part := func(size int) (w []float64) {
		w, rest = rest[:size:size], rest[size:]
		return w
	}
	z.x, z.f, z.p, z.b, z.r, z.q, z.y = part(n*k), part(2*e*k), part(n*k), part(e), part(len(s.model.Rooms)*k), part(2*e), part(1)
	return z
}

// Solver holds a relaxation and a point.
type Solver struct {
	model  *relax.Model
	k      int // colours
	start  []uint8
	domain *relax.Domain
	rows   relax.Rows

	z      point // the iterate
	t      point // what one step makes of it
	anchor point // the iterate of the last restart
	weight float64

	tau   []float64 // the step of each f, at weight 1
	out   []float64 // p, less S at the colour of the start
	sum   []float64 // the r of the rooms of each cell, added up
	net   []float64 // by cell and colour, out less in
	leave []float64 // by cell, out of the colour at the start
	uses  []float64 // by edge, the swaps on it

	best    []float64 // the prices of the best bound: p, then r, q, y
	bound   float64
	value   float64 // half the sum of f
	missing float64 // by how much rows aren't met, root of the sum of squares
}

// New returns a solver for a model, at the point 0.
func New(m *relax.Model) *Solver {
	s := &Solver{model: m, k: m.Colours, weight: 1}
	s.z, s.t, s.anchor = s.newPoint(), s.newPoint(), s.newPoint()
	n, e := len(m.Start), len(m.Edges)
	s.tau = make([]float64, len(s.z.f))
	s.out = make([]float64, n*s.k)
	s.sum = make([]float64, n*s.k)
	s.net = make([]float64, n*s.k)
	s.leave = make([]float64, n)
	s.uses = make([]float64, e)
	s.best = make([]float64, len(s.z.p)+len(s.z.r)+len(s.z.q)+1)
	return s
}

// Bytes is about what a saved point of the model takes.
func Bytes(m *relax.Model) int64 {
	return 4 * int64((2*len(m.Start)+2*len(m.Edges)+len(m.Rooms))*m.Colours+3*len(m.Edges))
}

// Set says what is to be solved: the colours at the start, those that cells may
// end with, and the rows. It must be called before Run. The point stays.
func (s *Solver) Set(start []uint8, d *relax.Domain, rows relax.Rows) {
	s.start, s.domain, s.rows = start, d, rows
	k := s.k
	for e := range s.model.Edges {
		steps := s.tau[2*e*k : 2*(e+1)*k]
		most := s.most(e)
		for i := range steps {
			steps[i] = 3
			if most > 0 {
				steps[i] += 1 / most
			}
			if s.probed(e) {
				steps[i] += 0.5
			}
		}
		for side, v := range s.model.Edges[e] {
			for _, at := range s.model.At[v] {
				if s.most(int(at)) > 0 {
					steps[side*k+int(start[v])]++
				}
			}
		}
		for i := range steps {
			steps[i] = 1 / steps[i]
		}
	}
	s.bound = math.Inf(-1)
}

func (s *Solver) most(e int) float64 {
	if s.rows.Most == nil {
		return 0
	}
	return float64(s.rows.Most[e])
}

func (s *Solver) probed(e int) bool { return s.rows.Least > 0 && int(s.rows.Probe) == e }

// Saved is a point to go on from.
type Saved struct {
	all    []float32
	weight float64
}

// Save returns the point.
func (s *Solver) Save() *Saved {
	saved := &Saved{make([]float32, len(s.t.all)), s.weight}
	for i, v := range s.t.all {
		saved.all[i] = float32(v)
	}
	return saved
}

// Load puts back a point that was saved by a solver of the same model.
func (s *Solver) Load(saved *Saved) {
	for i, v := range saved.all {
		s.t.all[i] = float64(v)
	}
	s.weight = saved.weight
}

// X returns the share of each colour at each cell in the end, by cell * colours +
// colour. It changes with the next run.
func (s *Solver) X() []float64 { return s.t.x }

// Flow returns what edge e carries of each colour, from its first cell to its
// second and back. It may be changed, to start the next run from there.
func (s *Solver) Flow(e int32) (there, back []float64) {
	i, k := int(e)*2*s.k, s.k
	return s.t.f[i : i+k], s.t.f[i+k : i+2*k]
}

// Tight returns the sum of the prices of the rooms at each cell, by cell *
// colours + colour.
func (s *Solver) Tight() []float64 { return s.sum }

// CellPrices returns the prices of cells that gave the best bound, by cell *
// colours + colour.
func (s *Solver) CellPrices() []float64 { return s.best[:len(s.z.p)] }

// Limits end a run.
type Limits struct {
	Iterations int
	Target     float64 // a bound above this is enough
	Gap        float64 // so near may bound and value be, in swaps
}

// Result of a run.
type Result struct {
	Bound      float64 // of the best prices
	Value      float64 // of the point; a bound of the bound, nearly, where Done
	Done       bool    // bound and value are as near as was asked
	Iterations int
}

// Constants of the restarts, as in PDLP and cuPDLP.
const (
	checkEvery       = 20
	restartSurely    = 0.2
	restartMaybe     = 0.8
	restartLength    = 0.36
	restartAtLeast   = 400
	weightMost       = 1e4
	nearlyMet        = 2e-3
	roundingUnit     = 1 << 20
	largestPrice     = math.MaxInt32 / 2
	smallestMovement = 1e-10
	variableCost     = 5 // of an iteration, in units of pace
)

// Run improves the point until a limit ends it, or the context.
func (s *Solver) Run(ctx context.Context, l Limits) Result {
	s.dropPrices()
	copy(s.z.all, s.t.all)
	copy(s.anchor.all, s.t.all)
	s.addRooms()
	first, last := math.Inf(1), math.Inf(1) // movement at the restart, and at the last check
	since := 0
	result := Result{}
	for i := 1; ; i++ {
		s.step()
		pace.Work(ctx, int64(len(s.t.all))*variableCost)
		over := i >= l.Iterations || ctx.Err() != nil
		check := i%checkEvery == 0 || over
		if check {
			s.evaluate()
			result = Result{Bound: s.bound, Value: s.value, Iterations: i}
			result.Done = s.value-s.bound <= l.Gap && s.missing <= nearlyMet*math.Sqrt(float64(len(s.start)))
			if s.bound > l.Target || result.Done || over {
				return result
			}
		}
		if since == 0 {
			first = s.movement()
			last = first
		} else if check {
			now := s.movement()
			long := since > max(restartAtLeast, int(restartLength*float64(i)))
			if now <= restartSurely*first || now <= restartMaybe*first && now > last || long {
				s.restart()
				since = 0
				continue
			}
			last = now
		}
		s.mix(since)
		since++
	}
}

// dropPrices drops the prices of rows that aren't there.
func (s *Solver) dropPrices() {
	for i := range s.t.q {
		if s.most(i/2) == 0 {
			s.t.q[i] = 0
		}
	}
	if s.rows.Least == 0 {
		s.t.y[0] = 0
	}
}

// mix goes on to the point between the anchor and the reflection of the step.
func (s *Solver) mix(since int) {
	share := float64(since+1) / float64(since+2)
	z, t, a := s.z.all, s.t.all, s.anchor.all
	t, a = t[:len(z)], a[:len(z)]
	for i := range z {
		z[i] = a[i] + share*(2*t[i]-z[i]-a[i])
	}
	s.addRooms()
}

// restart makes the last step the anchor and sets the weight by how far prices
// and variables went.
func (s *Solver) restart() {
	primal, dual := s.distances(&s.t, &s.anchor)
	if primal > smallestMovement && dual > smallestMovement {
		s.weight = math.Sqrt(s.weight * math.Sqrt(dual/primal))
		s.weight = min(max(s.weight, 1/weightMost), weightMost)
	}
	copy(s.z.all, s.t.all)
	copy(s.anchor.all, s.t.all)
	s.addRooms()
}

// distances returns the squares of the distances of two points.
func (s *Solver) distances(a, b *point) (primal, dual float64) {
	split := len(a.x) + len(a.f)
	for i, v := range a.all {
		d := v - b.all[i]
		if i < split {
			primal += d * d
		} else {
			dual += d * d
		}
	}
	return primal, dual
}

// movement is how far a step goes, in about the norm in which it is a nearest
// point.
func (s *Solver) movement() float64 {
	primal, dual := s.distances(&s.t, &s.z)
	return math.Sqrt(primal*s.weight + dual/s.weight)
}

// addRooms adds up the prices of the rooms of each cell.
func (s *Solver) addRooms() {
	clear(s.sum)
	k := s.k
	for i, room := range s.model.Rooms {
		r := s.z.r[i*k : (i+1)*k]
		for _, v := range room {
			sum := s.sum[int(v)*k : (int(v)+1)*k]
			for c := range sum {
				sum[c] += r[c]
			}
		}
	}
}
