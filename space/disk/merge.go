package disk

// merger gives the states of several runs in rising order, each once, up to a
// bound: a tournament of streams, of which the losers are kept.
type merger struct {
	streams []*stream
	keys    []uint64 // of each stream its state, or done
	tree    []int32  // tree[0] the winner, the others the loser of each match
	bound   uint64   // states from here on are left out
}

const done = ^uint64(0)

// newMerger returns a merger of the states from lo to hi-1 of the runs. The
// state done never occurs.
func newMerger(runs []*run, lo, hi uint64) (*merger, error) {
	m := &merger{bound: hi}
	for _, r := range runs {
		if r.total == 0 {
			continue
		}
		s, ok, err := r.from(lo)
		if err != nil {
			return nil, err
		}
		if ok && s.state < hi {
			m.streams = append(m.streams, s)
			m.keys = append(m.keys, s.state)
		}
	}
	n := len(m.streams)
	m.tree = make([]int32, max(n, 1))
	if n > 0 {
		m.tree[0] = m.play(1)
	}
	return m, nil
}

// play holds the matches below a node and returns the winner. Node i's players
// come from nodes 2i and 2i+1; from n on these are the streams.
func (m *merger) play(node int) int32 {
	n := len(m.streams)
	if node >= n {
		return int32(node - n)
	}
	a, b := m.play(2*node), m.play(2*node+1)
	if m.keys[b] < m.keys[a] {
		a, b = b, a
	}
	m.tree[node] = b
	return a
}

// next returns the least state that is left, or done.
func (m *merger) next() (uint64, error) {
	if len(m.streams) == 0 {
		return done, nil
	}
	least := m.keys[m.tree[0]]
	for least != done && m.keys[m.tree[0]] == least {
		w := m.tree[0]
		s := m.streams[w]
		ok, err := s.next()
		if err != nil {
			return done, err
		}
		key := s.state
		if !ok || key >= m.bound {
			key = done
		}
		m.keys[w] = key
		for node := (int(w) + len(m.streams)) / 2; node > 0; node /= 2 {
			if l := m.tree[node]; m.keys[l] < m.keys[w] {
				m.tree[node], w = w, l
			}
		}
		m.tree[0] = w
	}
	return least, nil
}
