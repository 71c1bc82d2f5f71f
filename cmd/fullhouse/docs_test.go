package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the module's folder, seen from this package.
const root = "../.."

func TestDocs_WhatTheyPointToIsThere(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := allTests(t)
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllSubmatch(text, -1) {
			checkLink(t, page, text, string(link[1]))
		}
		for _, name := range regexp.MustCompile("`(Test[A-Za-z_]+)`").FindAllSubmatch(text, -1) {
			if !bytes.Contains(tests, append([]byte("func "), append(name[1], '(')...)) {
				t.Errorf("%s: there is no test %s", page, name[1])
			}
		}
	}
}

// checkLink follows a link to a heading of its own page or to a file.
func checkLink(t *testing.T, page string, text []byte, target string) {
	t.Helper()
	if anchor, ok := strings.CutPrefix(target, "#"); ok {
		if !slices.Contains(anchors(text), anchor) {
			t.Errorf("%s: there is no heading for %s", page, target)
		}
	} else if _, err := os.Stat(filepath.Join(filepath.Dir(page), target)); err != nil && !strings.Contains(target, "://") {
		t.Errorf("%s: a link leads nowhere: %v", page, err)
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
