package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// HandEnds is the append that ends a hand after prev: the players, whose seats are numbered from 0, have won so much each.
// Somebody without an id is a bot.
func HandEnds(row lobby.Row, prev, number int64, players []auth.Account, nets ...table.Chips) table.Batch {
	b := Steps(row, prev, "acted", table.KindCheckpoint)
	id := table.HandID(fmt.Sprint(row.ID, "-", number))
	b.Hand = &table.HandRecord{Hand: id, Events: json.RawMessage(fmt.Sprintf(`[{"type":"hand_started","hand":%q},{"type":"hand_ended"}]`, id))}
	settled := table.Transfer{ID: string(id), Kind: "settlement"}
	for i, p := range players {
		s := table.HandSeat{Seat: table.Seat(i), Account: p.ID, Name: p.Name, Net: nets[i]}
		if p.ID == "" {
			s.Bot = "tight"
		} else {
			s.Private = json.RawMessage(fmt.Sprintf(`{"1":{"cards":"of %s"}}`, p.Name))
		}
		if nets[i] > 0 {
			s.Marks = []string{"vpip", "won_showdown"}
		}
		b.Hand.Seats = append(b.Hand.Seats, s)
		if nets[i] != 0 {
			settled.Entries = append(settled.Entries, table.Entry{Account: table.Escrow(row.ID, s.Seat), Amount: nets[i]})
		}
	}
	if len(settled.Entries) > 0 {
		b.Transfers = []table.Transfer{settled}
	}
	return b
}

// seated is a new table where the players have 100 chips each, in seats numbered from 0.
func (h *house) seated(host auth.Account, players ...auth.Account) lobby.Row {
	h.Helper()
	row := h.table(host)
	b := Steps(row, 0, "sat")
	for i, p := range players {
		home := table.Wallet(p.ID)
		if p.ID == "" {
			home = table.Mint
		}
		tr := Move(fmt.Sprint(row.ID, ":", i), home, table.Escrow(row.ID, table.Seat(i)), 100)
		tr.Kind = "buy_in"
		b.Transfers = append(b.Transfers, tr)
	}
	h.mustAppend(b)
	return row
}

// hands lists somebody's hands by their ids.
func (h *house) hands(q table.HandQuery) (ids []table.HandID) {
	h.Helper()
	all, err := h.Hands(h.Context(), q)
	if err != nil {
		h.Fatalf("hands: %v", err)
	}
	for _, one := range all {
		ids = append(ids, one.Hand)
	}
	return ids
}

// hasHand reports whether an account gets to see a hand.
func (h *house) hasHand(account string, id table.HandID) bool {
	h.Helper()
	_, found, err := h.Hand(h.Context(), account, id)
	if err != nil {
		h.Fatalf("hand %s: %v", id, err)
	}
	return found
}

var bot = auth.Account{Name: "Bot"}

