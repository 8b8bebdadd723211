package anneal

// Guide has a price for each colour on each cell, such that no swap raises the
// sum of the prices of the tiles where they lie by more than 1: the prices of a
// flow bound. A swap that raises it by 1 is on a way that the bound knows of.
type Guide struct {
	Prices  []float64 // by cell * Colours + colour
	Colours int
}

// schedules are the ways to cool with a guide, for the whole board one by the
// seed, for regions any. In the first, swaps on the way are free until near the
// end, so that half a journey costs nothing; the second trusts the prices less and
// less.
var schedules = [2]schedule{
	{heat: span{0.5, 0.15}, price: span{0, 1.5}, trust: span{1, 0.9}},
	{heat: span{0.5, 0.1}, price: span{0.5, 3}, trust: span{0.95, 0.3}},
}

// guidedWhole is the part of the steps for the whole board.
const guidedWhole = 0.5

// follow anneals with the guide, then quenches as run does.
func (s *search) follow(steps int, c schedule) {
	s.guide = s.options.Guide
	s.phase(steps, c)
	s.phase(steps/10, schedule{heat: span{c.heat.to, c.heat.to / 2}, price: span{priceQuench, priceQuench}, trust: span{c.trust.to, c.trust.to}})
	s.guide = nil
}

// worth is what the guide gives for two final tiles trading places.
func (s *search) worth(p, q int32) float64 {
	if s.guide == nil {
		return 0
	}
	k := int32(s.guide.Colours)
	a, b := int32(s.final[p]), int32(s.final[q])
	prices := s.guide.Prices
	return prices[p*k+b] - prices[p*k+a] + prices[q*k+a] - prices[q*k+b]
}
