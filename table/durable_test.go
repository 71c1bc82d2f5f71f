package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// hold makes the log keep its answers until Release.
func hold(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Write: true, Hold: true} }

func TestDurable_NothingIsSeenBeforeItIsInTheLog(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		watcher, alice := w.join("watcher"), w.join("alice")
		bob := w.seat("bob", 1)
		zero := table.Seat(0)
		w.unseen("a seat", alice, watcher, func() error { return w.do(alice, table.Sit{Seat: &zero, BuyIn: 100}) })
		w.unseen("a deal", alice, watcher, func() error { w.after(w.cfg.Beat); return errPending })
		w.unseen("a move", alice, watcher, func() error { return w.do(alice, w.pass(alice)) })
		w.unseen("the end of a hand", alice, watcher, func() error { return w.do(bob, w.pass(bob)) })
	})
}

// unseen does something whose append is held: until it is released nobody gets a frame, and whoever joins sees the table as
// it was.
func (w *world) unseen(what string, player, watcher *tabletest.Player, do func() error) {
	w.t.Helper()
	before := w.view("fresh")
	w.log.Behave(hold)
	seen, known := len(watcher.Messages()), len(player.Messages())
	if got := do(); got != errPending {
		w.t.Errorf("%s: %v before the log has answered", what, got)
	}
	if a, b := watcher.Since(seen), player.Since(known); len(a)+len(b) > 0 {
		w.t.Errorf("%s: seen before it is in the log: %v %v", what, a, b)
	}
	after := w.view("fresh")
	before.NextHandMS, after.NextHandMS = 0, 0
	if a, b := asJSON(before), asJSON(after); a != b {
		w.t.Errorf("%s: a snapshot shows\n%s\nbefore it is in the log, want\n%s", what, b, a)
	}
	w.log.Behave(nil)
	w.log.Release()
	synctest.Wait()
	if len(watcher.Since(seen)) == 0 {
		w.t.Errorf("%s: not seen although it is in the log", what)
	}
}

func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func TestDurable_CommandsWaitForTheLogAndAreThenRefusedAsBusy(t *testing.T) {
	inWorld(t, func(c *table.Config) { c.Inbox = 64 }, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.join("bob")
		w.log.Behave(hold)
		_ = w.do(alice, table.SitOut{})
		if got := w.do(bob, table.Sit{BuyIn: 100}); got != errPending {
			t.Errorf("sit while an append is under way: %v, want it to wait", got)
		}
		w.after(2*time.Second - time.Millisecond)
		if n := len(bob.Answers()); n != 0 {
			t.Fatalf("answered early")
		}
		w.after(time.Millisecond)
		if got := bob.Answers(); len(got) != 1 || got[0].Err != table.ErrTableBusy {
			t.Errorf("after two seconds: %v, want %v", got, table.ErrTableBusy)
		}
		for range 32 {
			_ = w.do(bob, table.Sit{BuyIn: 100})
		}
		if got := w.do(bob, table.Sit{BuyIn: 100}); got != table.ErrTableBusy {
			t.Errorf("the thirty-third waiting command: %v, want %v", got, table.ErrTableBusy)
		}
		w.log.Behave(nil)
		w.log.Release()
	})
}

func TestDurable_AFullInboxRefusesWithoutBlocking(t *testing.T) {
	stuck := make(chan struct{})
	w := &world{t: t, log: tabletest.NewLog()}
	w.cfg = idleConfig(w.log)
	w.cfg.Changed = func(s table.Summary) {
		if s.Watchers > 0 {
			<-stuck // the table's goroutine stands here, as it never should
		}
	}
	var err error
	if w.table, err = table.Open(w.cfg, nil); err != nil {
		t.Fatal(err)
	}
	alice := tabletest.NewPlayer("alice")
	if err := w.table.Join(alice, 0); err != nil {
		t.Fatal(err)
	}
	alice.Await(func() bool { return len(alice.Messages()) > 0 }) // the join has been taken out of the inbox
	var busy error
	for range w.cfg.Inbox + 1 {
		busy = w.table.Do(alice, "x", table.Stand{})
	}
	if busy != table.ErrTableBusy {
		t.Errorf("a command that finds the inbox full: %v, want %v", busy, table.ErrTableBusy)
	}
	close(stuck)
	w.stop()
}

