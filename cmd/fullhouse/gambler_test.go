package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/coder/websocket"
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
	sent   int               // commands
	open   map[string]any    // the one that has no answer yet; nil for none
	acked  map[string]any    // the last that took effect
	last   told              // the last snapshot
	errs   []string
}

func newGambler(p *person, table string, story *chronicle, seed uint64) *gambler {
	return &gambler{person: p, table: table, story: story, chance: rand.New(rand.NewPCG(seed, 7)), seat: -1, cards: map[string]string{}}
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
	Cards  []struct{ Card string } `json:"your_cards"`
	LastID string                  `json:"last_id"`
	Table  struct {
		You struct {
			Seat   int
			LastID string `json:"last_id"`
		}
		Hand struct {
			Hand  string
			Cards []string `json:"your_cards"`
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
	case m.Type == "dealt" && len(m.Cards) == 2:
		g.know(m.Cards[0].Card + m.Cards[1].Card)
	case m.Type == "turn" && m.Seat == g.seat:
		g.act(decision{m.Hand, m.Turn, m.Seat, m.Price}, m)
	case m.Type == "sat_out" && m.Seat == g.seat && m.Reason == "broke":
		g.say("buy_in", map[string]any{"amount": 5000})
	}
}

// know holds the server to the cards it has dealt.
func (g *gambler) know(cards string) {
	if known := g.cards[g.hand]; known != "" && known != cards {
		g.wrong("the cards of hand %s were %s and are %s", g.hand, known, cards)
	}
	g.cards[g.hand] = cards
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
	if g.hand = m.Table.Hand.Hand; len(m.Table.Hand.Cards) == 2 {
		g.know(strings.Join(m.Table.Hand.Cards, ""))
	}
	if want, known := g.story.turnAt(m.Seq); known {
		switch got := m.Table.Turn; {
		case want == nil && got != nil:
			g.wrong("a snapshot of event %d shows turn %+v after the hand had ended", m.Seq, got.decision)
		case want != nil && (got == nil || got.decision != *want):
			g.wrong("a snapshot of event %d shows turn %+v, want %+v", m.Seq, got, *want)
		}
	}
	if turn := m.Table.Turn; turn != nil && turn.Seat == g.seat && g.open == nil && m.Table.You.Seat == g.seat {
		g.act(turn.decision, m)
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
