//go:build unix

package main

import "syscall"

// openFiles is how many files and sockets this process may have open at once. The Go runtime has already raised the soft
// limit to the hard one.
func openFiles() (int, error) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, err
	}
	return int(min(uint64(limit.Cur), 1<<30)), nil // some systems say infinity
}
