package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/history"
	"example.com/fullhouse/web/api"
)

// library is a server whose past is in a real store.
type library struct {
	*client
	store *store.Store
	seq   map[string]int64 // of the tables' last records
}

// open makes one where alice, bob and carol have accounts and 1000 chips each.
func openLibrary(t *testing.T) *library {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, name := range []string{"alice", "bob", "carol"} {
		if err := db.AddGuest(t.Context(), auth.Account{ID: name, Name: "Calm " + name, Guest: true}, 1000, storetest.NewSession(name)); err != nil {
			t.Fatal(err)
		}
	}
	cfg, deps := parts(t)
	deps.Past = db
	l := &library{client: start(t, cfg, deps), store: db, seq: map[string]int64{}}
	nowhere := http.NotFoundHandler()
	l.api.Mount(nowhere, nowhere, noSockets)
	return l
}

// as asks for something in somebody's name.
func (l *library) as(who, path string) *http.Response {
	l.t.Helper()
	return l.do("GET", path, "", "Cookie", "fullhouse=token-"+who)
}

// read is as for an answer that must come.
func (l *library) read(who, path string, answer any) {
	l.t.Helper()
	res := l.as(who, path)
	body, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "no-store" {
		l.t.Fatalf("%s for %s: %d, Cache-Control %q: %s", path, who, res.StatusCode, res.Header.Get("Cache-Control"), body)
	}
	if err := json.Unmarshal(body, answer); err != nil {
		l.t.Fatalf("%s: %v in %s", path, err, body)
	}
}

// table opens one, where nobody sits yet.
func (l *library) table(id, host string) {
	l.t.Helper()
	settings := storetest.Settings()
	settings.Game = json.RawMessage(`{"small_blind":1,"big_blind":2,"ante":0,"ante_kind":"none"}`)
	if err := l.store.Create(l.t.Context(), lobby.Row{ID: id, Creator: host, Epoch: 1, Settings: settings}); err != nil {
		l.t.Fatal(err)
	}
}

// append continues a table's log.
func (l *library) append(b table.Batch) {
	l.t.Helper()
	b.Epoch, b.Prev = 1, l.seq[b.Table]
	l.seq[b.Table]++
	b.Records = []table.Record{{Seq: l.seq[b.Table], Kind: "change", Schema: 1, Body: json.RawMessage(`{}`)}}
	if err := storetest.Append(l.store, b); err != nil {
		l.t.Fatal(err)
	}
}

// move moves chips between a purse and a seat, as a buy-in, or out of the seat when there are less than none.
func (l *library) move(id string, purse table.Account, seat table.Seat, amount table.Chips) {
	l.t.Helper()
	kind, from, to := "buy_in", purse, table.Escrow(id, seat)
	if amount < 0 {
		kind, from, to, amount = "cash_out", to, from, -amount
	}
	tr := storetest.Move(fmt.Sprint(id, ":", l.seq[id]+1), from, to, amount)
	tr.Kind = kind
	l.append(table.Batch{Table: id, Transfers: []table.Transfer{tr}})
}

