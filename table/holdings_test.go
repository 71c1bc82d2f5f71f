package table_test

import (
	"encoding/json"
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestHoldings_AreTheStacksTheHandBeganWith(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		w.must(alice, w.pass(alice))
		got, err := table.Holdings("tbl", w.cfg.Settings, w.cfg.NewGame, w.log.All("tbl"))
		want := []table.Entry{{Account: table.Escrow("tbl", 0), Amount: 100}, {Account: table.Escrow("tbl", 1), Amount: 100}}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("holdings in mid-hand: %v, %v; want %v", got, err, want)
		}
	})
}

func TestHoldings_OfALogOnWhichTheRulesPanicAreAnError(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.deal()
		panics := func(json.RawMessage, json.RawMessage) (table.Game, error) {
			g, err := tabletest.NewDraw(nil, nil)
			return unplayable{g}, err
		}
		if got, err := table.Holdings("tbl", w.cfg.Settings, panics, w.log.All("tbl")); err == nil {
			t.Errorf("holdings: %v without an error", got)
		}
	})
}

// unplayable is Draw with a fault: no hand can be dealt.
type unplayable struct{ table.Game }

func (unplayable) Start(table.HandID, []table.Place, []byte) (table.Dealing, error) {
	panic("a fault in the rules")
}
