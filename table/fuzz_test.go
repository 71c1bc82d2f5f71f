package table_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// FuzzTable_SurvivesAnyCommandsAndMoves lets four people do anything in any order at a hold'em table, with any bytes as
// moves. Whatever they do: no panic, chips are only moved, and the records rebuild the table.
func FuzzTable_SurvivesAnyCommandsAndMoves(f *testing.F) {
	f.Add(uint64(1), []byte("0000111122223333"), []byte(`{"do":"call"}`))
	f.Add(uint64(2), []byte{0, 1, 2, 3, 7, 7, 7, 7, 7, 7, 7, 7, 4, 5, 6, 7, 8, 9}, []byte(`{"do":"raise","to":500}`))
	f.Add(uint64(3), []byte{0, 1, 15, 6, 7, 6, 7, 6, 7, 9, 14, 13, 12, 11, 10}, []byte(`{"do":"raise","to":9007199254740993}`))
	f.Add(uint64(4), []byte{40, 44, 45, 41, 28, 36, 48, 29, 28, 12, 24, 55, 27, 44, 50}, []byte(`{"do":"fold"}`))
	f.Fuzz(func(t *testing.T, seed uint64, script, move []byte) {
		r := newRiot(t, seed)
		for _, b := range script[:min(len(script), 200)] {
			r.do(b, move)
			r.check()
		}
		r.rebuild()
	})
}

// riot is a table with people who do anything.
type riot struct {
	t      *testing.T
	table  *table.Stepper
	now    time.Time
	people [4]*tabletest.Player
	ids    int
	log    []table.Record
	ledger map[table.Account]table.Chips
}

func newRiot(t *testing.T, seed uint64) *riot {
	t.Helper()
	r := &riot{t: t, now: time.Unix(1e9, 0), ledger: map[table.Account]table.Chips{}}
	var err error
	r.table, err = table.NewStepper(table.Config{
		ID: "riot", Host: "p0", NewGame: holdem.New, Recorder: tabletest.NewLog(), Random: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}),
		Log: slog.New(slog.DiscardHandler), Inbox: 1, Idle: time.Hour, Unjoined: time.Hour, Beat: time.Second,
		Hold: 20 * time.Second, SitOut: time.Minute, Return: time.Minute, Pause: 10 * time.Second,
		Settings: table.Settings{
			Name: "Riot", Seats: 3, BuyInMin: 100, BuyInMax: 400, ActionMS: 15000,
			Game: json.RawMessage(`{"small_blind":5,"big_blind":10,"ante":1,"ante_kind":"each"}`),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.table.Keep = r.keep
	for i := range r.people {
		r.people[i] = tabletest.NewPlayer(fmt.Sprint("p", i))
	}
	return r
}

func (r *riot) keep(b table.Batch) {
	if want := int64(len(r.log)); b.Prev != want {
		r.t.Fatalf("batch follows record %d, want %d", b.Prev, want)
	}
	r.log = append(r.log, b.Records...)
	for _, tr := range b.Transfers {
		var sum table.Chips
		for _, e := range tr.Entries {
			r.ledger[e.Account] += e.Amount
			sum += e.Amount
		}
		if sum != 0 {
			r.t.Fatalf("transfer %+v does not sum to zero", tr)
		}
	}
}

// do lets a person (the low bits) do something (the high bits).
func (r *riot) do(b byte, move []byte) {
	p := r.people[b%4]
	hand, turn, running := r.table.Turn()
	act := table.Act{Hand: hand, Turn: turn.Number, Price: turn.Price, Move: move}
	var c table.Command
	switch b / 4 % 20 {
	case 0, 1:
		c = table.Sit{BuyIn: table.Chips(b)*3 - 50}
	case 2:
		c = table.Stand{}
	case 3:
		c = table.SitOut{}
	case 4:
		c = table.ComeBack{}
	case 5:
		c = table.BuyIn{Amount: table.Chips(b) - 20}
	case 6:
		r.now = r.now.Add(time.Duration(b) * 100 * time.Millisecond)
		r.table.Tick(r.now)
		return
	case 7:
		act.Move = json.RawMessage(`{"do":"call"}`)
		c = act
	case 8:
		if legal, ok := turn.Options.(holdem.Legal); ok && running {
			act.Move = json.RawMessage(fmt.Sprintf(`{"do":"raise","to":%d}`, legal.MinTo))
		}
		c = act
	case 9:
		c = table.Stand{AfterHand: true}
	case 10:
		c = table.Hold{Seat: table.Seat(b%5) - 1}
	case 11:
		at := table.Seat(b % 3)
		c = table.Sit{Seat: &at, BuyIn: 200, Post: true}
	case 12:
		c = table.ComeBack{Post: true}
	case 13:
		c = table.Say{Text: string(move)}
	case 14: // of the host's, as the next two
		c = []table.Command{table.Pause{}, table.Resume{}}[b/64%2]
	case 15:
		c = table.Silence{Who: "p2", On: b < 200}
	case 16:
		c = table.Kick{Who: fmt.Sprint("p", b/64)}
		if b == 224 {
			c = table.End{}
		}
	default:
		c = act
	}
	r.ids++
	r.table.Command(r.now, p, fmt.Sprint("c", r.ids), c)
}

// check holds the ledger against the table: nothing minted, nothing lost, nothing negative.
func (r *riot) check() {
	var sum table.Chips
	for account, amount := range r.ledger {
		sum += amount
		if amount < 0 && account[0] == 's' { // a wallet starts at zero here and may owe; a seat may not
			r.t.Fatalf("%s holds %d", account, amount)
		}
	}
	if sum != 0 {
		r.t.Fatalf("all accounts sum to %d, want 0", sum)
	}
	for at := range table.Seat(3) {
		if got, want := r.ledger[table.Escrow("riot", at)], r.table.Chips(at); got != want {
			r.t.Fatalf("escrow of seat %d is %d, want %d", at, got, want)
		}
	}
}

// rebuild compares what each person sees with what the records alone lead to, all of them and those from the last
// checkpoint on.
func (r *riot) rebuild() {
	r.compare(r.log)
	for i := len(r.log) - 1; i > 0; i-- {
		if r.log[i].Kind == table.KindCheckpoint {
			r.compare(r.log[i:])
			return
		}
	}
}

func (r *riot) compare(log []table.Record) {
	again, err := r.table.Rebuilt(log)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, p := range r.people {
		want, got := r.facts(r.table, p), r.facts(again, p)
		if want != got {
			r.t.Fatalf("the records lead to\n%s\nbut the table is\n%s", got, want)
		}
	}
}

// facts is a snapshot without what does not survive a restart: the running times, and the sight of a hand that is over.
func (r *riot) facts(s *table.Stepper, p *tabletest.Player) string {
	var all struct {
		Seq   int64
		Table map[string]any
	}
	if err := json.Unmarshal([]byte(s.View(r.now, p)), &all); err != nil {
		r.t.Fatal(err)
	}
	for _, passing := range []string{"next_hand_ms", "paused_ms", "held", "chat"} {
		delete(all.Table, passing)
	}
	for _, s := range all.Table["seats"].([]any) {
		delete(s.(map[string]any), "out_ms")
	}
	if turn, ok := all.Table["turn"].(map[string]any); ok {
		delete(turn, "ms_left")
	} else {
		delete(all.Table, "hand")
	}
	b, _ := json.Marshal(all)
	return string(b)
}
