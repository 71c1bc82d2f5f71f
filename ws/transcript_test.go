package ws_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/ws"
)

// shownID is the table of the transcripts.
const shownID = "mfrggzdfmztwq2lknnwg23tpoa"

// oneTable is a store in which that table is open.
type oneTable struct{ rows }

func (oneTable) Open(context.Context) ([]lobby.Row, error) {
	return []lobby.Row{{ID: shownID, Creator: "otter", Epoch: 2, Settings: table.Settings{
		Name: "Friday night", Seats: 6, BuyInMin: 4000, BuyInMax: 10000, ActionMS: 15000,
		Game: []byte(`{"small_blind":50,"big_blind":100,"ante":0,"ante_kind":"none","run_twice":true,"bomb_pot":3}`),
	}}}, nil
}

// transcripts are what was said on real sockets, by title.
type transcripts map[string]*strings.Builder

func (ts transcripts) block(title string) (string, error) {
	b, ok := ts[title]
	if !ok {
		return "", fmt.Errorf("no transcript is called %s", title)
	}
	return "```\n" + b.String() + "```\n", nil
}

// The fields that depend on how fast the test runs.
var (
	msLeft   = regexp.MustCompile(`"ms_left":[1-9]\d*`)
	nextHand = regexp.MustCompile(`"next_hand_ms":[1-9]\d*`)
)

// speaker is a client whose words are written down.
type speaker struct {
	*client
	who  string
	into *strings.Builder // nil: not at the moment
	turn message          // the last one heard
	over int              // hands that have ended
}

func (s *speaker) note(arrow, text string) {
	if s.into == nil {
		return
	}
	left := `"ms_left":14987`
	switch {
	case strings.Contains(text, `"clock_ms":8000`):
		left = `"ms_left":7987`
	case strings.HasPrefix(text, `{"type":"held"`):
		left = `"ms_left":20000`
	}
	text = msLeft.ReplaceAllString(text, left)
	text = nextHand.ReplaceAllString(text, `"next_hand_ms":2500`)
	fmt.Fprintf(s.into, "%s %s %s\n", s.who, arrow, shorten([]byte(text)))
}

func (s *speaker) says(text string) {
	s.note("->", text)
	s.send(text)
}

// hears reads up to a message of a type.
func (s *speaker) hears(kind string) message {
	s.Helper()
	for {
		m := s.next()
		s.note("<-", string(m.raw))
		switch m.Type {
		case "turn":
			s.turn = m
		case "hand_ended":
			s.over++
		}
		if m.Type == kind {
			return m
		}
	}
}

// turnNumbered reads up to a decision of the first hand, unless it has been heard already: events come before the ack.
func (s *speaker) turnNumbered(n int) message {
	s.Helper()
	for s.turn.Turn < n {
		s.hears("turn")
	}
	return s.turn
}

// acts makes a move at a turn.
func (s *speaker) acts(turn message, id, move string) {
	s.Helper()
	s.says(fmt.Sprintf(`{"type":"act","id":"%s","hand":"%s","turn":%d,"price":%d,"move":%s}`, id, turn.Hand, turn.Turn, turn.Price, move))
}

// record plays a scripted hand and more between two players over real sockets.
func record(t *testing.T) transcripts {
	ts := transcripts{}
	w := shownWorld(t)
	w.recordLobby(ts)
	w.recordHand(ts)
	shownWorld(t).recordSeats(ts)
	shownWorld(t).recordPeople(ts)
	shownWorld(t).recordAhead(ts)
	return ts
}

// shownWorld is a server with the table of the transcripts.
func shownWorld(t *testing.T) *world {
	t.Helper()
	names := map[string]string{"otter": "Brave Otter 12", "heron": "Calm Heron 7", "lynx": "Quick Lynx 31"}
	w := newWorld(t, options{
		tables: oneTable{},
		lobby: func(c *lobby.Config) {
			c.Table.NewGame = holdem.New
			c.Table.Pause = 30 * time.Minute
			c.Table.Random = rand.NewChaCha8([32]byte{'h', 'a', 'n', 'd', 63})
			c.Table.Beat = 50 * time.Millisecond
			c.Table.Hold, c.Table.Return = 20*time.Second, 30*time.Minute
		},
		deps: func(d *ws.Deps) {
			d.CallerOf = func(r *http.Request) (ws.Caller, error) {
				who := r.Header.Get("X-Account")
				return ws.Caller{Account: who, Name: names[who]}, nil
			}
		},
		cfg: func(c *ws.Config) { c.Build = "0123456789ab" },
	})
	if _, _, err := w.lobby.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w
}

