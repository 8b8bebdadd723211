package floor

import "fewest/answer"

// known is what is known of a piece.
type known struct {
	lower      int
	proof      Proof   // of lower
	plan       []int32 // the best plan, or nil
	method     Method  // that made the plan
	impossible bool
	reason     string      // why impossible
	stop       answer.Stop // what ended the work early
	work       map[string]int64
	proofs     []proven // for a certificate
}

func (k *known) optimal() bool { return k.plan != nil && len(k.plan) == k.lower }

// raise takes a lower bound over if it isn't worse.
func (k *known) raise(lower int, proof Proof) {
	if lower >= k.lower {
		k.lower, k.proof = lower, proof
	}
}

// improve takes a plan over if it is shorter.
func (k *known) improve(plan []int32, method Method) {
	if plan != nil && (k.plan == nil || len(plan) < len(k.plan)) {
		k.plan, k.method = plan, method
	}
}

// count adds to the counters of work.
func (k *known) count(work map[string]int64) {
	if k.work == nil {
		k.work = map[string]int64{}
	}
	for name, n := range work {
		k.work[name] += n
	}
}

// learn takes over what is better of what another worker knows.
func (k *known) learn(other known) {
	if other.lower > k.lower {
		k.raise(other.lower, other.proof)
	}
	k.improve(other.plan, other.method)
	if other.impossible {
		k.impossible, k.proof, k.reason = true, other.proof, other.reason
	}
}

// solver is the work on one piece that has conflicts.
type solver struct {
	*piece
	*known // what it learns, at once
	opt    Options
	done   []uint8            // a done arrangement, where one is known
	sweep  []int32            // a quick plan that may leave conflicts, or nil
	quick  []int32            // ... one that leaves none
	report func(phase string) // tells about what was learnt
}

// excludes notes that the piece can't be done.
func (s *solver) excludes(proof Proof) {
	s.impossible, s.proof, s.reason = true, proof, s.excluded()
}
