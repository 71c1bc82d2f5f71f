package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// root is the module's folder, seen from this package.
const root = "../.."

func TestReadme_WhatItPointsToIsThere(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllSubmatch(readme, -1) {
		target := string(link[1])
		if strings.HasPrefix(target, "#") {
			if heading := strings.ReplaceAll(target[1:], "-", " "); !bytes.Contains(bytes.ToLower(readme), []byte("# "+heading+"\n")) {
				t.Errorf("there is no heading %q", heading)
			}
		} else if _, err := os.Stat(filepath.Join(root, target)); err != nil {
			t.Errorf("a link leads nowhere: %v", err)
		}
	}
	tests := allTests(t)
	for _, name := range regexp.MustCompile("`(Test[A-Za-z_]+)`").FindAllSubmatch(readme, -1) {
		if !bytes.Contains(tests, append([]byte("func "), append(name[1], '(')...)) {
			t.Errorf("there is no test %s", name[1])
		}
	}
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
