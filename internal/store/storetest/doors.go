package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fullhouse/lobby"
	"github.com/google/go-cmp/cmp"
)

// invite makes an hour's invite of a table, whose token is called so.
func (h *house) invite(row lobby.Row, token string, watch bool) lobby.Invite {
	h.Helper()
	inv := lobby.Invite{Table: row.ID, Watch: watch, Hash: lobby.InviteHash(NewSession(token).Hash),
		Expires: time.Now().Add(time.Hour).Truncate(time.Millisecond)}
	if err := h.AddInvite(h.Context(), inv); err != nil {
		h.Fatalf("invite: %v", err)
	}
	return inv
}

func (h *house) admit(inv lobby.Invite, account string) error {
	return h.Admit(h.Context(), inv, account, time.Now(), 3)
}

// may checks what an account was let in for.
func (h *house) may(row lobby.Row, account string, want lobby.Admission) {
	h.Helper()
	if got, err := h.Admission(h.Context(), row.ID, account); err != nil || got != want {
		h.Errorf("%s may %v, %v, want %v", account, got, err, want)
	}
}

// close closes a table.
func (h *house) close(row lobby.Row) {
	h.Helper()
	last := Steps(row, h.lastSeq(row.ID), "closed")
	last.Closed = "idle"
	h.mustAppend(last)
}

var doorSpecs = []spec{
	{"InvitesAreFoundByTheHashOfTheirTokenAndNameTheHost", func(h *house) {
		row := h.table(h.guest("alice", 0))
		inv := h.invite(row, "token", true)
		h.reopen()
		inv.Host = "alice"
		got, err := h.FindInvite(h.Context(), inv.Hash)
		if diff := cmp.Diff(inv, got); err != nil || diff != "" {
			h.Errorf("found: %v (-want +got):\n%s", err, diff)
		}
		if _, err := h.FindInvite(h.Context(), lobby.InviteHash{1}); !errors.Is(err, lobby.ErrInviteEnded) {
			h.Errorf("another hash: %v, want ErrInviteEnded", err)
		}
	}},
	{"InvitesEndTheOlderOneOfTheirKindOnly", func(h *house) {
		row := h.table(h.guest("alice", 0))
		first, watch := h.invite(row, "first", false), h.invite(row, "watch", true)
		h.invite(row, "second", false)
		if _, err := h.FindInvite(h.Context(), first.Hash); !errors.Is(err, lobby.ErrInviteEnded) {
			h.Errorf("the older one: %v, want ErrInviteEnded", err)
		}
		if err := h.admit(first, "bob"); !errors.Is(err, lobby.ErrInviteEnded) {
			h.Errorf("by the older one: %v, want ErrInviteEnded", err)
		}
		if _, err := h.FindInvite(h.Context(), watch.Hash); err != nil {
			h.Errorf("the one of another kind: %v", err)
		}
	}},
	{"InvitesLeadToOpenTablesOnly", func(h *house) {
		row := h.table(h.guest("alice", 0))
		inv := h.invite(row, "token", false)
		h.close(row)
		if _, err := h.FindInvite(h.Context(), inv.Hash); !errors.Is(err, lobby.ErrInviteEnded) {
			h.Errorf("of a table that is closed: %v, want ErrInviteEnded", err)
		}
		for _, table := range []string{row.ID, "nowhere"} {
			if err := h.AddInvite(h.Context(), lobby.Invite{Table: table, Expires: inv.Expires}); !errors.Is(err, lobby.ErrNotFound) {
				h.Errorf("a new one for %s: %v, want ErrNotFound", table, err)
			}
		}
	}},
	{"AdmitsByAnInviteThatLasts", func(h *house) {
		row, other := h.table(h.guest("alice", 0)), h.table(h.guest("carol", 0))
		inv := h.invite(row, "token", false)
		h.may(row, "bob", lobby.Stranger)
		if err := h.Admit(h.Context(), inv, "bob", inv.Expires, 3); !errors.Is(err, lobby.ErrInviteEnded) {
			h.Errorf("when its time is over: %v, want ErrInviteEnded", err)
		}
		h.may(row, "bob", lobby.Stranger)
		for range 2 {
			h.must(h.admit(inv, "bob"))
		}
		h.reopen()
		h.may(row, "bob", lobby.Plays)
		h.may(other, "bob", lobby.Stranger)
	}},
	{"AdmissionsSurviveTheInviteAndOnlyGrow", func(h *house) {
		row := h.table(h.guest("alice", 0))
		watch, play := h.invite(row, "watch", true), h.invite(row, "play", false)
		h.must(h.admit(watch, "bob"))
		h.may(row, "bob", lobby.Watches)
		h.must(h.admit(play, "bob"))
		h.must(h.admit(watch, "bob"))
		h.may(row, "bob", lobby.Plays)
		h.invite(row, "another", false)
		h.invite(row, "and another", true)
		h.may(row, "bob", lobby.Plays)
	}},
	{"AdmitsNoMoreThanSoManyHoweverManyComeAtOnce", func(h *house) {
		row := h.table(h.guest("alice", 0))
		invites := []lobby.Invite{h.invite(row, "play", false), h.invite(row, "watch", true)}
		var admitted atomic.Int64
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				err := h.Admit(h.Context(), invites[i%2], fmt.Sprint("account ", i), time.Now(), 7)
				if err == nil {
					admitted.Add(1)
				} else if !errors.Is(err, lobby.ErrAdmissionsFull) {
					h.Errorf("admit: %v", err)
				}
			})
		}
		all.Wait()
		if got := admitted.Load(); got != 7 {
			h.Errorf("%d were admitted, want 7", got)
		}
		for i := range 20 { // who is in already is no further one
			if may, err := h.Admission(h.Context(), row.ID, fmt.Sprint("account ", i)); err == nil && may != lobby.Stranger {
				h.must(h.Admit(h.Context(), invites[0], fmt.Sprint("account ", i), time.Now(), 7))
			}
		}
	}},
	{"ForgetsWhoMayEnterATableThatIsClosedForGood", func(h *house) {
		alice := h.guest("alice", 0)
		open, closed, quarantined := h.table(alice), h.table(alice), h.table(alice)
		for i, row := range []lobby.Row{open, closed, quarantined} {
			inv := h.invite(row, fmt.Sprint("token", i), false)
			for _, who := range []string{"bob", "carol"} {
				h.must(h.admit(inv, who))
			}
		}
		h.close(closed)
		h.must(h.Quarantine(h.Context(), quarantined, "a fault"))
		var removed []int
		for n := -1; n != 0; {
			var err error
			n, err = h.ForgetDoors(h.Context(), time.Now(), 1)
			h.must(err)
			removed = append(removed, n)
		}
		if diff := cmp.Diff([]int{2, 1, 0}, removed); diff != "" {
			h.Errorf("removed, one admission and one invite at a time (-want +got):\n%s", diff)
		}
		h.may(open, "bob", lobby.Plays)
		h.may(closed, "bob", lobby.Stranger)
		h.may(quarantined, "carol", lobby.Plays)
		if n, err := h.ForgetDoors(h.Context(), time.Now().Add(2*time.Hour), 10); err != nil || n != 2 {
			h.Errorf("later %d were removed, %v, want the two invites whose time is over", n, err)
		}
	}},
}

