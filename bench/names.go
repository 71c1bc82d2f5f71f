package bench

import (
	"fmt"
	"net/netip"
	"sync"

	"example.com/fullhouse/ratelimit"
)

// aMillion is how many callers there are in all.
const aMillion = 1_000_000

// The names of all callers are made once: cutting a name out of a request costs everybody the same, and so it is not
// measured, neither its time nor its memory.
var (
	ourNames = sync.OnceValue(func() []ratelimit.Caller {
		sessions, who := ratelimit.NewSessions([]byte("secret")), make([]ratelimit.Caller, aMillion)
		for n := range who {
			who[n].Address, _ = ratelimit.AddressKey(address(n))
			who[n].Session = sessions.Key(fmt.Sprint("cookie", n))
		}
		return who
	})
	names = sync.OnceValue(func() []string {
		who := make([]string, aMillion)
		for n := range who {
			who[n] = address(n).String()
		}
		return who
	})
)

func address(n int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
}
