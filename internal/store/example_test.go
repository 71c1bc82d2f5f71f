package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "fullhouse")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, store.Config{Dir: dir})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	fmt.Println(s.AddGuest(ctx, auth.Account{ID: "a", Name: "Brave Otter 12"}, 10_000, auth.Session{}))
	fmt.Println(s.Create(ctx, lobby.Row{ID: "t", Creator: "a", Epoch: 1}))

	sit := table.Batch{
		Table: "t", Epoch: 1, Prev: 0,
		Records: []table.Record{{Seq: 1, Kind: "sat", Schema: 1, Body: json.RawMessage(`{"seat":0}`)}},
		Transfers: []table.Transfer{{ID: "t:1", Kind: "buy_in", Entries: []table.Entry{
			{Account: table.Wallet("a"), Amount: -4_000}, {Account: table.Escrow("t", 0), Amount: 4_000},
		}}},
	}
	answer := make(chan error, 1)
	s.Append(sit, func(err error) { answer <- err })
	fmt.Println(<-answer)
	s.Append(sit, func(err error) { answer <- err })
	fmt.Println(<-answer)
	fmt.Println(s.Chips(ctx, "a"))
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// table: fenced
	// 6000 <nil>
}
