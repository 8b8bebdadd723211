//go:build unix

package cli

import (
	"os"
	"runtime"
	"syscall"
)

// maxResident returns the most memory that a process held, in bytes; 0 if
// that isn't known.
func maxResident(p *os.ProcessState) int64 {
	if p == nil {
		return 0
	}
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss) // bytes there, KiB elsewhere
	}
	return int64(usage.Maxrss) << 10
}
