package holdem_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// TestFrames_NoViewerEverGetsACardItMayNotKnow plays a thousand hands at a real table, with people who come, go, resume with
// made-up numbers and ask for snapshots, and reads every byte that every viewer is sent.
func TestFrames_NoViewerEverGetsACardItMayNotKnow(t *testing.T) {
	hands := 1000
	if testing.Short() {
		hands = 100
	}
	synctest.Test(t, func(t *testing.T) {
		log := tabletest.NewLog()
		tbl := open(t, log)
		chance := rand.New(rand.NewPCG(7, 7))
		audit := &auditor{t: t, log: log, seats: map[table.Seat]string{}}
		var people []*viewer
		for i := range 8 { // six may sit, two watch
			people = append(people, audit.join(tbl, fmt.Sprint("p", i)))
		}
		for n := 0; len(audit.hands) < hands; n++ {
			if n > 200*hands {
				t.Fatalf("stuck after %d hands", len(audit.hands))
			}
			v := people[chance.IntN(len(people))]
			switch chance.IntN(40) {
			case 0:
				tbl.Leave(v.Player)
				people[slices.Index(people, v)] = audit.join(tbl, v.Account())
			case 1:
				tbl.Leave(v.Player)
				people[slices.Index(people, v)] = audit.resume(tbl, v.Account(), chance.Int64N(audit.seq+5))
			case 2:
				v.do(tbl, table.Stand{})
			case 3:
				v.do(tbl, table.SitOut{})
			case 4, 5, 6:
				v.do(tbl, table.Sit{BuyIn: 4000})
			case 7, 8:
				v.do(tbl, table.ComeBack{})
			case 9, 10:
				v.do(tbl, table.BuyIn{Amount: 4000})
			case 11:
				time.Sleep(3 * time.Second)
			case 12:
				v.do(tbl, table.Wish{Wish: holdem.WishStraddle, On: true})
			case 13:
				for _, v := range people {
					v.do(tbl, table.Wish{Wish: holdem.WishBombPot, On: true})
				}
			default:
				for _, v := range people {
					v.move(tbl, chance)
				}
			}
			synctest.Wait()
			audit.read(people)
		}
		if audit.cards < 10*hands {
			t.Errorf("the auditor saw only %d cards in %d hands: it looks in the wrong place", audit.cards, hands)
		}
		if audit.twice == 0 {
			t.Error("no hand was run twice")
		}
		tbl.Stop()
		<-tbl.Done()
	})
}

