package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/table/deck"
)

// gambler is somebody who plays by a script, remembers all that was told, and comes back after each crash.
type gambler struct {
	*person
	table   string
	story   *chronicle
	chance  *rand.Rand
	passive bool // makes no move

	socket *socket
	seat   int
	seen   int64             // the last event
	hand   string            // the running or last one
	cards  map[string]string // own cards by hand
	roots  map[string]string // what each hand's deck was committed to before its cards were dealt
	sent   int               // commands
	open   map[string]any    // the one that has no answer yet; nil for none
	due    *told             // a turn that has come before the answer to the move that led to it
	acked  map[string]any    // the last that took effect
	last   told              // the last snapshot
	errs   []string
}

func newGambler(p *person, table string, story *chronicle, seed uint64) *gambler {
	return &gambler{person: p, table: table, story: story, chance: rand.New(rand.NewPCG(seed, 7)), seat: -1,
		cards: map[string]string{}, roots: map[string]string{}}
}

// told is what a gambler reads of a message.
type told struct {
	Type, ID, Code, Hand string
	Seq                  int64
	Seat, Turn           int
	Price                int64
	Reason               string
	Options              struct {
		Raise string
		MinTo int64 `json:"min_to"`
	}
	Commitment string
	Cards      []deck.Proof `json:"your_cards"`
	Opened     []deck.Proof `json:"cards"` // to everybody
	LastID     string       `json:"last_id"`
	Table      struct {
		You struct {
			Seat   int
			LastID string `json:"last_id"`
		}
		Hand struct {
			standing
			Seats []struct {
				Seat  int
				Stack int64
			}
			Commitment string
			Cards      []string `json:"your_cards"`
			Openings   []deck.Proof
		}
		Turn *struct {
			decision
			MSLeft int64 `json:"ms_left"`
		}
	}
}

func (g *gambler) wrong(format string, args ...any) {
	g.errs = append(g.errs, fmt.Sprintf("table %s, seat %d: ", g.table, g.seat)+fmt.Sprintf(format, args...))
}

// say sends a command under a new id.
func (g *gambler) say(kind string, fields map[string]any) {
	g.sent++
	m := map[string]any{"type": kind, "id": fmt.Sprintf("c%d", g.sent)}
	for name, value := range fields {
		m[name] = value
	}
	g.open = m
	g.put(m)
}

// put sends to a server that may be gone: then it is sent again when the gambler comes back.
func (g *gambler) put(m map[string]any) {
	if g.socket == nil {
		return
	}
	text, _ := json.Marshal(m)
	_ = g.socket.conn.Write(g.t.Context(), websocket.MessageText, text)
}

// comeBack opens the socket where the last one ended. What had taken effect is said once more, and what nobody has answered.
func (g *gambler) comeBack(url string) {
	g.t.Helper()
	g.url = url
	var res *http.Response
	if g.socket, res, _ = g.tryDial(fmt.Sprintf("/api/tables/%s/socket?after=%d", g.table, g.seen)); g.socket == nil {
		if res != nil {
			g.wrong("not let in: %d", res.StatusCode)
		}
		return // the server is gone already
	}
	g.put(map[string]any{"type": "snapshot"})
	if g.acked != nil && g.open == nil {
		g.put(g.acked)
	}
	if g.open != nil {
		g.put(g.open)
	}
}

// play plays until the server is gone, or until enough says so of a message.
func (g *gambler) play(enough func(told) bool) {
	for g.socket != nil {
		m, err := g.socket.next()
		if err != nil {
			return
		}
		var t told
		if err := json.Unmarshal(m.raw, &t); err != nil {
			g.wrong("message %s: %v", m.raw, err)
			return
		}
		g.hear(t, m.raw)
		if enough(t) || len(g.errs) > 5 {
			return
		}
	}
}

// hear takes a message for the truth, unless it contradicts what was told before.
func (g *gambler) hear(m told, raw json.RawMessage) {
	switch {
	case m.Type == "snapshot":
		g.look(m)
	case m.Type == "synced":
		if m.Seq != g.seen {
			g.wrong("synced to event %d after event %d", m.Seq, g.seen)
		}
	case m.Type == "ack" && g.open != nil && m.ID == g.open["id"]:
		g.acked, g.open = g.open, nil
		if m := g.due; m != nil {
			g.due = nil
			g.act(decision{m.Hand, m.Turn, m.Seat, m.Price}, *m)
		}
	case m.Type == "error":
		g.refused(m)
	case m.Seq > 0:
		g.follow(m, raw)
	}
}

// follow takes the next event.
func (g *gambler) follow(m told, raw json.RawMessage) {
	if m.Seq != g.seen+1 {
		g.wrong("after event %d comes %d", g.seen, m.Seq)
	}
	g.seen = m.Seq
	if err := g.story.note(m.Seq, raw); err != nil {
		g.wrong("%v", err)
	}
	switch {
	case m.Type == "hand_started":
		g.hand = m.Hand
		g.trust(m.Commitment)
	case m.Type == "dealt" && len(m.Cards) == 2:
		g.know(m.Cards[0].Card.String()+m.Cards[1].Card.String(), m.Cards...)
	case m.Type == "street":
		g.know("", m.Opened...)
	case m.Type == "shown" && m.Seat == g.seat:
		g.know(m.Opened[0].Card.String()+m.Opened[1].Card.String(), m.Opened...)
	case m.Type == "shown":
		g.know("", m.Opened...)
	case m.Type == "turn" && m.Seat == g.seat && g.open != nil:
		g.due = &m
	case m.Type == "turn" && m.Seat == g.seat:
		g.act(decision{m.Hand, m.Turn, m.Seat, m.Price}, m)
	case m.Type == "sat_out" && m.Seat == g.seat && m.Reason == "broke":
		g.say("buy_in", map[string]any{"amount": 5000})
	}
}

