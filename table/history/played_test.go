package history_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// dealtHand is a hand as a table plays it, at random but for what a test has decided.
type dealtHand struct {
	stakes holdem.Stakes
	config holdem.Config
	number int
	rand   *rand.Rand
	moves  []holdem.Action // nil: at random; then the default
	names  []string        // nil: of the odd ones
}

// names are as odd as they come.
var names = []string{
	"Brave Otter", "Zoë 玉", "a: folds", "x (9 in chips)", "%41", `"quoted" \ 'name'`, "tab\tulator", "Ann", "Ann ", "Ann",
	"עברית", "Seat 3: Ann (100 in chips)", "[?? ??]", "*** FLOP ***", "🂡", "", "Uncalled bet (3) returned to Ann", "\u202eevil",
	"Brave  Otter", "collected 5 from pot", "\x00", "é", "é", "<b>&amp;</b>", "Ann: bets 3",
}

// levels are the seats' bots; an empty one is a person.
var levels = []string{"", "", "tight", ""}

// sample deals a hand of any kind.
func sample(seed int) *dealtHand {
	r := rand.New(rand.NewPCG(uint64(seed), 5))
	d := &dealtHand{number: seed, rand: r, stakes: holdem.Stakes{
		SmallBlind: 50, BigBlind: 100, AnteKind: []holdem.AnteKind{holdem.AnteNone, holdem.AnteEach, holdem.AnteBB}[r.IntN(3)],
		Straddle: true, RunTwice: true, BombPot: 3,
	}}
	if d.stakes.AnteKind != holdem.AnteNone {
		d.stakes.Ante = table.Chips(1 + r.IntN(100))
	}
	seats := r.Perm(table.MaxSeats)[:2+r.IntN(8)]
	slices.Sort(seats)
	turn := r.IntN(len(seats))
	for _, seat := range slices.Concat(seats[turn:], seats[:turn]) {
		chips := table.Chips(1 + r.IntN(4000))
		if r.IntN(4) == 0 {
			chips = table.Chips(1 + r.IntN(300))
		}
		d.config.Players = append(d.config.Players, table.Stack{Seat: table.Seat(seat), Chips: chips})
	}
	d.config.SmallBlind, d.config.BigBlind = d.stakes.SmallBlind, d.stakes.BigBlind
	d.config.Ante, d.config.AnteKind = d.stakes.Ante, d.stakes.AnteKind
	d.config.RunTwice = r.IntN(2) == 0
	d.addExtras()
	return d
}

// addExtras makes it a bomb pot, or adds posts and a straddle.
func (d *dealtHand) addExtras() {
	r, c := d.rand, &d.config
	if r.IntN(6) == 0 {
		c.BombPot, c.Ante, c.AnteKind = true, d.stakes.BombPot*d.stakes.BigBlind, holdem.AnteEach
		return
	}
	for i, p := range c.Players {
		if i >= 2 && r.IntN(5) == 0 {
			c.Posts = append(c.Posts, []holdem.Post{{Live: 100}, {Live: 100, Dead: 50}, {Dead: 50}}[r.IntN(3)])
			c.Posts[len(c.Posts)-1].Seat = p.Seat
		}
	}
	if r.IntN(3) == 0 && len(c.Players) > 2 {
		left, third := c.Players[2].Chips, func(p holdem.Post) bool { return p.Seat == c.Players[2].Seat }
		if c.AnteKind == holdem.AnteEach {
			left -= c.Ante
		}
		if left > 200 && !slices.ContainsFunc(c.Posts, third) {
			c.Straddle = 200
		}
	}
}

// name is what a seat's player is called.
func (d *dealtHand) name(place int) string {
	if d.names != nil {
		return d.names[place]
	}
	return names[(d.number*7+place)%len(names)]
}

// bot is the level of a seat's bot, "" for a person.
func (d *dealtHand) bot(place int) string {
	if d.names == nil {
		return levels[(d.number+place)%len(levels)]
	}
	if d.names[place] == "Ada" {
		return "tight"
	}
	return ""
}

// played is a hand that was played, and what a table tells of it.
type played struct {
	game   json.RawMessage
	record *table.HandRecord
	holes  map[table.Seat][2]deck.Card
	shown  map[table.Seat]bool
	events []table.Event
}

