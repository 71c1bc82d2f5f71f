package store

import "testing"

func TestWithoutPassword_LeavesNoneForOthersToSee(t *testing.T) {
	for address, want := range map[string][2]string{
		"postgres://u:secret@h:5432/d?sslmode=disable":     {"postgres://u@h:5432/d?sslmode=disable", "secret"},
		"postgres://u@h/d?password=secret&sslmode=disable": {"postgres://u@h/d?sslmode=disable", "secret"},
		"postgres://u@h/d": {"postgres://u@h/d", ""},
		"postgres:///d?host=/run/postgresql&user=u&password=p%26q": {"postgres:///d?host=%2Frun%2Fpostgresql&user=u", "p&q"},
	} {
		if bare, password := withoutPassword(address); bare != want[0] || password != want[1] {
			t.Errorf("%s: %s and %q, want %s and %q", address, bare, password, want[0], want[1])
		}
	}
}
