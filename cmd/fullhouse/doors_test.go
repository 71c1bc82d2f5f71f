package main

import (
	"net/http"
	"strings"
	"testing"
)

// invite makes an invite for a private table of p's and returns the address of its route.
func (p *person) invite(table string, watch bool) string {
	p.t.Helper()
	var made struct{ URL string }
	if res := p.ask("POST", "/api/tables/"+table+"/invites", map[string]bool{"watch": watch}, &made); res.StatusCode != http.StatusCreated {
		p.t.Fatalf("invite: %d, want 201", res.StatusCode)
	}
	return "/api/invites/" + strings.TrimPrefix(made.URL, "/i/")
}

// acceptFrom comes by an invite of a host's.
func (p *person) acceptFrom(host *person, table string) {
	p.t.Helper()
	if code := p.codeOf("POST", host.invite(table, false), nil); code != "" {
		p.t.Fatalf("accept: %s", code)
	}
}

func TestDoors_WhoWasLetInComesBackAfterARestartAndStrangersDoNot(t *testing.T) {
	data := t.TempDir()
	r := begin(t, "DATA_DIR", data)
	host, friend, watcher, stranger := r.person(t), r.person(t), r.person(t), r.person(t)
	for _, p := range []*person{host, friend, watcher, stranger} {
		p.guest()
	}
	table := host.createTable(map[string]any{"private": true})
	path := "/api/tables/" + table
	friend.acceptFrom(host, table)
	if code := watcher.codeOf("POST", host.invite(table, true), nil); code != "" {
		t.Fatalf("accept: %s", code)
	}
	look := func(when string) {
		t.Helper()
		for who, p := range map[string]*person{"host": host, "friend": friend, "watcher": watcher, "stranger": stranger} {
			want := map[bool]string{true: "not_found"}[who == "stranger"]
			if got := p.codeOf("GET", path, nil); got != want {
				t.Errorf("%s, %s: %q, want %q", when, who, got, want)
			}
			if want == "" {
				want = "upgrade_required"
			}
			if got := p.codeOf("GET", path+"/socket", nil); got != want {
				t.Errorf("%s, the socket for %s: %q, want %q", when, who, got, want)
			}
		}
	}
	look("at first")
	s, _ := friend.join(table) // else the table has not been joined, and closes
	s.takeSeat(0, 5000)
	w, _ := watcher.join(table)
	if code := w.told(map[string]any{"type": "sit", "id": "one", "buy_in": 5000}); code != "forbidden" {
		t.Errorf("a watcher sits down: %q, want forbidden", code)
	}
	r.stop()
	again := begin(t, "DATA_DIR", data)
	for _, p := range []*person{host, friend, watcher, stranger} {
		p.url = again.url // cookies are of the host, whatever the port
	}
	look("after a restart")
}

func TestReports_AreReadByTheOperatorOnly(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		r := db.start(t)
		alice, bob := r.person(t), r.person(t)
		alice.guest()
		bob.guest()
		table := alice.createTable(nil)
		alice.join(table)
		bob.join(table)
		report := map[string]string{"who": "Somebody", "reason": "chat", "text": "a\nb"}
		if code := bob.codeOf("POST", "/api/tables/"+table+"/reports", report); code != "" {
			t.Fatalf("report: %s", code)
		}
		code, said := db.command(t, "reports")
		if code != exitGood || !strings.Contains(said, ": chat, at table "+table+"\n") || !strings.Contains(said, `wrote: "a\nb"`) ||
			!strings.Contains(said, "about Somebody (no account)") {
			t.Errorf("the list: exit %d, %s", code, said)
		}
		var shown struct{ Reports []reportView }
		r.admin = "http://" + r.log.attribute(t, "admin")
		r.waitFor(t, "fullhouse_reports_total", "1")
		alice.url = r.admin
		if res := alice.ask("GET", "/debug/reports", nil, &shown); res.StatusCode != 200 || len(shown.Reports) != 1 || shown.Reports[0].Who != "Somebody" {
			t.Errorf("the admin listener: %d, %+v", res.StatusCode, shown)
		}
		if res := bob.ask("GET", "/debug/reports", nil, nil); res.StatusCode != 404 {
			t.Errorf("the public listener: %d, want 404", res.StatusCode)
		}
		r.kill()
		r = db.start(t) // counts the open ones at once
		r.admin = "http://" + r.log.attribute(t, "admin")
		r.waitFor(t, "fullhouse_reports_open", "1")
		_, id, _ := strings.Cut(said, "report ")
		id, _, _ = strings.Cut(id, " ")
		for _, c := range []struct {
			args []string
			code int
		}{{[]string{"done", id}, exitGood}, {[]string{"done", id}, exitNot}, {[]string{"done", "x"}, exitUse}, {[]string{"done"}, exitUse}, {[]string{"undo", id}, exitUse}} {
			if code, said := db.command(t, append([]string{"reports"}, c.args...)...); code != c.code {
				t.Errorf("%q: exit %d, want %d: %s", c.args, code, c.code, said)
			}
		}
		if code, said := db.command(t, "reports"); code != exitGood || said != "" {
			t.Errorf("the list afterwards: exit %d, %q", code, said)
		}
	})
}
