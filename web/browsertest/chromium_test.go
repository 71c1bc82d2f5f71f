package browsertest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestFindChromium_LooksWhereScriptsNeedsLooks holds what scripts/needs relies on when it finds that nothing is missing.
func TestFindChromium_LooksWhereScriptsNeedsLooks(t *testing.T) {
	folder := t.TempDir()
	installed := filepath.Join(folder, "chromium")
	other := filepath.Join(folder, "another-browser")
	for _, path := range []string{installed, other} {
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, path, variable, want string }{
		{"on the PATH", folder, "", installed},
		{"named by its path", "", other, other},
		{"named by a name on the PATH", folder, "another-browser", other},
		{"nowhere", t.TempDir(), "", ""},
		{"named but not there", folder, filepath.Join(folder, "nothing"), ""},
	} {
		t.Setenv("PATH", c.path)
		t.Setenv("FULLHOUSE_CHROMIUM", c.variable)
		got, err := findChromium()
		if got != c.want || (c.want == "") != errors.Is(err, errNoBrowser) {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}
