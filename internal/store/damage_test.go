package store

import (
	"testing"

	"example.com/fullhouse/lobby"
)

func TestOpen_ATableWhoseSettingsAreDamagedIsThatTablesTrouble(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		mustAddGuest(t, s, "alice", 0)
		for _, id := range []string{"good", "damaged"} {
			if err := s.Create(t.Context(), lobby.Row{ID: id, Creator: "alice", Epoch: 1}); err != nil {
				t.Fatal(err)
			}
		}
		tamper(t, s, `UPDATE tables SET settings = '{"seats":' WHERE id = 'damaged'`)
		open, err := s.Open(t.Context())
		if err != nil || len(open) != 2 {
			t.Fatalf("open: %d tables, %v; want both", len(open), err)
		}
		for _, row := range open {
			if damaged := row.Damage != nil; damaged != (row.ID == "damaged") || row.Epoch != 2 {
				t.Errorf("table %s: damage %v, epoch %d", row.ID, row.Damage, row.Epoch)
			}
		}
	})
}
