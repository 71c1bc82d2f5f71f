package lobby_test

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestLobby_RefusesToCreateWhenFullAndStillServesJoins(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, _ *store) {
		full := create(t, l, settings("The first"))
		_, err := l.Create(t.Context(), quota.Caller{Account: "bob"}, settings("The second"))
		if !errors.Is(err, capacity.Error(lobby.CodeFull)) {
			t.Fatalf("create at the cap: err = %v, want %s", err, lobby.CodeFull)
		}
		players := make([]*tabletest.Player, 100)
		for i := range players {
			players[i] = tabletest.NewPlayer("guest")
			if err := full.Join(players[i], 0); err != nil {
				t.Fatalf("join %d at the cap: %v", i, err)
			}
		}
		synctest.Wait()
		for i, p := range players {
			if _, ok := p.Last("snapshot"); !ok {
				t.Fatalf("join %d at the cap got no snapshot", i)
			}
		}
		if got, want := l.Capacity(), (lobby.CapacityView{Used: 1, Cap: 1, Create: lobby.CreateFull}); got != want {
			t.Errorf("capacity = %+v, want %+v", got, want)
		}
	})
}

func TestLobby_TheSlotOfAClosedTableIsFreeAtOnce(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, _ *store) {
		for range 3 {
			tbl := create(t, l, settings("One at a time"))
			_ = tbl.Close("draining") // an error says that it has closed
			<-tbl.Done()
			if _, ok := l.Find(tbl.ID()); ok {
				t.Error("a closed table is found, want it gone")
			}
		}
	})
}

func TestLobby_AnAbandonedTableGivesItsSlotBack(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, _ *store) {
		tbl := create(t, l, settings("Nobody came"))
		time.Sleep(time.Hour + time.Second)
		<-tbl.Done()
		if got := l.Slots().InUse; got != 0 {
			t.Errorf("%d slots in use, want 0", got)
		}
	})
}

func TestLobby_SixtyFourCreatorsNeverPassTheCap(t *testing.T) {
	run(t, tables(7), func(t *testing.T, l *lobby.Lobby, _ *store) {
		var opened, refused atomic.Int64
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				_, err := l.Create(t.Context(), quota.Caller{Account: "alice"}, settings("A race"))
				switch {
				case err == nil:
					opened.Add(1)
				case errors.Is(err, capacity.Error(lobby.CodeFull)):
					refused.Add(1)
				default:
					t.Errorf("create: %v", err)
				}
			})
		}
		wg.Wait()
		if opened.Load() != 7 || refused.Load() != 57 {
			t.Errorf("%d opened and %d refused, want 7 and 57", opened.Load(), refused.Load())
		}
		if got := l.Slots().Peak; got != 7 {
			t.Errorf("peak = %d, want 7", got)
		}
	})
}

func TestLobby_EveryFailedCreateGivesItsSlotBack(t *testing.T) {
	down := errors.New("disk full")
	refusing := func(s *store) lobby.Config {
		cfg := config(s, 1)
		cfg.Table.NewGame = func(game, saved json.RawMessage) (table.Game, error) {
			if string(game) == `"odd"` {
				return nil, table.ErrBadRequest
			}
			return tabletest.NewDraw(game, saved)
		}
		return cfg
	}
	run(t, refusing, func(t *testing.T, l *lobby.Lobby, s *store) {
		s.fail = func() error { return down }
		if _, err := l.Create(t.Context(), quota.Caller{Account: "alice"}, settings("No row")); !errors.Is(err, down) {
			t.Errorf("with a broken store: err = %v, want %v", err, down)
		}
		s.fail = func() error { panic("store") }
		func() {
			defer func() { _ = recover() }()
			_, _ = l.Create(t.Context(), quota.Caller{Account: "alice"}, settings("No row"))
		}()
		s.fail = nil
		odd := settings("No game")
		odd.Game = json.RawMessage(`"odd"`)
		if _, err := l.Create(t.Context(), quota.Caller{Account: "alice"}, odd); !errors.Is(err, table.ErrBadRequest) {
			t.Errorf("with settings the game refuses: err = %v, want %v", err, table.ErrBadRequest)
		}
		create(t, l, settings("After all"))
	})
}

func TestLobby_ListsPublicTablesTheNewestLastAndFindsPrivateOnes(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		create(t, l, settings("Oldest"))
		hidden := settings("Hidden")
		hidden.Private = true
		secret := create(t, l, hidden)
		create(t, l, settings("Newest"))
		var names []string
		for _, s := range l.List() {
			names = append(names, s.Settings.Name)
		}
		if len(names) != 2 || names[0] != "Oldest" || names[1] != "Newest" {
			t.Errorf("listed %q, want Oldest and Newest", names)
		}
		if found, ok := l.Find(secret.ID()); !ok || found != secret {
			t.Error("a private table is not found by its id, want it found")
		}
		if id := secret.ID(); !regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString(id) {
			t.Errorf("id = %q, want 26 characters of base32", id)
		}
	})
}

func TestLobby_TellsAnAccountWhereItSits(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		hidden := settings("Hidden")
		hidden.Private = true
		create(t, l, settings("Empty"))
		tbl := create(t, l, hidden)
		alice := tabletest.NewPlayer("alice")
		if err := tbl.Join(alice, 0); err != nil {
			t.Fatal(err)
		}
		if err := tbl.Do(alice, "c1", table.Sit{BuyIn: tbl.Summary().Settings.BuyInMin}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		want := lobby.Seated{Table: tbl.ID(), Name: "Hidden", Chips: tbl.Summary().Settings.BuyInMin}
		if got := l.Seats("alice"); len(got) != 1 || got[0] != want {
			t.Errorf("alice's seats = %+v, want %+v", got, want)
		}
		if got := l.Seats("bob"); len(got) != 0 {
			t.Errorf("bob's seats = %+v, want none", got)
		}
	})
}

func TestLobby_DrainRefusesCreatesAndStopsEveryTable(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, s *store) {
		open := []*table.Table{create(t, l, settings("One")), create(t, l, settings("Two"))}
		if err := l.Drain(t.Context(), 0); err != nil {
			t.Fatalf("Drain: %v", err)
		}
		for _, tbl := range open {
			<-tbl.Done()
			if why := s.Closed(tbl.ID()); why != "" {
				t.Errorf("the log ended with %q, want it open for the next start", why)
			}
		}
		if _, err := l.Create(t.Context(), quota.Caller{Account: "alice"}, settings("Too late")); !errors.Is(err, lobby.ErrDraining) {
			t.Errorf("create after the drain: err = %v, want %v", err, lobby.ErrDraining)
		}
		if got := l.Capacity().Create; got != lobby.CreateDraining {
			t.Errorf("create = %q, want %q", got, lobby.CreateDraining)
		}
	})
}

func TestLobby_DrainWaitsForATableThatIsJustStarting(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, s *store) {
		s.fail = func() error { time.Sleep(3 * time.Second); return nil } // virtual: a slow store
		var wg sync.WaitGroup
		wg.Go(func() { create(t, l, settings("Just in time")) })
		synctest.Wait()
		began := time.Now()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Drain(short, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("impatient drain: err = %v, want %v", err, context.DeadlineExceeded)
		}
		if err := l.Drain(t.Context(), 0); err != nil {
			t.Errorf("patient drain: %v", err)
		}
		if got, want := time.Since(began), 3*time.Second; got != want {
			t.Errorf("drained after %v, want %v", got, want)
		}
		wg.Wait()
	})
}