// fold plays a hand in which bob, at seat 1, folds to alice at seat 0, who has raised.
func (l *library) fold(id string, number int) table.HandID {
	l.t.Helper()
	hand := table.HandID(fmt.Sprint(id, "-", number))
	card := func(n int, c string) string { return fmt.Sprintf(`{"position":%d,"card":%q}`, n, c) }
	l.append(table.Batch{Table: id,
		Transfers: []table.Transfer{{ID: string(hand), Kind: "settlement", Entries: []table.Entry{
			{Account: table.Escrow(id, 0), Amount: 2}, {Account: table.Escrow(id, 1), Amount: -2},
		}}},
		Hand: &table.HandRecord{Hand: hand, Events: json.RawMessage(fmt.Sprintf(`[
			{"type":"hand_started","hand":%q,"number":%d,"button":0,"small_blind":0,"big_blind":1,"seats":[{"seat":1,"chips":100},{"seat":0,"chips":100}]},
			{"type":"posted","seat":0,"kind":"small_blind","amount":1,"bet":1,"stack":99,"pot":1,"all_in":false},
			{"type":"posted","seat":1,"kind":"big_blind","amount":2,"bet":2,"stack":98,"pot":3,"all_in":false},
			{"type":"dealt","seats":[1,0]},
			{"type":"acted","seat":0,"do":"raise","amount":5,"bet":6,"stack":94,"pot":8,"all_in":false},
			{"type":"acted","seat":1,"do":"fold","amount":0,"bet":2,"stack":98,"pot":8,"all_in":false},
			{"type":"uncalled","seat":0,"amount":4,"stack":98,"pot":4},
			{"type":"won","pot":0,"amount":4,"winners":[{"seat":0,"chips":4}],"best5":[]},
			{"type":"hand_ended","hand":%q,"seats":[{"seat":0,"stack":102,"net":2},{"seat":1,"stack":98,"net":-2}]}
		]`, hand, number, hand)), Seats: []table.HandSeat{
			{Seat: 0, Account: "alice", Name: "Calm alice", Net: 2, Marks: []string{"vpip", "pfr"},
				Private: json.RawMessage(`{"3":{"your_cards":[` + card(1, "As") + `,` + card(3, "Kd") + `],"your_hand":"Ace high"}}`)},
			{Seat: 1, Account: "bob", Name: "Calm bob", Net: -2,
				Private: json.RawMessage(`{"3":{"your_cards":[` + card(0, "7c") + `,` + card(2, "2h") + `],"your_hand":"Seven high"}}`)},
		}},
	})
	return hand
}

// heads brings alice and bob to a new table.
func (l *library) heads(id string) {
	l.t.Helper()
	l.table(id, "carol")
	l.move(id, table.Wallet("alice"), 0, 100)
	l.move(id, table.Wallet("bob"), 1, 100)
}

type handsBody struct {
	Hands []struct {
		Hand, Table, Name string
		Stakes            struct {
			SmallBlind int `json:"small_blind"`
		}
		EndedAt time.Time `json:"ended_at"`
		Seat    int
		Net     int64
		Cards   []string
		Board   []string
		Marks   []string
	}
	Cursor string
}

func TestHands_ListsOnesOwnWithOnesOwnCards(t *testing.T) {
	l := openLibrary(t)
	l.heads("t1")
	id := l.fold("t1", 1)
	var mine, theirs, none handsBody
	l.read("alice", "/api/hands", &mine)
	l.read("bob", "/api/hands?limit=100&table=t1", &theirs)
	if len(mine.Hands) != 1 || len(theirs.Hands) != 1 || mine.Cursor != "" {
		t.Fatalf("alice has %+v, bob %+v; want one hand each and nothing more", mine, theirs)
	}
	a, b := mine.Hands[0], theirs.Hands[0]
	if a.Hand != string(id) || a.Table != "t1" || a.Name != "Test table" || a.Stakes.SmallBlind != 1 || a.Seat != 0 || a.Net != 2 ||
		!slices.Equal(a.Cards, []string{"As", "Kd"}) || len(a.Board) != 0 || !slices.Equal(a.Marks, []string{"vpip", "pfr"}) ||
		time.Since(a.EndedAt).Abs() > time.Minute {
		t.Errorf("alice's is %+v", a)
	}
	if b.Seat != 1 || b.Net != -2 || !slices.Equal(b.Cards, []string{"7c", "2h"}) || b.Marks == nil || b.Board == nil {
		t.Errorf("bob's is %+v", b)
	}
	l.read("carol", "/api/hands", &none)
	if none.Hands == nil || len(none.Hands) != 0 {
		t.Errorf("carol has %+v, want an empty list", none.Hands)
	}
}

