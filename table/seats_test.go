package table_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// housekeeping are the times around seats as a server has them.
func housekeeping(c *table.Config) {
	c.Hold, c.Return, c.SitOut = 20*time.Second, 30*time.Minute, 10*time.Minute
	c.Idle = time.Hour
}

func heldMessage(w *world, p *tabletest.Player) (h table.Held) {
	w.t.Helper()
	m, ok := p.Last("held")
	if !ok {
		w.t.Fatalf("%s heard of no held seat", p.Name())
	}
	m.Decode(&h)
	return h
}

func TestHold_KeepsASeatForWhoChoosesABuyIn(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		zero := table.Seat(0)
		w.must(alice, table.Hold{Seat: 0})
		if got, want := heldMessage(w, bob), (table.Held{Type: "held", Seat: 0, Name: "alice", MSLeft: 20_000}); got != want {
			t.Errorf("bob is told %+v, want %+v", got, want)
		}
		for _, c := range []table.Command{table.Hold{Seat: 0}, table.Sit{Seat: &zero, BuyIn: 50}} {
			if err := w.do(bob, c); !errors.Is(err, table.ErrSeatTaken) {
				t.Errorf("%+v of bob: %v, want %v", c, err, table.ErrSeatTaken)
			}
		}
		w.must(bob, table.Sit{BuyIn: 50}) // any seat: another one
		w.after(15 * time.Second)
		if v := w.view("carol"); len(v.Held) != 1 || v.Held[0].MSLeft != 5_000 {
			t.Errorf("a snapshot has %+v, want the seat held for 5 s more", v.Held)
		}
		w.must(alice, table.Sit{BuyIn: 50}) // the one held
		if v := w.view("alice"); v.You.Seat != 0 || len(v.Held) != 0 || v.Seats[1].Name != "bob" {
			t.Errorf("alice sits at %d, held is %+v, seats are %+v", v.You.Seat, v.Held, v.Seats)
		}
	})
}

func TestHold_EndsByTimeByLeavingAndByAnotherHold(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		free := func(why string) {
			t.Helper()
			if got := heldMessage(w, bob); got.Seat != 0 || got.MSLeft != 0 {
				t.Errorf("%s: bob is told %+v, want seat 0 free", why, got)
			}
		}
		w.must(alice, table.Hold{Seat: 0})
		w.after(20*time.Second - time.Millisecond)
		if got := heldMessage(w, bob); got.MSLeft == 0 {
			t.Error("the hold ended too early")
		}
		w.after(time.Millisecond)
		free("after its time")

		w.must(alice, table.Hold{Seat: 0})
		w.must(alice, table.Hold{Seat: 1})
		if v := w.view("carol"); len(v.Held) != 1 || v.Held[0].Seat != 1 {
			t.Errorf("held are %+v, want seat 1 alone", v.Held)
		}

		w.must(alice, table.Hold{Seat: 0})
		w.table.Leave(alice)
		w.after(0)
		free("after leaving")
	})
}

func TestHold_IsRefusedWhereNobodyCanSit(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.join("bob")
		for name, c := range map[string]struct {
			by   *tabletest.Player
			seat table.Seat
			want error
		}{
			"taken":          {bob, 0, table.ErrSeatTaken},
			"not there":      {bob, 6, table.ErrBadRequest},
			"below 0":        {bob, -1, table.ErrBadRequest},
			"already seated": {alice, 1, table.ErrAlreadySeated},
		} {
			if err := w.do(c.by, table.Hold{Seat: c.seat}); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
	})
}

func TestHold_CountsAsTakenWhenTheTableIsFull(t *testing.T) {
	two := func(c *table.Config) {
		housekeeping(c)
		c.Settings.Seats = 2
	}
	inWorld(t, two, func(t *testing.T, w *world) {
		w.seat("alice", 0)
		bob, carol := w.join("bob"), w.join("carol")
		w.must(bob, table.Hold{Seat: 1})
		if err := w.do(carol, table.Sit{BuyIn: 50}); !errors.Is(err, table.ErrTableFull) {
			t.Errorf("any seat for carol: %v, want %v", err, table.ErrTableFull)
		}
		w.after(20 * time.Second)
		w.must(carol, table.Sit{BuyIn: 50})
	})
}