var handSpecs = []spec{
	{"KeepsAHandForThoseWhoWereDealtIn", func(h *house) {
		alice, bob, carol := h.guest("alice", 100), h.guest("bob", 100), h.guest("carol", 100)
		row := h.seated(carol, alice, bob, bot)
		end := HandEnds(row, 1, 1, []auth.Account{alice, bob, bot}, 30, -10, -20)
		before := time.Now().Add(-time.Second)
		h.mustAppend(end)
		h.reopen()
		got, found, err := h.Hand(h.Context(), bob.ID, end.Hand.Hand)
		if err != nil || !found {
			h.Fatalf("found = %v, %v", found, err)
		}
		if got.Ended.Before(before) || got.Ended.After(time.Now().Add(time.Second)) {
			h.Errorf("it ended at %v", got.Ended)
		}
		want := table.Played{HandRecord: *end.Hand, Viewer: 1, Table: row.ID, Settings: row.Settings, Ended: got.Ended}
		for i := range want.Seats {
			if i != 1 { // what others alone were told stays in the store, as who they are
				want.Seats[i].Account, want.Seats[i].Private = "", nil
			}
		}
		if diff := cmp.Diff(want, got, blankAsNone); diff != "" {
			h.Errorf("the hand (-want +got):\n%s", diff)
		}
		for _, nobody := range []string{carol.ID, "", "nobody"} {
			if h.hasHand(nobody, end.Hand.Hand) {
				h.Errorf("%q, who was not dealt in, sees it", nobody)
			}
			if got := h.hands(table.HandQuery{Account: nobody, Limit: 10}); len(got) > 0 {
				h.Errorf("%q has the hands %v", nobody, got)
			}
		}
		if h.hasHand(alice.ID, "none") {
			h.Error("there is a hand that was never played")
		}
	}},
	{"KeepsAHandIfAndOnlyIfItsSettlementIsKept", func(h *house) {
		alice, bob := h.guest("alice", 100), h.guest("bob", 100)
		row := h.seated(alice, alice, bob)
		players := []auth.Account{alice, bob}
		first := HandEnds(row, 1, 1, players, 60, -60)
		for name, c := range map[string]struct {
			batch table.Batch
			want  error
		}{
			"fenced":     {HandEnds(row, 7, 1, players, 60, -60), table.ErrFenced},
			"out of all": {HandEnds(row, 1, 1, players, 101, -101), table.ErrNotEnoughChips},
		} {
			if err := h.append(c.batch); !errors.Is(err, c.want) {
				h.Errorf("%s: error = %v, want %v", name, err, c.want)
			}
			if h.hasHand(alice.ID, first.Hand.Hand) {
				h.Errorf("%s: the hand is kept", name)
			}
		}
		h.mustAppend(first)
		if err := h.append(first); !errors.Is(err, table.ErrFenced) {
			h.Errorf("sent again: error = %v, want ErrFenced", err)
		}
		again := HandEnds(row, 3, 1, players, 0, 0)
		if err := h.append(again); !errors.Is(err, store.ErrKept) {
			h.Errorf("a hand of the same id: error = %v, want ErrKept", err)
		}
		h.mustAppend(HandEnds(row, 3, 2, players, 0, 0)) // nobody won: there is nothing to settle
		if got := h.hands(table.HandQuery{Account: bob.ID, Limit: 10}); len(got) != 2 {
			h.Errorf("bob has the hands %v, want two", got)
		}
	}},
	{"ListsHandsThroughACursorThatStandsWhileOthersAreAdded", func(h *house) {
		alice, bob := h.guest("alice", 100), h.guest("bob", 100)
		players := []auth.Account{alice, bob}
		rows := []lobby.Row{h.seated(alice, alice, bob), h.table(alice)}
		prev := []int64{1, 0}
		var want, all []table.HandID
		play := func(at int) table.HandID {
			b := HandEnds(rows[at], prev[at], prev[at], players, 0, 0)
			h.mustAppend(b)
			prev[at] += 2
			return b.Hand.Hand
		}
		for n := range 7 {
			want = append(want, play(n%2))
		}
		q := table.HandQuery{Account: bob.ID, Limit: 2}
		for {
			page, err := h.Hands(h.Context(), q)
			if err != nil || len(page) > 2 {
				h.Fatalf("%d hands, %v; want two at most", len(page), err)
			}
			if len(page) == 0 {
				break
			}
			for _, one := range page {
				all = append(all, one.Hand)
				q.After = table.HandPlace{Ended: one.Ended.UnixMilli(), Hand: one.Hand}
				if len(one.Seats) != 1 || one.Seats[0].Account != bob.ID || one.Viewer != 1 {
					h.Errorf("hand %s has the seats %+v, want bob's", one.Hand, one.Seats)
				}
			}
			time.Sleep(2 * time.Millisecond) // of another moment: hands of one are in no order that can be told
			play(0)
		}
		if len(all) != len(want) {
			h.Errorf("the pages have %v, want each of %v once", all, want)
		}
		for _, id := range want {
			count := 0
			for _, got := range all {
				if got == id {
					count++
				}
			}
			if count != 1 {
				h.Errorf("hand %s was listed %d times", id, count)
			}
		}
		if got := h.hands(table.HandQuery{Account: bob.ID, Table: rows[1].ID, Limit: 100}); len(got) != 3 {
			h.Errorf("at the second table: %v, want three", got)
		}
	}},
	{"CountsSomebodysHandsAndWhatIsMarkedInThem", func(h *house) {
		alice, bob := h.guest("alice", 100), h.guest("bob", 100)
		row, other := h.seated(alice, alice, bob), h.seated(bob)
		players := []auth.Account{alice, bob}
		h.mustAppend(HandEnds(row, 1, 1, players, 30, -30))
		h.mustAppend(HandEnds(row, 3, 2, players, 20, -20))
		h.mustAppend(HandEnds(row, 5, 3, players, -5, 5))
		h.mustAppend(HandEnds(other, 1, 1, players, 0, 0))
		for _, c := range []struct {
			who  string
			at   string
			want table.Tally
		}{
			{alice.ID, "", table.Tally{Hands: 4, Net: 45, Marks: map[string]int64{"vpip": 2, "won_showdown": 2}}},
			{bob.ID, row.ID, table.Tally{Hands: 3, Net: -45, Marks: map[string]int64{"vpip": 1, "won_showdown": 1}}},
			{bob.ID, other.ID, table.Tally{Hands: 1, Marks: map[string]int64{}}},
			{"nobody", "", table.Tally{Marks: map[string]int64{}}},
		} {
			got, err := h.Tally(h.Context(), c.who, c.at)
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				h.Errorf("%s at %q: %v (-want +got)\n%s", c.who, c.at, err, diff)
			}
		}
	}},
	{"ForgetsTheOldestHandsFirstAndALittleAtATime", func(h *house) {
		alice, bob := h.guest("alice", 100), h.guest("bob", 100)
		row := h.seated(alice, alice, bob)
		for n := range int64(3) {
			h.mustAppend(HandEnds(row, 1+2*n, n, []auth.Account{alice, bob}, 1, -1))
			time.Sleep(2 * time.Millisecond)
		}
		if n, err := h.ForgetHands(h.Context(), time.Now().Add(-time.Hour), 2); n != 0 || err != nil {
			h.Errorf("%d hands of today were forgotten, %v", n, err)
		}
		later := time.Now().Add(time.Hour)
		for _, want := range []int{2, 1, 0} {
			if n, err := h.ForgetHands(h.Context(), later, 2); n != want || err != nil {
				h.Errorf("%d were forgotten, %v; want %d", n, err, want)
			}
			if got := h.hands(table.HandQuery{Account: bob.ID, Limit: 10}); want == 2 && (len(got) != 1 || got[0] != table.HandID(row.ID+"-2")) {
				h.Errorf("then there are %v, want the newest", got)
			}
		}
	}},
	{"TakesAnErasedAccountOutOfItsHands", func(h *house) {
		alice, bob := h.guest("alice", 100), h.guest("bob", 100)
		row := h.seated(bob, alice, bob)
		end := HandEnds(row, 1, 1, []auth.Account{alice, bob}, 100, -100)
		h.mustAppend(end)
		if past, err := h.History(h.Context(), bob.ID); err != nil || past.Hands != 1 {
			h.Errorf("%d hands are kept of bob, %v; want 1", past.Hands, err)
		}
		if _, err := h.Erase(h.Context(), bob.ID, "", time.Now()); err != nil {
			h.Fatal(err)
		}
		if h.hasHand(bob.ID, end.Hand.Hand) {
			h.Error("an account that is nobody's sees the hand")
		}
		got, _, err := h.Hand(h.Context(), alice.ID, end.Hand.Hand)
		if err != nil || len(got.Seats) != 2 || got.Seats[1].Name == "bob" || got.Seats[1].Net != -100 || got.Seats[0].Private == nil {
			h.Errorf("alice sees %+v, %v; want bob's seat without his name and her own part", got.Seats, err)
		}
	}},
	{"TellsWhoBroughtWhatToATableAndHasWhat", func(h *house) {
		alice, bob := h.guest("alice", 300), h.guest("bob", 100)
		row := h.seated(bob, alice, bot, bob)
		players := []auth.Account{alice, bot, bob}
		h.mustAppend(HandEnds(row, 1, 1, players, 150, -50, -100))
		more := Move(row.ID+":more", table.Wallet(alice.ID), table.Escrow(row.ID, 0), 20)
		more.Kind = "buy_in"
		out := Move(row.ID+":out", table.Escrow(row.ID, 0), table.Wallet(alice.ID), 270)
		out.Kind = "cash_out"
		back := Move(row.ID+":back", table.Wallet(alice.ID), table.Escrow(row.ID, 2), 40) // where bob was
		back.Kind = "buy_in"
		if err := h.pay(Steps(row, 3, "bought", "stood", "sat"), more, out, back); err != nil {
			h.Fatal(err)
		}
		host, all, found, err := h.Sittings(h.Context(), row.ID)
		if err != nil || !found || host != bob.ID {
			h.Fatalf("host %q, found %v, %v", host, found, err)
		}
		var net table.Chips
		lines := map[string]table.Sitting{}
		for _, s := range all {
			lines[s.Name] = s
			net += s.Net()
		}
		want := map[string]table.Sitting{
			"alice": {Account: alice.ID, Name: "alice", In: 160, Out: 270, Now: 40},
			"bob":   {Account: bob.ID, Name: "bob", In: 100},
			"":      {In: 100, Now: 50},
		}
		if diff := cmp.Diff(want, lines); diff != "" || net != 0 {
			h.Errorf("the nets sum to %d; the lines (-want +got):\n%s", net, diff)
		}
		if _, _, found, err := h.Sittings(h.Context(), "nowhere"); found || err != nil {
			h.Errorf("a table that is none: %v, %v", found, err)
		}
	}},
	{"TellsTheSittingsOfATableInQuarantineAndAfterwards", func(h *house) {
		alice, bob := h.guest("alice", 100), h.guest("bob", 100)
		row := h.seated(alice, alice, bob)
		h.mustAppend(HandEnds(row, 1, 1, []auth.Account{alice, bob}, 30, -30))
		same := func(when string, out, now table.Chips) {
			_, all, _, err := h.Sittings(h.Context(), row.ID)
			if err != nil || len(all) != 2 {
				h.Fatalf("%s: %+v, %v", when, all, err)
			}
			for _, s := range all {
				if net := map[string]table.Chips{"alice": 30, "bob": -30}[s.Name]; s.Net() != net || s.Out != (100+net)*out || s.Now != (100+net)*now {
					h.Errorf("%s: %+v, want a net of %d", when, s, net)
				}
			}
		}
		same("before", 0, 1)
		if err := h.Quarantine(h.Context(), row, "a test"); err != nil {
			h.Fatal(err)
		}
		same("in quarantine", 1, 0)
		if err := h.UndoQuarantine(h.Context(), row.ID); err != nil {
			h.Fatal(err)
		}
		same("afterwards", 0, 1)
	}},
}

// blankAsNone makes an empty list the same as none.
var blankAsNone = cmp.FilterValues(func(a, b []string) bool { return len(a)+len(b) == 0 }, cmp.Ignore())
