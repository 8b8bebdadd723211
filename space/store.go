package space

import (
	"math"
	"reflect"
	"unsafe"

	"fewest/space/internal/hugepage"
)

// store is a set of states in the order they came: the visited set of a search
// and, in breadth-first searches, its queue as well. Beside the state itself it
// takes 5 to 11 bytes: an open-addressing table of indices into the list.
//
// With 2^k slots an index takes k bits of its slot. The other bits hold a piece
// of the hash, so that the list is seldom looked at in vain.
type store[S comparable] struct {
	hasher[S]
	states arena[S]
	slots  []uint32 // 0 if free, else piece of hash and index+1
	bits   uint     // len(slots) = 1 << bits
	most   int      // states; an index must fit an int32
	text   bool     // S is a string, its bytes count too
	extra  int64    // bytes of strings

	hashes  []uint64 // of hashAll
	touched uint32   // keeps the loads of hashAll from being optimised away
}

const firstBits = 6

func newStore[S comparable]() *store[S] {
	return &store[S]{
		hasher: newHasher[S](), slots: make([]uint32, 1<<firstBits), bits: firstBits, most: math.MaxInt32,
		text: reflect.TypeFor[S]().Kind() == reflect.String,
	}
}

func (t *store[S]) len() int { return t.states.n }

func (t *store[S]) at(i int) S { return *t.states.at(i) }

func (t *store[S]) bytes() int64 {
	return t.states.bytes() + int64(len(t.slots))*4 + t.extra
}

// find returns the index of s, or -1.
func (t *store[S]) find(s S) int {
	i, _ := t.probe(s, t.hash(s))
	return i
}

// probe returns the index of s and its slot, or -1 and the free slot for it.
func (t *store[S]) probe(s S, h uint64) (index int, slot uint64) {
	mask := uint64(1)<<t.bits - 1
	low := uint32(mask)
	slot = h >> (64 - t.bits)
	for {
		v := t.slots[slot]
		if v == 0 {
			return -1, slot
		}
		if (v^uint32(h))&^low == 0 {
			i := int(v&low) - 1
			if t.at(i) == s {
				return i, slot
			}
		}
		slot = (slot + 1) & mask
	}
}

// put is add for a state whose hash isn't at hand.
func (t *store[S]) put(s S) (index int, isNew bool) { return t.add(s, t.hash(s)) }

// hashAll returns the hashes of the states that the steps lead to, and touches
// the slots where they belong: all at once, for one after the other the memory
// would keep each waiting. There must be room already.
func (t *store[S]) hashAll(steps []Step[S]) []uint64 {
	t.hashes = t.hashes[:0]
	for i := range steps {
		t.hashes = append(t.hashes, t.hash(steps[i].To))
	}
	touched := uint32(0)
	for _, h := range t.hashes {
		touched ^= t.slots[h>>(64-t.bits)]
	}
	t.touched = touched
	return t.hashes
}

// add puts s, whose hash is h, in unless it is there. It returns the index of
// s and whether it is new. There must be room.
func (t *store[S]) add(s S, h uint64) (index int, isNew bool) {
	i, slot := t.probe(s, h)
	if i >= 0 {
		return i, false
	}
	i = t.states.n
	t.states.push(s)
	t.slots[slot] = uint32(h)&^(1<<t.bits-1) | uint32(i+1)
	if t.text {
		t.extra += int64(len(*(*string)(unsafe.Pointer(&s))))
	}
	return i, true
}

// room makes sure that count more states can be added. If they would take the
// memory above the limit, in bytes less what is used elsewhere, or the search
// is cancelled meanwhile, it notes that in w and returns false.
func (t *store[S]) room(count int, elsewhere int64, w *watch) bool {
	need := t.states.n + count
	if need > t.most {
		w.Stop = MemoryLimit
		return false
	}
	if need <= len(t.slots)/4*3 {
		return true
	}
	bits := t.bits
	for need > 3<<bits>>2 {
		bits++
	}
	limit := w.options.MaxBytes
	if limit > 0 && t.states.bytes()+t.extra+elsewhere+4<<bits > limit {
		w.Stop = MemoryLimit
		return false
	}
	return t.grow(bits, w)
}

// grow makes the table larger. A large one takes seconds, so it looks at the
// context; false means cancelled, and the table is of no more use.
func (t *store[S]) grow(bits uint, w *watch) bool {
	t.slots = nil // let it go before the new one comes
	t.slots = hugepage.Make[uint32](1 << bits)
	t.bits = bits
	mask := uint64(1)<<bits - 1
	i := uint32(0)
	for _, chunk := range t.states.chunks {
		if w.cancelled() {
			return false
		}
		for _, s := range chunk {
			h := t.hash(s)
			slot := h >> (64 - bits)
			for t.slots[slot] != 0 {
				slot = (slot + 1) & mask
			}
			i++
			t.slots[slot] = uint32(h)&^uint32(mask) | i
		}
	}
	return true
}
