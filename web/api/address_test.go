package api_test

import (
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/web/api"
)

const forwarded = "X-Forwarded-For"

// oneEach is a server that lets each address become a guest once an hour, behind the given proxies.
func oneEach(t *testing.T, proxies ...string) *api.Server {
	t.Helper()
	cfg, deps := parts(t)
	deps.Limiter = limits(t, 1<<10, api.ClassGuest, "1/h")
	for _, proxy := range proxies {
		cfg.Proxies = append(cfg.Proxies, netip.MustParsePrefix(proxy))
	}
	return build(t, cfg, deps)
}

// arrival is where a request comes from: the peer, and the lines of X-Forwarded-For.
type arrival struct {
	peer  string
	lines []string
}

func (a arrival) knock(t *testing.T, server *api.Server) int {
	t.Helper()
	var header []string
	for _, line := range a.lines {
		header = append(header, forwarded, line)
	}
	return knock(t, server, a.peer, "POST", "/api/guest", header...).StatusCode
}

func from(peer string, lines ...string) arrival { return arrival{peer, lines} }

func TestAddress_ForwardedEntriesPickTheKeyOnlyWhenADeclaredProxyVouchesForThem(t *testing.T) {
	const proxy, inner = "10.0.0.1:4000", "10.0.0.2"
	for _, c := range []struct {
		what        string
		first, then arrival
		same        bool
	}{
		{"a stranger who varies the leftmost entry", from("192.0.2.1:1", "1.1.1.1"), from("192.0.2.1:2", "2.2.2.2"), true},
		{"a stranger who varies the whole list", from("192.0.2.1:1", "1.1.1.1, 10.0.0.1"), from("192.0.2.1:1", "2.2.2.2, 10.0.0.1"), true},
		{"two strangers who claim the same", from("192.0.2.1:1", "1.1.1.1"), from("192.0.2.2:1", "1.1.1.1"), false},
		{"two callers of the proxy", from(proxy, "192.0.2.1"), from(proxy, "192.0.2.2"), false},
		{"one caller of the proxy who varies what is left of it", from(proxy, "1.1.1.1, 192.0.2.1"), from(proxy, "2.2.2.2, 192.0.2.1"), true},
		{"a list in two lines is one list", from(proxy, "1.1.1.1", "192.0.2.1"), from(proxy, "192.0.2.1"), true},
		{"through two proxies", from(proxy, "1.1.1.1, 192.0.2.1, "+inner), from(proxy, "192.0.2.1"), true},
		{"garbage left of the caller", from(proxy, "garbage, 192.0.2.1"), from(proxy, "192.0.2.1"), true},
		{"directly and through the proxy", from("192.0.2.1:9"), from(proxy, "192.0.2.1"), true},
	} {
		server := oneEach(t, "10.0.0.0/8")
		if got := c.first.knock(t, server); got != 201 {
			t.Fatalf("%s: the first is answered %d, want 201", c.what, got)
		}
		if got := c.then.knock(t, server); (got == 429) != c.same {
			t.Errorf("%s: the second is answered %d, want the same bucket: %v", c.what, got, c.same)
		}
	}
}

func TestAddress_AForgedHeaderDoesNotDrainTheVictimsBucket(t *testing.T) {
	for _, proxies := range [][]string{nil, {"10.0.0.0/8"}} {
		server := oneEach(t, proxies...)
		for range 20 {
			from("192.0.2.66:1", "198.51.100.7").knock(t, server)
		}
		if got := from("198.51.100.7:1").knock(t, server); got != 201 {
			t.Errorf("proxies %v: the victim is answered %d, want 201", proxies, got)
		}
		if got := server.Counts().UntrustedForwarded; got != 20 {
			t.Errorf("proxies %v: %d headers counted as not believed, want 20", proxies, got)
		}
	}
}

