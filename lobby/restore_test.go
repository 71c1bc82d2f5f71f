package lobby_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestRestore_ReopensWhatWasOpenPastALoweredCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		before := start(t, config(s, 9), s)
		closed := create(t, before, settings("Closed"))
		_ = closed.Close("idle") // an error says that it has closed
		<-closed.Done()
		seated := create(t, before, settings("Seated"))
		alice := tabletest.NewPlayer("alice")
		if err := errors.Join(seated.Join(alice, 0), seated.Do(alice, "a1", table.Sit{BuyIn: 70})); err != nil {
			t.Fatal(err)
		}
		create(t, before, settings("Empty"))
		synctest.Wait()
		if err := before.Drain(t.Context(), 0); err != nil {
			t.Fatal(err)
		}

		after := start(t, config(s, 1), s)
		restored, failed, err := after.Restore(t.Context())
		if err != nil || restored != 2 || failed != 0 {
			t.Fatalf("Restore = %d, %d, %v, want 2 restored and none failed", restored, failed, err)
		}
		list := after.List()
		if len(list) != 2 || list[0].Settings.Name != "Seated" || list[0].People != 1 {
			t.Errorf("list = %+v, want Seated with one person, then Empty", list)
		}
		if got := after.Slots(); got.InUse != 2 || got.Limit != 1 {
			t.Errorf("slots = %+v, want 2 in use of 1", got)
		}
		if _, err := after.Create(t.Context(), quota.Caller{Account: "bob"}, settings("One more")); !errors.Is(err, capacity.Error(lobby.CodeFull)) {
			t.Errorf("create: err = %v, want %s", err, lobby.CodeFull)
		}
	})
}

func TestRestore_QuarantinesATableThatCannotBeRebuilt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		before := start(t, config(s, 9), s)
		for _, name := range []string{"Good", "Refused", "Panics"} {
			with := settings(name)
			with.Game = json.RawMessage(`"` + name + `"`)
			create(t, before, with)
		}
		if err := before.Drain(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		cfg := config(s, 9)
		cfg.Table.NewGame = func(game, saved json.RawMessage) (table.Game, error) {
			switch string(game) {
			case `"Refused"`:
				return nil, table.ErrBadRequest
			case `"Panics"`:
				panic("damaged")
			}
			return tabletest.NewDraw(game, saved)
		}
		after := start(t, cfg, s)
		restored, failed, err := after.Restore(t.Context())
		if err != nil || restored != 1 || failed != 2 {
			t.Errorf("Restore = %d, %d, %v, want 1 restored and 2 failed", restored, failed, err)
		}
		if got := after.Slots().InUse; got != 1 {
			t.Errorf("%d slots in use, want 1", got)
		}
		if got := len(s.quarantined); got != 2 || after.Quarantined() != 2 {
			t.Errorf("the store was told of %d, the lobby counts %d; want 2", got, after.Quarantined())
		}
	})
}

func TestRestore_QuarantinesATableWhoseRowIsDamaged(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, s *store) {
		s.rows = []lobby.Row{{ID: "damaged", Damage: errors.New("no settings")}, {ID: "good", Settings: settings("Good")}}
		restored, failed, err := l.Restore(t.Context())
		if err != nil || restored != 1 || failed != 1 || len(s.quarantined) != 1 || s.quarantined[0] != "damaged" {
			t.Errorf("Restore = %d, %d, %v, quarantined %v; want one good and the other quarantined", restored, failed, err, s.quarantined)
		}
	})
}

func TestRestore_QuarantinesATableWhoseLogTheRestOfTheStoreContradicts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		before := start(t, config(s, 9), s)
		for _, name := range []string{"Good", "Short", "Rich"} {
			seated := create(t, before, settings(name))
			alice := tabletest.NewPlayer("alice")
			if err := errors.Join(seated.Join(alice, 0), seated.Do(alice, "a1", table.Sit{BuyIn: 70})); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if err := before.Drain(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		s.edit = func(row *lobby.Row) {
			switch row.Settings.Name {
			case "Short":
				row.LastSeq++ // its log has lost its last record
			case "Rich":
				row.Held[0].Amount--
			}
		}
		after := start(t, config(s, 9), s)
		if restored, failed, err := after.Restore(t.Context()); err != nil || restored != 1 || failed != 2 || len(s.quarantined) != 2 {
			t.Errorf("Restore = %d, %d, %v, quarantined %v; want the good one and the two others quarantined", restored, failed, err, s.quarantined)
		}
	})
}

func TestRestore_WaitsForAStoreThatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		before := start(t, config(s, 9), s)
		create(t, before, settings("Patient"))
		if err := before.Drain(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		back := time.Now().Add(time.Minute)
		s.fail = func() error {
			if time.Now().Before(back) {
				return table.ErrUnavailable
			}
			return nil
		}
		after := start(t, config(s, 9), s)
		if restored, failed, err := after.Restore(t.Context()); err != nil || restored != 1 || failed != 0 {
			t.Errorf("Restore = %d, %d, %v, want 1 restored", restored, failed, err)
		}
		if got := time.Now(); got.Before(back) {
			t.Errorf("restored %v before the store was back", back.Sub(got))
		}
	})
}

func TestRestore_ReportsAStoreThatFails(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		down := errors.New("disk gone")
		s.fail = func() error { return down }
		if _, _, err := l.Restore(t.Context()); !errors.Is(err, down) {
			t.Errorf("err = %v, want %v", err, down)
		}
	})
}

func TestRestore_StopsWhenTheStartIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore()
		l := start(t, config(s, 9), s)
		create(t, l, settings("Forgotten"))
		if err := l.Drain(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		// A draining lobby begins no table; with a live context that would only be one table that failed.
		if _, _, err := l.Restore(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v, want %v", err, context.Canceled)
		}
	})
}
