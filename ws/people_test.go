package ws_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

// quietly lets a socket talk twice, and once more an hour later.
func quietly(c *ws.Config) { c.Chat = ratelimit.Policy{Limit: 1, Window: time.Hour, Burst: 2} }

func (c *client) say(id, text string) {
	c.Helper()
	c.send(fmt.Sprintf(`{"type":"say","id":"%s","text":"%s"}`, id, text))
}

func TestChat_ASocketThatTalksTooFastIsToldHowLongToWaitAndStillPlays(t *testing.T) {
	w := newWorld(t, options{cfg: quietly})
	path := w.tablePath(w.table(0))
	a, b := w.dial(path, "alice"), w.dial(path, "bob")
	a.until("snapshot")
	b.until("snapshot")
	for i := range 2 {
		a.say(fmt.Sprint("a", i), "hello")
		a.until("ack")
		b.until("said")
	}
	a.say("a2", "and again")
	var refused proto.Error
	if err := json.Unmarshal(a.until("error").raw, &refused); err != nil {
		t.Fatal(err)
	}
	if refused.Code != "rate_limited" || refused.ID != "a2" || refused.RetryMS < 3_500_000 || refused.RetryMS > 3_600_000 {
		t.Errorf("the third word: %+v, want rate_limited and what is left of the hour", refused)
	}
	a.send(`{"type":"sit","id":"a3","buy_in":1000}`) // everything else goes on
	a.until("ack")
	b.say("b1", "fine")
	if m := b.until("said"); !strings.Contains(string(m.raw), "fine") {
		t.Errorf("bob hears %s, want nothing of the third word", m.raw)
	}
	if got := w.refusals()["socket_messages rate_limited"]; got != 1 {
		t.Errorf("%d messages counted as too fast, want 1", got)
	}
}

func TestChat_CountsAsAMessageToo(t *testing.T) {
	w := newWorld(t, options{cfg: slowly})
	a := w.dial(w.tablePath(w.table(0)), "alice")
	a.until("snapshot")
	for i := range 3 {
		a.say(fmt.Sprint("a", i), "hello")
		a.until("ack")
	}
	a.send(`{"type":"ping","stamp":1}`)
	if m := a.until("error"); m.Code != "rate_limited" {
		t.Errorf("a ping after three words: %s, want rate_limited", m.raw)
	}
}

func TestKick_ClosesTheSocketAndLetsNoOtherIn(t *testing.T) {
	w := newWorld(t, options{})
	path := w.tablePath(w.table(0))
	host := w.dial(path, "host")
	host.until("snapshot")
	bob := w.dial(path, "bob")
	bob.until("snapshot")
	bob.send(`{"type":"sit","id":"b1","buy_in":1000}`)
	bob.until("ack")
	host.send(`{"type":"kick","id":"h1","who":"Bob"}`)
	host.until("kicked")
	if m := host.until("stood"); !strings.Contains(string(m.raw), `"reason":"kicked"`) {
		t.Errorf("his seat: %s", m.raw)
	}
	host.until("ack")
	bob.wantClosed(proto.CloseKicked)
	header, _ := w.request(path, "bob")
	if got := w.refused(path, header, proto.Protocol); got != "forbidden" {
		t.Errorf("a new socket of his: %q, want forbidden", got)
	}
	if _, got := w.plain(path, "bob"); got != "forbidden" {
		t.Errorf("a plain request of his: %q, want forbidden", got)
	}
	w.eventually(func() bool { return w.ended("kicked") == 1 }, "one socket counted as kicked")
	w.dial(path, "carol").until("snapshot") // others come in
}

func TestKick_DuringTheWayInClosesTheSocketAfterIt(t *testing.T) {
	reached, goOn := make(chan struct{}), make(chan struct{})
	w := newWorld(t, options{deps: func(d *ws.Deps) {
		admitted := d.Admitted
		d.Admitted = func(r *http.Request, tbl *table.Table, account string) (lobby.Admission, error) {
			if account == "bob" && r.Header.Get("X-Late") != "" {
				close(reached)
				<-goOn
			}
			return admitted(r, tbl, account)
		}
	}})
	tbl := w.table(0)
	path := w.tablePath(tbl)
	host, bob := w.dial(path, "host"), w.dial(path, "bob")
	host.until("snapshot")
	bob.until("snapshot")
	header, _ := w.request(path, "bob")
	header.Set("X-Late", "yes")
	outcome := make(chan string)
	go func() { outcome <- w.refused(path, header, proto.Protocol) }()
	<-reached
	host.send(`{"type":"kick","id":"h1","who":"Bob"}`)
	host.until("ack")
	close(goOn)
	if got := <-outcome; got != "forbidden" && got != "" {
		t.Errorf("the late socket: %q", got)
	}
	w.eventually(func() bool { return tbl.Summary().Watchers == 1 }, "bob to be gone")
}

func TestEnd_ClosesEverySocketWithTableClosed(t *testing.T) {
	w := newWorld(t, options{})
	path := w.tablePath(w.table(0))
	host, bob := w.dial(path, "host"), w.dial(path, "bob")
	host.until("snapshot")
	bob.until("snapshot")
	host.send(`{"type":"end","id":"h1"}`)
	for _, c := range []*client{host, bob} {
		if m := c.until("closed"); !strings.Contains(string(m.raw), `"reason":"ended"`) {
			t.Errorf("told %s", m.raw)
		}
		c.wantClosed(proto.CloseTableClosed)
	}
}

func TestDelay_AWatchersSocketGetsAHandWhenItIsOver(t *testing.T) {
	w := newWorld(t, options{})
	tbl, err := w.lobby.Create(context.Background(), quota.Caller{Account: "host"}, table.Settings{
		Name: "Late show", Seats: 6, BuyInMin: 10, BuyInMax: 1000, Delay: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	a, b := w.seat(tbl, "alice"), w.seat(tbl, "bob")
	watcher := w.dial(w.tablePath(tbl), "carol")
	first := a.until("turn")
	watcher.send(`{"type":"snapshot"}`)
	watcher.send(`{"type":"ping","stamp":7}`)
	for {
		m := watcher.next()
		if m.Type == "dealt" || m.Type == "turn" || strings.Contains(string(m.raw), string(first.Hand)) {
			t.Errorf("in the running hand the watcher is told %s", m.raw)
		}
		if m.Type == "pong" {
			break
		}
	}
	a.pass(first)
	second := b.until("turn")
	for second.Turn != 2 {
		second = b.until("turn")
	}
	b.pass(second)
	if m := watcher.until("dealt"); m.Hand != first.Hand {
		t.Errorf("after the hand the watcher is told %s", m.raw)
	}
	watcher.until("taken")
	watcher.until("synced")
}
