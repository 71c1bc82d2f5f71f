package main

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
)

// damages are what may befall the log of the table %[1]s in the middle of a hand.
var damages = map[string]string{
	"a gap":               `DELETE FROM table_log WHERE table_id = '%[1]s' AND seq = (SELECT max(seq) - 1 FROM table_log WHERE table_id = '%[1]s')`,
	"a missing end":       `DELETE FROM table_log WHERE table_id = '%[1]s' AND seq = (SELECT max(seq) FROM table_log WHERE table_id = '%[1]s')`,
	"a flipped bracket":   `UPDATE table_log SET body = replace(body, '{', '[') WHERE table_id = '%[1]s' AND kind = 'acted'`,
	"a flipped letter":    `UPDATE table_log SET body = replace(body, '"do":"c', '"do":"k') WHERE table_id = '%[1]s' AND kind = 'acted'`,
	"a flipped amount":    `UPDATE table_log SET body = replace(body, '"chips":5', '"chips":7') WHERE table_id = '%[1]s' AND kind = 'sat'`,
	"an unknown kind":     `UPDATE table_log SET kind = 'danced' WHERE table_id = '%[1]s' AND kind = 'acted'`,
	"an unknown schema":   `UPDATE table_log SET schema = 99 WHERE table_id = '%[1]s' AND kind = 'started'`,
	"a wiped secret":      `UPDATE table_log SET secret = NULL WHERE table_id = '%[1]s'`,
	"nothing of it there": `DELETE FROM table_log WHERE table_id = '%[1]s'`,
}

// Of three tables in the middle of a hand one has a damaged log when the server comes back. That table is taken out of play with
// its chips given back, the others go on; and it goes on, too, once its log is as it was and the step is undone.
func TestF12_DamageInOneTablesLogQuarantinesIt(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			for damage, statement := range damages {
				t.Run(damage, func(t *testing.T) {
					t.Parallel()
					h := newHotel(t, kind)
					h.damage(fmt.Sprintf(statement, h.tables[1].table))
					h.quarantined()
					h.mend()
					h.back()
				})
			}
		})
	}
}

// hotel is a server with three tables, and somebody who plays at all of them.
type hotel struct {
	*testing.T
	settings []string
	cfg      store.Config
	server   *running
	tables   [3]*patron
	before   [3]map[string]any // the tables as she saw them last
}

const (
	hotelChips = 20_000
	hotelBuyIn = 5_000
)

// newHotel leaves the server stopped, with all tables waiting for her.
func newHotel(t *testing.T, kind string) *hotel {
	t.Helper()
	h := &hotel{T: t, cfg: store.Config{Dir: t.TempDir()}}
	if kind == "postgres" {
		h.cfg = store.Config{URL: pgtest.Start(t).Database(t)}
	}
	h.settings = []string{"DATABASE_URL", h.cfg.URL, "STARTING_CHIPS", fmt.Sprint(hotelChips), "BOT_PACE", "0s", "ACTION_CLOCK", "2m", "DRAIN_TIMEOUT", "1s"}
	if h.cfg.Dir != "" {
		h.settings = append(h.settings, "DATA_DIR", h.cfg.Dir)
	}
	h.server = begin(t, h.settings...)
	alice := h.server.person(t)
	alice.guest()
	for i := range h.tables {
		p := &patron{person: alice, name: fmt.Sprint("alice-", i), table: alice.createTable(map[string]any{"seats": 2, "bots": 1, "bot_level": "calling"})}
		p.join()
		p.do("sit", map[string]any{"buy_in": hotelBuyIn})
		p.join()
		for turn, _ := p.nextTurn(turnView{}); ; turn, _ = p.nextTurn(turn) { // her second turn: there are moves in the log
			if turn.Seat == p.seat && turn.Turn > 1 {
				break
			}
			if turn.Seat == p.seat {
				p.move(turn, "call")
			}
		}
		h.tables[i], h.before[i] = p, p.join()
	}
	h.stop()
	return h
}

func (h *hotel) stop() {
	h.Helper()
	for _, p := range h.tables {
		p.hangUp()
	}
	h.server.stop()
}

func (h *hotel) reopen() {
	h.Helper()
	h.server = begin(h.T, h.settings...)
	for _, p := range h.tables {
		p.url = h.server.url
	}
}

