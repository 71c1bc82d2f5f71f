package quota_test

import (
	"context"
	"fmt"

	"example.com/fullhouse/ratelimit/quota"
)

func Example() {
	book, err := quota.New(config(), newStore())
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, guest := context.Background(), quota.Caller{Account: "a1", Guest: true, Address: "b2"}
	_, err = book.Take(ctx, quota.Chips, guest)
	fmt.Println(err)
	_, err = book.Take(ctx, quota.Chips, guest)
	fmt.Println(err)

	giveBack, err := book.Take(ctx, quota.Odds, guest)
	fmt.Println(err)
	fmt.Println(giveBack(ctx)) // no permit to compute them was free
	// Output:
	// <nil>
	// quota: chips: 1 of 1 used until 2026-12-02T00:00:00Z
	// <nil>
	// <nil>
}

func ExampleAllowance_UnmarshalText() {
	var a quota.Allowance
	fmt.Println(a.UnmarshalText([]byte("guest:10,account:50")), a.Guest, a.Account)
	fmt.Println(a.UnmarshalText([]byte("10")))
	// Output:
	// <nil> 10 50
	// quota: allowance "10": want guest:N,account:N, like guest:10,account:50, with N from 0 to 1000000000
}
