package history_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/history"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

func parseTime(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// recordsOf are the records of the hands that a table plays with two people and a bot until it has played a few.
func recordsOf(t *testing.T, game json.RawMessage) (records []*table.HandRecord) {
	log := tabletest.NewLog()
	log.Behave(func(b table.Batch) tabletest.Behaviour {
		if b.Hand != nil {
			records = append(records, b.Hand)
		}
		return tabletest.Behaviour{Write: true}
	})
	synctest.Test(t, func(t *testing.T) {
		tbl, err := table.Open(table.Config{
			ID: "mfrggzdfmztwq2lknnwg23tpoa", Epoch: 1, NewGame: holdem.New, Recorder: log, Random: rand.NewChaCha8([32]byte{7}),
			Log: slog.New(slog.DiscardHandler), Inbox: 64, Idle: time.Hour, Unjoined: time.Hour, Beat: time.Second, Away: time.Minute,
			Settings: table.Settings{
				Name: "Friday night", Seats: 6, BuyInMin: 4000, BuyInMax: 10000, Bots: 1, BotLevel: "calling", ActionMS: 15000,
				Chat: "all", Game: game,
			},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"ann", "tom"} {
			p := tabletest.NewPlayer(name)
			for _, err := range []error{tbl.Join(p, 0), tbl.Do(p, fmt.Sprint("sit-", i), table.Sit{Seat: new(table.Seat(2 * i)), BuyIn: 10000})} {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		time.Sleep(3 * time.Minute) // the clock plays for them
		tbl.Close("closed")
	})
	return records
}

func TestFromRecord_TakesWhatATableHasRecorded(t *testing.T) {
	game := json.RawMessage(`{"small_blind":50,"big_blind":100,"ante":10,"ante_kind":"each"}`)
	records := recordsOf(t, game)
	if len(records) < 2 {
		t.Fatalf("%d hands recorded", len(records))
	}
	for _, rec := range records {
		for _, account := range []string{"ann", "tom", "nobody", ""} {
			viewer := history.SeatOf(rec, account)
			h, err := history.FromRecord(game, rec, viewer)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range replayed(t, h) {
				t.Error(m)
			}
			if err := deck.Verify(h.Commitment, string(h.ID), h.Openings...); err != nil {
				t.Errorf("openings: %v", err)
			}
			if known := viewer != table.NoSeat; known != (account == "ann" || account == "tom") {
				t.Errorf("%q had seat %d", account, viewer)
			} else if known && len(h.Openings) < 2 {
				t.Errorf("%q has no proof of its own cards", account)
			}
			for i, s := range h.Seats {
				if s.Bot != rec.Seats[seatIndex(rec, s.Seat)].Bot || s.Name == "" {
					t.Errorf("seat %d is %+v", i, s)
				}
			}
		}
	}
}

// evening plays hands at a table at which everything is allowed, with people who come late, post, straddle and wish for bomb pots.
func evening(t *testing.T, game json.RawMessage, hands int) (records []*table.HandRecord) {
	t.Helper()
	g, err := holdem.New(game, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for n := range hands {
		var places []table.Place
		for seat := range table.Seat(8) {
			p := table.Place{Seat: seat, Chips: table.Chips(100 + r.IntN(9000)), In: r.IntN(4) > 0, New: r.IntN(6) == 0, Post: r.IntN(2) == 0}
			p.Wishes = [][]string{nil, {holdem.WishStraddle}, {holdem.WishBombPot}}[min(2, n%5)]
			places = append(places, p)
		}
		places[0].In, places[1].In = true, true
		id := table.HandID(fmt.Sprint("evening-", n))
		in, events := gameHand(t, g, r, id, places)
		records = append(records, recordOf(t, id, in, events))
	}
	return records
}

// gameHand plays one hand of a game and returns who was dealt in and what it tells.
func gameHand(
	t *testing.T, g table.Game, r *rand.Rand, id table.HandID, places []table.Place,
) (seats []table.HandSeat, events []table.Event) {
	t.Helper()
	secret, err := g.Shuffle(rand.NewChaCha8([32]byte([]byte(fmt.Sprintf("%-32s", id)))))
	if err != nil {
		t.Fatal(err)
	}
	dealing, err := g.Start(id, places, secret)
	if err != nil {
		t.Fatal(err)
	}
	events = dealing.Events
	for _, seat := range dealing.In {
		seats = append(seats, table.HandSeat{Seat: seat, Account: fmt.Sprint("account-", seat), Name: fmt.Sprint("Player ", seat)})
	}
	for turn, ok := g.Turn(); ok; turn, ok = g.Turn() {
		move, err := json.Marshal(anyMove(r, turn.Options.(holdem.Legal)))
		if err != nil {
			t.Fatal(err)
		}
		more, err := g.Act(turn.Seat, move, table.ByPlayer)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, more...)
	}
	return seats, events
}

func TestFromRecord_TakesAnEveningWithAllExtras(t *testing.T) {
	game := json.RawMessage(`{"small_blind":50,"big_blind":100,"ante":20,"ante_kind":"each","straddle":true,"run_twice":true,"bomb_pot":4}`)
	kinds, files := map[string]int{}, map[string]*bytes.Buffer{}
	const hands = 100
	for n, rec := range evening(t, game, hands) {
		h, err := history.FromRecord(game, rec, table.NoSeat)
		if err != nil {
			t.Fatal(err)
		}
		count(kinds, h)
		for _, f := range forms {
			if files[f.name] == nil {
				files[f.name] = &bytes.Buffer{}
			}
			if f.name == "PHH" {
				fmt.Fprintf(files[f.name], "[%d]\n", n+1)
			}
			if err := f.write(files[f.name], h); err != nil {
				t.Fatalf("%s as %s: %v", h.ID, f.name, err)
			}
		}
	}
	for _, f := range forms { // all hands in one file
		read := 0
		for h, err := range f.read(files[f.name]) {
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			for _, m := range replayed(t, h) {
				t.Errorf("%s: %s", f.name, m)
			}
			read++
		}
		if read != hands {
			t.Errorf("%s: %d hands in one file, want %d", f.name, read, hands)
		}
	}
	for _, kind := range []string{"straddle", "live post", "dead post", "bomb pot", "twice"} {
		if kinds[kind] == 0 {
			t.Errorf("no hand with %s", kind)
		}
	}
}

// seatIndex is where a record has a seat.
func seatIndex(rec *table.HandRecord, seat table.Seat) int {
	for i, s := range rec.Seats {
		if s.Seat == seat {
			return i
		}
	}
	return -1
}

func TestFromRecord_ProvesEveryCardThatTheViewerKnows(t *testing.T) {
	for i, h := range hands(t) {
		proven := map[deck.Card]bool{}
		for _, o := range h.Openings {
			proven[o.Card] = true
		}
		known := append(append([]deck.Card{}, h.Board...), h.Board2...)
		for _, s := range h.Seats {
			known = append(known, s.Cards...)
		}
		for _, c := range known {
			if !proven[c] {
				t.Errorf("%s: %v is not proven", kinds[i].name, c)
			}
		}
		if err := deck.Verify(h.Commitment, string(h.ID), h.Openings...); err != nil {
			t.Errorf("%s: %v", kinds[i].name, err)
		}
	}
}

func TestFromRecord_PassesOverEventsThatItDoesNotKnow(t *testing.T) {
	p := sample(3).play(t)
	want := p.fromRecord(t, table.NoSeat)
	p.record.Events = append([]byte(`[{"type":"sang","seat":"loudly"},`), p.record.Events[1:]...)
	if got := p.fromRecord(t, table.NoSeat); len(got.Actions) != len(want.Actions) {
		t.Errorf("%d actions, want %d", len(got.Actions), len(want.Actions))
	}
}

func TestFromRecord_RefusesARecordThatIsNone(t *testing.T) {
	seat := sample(3).config.Players[0].Seat
	for name, spoil := range map[string]func(p *played, viewer *table.Seat){
		"settings":     func(p *played, _ *table.Seat) { p.game = json.RawMessage(`{"ante":"much"}`) },
		"no events":    func(p *played, _ *table.Seat) { p.record.Events = nil },
		"empty events": func(p *played, _ *table.Seat) { p.record.Events = json.RawMessage(`[]`) },
		"no object":    func(p *played, _ *table.Seat) { p.record.Events = json.RawMessage(`[1]`) },
		"odd event":    func(p *played, _ *table.Seat) { p.record.Events = json.RawMessage(`[{"type":"acted","seat":"x"}]`) },
		"no such seat": func(p *played, _ *table.Seat) { p.record.Events = json.RawMessage(`[{"type":"shown","seat":3}]`) },
		"no end":       func(p *played, _ *table.Seat) { p.record.Events = cut(p.record.Events) },
		"odd privacy": func(p *played, v *table.Seat) {
			p.record.Seats[0].Private, *v = json.RawMessage(`[]`), p.record.Seats[0].Seat
		},
		"not dealt in":  func(_ *played, v *table.Seat) { *v = 77 },
		"no hand":       func(p *played, _ *table.Seat) { p.record.Hand = "" },
		"odd own cards": func(p *played, v *table.Seat) { p.record.Seats[0].Private, *v = everywhere(`{"your_cards":7}`), seat },
	} {
		p, viewer := sample(3).play(t), table.NoSeat
		spoil(p, &viewer)
		h, err := history.FromRecord(p.game, p.record, viewer)
		if !errors.Is(err, history.ErrMalformed) || h != nil {
			t.Errorf("%s: got %v and %v, want %v", name, h, err, history.ErrMalformed)
		}
	}
}

// cut takes the last event away.
func cut(events json.RawMessage) json.RawMessage {
	var list []json.RawMessage
	if err := json.Unmarshal(events, &list); err != nil {
		panic(err)
	}
	cut, err := json.Marshal(list[:len(list)-1])
	if err != nil {
		panic(err)
	}
	return cut
}

// everywhere is a private part of each of the first events.
func everywhere(part string) json.RawMessage {
	all := map[string]json.RawMessage{}
	for i := range 40 {
		all[fmt.Sprint(i)] = json.RawMessage(part)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return raw
}
