package holdem_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// secret matches what a frame can give away: the name of a card, or 32 bytes in hex, such as a salt.
var secret = regexp.MustCompile(`"([2-9TJQKA][cdhs]|[0-9a-f]{64})"`)

func TestSecrets_NoEventOrViewTellsACardToSomeoneWhoMayNotKnowIt(t *testing.T) {
	for seed := range uint64(40) { // the table's test plays a thousand
		w := &watch{t: t, deck: shuffled(seed).Seal("hand"), known: map[table.Seat]map[string]bool{table.NoSeat: {}}}
		r := rand.New(rand.NewPCG(seed, 1))
		cfg := randomConfig(r)
		h, events, err := holdem.Deal(cfg, w.deck)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range cfg.Players {
			w.known[p.Seat] = map[string]bool{}
			w.learn(p.Seat, i)
			w.learn(p.Seat, len(cfg.Players)+i)
		}
		w.see(h, events)
		for !h.Over() {
			a, _ := actionFrom(h.Legal(), []byte{byte(r.Uint32())})
			if events, err := h.Apply(h.Turn(), a); err == nil {
				w.see(h, events)
			}
		}
	}
}

// watch keeps what every seat and the watchers may know, and reads what they are told.
type watch struct {
	t     *testing.T
	deck  *deck.Sealed
	known map[table.Seat]map[string]bool
}

// learn lets a seat know the card at a position and its proof.
func (w *watch) learn(seat table.Seat, position int) {
	proof := w.deck.Open(position).Proof()
	w.known[seat][proof.Card.String()] = true
	for _, hex := range append(proof.Path, proof.Salt) {
		w.known[seat][hex] = true
	}
}

func (w *watch) see(h *holdem.Hand, events []table.Event) {
	for _, e := range events {
		for seat := range w.known {
			w.reveal(seat, e)
			w.read(seat, e)
			if p, ok := e.(table.PrivateEvent); ok {
				w.read(seat, p.Private(seat))
			}
		}
	}
	for seat := range w.known {
		w.read(seat, h.View(seat))
		w.read(seat, h) // a hand itself marshals to nothing
	}
	w.read(table.NoSeat, h.View(h.Turn()+100))
}

// reveal lets a seat know what an event shows to all.
func (w *watch) reveal(seat table.Seat, e table.Event) {
	var open []deck.Opening
	switch e := e.(type) {
	case holdem.StreetDealt:
		open = e.Cards
	case holdem.Shown:
		open = e.Cards[:]
	}
	for _, o := range open {
		w.learn(seat, o.Position)
	}
}

func (w *watch) read(seat table.Seat, told any) {
	w.t.Helper()
	raw, err := json.Marshal(told)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, found := range secret.FindAllStringSubmatch(string(raw), -1) {
		if !w.known[seat][found[1]] {
			w.t.Fatalf("seat %d must not learn %s from %s", seat, found[1], raw)
		}
	}
}

func TestSecrets_WhoHasFoldedIsNotToldWhatItWouldHold(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{50, 50, 50}})
	s.play("2 fold, 0 call, 1 check")
	street := s.events[len(s.events)-1].(holdem.StreetDealt)
	for seat, want := range []bool{true, true, false} {
		if got := street.Private(table.Seat(seat)) != nil; got != want {
			t.Errorf("seat %d is told its hand: %t, want %t", seat, got, want)
		}
		if got := s.View(table.Seat(seat)).Name != ""; got != want {
			t.Errorf("seat %d sees the name of its hand: %t, want %t", seat, got, want)
		}
	}
}

func TestSecrets_EachSeatLearnsItsOwnCardsWithProof(t *testing.T) {
	sealed := shuffled(5).Seal("hand")
	cfg := holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: 7, Chips: 50}, {Seat: 2, Chips: 50}}}
	h, events, err := holdem.Deal(cfg, sealed)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(events, func(e table.Event) bool { return e.Type() == "dealt" })
	dealt := events[i].(holdem.Dealt)
	own := dealt.Private(2).(holdem.OwnCards)
	for round, position := range []int{1, 3} { // the second player's, in two rounds
		if err := deck.Verify(sealed.Root(), "hand", own.Cards[round].Proof()); err != nil || own.Cards[round].Position != position {
			t.Errorf("card %d is at %d (%v), want a proven one at %d", round, own.Cards[round].Position, err, position)
		}
	}
	if got, want := own.Name, h.View(2).Name; got != want || got == "" {
		t.Errorf("the hand is called %q, and %q in the view", got, want)
	}
	for _, seat := range []table.Seat{table.NoSeat, 0, 8, 100} {
		if p := dealt.Private(seat); p != nil {
			t.Errorf("seat %d, not dealt in, learns %v", seat, p)
		}
		if v := h.View(seat); v.You != table.NoSeat || len(v.Cards) != 0 || len(v.Openings) != 0 || v.Name != "" {
			t.Errorf("seat %d, not dealt in, sees %+v", seat, v)
		}
	}
}
