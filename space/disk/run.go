package disk

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// A run is a file of states, all different, in rising order:
//
//	magic, version      8 bytes
//	fingerprint         8 bytes, of the puzzle
//	blocks, one after the other, of up to blockStates states:
//	    payload length, states, first state    4 + 4 + 8 bytes
//	    payload         for each further state its distance to the one before
//	                    it less one, as a varint
//	    checksum        4 bytes, CRC-32C of the block so far
//	index: for each block first state, offset, states     8 + 8 + 4 bytes
//	end: blocks, states, checksum of the index, magic     8 + 8 + 4 + 8 bytes
//
// All numbers are little-endian. Whatever ends early has no end.
const (
	magic       = "FEWRUN\x00\x01" // the last byte is the version
	endMagic    = "FEWEND\x00\x01"
	headerSize  = 16
	blockHeader = 16
	entrySize   = 20
	endSize     = 28
	blockStates = 4096
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// file is what a run is written to; tests put in ones that fail.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

func create(name string) (file, error) { return os.Create(name) }

// entry is a block in the index of a run.
type entry struct {
	first  uint64
	offset int64
	states uint32
}

// writer writes a run.
type writer struct {
	name   string
	file   file
	out    *bufio.Writer
	block  []byte
	states uint32 // in block
	last   uint64
	index  []entry
	offset int64
	total  uint64
}

func newWriter(dir, name string, fingerprint uint64, buffer int, create func(string) (file, error)) (*writer, error) {
	f, err := create(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	w := &writer{name: name, file: f, out: bufio.NewWriterSize(f, buffer), offset: headerSize}
	header := binary.LittleEndian.AppendUint64([]byte(magic), fingerprint)
	if _, err := w.out.Write(header); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}

// add appends a state larger than all before.
func (w *writer) add(s uint64) error {
	if w.states == 0 {
		w.block = append(w.block[:0], make([]byte, blockHeader)...)
		binary.LittleEndian.PutUint64(w.block[8:], s)
	} else {
		d := s - w.last - 1
		for d >= 0x80 {
			w.block = append(w.block, byte(d)|0x80)
			d >>= 7
		}
		w.block = append(w.block, byte(d))
	}
	w.last = s
	w.states++
	if w.states == blockStates {
		return w.flush()
	}
	return nil
}

func (w *writer) flush() error {
	if w.states == 0 {
		return nil
	}
	b := w.block
	binary.LittleEndian.PutUint32(b[0:], uint32(len(b)-blockHeader))
	binary.LittleEndian.PutUint32(b[4:], w.states)
	w.index = append(w.index, entry{binary.LittleEndian.Uint64(b[8:]), w.offset, w.states})
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	w.block = b
	w.offset += int64(len(b))
	w.total += uint64(w.states)
	w.states = 0
	_, err := w.out.Write(b)
	return err
}

// finish writes the end of the run, if sync is set makes sure that it is on the
// disk, and closes it.
func (w *writer) finish(sync bool) error {
	err := w.flush()
	var tail []byte
	for _, e := range w.index {
		tail = binary.LittleEndian.AppendUint64(tail, e.first)
		tail = binary.LittleEndian.AppendUint64(tail, uint64(e.offset))
		tail = binary.LittleEndian.AppendUint32(tail, e.states)
	}
	sum := crc32.Checksum(tail, castagnoli)
	tail = binary.LittleEndian.AppendUint64(tail, uint64(len(w.index)))
	tail = binary.LittleEndian.AppendUint64(tail, w.total)
	tail = binary.LittleEndian.AppendUint32(tail, sum)
	tail = append(tail, endMagic...)
	if err == nil {
		_, err = w.out.Write(tail)
	}
	if err == nil {
		err = w.out.Flush()
	}
	if err == nil && sync {
		err = w.file.Sync()
	}
	return errors.Join(err, w.file.Close())
}

// run is an open run.
type run struct {
	name  string
	file  *os.File
	index []entry
	total uint64
}

// openRun opens a run and reads its index. The error says what is wrong with a
// file that isn't a whole run of this puzzle.
func openRun(dir, name string, fingerprint uint64) (*run, error) {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	r := &run{name: name, file: f}
	if err := r.readIndex(fingerprint); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, name), err)
	}
	return r, nil
}

