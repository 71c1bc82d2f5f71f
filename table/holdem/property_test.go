package holdem_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// drawnHand is a hand that rapid plays and, when something is wrong, makes as small as it can.
type drawnHand struct {
	cfg   holdem.Config
	deck  *deck.Deck
	hand  *holdem.Hand
	moves []holdem.Action // as accepted
	told  []table.Event
}

func drawHand(t *rapid.T) *drawnHand {
	d := &drawnHand{deck: shuffled(rapid.Uint64().Draw(t, "deck"))}
	n := rapid.IntRange(2, table.MaxSeats).Draw(t, "players")
	small := rapid.IntRange(1, 20).Draw(t, "small blind")
	d.cfg = holdem.Config{SmallBlind: table.Chips(small), BigBlind: table.Chips(small + rapid.IntRange(0, 20).Draw(t, "more"))}
	d.cfg.AnteKind = rapid.SampledFrom([]holdem.AnteKind{holdem.AnteNone, holdem.AnteEach, holdem.AnteBB}).Draw(t, "ante kind")
	if d.cfg.AnteKind != holdem.AnteNone {
		d.cfg.Ante = table.Chips(rapid.IntRange(0, 20).Draw(t, "ante"))
	}
	for seat := range n {
		chips := rapid.OneOf(rapid.IntRange(1, 60), rapid.IntRange(1, 2000)).Draw(t, "stack")
		d.cfg.Players = append(d.cfg.Players, table.Stack{Seat: table.Seat(seat), Chips: table.Chips(chips)})
	}
	addPosts(&d.cfg, func() int { return rapid.IntRange(0, 7).Draw(t, "owes") })
	addExtras(&d.cfg, rapid.IntRange(0, 5).Draw(t, "extra"))
	var err error
	if d.hand, d.told, err = holdem.Deal(d.cfg, d.deck); err != nil {
		t.Fatal(err)
	}
	return d
}

// step plays one drawn move, most often a legal one.
func (d *drawnHand) step(t *rapid.T) {
	a, _ := actionFrom(d.hand.Legal(), []byte{rapid.Byte().Draw(t, "move")})
	if events, err := d.hand.Apply(d.hand.Turn(), a); err == nil {
		d.moves, d.told = append(d.moves, a), append(d.told, events...)
	}
}

func TestProperty_EverythingOfferedIsAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawHand(t)
		for !d.hand.Over() && len(d.moves) < 60 {
			l := d.hand.Legal()
			offers := []holdem.Action{holdem.DefaultAction(l), {Do: holdem.Fold}}
			if l.Vote != "" {
				offers = []holdem.Action{{Do: holdem.Twice}, {Do: holdem.Once}}
			}
			if l.Call > 0 {
				offers = append(offers, holdem.Action{Do: holdem.Call})
			}
			if l.Raise != "" {
				between := l.MinTo + (l.MaxTo-l.MinTo)/2
				for _, to := range []table.Chips{l.MinTo, between, l.MaxTo} {
					offers = append(offers, holdem.Action{Do: l.Raise, To: to})
				}
			}
			for _, a := range offers {
				if _, err := d.hand.Clone().Apply(l.Seat, a); err != nil {
					t.Fatalf("%+v: %v, though %+v", a, err, l)
				}
			}
			d.step(t)
		}
	})
}

func TestProperty_TheSameDeckAndMovesGiveTheSameEventsAndState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawHand(t)
		for range 60 {
			if !d.hand.Over() {
				d.step(t)
			}
		}
		again, told, err := holdem.Deal(d.cfg, d.deck)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range d.moves {
			events, err := again.Apply(again.Turn(), a)
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, events...)
		}
		if *again != *d.hand {
			t.Error("the states differ")
		}
		if got, want := marshal(t, told), marshal(t, d.told); got != want {
			t.Errorf("events = %s, want %s", got, want)
		}
	})
}

func marshal(t tester, v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestProperty_ACopyGoesItsOwnWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawHand(t)
		for range rapid.IntRange(0, 20).Draw(t, "moves before") {
			if !d.hand.Over() {
				d.step(t)
			}
		}
		before, views := *d.hand, marshal(t, d.hand.View(0))
		for c := d.hand.Clone(); !c.Over(); {
			if _, err := c.Apply(c.Turn(), holdem.DefaultAction(c.Legal())); err != nil {
				t.Fatal(err)
			}
		}
		if *d.hand != before || marshal(t, d.hand.View(0)) != views {
			t.Error("playing on with a copy has changed the hand")
		}
	})
}

// TestProperty_TheEventsTellAllThatAWatcherCanSee folds the events as a page does and compares with the view that someone
// gets who comes only now.
func TestProperty_TheEventsTellAllThatAWatcherCanSee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawHand(t)
		page := newPage(d.cfg)
		for told := 0; ; {
			for ; told < len(d.told); told++ {
				page.hear(d.told[told])
			}
			v := d.hand.View(table.NoSeat)
			page.compare(t, v)
			if d.hand.Over() || len(d.moves) == 60 {
				return
			}
			d.step(t)
		}
	})
}

