package table_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"example.com/fullhouse/table"
)

// everyones are the codes with which any command can be refused, see docs/commands.md.
var everyones = []string{"bad_request", "table_busy", "table_closed", "internal", "database_unavailable"}

// listedRefusals are the codes that docs/commands.md has for each command, by its name in Go.
var listedRefusals = sync.OnceValues(func() (map[string][]string, error) {
	page, err := os.ReadFile("../docs/commands.md")
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile("command.go")
	if err != nil {
		return nil, err
	}
	listed := map[string][]string{}
	for _, c := range regexp.MustCompile(`\("([a-z_]+)"\)\s*\ntype ([A-Z][A-Za-z]*) struct`).FindAllStringSubmatch(string(source), -1) {
		row := regexp.MustCompile("(?m)^\\| `" + c[1] + "` \\| ([a-z]+) \\| (.*) \\|$").FindStringSubmatch(string(page))
		if row == nil {
			return nil, fmt.Errorf("docs/commands.md has no row for %s", c[1])
		}
		codes := regexp.MustCompile("[a-z_]+").FindAllString(row[2], -1)
		switch row[1] {
		case "seated":
			codes = append(codes, table.ErrNotSeated.Code())
		case "host":
			codes = append(codes, table.ErrForbidden.Code())
		}
		listed[c[2]] = append(codes, everyones...)
	}
	return listed, nil
})

// listed holds a refusal against the list of those that its command can meet. Who was shown out is refused everything.
func (p *simPerson) listed(c table.Command, err error) {
	coded, ok := errors.AsType[interface {
		error
		Code() string
	}](err)
	if !ok {
		return
	}
	list, failed := listedRefusals()
	if failed != nil {
		p.sim.failf("%v", failed)
	}
	name := strings.TrimPrefix(fmt.Sprintf("%T", c), "table.")
	if code := coded.Code(); code != table.ErrForbidden.Code() && !slices.Contains(list[name], code) {
		p.sim.failf("%s is refused with %s, which docs/commands.md does not list", name, code)
	}
}
