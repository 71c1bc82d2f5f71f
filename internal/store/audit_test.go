package store

import (
	"fmt"
	"strings"
	"testing"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

func TestAudit_NoticesWhateverIsChangedBehindItsBack(t *testing.T) {
	for name, row := range map[string]struct{ change, want string }{
		"a balance raised":    {"UPDATE balances SET amount = 101 WHERE account = 'wallet:a'", "the balance of wallet:a"},
		"a balance lost":      {"DELETE FROM balances WHERE account = 'wallet:a'", "the balance of wallet:a"},
		"chips from nowhere":  {"UPDATE balances SET amount = 101 WHERE account = 'wallet:a'", "are not the 100 minted"},
		"an entry changed":    {"UPDATE transfer_entries SET amount = 99 WHERE account = 'wallet:a'", "transfer start:a do not sum to zero"},
		"entries lost":        {"DELETE FROM transfer_entries", "transfer start:a has no entries"},
		"a transfer lost":     {"DELETE FROM transfers", "of transfer start:a belong to no transfer"},
		"an account invented": {"INSERT INTO balances VALUES ('pocket:a', 0)", "account pocket:a is neither"},
		"a net changed":       {"UPDATE hand_seats SET net = 5", "the settlement of hand t-1 is not what the hand"},
		"a settlement added":  {"INSERT INTO transfer_entries VALUES ('t-1', 'seat:t:0', 5)", "the settlement of hand t-1 is not what the hand"},
		"a hand lost":         {"DELETE FROM hands", "the seats of hand t-1 belong to no hand"},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, s *Store) {
				mustAddGuest(t, s, "a", 100)
				at := lobby.Row{ID: "t", Creator: "a", Epoch: 1}
				if err := s.Create(t.Context(), at); err != nil {
					t.Fatal(err)
				}
				b := batch(at, 0)
				b.Hand = &table.HandRecord{Hand: "t-1", Events: []byte("[]"), Seats: []table.HandSeat{{Account: "a"}}}
				sameAnswers(t, s.appendGroup(t, b), []error{nil})
				before, err := s.Audit(t.Context())
				if err != nil || len(before.Problems) != 0 {
					t.Fatalf("before: %+v, %v, want no problem", before, err)
				}
				tamper(t, s, row.change)
				after, err := s.Audit(t.Context())
				if got := strings.Join(after.Problems, "; "); err != nil || !strings.Contains(got, row.want) {
					t.Errorf("problems = %q, %v, want %q", got, err, row.want)
				}
			})
		})
	}
}

func TestImbalance_IsByHowMuchTheBalancesAreOff(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		mustAddGuest(t, s, "a", 100)
		for _, want := range []table.Chips{0, 7, 10_000, -100} { // Postgres adds up in a type of its own
			tamper(t, s, fmt.Sprintf("UPDATE balances SET amount = %d WHERE account = 'wallet:a'", 100+want))
			if off, err := s.Imbalance(t.Context()); err != nil || off != want {
				t.Errorf("off by %d, %v, want %d", off, err, want)
			}
		}
	})
}

func mustAddGuest(t *testing.T, s *Store, id string, chips table.Chips) {
	t.Helper()
	if err := s.AddGuest(t.Context(), auth.Account{ID: id, Name: id}, int64(chips), auth.Session{}); err != nil {
		t.Fatal(err)
	}
}

// tamper changes what only the ledger may.
func tamper(t *testing.T, s *Store, statement string) {
	t.Helper()
	err := s.write(t.Context(), func(t *tx) error {
		_, err := t.exec(statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
