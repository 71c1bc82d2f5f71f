package ratelimit

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

func address(t testing.TB, text string) Key {
	t.Helper()
	key, err := AddressKey(netip.MustParseAddr(text))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAddressKey_TenThousandAddressesInsideOne64ShareABucket(t *testing.T) {
	want := address(t, "2001:db8:1:2::")
	for i := range uint64(10_000) {
		sixteen := netip.MustParseAddr("2001:db8:1:2::").As16()
		binary.BigEndian.PutUint64(sixteen[8:], i*0x9E3779B97F4A7C15)
		got, err := AddressKey(netip.AddrFrom16(sixteen))
		if err != nil || got != want {
			t.Fatalf("%v has the key %#v, %v, want that of the /64", netip.AddrFrom16(sixteen), got, err)
		}
	}
	if got := address(t, "2001:db8:1:3::"); got == want {
		t.Error("the next /64 has the same key")
	}
}

func TestAddressKey_MappedAddressesAreTheIPv4AddressInEverySpelling(t *testing.T) {
	want := address(t, "1.2.3.4")
	for _, text := range []string{"::ffff:1.2.3.4", "::ffff:102:304", "::FFFF:0102:0304", "0:0:0:0:0:ffff:1.2.3.4", "0000:0000:0000:0000:0000:ffff:0102:0304"} {
		if got := address(t, text); got != want {
			t.Errorf("%s has the key %#v, want that of 1.2.3.4", text, got)
		}
	}
	if got, err := AddressKey(netip.MustParseAddr("::ffff:1.2.3.4").WithZone("eth0")); err != nil || got != want {
		t.Errorf("with a zone the key is %#v, %v, want that of 1.2.3.4", got, err)
	}
	for _, other := range []string{"::", "::1", "::1.2.3.4", "::ffff:1.2.3.5", "1.2.3.5", "0:0:102:304::"} {
		if got := address(t, other); got == want {
			t.Errorf("%s has the key of 1.2.3.4", other)
		}
	}
}

func TestAddressKey_AZoneGivesNoFreshBucket(t *testing.T) {
	want := address(t, "fe80::1")
	for _, zone := range []string{"eth0", "eth1", strings.Repeat("z", 4000)} {
		if got := address(t, "fe80::1%"+zone); got != want {
			t.Errorf("zone %.10s: another key", zone)
		}
	}
}

func TestAddressKey_WithoutAnAddressThereIsNoKey(t *testing.T) {
	key, err := AddressKey(netip.Addr{})
	if !errors.Is(err, ErrNoAddress) || key != (Key{}) {
		t.Errorf("no address: %#v, %v, want ErrNoAddress", key, err)
	}
}

func TestSessions_TwoTokensThatShareAPrefixDoNotShareABucket(t *testing.T) {
	sessions := NewSessions([]byte("secret"))
	seen := make(map[Key]string)
	for n := range 2000 { // longer than the space that is set aside for cookies of ours
		cookie := strings.Repeat("a", n)
		for _, c := range []string{cookie + "b", cookie + "c"} {
			key := sessions.Key(c)
			if other, taken := seen[key]; taken {
				t.Fatalf("cookies of %d and %d bytes share a key", len(c), len(other))
			}
			seen[key] = c
			if key.Kind() != SessionKind || key != sessions.Key(c) {
				t.Fatalf("%#v is not always the same session key", key)
			}
		}
	}
}

func TestSessions_KeysDependOnTheSecretAndTheEmptyCookieHasNone(t *testing.T) {
	one, two := NewSessions([]byte("one")), NewSessions([]byte("two"))
	if one.Key("cookie") == two.Key("cookie") {
		t.Error("two secrets give the same key")
	}
	if key := one.Key(""); key != (Key{}) || key.Kind() != NoKind {
		t.Errorf("the empty cookie has the key %#v", key)
	}
}

func TestSessions_AnAddressIsHashedUnderTheSecretAndByThe64(t *testing.T) {
	one, two := NewSessions([]byte("one")), NewSessions([]byte("two"))
	home := one.Address(address(t, "192.0.2.1"))
	if len(home) != 32 || strings.Trim(home, "0123456789abcdef") != "" {
		t.Errorf("the address is written %q, want 32 hex digits", home)
	}
	for _, c := range []struct {
		what string
		got  string
		same bool
	}{
		{"the same address", one.Address(address(t, "192.0.2.1")), true},
		{"its spelling in IPv6", one.Address(address(t, "::ffff:192.0.2.1")), true},
		{"its bucket of another class", one.Address(address(t, "192.0.2.1").in(7)), true},
		{"another secret", two.Address(address(t, "192.0.2.1")), false},
		{"the next address", one.Address(address(t, "192.0.2.2")), false},
		{"the address ::c000:201", one.Address(address(t, "::c000:201")), false},
	} {
		if same := c.got == home; same != c.same {
			t.Errorf("%s: %q beside %q, want the same: %t", c.what, c.got, home, c.same)
		}
	}
	if one.Address(address(t, "2001:db8::1")) != one.Address(address(t, "2001:db8::2:3:4:5")) {
		t.Error("two addresses of one /64 are written differently: they share a bucket, so they share a row's bounds")
	}
}

func TestKey_IsNeverPrintedAndKeepsItsClassToItself(t *testing.T) {
	session, home := NewSessions([]byte("secret")).Key("cookie"), address(t, "192.0.2.1")
	if got, want := fmt.Sprintf("%v %s %+v", session, home, Caller{home, session}), "session address {Address:address Session:session}"; got != want {
		t.Errorf("keys are printed as %q, want %q", got, want)
	}
	for _, key := range []Key{session, home, address(t, "2001:db8::1")} {
		if key.in(1) == key.in(2) || key.in(255).Kind() != key.Kind() {
			t.Error("classes share a key, or change its kind")
		}
		plain := string(key.AppendTo(nil))
		if got := string(key.in(255).AppendTo(nil)); got != plain || len(got) != 32 {
			t.Errorf("the stored key of class 255 is %q, want %q", got, plain)
		}
	}
	if got, want := string(home.AppendTo(nil)), "0100000000000000"+"00000000c0000201"; got != want {
		t.Errorf("192.0.2.1 is stored as %q, want %q", got, want)
	}
}