func TestDurable_AnUnknownOutcomeIsReadBackFromTheLog(t *testing.T) {
	for _, written := range []bool{true, false} {
		t.Run(fmt.Sprintf("written=%v", written), func(t *testing.T) {
			inWorld(t, nil, func(t *testing.T, w *world) {
				alice, bob := w.deal()
				w.after(5 * time.Second)
				w.log.Behave(func(table.Batch) tabletest.Behaviour {
					return tabletest.Behaviour{Write: written, Err: errors.New("connection reset")}
				})
				if got := w.do(alice, w.pass(alice)); got != errPending {
					t.Fatalf("move: %v while nobody knows", got)
				}
				var frozen table.Frozen
				m, _ := bob.Last("frozen")
				m.Decode(&frozen)
				if want := (table.Frozen{Type: "frozen", Frozen: true, MSLeft: 10_000}); frozen != want {
					t.Errorf("bob was told %+v, want %+v", frozen, want)
				}
				w.log.Behave(nil)
				w.after(time.Second) // the look at the log
				_, moved := bob.Last("moved")
				answer := alice.Answers()[len(alice.Answers())-1].Err
				if want := map[bool]error{true: nil, false: table.ErrUnavailable}[written]; moved != written || answer != want {
					t.Errorf("moved = %v and alice heard %v, want %v and %v", moved, answer, written, want)
				}
				if !written { // the clock goes on where it stood
					w.after(10*time.Second - time.Millisecond)
					if _, moved := bob.Last("moved"); moved {
						t.Error("the frozen time was taken from alice")
					}
					w.must(alice, w.pass(alice))
				}
			})
		})
	}
}

func TestDurable_WhatCannotBeWrittenIsAskedForUntilItCan(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.after(5 * time.Second)
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: table.ErrUnavailable} })
		known := len(bob.Messages())
		if got := w.do(alice, table.SitOut{}); got != errPending {
			t.Fatalf("while nothing can be written: %v", got)
		}
		w.after(time.Minute) // the log can be read all the time
		w.log.Behave(nil)
		w.after(time.Second)
		if got := alice.Answers()[len(alice.Answers())-1].Err; got != nil {
			t.Errorf("once it can: %v", got)
		}
		var told []table.Frozen
		for _, m := range bob.Since(known) {
			if m.Type == "frozen" {
				told = append(told, table.Frozen{})
				m.Decode(&told[len(told)-1])
			}
		}
		if len(told) != 2 || !told[0].Frozen || told[1].Frozen || told[0].MSLeft != 10_000 || told[1].MSLeft < 9_900 {
			t.Errorf("bob was told %+v, want once that the clock stands still, with 10 s left, and once that it goes on", told)
		}
		w.must(alice, w.pass(alice))
	})
}

func TestDurable_AFencedTableStopsAtOnceAndWritesNothingMore(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: table.ErrFenced} })
		if got := w.do(alice, w.pass(alice)); got != table.ErrTableClosed {
			t.Errorf("move: %v, want %v", got, table.ErrTableClosed)
		}
		<-w.table.Done()
		if alice.Ended() != "moved" || bob.Ended() != "moved" {
			t.Errorf("players were told %q and %q, want moved", alice.Ended(), bob.Ended())
		}
	})
}

func TestDurable_StopWaitsForTheAppendUnderWay(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		w.log.Behave(hold)
		_ = w.do(alice, w.pass(alice))
		w.table.Stop()
		synctest.Wait()
		select {
		case <-w.table.Done():
			t.Error("ended with an append under way")
		default:
		}
		w.log.Release()
		<-w.table.Done()
		if got := alice.Answers(); got[len(got)-1].Err != nil {
			t.Errorf("the move was durable and answered %v", got[len(got)-1].Err)
		}
	})
}

// breaking is Draw with a fault: a move panics.
type breaking struct{ table.Game }

func (b breaking) Clone(table.Game) table.Game { return breaking{b.Game.Clone(nil)} }

func (breaking) Act(table.Seat, json.RawMessage, table.Why) ([]table.Event, error) {
	panic("a fault in the rules")
}

