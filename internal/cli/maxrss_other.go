//go:build !unix

package cli

import "os"

// maxResident returns the most memory that a process held, in bytes; 0 if
// that isn't known.
func maxResident(*os.ProcessState) int64 { return 0 }
