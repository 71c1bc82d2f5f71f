package table_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// BenchmarkStep is one player's action at a six-handed hold'em table with nobody connected and the log stubbed: rules,
// records and, every hand, the shuffle, the commitment and the checkpoint included. Everybody calls and checks down.
func BenchmarkStep(b *testing.B) {
	s, err := table.NewStepper(table.Config{
		ID: "bench", NewGame: holdem.New, Recorder: tabletest.NewLog(), Random: rand.NewChaCha8([32]byte{}),
		Log: slog.New(slog.DiscardHandler), Inbox: 1, Idle: time.Hour, Unjoined: time.Hour,
		Settings: table.Settings{
			Name: "Bench", Seats: 6, BuyInMin: 1000, BuyInMax: 1e9, ActionMS: 15000,
			Game: json.RawMessage(`{"small_blind":1,"big_blind":2,"ante":0,"ante_kind":"none"}`),
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	now := time.Now()
	var players [6]*tabletest.Player
	for i := range players {
		players[i] = tabletest.NewPlayer(fmt.Sprint("player", i))
		s.Command(now, players[i], "sit", table.Sit{BuyIn: 1e9})
	}
	call, check := json.RawMessage(`{"do":"call"}`), json.RawMessage(`{"do":"check"}`)
	b.ReportAllocs()
	actions := 0
	for b.Loop() {
		actions++
		hand, turn, running := s.Turn()
		for !running {
			now = now.Add(time.Second)
			s.Tick(now)
			hand, turn, running = s.Turn()
		}
		move := call
		if turn.Price == 0 {
			move = check
		}
		act := table.Act{Hand: hand, Turn: turn.Number, Price: turn.Price, Move: move}
		if refused := s.Command(now, players[turn.Seat], strconv.Itoa(actions), act); refused != nil {
			b.Fatal("refused")
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "actions/s")
}
