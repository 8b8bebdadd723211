// Package hugepage asks the operating system to keep large tables in large
// pages. Random access to a table of gigabytes is held up more by the search
// for the page than by the memory itself: 2 MiB pages make it several times as
// fast as 4 KiB pages.
package hugepage

import "unsafe"

// Size is the size of a large page in bytes, where there are any.
const Size = 2 << 20

// Make returns a zeroed slice of n elements, in large pages if it is large and
// the system grants them. T must not contain pointers.
func Make[T any](n int) []T {
	s := make([]T, n)
	bytes := uintptr(n) * unsafe.Sizeof(*new(T))
	if bytes >= 2*Size {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
		skip := -start & (Size - 1)
		length := (bytes - skip) &^ (Size - 1)
		advise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s)), skip)), length))
	}
	return s
}
