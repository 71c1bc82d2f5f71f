package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// isLimit tells refusals because there is too much of something from those of a request or command for what it is.
func isLimit(layer, code string) bool {
	if layer == "table" {
		return code == "table_busy"
	}
	return !slices.Contains([]string{"session", "origin", "route", "request", "internal", "database", "drain", "message", "accounts", "mail"}, layer)
}

func TestDocs_EveryLimitHasItsRows(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "limits.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| `"+prefix+"([A-Z_]+)` \\|.*\\|$").FindAllSubmatch(text, -1) {
		rows[string(row[1])]++
		for cell := range strings.SplitSeq(strings.Trim(string(row[0]), "|"), "|") {
			if strings.TrimSpace(cell) == "" {
				t.Errorf("%s has an empty cell", row[1])
			}
		}
	}
	for name, field := range variables() {
		if _, bound := field.Tag.Lookup("bound"); bound && rows[name] != 2 {
			t.Errorf("%s%s has %d rows, want one in each table", prefix, name, rows[name])
		} else if !bound && rows[name] > 0 {
			t.Errorf("%s%s has a row, but is no bound", prefix, name)
		}
		delete(rows, name)
	}
	for name := range rows {
		t.Errorf("there is a row for %s%s, which the code does not know", prefix, name)
	}
	for metric := range begin(t).metrics(t) {
		refusal := regexp.MustCompile(`^fullhouse_refusals_total\{code="(\w+)",layer="(\w+)"\}$`).FindStringSubmatch(metric)
		if refusal != nil && isLimit(refusal[2], refusal[1]) && !bytes.Contains(text, []byte(refusal[1])) {
			t.Errorf("the layer %s refuses with %s, which is not there", refusal[2], refusal[1])
		}
	}
}
