package table

import (
	"fmt"
	"testing"
)

func departed(s *state) (accounts []string) {
	for _, d := range s.house.Departed {
		accounts = append(accounts, d.Account)
	}
	return accounts
}

func TestDepartures_AreBoundedAndTheOldestGoFirst(t *testing.T) {
	s := &state{}
	for i := range 300 {
		s.depart(fmt.Sprint("p", i), 10, int64(i+1))
	}
	if got := departed(s); len(got) != 256 || got[0] != "p44" || got[255] != "p299" {
		t.Errorf("%d are remembered, from %s to %s, want 256 from p44 to p299", len(got), got[0], got[len(got)-1])
	}
}

func TestDepartures_ForgetThoseWhoOweNothingAnyMore(t *testing.T) {
	s := &state{cfg: &Config{Settings: Settings{Seats: 2}}}
	s.depart("alice", 10, 100)
	s.depart("bob", 10, 200)
	before := s.house.Departed
	s.seats[0] = seat{Account: "carol", Name: "carol", Chips: 7}
	change := &stoodChange{AtMS: 250, ForgetMS: 100}
	if err := change.apply(s, nil, &outcome{}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(departed(s)); got != "[bob carol]" {
		t.Errorf("remembered are %s, want bob and carol", got)
	}
	if before[0].Account != "alice" || before[1].Account != "bob" {
		t.Errorf("an older state has changed: %v", before)
	}
}