func TestSit_HoldsTheBuyInToTheTablesLimits(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.join("alice")
		for _, amount := range []table.Chips{39, 101, 0} {
			if err := w.do(alice, table.Sit{BuyIn: amount}); err != (table.BuyInError{Min: 40, Max: 100}) {
				t.Errorf("%d: %v, want 40 to 100", amount, err)
			}
		}
		w.must(alice, table.Sit{BuyIn: 40})
		for _, amount := range []table.Chips{61, 0} {
			if err := w.do(alice, table.BuyIn{Amount: amount}); err != (table.BuyInError{Min: 1, Max: 60}) {
				t.Errorf("a top-up of %d: %v, want 1 to 60", amount, err)
			}
		}
		w.must(alice, table.BuyIn{Amount: 60})
	})
}

func TestBuyIn_IsForBetweenHands(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		if err := w.do(alice, table.BuyIn{Amount: 1}); !errors.Is(err, table.ErrHandRunning) {
			t.Errorf("in a hand: %v, want %v", err, table.ErrHandRunning)
		}
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		for _, p := range []*tabletest.Player{alice, bob} { // who lost one chip has room for one
			if err := w.do(p, table.BuyIn{Amount: 1}); err != nil && err != (table.BuyInError{Min: 1}) {
				t.Errorf("between hands: %v", err)
			}
		}
		w.money()
	})
}

func TestStand_AfterTheHandPlaysItAndIsTakenBackByComingBack(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Stand{AfterHand: true})
		w.must(alice, table.ComeBack{})
		if v := w.view("alice"); v.Seats[0].Leaving {
			t.Error("she still leaves")
		}
		w.must(alice, table.Stand{AfterHand: true})
		w.must(alice, w.pass(alice)) // her own move: nobody moves for her
		w.must(alice, table.Stand{}) // she changes her mind
		if err := w.do(alice, table.ComeBack{}); !errors.Is(err, table.ErrTooLate) {
			t.Errorf("taking back a stand that gives up the hand: %v, want %v", err, table.ErrTooLate)
		}
		w.must(bob, w.pass(bob))
		if v := w.view("bob"); len(v.Seats) != 1 {
			t.Errorf("seats are %+v, want bob's alone", v.Seats)
		}
	})
}

func TestStand_BetweenHandsFreesTheSeatAtOnceEitherWay(t *testing.T) {
	for _, after := range []bool{false, true} {
		inWorld(t, housekeeping, func(t *testing.T, w *world) {
			alice := w.seat("alice", 0)
			w.must(alice, table.Stand{AfterHand: after})
			if v := w.view("alice"); len(v.Seats) != 0 {
				t.Errorf("after_hand %v: seats are %+v, want none", after, v.Seats)
			}
			w.money()
		})
	}
}

func TestReturn_WithinHalfAnHourBringsTheStackBack(t *testing.T) {
	rich := func(c *table.Config) {
		housekeeping(c)
		c.Settings.BuyInMax = 60
	}
	inWorld(t, rich, func(t *testing.T, w *world) {
		one, two := table.Seat(0), table.Seat(1)
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Sit{Seat: &one, BuyIn: 60})
		w.must(bob, table.Sit{Seat: &two, BuyIn: 60})
		w.after(w.cfg.Beat)
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		winner, loser := alice, bob
		if w.view("alice").Seats[1].Chips > 60 {
			winner, loser = bob, alice
		}
		w.must(winner, table.Stand{})
		w.must(loser, table.Stand{})
		w.after(29 * time.Minute)
		if got := w.view(winner.Account()).You.Bring; got != 61 {
			t.Errorf("the winner is told to bring %d, want 61", got)
		}
		for _, amount := range []table.Chips{40, 60, 62} {
			if err := w.do(winner, table.Sit{BuyIn: amount}); err != (table.BuyInError{Min: 61, Max: 61}) {
				t.Errorf("%d of the winner: %v, want 61 to 61", amount, err)
			}
		}
		if err := w.do(loser, table.Sit{BuyIn: 58}); err != (table.BuyInError{Min: 59, Max: 60}) {
			t.Errorf("58 of the loser: %v, want 59 to 60", err)
		}
		w.reopen() // it is in the log
		w.rejoin(winner, 0)
		if err := w.do(winner, table.Sit{BuyIn: 60}); err != (table.BuyInError{Min: 61, Max: 61}) {
			t.Errorf("after a restart: %v, want 61 to 61", err)
		}
		w.after(time.Minute)
		if got := w.view(winner.Account()).You.Bring; got != 0 {
			t.Errorf("after half an hour the winner is told to bring %d", got)
		}
		w.must(winner, table.Sit{BuyIn: 40})
		w.money()
	})
}

