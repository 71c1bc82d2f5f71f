package main

import (
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/ws/proto"
)

// closed waits for a socket's end and returns its code.
func (s *socket) closed() websocket.StatusCode {
	s.t.Helper()
	for {
		if _, err := s.next(); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func TestServe_SocketsOfASessionThatHasEndedAreClosedWithinASecond(t *testing.T) {
	const password = "correct horse battery"
	for name, end := range map[string]func(p *person) string{
		"signed out": func(p *person) string { return p.codeOf("POST", "/api/logout", nil) },
		"password changed": func(p *person) string {
			return p.codeOf("POST", "/api/password", map[string]string{"old": password, "new": "battery staple"})
		},
		"deleted": func(p *person) string { return p.codeOf("DELETE", "/api/me", map[string]string{"password": password}) },
	} {
		t.Run(name, func(t *testing.T) {
			r := begin(t)
			alice := r.person(t)
			alice.register("Alice", password)
			table, _ := alice.join(alice.createTable(nil))
			lobby := alice.inLobby()
			began := time.Now()
			if code := end(alice); code != "" {
				t.Fatalf("refused: %s", code)
			}
			for _, s := range []*socket{table, lobby} {
				if got := s.closed(); got != websocket.StatusCode(proto.CloseSignedOut) {
					t.Errorf("closed with %d, want signed_out", got)
				}
			}
			if took := time.Since(began); took > 10*time.Second { // a second, on a machine that has nothing else to do
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestServe_AGuestWhoRegistersKeepsSeatAndChipsAndGetsANewSession(t *testing.T) {
	r := begin(t)
	alice := r.person(t)
	id := alice.guest()
	table := alice.createTable(nil)
	s, _ := alice.join(table)
	s.takeSeat(0, 4000)
	alice.register("Alice", "correct horse battery")
	if got := s.closed(); got != websocket.StatusCode(proto.CloseSignedOut) {
		t.Errorf("the guest's socket closed with %d, want signed_out", got)
	}
	var me struct {
		Account struct {
			ID, Name string
			Guest    bool
			Chips    int64
		}
		Seats []struct{ Table string }
	}
	alice.ask("GET", "/api/me", nil, &me)
	if me.Account.ID != id || me.Account.Guest || me.Account.Name != "Alice" || me.Account.Chips != 6000 || len(me.Seats) != 1 {
		t.Errorf("afterwards: %+v, want the same account with its seat and 6000 chips", me)
	}
	elsewhere := r.person(t)
	if code := elsewhere.codeOf("POST", "/api/login", map[string]string{"name": "alice", "password": "correct horse battery"}); code != "" {
		t.Errorf("signing in elsewhere: %s", code)
	}
}
