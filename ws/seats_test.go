package ws_test

import (
	"encoding/json"
	"testing"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// keptSeats has seats held for so long that only a lost connection can end it in a test.
func keptSeats(c *lobby.Config) { c.Table.Hold, c.Table.Return = time.Hour, time.Hour }

// held reads up to a message about a held seat.
func (c *client) held() (h table.Held) {
	c.Helper()
	if err := json.Unmarshal(c.until("held").raw, &h); err != nil {
		c.Fatal(err)
	}
	return h
}

// answered sends a command and returns the code it was answered with, "" for an ack.
func (c *client) answered(text string) string {
	c.Helper()
	c.send(text)
	for {
		switch m := c.next(); m.Type {
		case "ack":
			return ""
		case "error":
			return m.Code
		}
	}
}

func TestHold_EndsWithTheSocketOfWhoHolds(t *testing.T) {
	w := newWorld(t, options{lobby: keptSeats})
	path := w.tablePath(w.table(0))
	alice, bob := w.dial(path, "alice"), w.dial(path, "bob")
	alice.until("snapshot")
	bob.until("snapshot")
	if code := alice.answered(`{"type":"hold","id":"a-1","seat":2}`); code != "" {
		t.Fatalf("alice's hold: %s", code)
	}
	if got, want := bob.held(), (table.Held{Type: "held", Seat: 2, Name: "Alice", MSLeft: 3600_000}); got != want {
		t.Errorf("bob is told %+v, want %+v", got, want)
	}
	for _, text := range []string{`{"type":"hold","id":"b-1","seat":2}`, `{"type":"sit","id":"b-2","seat":2,"buy_in":500}`} {
		if code := bob.answered(text); code != "seat_taken" {
			t.Errorf("%s: %q, want seat_taken", text, code)
		}
	}
	_ = alice.conn.CloseNow()
	if got, want := bob.held(), (table.Held{Type: "held", Seat: 2, Name: "Alice"}); got != want {
		t.Errorf("when alice's socket is gone bob is told %+v, want %+v", got, want)
	}
	if code := bob.answered(`{"type":"sit","id":"b-3","seat":2,"buy_in":500}`); code != "" {
		t.Errorf("bob's sit: %s", code)
	}
}

func TestHold_GoesOnWhenANewerSocketReplacesTheOlder(t *testing.T) {
	w := newWorld(t, options{lobby: keptSeats})
	path := w.tablePath(w.table(0))
	old, bob := w.dial(path, "alice"), w.dial(path, "bob")
	old.until("snapshot")
	bob.until("snapshot")
	if code := old.answered(`{"type":"hold","id":"a-1","seat":3}`); code != "" {
		t.Fatalf("alice's hold: %s", code)
	}
	alice := w.dial(path, "alice")
	alice.until("snapshot")
	old.closed()
	if code := bob.answered(`{"type":"sit","id":"b-1","seat":3,"buy_in":500}`); code != "seat_taken" {
		t.Errorf("bob's sit: %q, want seat_taken", code)
	}
	alice.send(`{"type":"sit","id":"a-2","buy_in":500}`)
	if sat := alice.until("sat"); sat.Seat != 3 {
		t.Errorf("alice sits at %d, want at 3", sat.Seat)
	}
}

func TestReturn_WithTooLittleIsRefusedOnASocketWithItsLimits(t *testing.T) {
	w := newWorld(t, options{lobby: keptSeats})
	tbl := w.table(0)
	alice := w.seat(tbl, "alice")
	if code := alice.answered(`{"type":"stand","id":"a-1"}`); code != "" {
		t.Fatalf("alice's stand: %s", code)
	}
	_ = alice.conn.CloseNow()
	again := w.dial(w.tablePath(tbl), "alice")
	var seen struct{ Table table.View }
	if err := json.Unmarshal(again.until("snapshot").raw, &seen); err != nil || seen.Table.You.Bring != 1000 {
		t.Errorf("she is told to bring %d (%v), want 1000", seen.Table.You.Bring, err)
	}
	again.send(`{"type":"sit","id":"a-2","buy_in":999}`)
	var refusal struct {
		Code     string
		Min, Max table.Chips
	}
	if err := json.Unmarshal(again.until("error").raw, &refusal); err != nil || refusal.Code != "bad_buy_in" || refusal.Min != 1000 || refusal.Max != 1000 {
		t.Errorf("with 999: %+v (%v), want bad_buy_in and 1000 to 1000", refusal, err)
	}
	if code := again.answered(`{"type":"sit","id":"a-3","buy_in":1000}`); code != "" {
		t.Errorf("with 1000: %s", code)
	}
}
