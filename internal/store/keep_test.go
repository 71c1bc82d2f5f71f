package store

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// kept are the numbers of a table's records that are still there.
func (s *Store) kept(t *testing.T, id string) (seqs string) {
	t.Helper()
	err := s.each(t.Context(), func(rows *sql.Rows) error {
		var seq int64
		err := rows.Scan(&seq)
		seqs += fmt.Sprint(seq, " ")
		return err
	}, `SELECT seq FROM table_log WHERE table_id = ? ORDER BY seq`, id)
	if err != nil {
		t.Fatal(err)
	}
	return seqs
}

// logged is a table with records of the kinds, each in a batch of its own.
func (s *Store) logged(t *testing.T, id string, kinds ...string) lobby.Row {
	t.Helper()
	row := lobby.Row{ID: id, Creator: "host", Epoch: 1}
	if err := s.Create(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	for i, kind := range kinds {
		b := table.Batch{Table: id, Epoch: 1, Prev: int64(i), Records: []table.Record{{Seq: int64(i) + 1, Kind: kind, Schema: 1, Body: []byte("{}")}}}
		if kind == "closed" {
			b.Closed = "idle"
		}
		answer := make(chan error, 1)
		s.Append(b, func(err error) { answer <- err })
		if err := <-answer; err != nil {
			t.Fatal(err)
		}
	}
	return row
}

func TestCompact_KeepsWhatRecoveryReadsAndWhatIsInQuarantine(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		mustAddGuest(t, s, "host", 0)
		s.logged(t, "open", "sat", "started", table.KindCheckpoint, "started", "acted")
		s.logged(t, "new", "sat", "started")
		s.logged(t, "over", "sat", table.KindCheckpoint, "closed")
		if err := s.Quarantine(t.Context(), s.logged(t, "faulty", "sat", table.KindCheckpoint, "started"), "a fault"); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Compact(t.Context(), time.Now().Add(-time.Hour), 100); n != 0 || err != nil {
			t.Errorf("%d records of today were deleted, %v", n, err)
		}
		later, all := time.Now().Add(time.Second), 0
		for {
			n, err := s.Compact(t.Context(), later, 2)
			if err != nil || n > 2 {
				t.Fatalf("deleted %d, %v; want 2 at most", n, err)
			}
			if all += n; n == 0 {
				break
			}
		}
		if all != 2+3 {
			t.Errorf("%d records were deleted, want 5", all)
		}
		for id, want := range map[string]string{"open": "3 4 5 ", "new": "1 2 ", "over": "", "faulty": "1 2 3 "} {
			if got := s.kept(t, id); got != want {
				t.Errorf("table %s keeps %q, want %q", id, got, want)
			}
		}
		if log, err := s.Records(t.Context(), "open"); err != nil || len(log) != 3 || log[0].Kind != table.KindCheckpoint {
			t.Errorf("recovery reads %v, %v; want the checkpoint and two more", log, err)
		}
	})
}

// guestUntil is a guest with chips whose session ends at a time.
func (s *Store) guestUntil(t *testing.T, id string, ends time.Time) {
	t.Helper()
	session := auth.Session{ID: id, Hash: sha256.Sum256([]byte(id)), Created: ends.Add(-time.Hour), Seen: ends.Add(-time.Hour), Expires: ends}
	if err := s.AddGuest(t.Context(), auth.Account{ID: id, Name: id, Guest: true}, 100, session); err != nil {
		t.Fatal(err)
	}
}

func TestForget_GuestsToWhomNobodyCanComeBackLeaveTheirChipsToTheMint(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		now := time.Now()
		s.guestUntil(t, "here", now.Add(time.Hour))
		for _, id := range []string{"left", "host", "seated", "was host"} { // the first of them ends last: adding one sweeps
			s.guestUntil(t, id, now.Add(time.Minute))
		}
		for _, id := range []string{"host", "was host"} {
			if err := s.Create(t.Context(), lobby.Row{ID: "of " + id, Creator: id, Epoch: 1}); err != nil {
				t.Fatal(err)
			}
		}
		buyIn := table.Transfer{ID: "b", Kind: "buy_in", Entries: []table.Entry{{Account: table.Wallet("seated"), Amount: -40}, {Account: table.Escrow("of host", 0), Amount: 40}}}
		for _, b := range []table.Batch{
			{Table: "of host", Epoch: 1, Records: []table.Record{{Seq: 1, Kind: "sat", Body: []byte("{}")}}, Transfers: []table.Transfer{buyIn}},
			{Table: "of was host", Epoch: 1, Records: []table.Record{{Seq: 1, Kind: "closed", Body: []byte("{}")}}, Closed: "idle"},
		} {
			answer := make(chan error, 1)
			s.Append(b, func(err error) { answer <- err })
			if err := <-answer; err != nil {
				t.Fatal(err)
			}
		}
		later := now.Add(2 * time.Minute)
		if n, err := s.ForgetSessions(t.Context(), later, 3); n != 3 || err != nil {
			t.Errorf("%d sessions of 4 were forgotten at a time of 3, %v", n, err)
		}
		if n, err := s.ForgetSessions(t.Context(), later, 3); n != 1 || err != nil {
			t.Errorf("then %d, %v; want the last", n, err)
		}
		if n, err := s.ForgetGuests(t.Context(), later, 10); n != 2 || err != nil {
			t.Errorf("%d guests were forgotten, %v; want the one who left and the one whose table is closed", n, err)
		}
		if n, err := s.ForgetGuests(t.Context(), later, 10); n != 0 || err != nil {
			t.Errorf("then %d, %v; want none", n, err)
		}
		for id, want := range map[string]table.Chips{"here": 100, "left": 0, "host": 100, "seated": 60, "was host": 0} {
			if got, err := s.Chips(t.Context(), id); got != want || err != nil {
				t.Errorf("the wallet of %q holds %d, %v; want %d", id, got, err, want)
			}
		}
		if a, err := s.Audit(t.Context()); err != nil || len(a.Problems) > 0 || a.Minted != 300 {
			t.Errorf("audit: %+v, %v; want 300 minted and no problem", a, err)
		}
	})
}