// trust holds the server to the deck that it has committed itself to.
func (g *gambler) trust(root string) {
	if known := g.roots[g.hand]; known != "" && known != root {
		g.wrong("the deck of hand %s was %s and is %s", g.hand, known, root)
	}
	g.roots[g.hand] = root
}

// know holds the server to the cards it has dealt: one's own, "" when they are not told, and each that is opened.
func (g *gambler) know(own string, opened ...deck.Proof) {
	if known := g.cards[g.hand]; known != "" && own != "" && known != own {
		g.wrong("the cards of hand %s were %s and are %s", g.hand, known, own)
	}
	if own != "" {
		g.cards[g.hand] = own
	}
	if err := deck.Verify(g.roots[g.hand], g.hand, opened...); err != nil {
		g.wrong("hand %s was not dealt from the deck that was told before: %v", g.hand, err)
	}
}

// look compares a snapshot with what is known.
func (g *gambler) look(m told) {
	g.last = m
	if m.Seq < g.seen {
		g.wrong("a snapshot of event %d after event %d", m.Seq, g.seen)
	}
	if m.Seq > g.seen {
		g.story.skip(g.seen, m.Seq)
	}
	g.seen = m.Seq
	if g.seat >= 0 && m.Table.You.Seat != g.seat {
		g.wrong("now at seat %d", m.Table.You.Seat)
	}
	if last := m.Table.You.LastID; g.acked != nil && last != g.acked["id"] && (g.open == nil || last != g.open["id"]) {
		g.wrong("command %v was acknowledged, and the last one is now %q", g.acked["id"], last)
	}
	if hand := m.Table.Hand; hand.Hand != "" {
		g.hand = hand.Hand
		g.trust(hand.Commitment)
		g.know(strings.Join(hand.Cards, ""), hand.Openings...)
	}
	g.compare(m)
	if turn := m.Table.Turn; turn != nil && turn.Seat == g.seat && g.open == nil && m.Table.You.Seat == g.seat {
		g.act(turn.decision, m)
	}
}

// compare holds a snapshot's turn, chips and board to the events up to it.
func (g *gambler) compare(m told) {
	turn := m.Table.Turn
	if want, known := g.story.turnAt(m.Seq); known {
		switch {
		case want == nil && turn != nil:
			g.wrong("a snapshot of event %d shows turn %+v after the hand had ended", m.Seq, turn.decision)
		case want != nil && (turn == nil || turn.decision != *want):
			g.wrong("a snapshot of event %d shows turn %+v, want %+v", m.Seq, turn, *want)
		}
	}
	want, known := g.story.standingAt(m.Seq)
	if !known || turn == nil {
		return
	}
	got := m.Table.Hand.standing
	got.Stacks = map[int]int64{}
	for _, s := range m.Table.Hand.Seats {
		got.Stacks[s.Seat] = s.Stack
	}
	if diff := cmp.Diff(want, got); diff != "" {
		g.wrong("a snapshot of event %d shows another hand than the events (-events +snapshot):\n%s", m.Seq, diff)
	}
}

// refused holds the server to what has taken effect: saying it again changes nothing and is no mistake.
func (g *gambler) refused(m told) {
	if g.open != nil && m.ID == g.open["id"] {
		if m.ID == g.last.Table.You.LastID {
			g.wrong("command %s has taken effect, and saying it again is refused: %s", m.ID, m.Code)
		}
		g.open = nil
		g.put(map[string]any{"type": "snapshot"})
	} else if g.acked != nil && m.ID == g.acked["id"] {
		g.wrong("command %s was acknowledged and is now refused: %s", m.ID, m.Code)
	}
}

// act makes a move: mostly a call or a check, at times a raise or a fold.
func (g *gambler) act(d decision, m told) {
	if g.passive || g.open != nil {
		return
	}
	move := map[string]any{"do": "check"}
	if d.Price > 0 {
		move["do"] = "call"
	}
	switch g.chance.IntN(8) {
	case 0:
		if d.Price > 0 {
			move["do"] = "fold"
		}
	case 1:
		if m.Options.Raise != "" {
			move = map[string]any{"do": m.Options.Raise, "to": m.Options.MinTo}
		}
	}
	g.say("act", map[string]any{"hand": d.Hand, "turn": d.Turn, "price": d.Price, "move": move})
}

// sit takes a seat.
func (g *gambler) sit(url string) {
	g.t.Helper()
	g.comeBack(url)
	g.say("sit", map[string]any{"buy_in": 5000})
	g.play(func(told) bool { return g.open == nil })
	g.put(map[string]any{"type": "snapshot"})
	g.play(func(m told) bool { return m.Type == "snapshot" && m.Table.You.Seat >= 0 })
	if g.seat = g.last.Table.You.Seat; g.seat < 0 {
		g.t.Fatalf("table %s: no seat: %v", g.table, g.errs)
	}
}
