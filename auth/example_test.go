package auth_test

import (
	"context"
	"fmt"
	"time"

	"example.com/fullhouse/auth"
)

func ExampleDoor_Guest() {
	d, err := auth.New(auth.Config{SessionTTL: time.Hour, StartingChips: 10_000}, newMemory(), serverKey)
	if err != nil {
		fmt.Println(err)
		return
	}
	account, token, err := d.Guest(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := d.Session(context.Background(), token)
	fmt.Println(again == account, err)
	// Output: true <nil>
}

func ExampleDoor_Genuine() {
	d, err := auth.New(auth.Config{SessionTTL: time.Hour}, newMemory(), serverKey)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, token, err := d.Guest(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = d.Logout(context.Background(), token)
	_, err = d.Session(context.Background(), token)
	fmt.Println(d.Genuine(token), d.Genuine("invented"), err)
	// Output: true false auth: unauthenticated
}
