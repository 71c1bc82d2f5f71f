package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"testing"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// BenchmarkRestore_AThousandTables is what a start does between opening its database and serving: every table is rebuilt from
// its log, in the middle of a hand.
func BenchmarkRestore_AThousandTables(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchRestore(b, "") })
	b.Run("postgres", func(b *testing.B) { benchRestore(b, pgtest.Start(b).Database(b)) })
}

const restoredTables = 1000

func benchRestore(b *testing.B, database string) {
	cfg, err := configFrom(environ("PUBLIC_URL", "http://localhost", "DATABASE_URL", database, "DATA_DIR", b.TempDir(), "HAND_PAUSE", "0s", "BOT_PACE", "1m", "STARTING_CHIPS", "1000000",
		"MAX_LIVE_TABLES", fmt.Sprint(restoredTables), "MAX_TABLES_PER_ACCOUNT", fmt.Sprint(restoredTables), "MAX_TABLES_PER_ADDRESS", fmt.Sprint(restoredTables),
		"QUOTA_TABLES", fmt.Sprintf("guest:%d,account:%d", restoredTables, restoredTables)))
	if err != nil {
		b.Fatal(err)
	}
	cfg.playTables(b)
	for b.Loop() {
		b.StopTimer()
		a, done := cfg.wired(b)
		b.StartTimer()
		restored, failed, err := a.lobby.Restore(b.Context())
		b.StopTimer()
		if err != nil || restored != restoredTables || failed != 0 {
			b.Fatalf("restored %d, failed %d, %v", restored, failed, err)
		}
		done()
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/restoredTables*1000, "us/table")
}

// wired is an app that serves nobody, and how to end it.
func (c config) wired(b *testing.B) (*app, func()) {
	a, err := newApp(c, slog.New(slog.DiscardHandler), &net.TCPAddr{})
	if err != nil {
		b.Fatal(err)
	}
	if err := a.openStore(b.Context()); err != nil {
		b.Fatal(err)
	}
	if err := a.wire(b.Context(), io.Discard); err != nil {
		b.Fatal(err)
	}
	return a, func() {
		if err := a.lobby.Drain(b.Context(), 0); err != nil {
			b.Error(err)
		}
		if err := a.db.Close(); err != nil {
			b.Error(err)
		}
	}
}

// playTables fills the database with tables, each with five bots and somebody whose turn it is.
func (c config) playTables(b *testing.B) {
	a, done := c.wired(b)
	defer done()
	guest, err := a.door.Guest(b.Context(), auth.Visit{})
	if err != nil {
		b.Fatal(err)
	}
	who := quota.Caller{Account: guest.Account.ID, Guest: true}
	for i := range restoredTables {
		t, err := a.lobby.Create(b.Context(), who, table.Settings{Name: fmt.Sprint("Table ", i), Seats: 6, Bots: 5, BuyInMin: 40, BuyInMax: 400,
			Game: json.RawMessage(`{"small_blind":1,"big_blind":2}`)})
		if err != nil {
			b.Fatal(err)
		}
		p := tabletest.NewPlayer(who.Account)
		if err := errors.Join(t.Join(p, 0), t.Do(p, "sit", table.Sit{BuyIn: 400})); err != nil {
			b.Fatal(err)
		}
		p.Await(func() bool { _, dealt := p.Last("turn"); return dealt })
	}
}
