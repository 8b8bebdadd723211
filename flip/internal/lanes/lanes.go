// Package lanes works on the eight bytes of a word at once.
package lanes

import "math/bits"

const (
	Low  = 0x0101010101010101 // the lowest bit of each byte
	High = 0x8080808080808080 // the highest
)

// Min returns the smaller of each pair of bytes, all below 128.
func Min(x, y uint64) uint64 {
	mask := ((x | High) - y) & High // where x >= y
	mask = mask >> 7 * 255
	return y&mask | x&^mask
}

// Least returns the least of the eight bytes, all below 128.
func Least(x uint64) int {
	x = Min(x, bits.RotateLeft64(x, 32))
	return int(min(x&255, x>>8&255, x>>16&255, x>>24&255))
}
