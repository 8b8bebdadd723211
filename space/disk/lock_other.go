//go:build !unix

package disk

// lock does nothing where files can't be locked in a portable way.
func lock(string) (release func(), err error) { return func() {}, nil }

// full can't tell here; the error's own text has to do.
func full(error) bool { return false }
