package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The codes of docs/protocol.md that TestServe_EveryRefusalOnASocketIsCountedAndWorded can't drive on a server that is well.
var undriven = map[string]string{
	"hand_over":            "between two hands the table is asked first, and says stale_action: the game hears of no move then",
	"table_closed":         "the socket is closed in the same moment",
	"database_unavailable": "the database is there",
	"internal":             "nothing is broken",
	"too_many":             "it takes more than a hundred people at one table",
}

// said is an answer to a command.
type said struct {
	ID, Code string
	Min, Max int64
}

// ask sends a command and returns how it was answered; the code of an ack is "".
func (s *socket) ask(command string) said {
	s.t.Helper()
	s.send(json.RawMessage(command))
	a := s.nextAnswer()
	if !strings.Contains(command, strconv.Quote(a.ID)) {
		s.t.Fatalf("the answer to %s is to %q", command, a.ID)
	}
	return a
}

// nextAnswer skips messages that answer no command.
func (s *socket) nextAnswer() (a said) {
	s.t.Helper()
	for {
		m, err := s.next()
		if err != nil {
			s.t.Fatalf("waiting for an answer: %v", err)
		}
		if m.Type == "ack" || m.Type == "error" {
			if err := json.Unmarshal(m.raw, &a); err != nil {
				s.t.Fatal(err)
			}
			return a
		}
	}
}

// takeSeat sits down and fails the test if that is refused.
func (s *socket) takeSeat(seat int, buyIn int64) {
	s.t.Helper()
	if a := s.ask(fmt.Sprintf(`{"type":"sit","id":"take","seat":%d,"buy_in":%d}`, seat, buyIn)); a.Code != "" {
		s.t.Fatalf("seat %d for %d: %s", seat, buyIn, a.Code)
	}
}

// refusing drives refusals on a server's sockets and notes which codes it has seen.
type refusing struct {
	*testing.T
	server *running
	seen   map[string]bool
}

// refuse sends a command that must be refused with a code, and looks whether that was counted.
func (r *refusing) refuse(s *socket, code, command string) {
	r.Helper()
	before := r.server.socketRefusals(r.T)[code]
	got := s.ask(command)
	if got.Code != code {
		r.Errorf("%s: %q, want %q", command, got.Code, code)
	}
	if counted := r.server.socketRefusals(r.T)[code] - before; counted != 1 {
		r.Errorf("%s: %s was counted %d times, want once", command, code, counted)
	}
	if wrongAmount := code == "bad_buy_in" || code == "bad_amount"; wrongAmount != (got.Max > 0) {
		r.Errorf("%s: limits %d to %d with %s", command, got.Min, got.Max, code)
	}
	r.seen[code] = true
}

// flood sends commands faster than they can be made durable.
func (r *refusing) flood(s *socket, n int) {
	r.Helper()
	before := r.server.socketRefusals(r.T)["table_busy"]
	for i := range n {
		s.send(map[string]any{"type": []string{"sit_out", "come_back"}[i%2], "id": "flood-" + strconv.Itoa(i)})
	}
	refused := map[string]int{}
	for range n { // not in order: those that find no room are refused at once
		if a := s.nextAnswer(); a.Code != "" {
			refused[a.Code]++
		}
	}
	if busy := refused["table_busy"]; busy == 0 || len(refused) != 1 {
		r.Errorf("%d commands at once were refused with %v, want table_busy and nothing else", n, refused)
	} else if counted := r.server.socketRefusals(r.T)["table_busy"] - before; counted != busy {
		r.Errorf("table_busy was counted %d times, want %d", counted, busy)
	}
	r.seen["table_busy"] = true
}

func TestServe_EveryRefusalOnASocketIsCountedAndWorded(t *testing.T) {
	server := begin(t, "TABLE_INBOX", "1", "SOCKET_QUEUE_MESSAGES", "10000", "HAND_PAUSE", "10ms", "RATE_ACTIONS", "100000/s")
	r := &refusing{t, server, map[string]bool{}}
	alice, bob, carol := server.person(t), server.person(t), server.person(t)
	for _, p := range []*person{alice, bob, carol} {
		p.guest()
	}
	id := alice.createTable(map[string]any{"seats": 2, "buy_in_max": 20000, "action_ms": 120000, "bank_ms": 0})
	a, _ := alice.join(id)
	b, _ := bob.join(id)
	c, _ := carol.join(id)
	r.betweenHands(a, b, c)
	r.amongPeople(a, b, c)
	b.takeSeat(1, 5000)
	r.inAHand(a, b, c)
	r.tooFast()
	compareWords(t, r.seen)
}