// TestHands_AreNotThereForWhoWasNotDealtIn, and one has only what one may know, in each form.
func TestHands_AreNotThereForWhoWasNotDealtIn(t *testing.T) {
	l := openLibrary(t)
	l.heads("t1")
	id := string(l.fold("t1", 1))
	for _, form := range []struct{ suffix, kind string }{
		{"", "application/json"}, {".phh", "application/toml"}, {".txt", "text/plain; charset=utf-8"},
	} {
		path := "/api/hands/" + id + form.suffix
		res := l.as("bob", path)
		body, _ := io.ReadAll(res.Body)
		text := string(body)
		if res.StatusCode != 200 || res.Header.Get("Content-Type") != form.kind || res.Header.Get("Cache-Control") != "no-store" ||
			res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", path, res.StatusCode, res.Header)
		}
		if saved := res.Header.Get("Content-Disposition"); (saved != "") != (form.suffix != "") || !strings.Contains(saved, form.suffix) {
			t.Errorf("%s: Content-Disposition %q", path, saved)
		}
		if !strings.Contains(text, "7c") || strings.Contains(text, "As") || strings.Contains(text, "Kd") {
			t.Errorf("%s shows bob what is not his, or not what is: %s", path, text)
		}
		for _, who := range []string{"carol", "mallory"} {
			problem(t, l.as(who, path), 404, "not_found")
		}
		problem(t, l.as("bob", "/api/hands/"+id+"0"+form.suffix), 404, "not_found")
		problem(t, l.do("GET", path, ""), 401, "unauthenticated")
		if res := l.do("HEAD", path, "", "Cookie", "fullhouse=token-bob"); res.StatusCode != 200 {
			t.Errorf("HEAD %s: %d", path, res.StatusCode)
		}
	}
	for _, strange := range []string{"%00", "a%20b", "%ff", "'", strings.Repeat("a", 65), "a.b"} {
		problem(t, l.as("bob", "/api/hands/"+strange), 404, "not_found")
	}
}

func TestHands_OurJSONIsReadBackAndPlayedByTheRules(t *testing.T) {
	l := openLibrary(t)
	l.heads("t1")
	for h, err := range history.ReadJSON(l.as("alice", "/api/hands/"+string(l.fold("t1", 1))).Body) {
		if err != nil {
			t.Fatal(err)
		}
		if report, err := history.Replay(h); err != nil || len(report.Mismatches) > 0 {
			t.Errorf("the rules say: %+v, %v", report, err)
		}
	}
}