func (ts transcripts) begin(title string) *strings.Builder {
	ts[title] = &strings.Builder{}
	return ts[title]
}

func (w *world) speaker(who, query string, into *strings.Builder) *speaker {
	w.Helper()
	path := "/api/tables/" + shownID + "/socket" + query
	if into != nil {
		fmt.Fprintf(into, "%s    GET %s\n", who, path)
	}
	return &speaker{client: w.dial(path, who), who: who, into: into}
}

func (w *world) recordLobby(ts transcripts) {
	known := w.dial("/api/lobby/socket", "lynx")
	for !strings.Contains(string(known.next().raw), shownID) {
	}
	into := ts.begin("lobby")
	fmt.Fprintln(into, "lynx     GET /api/lobby/socket")
	s := &speaker{client: w.dial("/api/lobby/socket", "lynx"), who: "lynx ", into: into}
	s.hears("lobby")
	s.says(`{"type":"ping","stamp":48213}`)
	s.hears("pong")
}

// The script: what is done at the first decisions of the hand, in order.
func script() []string {
	return []string{
		`{"do":"call"}`, `{"do":"check"}`, // before the flop
		`{"do":"bet","to":200}`, `{"do":"call"}`, // on the flop
		`{"do":"check"}`, `{"do":"check"}`,
		`{"do":"bet","to":300}`, `{"do":"raise","to":900}`, `{"do":"call"}`,
	}
}

func (w *world) recordHand(ts transcripts) {
	into := ts.begin("hand")
	otter := w.speaker("otter", "", into)
	otter.hears("snapshot")
	otter.says(`{"type":"sit","id":"o-1","seat":0,"buy_in":4000}`)
	otter.hears("ack")
	heron := w.speaker("heron", "", nil)
	heron.hears("snapshot")
	heron.into = into
	heron.says(`{"type":"sit","id":"h-1","buy_in":4000}`)
	heron.into = nil

	w.recordRefusals(ts)

	for i, move := range script() {
		actor, id := otter, fmt.Sprint("o-", i+2)
		if otter.turnNumbered(i+1).Seat != 0 {
			actor, id = heron, fmt.Sprint("h-", i+2)
			heron.turnNumbered(i + 1)
			heron.into = into
		}
		actor.acts(actor.turn, id, move)
		heron.into = nil
		actor.hears("ack")
	}
	if otter.over == 0 {
		otter.hears("hand_ended")
	}
	w.recordResume(ts, otter, heron)
}

func (w *world) recordRefusals(ts transcripts) {
	lynx := w.speaker("lynx", "", nil)
	lynx.who = "lynx "
	lynx.hears("snapshot")
	lynx.into = ts.begin("refusals")
	for _, text := range []string{
		`{"type":"stand","id":"l-1"}`,
		`{"type":"sit","id":"l-2","buy_in":100}`,
		`{"type":"sit","id":"l-3","seat":0,"buy_in":4000}`,
		`{"type":"act","id":"l-4","hand":"` + shownID + `-9","turn":1,"price":0,"move":{"do":"check"}}`,
		`{"type":"sit","id":"l-5","buy_in":4000,"vip":true}`,
		`{"type":"dance","id":"l-6"}`,
	} {
		lynx.says(text)
		lynx.answer()
	}
	lynx.says("hello?")
	lynx.answer()
	code, reason := lynx.closed()
	fmt.Fprintf(lynx.into, "lynx  <- close %d %s\n", int(code), reason)
}

// answer reads up to an error and writes down only that.
func (s *speaker) answer() { s.catches("error") }