func TestReturn_SurvivesTheCheckpointOfAHand(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.seat("carol", 2)
		w.must(carol, table.Stand{})
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		w.reopen()
		if got := w.view("carol").You.Bring; got != 100 {
			t.Errorf("carol is told to bring %d, want 100", got)
		}
	})
}

func TestSitOut_ForTooLongFreesTheSeatWithItsChips(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.join("bob")
		w.must(alice, table.SitOut{})
		w.after(10*time.Minute - time.Second)
		if v := w.view("bob"); len(v.Seats) != 1 || v.Seats[0].OutMS != 1000 {
			t.Errorf("seats are %+v, want alice's for a second more", v.Seats)
		}
		w.after(time.Second)
		var stood table.Stood
		m, _ := bob.Last("stood")
		m.Decode(&stood)
		if want := (table.Stood{Seat: 0, Chips: 100, Why: "sat_out"}); stood != want {
			t.Errorf("stood: %+v, want %+v", stood, want)
		}
		if got := w.log.Balance(table.Wallet("alice")); got != 0 {
			t.Errorf("alice's wallet has moved by %d, want all her chips back", got)
		}
	})
}

func TestSitOut_ComingBackInOneMessageStartsItsTimeAnew(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		for range 3 {
			w.must(alice, table.SitOut{})
			w.after(9 * time.Minute)
			w.must(alice, table.ComeBack{Post: true})
			if s := w.view("alice").Seats[0]; s.SittingOut || s.OutMS != 0 || !s.Posting {
				t.Errorf("the seat is %+v, want it back in, ready to post", s)
			}
		}
	})
}

func TestSitOut_NeverTakesASeatOutOfARunningHand(t *testing.T) {
	slow := func(c *table.Config) {
		housekeeping(c)
		c.Settings.ActionMS = (11 * time.Minute).Milliseconds()
	}
	inWorld(t, slow, func(t *testing.T, w *world) {
		_, bob := w.deal()
		w.must(bob, table.SitOut{})
		w.after(10*time.Minute + time.Second)
		if _, stood := bob.Last("stood"); stood {
			t.Fatal("bob was shown out of the hand that he plays")
		}
		w.after(12 * time.Minute)
		if _, stood := bob.Last("stood"); !stood {
			t.Error("after the hand bob keeps his seat")
		}
	})
}

func TestSeats_AreTheSameAfterARestart(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Stand{AfterHand: true})
		w.must(bob, table.SitOut{})
		before := w.view("looker")
		log, err := w.log.Records(context.Background(), w.cfg.ID)
		if err != nil || len(log) == 0 {
			t.Fatalf("log of %d records: %v", len(log), err)
		}
		w.reopen()
		after := w.view("looker")
		for i := range before.Seats {
			b, a := before.Seats[i], after.Seats[i]
			b.Away, a.Away, b.OutMS, a.OutMS = false, false, 0, 0
			if b.Leaving != a.Leaving || b.AfterHand != a.AfterHand || b.SittingOut != a.SittingOut || b.Chips != a.Chips {
				t.Errorf("seat %d was %+v and is %+v", i, b, a)
			}
		}
	})
}
