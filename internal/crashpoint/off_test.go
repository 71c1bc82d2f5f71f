//go:build !crashpoints

package crashpoint_test

import (
	"testing"

	"example.com/fullhouse/internal/crashpoint"
)

func TestReach_DoesNothingInABuildForOthers(t *testing.T) {
	for _, p := range crashpoint.All() {
		t.Setenv("FULLHOUSE_CRASH_AT", string(p)+":1")
		crashpoint.Reach(p) // else this test is not heard of again
	}
}