func (r *run) readIndex(fingerprint uint64) error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	var header [headerSize]byte
	if size < headerSize+endSize {
		return fmt.Errorf("torn: %d bytes, too few for a run", size)
	}
	if _, err := r.file.ReadAt(header[:], 0); err != nil {
		return err
	}
	if got := string(header[:8]); got != magic {
		if got[:7] == magic[:7] {
			return fmt.Errorf("a run of version %d, this program reads version %d", got[7], magic[7])
		}
		return errors.New("not a run of states")
	}
	if got := binary.LittleEndian.Uint64(header[8:]); got != fingerprint {
		return errors.New("a run of another puzzle")
	}
	var end [endSize]byte
	if _, err := r.file.ReadAt(end[:], size-endSize); err != nil {
		return err
	}
	if string(end[20:]) != endMagic {
		return fmt.Errorf("torn: the end is missing after byte %d", size)
	}
	blocks := binary.LittleEndian.Uint64(end[0:])
	r.total = binary.LittleEndian.Uint64(end[8:])
	if blocks > uint64(size-headerSize-endSize)/entrySize {
		return fmt.Errorf("torn: an index of %d blocks in %d bytes", blocks, size)
	}
	raw := make([]byte, blocks*entrySize)
	indexAt := size - endSize - int64(len(raw))
	if _, err := r.file.ReadAt(raw, indexAt); err != nil {
		return err
	}
	if crc32.Checksum(raw, castagnoli) != binary.LittleEndian.Uint32(end[16:]) {
		return errors.New("torn: the checksum of the index is wrong")
	}
	r.index = make([]entry, blocks, blocks+1)
	for i := range r.index {
		e := raw[i*entrySize:]
		r.index[i] = entry{
			binary.LittleEndian.Uint64(e), int64(binary.LittleEndian.Uint64(e[8:])), binary.LittleEndian.Uint32(e[16:]),
		}
	}
	r.index = append(r.index, entry{offset: indexAt}) // where the last block ends
	return r.checkIndex()
}

// checkIndex reports an index that no writer makes, whatever its checksum: read
// relies on blocks that follow each other.
func (r *run) checkIndex() error {
	at, states := int64(headerSize), uint64(0)
	for i, e := range r.index[:r.blocks()] {
		length := r.index[i+1].offset - e.offset
		if e.offset != at || length < blockHeader+4 || length > blockHeader+4+10*blockStates ||
			e.states < 1 || e.states > blockStates || i > 0 && e.first <= r.index[i-1].first {
			return fmt.Errorf("torn: block %d of the index can't be", i)
		}
		at += length
		states += uint64(e.states)
	}
	if states != r.total {
		return fmt.Errorf("torn: %d states in the index, %d at the end", states, r.total)
	}
	return nil
}

func (r *run) blocks() int { return len(r.index) - 1 }

func (r *run) close() { r.file.Close() }

// read reads block i into buf and returns its payload.
func (r *run) read(i int, buf []byte) (payload, grown []byte, err error) {
	e := r.index[i]
	n := int(r.index[i+1].offset - e.offset)
	if cap(buf) < n {
		buf = make([]byte, n+n/4)
	}
	buf = buf[:n]
	if _, err := r.file.ReadAt(buf, e.offset); err != nil {
		return nil, buf, fmt.Errorf("%s: %w", r.file.Name(), err)
	}
	body := buf[:n-4] // checkIndex has seen that there are as many
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(buf[n-4:]) ||
		binary.LittleEndian.Uint32(body) != uint32(len(body)-blockHeader) ||
		binary.LittleEndian.Uint32(body[4:]) != e.states || binary.LittleEndian.Uint64(body[8:]) != e.first {
		return nil, buf, fmt.Errorf("%s: torn: the checksum of the block at byte %d is wrong", r.file.Name(), e.offset)
	}
	return body[blockHeader:], buf, nil
}

// stream reads the states of a run one by one, from any block on.
type stream struct {
	*run
	block   int // the next to read
	left    uint32
	payload []byte
	buf     []byte
	state   uint64 // the current one
}

// next goes to the next state; false if there is none, or on an error.
func (s *stream) next() (bool, error) {
	if s.left == 0 {
		if s.block >= s.blocks() {
			return false, nil
		}
		var err error
		if s.payload, s.buf, err = s.read(s.block, s.buf); err != nil {
			return false, err
		}
		s.state, s.left = s.index[s.block].first, s.index[s.block].states-1
		s.block++
		return true, nil
	}
	s.left--
	d, shift := uint64(0), 0
	for i, b := range s.payload {
		d |= uint64(b&0x7F) << shift
		if b < 0x80 {
			s.payload = s.payload[i+1:]
			s.state += d + 1
			return true, nil
		}
		shift += 7
	}
	return false, fmt.Errorf("%s: torn: block %d ends early", s.file.Name(), s.block-1)
}

// from returns a stream that stands at the first state not below s; ok is false
// if there is none.
func (r *run) from(s uint64) (st *stream, ok bool, err error) {
	lo, hi := 0, r.blocks() // the last block that begins at or below s
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; r.index[mid].first <= s {
			lo = mid
		} else {
			hi = mid
		}
	}
	st = &stream{run: r, block: lo}
	for {
		ok, err = st.next()
		if !ok || err != nil || st.state >= s {
			return st, ok, err
		}
	}
}
