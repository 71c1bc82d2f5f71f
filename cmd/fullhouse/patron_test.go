package main

import (
	"encoding/json"
	"fmt"
	"time"
)

// patron is a guest at one table whose browser does not give up: it asks again when the server could not answer, comes back when
// its socket ends, and names its commands so that asking twice is harmless.
type patron struct {
	*person
	name, table  string
	socket       *socket
	heard        []message    // not looked at yet
	people       map[int]bool // by seat
	seat         int
	commands     int
	acknowledged []string
}

// retryPause is how long a patron waits before asking again. The fault happens once.
const retryPause = 10 * time.Millisecond

// insist asks until there is an answer, and returns the code of a refusal. A fault of the server is never one.
func (p *patron) insist(method, path string, body, answer any) (code string) {
	p.t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(retryPause) {
		var text json.RawMessage
		res := p.ask(method, path, body, &text)
		var problem struct{ Code string }
		_ = json.Unmarshal(text, &problem)
		switch {
		case res.StatusCode == 500:
			p.t.Fatalf("%s %s: %s", method, path, text)
		case res.StatusCode == 503 && time.Now().Before(end):
			continue
		case res.StatusCode >= 400:
			return problem.Code
		}
		if answer != nil {
			if err := json.Unmarshal(text, answer); err != nil {
				p.t.Fatal(err)
			}
		}
		return ""
	}
}

// register gives a guest a name and a password. If the answer is lost, so is the new session, and the password gets another.
func (p *patron) register() {
	p.t.Helper()
	credentials := map[string]string{"name": "Bob the Patient", "password": "correct horse battery"}
	switch code := p.insist("POST", "/api/register", credentials, nil); code {
	case "", "bad_request": // the second says that it has been done
	case "name_taken":
		if code := p.insist("POST", "/api/login", credentials, nil); code != "" {
			p.t.Errorf("sign in after registering: %s", code)
		}
	default:
		p.t.Errorf("register: %s", code)
	}
	var me struct {
		Account struct{ Guest bool }
	}
	if code := p.insist("GET", "/api/me", nil, &me); code != "" || me.Account.Guest {
		p.t.Errorf("after registering: %q, guest: %v", code, me.Account.Guest)
	}
	p.join()
}

// refill asks for free chips up to what a full wallet is. If an answer is lost, the next one says that nothing is to be had.
func (p *patron) refill(full int64) {
	p.t.Helper()
	for range 2 {
		switch code := p.insist("POST", "/api/chips", nil, nil); code {
		case "", "enough_chips", "quota_exhausted":
		default:
			p.t.Errorf("refill: %s", code)
		}
	}
	var me struct {
		Account struct{ Chips int64 }
		Seats   []struct{ Chips int64 }
	}
	p.insist("GET", "/api/me", nil, &me)
	if len(me.Seats) != 1 || me.Account.Chips+me.Seats[0].Chips != full {
		p.t.Errorf("after a refill: %+v, want %d with the seat's", me, full)
	}
}

// hangUp ends the socket, if there is one.
func (p *patron) hangUp() {
	if p.socket != nil {
		_ = p.socket.conn.CloseNow()
	}
}

// join opens the table's socket and returns the table as p sees it, apart from clocks and connections.
func (p *patron) join() (view map[string]any) {
	p.t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(retryPause) {
		s, res := p.dial("/api/tables/" + p.table + "/socket")
		if s == nil {
			if res.StatusCode != 503 {
				p.t.Fatalf("%s joins: %d", p.name, res.StatusCode)
			}
			continue
		}
		p.hangUp()
		p.socket, p.heard = s, nil
		for {
			m, err := s.next()
			if err != nil {
				break // and come back
			}
			if m.Type != "snapshot" {
				continue
			}
			p.heard = []message{m}
			return p.look(m)
		}
	}
	p.t.Fatalf("%s does not get back to the table", p.name)
	return nil
}

