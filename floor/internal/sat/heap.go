package sat

// heap orders variables by activity, the highest first, and remembers the
// value that each last had.
type heap struct {
	activity []float64
	phase    []bool
	place    []int32 // position in items, or -1
	items    []int32
}

func (h *heap) addVar() {
	h.activity = append(h.activity, 0)
	h.phase = append(h.phase, false)
	h.place = append(h.place, -1)
}

func (h *heap) clear() {
	for _, v := range h.items {
		h.place[v] = -1
	}
	h.items = h.items[:0]
}

func (h *heap) insert(v int32) {
	if h.place[v] >= 0 {
		return
	}
	h.items = append(h.items, v)
	h.place[v] = int32(len(h.items) - 1)
	h.up(len(h.items) - 1)
}

// pop removes and returns the most active variable, or -1.
func (h *heap) pop() int32 {
	if len(h.items) == 0 {
		return -1
	}
	top := h.items[0]
	last := len(h.items) - 1
	h.place[top] = -1
	if last > 0 {
		h.items[0] = h.items[last]
		h.place[h.items[0]] = 0
	}
	h.items = h.items[:last]
	if last > 1 {
		h.down(0)
	}
	return top
}

// raise restores the order after v's activity grew.
func (h *heap) raise(v int32) {
	if p := h.place[v]; p >= 0 {
		h.up(int(p))
	}
}

func (h *heap) up(i int) {
	v := h.items[i]
	a := h.activity[v]
	for i > 0 {
		parent := (i - 1) / 2
		u := h.items[parent]
		if h.activity[u] >= a {
			break
		}
		h.items[i] = u
		h.place[u] = int32(i)
		i = parent
	}
	h.items[i] = v
	h.place[v] = int32(i)
}

func (h *heap) down(i int) {
	v := h.items[i]
	a := h.activity[v]
	for {
		child := 2*i + 1
		if child >= len(h.items) {
			break
		}
		if r := child + 1; r < len(h.items) && h.activity[h.items[r]] > h.activity[h.items[child]] {
			child = r
		}
		u := h.items[child]
		if h.activity[u] <= a {
			break
		}
		h.items[i] = u
		h.place[u] = int32(i)
		i = child
	}
	h.items[i] = v
	h.place[v] = int32(i)
}
