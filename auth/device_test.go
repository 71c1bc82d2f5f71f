package auth

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

func newDevices(key string) devices {
	return devices{newStamp([]byte(strings.Repeat(key, 32)), "device")}
}

func TestDevices_KnowTheirOwnCookieForOneAccountAndAYear(t *testing.T) {
	d, now := newDevices("k"), time.Unix(1_800_000_000, 0)
	cookie := d.renew("", "alice", now)
	id, known := d.read(cookie, "alice", now)
	if !known || len(id) != deviceBytes {
		t.Fatalf("id %q, known %v", id, known)
	}
	year := 365 * 24 * time.Hour
	for what, row := range map[string]struct {
		d       devices
		cookie  string
		account string
		at      time.Time
	}{
		"another account":   {d, cookie, "bob", now},
		"no account":        {d, cookie, "", now},
		"another server":    {newDevices("l"), cookie, "alice", now},
		"a year later":      {d, cookie, "alice", now.Add(year)},
		"no cookie":         {d, "", "alice", now},
		"a cookie cut off":  {d, cookie[:len(cookie)-1], "alice", now},
		"a longer cookie":   {d, cookie + "A", "alice", now},
		"another signature": {d, cookie[:len(cookie)-2] + "AA", "alice", now},
		"a line break":      {d, cookie[:10] + "\n" + cookie[11:], "alice", now},
		"issued later":      {d, "AAAB" + cookie[4:], "alice", now},
	} {
		if id, known := row.d.read(row.cookie, row.account, row.at); known && row.cookie != "" {
			t.Errorf("%s: known as %q", what, id)
		}
	}
	if _, known := d.read(cookie, "alice", now.Add(year-time.Second)); !known {
		t.Error("not known a second before the year is over")
	}
}

func TestDevices_KeepTheirIDForAnotherYear(t *testing.T) {
	d, now := newDevices("k"), time.Unix(1_800_000_000, 0)
	first := d.renew("", "alice", now)
	later := now.Add(300 * 24 * time.Hour)
	second := d.renew(first, "alice", later)
	a, _ := d.read(first, "alice", now)
	b, known := d.read(second, "alice", later.Add(300*24*time.Hour))
	if !known || a != b {
		t.Errorf("id %q becomes %q, known %v, want the same for another year", a, b, known)
	}
	other := d.renew(first, "bob", now)
	if c, _ := d.read(other, "bob", now); c == a {
		t.Error("another account's device has the same id")
	}
}

func FuzzDevices_NeverKnowWhatTheyHaveNotSigned(f *testing.F) {
	d, now := newDevices("k"), time.Unix(1_800_000_000, 0)
	cookie := d.issue([deviceBytes]byte{}, "alice", now) // the same in each of the fuzzer's processes
	f.Add(cookie, "alice")
	f.Add(cookie, "bob")
	f.Add(cookie[:20]+cookie[21:]+"A", "alice")
	f.Fuzz(func(t *testing.T, sent, account string) {
		if _, known := d.read(sent, account, now); known && (sent != cookie || account != "alice") {
			t.Errorf("%q is known as a device of %q", sent, account)
		}
	})
}

func FuzzStamp_NeverKnowsWhatItHasNotIssued(f *testing.F) {
	s := newStamp([]byte(strings.Repeat("k", 32)), "session")
	raw := make([]byte, randomBytes) // the same in each of the fuzzer's processes
	token := base64.RawURLEncoding.EncodeToString(append(raw, s.mac(raw)...))
	f.Add(token)
	f.Add(token[:63] + "=")
	f.Fuzz(func(t *testing.T, sent string) {
		if s.genuine(sent) && sent != token {
			t.Errorf("%q is taken for one of ours", sent)
		}
	})
}