// tooFast drives what comes too fast, on a server of its own: on this one nothing else could be driven any more.
func (r *refusing) tooFast() {
	r.Helper()
	slow := begin(r.T, "RATE_ACTIONS", "1/h").lobbySocket(r.T)
	slow.send(map[string]any{"type": "ping", "stamp": 1})
	r.seen[slow.told(map[string]any{"type": "ping", "stamp": 2})] = true
}

// betweenHands drives what can be refused while a takes seat 0 and plays alone.
func (r *refusing) betweenHands(a, b, c *socket) {
	r.Helper()
	r.refuse(c, "bad_request", `{"type":"dance","id":"c1"}`)
	r.refuse(c, "bad_request", `{"type":"sit","id":"c2","seat":7,"buy_in":5000}`)
	r.refuse(c, "not_seated", `{"type":"stand","id":"c3"}`)
	r.refuse(a, "bad_buy_in", `{"type":"sit","id":"a1","buy_in":100}`)
	r.refuse(a, "not_enough_chips", `{"type":"sit","id":"a2","buy_in":20000}`)
	a.takeSeat(0, 5000)
	r.refuse(a, "already_seated", `{"type":"sit","id":"a3","buy_in":5000}`)
	r.refuse(b, "seat_taken", `{"type":"sit","id":"b1","seat":0,"buy_in":5000}`)
	r.refuse(a, "stale_action", `{"type":"act","id":"a4","hand":"none","turn":1,"price":0,"move":{"do":"check"}}`)
	r.flood(a, 300)
	if got := a.ask(`{"type":"come_back","id":"a5"}`); got.Code != "" {
		r.Fatalf("after the flood: %s", got.Code)
	}
}

// amongPeople drives what has to do with who somebody is; a is the host.
func (r *refusing) amongPeople(a, b, c *socket) {
	r.Helper()
	r.refuse(b, "forbidden", `{"type":"pause","id":"b2"}`)
	r.refuse(a, "nobody", `{"type":"kick","id":"a20","who":"nobody of that name"}`)
	r.refuse(a, "not_allowed", `{"type":"wish","id":"a21","wish":"straddle","on":true}`)
	c.send(json.RawMessage(`{"type":"say","id":"c5","text":"hello"}`))
	var word struct{ Name string }
	if err := json.Unmarshal(c.await("said").raw, &word); err != nil {
		r.Fatal(err)
	}
	c.await("ack")
	if got := a.ask(fmt.Sprintf(`{"type":"silence","id":"a22","who":%q,"on":true}`, word.Name)); got.Code != "" {
		r.Fatalf("silence: %s", got.Code)
	}
	r.refuse(c, "silenced", `{"type":"say","id":"c6","text":"hello?"}`)
}

// inAHand drives what can be refused while a and b play and the table is full. Of two, the button posts the small blind and
// acts first.
func (r *refusing) inAHand(a, b, c *socket) {
	r.Helper()
	turn := c.awaitTurn()
	actor, other := a, b
	if turn.Seat == 1 {
		actor, other = b, a
	}
	later, dearer := turn, turn
	later.Turn++
	dearer.Price++
	r.refuse(c, "table_full", `{"type":"sit","id":"c4","buy_in":5000}`)
	r.refuse(a, "hand_running", `{"type":"buy_in","id":"a6","amount":100}`)
	r.refuse(other, "not_your_turn", turn.move("o1", `{"do":"fold"}`))
	r.refuse(actor, "stale_action", later.move("x1", `{"do":"call"}`))
	r.refuse(actor, "stale_action", dearer.move("x2", `{"do":"call"}`))
	r.refuse(actor, "illegal_action", turn.move("x3", `{"do":"check"}`))
	r.refuse(actor, "bad_amount", turn.move("x4", `{"do":"raise","to":101}`))
	r.refuse(actor, "bad_request", turn.move("x5", `{"do":"dance"}`))
	r.refuse(actor, "no_time_bank", fmt.Sprintf(`{"type":"bank","id":"x8","hand":%q,"turn":%d}`, turn.Hand, turn.Turn))
	if got := other.ask(`{"type":"stand","id":"o2"}`); got.Code != "" {
		r.Fatalf("stand: %s", got.Code)
	}
	r.refuse(other, "too_late", `{"type":"come_back","id":"o3"}`)
	if got := actor.ask(turn.move("x6", `{"do":"fold"}`)); got.Code != "" {
		r.Fatalf("fold: %s", got.Code)
	}
	r.refuse(actor, "stale_action", turn.move("x7", `{"do":"fold"}`)) // the hand is over, and so it is never hand_over
}

