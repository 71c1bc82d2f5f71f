package main

import (
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// toldOnce fails the test unless the hands that have ended, by their checkpoints in the log, are those in the history.
func toldOnce(t *testing.T, db *sql.DB) {
	t.Helper()
	ended, told := map[string]int{}, map[string]int{}
	rows(t, db, `SELECT table_id FROM table_log WHERE kind = 'checkpoint' ORDER BY table_id, seq`, func(rows *sql.Rows) error {
		var table string
		err := rows.Scan(&table)
		ended[table]++
		return err
	})
	rows(t, db, `SELECT id, table_id, (SELECT count(*) FROM hand_seats WHERE hand = id) FROM hands`, func(rows *sql.Rows) error {
		var hand, table string
		var seats int
		err := rows.Scan(&hand, &table, &seats)
		told[table]++
		number := 0
		if _, err := fmt.Sscanf(hand, table+"-%d", &number); err != nil || number < 1 || number > ended[table] || seats < 2 {
			t.Errorf("hand %q with %d seats in the history, %v; %d have ended at its table", hand, seats, err, ended[table])
		}
		return err
	})
	for table, n := range ended {
		if told[table] != n {
			t.Errorf("table %s: %d hands have ended and %d are in the history", table, n, told[table])
		}
	}
}

// fetch reads what somebody gets from a path.
func (p *person) fetch(path string, want int) string {
	p.t.Helper()
	res, err := p.http.Get(p.url + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != want {
		p.t.Fatalf("%s: %d, %v; want %d: %s", path, res.StatusCode, err, want, body)
	}
	return string(body)
}

func TestServe_HandsThatWerePlayedAreTheirPlayersAndPassTheReplay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		r := begin(t, append([]string{"HAND_PAUSE", "0s", "BOT_PACE", "0s", "STARTING_CHIPS", "1000000", "RATE_ACTIONS", "1000/s:1000"}, db.settings...)...)
		alice, bob := r.person(t), r.person(t)
		alice.guest()
		bob.guest()
		story := newChronicle()
		g := newGambler(alice, alice.createTable(map[string]any{"seats": 4, "bots": 3, "private": true}), story, 1)
		g.sit(r.url)
		g.put(map[string]any{"type": "snapshot"}) // its turn may have come before it knew its seat
		for range 5 {
			g.play(func(m told) bool { return m.Type == "hand_ended" })
		}
		if len(g.errs) > 0 {
			t.Fatal(g.errs)
		}
		var list struct {
			Hands []struct {
				Hand, Table string
				Net         int64
				Cards       []string
			}
		}
		alice.ask("GET", "/api/hands", nil, &list)
		if len(list.Hands) < 5 {
			t.Fatalf("%d hands in the list, want the five that have ended", len(list.Hands))
		}
		folder, files, net := t.TempDir(), []string{"replay"}, int64(0)
		for _, h := range list.Hands {
			net += h.Net
			if len(h.Cards) != 2 || h.Table != g.table {
				t.Errorf("listed: %+v", h)
			}
			for _, form := range []string{"", ".phh", ".txt"} {
				file := filepath.Join(folder, h.Hand+form)
				if form == "" {
					file += ".json"
				}
				text := alice.fetch("/api/hands/"+h.Hand+form, 200)
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
				bob.fetch("/api/hands/"+h.Hand+form, 404)
			}
		}
		if code, said := db.command(t, files...); code != exitGood || !strings.Contains(said, fmt.Sprintf("hands=%d mismatches=0", 3*len(list.Hands))) {
			t.Errorf("replay: exit %d, %s", code, said)
		}
		var mine struct{ Hands, Net int64 }
		alice.ask("GET", "/api/stats", nil, &mine)
		if mine.Hands < int64(len(list.Hands)) || mine.Hands == int64(len(list.Hands)) && mine.Net != net {
			t.Errorf("numbers: %+v, want at least the %d hands of the list and their net of %d", mine, len(list.Hands), net)
		}
		var kept struct{ Hands int64 }
		if alice.ask("GET", "/api/me/export", nil, &kept); kept.Hands < mine.Hands {
			t.Errorf("the export counts %d hands, want at least %d", kept.Hands, mine.Hands)
		}
		var ledger struct {
			Lines []struct {
				Name string
				Bots bool
				Net  int64
			}
		}
		alice.ask("GET", "/api/tables/"+g.table+"/ledger", nil, &ledger)
		net = 0
		for _, line := range ledger.Lines {
			net += line.Net
		}
		if len(ledger.Lines) != 2 || !ledger.Lines[1].Bots || net != 0 {
			t.Errorf("ledger: %+v, want alice and the bots with nets that sum to 0", ledger)
		}
		bob.fetch("/api/tables/"+g.table+"/ledger", 404)
		_ = g.socket.conn.CloseNow()
		r.stop()
		db.audited(t)
	})
}