// play plays it to the end.
func (d *dealtHand) play(t testing.TB) *played {
	t.Helper()
	shuffled, err := deck.Shuffle(rand.NewChaCha8([32]byte{byte(d.number), byte(d.number >> 8)}))
	if err != nil {
		t.Fatal(err)
	}
	id := table.HandID(fmt.Sprintf("mfrggzdf-%d", d.number))
	sealed := shuffled.Seal(string(id))
	hand, events, err := holdem.Deal(d.config, sealed)
	if err != nil {
		t.Fatalf("%+v: %v", d.config, err)
	}
	n := len(d.config.Players)
	started := holdem.HandStarted{
		Hand: id, Number: int64(d.number), Button: d.config.Players[n-1].Seat, Seats: d.config.Players, Commitment: sealed.Root(),
		BombPot: d.config.BombPot,
	}
	events = append([]table.Event{started}, events...)
	for i := 0; !hand.Over(); i++ {
		move := holdem.DefaultAction(hand.Legal())
		switch {
		case d.moves == nil:
			move = anyMove(d.rand, hand.Legal())
		case i < len(d.moves):
			move = d.moves[i]
		}
		more, err := hand.Apply(hand.Turn(), move)
		if err != nil {
			t.Fatalf("%+v: %v", move, err)
		}
		events = append(events, more...)
	}
	ended := holdem.HandEnded{Hand: id}
	for i, s := range hand.Stacks() {
		ended.Seats = append(ended.Seats, holdem.Net{Seat: s.Seat, Stack: s.Chips, Net: s.Chips - d.config.Players[i].Chips})
	}
	p := &played{holes: map[table.Seat][2]deck.Card{}, shown: map[table.Seat]bool{}, events: append(events, ended)}
	for i, s := range d.config.Players {
		p.holes[s.Seat] = [2]deck.Card{sealed.Open(i).Card, sealed.Open(n + i).Card}
	}
	if p.game, err = json.Marshal(d.stakes); err != nil {
		t.Fatal(err)
	}
	p.record = recordOf(t, id, d.handSeats(), p.events)
	for _, e := range p.events {
		if e, ok := e.(holdem.Shown); ok {
			p.shown[e.Seat] = true
		}
	}
	return p
}

// anyMove is one at random: rarely a fold, so that hands go on.
func anyMove(r *rand.Rand, l holdem.Legal) holdem.Action {
	switch k := r.IntN(10); {
	case l.Vote != "" && k < 8:
		return holdem.Action{Do: holdem.Twice}
	case l.Vote != "":
		return holdem.Action{Do: holdem.Once}
	case l.Raise != "" && k < 2:
		return holdem.Action{Do: l.Raise, To: l.MinTo + table.Chips(r.Int64N(int64(l.MaxTo-l.MinTo+1)))}
	case l.Raise != "" && k == 2:
		return holdem.Action{Do: l.Raise, To: l.MaxTo}
	case k == 3 || l.Call > 0 && k == 4:
		return holdem.Action{Do: holdem.Fold}
	case l.Call > 0:
		return holdem.Action{Do: holdem.Call}
	}
	return holdem.Action{Do: holdem.Check}
}

// recordOf tells a hand as a table does, to these seats.
func recordOf(t testing.TB, id table.HandID, seats []table.HandSeat, events []table.Event) *table.HandRecord {
	t.Helper()
	private := make([]map[string]any, len(seats))
	var told []json.RawMessage
	for i, e := range events {
		fields, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, fmt.Appendf(nil, `{"type":%q,%s`, e.Type(), fields[1:]))
		secret, ok := e.(table.PrivateEvent)
		if !ok {
			continue
		}
		for j, s := range seats {
			if part := secret.Private(s.Seat); part != nil && s.Bot == "" {
				if private[j] == nil {
					private[j] = map[string]any{}
				}
				private[j][fmt.Sprint(i)] = part
			}
		}
	}
	rec := &table.HandRecord{Hand: id, Seats: seats}
	var err error
	if rec.Events, err = json.Marshal(told); err != nil {
		t.Fatal(err)
	}
	for j, part := range private {
		if part == nil {
			continue
		}
		if rec.Seats[j].Private, err = json.Marshal(part); err != nil {
			t.Fatal(err)
		}
	}
	return rec
}

// handSeats are who was dealt in.
func (d *dealtHand) handSeats() (seats []table.HandSeat) {
	for place, s := range d.config.Players {
		seat := table.HandSeat{Seat: s.Seat, Name: d.name(place), Bot: d.bot(place)}
		if seat.Bot == "" {
			seat.Account = fmt.Sprint("account-", s.Seat)
		}
		seats = append(seats, seat)
	}
	return seats
}
