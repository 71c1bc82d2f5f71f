package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

func TestDecide_IsLegalAtAnyTable(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	source := rand.NewChaCha8([32]byte{5})
	for range 400 {
		cfg := anyTable(random)
		d, err := deck.Shuffle(source)
		if err != nil {
			t.Fatal(err)
		}
		h, _, err := holdem.Deal(cfg, d)
		if err != nil {
			t.Fatal(err)
		}
		for !h.Over() {
			a := maniac(h.Legal(), random) // so that the bots meet everything that can happen
			if level := Levels()[random.IntN(3)]; random.IntN(3) > 0 {
				if a, err = Decide(t.Context(), level, h.View(h.Turn()), random); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := h.Apply(h.Turn(), a); err != nil {
				t.Fatalf("%+v where %+v is legal: %v", a, h.Legal(), err)
			}
		}
	}
}

// anyTable has any number of players with stacks from a single chip to two hundred big blinds.
func anyTable(random *rand.Rand) holdem.Config {
	big := table.Chips(1 + random.IntN(100))
	cfg := holdem.Config{SmallBlind: max(big/2, 1), BigBlind: big, RunTwice: true}
	switch random.IntN(6) {
	case 0, 1:
		cfg.Ante, cfg.AnteKind = 1+big/4, holdem.AnteEach
	case 2:
		cfg.BombPot, cfg.Ante, cfg.AnteKind = true, 3*big, holdem.AnteEach
	}
	for i := range 2 + random.IntN(table.MaxSeats-1) {
		stack := 1 + random.Int64N(int64(big)<<random.IntN(8))
		cfg.Players = append(cfg.Players, table.Stack{Seat: table.Seat(i), Chips: table.Chips(stack)})
	}
	if !cfg.BombPot && len(cfg.Players) > 2 && cfg.Players[2].Chips > 2*big+cfg.Ante && random.IntN(2) == 0 {
		cfg.Straddle = 2 * big
	}
	return cfg
}

// maniac does anything that is legal.
func maniac(l holdem.Legal, random *rand.Rand) holdem.Action {
	switch n := random.IntN(4); {
	case n == 0, l.Vote != "":
		return holdem.DefaultAction(l)
	case n == 1 && l.Raise != "":
		return holdem.Action{Do: l.Raise, To: l.MinTo + table.Chips(random.Int64N(int64(l.MaxTo-l.MinTo)+1))}
	case l.Call > 0:
		return holdem.Action{Do: holdem.Call}
	}
	return holdem.Action{Do: holdem.Check}
}

func TestDecide_FoldsForFreeNever(t *testing.T) {
	watch := func(v *holdem.View, a holdem.Action) {
		if a.Do == holdem.Fold && v.Legal.Call == 0 {
			t.Errorf("folds where a check is free, with %v on %v", v.Cards, v.Board)
		}
	}
	league(t, 20, rotations(Calling, Tight, Odds), watch)
}

func TestDecide_BetsSaneAmounts(t *testing.T) {
	watch := func(v *holdem.View, a holdem.Action) {
		if a.To == 0 || a.To == v.Legal.MinTo || a.To == v.Legal.MaxTo {
			return
		}
		by := float64(a.To-v.Legal.Call-bet(v)) / float64(v.Pot+v.Legal.Call)
		if by < 0.3 && v.Street != holdem.Preflop || by > 1.4 {
			t.Errorf("raises by %.2f of the pot: %+v where %+v is legal, pot %d", by, a, *v.Legal, v.Pot)
		}
		if a.To%v.Blinds[0] != 0 {
			t.Errorf("bets %d, want whole small blinds", a.To)
		}
	}
	league(t, 50, rotations(Calling, Tight, Odds), watch)
}

func bet(v *holdem.View) table.Chips {
	for _, s := range v.Seats {
		if s.Seat == v.You {
			return s.Bet
		}
	}
	return 0
}

// Two of a kind must not push each other all-in over nothing: who puts a hundred big blinds in has a reason.
func TestDecide_RaisesNoWarWithoutAHand(t *testing.T) {
	allIn, hands := 0, 0
	for _, level := range Levels() {
		league(t, 150, rotations(level, level), func(v *holdem.View, a holdem.Action) {
			if v.Street == holdem.Preflop && v.Seats[0].Last == nil && v.Seats[1].Last == nil {
				hands++
			}
			if a.To == 0 || a.To < v.Legal.MaxTo || v.Legal.MaxTo < 20*bb {
				return
			}
			allIn++
			weak := v.Street == holdem.Preflop && startValue([2]deck.Card(v.Cards)) < 16
			if weak || v.Street != holdem.Preflop && gradeOf([2]deck.Card(v.Cards), v.Board) < draw {
				t.Errorf("%s goes all-in for %d with %v on %v", level, v.Legal.MaxTo, v.Cards, v.Board)
			}
		})
	}
	if allIn*10 > hands {
		t.Errorf("%d large all-ins in %d hands, want a tenth at most", allIn, hands)
	}
}

func TestDecide_TellsWhenItsTimeIsUp(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := Decide(ctx, Odds, facing(t), rand.New(rand.NewPCG(1, 2))); err != why {
		t.Errorf("Decide: %v, want the cause", err)
	}
}

func BenchmarkDecide(b *testing.B) {
	cfg := holdem.Config{SmallBlind: bb / 2, BigBlind: bb}
	for i := range table.MaxSeats {
		cfg.Players = append(cfg.Players, table.Stack{Seat: table.Seat(i), Chips: 100 * bb})
	}
	h, _, err := holdem.Deal(cfg, deck.Stacked())
	if err != nil {
		b.Fatal(err)
	}
	for h.Street() == holdem.Preflop { // everyone is in: the most expensive decision there is
		a := holdem.Action{Do: holdem.Call}
		if h.Legal().Call == 0 {
			a.Do = holdem.Check
		}
		if _, err := h.Apply(h.Turn(), a); err != nil {
			b.Fatal(err)
		}
	}
	v, random := h.View(h.Turn()), rand.New(rand.NewPCG(1, 2))
	for _, level := range Levels() {
		b.Run(level+" against eight", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decide(b.Context(), level, v, random); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