// catches reads up to a message of a type and writes down only that.
func (s *speaker) catches(kind string) {
	s.Helper()
	into := s.into
	s.into = nil
	m := s.hears(kind)
	s.into = into
	s.note("<-", string(m.raw))
}

// leaves reads to the end of the socket.
func (s *speaker) leaves() {
	code, reason := s.closed()
	fmt.Fprintf(s.into, "%s <- close %d %s\n", s.who, int(code), reason)
}

// recordPeople has some people talk, and the host do what a host can.
func (w *world) recordPeople(ts transcripts) {
	otter, heron, lynx := w.speaker("otter", "", nil), w.speaker("heron", "", nil), w.speaker("lynx", "", nil)
	lynx.who = "lynx "
	for _, s := range []*speaker{otter, heron, lynx} {
		s.hears("snapshot") // in which nobody sits yet
	}
	heron.says(`{"type":"sit","id":"h-1","buy_in":4000}`)
	for _, s := range []*speaker{otter, lynx} {
		s.hears("sat")
	}
	heron.hears("ack")
	into := ts.begin("people")
	otter.into, heron.into, lynx.into = into, into, into
	heron.says(`{"type":"say","id":"h-2","text":"anyone for a game?"}`)
	heron.hears("ack")
	otter.hears("said")
	lynx.says(`{"type":"say","id":"l-1","text":"I only watch. And talk. And talk."}`)
	otter.hears("said")
	for i, c := range []string{`silence","who":"Quick Lynx 31","on":true`, `pause"`, `resume"`, `kick","who":"Quick Lynx 31"`, `end"`} {
		name, rest, _ := strings.Cut(c, `"`)
		otter.says(fmt.Sprintf(`{"type":"%s","id":"o-%d"%s}`, name, i+1, rest))
		otter.hears("ack")
		switch i {
		case 0:
			lynx.says(`{"type":"say","id":"l-2","text":"and talk"}`)
			lynx.answer()
		case 3:
			lynx.leaves()
		}
	}
	otter.hears("closed")
	otter.leaves()
}

// recordResume has otter lose its connection while heron is on turn, and come back when heron has moved.
func (w *world) recordResume(ts transcripts, otter, heron *speaker) {
	otter.into = nil
	turn := otter.hears("turn") // heron has the button now and acts first
	_ = otter.conn.CloseNow()
	for {
		if m := heron.next(); m.Type == "presence" {
			break
		}
	}
	heron.acts(turn, "h-20", `{"do":"call"}`)
	heron.hears("ack")
	again := w.speaker("otter", fmt.Sprint("?after=", turn.Seq), ts.begin("resume"))
	again.hears("synced")
	w.recordTwice(ts, again, heron)
}

// recordTwice has both go all-in and agree to see the board twice. The hand after it is a bomb pot.
func (w *world) recordTwice(ts transcripts, otter, heron *speaker) {
	otter.into, heron.into = ts.begin("bomb"), ts["bomb"]
	otter.says(`{"type":"wish","id":"o-19","wish":"bomb_pot","on":true}`)
	otter.hears("ack")
	heron.says(`{"type":"wish","id":"h-21","wish":"bomb_pot","on":true}`)
	heron.into = nil
	heron.hears("ack")
	otter.hears("wished")
	otter.into = nil
	otter.acts(otter.turn, "o-20", `{"do":"raise","to":5200}`)
	otter.hears("ack")
	for heron.turn.Hand != otter.turn.Hand || heron.turn.Turn < otter.turn.Turn {
		heron.hears("turn")
	}
	otter.into, heron.into = ts.begin("twice"), ts["twice"]
	heron.acts(heron.turn, "h-22", `{"do":"call"}`)
	heron.into = nil
	heron.hears("ack")
	for otter.turn.Price > 0 {
		otter.hears("turn")
	}
	otter.acts(otter.turn, "o-21", `{"do":"twice"}`)
	vote := otter.hears("turn")
	otter.hears("ack")
	heron.into = otter.into
	heron.acts(vote, "h-23", `{"do":"twice"}`)
	otter.hears("hand_ended")
	otter.into = ts["bomb"]
	otter.hears("turn")
}