func TestDurable_ATableThatFailsTwiceAtOneRecordIsGivenUpWithItsSlot(t *testing.T) {
	var failed string
	faulty := func(c *table.Config) {
		c.Failed = func(why string) { failed = why }
		c.NewGame = func(s, saved json.RawMessage) (table.Game, error) {
			g, err := tabletest.NewDraw(s, saved)
			return breaking{g}, err
		}
	}
	inWorld(t, faulty, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		if got := w.do(alice, w.pass(alice)); got != table.ErrInternal {
			t.Errorf("the move on which the rules panic: %v, want %v", got, table.ErrInternal)
		}
		w.after(time.Second) // the look at the log
		if v := w.view("alice"); failed != "" || v.Turn == nil || v.Turn.Seat != 0 || v.Turn.MSLeft != clock.Milliseconds() {
			t.Fatalf("after the first panic: failed %q, turn %+v; want alice's with all her time", failed, v.Turn)
		}
		_ = w.do(alice, w.pass(alice))
		<-w.table.Done()
		if w.released != 1 || bob.Ended() != table.Quarantined || failed != "a fault in the rules" {
			t.Errorf("released %d times, bob heard %q, failed as %q; want once, quarantined and the panic", w.released, bob.Ended(), failed)
		}
		w.cfg.NewGame = tabletest.NewDraw // the fault is mended
		log, _ := w.log.Records(context.Background(), w.cfg.ID)
		w.open(log)
		if v := w.view("alice"); v.Turn == nil || v.Turn.Seat != 0 {
			t.Errorf("turn = %+v, want alice's again", v.Turn)
		}
	})
}

func TestResume_SendsExactlyWhatWasMissed(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		seen := alice.Messages()[len(alice.Messages())-1].Seq
		w.table.Leave(alice)
		w.after(clock)
		w.must(bob, w.pass(bob))
		all := bob.Messages()
		again := tabletest.NewPlayer("alice")
		w.rejoin(again, seen)
		var want []string
		for _, m := range all {
			if m.Seq > seen && m.Type != "snapshot" {
				want = append(want, fmt.Sprint(m.Type, m.Seq))
			}
		}
		var got []string
		for _, m := range again.Messages() {
			if m.Type != "presence" {
				got = append(got, fmt.Sprint(m.Type, m.Seq))
			}
		}
		last := again.Messages()[len(again.Messages())-1]
		if want = append(want, fmt.Sprint("synced", last.Seq)); !slices.Equal(got, want) {
			t.Errorf("resumed with %v, want %v", got, want)
		}
		if all[len(all)-1].Seq != last.Seq {
			t.Errorf("synced to %d, want %d", last.Seq, all[len(all)-1].Seq)
		}
	})
}

func TestResume_TellsWhetherTheClockStandsStill(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		seen := alice.Messages()[len(alice.Messages())-1].Seq
		resumed := func() (s table.Synced) {
			again := tabletest.NewPlayer("alice")
			w.rejoin(again, seen)
			m, _ := again.Last("synced")
			m.Decode(&s)
			return s
		}
		if got := resumed(); got.Frozen {
			t.Errorf("synced %+v, want a clock that runs", got)
		}
		w.log.Behave(hold)
		if got := w.do(alice, w.pass(alice)); got != errPending {
			t.Fatalf("pass: %v, want no answer yet", got)
		}
		w.after(time.Second)
		if got := resumed(); !got.Frozen {
			t.Errorf("while an append is slow: synced %+v, want frozen", got)
		}
		w.log.Behave(nil)
		w.log.Release()
		synctest.Wait()
		if got := resumed(); got.Frozen {
			t.Errorf("after the append: synced %+v, want a clock that runs", got)
		}
	})
}

func TestResume_FallsBackToASnapshot(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for range 300 {
			w.must(alice, w.pass(alice))
			w.must(bob, w.pass(bob))
			w.after(w.cfg.Beat)
		}
		newest := bob.Messages()[len(bob.Messages())-1].Seq
		for name, after := range map[string]int64{"long ago": 1, "never": 0, "in the future": newest + 1, "before time": -5} {
			p := tabletest.NewPlayer("carol")
			w.rejoin(p, after)
			if got := p.Messages()[0].Type; got != "snapshot" {
				t.Errorf("resumed from %s with %q, want a snapshot", name, got)
			}
		}
	})
}

func TestPrivate_WhoTakesASeatLearnsNothingOfWhoSatThereBefore(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.join("carol")
		w.must(alice, table.Stand{})
		w.must(bob, w.pass(bob))
		zero := table.Seat(0)
		w.must(carol, table.Sit{Seat: &zero, BuyIn: 100})
		if got := number(t, w.view("carol")); got != 0 {
			t.Errorf("carol's snapshot shows the number %d of the hand that alice played", got)
		}
		nosy := tabletest.NewPlayer("carol")
		w.rejoin(nosy, 2) // from before the deal
		for _, m := range nosy.Messages() {
			if strings.Contains(m.Raw, `"number"`) {
				t.Errorf("carol resumes into %s", m.Raw)
			}
		}
		faithful := tabletest.NewPlayer("bob")
		w.rejoin(faithful, 2)
		if m, _ := faithful.Last("dealt"); !strings.Contains(m.Raw, `"number"`) {
			t.Errorf("bob resumes into %s and misses his number", m.Raw)
		}
	})
}

