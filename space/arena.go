package space

import "unsafe"

// arena is a list that grows without copying what it holds, so that memory
// never doubles for a moment: the first chunk grows, the others are fixed.
type arena[T any] struct {
	chunks [][]T
	n      int
}

const (
	chunkBits = 14
	chunkSize = 1 << chunkBits
	chunkMask = chunkSize - 1
)

func (a *arena[T]) push(x T) {
	c := a.n >> chunkBits
	if c == len(a.chunks) {
		var chunk []T
		if c > 0 {
			chunk = make([]T, 0, chunkSize)
		}
		a.chunks = append(a.chunks, chunk)
	}
	a.chunks[c] = append(a.chunks[c], x)
	a.n++
}

func (a *arena[T]) at(i int) *T { return &a.chunks[i>>chunkBits][i&chunkMask] }

// bytes returns the memory in use, without what the elements point to.
func (a *arena[T]) bytes() int64 {
	if len(a.chunks) == 0 {
		return 0
	}
	var zero T
	items := cap(a.chunks[0]) + (len(a.chunks)-1)*chunkSize
	return int64(items)*int64(unsafe.Sizeof(zero)) + int64(cap(a.chunks))*24
}
