package walsh

// Four numbers v0..v3 ride in one word as v0 + v1 2^16 + v2 2^32 + v3 2^48.
// They may be negative: sums and differences of words, modulo 2^64, are those of
// the numbers. Adding the bias to each makes them readable, lane by lane, as
// long as none is beyond maxTotal.
const (
	lanes = 0x0001_0001_0001_0001
	bias  = maxTotal * lanes
	tops  = 0x8000_8000_8000_8000
)

// transform is the fast Walsh-Hadamard transform of four tables at once, if any
// number of the transforms is larger than the one given; then it returns true.
// If none is, it returns false and leaves the table half done, which saves the
// last pass its writes. Two levels are done at a time, the widest steps first.
func transform(table []uint64, above int64) bool {
	size := len(table)
	for ; size > 16; size /= 4 {
		quarter := size / 4
		for at := 0; at < len(table); at += size {
			w := table[at : at+quarter]
			x := table[at+quarter : at+2*quarter][:len(w)]
			y := table[at+2*quarter : at+3*quarter][:len(w)]
			z := table[at+3*quarter : at+4*quarter][:len(w)]
			for i, w0 := range w {
				x0, y0, z0 := x[i], y[i], z[i]
				a, b, c, d := w0+x0, w0-x0, y0+z0, y0-z0
				w[i], x[i], y[i], z[i] = a+c, b+d, a-c, b-d
			}
		}
	}
	// A lane's top bit comes up where its number exceeds the given one: numbers
	// differ by less than 2^15.
	limit := uint64(0x8000-(above+1)) * lanes
	if size == 16 {
		any := uint64(0)
		for at := 0; at+16 <= len(table); at += 16 {
			any |= over((*[16]uint64)(table[at:at+16]), limit)
		}
		if any&tops == 0 {
			return false
		}
		size = 4
	}
	for ; size > 1; size /= 2 {
		for at := 0; at < len(table); at += size {
			low, high := table[at:at+size/2], table[at+size/2:at+size]
			for i, x := range low {
				y := high[i]
				low[i], high[i] = x+y, x-y
			}
		}
	}
	return true
}

// over does the first two of the last four levels, and returns a word in which a
// lane's top bit is up if a number of that lane in the transform of the sixteen
// exceeds the limit's.
func over(v *[16]uint64, limit uint64) uint64 {
	any := uint64(0)
	for i := range 4 {
		w0, x0, y0, z0 := v[i], v[i+4], v[i+8], v[i+12]
		a, b, c, d := w0+x0, w0-x0, y0+z0, y0-z0
		v[i], v[i+4], v[i+8], v[i+12] = a+c, b+d, a-c, b-d
	}
	for i := 0; i < 16; i += 4 {
		a, b, c, d := v[i]+v[i+1]+limit, v[i]-v[i+1]+limit, v[i+2]+v[i+3], v[i+2]-v[i+3]
		any |= (a + c) | (b + d) | (a - c) | (b - d)
	}
	return any
}
