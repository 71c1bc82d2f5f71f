package bot_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/bot"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// TestBots_PlayAHundredHandsAtARealTableWithoutATimeOut seats one person, who calls everything, among eight bots.
func TestBots_PlayAHundredHandsAtARealTableWithoutATimeOut(t *testing.T) {
	for _, level := range bot.Levels() {
		t.Run(level, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { playAmongBots(t, level, 100) })
		})
	}
}

func playAmongBots(t *testing.T, level string, hands int64) {
	log := tabletest.NewLog()
	bots := bot.New(always{}, 1)
	tbl, err := table.Open(table.Config{
		ID: "bots", NewGame: holdem.New, Recorder: log, Thinker: bots, Random: rand.NewChaCha8([32]byte{9}),
		Log: slog.New(slog.DiscardHandler), Inbox: 16, Idle: time.Hour, Unjoined: time.Hour, Beat: time.Second,
		BotPace: time.Second,
		Settings: table.Settings{
			Name: "Bots", Seats: 9, BuyInMin: 4000, BuyInMax: 10000, Bots: 8, BotLevel: level, ActionMS: 15000,
			Game: json.RawMessage(`{"small_blind":50,"big_blind":100,"ante":0,"ante_kind":"none","run_twice":true}`),
		},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	alice := tabletest.NewPlayer("alice")
	if err := tbl.Join(alice, 0); err != nil {
		t.Fatal(err)
	}
	command := 0
	do := func(c table.Command) {
		command++
		if err := tbl.Do(alice, fmt.Sprint("c", command), c); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
	}
	do(table.Sit{BuyIn: 10000})
	for tbl.Summary().Hands <= hands {
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		answerTurn(alice, do)
		do(table.BuyIn{Amount: 10000}) // refused unless alice is broke
	}
	moves := 0
	for _, m := range alice.Messages() {
		if m.Type != "acted" {
			continue
		}
		var acted holdem.Acted
		m.Decode(&acted)
		switch acted.Why {
		case table.ByClock:
			t.Fatalf("a time-out: %s", m.Raw)
		case table.ByBot:
			moves++
		}
	}
	if st := bots.Stats(); st.Fallbacks != 0 || st.Decisions < int64(moves) || moves < 5*int(hands) {
		t.Errorf("bots made %d moves of %d decisions with %d fallbacks", moves, st.Decisions, st.Fallbacks)
	}
	if sum := log.Sum(); sum != 0 {
		t.Errorf("all accounts sum to %d, want 0", sum)
	}
	tbl.Stop()
	<-tbl.Done()
}

// answerTurn makes alice check or call when the newest turn is hers.
func answerTurn(alice *tabletest.Player, do func(table.Command)) {
	m, ok := alice.Last("turn")
	if !ok {
		return
	}
	var turn struct {
		Hand    table.HandID
		Turn    int
		Seat    table.Seat
		Price   table.Chips
		Options holdem.Legal
	}
	m.Decode(&turn)
	move := `{"do":"check"}`
	if turn.Price > 0 {
		move = `{"do":"call"}`
	}
	if turn.Options.Vote != "" {
		move = `{"do":"twice"}`
	}
	do(table.Act{Hand: turn.Hand, Turn: turn.Turn, Price: turn.Price, Move: json.RawMessage(move)})
}
