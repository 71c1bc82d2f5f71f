package ratelimit_test

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"example.com/fullhouse/ratelimit"
)

func Example() {
	write, _ := ratelimit.ParsePolicy("30/min:2")
	store, _ := ratelimit.NewLocal(131_072)
	limiter, _ := ratelimit.New(ratelimit.Config{
		Classes:           []ratelimit.Class{{Name: "write", Policy: write}},
		AddressMultiplier: 10,
	}, store)

	home, _ := ratelimit.AddressKey(netip.MustParseAddr("192.0.2.1"))
	alice := ratelimit.NewSessions([]byte("the server's key")).Key("alice's cookie")
	for range 3 {
		result, err := limiter.Allow(context.Background(), "write", ratelimit.Caller{Address: home, Session: alice}, 1)
		fmt.Println(result.LimitField(), err)
		if err != nil {
			fmt.Println(ratelimit.RetryAfterHeader, result.RetryAfter())
		}
	}
	// Output:
	// "write";r=1;t=2 <nil>
	// "write";r=0;t=2 <nil>
	// "write";r=0;t=2 ratelimit: rate_limited
	// Retry-After 2
}

func ExampleParsePolicy() {
	p, err := ratelimit.ParsePolicy("1/2s:5")
	fmt.Println(p.Limit, p.Window, p.Burst, err)
	_, err = ratelimit.ParsePolicy("0/min")
	fmt.Println(err)
	// Output:
	// 1 2s 5 <nil>
	// ratelimit: policy "0/min": the limit must be a whole number of at least 1
}

func ExampleDegrade() {
	odds, _ := ratelimit.ParsePolicy("20/min")
	login, _ := ratelimit.ParsePolicy("5/min:3")
	for _, class := range []ratelimit.Class{
		{Name: "odds", Policy: odds},
		{Name: "odds", Policy: odds, KeepsBurst: true},
		{Name: "auth", Policy: login, AddressIsLimit: true},
	} {
		fmt.Println(ratelimit.Degrade(class, 0.25))
	}
	// Output:
	// 5/min:1 <nil>
	// 5/min <nil>
	// 1/min <nil>
}

func ExamplePolicy_In() {
	write, _ := ratelimit.ParsePolicy("30/min:10")
	interval, horizon, err := write.In(time.Millisecond)
	fmt.Println(interval, horizon, err)
	// Output: 2000 20000 <nil>
}

func ExampleLimiter_Hottest() {
	read, _ := ratelimit.ParsePolicy("300/min:2")
	store, _ := ratelimit.NewLocal(10)
	limiter, _ := ratelimit.New(ratelimit.Config{Classes: []ratelimit.Class{{Name: "read", Policy: read}}, AddressMultiplier: 1}, store)
	home, _ := ratelimit.AddressKey(netip.MustParseAddr("192.0.2.1"))
	for range 5 {
		limiter.Allow(context.Background(), "read", ratelimit.Caller{Address: home}, 1)
	}
	admitted, refused := limiter.Hottest()
	fmt.Println(admitted[0].Class, admitted[0].Kind, admitted[0].N, len(admitted[0].Key), refused[0].N)
	// Output: read address 2 16 3
}

func ExampleDecide() {
	p, _ := ratelimit.ParsePolicy("1/2s:2")
	var tat int64
	for _, now := range []time.Duration{0, 0, time.Second, 2 * time.Second} {
		d, _ := ratelimit.Decide(p, tat, int64(now), 1)
		tat = d.TAT
		fmt.Println(now, d.Allowed, d.Wait)
	}
	// Output:
	// 0s true 0s
	// 0s true 2s
	// 1s false 1s
	// 2s true 2s
}

func ExampleAddressKey() {
	one, _ := ratelimit.AddressKey(netip.MustParseAddr("::ffff:192.0.2.1"))
	two, _ := ratelimit.AddressKey(netip.MustParseAddr("192.0.2.1"))
	fmt.Println(one == two, one)
	// Output: true address
}

func ExampleResult() {
	read, _ := ratelimit.ParsePolicy("300/min")
	result := ratelimit.Result{Class: "read", By: ratelimit.SessionKind, Policy: read, Remaining: 59, Next: 200 * time.Millisecond}
	fmt.Printf("%s: %s\n", ratelimit.PolicyHeader, result.PolicyField())
	fmt.Printf("%s: %s\n", ratelimit.LimitHeader, result.LimitField())
	// Output:
	// RateLimit-Policy: "read";q=300;w=60
	// RateLimit: "read";r=59;t=1
}

func ExampleLocal_Stats() {
	store, _ := ratelimit.NewLocal(10)
	stats := store.Stats()
	fmt.Println(stats.InUse, stats.Peak, stats.Limit, stats.NearlyFull())
	// Output: 0 0 10 false
}
