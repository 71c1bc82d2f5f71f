package main

import (
	"maps"
	"slices"
	"strings"
)

// environment is what was set outside, by name.
type environment map[string]string

// environmentOf takes the form of os.Environ.
func environmentOf(pairs []string) environment {
	all := environment{}
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		all[name] = value
	}
	return all
}

// testVariables are read by the tests and scripts alone; they may be set for a server without meaning anything.
func testVariables() []string {
	return []string{"CONFORMANCE", "FULL", "CHROMIUM", "CRASH_AT", "REQUIRE_BROWSER", "REQUIRE_POSTGRES", "REQUIRE_REDIS"}
}

// stranger is a variable that looks like one of ours and is none, most likely a slip.
type stranger struct{ name, nearest string }

// strangers are all of them in order. They stop nothing: an older server may run in the environment of a newer one.
func (e environment) strangers() (all []stranger) {
	known := testVariables()
	for name := range variables() {
		known = append(known, name)
	}
	for _, full := range slices.Sorted(maps.Keys(e)) {
		name, ours := strings.CutPrefix(full, prefix)
		if !ours || slices.Contains(known, name) {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int { return distance(name, a) - distance(name, b) })
		all = append(all, stranger{full, prefix + nearest})
	}
	return all
}

// distance is how many letters must be added, dropped or exchanged to make b of a (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1) // from what has been read of a to each beginning of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			exchange := diagonal
			if a[i] != b[j] {
				exchange++
			}
			diagonal = row[j+1]
			row[j+1] = min(exchange, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
