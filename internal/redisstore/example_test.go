package redisstore_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"github.com/alicebob/miniredis/v2"

	"example.com/fullhouse/internal/redisstore"
	"example.com/fullhouse/ratelimit"
)

func ExampleNew() {
	server, err := miniredis.Run()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()

	write, _ := ratelimit.ParsePolicy("30/h:2")
	home, _ := ratelimit.AddressKey(netip.MustParseAddr("192.0.2.1"))
	for _, process := range []string{"one", "two"} {
		local, _ := ratelimit.NewLocal(131_072) // decides while the store does not answer
		store, err := redisstore.New(redisstore.Config{URL: "redis://" + server.Addr(), Timeout: time.Second}, local, slog.New(slog.DiscardHandler))
		if err != nil {
			fmt.Println(err)
			return
		}
		limiter, _ := ratelimit.New(ratelimit.Config{Classes: []ratelimit.Class{{Name: "write", Policy: write}}, AddressMultiplier: 1}, store)
		for range 2 {
			result, err := limiter.Allow(context.Background(), "write", ratelimit.Caller{Address: home}, 1)
			fmt.Println(process, result.Remaining, result.Mode, err)
		}
		store.Close()
	}
	// Output:
	// one 1 shared <nil>
	// one 0 shared <nil>
	// two 0 shared ratelimit: rate_limited
	// two 0 shared ratelimit: rate_limited
}
