package hugepage

import "syscall"

// advise asks for large pages; a system that has none says no, which is fine.
func advise(b []byte) {
	const madvHugepage = 14
	_ = syscall.Madvise(b, madvHugepage)
}
