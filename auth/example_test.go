package auth_test

import (
	"context"
	"fmt"
	"testing"

	"example.com/fullhouse/auth"
)

func ExampleDoor_Guest() {
	door := newWorld(new(testing.T))
	ctx := context.Background()
	in, err := door.Guest(ctx, visit("192.0.2.1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := door.Session(ctx, in.Token)
	fmt.Println(again == in.Identity, err)
	// Output: true <nil>
}

func ExampleDoor_Genuine() {
	door := newWorld(new(testing.T))
	ctx := context.Background()
	in, err := door.Guest(ctx, visit("192.0.2.1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = door.Logout(ctx, in.Token)
	_, err = door.Session(ctx, in.Token)
	fmt.Println(door.Genuine(in.Token), door.Genuine("invented"), err)
	// Output: true false auth: unauthenticated
}

func ExampleDoor_Register() {
	door := newWorld(new(testing.T))
	ctx := context.Background()
	guest, err := door.Guest(ctx, visit("192.0.2.1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	alice, err := door.Register(ctx, visit("192.0.2.1"), &guest.Identity, auth.Registration{Name: "Alice", Password: "correct horse"})
	fmt.Println(alice.ID == guest.ID, alice.Name, err)
	_, err = door.Session(ctx, guest.Token)
	fmt.Println(err)
	_, err = door.Login(ctx, visit("192.0.2.2"), "ALICE", "correct horse")
	fmt.Println(err)
	// Output:
	// true Alice <nil>
	// auth: unauthenticated
	// <nil>
}

func ExampleDoor_Login() {
	door := newWorld(new(testing.T))
	ctx := context.Background()
	if _, err := door.Register(ctx, visit("192.0.2.1"), nil, auth.Registration{Name: "Alice", Password: "correct horse"}); err != nil {
		fmt.Println(err)
		return
	}
	for _, password := range []string{"a guess", "a guess or other", "correct horse"} {
		in, err := door.Login(ctx, visit("192.0.2.2"), "alice", password)
		fmt.Println(in.Name, err)
	}
	// Output:
	//  auth: bad_credentials
	//  auth: bad_credentials
	// Alice <nil>
}

func ExampleSkeleton() {
	fmt.Println(auth.Skeleton("Wolf"), auth.Skeleton("VV0LF"), auth.Skeleton("w.\u00f6-1_f"))
	// Output: wolf wolf wolf
}
