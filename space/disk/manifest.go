package disk

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
)

// manifest says which layers are finished; it is the checkpoint. It changes as
// a whole, after the files it names are on the disk.
type manifest struct {
	Format      string  `json:"format"`
	Version     int     `json:"version"`
	Puzzle      string  `json:"puzzle"`
	Fingerprint uint64  `json:"fingerprint,string"`
	Layers      []layer `json:"layers"`
	Finished    bool    `json:"finished"`
	Checksum    uint32  `json:"checksum"` // CRC-32C of the layers as Go prints them, and of Finished
}

func (m *manifest) sum() uint32 {
	return crc32.Checksum(fmt.Appendf(nil, "%v %v", m.Layers, m.Finished), castagnoli)
}

// layer is the states at one distance: runs, each above the one before.
type layer struct {
	States uint64   `json:"states"`
	Runs   []string `json:"runs"` // none if they are no longer needed
}

const (
	manifestName = "census.json"
	format       = "fewest census on disk"
	version      = 2 // of 1 the fingerprint didn't cover every move
)

// readManifest returns nil if there is none.
func readManifest(dir, puzzle string, fingerprint uint64) (*manifest, error) {
	name := filepath.Join(dir, manifestName)
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("%s: torn, or not a list of layers: %w", name, err)
	}
	switch {
	case m.Format != format:
		return nil, fmt.Errorf("%s: not a list of layers: its format is %q", name, m.Format)
	case m.Version != version:
		return nil, fmt.Errorf("%s: version %d, this program reads version %d", name, m.Version, version)
	case m.Fingerprint != fingerprint:
		if m.Puzzle == puzzle {
			return nil, fmt.Errorf("%s: layers of another puzzle, though it is %q, too: a move or the start is another", name, puzzle)
		}
		return nil, fmt.Errorf("%s: layers of another puzzle: %q, not %q", name, m.Puzzle, puzzle)
	}
	if m.Checksum != m.sum() {
		return nil, fmt.Errorf("%s: torn: the checksum is wrong", name)
	}
	for d, l := range m.Layers {
		for _, run := range l.Runs {
			if run != filepath.Base(run) || !strings.HasPrefix(run, layerPrefix) {
				return nil, fmt.Errorf("%s: layer %d: %q isn't the name of a layer's run", name, d, run)
			}
		}
	}
	return &m, nil
}

// write replaces the manifest in the directory.
func (m *manifest) write(dir string, create func(string) (file, error)) error {
	m.Checksum = m.sum()
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	temp := filepath.Join(dir, manifestName+".new")
	f, err := create(temp)
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, filepath.Join(dir, manifestName)); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir makes sure that names made in the directory stay.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every system can; the names are there all the same
	return d.Close()
}

const (
	layerPrefix = "layer-"
	tempPrefix  = "temp-"
)

// clean removes the runs of ours that the manifest doesn't name: what a run
// that was killed has left.
func clean(dir string, m *manifest) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, l := range m.Layers {
		for _, r := range l.Runs {
			named[r] = true
		}
	}
	for _, e := range entries {
		name := e.Name()
		if (strings.HasPrefix(name, layerPrefix) || strings.HasPrefix(name, tempPrefix)) &&
			strings.HasSuffix(name, ".run") && !named[name] {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return nil
}
