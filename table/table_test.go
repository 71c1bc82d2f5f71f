package table_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestTable_SeatsAPlayerAndTakesTheBuyInFromTheWallet(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.seat("alice", 2)
		if got, want := w.log.Balance(table.Wallet("alice")), table.Chips(-100); got != want {
			t.Errorf("wallet moved by %d, want %d", got, want)
		}
		if got := w.view("alice").You.Seat; got != 2 {
			t.Errorf("seat = %d, want 2", got)
		}
		w.money()
	})
}

func TestTable_RefusesASeatWithTheReason(t *testing.T) {
	two, nine := table.Seat(2), table.Seat(9)
	inWorld(t, func(c *table.Config) { c.Settings.Seats = 3 }, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 2), w.join("bob")
		for _, c := range []struct {
			who  *tabletest.Player
			cmd  table.Command
			want error
		}{
			{alice, table.Sit{BuyIn: 100}, table.ErrAlreadySeated},
			{bob, table.Sit{Seat: &two, BuyIn: 100}, table.ErrSeatTaken},
			{bob, table.Sit{Seat: &nine, BuyIn: 100}, table.ErrBadRequest},
			{bob, table.Sit{BuyIn: 39}, table.BuyInError{Min: 40, Max: 100}},
			{bob, table.Sit{BuyIn: 101}, table.BuyInError{Min: 40, Max: 100}},
			{bob, table.Sit{BuyIn: -1 << 62}, table.BuyInError{Min: 40, Max: 100}},
			{bob, table.Stand{}, table.ErrNotSeated},
			{bob, table.SitOut{}, table.ErrNotSeated},
			{bob, table.ComeBack{}, table.ErrNotSeated},
			{bob, table.BuyIn{Amount: 5}, table.ErrNotSeated},
			{bob, table.Act{}, table.ErrNotSeated},
			{alice, table.BuyIn{Amount: 1}, table.BuyInError{Min: 1, Max: 0}},
		} {
			if got := w.do(c.who, c.cmd); !errors.Is(got, c.want) {
				t.Errorf("%#v of %s: %v, want %v", c.cmd, c.who.Name(), got, c.want)
			}
		}
		w.must(bob, table.Sit{BuyIn: 40})
		w.must(w.join("carol"), table.Sit{BuyIn: 40})
		if got := w.do(w.join("dave"), table.Sit{BuyIn: 40}); got != table.ErrTableFull {
			t.Errorf("fourth of three: %v, want %v", got, table.ErrTableFull)
		}
	})
}

func TestTable_RefusesABuyInThatTheWalletCannotPayAndChangesNothing(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: table.ErrNotEnoughChips} })
		alice := w.join("alice")
		if got := w.do(alice, table.Sit{BuyIn: 100}); got != table.ErrNotEnoughChips {
			t.Errorf("sit: %v, want %v", got, table.ErrNotEnoughChips)
		}
		if got := w.view("alice").Seats; len(got) != 0 {
			t.Errorf("seats = %v, want none", got)
		}
		w.log.Behave(nil)
		w.must(alice, table.Sit{BuyIn: 100})
	})
}

func TestTable_PlaysAHandAndPaysThePot(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Act{Hand: "tbl-1", Turn: 1, Move: tabletest.DropOut})
		w.must(bob, w.pass(bob))
		v := w.view("alice")
		if a, b := v.Seats[0].Chips, v.Seats[1].Chips; a != 99 || b != 101 {
			t.Errorf("stacks = %d and %d, want 99 and 101", a, b)
		}
		want := []string{"snapshot", "sat", "sat", "dealt", "turn", "moved", "turn", "moved", "taken"}
		if got := types(alice.Messages()); !slices.Equal(slices.DeleteFunc(got, isPresence), want) {
			t.Errorf("alice saw %v, want %v", got, want)
		}
		w.money()
		w.after(w.cfg.Beat)
		if got := w.turn(alice).Hand; got != "tbl-2" {
			t.Errorf("after a beat the hand is %q, want tbl-2", got)
		}
	})
}

func isPresence(kind string) bool { return kind == "presence" }

func TestTable_RefusesAMoveThatWasMadeForAnotherMoment(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		right := w.pass(alice)
		for name, c := range map[string]struct {
			who  *tabletest.Player
			edit func(*table.Act)
			want error
		}{
			"another hand":   {alice, func(a *table.Act) { a.Hand = "tbl-0" }, table.ErrStaleAction},
			"another turn":   {alice, func(a *table.Act) { a.Turn++ }, table.ErrStaleAction},
			"another price":  {alice, func(a *table.Act) { a.Price = 7 }, table.ErrStaleAction},
			"another's turn": {bob, func(*table.Act) {}, table.ErrNotYourTurn},
			"another game":   {alice, func(a *table.Act) { a.Move = []byte(`"castle"`) }, tabletest.ErrMove},
		} {
			act := right
			c.edit(&act)
			if got := w.do(c.who, act); got != c.want {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
		w.must(alice, right)
	})
}

