package lobby_test

import (
	"context"
	"fmt"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
)

// A full lobby refuses to create, and the error says how full it is.
func ExampleLobby_Create() {
	s := newStore()
	l, err := lobby.New(config(s, 1), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	_, err = l.Create(ctx, quota.Caller{Account: "alice"}, settings("The only table"))
	fmt.Println("first:", err)
	_, err = l.Create(ctx, quota.Caller{Account: "bob"}, settings("One too many"))
	fmt.Println("second:", err)
	fmt.Println("listed:", l.List()[0].Settings.Name)
	fmt.Println("drained:", l.Drain(ctx, 0))
	// Output:
	// first: <nil>
	// second: capacity: server_full: 1 of 1 in use
	// listed: The only table
	// drained: <nil>
}
