//go:build !linux

package pgtest

import "syscall"

// dieWithUs is something only Linux knows; elsewhere a killed test program leaves its server behind.
func dieWithUs(*syscall.SysProcAttr) {}
