package census

// buckets hold states on their way to their regions, for one worker: chunks
// from one pool, chained for each region. A state takes four bytes, its place
// in the region.
type buckets struct {
	shift uint
	size  uint64
	pool  []uint32
	next  []uint32 // for each region the place for its next state; at a chunk's start: none
	chain []uint32 // for each chunk 1 + the one filled before it for that region, or 0
	used  int      // chunks
	total int      // chunks
}

const (
	chunkBits = 9
	chunkLen  = 1 << chunkBits
)

// plan sets the sizes: room for all the regions to have some chunks, and for
// enough moves that changing between filling and emptying costs little.
func (b *buckets) plan(regions int, shift uint, size uint64) {
	b.shift, b.size = shift, size
	b.next = make([]uint32, regions)
	b.total = 4*regions + int(min(size*2, 8<<20))/chunkLen + 64
}

func (b *buckets) bytes() int64 { return int64(b.total) * (chunkLen*4 + 4) }

func (b *buckets) begin() {
	b.pool = make([]uint32, b.total*chunkLen)
	b.chain = make([]uint32, b.total)
}

// room reports whether count more states surely fit. An empty pool counts as
// room for any number, for it grows then.
func (b *buckets) room(count int) bool {
	free := b.total - b.used
	if count <= free {
		return true
	}
	if b.used > 0 {
		return false
	}
	b.total = count + len(b.next)
	b.begin()
	return true
}

// put drops the states into their buckets. It stops at a state that doesn't
// exist and returns it, otherwise 0.
func (b *buckets) put(states []uint64) uint64 {
	next, pool, shift := b.next, b.pool, b.shift
	mask := uint64(1)<<shift - 1
	for _, s := range states {
		if s >= b.size {
			return s
		}
		r := s >> shift
		i := next[r]
		if i&(chunkLen-1) == 0 {
			i = b.chunk(i)
		}
		pool[i] = uint32(s & mask)
		next[r] = i + 1
	}
	return 0
}

// chunk takes a chunk from the pool, chains the full one that ends at place i
// to it, and returns its first place.
func (b *buckets) chunk(i uint32) uint32 {
	c := uint32(b.used)
	b.used++
	b.chain[c] = i >> chunkBits
	return c << chunkBits
}

// empty marks the region's states in its part of the bitmap and reports whether
// there were any.
func (b *buckets) empty(region uint64, bitmap []uint64) bool {
	i := b.next[region]
	if i == 0 {
		return false
	}
	c := (i - 1) >> chunkBits
	chunk := b.pool[c<<chunkBits : i]
	for {
		for _, s := range chunk {
			bitmap[s>>6] |= 1 << (s & 63)
		}
		before := b.chain[c]
		if before == 0 {
			break
		}
		c = before - 1
		chunk = b.pool[c<<chunkBits : (c+1)<<chunkBits]
	}
	b.next[region] = 0
	return true
}

// reset gives all chunks back.
func (b *buckets) reset() { b.used = 0 }
