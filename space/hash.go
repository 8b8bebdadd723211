package space

import (
	"hash/maphash"
	"math/bits"
	"reflect"
	"unsafe"
)

// hasher hashes states. States that are plain bits, two of which are equal
// exactly when their bytes are, are hashed word by word; others by maphash.
type hasher[S comparable] struct {
	words int // 8-byte words of a plain state, 0 for others
	seed  maphash.Seed
}

func newHasher[S comparable]() hasher[S] {
	t := reflect.TypeFor[S]()
	if t.Size() > 0 && t.Size()%8 == 0 && plain(t) {
		return hasher[S]{words: int(t.Size() / 8)}
	}
	return hasher[S]{seed: maphash.MakeSeed()}
}

// hash returns 64 bits, all of them well mixed.
func (h *hasher[S]) hash(s S) uint64 {
	switch h.words {
	case 0:
		return maphash.Comparable(h.seed, s)
	case 1:
		return mix(*(*uint64)(unsafe.Pointer(&s)) ^ 0x9e3779b97f4a7c15)
	}
	x := uint64(0x9e3779b97f4a7c15)
	for _, w := range unsafe.Slice((*uint64)(unsafe.Pointer(&s)), h.words) {
		x = mix(x ^ w)
	}
	return x
}

// mix spreads every bit of x over the whole word: the two halves of a 128-bit
// product folded together, twice, for one product alone clumps on states that
// differ in few bits.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x, 0xa0761d6478bd642f)
	x = hi ^ lo
	hi, lo = bits.Mul64(x, 0xe7037ed1a0b428db)
	return hi ^ lo
}

// plain reports whether values of t are equal exactly when their bytes are: no
// pointers, floats, padding, or fields that == passes over.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		size := uintptr(0)
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" || !plain(f.Type) {
				return false
			}
			size += f.Type.Size()
		}
		return size == t.Size()
	}
	return false
}