// TestRebuild_GivesTheLiveState plays at random and compares the table before and after a restart at random moments.
func TestRebuild_GivesTheLiveState(t *testing.T) {
	for seed := range uint64(20) {
		inWorld(t, nil, func(t *testing.T, w *world) {
			chance := rand.New(rand.NewPCG(seed, 1))
			people := []*tabletest.Player{w.join("ann"), w.join("ben"), w.join("cid")}
			for range 120 {
				w.random(chance, people[chance.IntN(len(people))])
				if chance.IntN(12) > 0 {
					continue
				}
				before := w.facts()
				w.reopen()
				for _, p := range people {
					w.rejoin(p, 0)
				}
				if after := w.facts(); before != after {
					t.Fatalf("seed %d: before the restart\n%s\nafter it\n%s", seed, before, after)
				}
				w.money()
			}
		})
	}
}

// random does something that a person might do.
func (w *world) random(chance *rand.Rand, p *tabletest.Player) {
	switch chance.IntN(9) {
	case 0:
		_ = w.do(p, table.Sit{BuyIn: table.Chips(chance.IntN(120))})
	case 1:
		_ = w.do(p, table.Stand{})
	case 2:
		_ = w.do(p, table.SitOut{})
	case 3:
		_ = w.do(p, table.ComeBack{})
	case 4:
		_ = w.do(p, table.BuyIn{Amount: table.Chips(chance.IntN(60))})
	case 5:
		w.after(time.Duration(chance.IntN(20)) * time.Second)
	default:
		if _, ok := p.Last("turn"); ok {
			act := w.pass(p)
			if chance.IntN(3) == 0 {
				act.Move = tabletest.DropOut
			}
			_ = w.do(p, act)
		}
	}
}

// facts is all of the table that must survive a restart. The last hand of a table between hands is only there to look at.
func (w *world) facts() string {
	var all []any
	for _, who := range []string{"ann", "ben", "cid", "nobody"} {
		v := w.view(who)
		v.NextHandMS = 0
		if v.Turn != nil {
			v.Turn.MSLeft = 0
		} else {
			v.Hand = nil
		}
		for i := range v.Seats {
			v.Seats[i].Away = false
		}
		all = append(all, v)
	}
	b, _ := json.MarshalIndent(all, "", " ")
	return string(b)
}

func TestRebuild_RefusesALogThatCannotBeFollowed(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.deal()
		good := w.log.All("tbl")
		for name, spoil := range map[string]func([]table.Record) []table.Record{
			"a gap":             func(r []table.Record) []table.Record { return slices.Delete(r, 1, 2) },
			"an unknown kind":   func(r []table.Record) []table.Record { r[1].Kind = "danced"; return r },
			"an unknown schema": func(r []table.Record) []table.Record { r[1].Schema = 99; return r },
			"flipped bytes":     func(r []table.Record) []table.Record { r[1].Body = json.RawMessage(`{"seat":`); return r },
			"a seat sat twice":  func(r []table.Record) []table.Record { r[1].Body = r[0].Body; return r },
			"a wrong account":   func(r []table.Record) []table.Record { r[0].Body = json.RawMessage(`{"seat":77}`); return r },
		} {
			if _, err := table.Open(w.cfg, spoil(slices.Clone(good))); err == nil {
				t.Errorf("a log with %s was accepted", name)
			}
		}
	})
}

func TestOpen_RefusesAConfigurationThatCannotRun(t *testing.T) {
	good := idleConfig(tabletest.NewLog())
	for name, spoil := range map[string]func(*table.Config){
		"no id":     func(c *table.Config) { c.ID = "" },
		"no rules":  func(c *table.Config) { c.NewGame = nil },
		"one seat":  func(c *table.Config) { c.Settings.Seats = 1 },
		"ten seats": func(c *table.Config) { c.Settings.Seats = 10 },
		"no clock":  func(c *table.Config) { c.Settings.ActionMS = 0 },
		"no inbox":  func(c *table.Config) { c.Inbox = 0 },
		"a broken game": func(c *table.Config) {
			c.NewGame = func(_, _ json.RawMessage) (table.Game, error) { return nil, io.EOF }
		},
	} {
		c := good
		spoil(&c)
		if _, err := table.Open(c, nil); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
}
