package capacity_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fullhouse/capacity"
)

func ExampleSlots() {
	tables := capacity.NewSlots("server_full", 1)
	release, err := tables.TryAcquire()
	fmt.Println("first:", err)
	_, err = tables.TryAcquire()
	fmt.Println("second:", err)
	release()
	fmt.Printf("%+v\n", tables.Stats())
	// Output:
	// first: <nil>
	// second: capacity: server_full: 1 of 1 in use
	// {InUse:0 Peak:1 Limit:1 Refused:1}
}

func ExampleSlots_TryAcquireLeaving() {
	sockets := capacity.NewSlots("sockets_full", 2)
	_, err := sockets.TryAcquireLeaving(1)
	fmt.Println("a stranger:", err)
	_, err = sockets.TryAcquireLeaving(1)
	fmt.Println("another:", err)
	_, err = sockets.TryAcquire()
	fmt.Println("a player:", err)
	// Output:
	// a stranger: <nil>
	// another: capacity: sockets_full: 1 of 1 in use
	// a player: <nil>
}

func ExampleGate() {
	bots := capacity.NewGate("cpu_busy", 1, time.Millisecond)
	release, _ := bots.Acquire(context.Background())
	_, err := bots.Acquire(context.Background())
	fmt.Println("while one thinks:", errors.Is(err, capacity.Error("cpu_busy")))
	release()
	release, err = bots.Acquire(context.Background())
	fmt.Println("then:", err)
	release()
	// Output:
	// while one thinks: true
	// then: <nil>
}
