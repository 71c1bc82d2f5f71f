package table_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestSitOut_LastsForEverWithoutALimit(t *testing.T) {
	forever := func(c *table.Config) { c.Idle = 1000 * time.Hour }
	inWorld(t, forever, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.must(alice, table.SitOut{})
		w.after(500 * time.Hour)
		if v := w.view("bob"); len(v.Seats) != 1 || v.Seats[0].OutMS != 0 {
			t.Errorf("seats are %+v, want alice's", v.Seats)
		}
	})
}

func TestSitOut_TellsHowLongTheSeatIsKept(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.join("bob")
		w.must(alice, table.SitOut{})
		if got, want := heard[table.SatOut](w, bob), []table.SatOut{{Seat: 0, OutMS: 600_000}}; !slices.Equal(got, want) {
			t.Errorf("bob is told %+v, want %+v", got, want)
		}
		w.after(time.Minute)
		carol := w.join("carol")
		w.rejoin(carol, 1) // as one who has missed it
		if got, want := heard[table.SatOut](w, carol), []table.SatOut{{Seat: 0, OutMS: 540_000}}; !slices.Equal(got, want) {
			t.Errorf("carol is told %+v, want %+v", got, want)
		}
		w.must(alice, table.ComeBack{})
		w.rejoin(carol, 1)
		if got := heard[table.SatOut](w, carol); got[len(got)-1].OutMS != 0 {
			t.Errorf("when alice is back carol is told %+v", got[len(got)-1])
		}
	})
}

func TestSitOut_TimeStandsStillWhileTheTableIsFrozen(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.seat("bob", 1)
		w.must(alice, table.SitOut{})
		w.after(5 * time.Minute)
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: table.ErrUnavailable} })
		if err := w.do(bob, table.SitOut{}); !errors.Is(err, errPending) {
			t.Fatalf("bob's sitting out: %v, want it to wait for the database", err)
		}
		w.after(7 * time.Minute)
		if got := heard[table.Stood](w, bob); len(got) != 0 {
			t.Fatalf("while nobody can come back: %+v", got)
		}
		w.log.Behave(nil)
		w.after(2 * time.Second)
		left := time.Duration(w.view("looker").Seats[0].OutMS) * time.Millisecond
		if left < 4*time.Minute || left > 5*time.Minute {
			t.Errorf("alice's seat is kept for %v more, want about five minutes", left)
		}
		w.after(left)
		if got := heard[table.Stood](w, bob); len(got) != 1 || got[0].Seat != 0 || got[0].Why != "sat_out" {
			t.Errorf("when they are over: %+v, want alice's seat free", got)
		}
	})
}

func TestSitOut_TimeStandsStillWhileAnAppendIsSlow(t *testing.T) {
	for name, how := range map[string]tabletest.Behaviour{
		"and succeeds":        {Write: true, Hold: true},
		"and has no answer":   {Write: true, Hold: true, Err: errors.New("no answer")},
		"and was not written": {Hold: true, Err: errors.New("no answer")},
	} {
		inWorld(t, housekeeping, func(t *testing.T, w *world) {
			alice, bob := w.seat("alice", 0), w.seat("bob", 1)
			w.must(alice, table.SitOut{})
			w.log.Behave(func(table.Batch) tabletest.Behaviour { return how })
			_ = w.do(bob, table.SitOut{})
			w.after(3 * time.Minute)
			kept := func(when string) {
				t.Helper()
				if got := w.view("looker").Seats[0].OutMS; got != 600_000 {
					t.Errorf("an append that is slow %s, %s: alice's seat is kept for %d ms, want ten minutes", name, when, got)
				}
			}
			kept("under way")
			w.log.Behave(nil)
			w.log.Release()
			w.after(0)
			kept("over")
			for w.view("looker").Frozen { // until the log has been read
				w.after(time.Second)
			}
			kept("settled")
		})
	}
}