// damage does something to the second table's log, of which it keeps a copy.
func (h *hotel) damage(statement string) {
	h.Helper()
	h.exec(`CREATE TABLE kept AS SELECT * FROM table_log WHERE table_id = '`+h.tables[1].table+`'`, statement)
	if said := h.audited(exitNot); !strings.Contains(said, h.tables[1].table) || strings.Contains(said, h.tables[0].table) {
		h.Errorf("the audit says %q, want it to name the damaged table alone", said)
	}
}

func (h *hotel) exec(statements ...string) {
	h.Helper()
	db := rawDatabase(h.T, h.cfg.URL, h.cfg.Dir)
	for _, statement := range statements {
		if _, err := db.ExecContext(h.Context(), statement); err != nil {
			h.Fatalf("%s: %v", statement, err)
		}
	}
}

// quarantined looks at what has become of the tables.
func (h *hotel) quarantined() {
	h.Helper()
	h.reopen()
	if got := h.wallet(); got != hotelChips-2*hotelBuyIn {
		h.Errorf("her wallet has %d chips, want %d: those of the damaged table are back", got, hotelChips-2*hotelBuyIn)
	}
	if res := h.tables[1].ask("GET", "/api/tables/"+h.tables[1].table, nil, nil); res.StatusCode != 404 {
		h.Errorf("the damaged table: %d, want 404", res.StatusCode)
	}
	h.goOn(0, 2)
	said := ""
	for _, line := range strings.Split(h.server.log.String(), "\n") {
		if strings.Contains(line, "table quarantined") {
			said += line
		}
	}
	if strings.Count(said, "table quarantined") != 1 || !strings.Contains(said, h.tables[1].table) || !strings.Contains(said, `"cause":"`) {
		h.Errorf("the log says of the quarantine %q, want one line with the table and the cause", said)
	}
	h.stop()
	h.audited(exitGood)
	var reason sql.NullString
	rows(h.T, rawDatabase(h.T, h.cfg.URL, h.cfg.Dir), `SELECT closed_reason FROM tables WHERE id = '`+h.tables[1].table+`'`,
		func(r *sql.Rows) error { return r.Scan(&reason) })
	if reason.String != "quarantined" {
		h.Errorf("it is closed with reason %q, want quarantined", reason.String)
	}
}

// goOn looks whether tables are as they were, and makes a move at each.
func (h *hotel) goOn(tables ...int) {
	h.Helper()
	for _, i := range tables {
		p := h.tables[i]
		if diff := cmp.Diff(h.before[i], p.join()); diff != "" {
			h.Errorf("table %d before and after (-before +after):\n%s", i, diff)
		}
		turn, _ := p.nextTurn(turnView{})
		p.move(turn, "call")
		for turn, _ = p.nextTurn(turn); turn.Seat != p.seat; turn, _ = p.nextTurn(turn) {
		}
		h.before[i] = p.join()
	}
}

func (h *hotel) wallet() int64 {
	h.Helper()
	var me struct{ Account struct{ Chips int64 } }
	h.tables[0].ask("GET", "/api/me", nil, &me)
	return me.Account.Chips
}

// audited runs fullhouse audit.
func (h *hotel) audited(want int) (said string) {
	h.Helper()
	code, out, errs := called(h.T, environ(h.settings...), "audit")
	if code != want {
		h.Errorf("audit: exit %d, want %d; it said:\n%s%s", code, want, out, errs)
	}
	return out
}

// mend puts the log back as it was and undoes the quarantine, as an operator would.
func (h *hotel) mend() {
	h.Helper()
	h.exec(`DELETE FROM table_log WHERE table_id = '`+h.tables[1].table+`'`, `INSERT INTO table_log SELECT * FROM kept`, `DROP TABLE kept`)
	s, err := store.Open(h.Context(), h.cfg)
	if err != nil {
		h.Fatal(err)
	}
	defer s.Close()
	if err := s.UndoQuarantine(h.Context(), h.tables[1].table); err != nil {
		h.Fatalf("undo the quarantine: %v", err)
	}
}

// back looks whether all three tables play.
func (h *hotel) back() {
	h.Helper()
	h.reopen()
	if got := h.wallet(); got != hotelChips-3*hotelBuyIn {
		h.Errorf("her wallet has %d chips in the end, want %d", got, hotelChips-3*hotelBuyIn)
	}
	h.goOn(0, 1, 2)
	h.stop()
	h.audited(exitGood)
}
