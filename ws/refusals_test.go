package ws_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// refusals are the counts that are not 0, by layer and code.
func (w *world) refusals() map[string]int64 {
	counts := map[string]int64{}
	for _, r := range w.hub.Stats().Refusals {
		if r.Count != 0 {
			counts[r.Layer+" "+r.Code] = r.Count
		}
	}
	return counts
}

// odd is Draw, but refuses moves with a code that the sockets do not know.
type odd struct{ table.Game }

func newOdd(settings, saved json.RawMessage) (table.Game, error) {
	game, err := tabletest.NewDraw(settings, saved)
	return odd{game}, err
}

// Clone implements table.Game.
func (o odd) Clone(table.Game) table.Game { return odd{o.Game.Clone(nil)} }

// Act implements table.Game.
func (odd) Act(table.Seat, json.RawMessage, table.Why) ([]table.Event, error) {
	return nil, table.Error("odd")
}

func TestHub_CountsRefusalsByCode(t *testing.T) {
	w := newWorld(t, options{lobby: func(c *lobby.Config) { c.Table.NewGame = newOdd }})
	tbl := w.table(0)
	alice := w.seat(tbl, "alice")
	w.seat(tbl, "bob")
	if diff := cmp.Diff(map[string]int64{}, w.refusals()); diff != "" {
		t.Errorf("before any refusal (-want +got):\n%s", diff)
	}
	carol := w.dial(w.tablePath(tbl), "carol")
	for range 2 {
		carol.send(`{"type":"stand","id":"1"}`)
		carol.until("error")
	}
	carol.send(`{"type":"dance"}`)
	carol.until("error")
	alice.pass(alice.until("turn"))
	alice.until("error")
	want := map[string]int64{"table not_seated": 2, "message bad_request": 1, "table internal": 1}
	if diff := cmp.Diff(want, w.refusals()); diff != "" {
		t.Errorf("refusals (-want +got):\n%s", diff)
	}
}

func TestHub_HasACountForEveryCodeThatTheProtocolPageLists(t *testing.T) {
	page, err := os.ReadFile(pagePath)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Errors\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var want []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` ").FindAllStringSubmatch(section, -1) {
		want = append(want, row[1])
	}
	var got []string
	for _, r := range newWorld(t, options{}).hub.Stats().Refusals {
		got = append(got, r.Code)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("counted codes (-page +counts):\n%s", diff)
	}
}
