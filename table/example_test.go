package table_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// Someone joins a table and takes a seat. The answer comes when the seat is durable.
func ExampleOpen() {
	t, err := table.Open(table.Config{
		ID: "friday", NewGame: tabletest.NewDraw, Recorder: tabletest.NewLog(), Random: rand.NewChaCha8([32]byte{}),
		Log: slog.New(slog.DiscardHandler), Inbox: 16, Idle: time.Minute, Unjoined: time.Minute,
		Settings: table.Settings{Name: "Friday", Seats: 6, BuyInMin: 40, BuyInMax: 100, ActionMS: 15000},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	alice := tabletest.NewPlayer("alice")
	if err := t.Join(alice, 0); err != nil {
		fmt.Println(err)
		return
	}
	if err := t.Do(alice, "c1", table.Sit{BuyIn: 100}); err != nil {
		fmt.Println(err)
		return
	}
	alice.Await(func() bool { return len(alice.Answers()) == 1 })
	for _, m := range alice.Messages() {
		fmt.Println(m.Type, m.Seq)
	}
	fmt.Println("answer:", alice.Answers()[0])
	t.Stop()
	<-t.Done()
	fmt.Println("taken:", t.Summary().Taken)
	// Output:
	// snapshot 0
	// sat 1
	// answer: {c1 <nil>}
	// taken: 1
}
