package table_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// hosted makes alice the host.
func hosted(c *table.Config) {
	c.Host, c.Pause, c.Settings.Chat = "alice", 30*time.Minute, "all"
	c.Idle = time.Hour
}

// tell counts the messages of a type that a player got.
func tell(p *tabletest.Player, kind string) (n int) {
	for _, m := range p.Messages() {
		if m.Type == kind {
			n++
		}
	}
	return n
}

// playOut has the players of a hand pass to its end.
func (w *world) playOut(players ...*tabletest.Player) {
	w.t.Helper()
	for _, p := range players {
		w.must(p, w.pass(p))
	}
}

func TestHost_AloneMayUseItsCommandsSeatedOrNot(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.seat("bob", 1)
		commands := []table.Command{
			table.Silence{Who: "bob", On: true}, table.Pause{}, table.Resume{}, table.Kick{Who: "bob"}, table.End{},
		}
		for _, c := range commands {
			if err := w.do(bob, c); !errors.Is(err, table.ErrForbidden) {
				t.Errorf("%T of bob: %v, want %v", c, err, table.ErrForbidden)
			}
		}
		if w.view("bob").You.Host || !w.view("alice").You.Host {
			t.Error("a snapshot is wrong about who is the host")
		}
		for _, c := range commands {
			w.must(alice, c)
		}
	})
}

func TestHost_CommandsAreHarmlessWhenSentAgain(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, carol := w.join("alice"), w.join("carol")
		w.join("bob")
		for _, c := range []struct {
			cmd  table.Command
			kind string
		}{
			{table.Silence{Who: "bob", On: true}, "silenced"}, {table.Pause{}, "paused"}, {table.Resume{}, "resumed"},
			{table.Kick{Who: "bob"}, "kicked"},
		} {
			w.must(alice, c.cmd)
			w.must(alice, c.cmd)
			if got := tell(carol, c.kind); got != 1 {
				t.Errorf("%T twice: told %d times", c.cmd, got)
			}
		}
	})
}

func TestHost_CantMeanItselfABotOrNobody(t *testing.T) {
	bot := func(c *table.Config) {
		hosted(c)
		c.Settings.Bots, c.Settings.BotLevel = 1, "any"
	}
	inWorld(t, bot, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		for who, want := range map[string]error{
			"alice": table.ErrBadRequest, "Ada": table.ErrBadRequest, "zoe": table.ErrNobody, "": table.ErrNobody,
		} {
			for _, c := range []table.Command{table.Silence{Who: who, On: true}, table.Kick{Who: who}} {
				if err := w.do(alice, c); !errors.Is(err, want) {
					t.Errorf("%+v: %v, want %v", c, err, want)
				}
			}
		}
	})
}

func TestSilence_KeepsSomebodysWordsFromEveryoneAlsoAfterARestart(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob, carol := w.join("alice"), w.seat("bob", 1), w.join("carol")
		w.must(alice, table.Silence{Who: "bob", On: true})
		var s table.Silenced
		m, _ := carol.Last("silenced")
		if m.Decode(&s); s != (table.Silenced{Seat: 1, Name: "bob", On: true}) {
			t.Errorf("everyone is told %+v", s)
		}
		silent := func(when string) {
			t.Helper()
			if err := w.do(bob, table.Say{Text: "but"}); !errors.Is(err, table.ErrSilenced) {
				t.Errorf("%s: %v, want %v", when, err, table.ErrSilenced)
			}
			if got := w.view("carol").Silenced; fmt.Sprint(got) != "[bob]" {
				t.Errorf("%s: silenced are %q", when, got)
			}
		}
		silent("at once")
		w.reopen()
		w.rejoin(alice, 0)
		w.rejoin(bob, 0)
		silent("after a restart")
		w.must(bob, table.Stand{})
		w.table.Leave(bob)
		w.must(alice, table.Silence{Who: "bob", On: false}) // though he is gone
		w.rejoin(bob, 0)
		w.must(bob, table.Say{Text: "thanks"})
	})
}

