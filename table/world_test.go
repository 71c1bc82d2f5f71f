package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// world is a table in a bubble of virtual time, with its log and the people who come to it.
type world struct {
	t        *testing.T
	cfg      table.Config
	log      *tabletest.Log
	table    *table.Table
	released int
	commands int
}

const clock = 15 * time.Second

// inWorld runs f with a fresh table of Draw.
func inWorld(t *testing.T, edit func(*table.Config), f func(*testing.T, *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, log: tabletest.NewLog()}
		w.cfg = table.Config{
			ID: "tbl", Settings: table.Settings{Name: "Test", Seats: 6, BuyInMin: 40, BuyInMax: 100, ActionMS: clock.Milliseconds()},
			NewGame: tabletest.NewDraw, Recorder: w.log, Random: rand.NewChaCha8([32]byte{1}), Log: slog.New(slog.DiscardHandler),
			Release: func() { w.released++ },
			Inbox:   16, Idle: 5 * time.Minute, Unjoined: time.Minute, Beat: time.Second, BotPace: time.Second,
		}
		if edit != nil {
			edit(&w.cfg)
		}
		w.open(nil)
		f(t, w)
		w.stop()
	})
}

func (w *world) open(log []table.Record) {
	w.t.Helper()
	var err error
	if w.table, err = table.Open(w.cfg, log); err != nil {
		w.t.Fatalf("open: %v", err)
	}
	synctest.Wait()
}

func (w *world) stop() {
	w.table.Stop()
	<-w.table.Done()
}

// reopen is what a restart does: the table is rebuilt from its log.
func (w *world) reopen() {
	w.t.Helper()
	w.stop()
	log, _ := w.log.Records(context.Background(), w.cfg.ID)
	w.open(log)
}

func (w *world) join(account string) *tabletest.Player {
	w.t.Helper()
	p := tabletest.NewPlayer(account)
	w.rejoin(p, 0)
	return p
}

func (w *world) rejoin(p *tabletest.Player, after int64) {
	w.t.Helper()
	if err := w.table.Join(p, after); err != nil {
		w.t.Fatalf("join: %v", err)
	}
	synctest.Wait()
}

// do sends a command and waits until the world stands still. It returns the answer, or errPending when there is none yet.
func (w *world) do(p *tabletest.Player, c table.Command) error {
	w.commands++
	return w.doAs(p, fmt.Sprintf("c%d", w.commands), c)
}

var errPending = errors.New("no answer yet")

func (w *world) doAs(p *tabletest.Player, id string, c table.Command) error {
	w.t.Helper()
	before := len(p.Answers())
	if err := w.table.Do(p, id, c); err != nil {
		return err
	}
	synctest.Wait()
	after := p.Answers()
	if len(after) == before {
		return errPending
	}
	return after[len(after)-1].Err
}

// must is do for a command that has to succeed.
func (w *world) must(p *tabletest.Player, c table.Command) {
	w.t.Helper()
	if err := w.do(p, c); err != nil {
		w.t.Fatalf("%#v of %s: %v", c, p.Name(), err)
	}
}

// seat brings an account to the table with 100 chips.
func (w *world) seat(account string, at table.Seat) *tabletest.Player {
	w.t.Helper()
	p := w.join(account)
	w.must(p, table.Sit{Seat: &at, BuyIn: 100})
	return p
}

// after lets virtual time pass and everything settle.
func (w *world) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// deal brings two players into a running hand; the first must act.
func (w *world) deal() (alice, bob *tabletest.Player) {
	w.t.Helper()
	alice, bob = w.seat("alice", 0), w.seat("bob", 1)
	w.after(w.cfg.Beat)
	if turn := w.turn(alice); turn.Seat != 0 {
		w.t.Fatalf("turn = %+v, want seat 0's", turn)
	}
	return alice, bob
}

// turn is the newest turn that a player was told of.
func (w *world) turn(p *tabletest.Player) (turn table.TurnStarted) {
	w.t.Helper()
	m, ok := p.Last("turn")
	if !ok {
		w.t.Fatalf("%s was never told of a turn", p.Name())
	}
	m.Decode(&turn)
	return turn
}

// pass is the move of whoever is on turn, as p sees it.
func (w *world) pass(p *tabletest.Player) table.Act {
	w.t.Helper()
	turn := w.turn(p)
	return table.Act{Hand: turn.Hand, Turn: turn.Turn, Price: turn.Price, Move: tabletest.Pass}
}

// view is the table as an account would see it on joining now.
func (w *world) view(account string) table.View {
	w.t.Helper()
	p := w.join(account)
	m, ok := p.Last("snapshot")
	if !ok {
		w.t.Fatalf("no snapshot")
	}
	w.table.Leave(p)
	synctest.Wait()
	var s struct {
		Table table.View `json:"table"`
	}
	m.Decode(&s)
	return s.Table
}

// money checks that escrow is what lies in front of the seats and that all accounts sum to zero.
func (w *world) money() {
	w.t.Helper()
	seats := map[table.Seat]table.Chips{}
	for _, s := range w.view("auditor").Seats {
		seats[s.Seat] = s.Chips
	}
	for i := range table.Seat(table.MaxSeats) {
		if got, want := w.log.Balance(table.Escrow(w.cfg.ID, i)), seats[i]; got != want {
			w.t.Errorf("escrow of seat %d = %d, want %d", i, got, want)
		}
	}
	if got := w.log.Sum(); got != 0 {
		w.t.Errorf("all accounts sum to %d, want 0", got)
	}
}

func types(messages []tabletest.Message) (kinds []string) {
	for _, m := range messages {
		kinds = append(kinds, m.Type)
	}
	return kinds
}

func number(t *testing.T, v table.View) byte {
	t.Helper()
	b, _ := json.Marshal(v.Hand)
	var d tabletest.DrawView
	if err := json.Unmarshal(b, &d); err != nil {
		t.Fatal(err)
	}
	return d.Number
}