func TestTable_PlaysAResentMoveOnce(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		move := w.pass(alice)
		for range 3 {
			if err := w.doAs(alice, "same", move); err != nil {
				t.Errorf("resent: %v, want an acknowledgement", err)
			}
		}
		if got := len(w.log.All("tbl")); got != 4 { // two sat, one started, one acted
			t.Errorf("log has %d records, want 4", got)
		}
		if got := w.view("alice").You.LastID; got != "same" {
			t.Errorf("last id = %q, want %q", got, "same")
		}
	})
}

func TestTable_BuysInOnceWhenTheCommandIsResent(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice := w.join("alice")
		for range 3 {
			if err := w.doAs(alice, "sit-1", table.Sit{BuyIn: 60}); err != nil {
				t.Errorf("sit: %v", err)
			}
		}
		for range 3 {
			if err := w.doAs(alice, "top-1", table.BuyIn{Amount: 10}); err != nil {
				t.Errorf("top up: %v", err)
			}
		}
		if got := w.log.Balance(table.Wallet("alice")); got != -70 {
			t.Errorf("wallet moved by %d, want -70", got)
		}
	})
}

func TestTable_StandsUpAfterTheHand(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Stand{AfterHand: true})
		if v := w.view("bob"); !v.Seats[0].Leaving || !v.Seats[0].AfterHand {
			t.Errorf("alice's seat is %+v, want it leaving after the hand", v.Seats[0])
		}
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		if v := w.view("alice"); v.You.Seat != table.NoSeat || len(v.Seats) != 1 {
			t.Errorf("after the hand alice has seat %d of %v", v.You.Seat, v.Seats)
		}
		if a := w.log.Balance(table.Wallet("alice")); a != -1 && a != 1 {
			t.Errorf("alice went home with %d more than she came with, want one pot won or lost", a)
		}
		w.money()
	})
}

func TestTable_AcknowledgesAStandThatIsSentAgain(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		for range 2 {
			if err := w.doAs(alice, "stand-1", table.Stand{}); err != nil {
				t.Errorf("stand: %v, want an acknowledgement", err)
			}
		}
		if got := w.doAs(alice, "stand-2", table.Stand{}); got != table.ErrNotSeated {
			t.Errorf("another stand: %v, want %v", got, table.ErrNotSeated)
		}
		if got := w.doAs(w.join("bob"), "stand-1", table.Stand{}); got != table.ErrNotSeated {
			t.Errorf("the same id from somebody else: %v, want %v", got, table.ErrNotSeated)
		}
		w.reopen()
		w.rejoin(alice, 0)
		if err := w.doAs(alice, "stand-1", table.Stand{}); err != nil {
			t.Errorf("stand after a restart: %v, want an acknowledgement", err)
		}
	})
}

func TestTable_PlaysAtOnceForAPlayerWhoStandsUp(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Stand{})
		if m, _ := bob.Last("moved"); m.Raw == "" {
			t.Fatal("nobody moved for alice")
		} else {
			var moved tabletest.Moved
			m.Decode(&moved)
			if moved.Seat != 0 || moved.Why != table.ByLeaving {
				t.Errorf("moved = %+v, want seat 0 by leaving", moved)
			}
		}
	})
}

func TestTable_DealsNobodyInWhoSitsOut(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.seat("bob", 1)
		w.must(alice, table.SitOut{})
		w.after(time.Minute)
		if _, dealt := bob.Last("dealt"); dealt {
			t.Error("a hand was dealt with one player ready")
		}
		w.must(alice, table.ComeBack{})
		w.after(w.cfg.Beat)
		if _, dealt := bob.Last("dealt"); !dealt {
			t.Error("no hand after alice came back")
		}
	})
}

func TestTable_SitsABrokePlayerOutUntilTheRebuy(t *testing.T) {
	inWorld(t, func(c *table.Config) { c.Settings.BuyInMin = 1 }, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.seat("bob", 1)
		zero := table.Seat(0)
		w.must(alice, table.Sit{Seat: &zero, BuyIn: 1})
		w.after(w.cfg.Beat)
		w.must(alice, table.Act{Hand: "tbl-1", Turn: 1, Move: tabletest.DropOut})
		w.must(bob, w.pass(bob))
		if v := w.view("alice"); !v.Seats[0].SittingOut || v.Seats[0].Why != "broke" || v.Seats[0].Chips != 0 {
			t.Fatalf("seat = %+v, want broke and sitting out", v.Seats[0])
		}
		if got, want := w.do(alice, table.ComeBack{}), (table.BuyInError{Min: 1, Max: 100}); got != want {
			t.Errorf("come back without chips: %v, want %v", got, want)
		}
		w.must(alice, table.BuyIn{Amount: 50})
		if v := w.view("alice"); v.Seats[0].SittingOut || v.Seats[0].Chips != 50 {
			t.Errorf("seat = %+v, want 50 chips and ready", v.Seats[0])
		}
		w.money()
	})
}