func TestKick_WhoHasNoCardsIsOutAtOnceAndPaid(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob, carol := w.join("alice"), w.seat("bob", 1), w.join("carol")
		w.must(alice, table.Kick{Who: "bob"})
		w.must(alice, table.Kick{Who: "carol"})
		for _, p := range []*tabletest.Player{bob, carol} {
			if p.Ended() != "kicked" {
				t.Errorf("%s's connection is told %q, want kicked", p.Name(), p.Ended())
			}
		}
		var stood table.Stood
		m, _ := alice.Last("stood")
		if m.Decode(&stood); stood != (table.Stood{Seat: 1, Chips: 100, Why: "kicked"}) {
			t.Errorf("told %+v", stood)
		}
		if got := w.log.Balance(table.Wallet("bob")); got != 0 {
			t.Errorf("bob's wallet has moved by %d, want all his chips back", got)
		}
	})
}

func TestKick_InAHandLetsItBePlayedAndThenFreesTheSeat(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Kick{Who: "bob"})
		if bob.Ended() != "" || !w.view("alice").Seats[1].AfterHand {
			t.Fatal("bob does not play the hand to its end")
		}
		if err := w.do(bob, table.ComeBack{}); !errors.Is(err, table.ErrTooLate) {
			t.Errorf("come_back: %v, want %v", err, table.ErrTooLate)
		}
		w.table.Leave(bob) // a lost connection may still come back for the hand
		w.rejoin(bob, 0)
		w.playOut(alice, bob)
		if v := w.view("alice"); len(v.Seats) != 1 || bob.Ended() != "kicked" {
			t.Errorf("after the hand seats are %+v, and bob is told %q", v.Seats, bob.Ended())
		}
		if m, _ := alice.Last("stood"); m.Raw == "" || tell(alice, "kicked") != 1 {
			t.Error("alice was not told")
		}
		w.money()
	})
}

func TestKick_KeepsTheAccountAwayAlsoAfterARestart(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Kick{Who: "bob"})
		away := func(when string) {
			t.Helper()
			again := tabletest.NewPlayer("bob")
			w.rejoin(again, 0)
			if again.Ended() != "kicked" || len(again.Messages()) > 0 || !w.table.ShownOut("bob") {
				t.Errorf("%s: bob is told %q and %d messages", when, again.Ended(), len(again.Messages()))
			}
			for _, c := range []table.Command{table.Sit{BuyIn: 50}, table.Hold{Seat: 1}, table.Say{Text: "let me in"}} {
				if err := w.do(again, c); !errors.Is(err, table.ErrForbidden) {
					t.Errorf("%s: %T: %v, want %v", when, c, err, table.ErrForbidden)
				}
			}
		}
		away("at once")
		w.reopen()
		away("after a restart")
		if w.rejoin(bob, 5); w.table.ShownOut("alice") || w.table.ShownOut("carol") {
			t.Error("others are shown out, too")
		}
	})
}

func TestKick_InAHandOutlivesARestartAndTheHand(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Kick{Who: "bob"})
		w.reopen()
		w.rejoin(alice, 0)
		w.rejoin(bob, 0)
		w.playOut(alice, bob)
		if v := w.view("alice"); len(v.Seats) != 1 || bob.Ended() != "kicked" {
			t.Errorf("after the hand seats are %+v, and bob is told %q", v.Seats, bob.Ended())
		}
		w.reopen() // from the checkpoint of the hand
		if !w.table.ShownOut("bob") {
			t.Error("the checkpoint does not know it")
		}
	})
}

func TestPause_TakesEffectAfterTheHandAndEndsByCommand(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Pause{})
		w.playOut(alice, bob) // the running hand goes on
		hands := w.table.Summary().Hands
		w.after(20 * time.Minute)
		if got := w.table.Summary().Hands; got != hands {
			t.Fatal("a hand was dealt in the pause")
		}
		if v := w.view("bob"); !v.Paused || v.PausedMS != 600_000 || v.NextHandMS != 0 {
			t.Errorf("paused %v for %d ms more, next hand in %d", v.Paused, v.PausedMS, v.NextHandMS)
		}
		w.must(alice, table.Resume{})
		w.after(w.cfg.Beat)
		if got := w.table.Summary().Hands; got != hands+1 || w.view("bob").Paused {
			t.Errorf("%d hands after resuming, want %d", got, hands+1)
		}
	})
}

