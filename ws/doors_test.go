package ws_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

// The store of these tests has let friends play and neighbours watch, wherever they go.
func (rows) AddInvite(context.Context, lobby.Invite) error { return nil }

func (rows) FindInvite(context.Context, lobby.InviteHash) (lobby.Invite, error) {
	return lobby.Invite{}, lobby.ErrInviteEnded
}

func (rows) Admit(context.Context, lobby.Invite, string, time.Time, int) error { return nil }

func (rows) Admission(_ context.Context, _, account string) (lobby.Admission, error) {
	switch account {
	case "friend":
		return lobby.Plays, nil
	case "neighbour":
		return lobby.Watches, nil
	}
	return lobby.Stranger, nil
}

// private makes a table of host's that is not open to all.
func (w *world) private() *table.Table {
	w.Helper()
	t, err := w.lobby.Create(context.Background(), quota.Caller{Account: "host"}, table.Settings{
		Name: "Friends only", Seats: 6, BuyInMin: 10, BuyInMax: 1000, Private: true,
	})
	if err != nil {
		w.Fatal(err)
	}
	return t
}

func TestA16_APrivateTablesSocketIsNotThereForStrangers(t *testing.T) {
	w := newWorld(t, options{})
	path := w.tablePath(w.private())
	for _, c := range []struct{ account, want string }{
		{"stranger", "not_found"}, {"", "not_found"}, {"host", "upgrade_required"}, {"friend", "upgrade_required"},
		{"neighbour", "upgrade_required"},
	} {
		if _, got := w.plain(path, c.account); got != c.want {
			t.Errorf("%q asks: %q, want %q", c.account, got, c.want)
		}
		header, _ := w.request(path, c.account)
		want := map[string]string{"upgrade_required": ""}[c.want]
		if c.want == "not_found" {
			want = "not_found"
		}
		if got := w.refused(path, header, proto.Protocol); got != want {
			t.Errorf("%q opens a socket: %q, want %q", c.account, got, want)
		}
	}
	w.free()
}

func TestDoors_WhileTheServerStopsAHiddenTableIsAnsweredLikeNone(t *testing.T) {
	w := newWorld(t, options{})
	path := w.tablePath(w.private())
	w.hub.Announce(patience)
	for _, path := range []string{path, "/api/tables/nowhere/socket"} {
		if _, got := w.plain(path, "stranger"); got != "draining" {
			t.Errorf("%s: %q, want draining", path, got)
		}
	}
}

func TestDoors_WhoMayOnlyWatchSeesTheTableAndTakesNoSeat(t *testing.T) {
	w := newWorld(t, options{})
	path := w.tablePath(w.private())
	c := w.dial(path, "neighbour")
	c.until("snapshot")
	for _, command := range []string{`{"type":"sit","id":"one","buy_in":50}`, `{"type":"hold","id":"one","seat":1}`} {
		c.send(command)
		if m := c.until("error"); m.ID != "one" || m.Code != "forbidden" {
			t.Errorf("%s: %+v, want forbidden", command, m)
		}
	}
	friend := w.dial(path, "friend")
	friend.send(`{"type":"sit","id":"one","buy_in":50}`)
	friend.until("ack")
	c.until("sat")
}

// admitted asks the lobby.
func (w *world) admitted(r *http.Request, t *table.Table, account string) (lobby.Admission, error) {
	return w.lobby.Admitted(r.Context(), t, account)
}

func TestDoors_AreLookedAtAfterTheSessionAndFailClosed(t *testing.T) {
	var asked atomic.Int64
	w := newWorld(t, options{deps: func(d *ws.Deps) {
		d.Admitted = func(*http.Request, *table.Table, string) (lobby.Admission, error) {
			asked.Add(1)
			return lobby.Stranger, ws.Error("db_busy")
		}
	}})
	path := w.tablePath(w.private())
	if _, got := w.plain(path, ""); got != "not_found" || asked.Load() != 0 {
		t.Errorf("nobody: %q, and the doors were looked at %d times", got, asked.Load())
	}
	if status, got := w.plain(path, "friend"); status != http.StatusServiceUnavailable || got != "db_busy" || asked.Load() != 1 {
		t.Errorf("a friend: %d %q, and the doors were looked at %d times, want db_busy and once", status, got, asked.Load())
	}
	w.free()
}
