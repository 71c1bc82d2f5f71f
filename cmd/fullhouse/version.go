package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

const versionUsage = `
Usage: fullhouse version

Says which build this is: the commit, when it was made, and the Go that compiled it.

Example:
    $ fullhouse version
    fullhouse 4f2a9c1e5b7d (2026-11-30T21:04:11Z) go1.26.8 linux/amd64
`

func version(_ context.Context, c call) int {
	if !c.noArguments("version") {
		return exitUse
	}
	revision, made := revision()
	fmt.Fprintf(c.stdout, "fullhouse %s (%s) %s %s/%s\n", revision, made, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitGood
}

// revision is the commit this binary was built from, with + after it when the tree had other changes, and its time. Both
// are unknown in binaries that were not built from a repository.
func revision() (commit, made string) {
	commit, made = "unknown", "unknown"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return commit, made
	}
	dirty := ""
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			commit = setting.Value[:min(12, len(setting.Value))]
		case "vcs.time":
			made = setting.Value
		case "vcs.modified":
			if setting.Value == "true" {
				dirty = "+"
			}
		}
	}
	return commit + dirty, made
}