func TestAddress_APortIsNoNewCallerAndALongZoneIsRefused(t *testing.T) {
	const proxy = "[::1]:4000"
	for _, spelled := range [][]string{
		{"192.0.2.1", "192.0.2.1:1024", "192.0.2.1:1025", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:80", "[::ffff:c000:201]"},
		{"2001:db8::1", "[2001:db8::1]:1024", "[2001:db8::2]:1025", "[2001:db8::3]", "2001:db8::4%eth0", "[2001:db8::5%eth0]:80"},
	} {
		server := oneEach(t, "::1/128")
		for i, entry := range spelled {
			want := 429
			if i == 0 {
				want = 201
			}
			if got := from(proxy, entry).knock(t, server); got != want {
				t.Errorf("%s after %s: %d, want %d", entry, spelled[0], got, want)
			}
		}
	}
	for _, none := range []string{
		"fe80::1%" + strings.Repeat("z", 4000), "[fe80::1%" + strings.Repeat("z", 4000) + "]:80", "192.0.2.1:port", "localhost", "",
		"192.0.2.1, unknown", "192.0.2.1, _hidden", "192.0.2.01", strings.Repeat("192.0.2.1,", 1000) + strings.Repeat("::1,", 64),
	} {
		server := oneEach(t, "::1/128")
		problem(t, knock(t, server, proxy, "POST", "/api/guest", forwarded, none), 400, "bad_request")
	}
}

func TestAddress_NobodyPassesWithoutOne(t *testing.T) {
	for _, proxies := range [][]string{nil, {"10.0.0.0/8"}} {
		for _, peer := range []string{"", "@", "pipe", "localhost:80"} {
			problem(t, knock(t, oneEach(t, proxies...), peer, "GET", "/api/tables"), 400, "bad_request")
		}
	}
	problem(t, knock(t, oneEach(t, "10.0.0.0/8"), "10.0.0.1:1", "GET", "/api/tables"), 400, "bad_request") // its proxy names nobody
}

func TestAddress_TrustComparesParsedPrefixesNotTexts(t *testing.T) {
	for _, c := range []struct {
		proxy, peer string
		trusted     bool
	}{
		{"10.0.0.1/32", "10.0.0.1:1", true},
		{"10.0.0.1/32", "10.0.0.10:1", false}, // begins with the same text
		{"10.0.0.1/32", "[::ffff:10.0.0.1]:1", true},
		{"10.0.0.1/32", "[::ffff:a00:1]:1", true},
		{"10.0.0.0/9", "10.127.0.1:1", true},
		{"10.0.0.0/9", "10.128.0.1:1", false},
		{"2001:db8::/32", "[2001:0db8:0000::1]:1", true},
		{"2001:db8::/32", "[2001:db9::1]:1", false},
		{"fe80::/10", "[fe80::1%eth0]:1", true},
		{"::1/128", "[::ffff:0.0.0.1]:1", false},
	} {
		server := oneEach(t, c.proxy)
		from(c.peer, "192.0.2.1").knock(t, server)
		if got := from("192.0.2.1:1").knock(t, server); (got == 429) != c.trusted {
			t.Errorf("proxy %s, peer %s: the one it speaks for is answered %d, want it believed: %v", c.proxy, c.peer, got, c.trusted)
		}
	}
}

func TestAddress_SaysOnceAMinuteThatSomebodyForwardsUndeclared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		cfg, deps := parts(t)
		deps.Log = slog.New(slog.NewTextHandler(&log, nil))
		server := build(t, cfg, deps)
		for range 3 * 60 {
			knock(t, server, "10.0.0.1:1", "GET", "/api/tables", forwarded, "192.0.2.1")
			time.Sleep(time.Second)
		}
		if got, want := strings.Count(log.String(), "not declared"), 3; got != want {
			t.Errorf("said %d times in three minutes, want %d:\n%s", got, want, log.String())
		}
		if got, want := server.Counts().UntrustedForwarded, int64(180); got != want {
			t.Errorf("counted %d, want %d", got, want)
		}
	})
}

func TestAddress_ThousandsOfAddressesInOneSubscribersBlockShareABucket(t *testing.T) {
	server := oneEach(t)
	admitted := 0
	addr := netip.MustParseAddr("2001:db8:0:7::")
	for range 10_000 {
		if r := from(netip.AddrPortFrom(addr, 1).String()).knock(t, server); r == http.StatusCreated {
			admitted++
		}
		addr = addr.Next()
	}
	if admitted != 1 {
		t.Errorf("%d of 10,000 addresses in one /64 were admitted, want 1", admitted)
	}
}