func TestPause_EndsByItselfAndOutlivesARestart(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.seat("bob", 1)
		w.must(alice, table.Pause{})
		w.reopen()
		w.rejoin(alice, 0)
		w.rejoin(bob, 0)
		if v := w.view("bob"); !v.Paused || v.PausedMS == 0 {
			t.Fatalf("after a restart: %+v", v)
		}
		w.after(30*time.Minute - time.Second)
		if tell(bob, "dealt") > 0 || tell(bob, "resumed") > 0 {
			t.Error("the pause ended early")
		}
		w.after(2 * time.Second)
		var r table.Resumed
		if m, ok := bob.Last("resumed"); ok {
			m.Decode(&r)
		}
		if r.Why != "time" || tell(bob, "dealt") != 1 {
			t.Errorf("resumed for %q, %d hands dealt", r.Why, tell(bob, "dealt"))
		}
	})
}

func TestPause_TellsWhoResumesHowLongStill(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.seat("bob", 1)
		last, _ := bob.Last("sat")
		w.must(alice, table.Pause{})
		w.after(10 * time.Minute)
		w.rejoin(bob, last.Seq)
		var s table.Synced
		m, _ := bob.Last("synced")
		if m.Decode(&s); s.PausedMS != (20 * time.Minute).Milliseconds() {
			t.Errorf("paused for %d ms more, want 20 minutes", s.PausedMS)
		}
	})
}

func TestEnd_ClosesAfterTheHandAndPaysEveryone(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.join("carol")
		w.must(alice, table.End{})
		w.must(alice, table.End{})
		if tell(bob, "ending") != 1 || !w.view("bob").Ending {
			t.Error("bob is not told that the table ends")
		}
		if err := w.do(carol, table.Sit{BuyIn: 50}); !errors.Is(err, table.ErrTableClosed) {
			t.Errorf("sitting down at the end: %v, want %v", err, table.ErrTableClosed)
		}
		w.playOut(alice, bob) // the running hand goes on
		<-w.table.Done()
		synctest.Wait()
		if got := w.log.Closed("tbl"); got != "ended" || bob.Ended() != "ended" || carol.Ended() != "ended" {
			t.Errorf("closed for %q, bob is told %q, carol %q", got, bob.Ended(), carol.Ended())
		}
		if a, b := w.log.Balance(table.Wallet("alice")), w.log.Balance(table.Wallet("bob")); a+b != 0 || a*a != 1 {
			t.Errorf("alice has %d and bob %d more than before, want what one won of the other", a, b)
		}
	})
}

func TestEnd_OutlivesARestart(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.End{})
		w.reopen()
		w.rejoin(alice, 0)
		w.rejoin(bob, 0)
		w.playOut(alice, bob)
		<-w.table.Done()
		if got := w.log.Closed("tbl"); got != "ended" {
			t.Errorf("closed for %q, want ended", got)
		}
	})
}

func TestEnd_BetweenHandsClosesAtOnceAlsoAPausedTable(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice := w.join("alice")
		w.must(alice, table.Pause{})
		w.must(alice, table.End{})
		<-w.table.Done()
		if got := w.log.Closed("tbl"); got != "ended" {
			t.Errorf("closed for %q, want ended", got)
		}
	})
}

func TestHost_ListsAreBounded(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice := w.join("alice")
		for i := range 257 {
			name := fmt.Sprint("troll ", i)
			w.join(name)
			want := error(nil)
			if i == 256 {
				want = table.ErrTooMany
			}
			for _, c := range []table.Command{table.Silence{Who: name, On: true}, table.Kick{Who: name}} {
				if err := w.do(alice, c); !errors.Is(err, want) {
					t.Fatalf("%+v: %v, want %v", c, err, want)
				}
			}
		}
	})
}

func TestHost_MeansWhoHasANameNow(t *testing.T) {
	inWorld(t, hosted, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Silence{Who: "bob", On: true})
		w.table.Leave(bob)
		other := tabletest.NewNamed("somebody else", "bob") // the name was given up, and taken again
		w.rejoin(other, 0)
		w.must(other, table.Say{Text: "hello"})
		w.must(alice, table.Silence{Who: "bob", On: true})
		if err := w.do(other, table.Say{Text: "hello?"}); !errors.Is(err, table.ErrSilenced) {
			t.Errorf("the new bob: %v, want %v", err, table.ErrSilenced)
		}
		w.must(alice, table.Kick{Who: "bob"})
		if other.Ended() != "kicked" || w.table.ShownOut("bob") {
			t.Errorf("the new bob is told %q, want kicked, and the old one may come back", other.Ended())
		}
	})
}