func TestSitOut_TimeStartsAnewWithTheServer(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.must(alice, table.SitOut{})
		w.after(9 * time.Minute)
		w.reopen()
		if v := w.view("bob"); len(v.Seats) != 1 || v.Seats[0].OutMS != 600_000 {
			t.Errorf("seats are %+v, want alice's for ten minutes", v.Seats)
		}
		w.after(10 * time.Minute)
		if v := w.view("bob"); len(v.Seats) != 0 {
			t.Errorf("seats are %+v, want none", v.Seats)
		}
	})
}

func TestSitOut_FreesASeatThatIsNotInTheHandDuringIt(t *testing.T) {
	slow := func(c *table.Config) {
		housekeeping(c)
		c.Settings.ActionMS = time.Hour.Milliseconds()
	}
	inWorld(t, slow, func(t *testing.T, w *world) {
		carol := w.seat("carol", 2)
		w.must(carol, table.SitOut{})
		alice, _ := w.deal()
		w.after(10 * time.Minute)
		if got := heard[table.Stood](w, alice); len(got) != 1 || got[0].Seat != 2 || got[0].Why != "sat_out" {
			t.Errorf("alice is told of %+v, want carol's seat free", got)
		}
		if v := w.view("alice"); v.Turn == nil || v.Turn.Hand != "tbl-1" {
			t.Errorf("the turn is %+v, want the hand to go on", v.Turn)
		}
		w.money()
	})
}

func TestSitOut_FreesTheSeatsOfThoseWithoutChips(t *testing.T) {
	small := func(c *table.Config) {
		housekeeping(c)
		c.Settings.BuyInMin = 1
	}
	inWorld(t, small, func(t *testing.T, w *world) {
		zero, one := table.Seat(0), table.Seat(1)
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Sit{Seat: &zero, BuyIn: 1})
		w.must(bob, table.Sit{Seat: &one, BuyIn: 1})
		w.after(w.cfg.Beat)
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		out := heard[table.SatOut](w, alice)
		if len(out) != 1 || out[0].Why != "broke" || out[0].OutMS != 600_000 {
			t.Fatalf("alice is told %+v, want that one has no chips and ten minutes", out)
		}
		w.after(10 * time.Minute)
		if got, want := heard[table.Stood](w, alice), []table.Stood{{Seat: out[0].Seat, Why: "sat_out"}}; !slices.Equal(got, want) {
			t.Errorf("then she is told %+v, want %+v", got, want)
		}
		loser := []*tabletest.Player{alice, bob}[out[0].Seat]
		if got := bring(w, loser.Account()); got != 0 {
			t.Errorf("who left with nothing is told to bring %d", got)
		}
		w.must(loser, table.Sit{BuyIn: 1})
	})
}

func TestSitOut_IsForTheNextHand(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.SitOut{})
		w.must(alice, w.pass(alice)) // this one she still plays herself
		w.must(bob, w.pass(bob))
		w.after(5 * w.cfg.Beat)
		if turn := w.turn(bob); turn.Hand != "tbl-1" {
			t.Errorf("a hand is dealt to one player: %+v", turn)
		}
		w.must(alice, table.ComeBack{}) // one message
		w.after(w.cfg.Beat)
		if turn := w.turn(bob); turn.Hand != "tbl-2" || turn.Seat != 0 {
			t.Errorf("the turn is %+v, want alice's in the second hand", turn)
		}
	})
}

func TestComeBack_TellsWhetherItPosts(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Sit{BuyIn: 50, Post: true})
		w.must(alice, table.SitOut{})
		w.must(alice, table.ComeBack{})
		w.must(alice, table.ComeBack{Post: true}) // who sits in may still change its mind
		w.must(alice, table.ComeBack{Post: true}) // which is nothing new
		if got := heard[table.Sat](w, bob); len(got) != 1 || !got[0].Post {
			t.Errorf("bob is told %+v, want that alice posts", got)
		}
		if got, want := heard[table.CameBack](w, bob), []table.CameBack{{}, {Post: true}}; !slices.Equal(got, want) {
			t.Errorf("bob is told %+v, want %+v", got, want)
		}
		w.reopen()
		if v := w.view("bob"); !v.Seats[0].Posting {
			t.Errorf("after a restart the seat is %+v, want it posting", v.Seats[0])
		}
	})
}