func TestTable_RefusesChipsInMidHand(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		if got := w.do(alice, table.BuyIn{Amount: 1}); got != table.ErrHandRunning {
			t.Errorf("top up in mid-hand: %v, want %v", got, table.ErrHandRunning)
		}
	})
}

func TestTable_ClosesWhenNobodyIsThereAndPaysEveryone(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.table.Leave(alice)
		w.after(w.cfg.Idle - time.Second)
		if got := w.table.Summary().Closed; got != "" {
			t.Fatalf("closed %q too early", got)
		}
		w.after(time.Second)
		<-w.table.Done()
		if got := w.log.Closed("tbl"); got != "idle" {
			t.Errorf("closed because %q, want idle", got)
		}
		if got := w.log.Balance(table.Wallet("alice")); got != 0 {
			t.Errorf("alice's wallet moved by %d, want 0", got)
		}
		if w.released != 1 {
			t.Errorf("slot released %d times, want once", w.released)
		}
		if got := w.table.Do(alice, "late", table.Stand{}); got != table.ErrTableClosed {
			t.Errorf("command after the end: %v, want %v", got, table.ErrTableClosed)
		}
		if got := w.table.Join(alice, 0); got != table.ErrTableClosed {
			t.Errorf("join after the end: %v, want %v", got, table.ErrTableClosed)
		}
	})
}

func TestTable_ClosesWhenNobodyHasEverJoined(t *testing.T) {
	inWorld(t, func(c *table.Config) { c.Settings.Bots = 3; c.Settings.BotLevel = "tight" }, func(t *testing.T, w *world) {
		w.after(w.cfg.Unjoined)
		<-w.table.Done()
		if got := w.log.Closed("tbl"); got != "unjoined" {
			t.Errorf("closed because %q, want unjoined", got)
		}
		if got := w.log.Balance(table.Mint); got != 0 {
			t.Errorf("mint = %d after all bots went home, want 0", got)
		}
	})
}

func TestTable_ClosesOnRequestAfterTheHand(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		if err := w.table.Close("host"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := w.table.Summary().Closed; got != "" {
			t.Fatalf("closed %q in mid-hand", got)
		}
		w.after(2 * clock)
		<-w.table.Done()
		if alice.Ended() != "host" || bob.Ended() != "host" {
			t.Errorf("players were told %q and %q, want host", alice.Ended(), bob.Ended())
		}
		if got := w.log.Balance(table.Wallet("alice")) + w.log.Balance(table.Wallet("bob")); got != 0 {
			t.Errorf("wallets moved by %d together, want 0", got)
		}
	})
}

func TestTable_AnIdleTableIsOneGoroutineAndAnEndedOneIsNone(t *testing.T) {
	const tables = 100
	synctest.Test(t, func(t *testing.T) {
		var all []*world
		for range tables {
			w := &world{t: t, log: tabletest.NewLog()}
			w.cfg = idleConfig(w.log)
			w.open(nil)
			all = append(all, w)
		}
		if got := ours(); got != tables {
			t.Errorf("%d tables are %d goroutines, want one each", tables, got)
		}
		time.Sleep(time.Minute) // nobody joins: they close
		for _, w := range all {
			<-w.table.Done()
		}
		synctest.Wait()
		if got := ours(); got != 0 {
			t.Errorf("%d goroutines after the tables have closed, want none", got)
		}
	})
}

// ours counts the goroutines that stand in, or were started by, code of a table.
func ours() (n int) {
	stacks := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, "fullhouse/table.(*Table)") {
			n++
		}
	}
	return n
}

func TestTable_TellsTheLobbyOnlyWhatItShows(t *testing.T) {
	told := 0
	inWorld(t, func(c *table.Config) { c.Changed = func(table.Summary) { told++ } }, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		before := told
		w.must(alice, w.pass(alice))
		if told != before {
			t.Error("the lobby was told of a move in mid-hand")
		}
		w.must(bob, w.pass(bob))
		if told == before {
			t.Error("the lobby was not told of the end of the hand")
		}
		if s := w.table.Summary(); s.Stacks["alice"]+s.Stacks["bob"] != 200 || len(s.Stacks) != 2 {
			t.Errorf("stacks = %v, want what alice and bob have", s.Stacks)
		}
	})
}