func TestHands_TheCursorStandsWhileHandsAreAdded(t *testing.T) {
	l := openLibrary(t)
	l.heads("t1")
	l.heads("t2")
	var want, got []string
	for n := range 7 {
		want = append(want, string(l.fold([]string{"t1", "t2"}[n%2], n)))
	}
	for cursor, n := "", 7; ; n++ {
		var page handsBody
		l.read("bob", "/api/hands?limit=3&cursor="+cursor, &page)
		if len(page.Hands) > 3 {
			t.Fatalf("%d hands on a page of 3", len(page.Hands))
		}
		for _, h := range page.Hands {
			got = append(got, h.Hand)
		}
		time.Sleep(2 * time.Millisecond) // a later moment than that of the page's hands
		l.fold("t1", n)
		if cursor = page.Cursor; cursor == "" {
			break
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the pages have %v, want each of %v once", got, want)
	}
}

func TestHands_RefusesWhatMakesNoSense(t *testing.T) {
	l := openLibrary(t)
	for _, query := range []string{"limit=0", "limit=101", "limit=-1", "limit=many", "limit=9999999999999999999", "cursor=!", "cursor=YQ", "cursor=AAAA",
		"table=a%20b", "table=%00", "table=" + strings.Repeat("a", 65)} {
		problem(t, l.as("alice", "/api/hands?"+query), 400, "bad_request")
	}
	problem(t, l.as("alice", "/api/stats?table=%00"), 400, "bad_request")
	for _, path := range []string{"/api/hands", "/api/stats", "/api/tables/t1/ledger"} {
		problem(t, l.do("GET", path, ""), 401, "unauthenticated")
		problem(t, l.do("POST", path, "", "Cookie", "fullhouse=token-alice"), 405, "method_not_allowed")
	}
}

func TestStats_AreOnesOwn(t *testing.T) {
	l := openLibrary(t)
	l.heads("t1")
	l.heads("t2")
	l.fold("t1", 1)
	l.fold("t1", 2)
	l.fold("t2", 1)
	type share struct {
		Count int64
		Ratio float64
	}
	type numbers struct {
		Hands, Net          int64
		VPIP, PFR, Showdown share
		Won                 share `json:"won_showdown"`
	}
	for _, c := range []struct {
		who, query string
		want       numbers
	}{
		{"alice", "", numbers{Hands: 3, Net: 6, VPIP: share{3, 1}, PFR: share{3, 1}}},
		{"bob", "?table=t1", numbers{Hands: 2, Net: -4}},
		{"bob", "?table=t3", numbers{}},
		{"carol", "", numbers{}},
	} {
		var got numbers
		if l.read(c.who, "/api/stats"+c.query, &got); got != c.want {
			t.Errorf("%s%s: %+v, want %+v", c.who, c.query, got, c.want)
		}
	}
}

type ledgerBody struct {
	Table string
	Lines []struct {
		Name              string
		Bots, You         bool
		In, Out, Now, Net int64
	}
}

// TestLedger_SumsToZeroWhateverPeopleDo, for whoever has or had a seat and who made the table.
func TestLedger_SumsToZeroWhateverPeopleDo(t *testing.T) {
	l := openLibrary(t)
	l.table("t1", "carol")
	chance := rand.New(rand.NewPCG(1, 2))
	people := []table.Account{table.Wallet("alice"), table.Wallet("bob"), table.Mint}
	held := map[table.Seat]table.Chips{}
	sits := map[table.Seat]table.Account{}
	for step := range 150 {
		seat := table.Seat(chance.IntN(4))
		switch amount := table.Chips(1 + chance.IntN(20)); {
		case held[seat] == 0: // somebody else may come
			sits[seat] = people[chance.IntN(len(people))]
			l.move("t1", sits[seat], seat, amount)
			held[seat] = amount
		case chance.IntN(3) == 0:
			l.move("t1", sits[seat], seat, amount)
			held[seat] += amount
		case chance.IntN(3) == 0:
			l.move("t1", sits[seat], seat, -held[seat])
			held[seat] = 0
		case sits[(seat+1)%4] != "": // a hand
			other := (seat + 1) % 4
			net := min(amount, held[seat])
			l.append(table.Batch{Table: "t1", Transfers: []table.Transfer{{ID: fmt.Sprint("t1-", step), Kind: "settlement", Entries: []table.Entry{
				{Account: table.Escrow("t1", seat), Amount: -net}, {Account: table.Escrow("t1", other), Amount: net},
			}}}})
			held[seat] -= net
			held[other] += net
		}
		if step%10 != 0 {
			continue
		}
		var got ledgerBody
		l.read("carol", "/api/tables/t1/ledger", &got)
		var net, now int64
		for _, line := range got.Lines {
			net += line.Net
			now += line.Now
			if line.Net != line.Out+line.Now-line.In || line.Bots != (line.Name == "") || line.You {
				t.Errorf("after step %d: line %+v", step, line)
			}
		}
		var chips table.Chips
		for _, c := range held {
			chips += c
		}
		if net != 0 || now != int64(chips) {
			t.Fatalf("after step %d the nets sum to %d, and %d are at the table of %d: %+v", step, net, now, chips, got.Lines)
		}
	}
}

func TestLedger_IsReadByWhoHasOrHadASeatAlsoWhenTheTableIsClosed(t *testing.T) {
	l := openLibrary(t)
	l.heads("t1")
	l.fold("t1", 1)
	look := func(when string) {
		t.Helper()
		for _, who := range []string{"alice", "bob", "carol"} { // carol made it
			var got ledgerBody
			l.read(who, "/api/tables/t1/ledger", &got)
			you := 0
			for _, line := range got.Lines {
				if want := map[string]int64{"Calm alice": 2, "Calm bob": -2}[line.Name]; line.Net != want || line.In != 100 {
					t.Errorf("%s, for %s: %+v, want a net of %d", when, who, line, want)
				}
				if line.You {
					you++
				}
			}
			if got.Table != "t1" || len(got.Lines) != 2 || you != map[string]int{"alice": 1, "bob": 1}[who] {
				t.Errorf("%s, for %s: %+v", when, who, got)
			}
		}
		for _, path := range []string{"/api/tables/t1/ledger", "/api/tables/t2/ledger", "/api/tables/%00/ledger"} {
			problem(t, l.as("mallory", path), 404, "not_found")
		}
	}
	look("open")
	l.move("t1", table.Wallet("alice"), 0, -102)
	l.move("t1", table.Wallet("bob"), 1, -98)
	look("left")
	l.append(table.Batch{Table: "t1", Closed: "idle"})
	look("closed")
}

var _ api.Past = (*store.Store)(nil)