// page is what somebody knows who only hears events.
type page struct {
	seats []holdem.SeatView
	board []deck.Card
	other []deck.Card // the board of the second run
	pots  []holdem.Pot
	won   []holdem.Won
	pot   table.Chips
}

func newPage(cfg holdem.Config) *page {
	p := &page{}
	for _, s := range cfg.Players {
		p.seats = append(p.seats, holdem.SeatView{Seat: s.Seat, Stack: s.Chips})
	}
	return p
}

func (p *page) seat(s table.Seat) *holdem.SeatView {
	return &p.seats[slices.IndexFunc(p.seats, func(v holdem.SeatView) bool { return v.Seat == s })]
}

func (p *page) hear(e table.Event) {
	switch e := e.(type) {
	case holdem.Posted:
		s := p.seat(e.Seat)
		s.Bet, s.Stack, s.AllIn, p.pot = e.Bet, e.Stack, e.AllIn, e.Pot
		s.In += e.Amount
	case holdem.Acted:
		s := p.seat(e.Seat)
		s.Bet, s.Stack, s.AllIn, s.Last, p.pot = e.Bet, e.Stack, e.AllIn, &e, e.Pot
		s.In += e.Amount
		s.Folded = e.Do == holdem.Fold
	case holdem.Uncalled:
		s := p.seat(e.Seat)
		s.Stack, s.AllIn, p.pot = e.Stack, false, e.Pot
		s.Bet -= min(s.Bet, e.Amount)
		s.In -= e.Amount
	case holdem.StreetDealt:
		p.pots = e.Pots
		if e.Run == 2 {
			p.other = e.Board
		} else {
			p.board = e.Board
		}
		for i := range p.seats {
			p.seats[i].Bet, p.seats[i].Last = 0, nil
		}
	case holdem.Shown:
		p.seat(e.Seat).Shown = []deck.Card{e.Cards[0].Card, e.Cards[1].Card}
	case holdem.Won:
		p.won = append(p.won, e)
		for i := range p.seats {
			p.seats[i].Bet = 0
		}
		for _, w := range e.Winners {
			s := p.seat(w.Seat)
			s.Stack += w.Chips
			s.AllIn = s.Stack == 0 // a share of too small a pot can be nothing
		}
	}
}

func (p *page) compare(t *rapid.T, v *holdem.View) {
	for i, got := range p.seats {
		got.Shown = append([]deck.Card{}, got.Shown...)
		if got, want := marshal(t, got), marshal(t, v.Seats[i]); got != want {
			t.Fatalf("by the events %s, in the view %s", got, want)
		}
	}
	if p.pot != v.Pot || !slices.Equal(p.board, v.Board) {
		t.Fatalf("by the events pot %d and board %v, in the view %d and %v", p.pot, p.board, v.Pot, v.Board)
	}
	if !slices.Equal(p.other, v.Board2) {
		t.Fatalf("by the events a second board %v, in the view %v", p.other, v.Board2)
	}
	if v.Over && marshal(t, p.won) != marshal(t, v.Won) {
		t.Fatalf("by the events won %v, in the view %v", p.won, v.Won)
	}
	if !v.Over && marshal(t, append([]holdem.Pot{}, p.pots...)) != marshal(t, v.Pots) {
		t.Fatalf("by the events pots %v, in the view %v", p.pots, v.Pots)
	}
}

// TestProperty_NoCardComesTwice looks at all cards of a hand with everything face up, and where in the deck they come from.
func TestProperty_NoCardComesTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawHand(t)
		for range 60 {
			if !d.hand.Over() {
				d.step(t)
			}
		}
		seen := map[int]deck.Card{}
		for _, e := range d.told {
			var open []deck.Opening
			switch e := e.(type) {
			case holdem.StreetDealt:
				open = e.Cards
			case holdem.Shown:
				open = e.Cards[:]
			}
			for _, o := range open {
				if _, twice := seen[o.Position]; twice || o.Card != d.deck.Open(o.Position).Card {
					t.Fatalf("%v is not the card at %d, or has come before", o.Card, o.Position)
				}
				seen[o.Position] = o.Card
			}
		}
		for _, o := range d.hand.View(table.NoSeat).Openings {
			if seen[o.Position] != o.Card {
				t.Fatalf("the view proves %v at %d, which nobody was told of", o.Card, o.Position)
			}
			delete(seen, o.Position)
		}
		if len(seen) > 0 {
			t.Fatalf("the view does not prove %v", seen)
		}
	})
}

func TestProperty_AllScriptsEndWithAllChips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		playScript(t, randomConfig(r), shuffled(r.Uint64()), rapid.SliceOfN(rapid.Byte(), 0, 80).Draw(t, "moves"))
	})
}
