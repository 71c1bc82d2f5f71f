package store

import (
	"strings"
	"testing"

	"example.com/fullhouse/auth"
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
	} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, 10)
			if err := s.AddGuest(t.Context(), auth.Account{ID: "a", Name: "Alice"}, 100, auth.Session{}); err != nil {
				t.Fatal(err)
			}
			before, err := s.Audit(t.Context())
			if err != nil || len(before.Problems) != 0 {
				t.Fatalf("before: %+v, %v, want no problem", before, err)
			}
			tamper := func(t *tx) error {
				_, err := t.exec(row.change)
				return err
			}
			if err := <-s.ask(tamper, nil); err != nil {
				t.Fatal(err)
			}
			after, err := s.Audit(t.Context())
			if got := strings.Join(after.Problems, "; "); err != nil || !strings.Contains(got, row.want) {
				t.Errorf("problems = %q, %v, want %q", got, err, row.want)
			}
		})
	}
}

func TestImbalance_IsByHowMuchTheBalancesAreOff(t *testing.T) {
	s := openTest(t, 10)
	if err := s.AddGuest(t.Context(), auth.Account{ID: "a", Name: "Alice"}, 100, auth.Session{}); err != nil {
		t.Fatal(err)
	}
	if off, err := s.Imbalance(t.Context()); err != nil || off != 0 {
		t.Errorf("off by %d, %v, want 0", off, err)
	}
	tamper := func(t *tx) error {
		_, err := t.exec("UPDATE balances SET amount = 107 WHERE account = 'wallet:a'")
		return err
	}
	if err := s.write(t.Context(), tamper); err != nil {
		t.Fatal(err)
	}
	if off, err := s.Imbalance(t.Context()); err != nil || off != 7 {
		t.Errorf("off by %d, %v, want 7", off, err)
	}
}