var reportSpecs = []spec{
	{"ReportsAreListedTheOldestFirstWithWhomTheyAreAbout", func(h *house) {
		alice, bob := h.guest("alice", 0), h.guest("Rude Heron", 0)
		at := time.Now().UTC().Truncate(time.Millisecond)
		later := lobby.Report{Table: "t", By: "gone", Who: "rude heron", Reason: "chat", Said: []string{"one", "two"}, At: at.Add(time.Second)}
		earlier := lobby.Report{Table: "t", By: alice.ID, Who: "Calling 1", Bot: true, Reason: "other", Text: "too good", At: at}
		known := lobby.Report{Table: "t", By: alice.ID, Who: "Rude Heron", Account: "another", Reason: "name", At: at.Add(time.Minute)}
		for _, r := range []lobby.Report{later, earlier, known} {
			h.must(h.AddReport(h.Context(), r, nil))
		}
		h.reopen()
		got, err := h.Reports(h.Context(), 10)
		if err != nil || len(got) != 3 || got[0].ID == got[1].ID {
			h.Fatalf("reports = %+v, %v, want three with numbers of their own", got, err)
		}
		for i := range got {
			got[i].ID = 0
		}
		earlier.ByName, earlier.Bot, earlier.Said = alice.Name, false, []string{}
		later.Account = bob.ID // looked up: the table did not know it any more
		known.ByName, known.Said = alice.Name, []string{}
		if diff := cmp.Diff([]lobby.Report{earlier, later, known}, got); diff != "" {
			h.Errorf("reports (-want +got):\n%s", diff)
		}
		if n, err := h.OpenReports(h.Context()); err != nil || n != 3 {
			h.Errorf("%d are open, %v, want 3", n, err)
		}
		if got, err := h.Reports(h.Context(), 2); err != nil || len(got) != 2 {
			h.Errorf("%d of at most two, %v", len(got), err)
		}
	}},
	{"ReportsAreKeptTogetherWithTheirCharge", func(h *house) {
		r := lobby.Report{Table: "t", By: "a", Who: "b", Reason: "chat", At: time.Now()}
		h.must(h.AddReport(h.Context(), r, one("account:a", 1)))
		h.exhausted(h.AddReport(h.Context(), r, one("account:a", 1)), 1, 1)
		if n, err := h.OpenReports(h.Context()); err != nil || n != 1 {
			h.Errorf("%d are kept, %v, want only the one that was paid for", n, err)
		}
	}},
}
