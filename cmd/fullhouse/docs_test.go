package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/fullhouse/table/bot"
)

// root is the module's folder, seen from this package.
const root = "../.."

func TestDocs_WhatTheyPointToIsThere(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := allTests(t)
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "bench", "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllSubmatch(text, -1) {
			checkLink(t, page, text, string(link[1]))
		}
		for _, name := range regexp.MustCompile("`(Test[A-Za-z0-9_]+)`").FindAllSubmatch(text, -1) {
			if !bytes.Contains(tests, append([]byte("func "), append(name[1], '(')...)) {
				t.Errorf("%s: there is no test %s", page, name[1])
			}
		}
	}
}

// Each of the seven rules has the code that one writes first, a test that it fails, and an excerpt of the code that stands in its
// place. TestDocs_WhatTheyPointToIsThere knows of tests and links; this holds the excerpts to the files beside them.
func TestDocs_ExcerptsOfTheRulesAreTheCode(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "walk.md"))
	if err != nil {
		t.Fatal(err)
	}
	rules := strings.Split(string(page), "\n## ")[1:]
	if len(rules) != 7 {
		t.Errorf("%d rules, want seven", len(rules))
	}
	for _, rule := range rules {
		title, _, _ := strings.Cut(rule, "\n")
		if !strings.Contains(rule, "naive way") || !strings.Contains(rule, "`Test") {
			t.Errorf("%s: it lacks the naive way, or the test that it fails", title)
		}
		var code strings.Builder // of the files that the rule links to
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+\.go)\)`).FindAllStringSubmatch(rule, -1) {
			text, _ := os.ReadFile(filepath.Join(root, "docs", link[1])) // TestDocs_WhatTheyPointToIsThere says what is missing
			code.Write(text)
		}
		excerpts := 0
		for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(rule, -1) {
			if strings.Contains(block[1], "naive way") {
				continue
			}
			if excerpts++; !strings.Contains(flush(code.String()), flush(block[1])) {
				t.Errorf("%s: this is not in the files beside it:\n%s", title, block[1])
			}
		}
		if excerpts == 0 {
			t.Errorf("%s: it shows no code", title)
		}
	}
}

// flush is code without its indentation and without the runs of spaces that gofmt aligns with.
func flush(code string) string {
	var all strings.Builder
	for line := range strings.Lines(code) {
		fmt.Fprintln(&all, strings.Join(strings.Fields(line), " "))
	}
	return all.String()
}

// The table of what POST /api/tables takes has the defaults that a table gets, and every level that bots have.
func TestDocs_SayWhatANewTableIsLike(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "protocol.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "### A new table\n")
	section, _, _ = strings.Cut(section, "\n### ")
	got := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([^|]+) \\|").FindAllStringSubmatch(section, -1) {
		got[row[1]] = row[2]
	}
	delete(got, "name") // the creator's
	creator := begin(t).person(t)
	creator.guest()
	var opened struct{ Settings map[string]json.RawMessage }
	creator.ask("POST", "/api/tables", nil, &opened)
	want := map[string]string{}
	for field, value := range opened.Settings {
		want[field] = string(value)
	}
	var game map[string]json.RawMessage
	if err := json.Unmarshal(opened.Settings["game"], &game); err != nil {
		t.Fatal(err)
	}
	for field, value := range game {
		want[field] = string(value)
	}
	delete(want, "name")
	delete(want, "game")
	if !maps.Equal(got, want) {
		t.Errorf("the page says %v, a table gets %v", got, want)
	}
	for _, level := range bot.Levels() {
		if !strings.Contains(section, `"`+level+`"`) {
			t.Errorf("the page does not speak of bots of level %s", level)
		}
	}
}

// checkLink follows a link to a heading, of its own page or of another, or to a file.
func checkLink(t *testing.T, page string, text []byte, target string) {
	t.Helper()
	if strings.Contains(target, "://") {
		return
	}
	file, anchor, _ := strings.Cut(target, "#")
	if file != "" {
		other := filepath.Join(filepath.Dir(page), file)
		if _, err := os.Stat(other); err != nil {
			t.Errorf("%s: a link leads nowhere: %v", page, err)
			return
		}
		if anchor != "" {
			text, _ = os.ReadFile(other) // it is there
		}
	}
	if anchor != "" && !slices.Contains(anchors(text), anchor) {
		t.Errorf("%s: there is no heading for %s", page, target)
	}
}

// anchors are the names by which a page's headings can be linked to, as the usual renderers make them.
func anchors(text []byte) (all []string) {
	seen := map[string]int{}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllSubmatch(text, -1) {
		name := regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(strings.ToLower(string(heading[1])), "")
		name = strings.ReplaceAll(name, " ", "-")
		if n := seen[name]; n > 0 {
			all = append(all, fmt.Sprintf("%s-%d", name, n))
		} else {
			all = append(all, name)
		}
		seen[name]++
	}
	return all
}

// allTests is the text of every test of the module.
func allTests(t *testing.T) []byte {
	t.Helper()
	var all bytes.Buffer
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.Bytes()
}
