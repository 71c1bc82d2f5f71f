package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "example.com/fullhouse"

// arrows are the packages of the project and which of them each may import, tests aside. What is not listed here does not
// exist: a new package has to say where it belongs.
func arrows() map[string][]string {
	return map[string][]string{
		// The ring: domain packages. Nothing but the standard library and each other, downwards.
		"capacity":      {},
		"table":         {},
		"table/deck":    {},
		"table/holdem":  {"table", "table/deck"},
		"table/odds":    {"table/holdem", "table", "table/deck"},
		"table/bot":     {"table/odds", "table/holdem", "table", "table/deck"},
		"table/history": {"table/holdem", "table", "table/deck"},
		// What the rules are held to. It serves the replay command, too.
		"table/holdem/conformance": {"table/holdem", "table", "table/deck"},
		"lobby":                    {"table", "capacity", "ratelimit/quota"},
		"auth":                     {"ratelimit", "ratelimit/quota"},
		"ratelimit":                {},
		"ratelimit/quota":          {},

		// The edges: they speak HTTP, WebSocket or SQL.
		"ws/proto":            {"table"},
		"ws":                  {"ws/proto", "lobby", "table", "capacity", "auth", "ratelimit"}, // each socket holds its messages to a rate
		"web":                 {},
		"web/api":             {"web", "lobby", "table", "capacity", "auth", "ratelimit", "ratelimit/quota", "table/odds", "table/history"},
		"migrations":          {"internal/crashpoint"},
		"internal/store":      {"internal/crashpoint", "migrations", "lobby", "table", "auth", "ratelimit/quota", "capacity"},
		"internal/redisstore": {"ratelimit"},
		"internal/mail":       {},
		"internal/crashpoint": {}, // nothing, but in builds for tests

		// Helpers of tests.
		"table/tabletest":               {"table"},
		"internal/store/storetest":      {"internal/store", "lobby", "table", "auth", "ratelimit/quota"},
		"internal/store/pgtest":         {},
		"internal/redisstore/redistest": {},
		"web/browsertest":               {},

		// The one that knows them all.
		"cmd/fullhouse": {"*"},
	}
}

// ring are the packages that know nothing of how they are reached or where they are kept, with the libraries that they may
// use besides the standard one.
func ring() map[string][]string {
	return map[string][]string{
		"capacity": {}, "table": {}, "table/deck": {}, "table/holdem": {}, "table/odds": {}, "table/bot": {}, "lobby": {},
		"auth": {"golang.org/x/crypto", "golang.org/x/text", "golang.org/x/sys/cpu"}, // hashes of passwords, and one form of text

		"ratelimit": {}, "ratelimit/quota": {},
		"table/history": {"github.com/BurntSushi/toml"}, // poker hand histories are written in TOML
	}
}

// pkg is what go list tells of one package.
type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

func goList(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Standard,Imports,Deps", module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// ours is a package's name without the module's path; false when it is not ours.
func ours(path string) (string, bool) { return strings.CutPrefix(path, module+"/") }

func TestArrows_PackagesImportOnlyWhatLiesBelowThem(t *testing.T) {
	allowed := arrows()
	for _, p := range goList(t) {
		name, _ := ours(p.ImportPath)
		may, listed := allowed[name]
		if !listed {
			t.Errorf("%s is not in the list of packages", name)
			continue
		}
		delete(allowed, name)
		for _, imported := range p.Imports {
			if other, ok := ours(imported); ok && !slices.Contains(may, other) && !slices.Contains(may, "*") {
				t.Errorf("%s imports %s", name, other)
			}
		}
	}
	for name := range allowed {
		t.Errorf("%s is in the list of packages, but not in the tree", name)
	}
}

func TestArrows_DomainPackagesKnowNoEdge(t *testing.T) {
	for _, p := range goList(t) {
		name, _ := ours(p.ImportPath)
		libraries, inside := ring()[name]
		if !inside {
			continue
		}
		for _, dep := range p.Deps { // what its imports import counts too
			first, _, _ := strings.Cut(dep, "/")
			_, own := ours(dep)
			library := strings.Contains(first, ".") && !own
			listed := slices.ContainsFunc(libraries, func(l string) bool { return dep == l || strings.HasPrefix(dep, l+"/") })
			if library && !listed || dep == "net/http" || dep == "database/sql" {
				t.Errorf("%s depends on %s", name, dep)
			}
		}
	}
}