// socketRefusals are the metrics of what sockets were refused, by code.
func (r *running) socketRefusals(t *testing.T) map[string]int {
	t.Helper()
	counts := map[string]int{}
	row := regexp.MustCompile(`^fullhouse_refusals_total\{code="([a-z_]+)",layer="(?:table|message)"\}$`)
	for name, value := range r.metrics(t) {
		if found := row.FindStringSubmatch(name); found != nil {
			counts[found[1]], _ = strconv.Atoi(value)
		}
	}
	return counts
}

// compareWords holds the codes that were driven, and the few that can't be, against the page that describes them and the
// module that words them.
func compareWords(t *testing.T, codes map[string]bool) {
	t.Helper()
	for code := range undriven {
		codes[code] = true
	}
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, errors, _ := strings.Cut(string(page), "\n## Errors\n")
	errors, _, _ = strings.Cut(errors, "\n## ")
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` ").FindAllStringSubmatch(errors, -1) {
		listed[row[1]] = true
		if !codes[row[1]] {
			t.Errorf("docs/protocol.md lists %s, which nothing here drives", row[1])
		}
	}
	sentences, err := os.ReadFile("../../web/static/js/refusals.js")
	if err != nil {
		t.Fatal(err)
	}
	for code := range codes {
		if !listed[code] {
			t.Errorf("docs/protocol.md does not list %s", code)
		}
		worded := regexp.MustCompile(`(?m)^\s+` + code + `: (\(|\w+,)`).Match(sentences)
		if !worded && code != "internal" { // that is what the page says of any code that it does not know
			t.Errorf("web/static/js/refusals.js has no sentence for %s", code)
		}
	}
}

// turnView is a decision that the table waits for.
type turnView struct {
	Hand              string
	Turn, Seat, Price int
}

// awaitTurn waits for one.
func (s *socket) awaitTurn() (turn turnView) {
	s.t.Helper()
	if err := json.Unmarshal(s.await("turn").raw, &turn); err != nil {
		s.t.Fatal(err)
	}
	return turn
}

// move is the command that makes a move at this turn.
func (v turnView) move(id, move string) string {
	return fmt.Sprintf(`{"type":"act","id":%q,"hand":%q,"turn":%d,"price":%d,"move":%s}`, id, v.Hand, v.Turn, v.Price, move)
}

func TestServe_MeasuresHowLongActionsTake(t *testing.T) {
	r := begin(t)
	alice := r.person(t)
	alice.guest()
	s, _ := alice.join(alice.createTable(nil))
	count := func() string { t.Helper(); return r.metrics(t)["fullhouse_action_seconds_count"] }
	if got := count(); got != "0" {
		t.Errorf("actions before the first: %q, want 0", got)
	}
	s.takeSeat(0, 5000)
	if got := count(); got != "1" {
		t.Errorf("actions after a seat was taken: %q, want 1", got)
	}
	s.ask(`{"type":"sit","id":"again","buy_in":5000}`) // refused: nothing was made durable
	metrics := r.metrics(t)
	if got := metrics["fullhouse_action_seconds_count"]; got != "1" {
		t.Errorf("actions after a refusal: %q, want 1", got)
	}
	if sum, err := strconv.ParseFloat(metrics["fullhouse_action_seconds_sum"], 64); err != nil || sum <= 0 || sum > 10 {
		t.Errorf("seconds of all actions: %q, want more than 0", metrics["fullhouse_action_seconds_sum"])
	}
}