func open(t *testing.T, log *tabletest.Log) *table.Table {
	t.Helper()
	tbl, err := table.Open(table.Config{
		ID: "frames", NewGame: holdem.New, Recorder: log, Random: rand.NewChaCha8([32]byte{3}), Log: slog.New(slog.DiscardHandler),
		Settings: table.Settings{
			Name: "Frames", Seats: 6, BuyInMin: 2000, BuyInMax: 10000, ActionMS: 15000,
			Game: json.RawMessage(`{"small_blind":50,"big_blind":100,"ante":10,"ante_kind":"each","straddle":true,"run_twice":true,"bomb_pot":3}`),
		},
		Inbox: 64, Idle: time.Hour, Unjoined: time.Hour, Beat: time.Second, BotPace: time.Second,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tbl
}

// viewer is a player whose messages are all read once.
type viewer struct {
	*tabletest.Player
	read int
	sent int
}

func (v *viewer) do(tbl *table.Table, c table.Command) {
	v.sent++
	_ = tbl.Do(v.Player, fmt.Sprint("c", v.sent), c) // a refusal is as good a frame as another
}

// move plays a random legal move if it is this viewer's turn, as far as it knows.
func (v *viewer) move(tbl *table.Table, chance *rand.Rand) {
	m, ok := v.Last("turn")
	if !ok {
		return
	}
	var turn struct {
		Hand    table.HandID
		Turn    int
		Price   table.Chips
		Options holdem.Legal
	}
	m.Decode(&turn)
	action := holdem.DefaultAction(turn.Options)
	switch roll := chance.IntN(10); {
	case turn.Options.Vote != "":
		if roll < 9 {
			action.Do = holdem.Twice
		}
	case roll < 7:
		action = holdem.Action{Do: holdem.Call}
		if turn.Options.Call == 0 {
			action.Do = holdem.Check
		}
	case roll < 9 && turn.Options.Raise != "":
		action = holdem.Action{Do: turn.Options.Raise, To: turn.Options.MinTo}
		if chance.IntN(4) == 0 {
			action.To = turn.Options.MaxTo
		}
	}
	move, _ := json.Marshal(action)
	v.do(tbl, table.Act{Hand: turn.Hand, Turn: turn.Turn, Price: turn.Price, Move: move})
}

// auditor knows the whole deck of every hand from the log's secret column, and from the public events who may see which of
// its cards since when.
type auditor struct {
	t     *testing.T
	log   *tabletest.Log
	seq   int64 // the newest event followed
	cards int   // seen in messages
	twice int   // streets of second boards
	hands []*auditedHand

	records int // of the log, looked at
	decks   []*deck.Deck
	seats   map[table.Seat]string // accounts, as of the newest hand's start
	starts  []map[table.Seat]string
}

type auditedHand struct {
	first   int64 // number of its first event
	deck    *deck.Deck
	order   []table.Seat          // from the left of the button
	holders map[table.Seat]string // accounts dealt in
	folded  map[table.Seat]bool
	shown   map[table.Seat]int64 // since which event
	board   [10]int64            // the events that dealt the cards after the holes
}

func (a *auditor) join(tbl *table.Table, account string) *viewer { return a.resume(tbl, account, 0) }

func (a *auditor) resume(tbl *table.Table, account string, after int64) *viewer {
	v := &viewer{Player: tabletest.NewPlayer(account)}
	if err := tbl.Join(v.Player, after); err != nil {
		a.t.Fatal(err)
	}
	synctest.Wait()
	return v
}

// readLog takes the decks, and who held which seat when they were dealt, from the log.
func (a *auditor) readLog() {
	for _, r := range a.log.Since("frames", a.records) {
		a.records++
		switch r.Kind {
		case "sat":
			var b struct {
				Seat    table.Seat
				Account string
			}
			if err := json.Unmarshal(r.Body, &b); err != nil {
				a.t.Fatal(err)
			}
			a.seats[b.Seat] = b.Account
		case "started":
			d := new(deck.Deck)
			if err := d.UnmarshalBinary(r.Secret); err != nil {
				a.t.Fatal(err)
			}
			a.decks = append(a.decks, d)
			a.starts = append(a.starts, maps.Clone(a.seats))
		}
	}
}

// read follows the public events, which somebody who stayed has all of, and then checks every new message of everybody.
func (a *auditor) read(people []*viewer) {
	a.readLog()
	for _, v := range people {
		for _, m := range v.Since(v.read) {
			if m.Type != "snapshot" && m.Type != "synced" && m.Seq == a.seq+1 {
				a.seq = m.Seq
				a.follow(m)
			}
		}
	}
	for _, v := range people {
		for _, m := range v.Since(v.read) {
			a.check(v, m)
			v.read++
		}
	}
}

func (a *auditor) follow(m tabletest.Message) {
	if m.Type == "hand_started" {
		var e holdem.HandStarted
		m.Decode(&e)
		n := len(a.hands)
		h := &auditedHand{
			first: m.Seq, deck: a.decks[n], holders: a.starts[n], folded: map[table.Seat]bool{}, shown: map[table.Seat]int64{},
		}
		for _, s := range e.Seats {
			h.order = append(h.order, s.Seat)
		}
		a.hands = append(a.hands, h)
		return
	}
	if len(a.hands) == 0 {
		return
	}
	h := a.hands[len(a.hands)-1]
	var e struct {
		Seat table.Seat
		Do   holdem.Verb
	}
	m.Decode(&e)
	switch m.Type {
	case "acted":
		h.folded[e.Seat] = h.folded[e.Seat] || e.Do == holdem.Fold
	case "street":
		var street struct {
			Street string
			Run    int
			Cards  []struct{ Position int }
		}
		m.Decode(&street)
		if n := len(street.Cards); n != 1 && (n != 3 || street.Street != "flop") {
			a.t.Errorf("%d cards on one street: %s", n, m.Raw)
		}
		for _, c := range street.Cards {
			h.board[c.Position-2*len(h.order)] = m.Seq
		}
		if street.Run == 2 {
			a.twice++
		}
	case "shown":
		if h.folded[e.Seat] {
			a.t.Errorf("a folded hand was shown: %s", m.Raw)
		}
		h.shown[e.Seat] = m.Seq
	}
}

var card = regexp.MustCompile(`"([2-9TJQKA][cdhs])"`)

// check fails when a message holds a card that its reader may not know at that point of the stream.
func (a *auditor) check(v *viewer, m tabletest.Message) {
	found := card.FindAllStringSubmatch(m.Raw, -1)
	if len(found) == 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(a.hands, m.Seq+1, func(h *auditedHand, seq int64) int { return cmp.Compare(h.first, seq) })
	if at == 0 {
		a.t.Fatalf("cards before the first hand: %s", m.Raw)
	}
	for _, f := range found {
		a.cards++
		c, err := deck.ParseCard(f[1])
		if err != nil {
			a.t.Fatal(err)
		}
		if !a.hands[at-1].mayKnow(v.Account(), m.Seq, c) {
			a.t.Fatalf("%s was sent %v in %s", v.Account(), c, m.Raw)
		}
	}
}

// mayKnow reports whether an account may know a card of the hand when event seq has happened.
func (h *auditedHand) mayKnow(account string, seq int64, c deck.Card) bool {
	n := len(h.order)
	position := 0
	for h.deck.Open(position).Card != c {
		position++
	}
	if position < 2*n {
		seat := h.order[position%n]
		since, shown := h.shown[seat]
		return h.holders[seat] == account || shown && seq >= since
	}
	position -= 2 * n
	return position < len(h.board) && h.board[position] != 0 && seq >= h.board[position]
}
