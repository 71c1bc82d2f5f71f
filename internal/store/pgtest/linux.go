//go:build linux

package pgtest

import "syscall"

// dieWithUs has the system stop the server when the test program is killed. It then writes what it has and ends.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