// look reads a snapshot.
func (p *patron) look(m message) map[string]any {
	p.t.Helper()
	var snapshot struct{ Table map[string]any }
	if err := json.Unmarshal(m.raw, &snapshot); err != nil {
		p.t.Fatal(err)
	}
	view := snapshot.Table
	p.seat = int(view["you"].(map[string]any)["seat"].(float64))
	p.people = map[int]bool{}
	for _, one := range view["seats"].([]any) {
		seat := one.(map[string]any)
		if _, bot := seat["bot"]; !bot {
			p.people[int(seat["seat"].(float64))] = true
		}
		delete(seat, "away")
		delete(seat, "away_ms")
		delete(seat, "out_ms")
	}
	if turn, ok := view["turn"].(map[string]any); ok {
		delete(turn, "ms_left")
	}
	delete(view, "next_hand_ms")
	return view
}

// hear is the next message; after the end of a socket it is the snapshot of the next one.
func (p *patron) hear() message {
	p.t.Helper()
	for {
		if len(p.heard) > 0 {
			m := p.heard[0]
			p.heard = p.heard[1:]
			return m
		}
		if m, err := p.socket.next(); err == nil {
			return m
		}
		p.join()
	}
}

// nextTurn waits for another turn than the last. There is none when the last person has stood up.
func (p *patron) nextTurn(last turnView) (turn turnView, more bool) {
	p.t.Helper()
	for {
		m := p.hear()
		var told struct {
			Seat  int
			Bot   string
			Table struct{ Turn *turnView }
		}
		if err := json.Unmarshal(m.raw, &told); err != nil {
			p.t.Fatal(err)
		}
		switch m.Type {
		case "turn":
			if err := json.Unmarshal(m.raw, &turn); err != nil {
				p.t.Fatal(err)
			}
		case "snapshot":
			p.look(m)
			if told.Table.Turn == nil {
				break
			}
			turn = *told.Table.Turn
		case "sat":
			if told.Bot == "" {
				p.people[told.Seat] = true
			}
		case "stood":
			delete(p.people, told.Seat)
		}
		switch {
		case turn != last && turn != turnView{}:
			return turn, true
		case m.Type == "stood" && len(p.people) == 0:
			return turn, false
		}
		turn = turnView{}
	}
}

// move makes a move; a call where there is nothing to call is a check.
func (p *patron) move(turn turnView, verb string) {
	p.t.Helper()
	if verb == "call" && turn.Price == 0 {
		verb = "check"
	}
	p.do("act", map[string]any{"hand": turn.Hand, "turn": turn.Turn, "price": turn.Price, "move": map[string]string{"do": verb}})
}

// do sends a command until it is acknowledged.
func (p *patron) do(kind string, command map[string]any) {
	p.t.Helper()
	p.commands++
	id := fmt.Sprintf("%s-%d", p.name, p.commands)
	if command == nil {
		command = map[string]any{}
	}
	command["type"], command["id"] = kind, id
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(retryPause) {
		switch code := p.tell(command, id); code {
		case "":
			p.acknowledged = append(p.acknowledged, id)
			return
		case "database_unavailable", "table_busy", "socket ended":
		default:
			p.t.Fatalf("%s %s: %s", p.name, kind, code)
		}
	}
	p.t.Fatalf("%s %s: no answer", p.name, kind)
}

// tell sends a command once and waits for its answer. What comes before that is kept.
func (p *patron) tell(command any, id string) (code string) {
	p.t.Helper()
	p.socket.send(command)
	for {
		m, err := p.socket.next()
		if err != nil {
			p.join()
			return "socket ended"
		}
		var a said
		if m.Type == "ack" || m.Type == "error" {
			if err := json.Unmarshal(m.raw, &a); err != nil {
				p.t.Fatal(err)
			}
			if a.ID == id {
				return a.Code
			}
		}
		p.heard = append(p.heard, m)
	}
}
