package space

import "testing"

// TestStoreIsFull: a store takes no more states than its indices can number,
// also where its table has room for them.
func TestStoreIsFull(t *testing.T) {
	st, w := newStore[int](), newWatch(t.Context(), &Options{})
	st.most = 10
	for i := range st.most {
		if !st.room(1, 0, w) {
			t.Fatalf("no room for state %d of %d", i+1, st.most)
		}
		st.put(i)
	}
	if st.room(1, 0, w) || w.Stop != MemoryLimit {
		t.Errorf("room for more, stop %v", w.Stop)
	}
}
